package layout

import "testing"

func TestOutlineContains(t *testing.T) {
	disc := EllipseOutline(Point{0, 0}, 10000, 5000)
	frame := RectOutline(Rect{0, 0, 30000, 30000}, 0)
	frame.Append(PolygonOutline(Point{10000, 10000}, Point{10000, 20000}, Point{20000, 20000}, Point{20000, 10000}))
	twice := RectOutline(Rect{0, 0, 30000, 30000}, 0)
	twice.Append(RectOutline(Rect{10000, 10000, 10000, 10000}, 0)) // the same way round: no hole
	open := PolylineOutline(Point{0, 0}, Point{10000, 0}, Point{0, 10000})
	for _, c := range []struct {
		name string
		o    Outline
		p    Point
		want bool
	}{
		{"middle of a disc", disc, Point{0, 0}, true},
		{"near the end of a disc", disc, Point{9000, 0}, true},
		{"corner of its box", disc, Point{9000, 4500}, false},
		{"above a disc", disc, Point{0, -5001}, false},
		{"bar of a frame", frame, Point{5000, 15000}, true},
		{"hole of a frame", frame, Point{15000, 15000}, false},
		{"right of a frame", frame, Point{31000, 15000}, false},
		{"left of a frame", frame, Point{-1, 15000}, false},
		{"where two shapes lie", twice, Point{15000, 15000}, true},
		{"a line that is not closed", open, Point{2000, 2000}, true},
		{"beyond its missing side", open, Point{9000, 9000}, false},
		{"nothing", Outline{}, Point{}, false},
	} {
		if got := c.o.Contains(c.p); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
