package flow

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"kitpress/layout"
)

func TestCutLinks(t *testing.T) {
	for _, c := range []struct{ text, plain, links string }{
		{"no link", "no link", ""},
		{"go [there](#a) now", "go there now", "2-7 #a"},
		{"[a](#x) and [b](https://b.org/c)", "a and b", "0-1 #x, 4-5 https://b.org/c"},
		{"page [](#p)", "page 12", "4-6 #p"},
		{"**bold [in](#a)** it", "**bold in** it", "4-6 #a"},
		{"a [b] (c) [d](e) ]( [f](#g)", "a [b] (c) [d](e) ]( f", "15-16 #g"},
		{"[open](#a", "[open](#a", ""},
		{"[x](javascript:y)", "[x](javascript:y)", ""},
	} {
		b := &builder{pages: map[string]int{"p": 12}}
		plain, spans := b.cutLinks(c.text)
		var links []string
		for _, s := range spans {
			links = append(links, strings.Join([]string{strconv.Itoa(s.from) + "-" + strconv.Itoa(s.to), s.target}, " "))
		}
		if plain != c.plain || strings.Join(links, ", ") != c.links {
			t.Errorf("%q: %q, %v", c.text, plain, links)
		}
		noProblems(t, b.problems)
	}
	b := &builder{pages: map[string]int{"p": 12}}
	if b.cutLinks("see [](#q)"); !b.problems.HasErrors() {
		t.Error("the page of an anchor that is nowhere is no problem")
	}
}

// A link lies on its words, in each line they are broken into.
func TestPlaceLinks(t *testing.T) {
	b := newBuilder(&Flow{Lang: "de"}, loadStyle(t, "guide"), &fakeDrawer{t: t})
	text := "Schalte die **doppelte** [Zwei-Faktor-Sicherheitsanmeldung](#a) ein, dann [die](#b) Sperre."
	for width := layout.MM(22); width < layout.MM(130); width += layout.MM(3) {
		block := b.set(text, &b.style.Texts.Body, true, width, at(1))
		items := block.lines(0, len(block.Lines), layout.Point{X: layout.MM(7), Y: layout.MM(9)})
		words := map[string]string{}
		var lines []int
		for _, it := range items {
			if l, ok := it.(*layout.Link); ok {
				words[l.Anchor] += under(l, items)
			}
		}
		for _, l := range block.links {
			lines = append(lines, l.line)
		}
		if words["a"] != "Zwei-Faktor-Sicherheitsanmeldung" || words["b"] != "die" || !slices.IsSorted(lines) {
			t.Errorf("%s mm: links lie on %q", width, words)
		}
	}
}
