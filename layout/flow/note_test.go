package flow

import (
	"strings"
	"testing"

	"kitpress/layout"
)

// A paragraph with an icon stands whole on a ground as high as its text; in a
// style without one it is like others.
func TestNotes(t *testing.T) {
	long := strings.Repeat("Tokens go back to the dish. ", 8)
	for _, c := range []struct {
		name, template string
		notes          int
	}{
		{"on a ground", "rulebook-note", 40},
		{"as running text", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, style := &fakeDrawer{t: t}, loadStyle(t, "rulebook")
			style.Note.Template = c.template
			f := &Flow{Title: "Notes", Lang: "en"}
			for range 40 {
				f.Blocks = append(f.Blocks, &Paragraph{Text: long, Icon: "gavel"})
			}
			book, ps := f.Pages(style, d)
			noProblems(t, ps)
			drawn := 0
			for _, s := range d.drawn {
				if strings.HasPrefix(s, "rulebook-note map[height:") && strings.HasSuffix(s, " icon:gavel]") {
					drawn++
				}
			}
			if drawn != c.notes {
				t.Errorf("%d grounds are drawn, want %d", drawn, c.notes)
			}
			if c.notes == 0 {
				return
			}
			pages := map[int]int{} // of each paragraph
			each(book, func(page int, items []layout.Item) {
				for _, it := range items {
					if g, ok := it.(*layout.Group); ok && g.Tag != nil && g.Tag.Role == "P" {
						if was, seen := pages[g.Tag.ID]; seen && was != page {
							t.Errorf("a note stands on the pages %d and %d", was, page)
						}
						pages[g.Tag.ID] = page
					}
				}
			})
			if len(pages) != c.notes || len(book.Pages) < 2 {
				t.Errorf("%d notes on %d pages", len(pages), len(book.Pages))
			}
		})
	}
}

// The numbers of the last line of an index keep a distance from that of the page.
func TestIndexKeepsOffTheFoot(t *testing.T) {
	everyBook(t, func(t *testing.T, b shippedBook) {
		if b.style.Name != "rulebook" {
			return
		}
		index := map[string]bool{}
		for _, block := range b.flow.Blocks {
			if d, ok := block.(*Directory); ok && d.Columns > 1 {
				for _, row := range d.Rows {
					index[row.Text] = true
				}
			}
		}
		limit := b.style.area(false).Bottom() - belowIndex
		each(b.book, func(page int, items []layout.Item) {
			if page != 2 {
				return
			}
			for _, it := range items {
				g, ok := it.(*layout.Group)
				if !ok || g.Tag == nil || g.Tag.Role != "Lbl" {
					continue
				}
				for _, item := range g.Items {
					if text, ok := item.(*layout.Text); ok && index[text.Content] && text.At.Y > limit {
						t.Errorf("%q stands %s mm from the top of its page", text.Content, text.At.Y)
					}
				}
			}
		})
	})
}
