package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog/source"
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
	if !strings.Contains(strings.Join(d.drawn, "\n"), "half map[high:100 more:0 size:0 wide:89]") {
		t.Errorf("drawn as %q", d.drawn)
	}
	if dump := dumpBook(book); !strings.Contains(dump, "H1 ") || !strings.Contains(dump, "anchor 13.00 top") || !strings.Contains(dump, "bookmark 0 page 0") {
		t.Errorf("no title in\n%s", dump)
	}
}

// Panels in pairs stand in rows of two; an odd one has the width to itself where
// that fills a page, and the rows grow.
func TestPairsOfPanels(t *testing.T) {
	d := &wideDrawer{fakeDrawer{t: t}}
	panels := &Panels{Template: "half", Pairs: true, Grow: 0.55}
	for _, alt := range []string{"first", "second", "third", "fourth", "fifth"} {
		panels.Cells = append(panels.Cells, Panel{Alt: alt})
	}
	f := &Flow{Title: "Tiny", Lang: "en", Blocks: []Block{panels}}
	book, ps := f.Pages(loadStyle(t, "handout"), d)
	noProblems(t, ps)
	var pages []int
	for _, c := range panels.Cells {
		pages = append(pages, pageOf(book, c.Alt))
	}
	if !slices.Equal(pages, []int{1, 1, 1, 2, 2}) {
		t.Errorf("the panels are on pages %v", pages)
	}
	for _, want := range []string{
		"half map[high:180 more:0 size:0 wide:89]", // as high as it needs
		"half map[high:190.44 more:10.44 size:0 wide:89]",
		"half map[high:74.06 more:4.06 size:0 wide:182]",
		"half map[high:268.5 more:88.5 size:0 wide:89]",
	} {
		if !slices.Contains(d.drawn, want) {
			t.Errorf("never drawn as %s:\n%s", want, strings.Join(d.drawn, "\n"))
		}
	}
}

// A wideDrawer draws what has the whole width less high.
type wideDrawer struct{ fakeDrawer }

func (d *wideDrawer) Draw(template string, vars map[string]any) (*layout.Scene, source.Problems) {
	d.sizes = map[string]layout.Size{template: {W: layout.MM(10), H: layout.MM(180)}}
	if vars["wide"].(float64) > 100 {
		d.sizes[template] = layout.Size{W: layout.MM(10), H: layout.MM(70)}
	}
	return d.fakeDrawer.Draw(template, vars)
}

// Panels in columns stand below each other, as high as each needs, and go on in
// the second column.
func TestColumnsOfPanels(t *testing.T) {
	d := &fakeDrawer{t: t, sizes: map[string]layout.Size{"half": {W: layout.MM(80), H: layout.MM(60)}}}
	f := &Flow{Title: "Tiny", Lang: "en", Blocks: []Block{&Panels{Template: "half", Columns: true, Cells: []Panel{{Alt: "first"}, {Alt: "second"}, {Alt: "third"}}}}}
	book, ps := f.Pages(loadStyle(t, "handout"), d)
	noProblems(t, ps)
	dump := dumpBook(book)
	for _, want := range []string{"first\n    group at 14.00,13.00", "second\n    group at 14.00,77.00", "third\n    group at 107.00,13.00"} {
		if !strings.Contains(dump, want) {
			t.Errorf("no %q in\n%s", want, dump)
		}
	}

	// with room to grow the higher column fills the page, and no panel grows more
	// than it may
	f.Blocks[0].(*Panels).Grow = 0.5
	book, ps = f.Pages(loadStyle(t, "handout"), d)
	noProblems(t, ps)
	if dump := dumpBook(book); !strings.Contains(dump, "second\n    group at 14.00,109.50") {
		t.Errorf("the first panel has not grown in\n%s", dump)
	}
	if want := "half map[high:90 more:30 size:0 wide:89]"; !slices.Contains(d.drawn, want) {
		t.Errorf("never drawn as %s:\n%s", want, strings.Join(d.drawn, "\n"))
	}
}

// Panels are as large as leaves them on the fewest pages.
func TestSizesOfPanels(t *testing.T) {
	d := &sizedDrawer{fakeDrawer{t: t}}
	panels := func(n int) (blocks []Block) {
		for range n {
			blocks = append(blocks, &Panels{Template: "half", Cells: []Panel{{Alt: "panel"}}})
		}
		return blocks
	}
	for n, want := range map[int]string{2: "size:12", 3: "size:10", 6: "size:10", 8: "size:8"} {
		f := &Flow{Title: "Tiny", Lang: "en", Blocks: panels(n), Sizes: []float64{12, 10, 8}}
		st := loadStyle(t, "handout").in(f.Lang)
		b, leaves := f.fewest(&st, d)
		noProblems(t, b.problems)
		if got := fmt.Sprintf("size:%v", b.size); got != want {
			t.Errorf("%d panels on %d pages are drawn with %s, want %s", n, len(leaves), got, want)
		}
	}
}

// A sizedDrawer draws what is eight times as high as its size.
type sizedDrawer struct{ fakeDrawer }

func (d *sizedDrawer) Draw(template string, vars map[string]any) (*layout.Scene, source.Problems) {
	d.sizes = map[string]layout.Size{template: {W: layout.MM(10), H: layout.MM(8 * vars["size"].(float64))}}
	return d.fakeDrawer.Draw(template, vars)
}
