package press

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/phrase"
)

// lineEnds take sheets in Japanese and note lines that end inside a word: in
// katakana where no two known parts meet, or in a word of the game's glossary or a
// component's name that is no phrase.
type lineEnds struct {
	broken map[string]bool
	seen   int
}

// A slot is what the lines of a text share.
type slot struct {
	origin      source.Pos
	size, width layout.Length
}

// An endedLine is one line of a text with what stands in it.
type endedLine struct {
	line *layout.Line
	text string
}

func (w *lineEnds) look(d *Sheets) {
	if d.In.Lang != "ja" {
		return
	}
	terms := termsOf(d.In)
	last := map[slot]*endedLine{}
	var open *endedLine
	var above string // the line before it
	end := func() {
		if open != nil && above != "" {
			w.judge(d.ID, above, open.text, terms)
		}
		open, above = nil, ""
	}
	for _, page := range d.Pages {
		Walk(page.Scene.Items, layout.Identity(), func(items []layout.Item, _ layout.Matrix) bool {
			for _, it := range items {
				t, ok := it.(*layout.Text)
				if !ok || t.Over || t.Line == nil {
					continue
				}
				if open == nil || open.line != t.Line {
					end()
					at := slot{t.Origin, t.Size, t.Line.Slot}
					if up := last[at]; up != nil && up.line.Nth == t.Line.Nth-1 {
						above = up.text
					}
					open = &endedLine{line: t.Line}
					last[at] = open
				}
				open.text += t.Content
			}
			return true
		})
	}
	end()
}

// judge looks at what stands on both sides of a line end.
func (w *lineEnds) judge(component, above, below string, terms []string) {
	w.seen++
	a, _ := utf8.DecodeLastRuneInString(above)
	b, _ := utf8.DecodeRuneInString(below)
	broken := katakana(a) && katakana(b) && !phrase.Seam(above[strings.LastIndexFunc(above, notKatakana)+1:], below[:strings.IndexFunc(below+"。", notKatakana)])
	for _, term := range terms {
		for at := range term {
			if at > 0 && strings.HasSuffix(above, term[:at]) && strings.HasPrefix(below, term[at:]) {
				broken = true
			}
		}
	}
	if broken {
		w.broken[fmt.Sprintf("%s: a line ends inside a word: %s / %s", component, above, below)] = true
	}
}

func katakana(r rune) bool    { return unicode.Is(unicode.Katakana, r) || r == 'ー' }
func notKatakana(r rune) bool { return !katakana(r) }

// termsOf returns the words of a game's glossaries and the names of its components,
// but those of several words.
func termsOf(l *Localization) (terms []string) {
	add := func(m catalog.Msg) {
		if s := l.Texts.Text(m); !strings.ContainsAny(s, "のをとやた（") && strings.IndexFunc(s, notKatakana) >= 0 {
			terms = append(terms, s)
		}
	}
	for _, c := range l.Game.Components {
		add(c.Name)
	}
	for _, s := range l.Game.Sets {
		if s.ID != "keywords" {
			continue
		}
		for _, r := range s.Items {
			add(r.Fields["name"].Text)
		}
	}
	return terms
}
