package flow

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
)

// FromTopics makes the flow of a guide: a page for every topic the game names,
// by the kind of card that leads there and the order of the language, an index
// of the cards and what many get wrong. A topic without an explanation keeps to
// its summary. licence is that of the explanations, which may be another one
// than the game's; "" claims none.
func FromTopics(g *catalog.Game, c *catalog.Component, ed *catalog.Edition, t *i18n.Texts, d Drawer, licence string) (*Flow, source.Problems) {
	r := &guide{reader: reader{game: g, edition: ed, texts: t.With(g.ParamsFor(ed))}, facts: c.Facts, order: i18n.OrderOf(t.Lang())}
	r.gather()
	name, title := r.texts.Text(g.Name), r.texts.Text(c.Name)
	f := &Flow{Title: name + " · " + title, Running: name + " · " + title, Lang: t.Lang(), Cover: r.guideCover(name, title)}
	back := []string{r.texts.Word("guide.back")}
	for _, part := range []string{"notice", "protect", "respond"} {
		back = append(back, r.texts.Word("topic-threat-"+part), r.texts.Word("guide.back."+part))
	}
	f.Back = &Cover{Alt: r.join(back...)}
	f.Blocks = append(r.howTo(d), r.index()...)
	for i := range r.topics {
		f.Blocks = append(f.Blocks, r.entry(i))
	}
	f.Blocks = append(f.Blocks, r.mistakes()...)
	credits := r.credits()
	if licence != "" {
		credits.Lines = append(credits.Lines, Paragraph{Origin: c.Pos, Text: t.Word("explanations.licence", "Licence", licence)})
	}
	f.Blocks = append(f.Blocks, credits)
	return f, r.problems
}

// howFigure is the template that shows how a code is looked up.
const howFigure = "guide-how"

// A guide turns the topics of a game into blocks.
type guide struct {
	reader
	topics []*catalog.Topic // of the game, in the order of the pages
	leads  map[*catalog.Topic][]catalog.Lead
	kinds  []*catalog.Deck // those that lead to topics; nil for words
	facts  []catalog.Fact
	order  *i18n.Order
}

// gather puts the topics of the game in order: those the cards of a deck lead
// to together, those only words lead to behind them.
func (r *guide) gather() {
	r.leads = map[*catalog.Topic][]catalog.Lead{}
	keys := map[*catalog.Topic]string{}
	for _, t := range r.game.Topics {
		if t.Named {
			leads := r.game.Leads(t.ID)
			slices.SortStableFunc(leads, func(a, b catalog.Lead) int { return r.rank(a.Deck) - r.rank(b.Deck) })
			r.topics, r.leads[t] = append(r.topics, t), leads
		}
	}
	slices.SortFunc(r.topics, func(a, b *catalog.Topic) int { return strings.Compare(a.Code, b.Code) })
	for _, t := range r.topics {
		keys[t] = r.reading(r.head(t))
	}
	slices.SortStableFunc(r.topics, func(a, b *catalog.Topic) int {
		return cmp.Or(r.rank(r.deckOf(a))-r.rank(r.deckOf(b)), r.order.Compare(keys[a], keys[b]))
	})
	for _, t := range r.topics {
		if d := r.deckOf(t); !slices.Contains(r.kinds, d) {
			r.kinds = append(r.kinds, d)
		}
	}
}

// head is what players know a topic by: the name of the cards of the deck that
// leads to it first, or of the words, where all have the same.
func (r *guide) head(t *catalog.Topic) catalog.Msg {
	name := t.Title
	for i, lead := range r.leads[t] {
		title := lead.Title()
		if lead.Deck != r.deckOf(t) {
			break
		}
		if title.ID == "" || i > 0 && title.Text != name.Text {
			return t.Title
		}
		name = title
	}
	return name
}

// rank returns the place of a deck in the game; words come last.
func (r *guide) rank(d *catalog.Deck) int {
	if i := slices.Index(r.game.Decks, d); i >= 0 {
		return i
	}
	return len(r.game.Decks)
}

// deckOf returns the deck whose cards lead to a topic first, nil when only
// words do.
func (r *guide) deckOf(t *catalog.Topic) *catalog.Deck {
	if leads := r.leads[t]; len(leads) > 0 {
		return leads[0].Deck
	}
	return nil
}

func (r *guide) guideCover(name, title string) *Cover {
	var cards []string
	var asks *catalog.Topic // on the first of the cards shown
	for _, t := range r.topics {
		if id := r.cardOf(t); id != "" {
			cards, asks = append(cards, id), cmp.Or(asks, t)
		}
	}
	about := r.texts.Word("guide.cover", "N", len(r.topics))
	c := &Cover{Alt: r.join(name+" · "+title, about), Vars: map[string]any{"title": title, "line": name, "about": about, "cards": cards, "code": ""}}
	if asks != nil {
		c.Vars["code"], c.Anchor = asks.Code, anchorOf(asks)
	}
	return c
}

// howTo says how a code is found and what the guide is for at the table.
func (r *guide) howTo(d Drawer) []Block {
	blocks := []Block{&Heading{Level: 1, Text: r.texts.Word("guide.how"), Icon: "magnifying-glass", Anchor: "how"}}
	if len(r.topics) == 0 {
		return blocks
	}
	code := r.topics[0].Code
	scene, problems := d.Draw(howFigure, map[string]any{"code": code, "card": r.cardOf(r.topics[0])})
	r.problems = append(r.problems, problems...)
	blocks = append(blocks, &Paragraph{Text: r.texts.Word("guide.how.find", "Code", "**"+keepWhole(code)+"**")})
	if scene != nil {
		blocks = append(blocks, &Figure{Name: howFigure, Scene: scene, Alt: r.texts.Word("guide.how.alt", "Code", code)})
	}
	return append(blocks, &Paragraph{Text: r.texts.Word("guide.how.read")})
}

// anchorOf names the entry of a topic.
func anchorOf(t *catalog.Topic) string { return "topic-" + t.ID }

// printed reports whether the guide has an entry for a topic.
func (r *guide) printed(id string) *catalog.Topic {
	if t := r.game.Topics[id]; t != nil && t.Named {
		return t
	}
	return nil
}

// index lists what leads to a topic, in the order of the language.
func (r *guide) index() []Block {
	word := r.texts.Word
	t := &Table{
		Loose:   true,
		Columns: []Column{{Share: 1}, {Width: layout.MM(38)}, {Width: layout.MM(19)}, {Width: layout.MM(13), Align: layout.AlignRight}},
		Head:    []string{word("guide.card"), word("guide.kind"), word("guide.code"), word("guide.page")},
	}
	type line struct {
		name, key, kind string
		topic           *catalog.Topic
	}
	var lines []line
	for _, topic := range r.topics {
		leads := r.leads[topic]
		carded := slices.ContainsFunc(leads, func(l catalog.Lead) bool { return l.Deck != nil })
		for _, lead := range leads {
			if lead.Deck == nil && carded {
				continue // a word of the glossary that a card explains better
			}
			l := line{name: i18n.Plain(r.texts.Text(lead.Title())), kind: r.kindOf(lead), topic: topic}
			if !slices.ContainsFunc(lines, func(o line) bool { return o.name == l.name && o.topic == topic }) {
				l.key = r.reading(lead.Title())
				lines = append(lines, l)
			}
		}
	}
	if len(lines) == 0 {
		return nil
	}
	slices.SortStableFunc(lines, func(a, b line) int { return r.order.Compare(a.key, b.key) })
	for _, l := range lines {
		anchor := "#" + anchorOf(l.topic)
		t.Rows = append(t.Rows, Row{Origin: l.topic.Pos, Cells: []string{
			"**" + l.name + "**", l.kind, link(l.topic.Code, anchor), link("", anchor),
		}})
	}
	return []Block{&Heading{Level: 1, Text: word("guide.index"), Icon: "list", RunOn: true, Anchor: "index"}, t}
}

// kindOf names the sort of card that leads to a topic, or the glossary.
func (r *guide) kindOf(l catalog.Lead) string {
	if l.Deck == nil {
		return r.texts.Word("rulebook.glossary")
	}
	return r.texts.Text(l.Deck.Label)
}

func (r *guide) paragraphs(list []catalog.Msg) []Block {
	var blocks []Block
	for _, m := range list {
		blocks = append(blocks, &Paragraph{Origin: r.texts.Pos(m), Text: r.linked(m)})
	}
	return blocks
}

func (r *guide) points(list []catalog.Msg) []Block {
	l := &List{}
	for _, m := range list {
		l.Items = append(l.Items, Paragraph{Origin: r.texts.Pos(m), Text: r.linked(m)})
	}
	return []Block{l}
}

// mistakes sets what many think against what is true, for every topic: two
// beside each other.
func (r *guide) mistakes() []Block {
	var frames []Block
	var open *Frame // has room on its right
	for _, t := range r.topics {
		x := t.Explanation
		if x == nil {
			continue
		}
		f := &Frame{
			Origin: r.texts.Pos(x.Claim), Look: lookMistake, Title: r.texts.Text(x.Claim), Half: true,
			Blocks: []Block{&Paragraph{Origin: r.texts.Pos(x.Truth), Text: r.linked(x.Truth) + " " + r.entryLink(t)}},
		}
		if open != nil {
			open.Beside, open = f, nil
			continue
		}
		frames, open = append(frames, f), f
	}
	if open != nil {
		open.Half = false
	}
	if len(frames) == 0 {
		return nil
	}
	return append([]Block{
		&Heading{Level: 1, Text: r.texts.Word("guide.mistakes"), Icon: "question", Anchor: "mistakes"},
		&Paragraph{Text: r.texts.Word("guide.mistakes.about")},
	}, frames...)
}

// entryLink leads to the page of a topic.
func (r *guide) entryLink(t *catalog.Topic) string {
	anchor := "#" + anchorOf(t)
	return link(r.arrow(), anchor) + r.texts.Word("guide.page-short", "N", link("", anchor))
}

// linked returns a text with its links to other topics: an arrow tells those on
// paper that an entry has this very name. What to see also names the others.
func (r *guide) linked(m catalog.Msg) string {
	var b strings.Builder
	for _, s := range catalog.Links(r.texts.Text(m)) {
		t := r.printed(s.Topic)
		switch {
		case t == nil:
			b.WriteString(s.Text)
		case sameLetters(r.texts.Text(r.head(t)), s.Text):
			b.WriteString(link(r.arrow()+s.Text, "#"+anchorOf(t)))
		default:
			b.WriteString(link(s.Text, "#"+anchorOf(t)))
		}
	}
	return b.String()
}

// arrow leads to an entry; no line ends behind it.
func (r *guide) arrow() string {
	if r.texts.Locale().WordSpaces {
		return "→\u202F"
	}
	return "→\u2060"
}

// link returns words as a link; without words it is the number of a page.
func link(words, target string) string {
	return "[" + words + "](" + strings.ReplaceAll(target, ")", "%29") + ")"
}

// aside puts words in brackets behind others.
func (r *guide) aside(words string) string {
	if r.texts.Locale().WordSpaces {
		return " (" + words + ")"
	}
	return "（" + words + "）"
}

// related names the entries that belong together: those the catalog relates
// and those the explanation leads to, with their pages; no line breaks in one.
func (r *guide) related(t *catalog.Topic) string {
	ids := slices.Clone(t.Related)
	if t.Explanation != nil {
		for _, part := range t.Explanation.Parts() {
			for _, m := range part.Texts {
				for _, s := range catalog.Links(m.Text) {
					ids = append(ids, s.Topic)
				}
			}
		}
	}
	var names []string
	for i, id := range ids {
		other := r.printed(id)
		if other == nil || other == t || slices.Contains(ids[:i], id) {
			continue
		}
		anchor := "#" + anchorOf(other)
		page := r.texts.Word("guide.page-short", "N", link("", anchor))
		name := strings.ReplaceAll(keepWhole(i18n.Plain(r.texts.Text(r.head(other)))), " ", "\u00A0")
		names = append(names, link(name, anchor)+r.texts.Locale().Comma()+page)
	}
	return strings.Join(names, "\u00A0· ")
}

// keepWhole forbids a line to end at the hyphen of a code.
func keepWhole(code string) string { return strings.ReplaceAll(code, "-", "-\u2060") }

// mostAddress is the length, in runes, up to which an address is worth typing.
const mostAddress = 58

// printedAddress returns an address as it is printed: what a browser shows, or
// the site alone when that is too long to type or holds what no keyboard has.
func printedAddress(address string) string {
	shown := siteOf(address)
	if plain, err := url.PathUnescape(shown); err == nil && utf8.ValidString(plain) {
		shown = plain
	}
	odd := func(c rune) bool { return c > 0xFFFF || !unicode.IsPrint(c) || strings.ContainsRune("[]*", c) }
	if utf8.RuneCountInString(shown) <= mostAddress && !strings.ContainsFunc(shown, odd) {
		return shown
	}
	site, _, _ := strings.Cut(shown, "/")
	return site
}

// factsOf puts the facts of a card into one line.
func (r *guide) factsOf(l catalog.Lead) string {
	var out []string
	for _, f := range FactsOf(r.game, r.texts, r.facts, l) {
		value := i18n.Plain(f.Value)
		if f.Label != "" {
			value = strings.ReplaceAll(r.label(f.Label), "**", "") + value
		}
		out = append(out, value)
	}
	return strings.Join(out, " · ")
}
