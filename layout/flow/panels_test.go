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

// Panels are drawn side by side, as high as the highest of them; a spare row
// that would begin a page is left out.
func TestPanels(t *testing.T) {
	d := &fakeDrawer{t: t, sizes: map[string]layout.Size{"half": {W: layout.MM(80), H: layout.MM(100)}}}
	row := func(alt string, spare bool) *Panels {
		return &Panels{Template: "half", Spare: spare, Cells: []Panel{{Alt: alt}, {Alt: "other"}}}
	}
	head := &Panels{Template: "head", Heading: &Heading{Level: 1, Text: "Title", Anchor: "top"}, Cells: []Panel{{Alt: "Title"}}}
	f := &Flow{Title: "Tiny", Lang: "en", Blocks: []Block{head, row("first", false), row("second", false), row("third", true)}}
	book, ps := f.Pages(loadStyle(t, "handout"), d)
	noProblems(t, ps)
	if a, b, c := pageOf(book, "first"), pageOf(book, "second"), pageOf(book, "third"); a != 1 || b != 1 || c != 0 {
		t.Errorf("the rows are on pages %d, %d and %d", a, b, c)
	}
	f.Blocks[3] = row("third", false)
	book, ps = f.Pages(loadStyle(t, "handout"), d)
	noProblems(t, ps)
	if c := pageOf(book, "third"); c != 2 {
		t.Errorf("the third row is on page %d", c)
	}
	if !strings.Contains(strings.Join(d.drawn, "\n"), "half map[high:100 size:0 wide:89]") {
		t.Errorf("drawn as %q", d.drawn)
	}
	if dump := dumpBook(book); !strings.Contains(dump, "H1 ") || !strings.Contains(dump, "anchor 14.00 top") || !strings.Contains(dump, "bookmark 0 page 0") {
		t.Errorf("no title in\n%s", dump)
	}
}
