package layout

import "math"

// A Point is a place on a page: origin top left, x to the right, y down.
type Point struct{ X, Y Length }

// Add returns p moved by q.
func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// A Size is a width and a height.
type Size struct{ W, H Length }

// A Rect is an upright rectangle by its top left corner and its size.
type Rect struct{ X, Y, W, H Length }

// Right returns the x of the right edge.
func (r Rect) Right() Length { return r.X + r.W }

// Bottom returns the y of the lower edge.
func (r Rect) Bottom() Length { return r.Y + r.H }

// Size returns the rectangle's size.
func (r Rect) Size() Size { return Size{r.W, r.H} }

// Inset returns r made smaller by d on every side (larger when d is negative).
func (r Rect) Inset(d Length) Rect { return Rect{r.X + d, r.Y + d, r.W - 2*d, r.H - 2*d} }

// Contains reports whether q lies within r.
func (r Rect) Contains(q Rect) bool {
	return q.X >= r.X && q.Y >= r.Y && q.Right() <= r.Right() && q.Bottom() <= r.Bottom()
}

// A Matrix maps (x, y) to (A·x + C·y + E, B·x + D·y + F); A to D are plain
// numbers, E and F micrometres. The zero Matrix is not useful: start from
// Identity.
type Matrix struct{ A, B, C, D, E, F float64 }

// Identity returns the matrix that changes nothing.
func Identity() Matrix { return Matrix{A: 1, D: 1} }

// Translate returns a shift by p.
func Translate(p Point) Matrix { return Matrix{1, 0, 0, 1, float64(p.X), float64(p.Y)} }

// Scale returns a scaling about the origin.
func Scale(sx, sy float64) Matrix { return Matrix{sx, 0, 0, sy, 0, 0} }

// Rotate returns a clockwise turn (y points down) about the origin, in
// degrees. Quarter turns are exact.
func Rotate(degrees float64) Matrix {
	switch math.Mod(math.Mod(degrees, 360)+360, 360) {
	case 0:
		return Identity()
	case 90:
		return Matrix{0, 1, -1, 0, 0, 0}
	case 180:
		return Matrix{-1, 0, 0, -1, 0, 0}
	case 270:
		return Matrix{0, -1, 1, 0, 0, 0}
	}
	s, c := math.Sincos(degrees * math.Pi / 180)
	return Matrix{c, s, -s, c, 0, 0}
}

// Then returns the map that applies m first and n after it.
func (m Matrix) Then(n Matrix) Matrix {
	return Matrix{
		A: m.A*n.A + m.B*n.C, B: m.A*n.B + m.B*n.D,
		C: m.C*n.A + m.D*n.C, D: m.C*n.B + m.D*n.D,
		E: m.E*n.A + m.F*n.C + n.E, F: m.E*n.B + m.F*n.D + n.F,
	}
}

// Apply returns the image of p, rounded to the micrometre.
func (m Matrix) Apply(p Point) Point {
	x, y := float64(p.X), float64(p.Y)
	return Point{Length(math.Round(m.A*x + m.C*y + m.E)), Length(math.Round(m.B*x + m.D*y + m.F))}
}

// Bounds returns the upright rectangle around the image of r.
func (m Matrix) Bounds(r Rect) Rect {
	first := m.Apply(Point{r.X, r.Y})
	lo, hi := first, first
	for _, c := range []Point{{r.Right(), r.Y}, {r.X, r.Bottom()}, {r.Right(), r.Bottom()}} {
		q := m.Apply(c)
		lo.X, lo.Y = min(lo.X, q.X), min(lo.Y, q.Y)
		hi.X, hi.Y = max(hi.X, q.X), max(hi.Y, q.Y)
	}
	return Rect{lo.X, lo.Y, hi.X - lo.X, hi.Y - lo.Y}
}

// IsIdentity reports whether m changes nothing.
func (m Matrix) IsIdentity() bool { return m == Identity() }
