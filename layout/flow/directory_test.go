package flow

import (
	"strings"
	"testing"

	"kitpress/layout"
)

// A rulebook leads its readers: every chapter with the rules in it, and the
// words people look for, each with its rules and the pages they are on.
func TestRulebooksHaveContentsAndIndex(t *testing.T) {
	everyBook(t, func(t *testing.T, b shippedBook) {
		if b.style.Name != "rulebook" {
			return
		}
		pages := pagesOfAnchors(b.book)
		var seen [2]int
		for _, block := range b.flow.Blocks {
			d, ok := block.(*Directory)
			if !ok {
				continue
			}
			seen[d.Columns-1] += len(d.Rows)
			for _, row := range d.Rows {
				for _, a := range row.Anchors {
					if pages[a] == "" {
						t.Errorf("%q leads to %q, which is on no page", row.Text, a)
					}
				}
			}
		}
		if seen[0] < 10 || seen[1] < 15 {
			t.Errorf("%d chapters and %d words are listed", seen[0], seen[1])
		}
	})
}

// A rulebook is printed on full sheets, and its last page is the back cover.
func TestRulebooksFillTheirSheets(t *testing.T) {
	everyBook(t, func(t *testing.T, b shippedBook) {
		if b.style.Name != "rulebook" {
			return
		}
		n := len(b.book.Pages)
		last := b.book.Pages[n-1].Scene.Items
		cover, ok := last[len(last)-1].(*layout.Group)
		if n%4 != 0 || !ok || cover.Tag == nil || cover.Tag.Role != "Figure" || !strings.Contains(cover.Tag.Alt, " ") && b.lang != "ja" {
			t.Errorf("%d pages, the last one is no cover", n)
		}
	})
}

// pagesOfAnchors returns the label of the page of every anchor.
func pagesOfAnchors(b *Book) map[string]string {
	pages := map[string]string{}
	for _, p := range b.Pages {
		for _, item := range p.Scene.Items {
			if a, ok := item.(*layout.Anchor); ok {
				pages[a.Name] = p.Label
			}
		}
	}
	return pages
}
