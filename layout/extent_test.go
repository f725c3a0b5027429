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

// A line around an area that runs off the page is left where it is on the page.
func TestOpenAtEdge(t *testing.T) {
	page := Rect{W: MM(100), H: MM(50)}
	line := &Stroke{Paint: Black(), Width: MM(0.5)}
	lines := map[*Stroke]bool{line: true}
	for _, test := range []struct {
		name  string
		r     Rect
		place Matrix
		want  []Point // of the line; nil: none is left
		whole bool    // nothing is cut
	}{
		{"inside", Rect{0, 0, MM(100), MM(50)}, Identity(), nil, true},
		{"off the top and the sides", Rect{-3000, -3000, MM(106), MM(20)}, Identity(), []Point{{MM(103), MM(17)}, {-3000, MM(17)}}, false},
		{"off the left", Rect{-3000, MM(10), MM(20), MM(10)}, Identity(), []Point{{-3000, MM(10)}, {MM(17), MM(10)}, {MM(17), MM(20)}, {-3000, MM(20)}}, false},
		{"off all sides", Rect{-1000, -1000, MM(102), MM(52)}, Identity(), nil, false},
		{"moved off the top", Rect{0, 0, MM(10), MM(10)}, Translate(Point{Y: -1000}), []Point{{MM(10), 0}, {MM(10), MM(10)}, {0, MM(10)}, {0, 0}}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			area := &Path{Outline: RectOutline(test.r, 0), Fill: White(), Stroke: line}
			other := &Path{Outline: area.Outline, Stroke: &Stroke{Paint: Black(), Width: MM(0.5)}}
			out := OpenAtEdge([]Item{&Group{Transform: test.place, Items: []Item{area, other}}}, lines, Identity(), page)
			items := out[0].(*Group).Items
			if items[len(items)-1] != Item(other) {
				t.Fatal("a line that is not the ink mode's was changed")
			}
			if whole := items[0] == Item(area); whole != test.whole {
				t.Fatalf("left as it is: %t, want %t", whole, test.whole)
			}
			if test.whole {
				return
			}
			if p := items[0].(*Path); p.Fill != area.Fill || p.Stroke != nil {
				t.Error("the area is not filled without its line")
			}
			if got := len(items) - 2; got != min(1, len(test.want)) {
				t.Fatalf("%d lines are left", got)
			}
			if test.want == nil {
				return
			}
			got := items[1].(*Path).Outline.Points
			if len(got) != len(test.want) {
				t.Fatalf("the line runs through %v, want %v", got, test.want)
			}
			for i := range got {
				if got[i] != test.want[i] {
					t.Fatalf("the line runs through %v, want %v", got, test.want)
				}
			}
		})
	}
}
