package catalog

import (
	"slices"
)

// A Lead is a card, or an item of a set, that names a topic.
type Lead struct {
	Record *Record
	Schema Schema
	Deck   *Deck // of the card; for an item the deck whose cards show it, nil when there is none
	Set    *Set  // of the item, nil for a card
}

// Title returns what the card or item is called: its title, its name, or the
// first text of its schema; empty when it has none.
func (l Lead) Title() Msg { return l.Schema.TitleOf(l.Record) }

// TitleOf returns what a record is called.
func (s Schema) TitleOf(r *Record) Msg {
	for _, name := range []string{"title", "name"} {
		if v := r.Fields[name]; v.Type == TypeText {
			return v.Text
		}
	}
	for _, f := range s {
		if v := r.Fields[f.Name]; v.Type == TypeText {
			return v.Text
		}
	}
	return Msg{}
}

// Icon returns the first icon of the record, "" when it has none.
func (l Lead) Icon() string {
	for _, f := range l.Schema {
		if v := l.Record.Fields[f.Name]; v.Type == TypeIcon && v.Word != "" {
			return v.Word
		}
	}
	return ""
}

// Card returns the card that leads there: itself, or the first of the deck that
// shows the item; nil when there is none.
func (l Lead) Card() *Record {
	switch {
	case l.Deck == nil:
		return nil
	case l.Set == nil:
		return l.Record
	}
	for _, c := range l.Deck.Cards {
		for _, f := range l.Deck.Schema {
			if f.Type == TypeItem && f.Of == l.Set.ID && c.Fields[f.Name].Word == l.Record.ID {
				return c
			}
		}
	}
	return nil
}

// Leads returns what in the game names a topic: cards in the order of their
// decks, then items of sets.
func (g *Game) Leads(topic string) []Lead {
	var leads []Lead
	names := func(schema Schema, r *Record) bool {
		return slices.ContainsFunc(schema, func(f Field) bool {
			v := r.Fields[f.Name]
			return v.Type == TypeTopic && v.Word == topic
		})
	}
	for _, d := range g.Decks {
		for _, c := range d.Cards {
			if names(d.Schema, c) {
				leads = append(leads, Lead{Record: c, Schema: d.Schema, Deck: d})
			}
		}
	}
	for _, s := range g.Sets {
		for _, item := range s.Items {
			if names(s.Schema, item) {
				leads = append(leads, Lead{Record: item, Schema: s.Schema, Deck: g.showing(s), Set: s})
			}
		}
	}
	return leads
}

// showing returns the first deck whose cards are each of an item of a set.
func (g *Game) showing(s *Set) *Deck {
	return find(g.Decks, func(d *Deck) bool {
		return slices.ContainsFunc(d.Schema, func(f Field) bool { return f.Type == TypeItem && f.Of == s.ID }) && !d.IsFigure()
	})
}
