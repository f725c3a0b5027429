package compose

import (
	"fmt"
	"math"

	"kitpress/layout"
	"kitpress/layout/compose/expr"
)

// A shapeElement draws a rectangle, circle, polygon, line or path.
type shapeElement struct {
	base
	kind   string // rect, circle, polygon, line, path
	nums   []num
	points [][2]num
	radii  []num // rect: none, one, or four
	data   layout.Outline
	at     [2]num
	scale  num
	turn   num
	paintSpec
}

// paintSpec is the fill and stroke of a shape.
type paintSpec struct {
	fill, stroke word
	width        num
	dash         []num
	round        bool
}

func (p paintSpec) strokeOf(d *drawing, e *expr.Env) *layout.Stroke {
	in := d.paint(e, p.stroke)
	if in == nil {
		return nil
	}
	s := &layout.Stroke{Paint: in.Paint, Width: d.mm(e, p.width), Round: p.round}
	for _, n := range p.dash {
		s.Dash = append(s.Dash, d.mm(e, n))
	}
	if s.Width <= 0 {
		d.fail(p.width.pos, p.width.blame(e), fmt.Errorf("want a width above 0, found %s", s.Width))
		return nil
	}
	return s
}

func (s *shapeElement) draw(d *drawing, e *expr.Env) {
	if s.shown(d, e) {
		d.fill(d.origin(e), s.outline(d, e), d.paint(e, s.fill), s.strokeOf(d, e))
	}
}

func (s *shapeElement) outline(d *drawing, e *expr.Env) layout.Outline {
	switch s.kind {
	case "rect":
		return d.rect(e, s.nums, s.radii)
	case "circle":
		r := d.side(e, s.nums[2])
		if r == 0 {
			return layout.Outline{}
		}
		return layout.EllipseOutline(layout.Point{X: d.mm(e, s.nums[0]), Y: d.mm(e, s.nums[1])}, r, r)
	case "path":
		if reach(s.data.Bounds())*d.scaled(e, s.scale).A > maxLength {
			d.fail(s.pos, s.scale.blame(e), fmt.Errorf("the path is too large: lengths go up to %d mm", maxLength))
			return layout.Outline{}
		}
		m := d.scaled(e, s.scale).Then(layout.Rotate(d.float(e, s.turn))).Then(layout.Translate(d.point(e, s.at)))
		return s.data.Transform(m)
	}
	points := make([]layout.Point, len(s.points))
	for i, p := range s.points {
		points[i] = d.point(e, p)
	}
	if s.kind == "line" {
		return layout.PolylineOutline(points...)
	}
	return layout.PolygonOutline(points...)
}

// reach returns how far r lies from the origin, mm.
func reach(r layout.Rect) float64 {
	return max(math.Abs(r.X.MM()), math.Abs(r.Y.MM()), math.Abs(r.X.MM()+r.W.MM()), math.Abs(r.Y.MM()+r.H.MM()))
}

// scaled returns a scaling; 1 when there is none.
func (d *drawing) scaled(e *expr.Env, n num) layout.Matrix {
	k := 1.0
	if n.set() {
		k = d.between(e, n, "scale", 0.001, 1000)
	}
	return layout.Scale(k, k)
}

// side evaluates a length that may not be negative.
func (d *drawing) side(e *expr.Env, n num) layout.Length {
	l := d.mm(e, n)
	if l < 0 {
		d.fail(n.pos, n.blame(e), fmt.Errorf("want a length of 0 or more, found %s", l))
		return 0
	}
	return l
}

// rect returns the rectangle of x, y, width and height, with one radius or
// four; without a width or height it is empty.
func (d *drawing) rect(e *expr.Env, n, radii []num) layout.Outline {
	r := layout.Rect{X: d.mm(e, n[0]), Y: d.mm(e, n[1]), W: d.side(e, n[2]), H: d.side(e, n[3])}
	if r.W == 0 || r.H == 0 {
		return layout.Outline{}
	}
	return d.rounded(e, r, radii)
}

// rounded returns a rectangle with the radii of its corners: none, one for
// all, or four.
func (d *drawing) rounded(e *expr.Env, r layout.Rect, radii []num) layout.Outline {
	switch len(radii) {
	case 0:
		return layout.RectOutline(r, 0)
	case 1:
		return layout.RectOutline(r, d.side(e, radii[0]))
	}
	var four [4]layout.Length
	for i := range four {
		four[i] = d.side(e, radii[i])
	}
	return layout.RoundedRect(r, four)
}
