package site

import (
	"html/template"
	"strings"
)

// A topicPage is a topic in one language.
type topicPage struct {
	common
	Topic      *Topic
	Icon       template.HTML
	Text       TopicText
	Kind       string
	Sections   []shownSection
	Cards      []shownCard
	Related    []link
	References []reference
	Face       string // way to the picture; "" for none
}

// A shownSection is a section with its links resolved.
type shownSection struct {
	ID, Heading string
	Icon        template.HTML
	Form        Form
	Parts       []shownPart
}

type shownPart struct {
	Label string
	Spans template.HTML
}

type shownCard struct {
	Class, Label, Title string
	Icon, Text          template.HTML
	Facts               []Fact
	Href, GameName      string
}

type reference struct{ URL, Host, Lang string }

// topic writes the pages of a topic: one for its code, and one in each of its
// languages.
func (w *writer) topic(t *Topic) {
	langs := languagesOf(w, t.Texts)
	for _, l := range langs {
		w.topicIn(t, l)
		if f := t.Texts[l.Tag].Face; f != nil {
			w.file(faceFile(f), f.SVG)
		}
	}
	if len(langs) == 0 {
		return
	}
	first := langs[0]
	p := codePage{common: w.common(CodePage(t.Code), first, t.Kind.class(), t.Code+" · "+t.Texts[first.Tag].Title), Topic: t, Icon: w.icon(t.Icon)}
	p.Crumbs = append(p.Crumbs, link{Href: p.Root + CodesPage(first.Tag), Text: first.Words.Codes})
	for _, l := range langs {
		text := t.Texts[l.Tag]
		href := p.Root + TopicPage(t.Code, l.Tag)
		p.Choices = append(p.Choices, choice{l.Tag, l.Name, href, text.Title, text.Summary, l.Dir})
		p.Alternates = append(p.Alternates, link{Href: href, Lang: l.Tag})
	}
	w.page(p.name, "code", p)
}

// A codePage lets the reader choose a language.
type codePage struct {
	common
	Topic   *Topic
	Icon    template.HTML
	Choices []choice
}

type choice struct{ Lang, Language, Href, Title, Summary, Dir string }

func (w *writer) topicIn(t *Topic, l *Language) {
	text := t.Texts[l.Tag]
	p := topicPage{
		common: w.common(TopicPage(t.Code, l.Tag), l, t.Kind.class(), text.Title+" · "+t.Code),
		Topic:  t, Icon: w.icon(t.Icon), Text: text, Kind: l.Words.Kinds[t.Kind],
	}
	c := &p.common
	c.Description = text.Summary
	if text.Face != nil {
		p.Face = c.Root + faceFile(text.Face)
	}
	c.Crumbs = append(c.Crumbs, link{Href: c.Root + CodesPage(l.Tag), Text: l.Words.Codes})
	w.switchTo(c, func(lang string) string { return TopicPage(t.Code, lang) },
		func(lang string) bool { _, ok := t.Texts[lang]; return ok })
	for _, s := range text.Sections {
		shown := shownSection{ID: s.ID, Heading: s.Heading, Icon: w.icon(s.Icon), Form: s.Form}
		for _, part := range s.Parts {
			shown.Parts = append(shown.Parts, shownPart{part.Label, w.spans(c, t, part.Spans)})
		}
		p.Sections = append(p.Sections, shown)
	}
	for _, card := range text.Cards {
		p.Cards = append(p.Cards, w.card(c, t, card))
	}
	for _, code := range t.Related {
		if to, ok := w.topicLink(c, code); ok && code != t.Code {
			p.Related = append(p.Related, to)
		}
	}
	for _, r := range text.References {
		p.References = append(p.References, reference{r.URL, hostOf(r.URL), r.Lang})
	}
	w.page(p.name, "topic.html", p)
}

func (w *writer) card(c *common, t *Topic, card Card) shownCard {
	s := shownCard{Label: card.Label, Title: card.Title, Icon: w.icon(card.Icon), Text: w.spans(c, t, card.Text), Facts: card.Facts}
	if g := w.games[card.Game]; g != nil {
		s.Class, s.GameName = g.class(), g.Texts[c.Lang].Name
		s.Href = c.Root + gamePage(g.ID, c.Lang)
	}
	return s
}

// spans sets a text with its links; a link to the page itself, or to no topic,
// stays text.
func (w *writer) spans(c *common, t *Topic, list []Span) template.HTML {
	var b strings.Builder
	for _, s := range list {
		before, after := "", ""
		if to, ok := w.topicLink(c, s.Code); ok && s.Code != t.Code {
			before, after = `<a href="`+escape.Replace(to.Href)+`">`, "</a>"
		} else if s.Strong {
			before, after = "<strong>", "</strong>"
		}
		if s.Italic {
			before, after = before+"<em>", "</em>"+after
		}
		if s.Small {
			before, after = before+`<span class="small-caps">`, "</span>"+after
		}
		if s.Raised {
			before, after = before+"<sup>", "</sup>"+after
		}
		if s.Over != "" {
			before, after = before+"<ruby>", "<rp>(</rp><rt>"+escape.Replace(s.Over)+"</rt><rp>)</rp></ruby>"+after
		}
		b.WriteString(before)
		escape.WriteString(&b, s.Text)
		b.WriteString(after)
	}
	return template.HTML(b.String())
}

// escape makes texts part of a page, as the templates do it.
var escape = strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")

// icon returns a picture, drawn once for all its pages.
func (w *writer) icon(i *Icon) template.HTML {
	if i == nil {
		return ""
	}
	if w.icons[i] == "" {
		var b strings.Builder
		b.WriteString(`<svg viewBox="` + escape.Replace(i.Box) + `" aria-hidden=true>`)
		for _, s := range i.Shapes {
			class := ""
			if s.Soft {
				class = ` class="soft"`
			}
			b.WriteString("<path" + class + ` d="` + escape.Replace(s.Path) + `"/>`)
		}
		b.WriteString("</svg>")
		w.icons[i] = template.HTML(b.String())
	}
	return w.icons[i]
}

// redirects writes pages that lead from codes of the past to those of today,
// for hosts that read no list of redirects.
func (w *writer) redirects() {
	for _, r := range w.moves() {
		t := w.topics[r.to]
		for _, l := range languagesOf(w, t.Texts) {
			w.moved(TopicPage(r.from, l.Tag), TopicPage(r.to, l.Tag), l.Tag, t.Texts[l.Tag].Title)
		}
		w.moved(CodePage(r.from), CodePage(r.to), w.Languages[0].Tag, r.to)
	}
}

func (w *writer) moved(from, to, lang, title string) {
	w.page(from, "moved", struct{ Lang, Href, Title, Root string }{lang, root(from) + to, title, root(from)})
}

// folder returns the folder of a page, with the slash.
func folder(page string) string { return strings.TrimSuffix(page, Index) }
