package flow

import (
	"slices"
	"strings"
	"testing"
)

// What many think and what is true stand on one page.
func TestMistakesStayWhole(t *testing.T) {
	style := loadStyle(t, "guide")
	for lines := range 40 {
		claim, truth := &Paragraph{Text: "A claim."}, &Paragraph{Text: strings.Repeat("What is true. ", 40)}
		f := &Flow{Lang: "en", Blocks: []Block{&Entry{Key: "K001", Title: "One", Parts: []Part{
			{Title: "Before", Blocks: slices.Repeat([]Block{&Paragraph{Text: "A line."}}, 10+lines)},
			{Title: "Mistake", Whole: true, Blocks: []Block{claim, truth}},
			{Title: "After", Blocks: slices.Repeat([]Block{&Paragraph{Text: "A line."}}, 10)},
		}}}}
		b, leaves := f.leaves(style, &fakeDrawer{t: t})
		n := len(b.pieces) - 10 // where the part ends
		for _, l := range leaves {
			if l.to < n && l.to > 12+lines { // the head of the entry is two pieces
				t.Errorf("with %d lines before it the part is split at %d", lines, l.to)
			}
		}
	}
}
