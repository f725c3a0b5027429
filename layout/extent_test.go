package layout

import "testing"

func TestExtent(t *testing.T) {
	square := RectOutline(Rect{W: 10, H: 10}, 0)
	window := RectOutline(Rect{X: 5, W: 100, H: 4}, 0)
	at := func(x, y Length) Matrix { return Translate(Point{X: x, Y: y}) }
	path := &Path{Outline: square}
	for _, tt := range []struct {
		name  string
		box   Rect
		items []Item
		want  Rect
	}{
		{"nothing", Rect{}, nil, Rect{}},
		{"the box alone", Rect{1, 2, 3, 4}, nil, Rect{1, 2, 3, 4}},
		{"outside the box", Rect{W: 5, H: 5}, []Item{&Group{Transform: at(-20, 30), Items: []Item{path}}}, Rect{-20, 0, 25, 40}},
		{"stroke", Rect{}, []Item{&Path{Outline: square, Stroke: &Stroke{Width: 2}}}, Rect{-2, -2, 14, 14}},
		{"clip", Rect{}, []Item{&Group{Clip: &window, Items: []Item{path}}}, Rect{5, 0, 5, 4}},
		{"clipped away", Rect{}, []Item{&Group{Transform: at(50, 50), Clip: &window, Items: []Item{&Group{Transform: at(0, 40), Items: []Item{path}}}}}, Rect{}},
		{"use", Rect{}, []Item{&Use{Symbol: &Symbol{Box: Rect{W: 4, H: 2}}, Transform: at(7, 7)}}, Rect{7, 7, 4, 2}},
		{"text", Rect{}, []Item{&Text{At: Point{X: 3, Y: 20}, Size: 10, Width: 40}}, Rect{3, 10, 40, 15}},
	} {
		if got := Extent(tt.box, tt.items); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
