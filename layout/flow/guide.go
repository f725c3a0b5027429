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

// FromTopics makes the flow of a guide: every topic the game names, in the
// order of the codes, with the cards that lead there and an index of them. A
// topic without an explanation keeps to its summary. licence is that of the
// explanations, which may be another one than the game's; "" claims none.
func FromTopics(g *catalog.Game, c *catalog.Component, ed *catalog.Edition, t *i18n.Texts, d Drawer, licence string) (*Flow, source.Problems) {
	r := &guide{reader: reader{game: g, edition: ed, texts: t.With(g.ParamsFor(ed))}, facts: c.Facts}
	for _, topic := range g.Topics {
		if topic.Named {
			r.topics = append(r.topics, topic)
		}
	}
	slices.SortFunc(r.topics, func(a, b *catalog.Topic) int { return strings.Compare(a.Code, b.Code) })
	name, title := r.texts.Text(g.Name), r.texts.Text(c.Name)
	f := &Flow{Title: name + " · " + title, Running: name + " · " + title, Lang: t.Lang(), Cover: r.guideCover(name, title)}
	f.Blocks = append(r.howTo(d), r.index()...)
	f.Blocks = append(f.Blocks, &Heading{Level: 1, Text: t.Word("guide.entries"), Icon: "book-open-text", RunOn: true, Anchor: "entries"})
	for _, topic := range r.topics {
		f.Blocks = append(f.Blocks, r.entry(topic))
	}
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
	topics []*catalog.Topic // of the game, by code
	facts  []catalog.Fact
}

func (r *guide) guideCover(name, title string) *Cover {
	codes := make([]any, len(r.topics))
	for i, t := range r.topics {
		codes[i] = t.Code
	}
	return &Cover{Alt: r.join(name+" · "+title, r.texts.Text(r.game.Tagline)), Vars: map[string]any{
		"title": title, "line": name, "tag": r.texts.Text(r.game.Tagline), "codes": codes,
	}}
}

// howTo says how a code is found and what the guide is for at the table.
func (r *guide) howTo(d Drawer) []Block {
	blocks := []Block{&Heading{Level: 1, Text: r.texts.Word("guide.how"), Icon: "magnifying-glass", Anchor: "how"}}
	if len(r.topics) == 0 {
		return blocks
	}
	code, last := r.topics[0].Code, r.topics[min(1, len(r.topics)-1)].Code
	scene, problems := d.Draw(howFigure, map[string]any{"code": code, "last": last})
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
		Columns: []Column{{Share: 1}, {Width: layout.MM(38)}, {Width: layout.MM(19)}, {Width: layout.MM(13), Align: layout.AlignRight}},
		Head:    []string{word("guide.card"), word("guide.kind"), word("guide.code"), word("guide.page")},
	}
	type line struct {
		name, key, kind string
		topic           *catalog.Topic
	}
	var lines []line
	for _, topic := range r.topics {
		leads := r.game.Leads(topic.ID)
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
	order := i18n.OrderOf(r.texts.Lang())
	slices.SortStableFunc(lines, func(a, b line) int { return order.Compare(a.key, b.key) })
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

// kindsOf names the sorts of cards that lead to a topic, as the index does; a
// topic without a card is called what it is.
func (r *guide) kindsOf(t *catalog.Topic) string {
	var kinds []string
	for _, lead := range r.game.Leads(t.ID) {
		if k := r.kindOf(lead); lead.Deck != nil && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	if len(kinds) == 0 {
		return r.texts.Word("topic-kind-" + string(t.Kind))
	}
	return strings.Join(kinds, r.comma())
}

// entry explains one topic.
func (r *guide) entry(t *catalog.Topic) *Entry {
	e := &Entry{
		Origin: r.texts.Pos(t.Title), Anchor: anchorOf(t),
		Key: t.Code, Title: r.texts.Text(t.Title), Lead: r.texts.Text(t.Summary),
	}
	kind := "topic-" + string(cmp.Or(t.Kind, catalog.TopicTerm)) + "-"
	if t.Kind != "" {
		e.Kind = &Kind{ID: string(t.Kind), Word: r.kindsOf(t)}
	}
	if x := t.Explanation; x != nil {
		e.Parts = []Part{
			{Title: r.texts.Word(kind + "what"), Blocks: r.paragraphs(x.What)},
			{Title: r.texts.Word(kind + "example"), Ground: true, Blocks: r.paragraphs([]catalog.Msg{x.Example})},
			{Title: r.texts.Word(kind + "notice"), Blocks: r.points(x.Notice)},
			{Title: r.texts.Word(kind + "protect"), Blocks: r.points(x.Protect)},
			{Title: r.texts.Word(kind + "respond"), Blocks: r.points(x.Respond)},
			{Title: r.texts.Word("topic-mistake"), Whole: true, Blocks: r.mistake(x)},
		}
	}
	for _, p := range []Part{
		{Title: r.texts.Word("topic-cards"), Blocks: r.cards(t)},
		{Title: r.texts.Word("topic-related"), Blocks: r.related(t)},
		{Title: r.texts.Word("topic-reference"), Blocks: r.reference(t)},
	} {
		if len(p.Blocks) > 0 {
			e.Parts = append(e.Parts, p)
		}
	}
	return e
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

// mistake sets what many think against what is true.
func (r *guide) mistake(x *catalog.Explanation) []Block {
	return []Block{
		&Paragraph{Origin: r.texts.Pos(x.Claim), Text: r.label(r.texts.Word("topic-mistake-claim")) + r.linked(x.Claim)},
		&Paragraph{Origin: r.texts.Pos(x.Truth), Text: r.label(r.texts.Word("topic-mistake-truth")) + r.linked(x.Truth)},
	}
}

// linked returns a text with its links to other topics: an arrow tells those
// on paper that the guide has an entry of it. Other links are plain words.
func (r *guide) linked(m catalog.Msg) string {
	var b strings.Builder
	for _, s := range catalog.Links(r.texts.Text(m)) {
		if t := r.printed(s.Topic); t != nil {
			b.WriteString(link("→\u2060"+s.Text, "#"+anchorOf(t)))
			continue
		}
		b.WriteString(s.Text)
	}
	return b.String()
}

// link returns words as a link; without words it is the number of a page.
func link(words, target string) string {
	return "[" + words + "](" + strings.ReplaceAll(target, ")", "%29") + ")"
}

// cards lists what leads to a topic, with the facts the game wants told.
func (r *guide) cards(t *catalog.Topic) []Block {
	l := &List{}
	for _, lead := range r.game.Leads(t.ID) {
		if lead.Deck == nil {
			continue // a word of the glossary says nothing the summary does not
		}
		text := "**" + i18n.Plain(r.texts.Text(lead.Title())) + "**" + r.aside(r.kindOf(lead))
		if facts := r.factsOf(lead); facts != "" {
			text += " · " + facts
		}
		if !slices.ContainsFunc(l.Items, func(p Paragraph) bool { return p.Text == text }) {
			l.Items = append(l.Items, Paragraph{Origin: lead.Record.Pos, Text: text})
		}
	}
	if len(l.Items) == 0 {
		return nil
	}
	return []Block{l}
}

// aside puts words in brackets behind others.
func (r *guide) aside(words string) string {
	if r.texts.Locale().WordSpaces {
		return " (" + words + ")"
	}
	return "（" + words + "）"
}

// related names the entries that belong together: those the catalog relates
// and those the explanation leads to, with their codes and pages.
func (r *guide) related(t *catalog.Topic) []Block {
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
		names = append(names, link(r.texts.Text(other.Title), anchor)+"\u00A0**"+keepWhole(other.Code)+"**"+r.comma()+page)
	}
	if len(names) == 0 {
		return nil
	}
	return []Block{&Paragraph{Origin: t.Pos, Text: strings.Join(names, "\u00A0· "), Whole: true}}
}

// comma returns what stands between parts of a sentence.
func (r *guide) comma() string {
	if r.texts.Locale().WordSpaces {
		return ", "
	}
	return "、"
}

// keepWhole forbids a line to end at the hyphen of a code.
func keepWhole(code string) string { return strings.ReplaceAll(code, "-", "-\u2060") }

// mostAddress is the length, in runes, up to which an address is worth typing.
const mostAddress = 58

// reference prints where to read more, short enough to be typed.
func (r *guide) reference(t *catalog.Topic) []Block {
	address := t.Reference(r.texts.Lang())
	if address == "" {
		return nil
	}
	return []Block{&Paragraph{Origin: t.Pos, Text: link(printedAddress(address), address), Whole: true}}
}

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
