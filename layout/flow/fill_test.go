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
		1: "rulebook-plays rulebook-plays rulebook-back", 13: "rulebook-plays rulebook-plays rulebook-back",
		14: "rulebook-plays rulebook-back", 15: "rulebook-back", 16: "",
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

// Credits alone on a page leave no empty half: the outer page of a sheet becomes
// the back cover, others have lines for notes, and a full one has neither.
func TestAboveCredits(t *testing.T) {
	style := loadStyle(t, "guide")
	for _, x := range []struct {
		name        string
		pages       int // before the credits
		lines       int
		want, never string
	}{
		{"within", 1, 3, "rulebook-notes map[height:", "guide-back map[height:1"},
		{"outside", 3, 3, "guide-back map[height:1", "rulebook-notes"},
		{"full", 3, 33, "", "map[height:1"},
	} {
		f := &Flow{Lang: "en", Back: &Cover{Alt: "The back."}}
		for range x.pages {
			f.Blocks = append(f.Blocks, &Paragraph{Text: "A page."}, &PageBreak{})
		}
		c := &Credits{Title: "Credits"}
		for range x.lines {
			c.Lines = append(c.Lines, Paragraph{Text: "Somebody did something."})
		}
		f.Blocks = append(f.Blocks, c)
		d := &fakeDrawer{t: t}
		_, ps := f.Pages(style, d)
		noProblems(t, ps)
		drawn := strings.Join(d.drawn, "\n")
		if !strings.Contains(drawn, x.want) || strings.Contains(drawn, x.never) {
			t.Errorf("%s: drawn\n%s", x.name, drawn)
		}
	}
}
