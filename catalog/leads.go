package catalog

import (
	"slices"

	"kitpress/catalog/source"
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
		return slices.ContainsFunc(d.Schema, func(f Field) bool { return f.Type == TypeItem && f.Of == s.ID }) && !d.isFigure()
	})
}

// checkFacts reports facts that a guide cannot print: of fields nothing that
// leads to a topic has, of signs, and of values nobody would know what they
// mean.
func (ch *checker) checkFacts() {
	for i := range ch.g.Components {
		c := &ch.g.Components[i]
		for _, f := range c.Facts {
			ch.checkFact(f)
		}
	}
}

func (ch *checker) checkFact(f Fact) {
	var known []string
	look := func(schema Schema) {
		if !slices.ContainsFunc(schema, func(f Field) bool { return f.Type == TypeTopic }) {
			return
		}
		for _, field := range schema {
			if printable(field.Type) {
				known = append(known, field.Name)
			}
			if field.Name == f.Field && field.Type != TypeText && printable(field.Type) && f.Label.ID == "" {
				ch.ps.Errorf(f.Pos, source.CodeMissingKey, "the fact %q needs a label", clip(f.Field)).Hint = "add what to print before it: label: Costs"
			}
		}
	}
	for _, d := range ch.g.Decks {
		look(d.Schema)
	}
	for _, s := range ch.g.Sets {
		look(s.Schema)
	}
	if f.Field != "" && !slices.Contains(known, f.Field) {
		ch.unknown(f.Pos, "nothing that leads to a topic has a field "+quote(clip(f.Field))+" that can be printed", f.Field, func() []string { return known })
	}
}

// printable reports whether a field's values can be put into words.
func printable(t FieldType) bool {
	switch t {
	case TypeText, TypeNumber, TypeItem, TypeItems, TypeNumbers, TypeCard, TypeCards:
		return true
	}
	return false
}
