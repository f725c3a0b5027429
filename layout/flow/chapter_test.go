package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kitpress/i18n"
	"kitpress/layout"
)

// A chapter runs on, with a strip, where the page has room for its title and
// what must stand below it; otherwise it begins a page with a band. A minor one
// looks the same wherever it comes to stand.
func TestChaptersRunOn(t *testing.T) {
	paragraphs := func(n int) []Paragraph {
		return slices.Repeat([]Paragraph{{Text: lorem}}, n)
	}
	for _, c := range []struct {
		name     string
		minor    bool
		above    int // paragraphs on the page before the chapter
		credits  int // paragraphs in the box that is kept with its title
		pages    int
		template string // what the title is drawn with
	}{
		{"room for all", false, 3, 2, 1, "rulebook-strip"},
		{"room for the title only", false, 6, 8, 2, "rulebook-band"},
		{"no room", false, 14, 2, 2, "rulebook-band"},
		{"minor, room for all", true, 3, 2, 1, "rulebook-chapter"},
		{"minor, first on its page", true, 14, 8, 2, "rulebook-chapter"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &Flow{Title: "Tiny", Running: "Tiny", Lang: "en", Blocks: []Block{&Heading{Level: 1, Text: "First"}}}
			for _, p := range paragraphs(c.above) {
				f.Blocks = append(f.Blocks, &p)
			}
			f.Blocks = append(f.Blocks, &Heading{Level: 1, Text: "Last", RunOn: true, Minor: c.minor}, &Credits{Lines: paragraphs(c.credits)})
			d := &fakeDrawer{t: t}
			book, ps := f.Pages(loadStyle(t, "rulebook"), d)
			noProblems(t, ps)
			if len(book.Pages) != c.pages {
				t.Errorf("%d pages, want %d", len(book.Pages), c.pages)
			}
			var got []string
			for _, line := range d.drawn {
				if template, _, _ := strings.Cut(line, " "); strings.Contains(line, "title:Last") {
					got = append(got, template)
				}
			}
			if want := fmt.Sprint([]string{c.template}); fmt.Sprint(got) != want {
				t.Errorf("the title was drawn with %v, want %s", got, want)
			}
		})
	}
}

// How strong a title looks is the catalog's say, never that of the space a
// page has left: in every shipped book the chapters have bands or strips, the
// minor ones do not and are set smaller, and the titles within them smaller
// still.
func TestTitlesKeepTheirRank(t *testing.T) {
	seen := map[bool]int{}
	everyBook(t, func(t *testing.T, b shippedBook) {
		titles := titlesOf(b.book)
		part := b.style.Texts.H2.Size
		for _, block := range b.flow.Blocks {
			h, ok := block.(*Heading)
			if !ok || h.Level != 1 {
				continue
			}
			seen[h.Minor]++
			title := titles[i18n.Plain(h.Text)]
			minor := b.style.Texts.H1.Size
			switch {
			case title == nil:
				t.Errorf("no title %q", h.Text)
			case h.Minor && (title.Fill != b.drawer.Paint(b.style.Texts.H1.Paint) || title.Size != minor || title.Size <= part):
				t.Errorf("the minor title %q has %.4g pt in %s", h.Text, title.Size.Pt(), title.Fill.Role)
			case !h.Minor && (title.Fill != b.drawer.Paint(b.style.Texts.Band.Paint) || title.Size < minor):
				t.Errorf("the title %q has %.4g pt in %s", h.Text, title.Size.Pt(), title.Fill.Role)
			}
		}
	})
	if seen[false] < 60 || seen[true] < 32 {
		t.Errorf("only %d titles and %d minor ones", seen[false], seen[true])
	}
}

// titlesOf returns the text of every chapter's title.
func titlesOf(b *Book) map[string]*layout.Text {
	titles := map[string]*layout.Text{}
	each(b, func(_ int, items []layout.Item) {
		for _, it := range items {
			if g, ok := it.(*layout.Group); ok && g.Tag != nil && g.Tag.Role == "H1" && len(g.Items) > 0 {
				if t, ok := g.Items[0].(*layout.Text); ok {
					titles[t.Content] = t
				}
			}
		}
	})
	return titles
}
