package kit

import (
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/output/site"
)

// A lead is a card, or an item of a set, that names a topic.
type lead struct {
	record *catalog.Record
	schema catalog.Schema
	deck   *catalog.Deck // of the card; of an item the deck that shows it, nil for none
	set    *catalog.Set  // of the item
}

// leadsTo returns what leads to a topic: cards in the order of their decks,
// then items of sets.
func leadsTo(g *catalog.Game, topic string) []lead {
	var out []lead
	names := func(schema catalog.Schema, r *catalog.Record) bool {
		return slices.ContainsFunc(schema, func(f catalog.Field) bool {
			v := r.Fields[f.Name]
			return v.Type == catalog.TypeTopic && v.Word == topic
		})
	}
	for _, d := range g.Decks {
		for _, c := range d.Cards {
			if names(d.Schema, c) {
				out = append(out, lead{c, d.Schema, d, nil})
			}
		}
	}
	for _, s := range g.Sets {
		for _, item := range s.Items {
			if names(s.Schema, item) {
				out = append(out, lead{item, s.Schema, showing(g, s), s})
			}
		}
	}
	return out
}

// showing returns the first deck of cards that are each of an item of a set.
func showing(g *catalog.Game, s *catalog.Set) *catalog.Deck {
	for _, d := range g.Decks {
		if d.Kind() == "cards" && slices.ContainsFunc(d.Schema, func(f catalog.Field) bool { return f.Type == catalog.TypeItem && f.Of == s.ID }) {
			return d
		}
	}
	return nil
}

// title returns the text something is called by.
func title(schema catalog.Schema, r *catalog.Record) catalog.Msg {
	for _, name := range []string{"title", "name"} {
		if v := r.Fields[name]; v.Type == catalog.TypeText {
			return v.Text
		}
	}
	return catalog.Msg{}
}

// group returns what an entry stands under in the list of its game.
func (x lead) group() catalog.Msg {
	if x.deck != nil {
		return x.deck.Name
	}
	return x.set.Name
}

// siteCards returns the cards that lead to a topic, each kind once. A word of
// a glossary is no card.
func (m *siteMaker) cards(leads []lead) ([]site.Card, error) {
	var out []site.Card
	for _, x := range leads {
		if x.deck == nil {
			continue
		}
		icon, err := m.iconOf(x, largePicture)
		if err != nil {
			return nil, err
		}
		c := site.Card{
			Game: m.l.Game.ID, Label: m.l.Texts.Text(x.deck.Label), Title: plainText(m.l.Texts.Text(title(x.schema, x.record))),
			Icon: icon, Text: m.cardText(x), Facts: m.facts(x),
		}
		if !slices.ContainsFunc(out, func(o site.Card) bool { return o.Title == c.Title && slices.Equal(o.Text, c.Text) }) {
			out = append(out, c)
		}
	}
	return out, nil
}

// cardText returns the first text of a card beside its title.
func (m *siteMaker) cardText(x lead) []site.Span {
	called := title(x.schema, x.record)
	for _, f := range x.schema {
		if v := x.record.Fields[f.Name]; v.Type == catalog.TypeText && v.Text.ID != called.ID {
			return strongSpans(m.l.Texts.Text(v.Text))
		}
	}
	return nil
}

// facts returns the items a card names, by the set they are from.
func (m *siteMaker) facts(x lead) []site.Fact {
	var out []site.Fact
	for _, f := range x.schema {
		v := x.record.Fields[f.Name]
		ids := v.List
		if v.Type == catalog.TypeItem {
			ids = []string{v.Word}
		}
		if v.Type != catalog.TypeItem && v.Type != catalog.TypeItems {
			continue
		}
		set := m.l.Game.Set(f.Of)
		if names := m.itemNames(set, ids); names != "" && set.Name.ID != "" {
			out = append(out, site.Fact{Name: m.l.Texts.Text(set.Name), Value: names})
		}
	}
	return out
}

// itemNames joins the names of items, each once.
func (m *siteMaker) itemNames(s *catalog.Set, ids []string) string {
	var names []string
	for _, id := range ids {
		item := s.Item(id)
		if item == nil {
			continue
		}
		if n := plainText(m.l.Texts.Text(title(s.Schema, item))); n != "" && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if !m.l.Texts.Locale().WordSpaces {
		return strings.Join(names, "、")
	}
	return strings.Join(names, ", ")
}

// game adds a game in its language: its cards by deck.
func (m *siteMaker) game() {
	i := slices.IndexFunc(m.site.Games, func(g site.Game) bool { return g.ID == m.l.Game.ID })
	if i < 0 {
		i = len(m.site.Games)
		g := site.Game{ID: m.l.Game.ID, Texts: map[string]site.GameText{}}
		if rgb, ok := m.l.lib.Colour(m.l.Game.Theme, "band"); ok {
			g.Accent = rgb
		}
		m.site.Games = append(m.site.Games, g)
	}
	text := site.GameText{Name: m.l.Texts.Text(m.l.Game.Name), Tagline: m.l.Texts.Text(m.l.Game.Tagline)}
	add := func(x lead, code string) {
		name := m.l.Texts.Text(x.group())
		d := slices.IndexFunc(text.Decks, func(d site.Deck) bool { return d.Name == name })
		if d < 0 {
			d = len(text.Decks)
			text.Decks = append(text.Decks, site.Deck{Name: name})
		}
		icon, _ := m.iconOf(x, smallPicture) // what is wrong with it, topicsOf says
		e := site.Entry{Title: plainText(m.l.Texts.Text(title(x.schema, x.record))), Code: code, Icon: icon}
		if !slices.ContainsFunc(text.Decks[d].Entries, func(o site.Entry) bool { return o.Title == e.Title && o.Code == e.Code }) {
			text.Decks[d].Entries = append(text.Decks[d].Entries, e)
		}
	}
	for _, x := range m.named() {
		add(x.lead, x.code)
	}
	m.site.Games[i].Texts[m.l.Lang] = text
}

// A namedLead is a lead with the code of its topic.
type namedLead struct {
	lead
	code string
}

// named returns everything in the game that leads to a topic, in the order of
// the game.
func (m *siteMaker) named() []namedLead {
	var out []namedLead
	each := func(schema catalog.Schema, r *catalog.Record, d *catalog.Deck, s *catalog.Set) {
		for _, f := range schema {
			if v := r.Fields[f.Name]; v.Type == catalog.TypeTopic && m.l.Game.Topics[v.Word] != nil {
				out = append(out, namedLead{lead{r, schema, d, s}, m.l.Game.Topics[v.Word].Code})
			}
		}
	}
	for _, d := range m.l.Game.Decks {
		for _, c := range d.Cards {
			each(d.Schema, c, d, nil)
		}
	}
	for _, s := range m.l.Game.Sets {
		for _, item := range s.Items {
			each(s.Schema, item, showing(m.l.Game, s), s)
		}
	}
	return out
}

// strongSpans cuts a text of a card at its **bold words**.
func strongSpans(s string) []site.Span {
	var out []site.Span
	for i, part := range strings.Split(s, "**") {
		if part != "" {
			out = append(out, site.Span{Text: part, Strong: i%2 == 1})
		}
	}
	return out
}

// plainText drops the marks of bold words and the places where a word may be
// broken.
func plainText(s string) string { return strings.NewReplacer("**", "", "\u00AD", "").Replace(s) }
