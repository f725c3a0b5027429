package compose

import (
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/i18n"
	"kitpress/layout"
	"kitpress/layout/compose/theme"
)

// A page that fills the paper has the size of the paper, turned as the template
// says, and a template sees how large it is.
func TestPageAsLargeAsThePaper(t *testing.T) {
	a4 := layout.Size{W: layout.MM(210), H: layout.MM(297)}
	letter := layout.Size{W: layout.MM(215.9), H: layout.MM(279.4)}
	for _, tt := range []struct {
		word  string
		paper layout.Size
		want  layout.Size
	}{
		{"portrait", a4, a4},
		{"landscape", a4, layout.Size{W: a4.H, H: a4.W}},
		{"portrait", letter, letter},
		{"landscape", letter, layout.Size{W: letter.H, H: letter.W}},
	} {
		fsys := fstest.MapFS{"templates/mat.yaml": {Data: []byte("format: 1\nsize: " + tt.word +
			"\ndraw:\n  - {rect: [8, 8, page_width - 16, page_height - 16], fill: ink}\n")}}
		lib := NewLibrary(layout.Files, fsys).On(tt.paper)
		c, ps := setting{}.compose(t, pack(t), lib)
		if ps.HasErrors() {
			t.Fatal(ps.Err())
		}
		scene, ps := c.Draw("mat", nil)
		if ps.HasErrors() {
			t.Fatal(ps.Err())
		}
		got := scene.Items[0].(*layout.Path).Outline.Bounds()
		if want := (layout.Rect{W: tt.want.W, H: tt.want.H}).Inset(layout.MM(8)); scene.Size != tt.want || got != want {
			t.Errorf("%s on %v: page of %v, rectangle %v", tt.word, tt.paper, scene.Size, got)
		}
	}
}

// The steps of a lesson end above the boxes at the foot of its plan; a plan of
// more words than that is refused, on every paper and without colour, too.
func TestLongLessonsAreRefused(t *testing.T) {
	for _, paper := range []layout.Size{{W: layout.MM(210), H: layout.MM(297)}, {W: layout.MM(215.9), H: layout.MM(279.4)}} {
		for _, page := range []struct {
			deck, card, of string
			fields         []string
		}{
			{"lesson-plans", "lesson-90", "lesson-steps", []string{"teacher"}},
			{"lesson-notes", "lesson-notes", "lesson-notes", []string{"answers"}},
			{"lesson-notes", "lesson-notes", "lesson-notes", []string{"roles", "easier", "harder", "homework"}},
		} {
			for _, long := range []bool{false, true} {
				g, _ := load.Game(catalog.Embedded(), "cyber-survival")
				if long {
					lengthen(g.Deck(page.of), page.fields)
				}
				texts, _ := i18n.Load(catalog.Embedded(), g, g.Source)
				setter, err := typesetter()
				if err != nil {
					t.Fatal(err)
				}
				c, ps := New(libraryOf(t, g.ID).On(paper), Options{Game: g, Edition: &g.Editions[0], Texts: texts.With(g.ParamsFor(&g.Editions[0])),
					Typesetter: setter, Codes: &layout.Codes{}, Ink: theme.Mono})
				if ps.HasErrors() {
					t.Fatal(ps.Err())
				}
				_, ps = c.Face(page.deck, page.card, Front)
				if got := strings.Contains(printed(ps), "below each other"); got != long {
					t.Errorf("%v of %s, long: %t: %s", page.fields, page.card, long, printed(ps))
				}
			}
		}
	}
}

// lengthen says fields of each card twice.
func lengthen(d *catalog.Deck, fields []string) {
	twice := func(m *catalog.Msg) { *m = catalog.Msg{Text: m.Text + " " + m.Text, Pos: m.Pos} }
	for _, rec := range d.Cards {
		for _, field := range fields {
			v := rec.Fields[field]
			twice(&v.Text)
			for i := range v.Texts {
				twice(&v.Texts[i])
			}
			rec.Fields[field] = v
		}
	}
}
