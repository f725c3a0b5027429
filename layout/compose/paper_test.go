package compose

import (
	"testing"
	"testing/fstest"

	"kitpress/layout"
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
