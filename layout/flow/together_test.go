package flow

import (
	"strings"
	"testing"

	"kitpress/layout"
)

// pageOf returns the page whose dump holds a text, 0 for none.
func pageOf(book *Book, text string) int {
	for i, p := range book.Pages {
		if strings.Contains(dumpBook(&Book{Pages: []layout.Page{p}}), text) {
			return i + 1
		}
	}
	return 0
}

// What belongs together stands on one page, wherever its page begins; what is
// longer than a page is divided like everything else.
func TestTogether(t *testing.T) {
	for above := range 48 {
		f := &Flow{Title: "Tiny", Lang: "en"}
		for range above {
			f.Blocks = append(f.Blocks, &Paragraph{Text: "Ahead."})
		}
		f.Blocks = append(f.Blocks, &Together{Blocks: []Block{
			&Rule{Number: "1", Text: "Begins."},
			&List{Labels: []string{"a", "b"}, Boxes: true, Items: []Paragraph{{Text: lorem}, {Text: lorem}}},
			&Room{Lines: 3, Lead: layout.MM(9)},
			&Paragraph{Text: "Ends."},
		}}, &Paragraph{Text: "Behind."})
		book, ps := f.Pages(loadStyle(t, "handout"), &fakeDrawer{t: t})
		noProblems(t, ps)
		if first, last := pageOf(book, "Begins."), pageOf(book, "Ends."); first != last || first == 0 {
			t.Errorf("behind %d paragraphs it begins on page %d and ends on page %d", above, first, last)
		}
	}
	long := &Together{}
	for range 40 {
		long.Blocks = append(long.Blocks, &Paragraph{Text: lorem})
	}
	book, ps := (&Flow{Title: "Long", Lang: "en", Blocks: []Block{long}}).Pages(loadStyle(t, "handout"), &fakeDrawer{t: t})
	noProblems(t, ps)
	if len(book.Pages) < 2 {
		t.Errorf("%d pages", len(book.Pages))
	}
}
