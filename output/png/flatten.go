package png

import (
	"math"

	"kitpress/layout"
)

// A vec is a point or a direction.
type vec struct{ x, y float64 }

func (a vec) add(b vec) vec            { return vec{a.x + b.x, a.y + b.y} }
func (a vec) sub(b vec) vec            { return vec{a.x - b.x, a.y - b.y} }
func (a vec) times(f float64) vec      { return vec{a.x * f, a.y * f} }
func (a vec) length() float64          { return math.Sqrt(a.x*a.x + a.y*a.y) }
func (a vec) cross(b vec) float64      { return a.x*b.y - a.y*b.x }
func (a vec) dot(b vec) float64        { return a.x*b.x + a.y*b.y }
func (a vec) left() vec                { return vec{a.y, -a.x} } // a quarter turn to the left where y points down
func vecOf(p layout.Point) vec         { return vec{float64(p.X), float64(p.Y)} }
func apply(m layout.Matrix, p vec) vec { return vec{m.A*p.x + m.C*p.y + m.E, m.B*p.x + m.D*p.y + m.F} }

// flatness is how far, in pixels, chords may run beside their curve.
const flatness = 0.05

// maxChords limits the number of chords of one curve.
const maxChords = 200

// chords returns how many chords a curve takes when one unit of its
// coordinates is drawn at a scale.
func chords(a, b, c, d vec, scale float64) int {
	bend := max(a.sub(b).add(c).sub(b).length(), b.sub(c).add(d).sub(c).length())
	n := math.Sqrt(0.75 * bend * scale / flatness)
	if !(n < maxChords) {
		return maxChords
	}
	return max(1, int(math.Ceil(n)))
}

// cubicAt returns the point of a curve at t.
func cubicAt(a, b, c, d vec, t float64) vec {
	u := 1 - t
	return a.times(u * u * u).add(b.times(3 * u * u * t)).add(c.times(3 * u * t * t)).add(d.times(t * t * t))
}

// farthest is the largest coordinate in pixels: products of two still fit.
const farthest = 1 << 20

// fixed returns a coordinate in pixels in subpixels.
func fixed(v float64) int {
	if !(v > -farthest) { // also what is no number
		v = -farthest
	}
	return int(math.Floor(min(v, farthest)*sub + 0.5))
}

// outline gives the raster the edges of a shape, mapped to pixels by m.
func (r *raster) outline(o layout.Outline, m layout.Matrix) {
	points := o.Points
	var pen, start vec
	for _, v := range o.Verbs {
		switch v {
		case layout.MoveTo:
			pen, points = apply(m, vecOf(points[0])), points[1:]
			start = pen
			r.move(fixed(pen.x), fixed(pen.y))
		case layout.LineTo:
			pen, points = apply(m, vecOf(points[0])), points[1:]
			r.line(fixed(pen.x), fixed(pen.y))
		case layout.CubicTo:
			b, c, d := apply(m, vecOf(points[0])), apply(m, vecOf(points[1])), apply(m, vecOf(points[2]))
			points = points[3:]
			n := chords(pen, b, c, d, 1)
			for i := 1; i < n; i++ {
				p := cubicAt(pen, b, c, d, float64(i)/float64(n))
				r.line(fixed(p.x), fixed(p.y))
			}
			r.line(fixed(d.x), fixed(d.y))
			pen = d
		case layout.Close:
			r.line(fixed(start.x), fixed(start.y))
			pen = start
		}
	}
}

// extent returns the pixels a shape touches when it is mapped by m, control
// points included, and room more on every side.
func extent(o layout.Outline, m layout.Matrix, room float64) [4]int {
	lo, hi := vec{math.Inf(1), math.Inf(1)}, vec{math.Inf(-1), math.Inf(-1)}
	for _, p := range o.Points {
		q := apply(m, vecOf(p))
		lo, hi = vec{min(lo.x, q.x), min(lo.y, q.y)}, vec{max(hi.x, q.x), max(hi.y, q.y)}
	}
	return [4]int{fixed(lo.x - room), fixed(lo.y - room), fixed(hi.x + room), fixed(hi.y + room)}
}

// upright reports whether a shape, mapped by m, is a rectangle whose sides run
// along pixels, and returns it in subpixels.
func upright(o layout.Outline, m layout.Matrix) (edges [4]int, ok bool) {
	n := len(o.Points)
	if n < 4 || n > 5 || len(o.Verbs) < n || len(o.Verbs) > n+1 || n == 5 && o.Points[4] != o.Points[0] {
		return edges, false
	}
	for i, v := range o.Verbs {
		switch {
		case i == 0 && v != layout.MoveTo, i > 0 && i < n && v != layout.LineTo, i == n && v != layout.Close:
			return edges, false
		}
	}
	var x, y [4]int
	for i := range 4 {
		p := apply(m, vecOf(o.Points[i]))
		x[i], y[i] = fixed(p.x), fixed(p.y)
	}
	if x[0] == x[1] && y[1] == y[2] && x[2] == x[3] && y[3] == y[0] || y[0] == y[1] && x[1] == x[2] && y[2] == y[3] && x[3] == x[0] {
		return [4]int{min(x[0], x[2]), min(y[0], y[2]), max(x[0], x[2]), max(y[0], y[2])}, true
	}
	return edges, false
}
