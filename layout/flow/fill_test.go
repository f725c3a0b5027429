package flow

import (
	"strings"
	"testing"
)

// A booklet has four pages a sheet: what is missing are pages for notes, and a
// back cover outside.
func TestFill(t *testing.T) {
	style := loadStyle(t, "rulebook")
	for n, want := range map[int]string{
		1: "rulebook-notes rulebook-notes rulebook-back", 13: "rulebook-notes rulebook-notes rulebook-back",
		14: "rulebook-notes rulebook-back", 15: "rulebook-back", 16: "",
	} {
		d := &fakeDrawer{t: t}
		pages, ps := everything().Fill(style, d, n)
		noProblems(t, ps)
		var got []string
		for _, s := range d.drawn {
			got = append(got, strings.Fields(s)[0])
		}
		if strings.Join(got, " ") != want || len(pages) != len(got) {
			t.Errorf("after %d pages: %d pages, drawn %q, want %q", n, len(pages), got, want)
		}
		for _, p := range pages {
			if p.Scene.Size != style.Page || len(p.Scene.Items) == 0 || p.Label != "" {
				t.Errorf("after %d pages: page %+v", n, p)
			}
		}
	}
	plain := *style
	plain.Fill = Fill{}
	if pages, ps := everything().Fill(&plain, &fakeDrawer{t: t}, 14); len(pages) != 2 || len(ps) > 0 || len(pages[1].Scene.Items) > 0 {
		t.Errorf("without templates: %v, %v", pages, ps)
	}
}
