package flow

import (
	"strings"
	"testing"
	"unicode/utf8"

	"kitpress/layout"
)

// linesOf returns the lines of every paragraph, list item and explanation of a
// book, by the ID of their element, and how wide the widest is in em.
func linesOf(b *Book) (lines map[int][]string, widest map[int]float64) {
	lines, widest = map[int][]string{}, map[int]float64{}
	lastY := map[int]layout.Length{}
	each(b, func(page int, items []layout.Item) {
		for _, it := range items {
			g, ok := it.(*layout.Group)
			if !ok || g.Tag == nil || g.Tag.ID == 0 || g.Tag.Role != "P" && g.Tag.Role != "LBody" {
				continue
			}
			id := g.Tag.ID
			var left layout.Length
			for _, item := range g.Items {
				t, ok := item.(*layout.Text)
				if !ok {
					continue
				}
				y := t.At.Y + layout.Length(page)*1000*layout.Millimetre
				if n := len(lines[id]); n == 0 || lastY[id] != y {
					lines[id] = append(lines[id], "")
					lastY[id], left = y, t.At.X
				}
				lines[id][len(lines[id])-1] += t.Content
				widest[id] = max(widest[id], (t.At.X+t.Width-left).MM()/t.Size.MM())
			}
		}
	})
	return lines, widest
}

// No paragraph ends in a stub: a word of a few letters, the tail of one that
// was broken, in Japanese four signs or fewer.
func TestParagraphsEndWell(t *testing.T) {
	const least, leastJa, fullColumn = 12, 5, 20
	seen := 0
	everyBook(t, func(t *testing.T, b shippedBook) {
		lines, widest := linesOf(b.book)
		for id, l := range lines {
			if len(l) < 2 {
				continue
			}
			seen++
			last, want := strings.TrimSpace(l[len(l)-1]), leastJa
			if b.lang != "ja" {
				want = int(least * min(1, widest[id]/fullColumn))
			}
			if utf8.RuneCountInString(last) < want {
				t.Errorf("a text ends in %q (%s)", last, l[len(l)-2])
			}
		}
	})
	if seen < 3000 {
		t.Errorf("only %d texts of several lines", seen)
	}
}

// No page ends with a hyphen, of a broken word or of the text, whose other part
// is on the next one.
func TestPagesEndWithoutHyphen(t *testing.T) {
	long := strings.Repeat("Sicherheitslücken in Betriebssystemen und Man-in-the-Middle-Angriffe auf Zahlungsdienste. ", 60)
	for above := range 30 {
		f := &Flow{Title: "Tiny", Running: "Tiny", Lang: "de", Blocks: []Block{&Heading{Level: 1, Text: "First"}}}
		for range above {
			f.Blocks = append(f.Blocks, &Paragraph{Text: "Ein Satz."})
		}
		f.Blocks = append(f.Blocks, &Paragraph{Text: long})
		book, ps := f.Pages(loadStyle(t, "rulebook"), &fakeDrawer{t: t})
		noProblems(t, ps)
		last := ""
		each(book, func(page int, items []layout.Item) {
			first := true // of the text on the page
			for _, it := range items {
				g, ok := it.(*layout.Group)
				if !ok || g.Tag == nil || g.Tag.Role != "P" {
					continue
				}
				for _, item := range g.Items {
					text := item.(*layout.Text)
					if r, _ := utf8.DecodeLastRuneInString(last); first && strings.ContainsRune("-\u2010\u2011\u00AD", r) {
						t.Errorf("%d lines above: the page before %d ends with %q", above, page, last)
					}
					first, last = false, text.Content
				}
			}
		})
	}
}
