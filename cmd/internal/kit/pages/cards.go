package pages

import (
	"maps"
	"slices"

	"kitpress/catalog"
	"kitpress/i18n"
	"kitpress/layout/flow"
	"kitpress/output/site"
)

// group returns what an entry stands under in the list of its game.
func group(x catalog.Lead) catalog.Msg {
	if x.Deck != nil {
		return x.Deck.Name
	}
	return x.Set.Name
}

// cards returns the cards that lead to a topic, each kind once, with the facts
// the guide of the game tells of them. A word of a glossary is no card.
func (m *siteMaker) cards(leads []catalog.Lead) ([]site.Card, error) {
	l := m.l
	var out []site.Card
	for _, x := range leads {
		if x.Deck == nil {
			continue
		}
		icon, err := m.iconOf(x, largePicture)
		if err != nil {
			return nil, err
		}
		c := site.Card{Game: l.Game.ID, Label: l.Texts.Name(x.Deck.Label), Title: l.Texts.Name(x.Title()), Icon: icon}
		for _, f := range flow.FactsOf(l.Game, l.Texts, factsOf(l.Game), x) {
			if f.Label == "" && c.Text == nil {
				c.Text = spans(nil, f.Value, "")
				continue
			}
			c.Facts = append(c.Facts, site.Fact{Name: f.Label, Value: i18n.Plain(f.Value)})
		}
		if !slices.ContainsFunc(out, func(o site.Card) bool { return o.Title == c.Title && slices.Equal(o.Text, c.Text) }) {
			out = append(out, c)
		}
	}
	return out, nil
}

// factsOf returns what the guides of a game tell of its cards.
func factsOf(g *catalog.Game) []catalog.Fact {
	var facts []catalog.Fact
	for i := range g.Components {
		facts = append(facts, g.Components[i].Facts...)
	}
	return facts
}

// game adds a game in its language: its cards by deck.
func (m *siteMaker) game() {
	i := slices.IndexFunc(m.site.Games, func(g site.Game) bool { return g.ID == m.l.Game.ID })
	if i < 0 {
		i = len(m.site.Games)
		g := site.Game{ID: m.l.Game.ID, Texts: map[string]site.GameText{}}
		if rgb, ok := m.l.Library.Colour(m.l.Game.Theme, "band"); ok {
			g.Accent = rgb
		}
		m.site.Games = append(m.site.Games, g)
	}
	text := site.GameText{Name: m.l.Texts.Name(m.l.Game.Name), Tagline: m.l.Texts.Name(m.l.Game.Tagline)}
	add := func(x catalog.Lead, code string) {
		name := m.l.Texts.Name(group(x))
		d := slices.IndexFunc(text.Decks, func(d site.Deck) bool { return d.Name == name })
		if d < 0 {
			d = len(text.Decks)
			text.Decks = append(text.Decks, site.Deck{Name: name})
		}
		icon, _ := m.iconOf(x, smallPicture) // what is wrong with it, topicsOf says
		e := site.Entry{Title: m.l.Texts.Name(x.Title()), Code: code, Icon: icon}
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
	lead catalog.Lead
	code string
}

// named returns everything in the game that leads to a topic, in the order of
// the game.
func (m *siteMaker) named() []namedLead {
	g := m.l.Game
	place := map[*catalog.Record]int{}
	for _, d := range g.Decks {
		for _, c := range d.Cards {
			place[c] = len(place)
		}
	}
	for _, s := range g.Sets {
		for _, item := range s.Items {
			place[item] = len(place)
		}
	}
	var out []namedLead
	for _, id := range slices.Sorted(maps.Keys(g.Topics)) {
		for _, x := range m.leads(id) {
			out = append(out, namedLead{x, g.Topics[id].Code})
		}
	}
	slices.SortStableFunc(out, func(a, b namedLead) int { return place[a.lead.Record] - place[b.lead.Record] })
	return out
}

// leads returns what leads to a topic. Languages share it.
func (m *siteMaker) leads(topic string) []catalog.Lead {
	key := m.l.Game.ID + "/" + topic
	if _, known := m.leadsOf[key]; !known {
		m.leadsOf[key] = m.l.Game.Leads(topic)
	}
	return m.leadsOf[key]
}

// spans appends a text, cut where its mark-up begins and ends; all of it leads
// to the topic with a code, unless that is "".
func spans(out []site.Span, text, code string) []site.Span {
	marks, from := i18n.MarksOf(text), 0
	for i := 0; i <= len(text); {
		in, over, n := marks.In, marks.Over, 0
		if i < len(text) {
			n = marks.At(i)
		}
		if from < i && (n > 0 || i == len(text)) {
			out = append(out, site.Span{Text: text[from:i], Code: code, Strong: in&i18n.Bold != 0, Italic: in&i18n.Italic != 0,
				Small: in&i18n.SmallCaps != 0, Raised: in&i18n.Raised != 0, Over: over})
		}
		if n > 0 {
			from = i + n
		}
		i += max(n, 1)
	}
	return out
}
