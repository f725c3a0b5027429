package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A chapter runs on where the page has room for its title and what must stand
// below it; otherwise it begins a page, and then as other chapters do: with a
// band.
func TestChaptersRunOn(t *testing.T) {
	paragraphs := func(n int) []Paragraph {
		return slices.Repeat([]Paragraph{{Text: lorem}}, n)
	}
	for _, c := range []struct {
		name     string
		above    int // paragraphs on the page before the chapter
		credits  int // paragraphs in the box that is kept with its title
		pages    int
		template string // what the title is drawn with
	}{
		{"room for all", 3, 2, 1, "rulebook-chapter"},
		{"room for the title only", 6, 8, 2, "rulebook-band"},
		{"no room", 14, 2, 2, "rulebook-band"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &Flow{Title: "Tiny", Running: "Tiny", Lang: "en", Blocks: []Block{&Heading{Level: 1, Text: "First"}}}
			for _, p := range paragraphs(c.above) {
				f.Blocks = append(f.Blocks, &p)
			}
			f.Blocks = append(f.Blocks, &Heading{Level: 1, Text: "Last", RunOn: true}, &Credits{Lines: paragraphs(c.credits)})
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
