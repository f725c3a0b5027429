package site

import (
	"bytes"
	"cmp"
	"net/url"
	"slices"
	"strings"
)

// A Finder finds topics by words that are in their texts, for whoever serves
// the site. It is safe for use by several goroutines.
type Finder struct {
	w  *writer
	of map[string][]entry // by language
}

// An entry is a topic in a language, in small letters.
type entry struct {
	code, title, names, text string
}

// NewFinder reads the words of a site.
func NewFinder(s *Site) (*Finder, error) {
	w, err := newWriter(s, nil)
	if err != nil {
		return nil, err
	}
	x := &Finder{w: w, of: map[string][]entry{}}
	for _, t := range w.byCode() {
		for tag, text := range t.Texts {
			x.of[tag] = append(x.of[tag], entryOf(t.Code, &text))
		}
	}
	return x, nil
}

// entryOf returns what a topic is found by in a language.
func entryOf(code string, t *TopicText) entry {
	names, words := slices.Clone(t.Tags), []string{t.Summary}
	for _, c := range t.Cards {
		names = append(names, c.Title)
	}
	for _, s := range t.Sections {
		for _, p := range s.Parts {
			words = append(words, p.Label)
			for _, span := range p.Spans {
				words = append(words, span.Text)
			}
		}
	}
	return entry{code, strings.ToLower(t.Title), strings.ToLower(strings.Join(names, "\n")), strings.ToLower(strings.Join(words, "\n"))}
}

// maxFound is how many topics a page lists.
const maxFound = 20

// Find returns a page in a language of the site with the topics that have all
// words somebody typed, those with them in their names first; nil when there is
// none.
func (x *Finder) Find(lang, typed string) []byte {
	words := strings.Fields(strings.ToLower(typed))
	i := slices.IndexFunc(x.w.Languages, func(l Language) bool { return l.Tag == lang })
	if i < 0 || len(words) == 0 {
		return nil
	}
	type found struct {
		code string
		rank int
	}
	var list []found
	for _, e := range x.of[lang] {
		if rank := e.rank(words); rank > 0 {
			list = append(list, found{e.code, rank})
		}
	}
	if len(list) == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(a, b found) int { return cmp.Compare(b.rank, a.rank) })
	l := &x.w.Languages[i]
	p := struct {
		common
		Typed   string
		Choices []choice
	}{common: x.w.common(Index, l, "", typed), Typed: typed}
	p.Root, p.Stay = x.w.Root+"/", true
	p.Find = x.w.find(p.Root, lang)
	p.Crumbs = []link{{Href: p.Root + Index, Text: l.Words.Start}}
	for i := range x.w.Languages {
		other := &x.w.Languages[i]
		p.Switch = append(p.Switch, link{Href: p.Root + "C?" + url.Values{"code": {typed}, "lang": {other.Tag}}.Encode(), Text: other.Name, Lang: other.Tag, Current: other == l})
	}
	for _, f := range list[:min(len(list), maxFound)] {
		text := x.w.topics[f.code].Texts[lang]
		p.Choices = append(p.Choices, choice{lang, f.code, p.Root + TopicPage(f.code, lang), text.Title, text.Summary, ""})
	}
	var page bytes.Buffer
	if pages().ExecuteTemplate(&page, "found", p) != nil {
		return nil
	}
	return page.Bytes()
}

// rank returns how well words fit: 0 when one of them is missing.
func (e entry) rank(words []string) int {
	rank := 0
	for _, w := range words {
		switch {
		case e.title == strings.Join(words, " "):
			rank += 20
		case strings.Contains(e.title, w):
			rank += 9
		case strings.Contains(e.names, w):
			rank += 3
		case strings.Contains(e.text, w):
			rank++
		default:
			return 0
		}
	}
	return rank
}
