package mirror

import (
	"bytes"
	"strings"
	"testing"

	"kitpress/layout"
)

// page is 100 mm wide and has one thing of each kind at its left.
func page() *layout.Scene {
	shape := layout.RectOutline(layout.Rect{X: 10_000, Y: 0, W: 5_000, H: 5_000}, 0)
	path := func() layout.Item { return &layout.Path{Outline: shape, Fill: layout.Black()} }
	icon := &layout.Symbol{Name: "icon", Box: layout.Rect{W: 20_000, H: 20_000}, Items: []layout.Item{path()}, Upright: true}
	frame := &layout.Symbol{Name: "frame", Box: layout.Rect{W: 30_000, H: 20_000}, Items: []layout.Item{path(), &layout.Use{Symbol: icon, Transform: layout.Identity()}}}
	return &layout.Scene{Name: "page", Size: layout.Size{W: 100_000, H: 50_000}, Items: []layout.Item{
		path(),
		&layout.Text{At: layout.Point{X: 2_000, Y: 9_000}, Width: 8_000, Size: 3_000, Content: "abc"},
		&layout.Link{Rect: layout.Rect{X: 2_000, Y: 6_000, W: 3_000, H: 3_000}, Anchor: "a"},
		&layout.Anchor{Name: "a", At: layout.Point{X: 2_000}},
		&layout.Image{Rect: layout.Rect{X: 1_000, Y: 1_000, W: 4_000, H: 3_000}, Picture: &layout.Picture{}},
		&layout.QR{At: layout.Point{X: 5_000}, Module: 500, Code: &layout.Code{Size: 20}, Fill: layout.Black()},
		&layout.Group{Transform: layout.Rotate(30).Then(layout.Translate(layout.Point{X: 20_000})), Clip: &shape, Items: []layout.Item{path()}},
		&layout.Use{Symbol: icon, Transform: layout.Rotate(90).Then(layout.Translate(layout.Point{X: 30_000}))},
		&layout.Use{Symbol: frame, Transform: layout.Scale(2, 2)},
		&layout.Use{Symbol: frame, Transform: layout.Identity()},
	}}
}

func TestMirror(t *testing.T) {
	m, s := New(), page()
	out := m.Scene(s)
	for i, want := range []layout.Rect{
		{X: 85_000, W: 5_000, H: 5_000},
		{X: 90_000, Y: 6_000, W: 8_000, H: 4_500},
		{X: 95_000, Y: 6_000, W: 3_000, H: 3_000},
		{},
		{X: 95_000, Y: 1_000, W: 4_000, H: 3_000},
		{X: 85_000, W: 10_000, H: 10_000},
	} {
		if got := layout.Extent(layout.Rect{}, out.Items[i:i+1]); got != want {
			t.Errorf("item %d is at %v, want %v", i, got, want)
		}
	}
	boxes := func(s *layout.Scene, i int) layout.Rect { return layout.Extent(layout.Rect{}, s.Items[i:i+1]) }
	for i := 6; i < len(s.Items); i++ {
		a, b := boxes(s, i), boxes(out, i)
		if a.X = s.Size.W - a.Right(); a != b {
			t.Errorf("item %d is at %v, want %v", i, b, a)
		}
	}
	icon, first, second := out.Items[7].(*layout.Use), out.Items[8].(*layout.Use), out.Items[9].(*layout.Use)
	if icon.Symbol != s.Items[7].(*layout.Use).Symbol || first.Symbol != second.Symbol || first.Symbol == s.Items[8].(*layout.Use).Symbol {
		t.Errorf("an upright symbol is another one, or one that is not is not turned once: %v %v", first.Symbol, second.Symbol)
	}
	if dump(t, m.Scene(out)) != dump(t, s) || m.Scene(out).Items[9].(*layout.Use).Symbol != s.Items[9].(*layout.Use).Symbol {
		t.Errorf("mirrored twice it is\n%s\nwant\n%s", dump(t, m.Scene(out)), dump(t, s))
	}
	var none *Mirror
	if none.Scene(s) != s || m.Scene(nil) != nil {
		t.Error("no mirror changes a scene, or one makes something of nothing")
	}
}

func dump(t *testing.T, s *layout.Scene) string {
	var b bytes.Buffer
	if err := layout.Dump(&b, &layout.Scene{Size: s.Size, Items: append(s.Items[:4:4], s.Items[5:]...)}); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(b.String(), "-0 ", "0 ")
}
