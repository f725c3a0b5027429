package compose

import (
	"testing"

	"kitpress/layout"
)

// A page drawn so small that nothing on it can be read keeps its areas and its
// larger shapes; texts become bars, patterns and codes are left out.
func TestThumbnail(t *testing.T) {
	rect := func(w, h float64) *layout.Path {
		return &layout.Path{Outline: layout.RectOutline(layout.Rect{W: layout.MM(w), H: layout.MM(h)}, 0), Fill: layout.Black()}
	}
	pattern := rect(1, 1)
	for range 20 {
		pattern.Outline.Verbs = append(pattern.Outline.Verbs, rect(1, 1).Outline.Verbs...)
		pattern.Outline.Points = append(pattern.Outline.Points, rect(1, 1).Outline.Points...)
	}
	sym := &layout.Symbol{Name: "s", Items: []layout.Item{rect(2, 2), rect(30, 1)}}
	items := []layout.Item{
		rect(50, 50), rect(2, 2), pattern, &layout.QR{},
		&layout.Text{Size: layout.MM(14), Width: layout.MM(80), Fill: layout.Black()}, &layout.Text{Size: layout.MM(2), Width: layout.MM(80), Fill: layout.Black()},
		&layout.Group{Transform: layout.Identity(), Items: []layout.Item{rect(1, 1)}},
		&layout.Use{Symbol: sym, Transform: layout.Identity()}, &layout.Use{Symbol: sym, Transform: layout.Scale(2, 2)},
	}
	small := &thumbnail{known: map[*layout.Symbol]*layout.Symbol{}, k: 0.08}
	got := small.items(items, 0.08)
	if len(got) != 4 {
		t.Fatalf("%d items are left, want an area, a bar and a symbol twice: %v", len(got), got)
	}
	if got[0] != items[0] {
		t.Error("the area is another one")
	}
	if _, ok := got[1].(*layout.Path); !ok {
		t.Errorf("a text became %T, want a bar", got[1])
	}
	a, b := got[2].(*layout.Use), got[3].(*layout.Use)
	if a.Symbol != b.Symbol || len(a.Symbol.Items) != 1 || len(sym.Items) != 2 {
		t.Error("a symbol is made small once, and stays itself")
	}
}
