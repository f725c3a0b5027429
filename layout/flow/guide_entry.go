package flow

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kitpress/catalog"
	"kitpress/i18n"
)

// cardOf returns the card that leads to a topic, or the one a word that does is
// the name of; "" when there is none.
func (r *guide) cardOf(t *catalog.Topic) string {
	leads := r.leads[t]
	if len(leads) == 0 {
		return ""
	}
	if c := leads[0].Card(); c != nil {
		return c.ID
	}
	d, c := r.game.Card(leads[0].Record.ID)
	if c == nil || !sameLetters(r.texts.Text(d.Schema.TitleOf(c)), r.texts.Text(leads[0].Title())) {
		return ""
	}
	return c.ID
}

// kind returns the group of entries a topic stands in.
func (r *guide) kind(i int) Kind {
	d := r.deckOf(r.topics[i])
	k := Kind{ID: "terms", Tab: slices.Index(r.kinds, d), Tabs: len(r.kinds), Opens: i == 0 || r.deckOf(r.topics[i-1]) != d}
	k.Word, k.Group = r.texts.Word("rulebook.glossary"), r.texts.Word("rulebook.glossary")
	if d != nil {
		k.ID, k.Word, k.Group = d.ID, r.texts.Name(d.Label), r.texts.Name(d.Name)
	}
	return k
}

// The looks of the frames of an entry.
const (
	lookPlain   = "plain"
	lookNote    = "note"
	lookNotice  = "recognise"
	lookProtect = "protect"
	lookRespond = "act"
	lookMistake = "mistake"
)

// entry explains the topic number i.
func (r *guide) entry(i int) *Entry {
	t := r.topics[i]
	icon := ""
	if leads := r.leads[t]; len(leads) > 0 {
		icon = leads[0].Icon()
	}
	kind := r.kind(i)
	cards := r.cards(t)
	e := &Entry{
		Origin: r.texts.Pos(t.Title), Anchor: anchorOf(t), Kind: kind,
		Key: t.Code, Title: r.texts.Text(r.head(t)), Lead: r.texts.Text(t.Summary),
		Subject: r.subject(t),
		Vars:    map[string]any{"card": r.cardOf(t), "of": t.ID, "icon": icon, "sort": string(cmp.Or(t.Kind, catalog.TopicTerm))},
		Alt:     r.join(append([]string{kind.Word, r.subject(t), t.Code}, cards...)...),
	}
	if x := t.Explanation; x != nil {
		word := "topic-" + string(r.sort(t)) + "-"
		for _, p := range []struct {
			look, part string
			blocks     []Block
		}{
			{lookPlain, "what", r.paragraphs(x.What)},
			{lookNote, "example", r.paragraphs([]catalog.Msg{x.Example})},
			{lookNotice, "notice", r.points(x.Notice)},
			{lookProtect, "protect", r.points(x.Protect)},
			{lookRespond, "respond", r.points(x.Respond)},
		} {
			e.Frames = append(e.Frames, Frame{
				Origin: e.Origin, Look: p.look, Title: r.texts.Word(word + p.part), Vars: map[string]any{"number": i}, Blocks: p.blocks,
			})
		}
	}
	if len(cards) > 1 { // the first one is shown
		e.Notes = append(e.Notes, Paragraph{Origin: t.Pos, Text: r.label(r.texts.Word("topic-cards")) + strings.Join(cards[1:], " · ")})
	}
	if text := r.related(t); text != "" {
		e.Notes = append(e.Notes, Paragraph{Origin: t.Pos, Text: r.label(r.texts.Word("topic-related")) + text, Whole: true})
	}
	if address := t.Reference(r.texts.Lang()); address != "" {
		text := r.label(r.texts.Word("topic-reference")) + link(printedAddress(address), address)
		e.Notes = append(e.Notes, Paragraph{Origin: t.Pos, Text: text, Whole: true})
	}
	return e
}

// subject is the title of a topic where the entry has the name of a card; of a title
// that repeats the name, what it adds in brackets.
func (r *guide) subject(t *catalog.Topic) string {
	head, title := r.texts.Text(r.head(t)), r.texts.Text(t.Title)
	if sameLetters(head, title) {
		return ""
	}
	if more, ok := strings.CutPrefix(title, head); ok {
		if more = strings.TrimSpace(more); strings.HasPrefix(more, "(") || strings.HasPrefix(more, "（") {
			return strings.Trim(more, "()（）")
		}
	}
	return title
}

// sameLetters reports whether two names differ in nothing but marks, spaces and
// capitals.
func sameLetters(a, b string) bool {
	letters := func(s string) string {
		return strings.Map(func(c rune) rune {
			if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
				return -1
			}
			return c
		}, i18n.Plain(s))
	}
	return strings.EqualFold(letters(a), letters(b))
}

// sort says what the headings of an entry speak of: a measure a card of threats
// lacks is explained as a term, neither to be noticed nor to be relied on.
func (r *guide) sort(t *catalog.Topic) catalog.TopicKind {
	kind, threats, all := cmp.Or(t.Kind, catalog.TopicTerm), 0, 0
	for _, other := range r.topics {
		if d := r.deckOf(t); d != nil && r.deckOf(other) == d {
			all++
			if other.Kind == catalog.TopicThreat {
				threats++
			}
		}
	}
	if kind == catalog.TopicDefence && 2*threats > all && r.subject(t) != "" {
		return catalog.TopicTerm
	}
	return kind
}

// cards says what leads to a topic, with the facts the game wants told.
func (r *guide) cards(t *catalog.Topic) []string {
	var list []string
	for _, lead := range r.leads[t] {
		if lead.Deck == nil {
			continue // a word of the glossary says nothing the summary does not
		}
		text, facts := "**"+i18n.Plain(r.texts.Text(lead.Title()))+"**"+r.aside(r.kindOf(lead)), r.factsOf(lead)
		if len(list) > 0 && facts != "" && strings.HasPrefix(list[0], text) {
			text = facts // another card of the same name
		} else if facts != "" {
			text += " · " + facts
		}
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// A Fact is something a card says, in words: "Needs" and "Access, Behaviour".
// A text that speaks for itself has no label and keeps its marks.
type Fact struct{ Label, Value string }

// FactsOf puts facts of a card, or of an item of a set, into words. Those it
// does not have are left out.
func FactsOf(g *catalog.Game, t *i18n.Texts, list []catalog.Fact, l catalog.Lead) []Fact {
	r := &facts{g, t}
	var out []Fact
	for _, f := range list {
		v, ok := l.Record.Fields[f.Field]
		if !ok {
			continue
		}
		field, _ := l.Schema.Field(f.Field)
		value := r.value(field, v)
		if value == "" {
			continue
		}
		fact := Fact{Value: value}
		if f.Label.ID != "" {
			fact.Label = t.Text(f.Label)
		}
		out = append(out, fact)
	}
	return out
}

// facts puts values of fields into words.
type facts struct {
	game  *catalog.Game
	texts *i18n.Texts
}

// value puts the value of a field into words.
func (r *facts) value(f catalog.Field, v catalog.Value) string {
	switch v.Type {
	case catalog.TypeText:
		return r.texts.Text(v.Text)
	case catalog.TypeNumber:
		return r.texts.Locale().Number(v.Number)
	case catalog.TypeItem:
		return r.itemName(f.Of, v.Word)
	case catalog.TypeItems:
		return r.names(v.List, func(id string) string { return r.itemName(f.Of, id) })
	case catalog.TypeNumbers:
		return r.names(v.List, func(id string) string {
			if v.Numbers[id] == 0 {
				return ""
			}
			return r.itemName(f.Of, id) + "\u00A0" + r.texts.Locale().Number(v.Numbers[id])
		})
	case catalog.TypeCard:
		return r.cardName(v.Word)
	case catalog.TypeCards:
		return r.names(v.List, r.cardName)
	}
	return ""
}

// names joins what is called by a list of ids; the same twice is counted.
func (r *facts) names(ids []string, name func(string) string) string {
	var out []string
	for i, id := range ids {
		s := name(id)
		if s == "" || slices.Contains(ids[:i], id) {
			continue
		}
		n := 0
		for _, other := range ids {
			if other == id {
				n++
			}
		}
		if n > 1 {
			s = strconv.Itoa(n) + "\u00A0×\u00A0" + s
		}
		out = append(out, s)
	}
	return strings.Join(out, r.texts.Locale().Comma())
}

// itemName returns the short name of an item, or its name.
func (r *facts) itemName(set, id string) string {
	s := r.game.Set(set)
	item := s.Item(id)
	if item == nil {
		return id
	}
	if short := item.Fields["short"]; short.Type == catalog.TypeText && short.Text.ID != "" {
		return r.texts.Text(short.Text)
	}
	return r.texts.Text(s.Schema.TitleOf(item))
}

func (r *facts) cardName(id string) string {
	if d, c := r.game.Card(id); c != nil {
		return r.texts.Text(d.Schema.TitleOf(c))
	}
	return id
}

// FromCards makes the flow of a list of all cards in words, for those who do
// not see them: what is on each, and how many of it there are.
func FromCards(g *catalog.Game, ed *catalog.Edition, t *i18n.Texts) *Flow {
	title := t.Text(g.Name) + " · " + t.Word("cards.list")
	f := &Flow{Title: title, Running: title, Lang: t.Lang(), Blocks: []Block{&Heading{Level: 1, Text: title, Minor: true}}}
	r := &facts{g, t.With(g.ParamsFor(ed))}
	var labels []catalog.Fact
	for i := range g.Components {
		labels = append(labels, g.Components[i].Facts...)
	}
	for i := range g.Components {
		c := &g.Components[i]
		for _, id := range c.Decks {
			if deck := g.Deck(id); c.Kind == catalog.KindPieces && c.InsteadOf == "" && deck != nil {
				f.Blocks = append(f.Blocks, r.deck(deck, labels)...)
			}
		}
	}
	return f
}

// deck says what is on the cards of a deck; nothing of pieces without words.
func (r *facts) deck(d *catalog.Deck, labels []catalog.Fact) []Block {
	blocks := []Block{&Heading{Level: 1, Text: r.texts.Text(d.Name), Minor: true}}
	for _, card := range d.Cards {
		title := d.Schema.TitleOf(card)
		if title.ID == "" {
			continue
		}
		head := r.texts.Text(title)
		if card.Quantity > 1 {
			head += " (" + strconv.Itoa(card.Quantity) + "\u00A0×)"
		}
		blocks = append(blocks, &Heading{Origin: title.Pos, Level: 2, Text: head})
		for _, field := range d.Schema {
			if text := r.said(field, card.Fields[field.Name], title, labels); text != "" {
				blocks = append(blocks, &Paragraph{Origin: card.Pos, Text: text})
			}
		}
	}
	if len(blocks) == 1 {
		return nil
	}
	return blocks
}

// said puts a field of a card into words, with what it is called unless it is a
// text; nothing for its title, and for what only says how the card looks.
func (r *facts) said(f catalog.Field, v catalog.Value, title catalog.Msg, labels []catalog.Fact) string {
	label := ""
	if i := slices.IndexFunc(labels, func(l catalog.Fact) bool { return l.Field == f.Name && l.Label.ID != "" }); i >= 0 {
		label = r.texts.Text(labels[i].Label)
	} else if s := r.game.Set(f.Of); s != nil {
		label = r.texts.Text(s.Name)
	}
	value := ""
	switch {
	case v.Type == catalog.TypeTopic:
		if topic := r.game.Topics[v.Word]; topic != nil {
			label, value = r.texts.Word("guide.code"), topic.Code
		}
	case v.Type == catalog.TypeText && v.Text.ID == title.ID || v.Type != catalog.TypeText && label == "":
	default:
		value = r.value(f, v)
	}
	if value == "" || label == "" || v.Type == catalog.TypeText {
		return value
	}
	return "**" + label + ":** " + value
}

// HTML returns headings and paragraphs of a flow as a page of their own, for
// screen readers and for whoever wants them larger.
func (f *Flow) HTML() []byte {
	var b bytes.Buffer
	text := func(s string) string { return html.EscapeString(i18n.Plain(s)) }
	lang := html.EscapeString(f.Lang)
	if i18n.LocaleOf(f.Lang).RTL {
		lang += "\" dir=\"rtl"
	}
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n"+
		"<style>body{font:1.25rem/1.6 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}</style>\n</head>\n<body>\n<main>\n", lang, text(f.Title))
	titled := false
	for _, block := range f.Blocks {
		switch block := block.(type) {
		case *Heading:
			level := block.Level
			if titled {
				level++ // there is one title
			}
			titled = true
			fmt.Fprintf(&b, "<h%d>%s</h%[1]d>\n", level, text(block.Text))
		case *Paragraph:
			fmt.Fprintf(&b, "<p>%s</p>\n", text(block.Text))
		}
	}
	b.WriteString("</main>\n</body>\n</html>\n")
	return b.Bytes()
}
