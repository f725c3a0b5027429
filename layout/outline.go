package layout

import "math"

// A Verb is one step of an Outline.
type Verb uint8

// The verbs, with the number of points each takes.
const (
	MoveTo  Verb = iota // 1
	LineTo              // 1
	CubicTo             // 3: two control points, end point
	Close               // 0
)

// An Outline is a shape: verbs and the points they use, in micrometres.
// Outlines are filled by the non-zero winding rule.
type Outline struct {
	Verbs  []Verb
	Points []Point
}

// Move starts a new sub-path at p.
func (o *Outline) Move(p Point) { o.Verbs = append(o.Verbs, MoveTo); o.Points = append(o.Points, p) }

// Line draws a straight line to p.
func (o *Outline) Line(p Point) { o.Verbs = append(o.Verbs, LineTo); o.Points = append(o.Points, p) }

// Cubic draws a Bézier curve to p with control points a and b.
func (o *Outline) Cubic(a, b, p Point) {
	o.Verbs = append(o.Verbs, CubicTo)
	o.Points = append(o.Points, a, b, p)
}

// Close ends the sub-path with a line to its start.
func (o *Outline) Close() { o.Verbs = append(o.Verbs, Close) }

// Append adds the sub-paths of q.
func (o *Outline) Append(q Outline) {
	o.Verbs = append(o.Verbs, q.Verbs...)
	o.Points = append(o.Points, q.Points...)
}

// Transform returns the outline mapped by m.
func (o Outline) Transform(m Matrix) Outline {
	out := Outline{Verbs: o.Verbs, Points: make([]Point, len(o.Points))}
	for i, p := range o.Points {
		out.Points[i] = m.Apply(p)
	}
	return out
}

// Bounds returns the upright rectangle around all points, control points
// included.
func (o Outline) Bounds() Rect {
	if len(o.Points) == 0 {
		return Rect{}
	}
	lo, hi := o.Points[0], o.Points[0]
	for _, p := range o.Points[1:] {
		lo.X, lo.Y = min(lo.X, p.X), min(lo.Y, p.Y)
		hi.X, hi.Y = max(hi.X, p.X), max(hi.Y, p.Y)
	}
	return Rect{lo.X, lo.Y, hi.X - lo.X, hi.Y - lo.Y}
}

// SubPaths returns each sub-path as an outline of its own, which shares the
// memory of o.
func (o Outline) SubPaths() []Outline {
	var out []Outline
	from, next := 0, 0 // where the sub-path begins and the points that follow it
	for i, v := range o.Verbs {
		if v == MoveTo || len(out) == 0 {
			out, from = append(out, Outline{}), i
			o.Points, next = o.Points[next:], 0
		}
		next += [...]int{MoveTo: 1, LineTo: 1, CubicTo: 3, Close: 0}[v]
		out[len(out)-1] = Outline{Verbs: o.Verbs[from : i+1 : i+1], Points: o.Points[:next:next]}
	}
	return out
}

// Area returns twice the signed area of the polygon through all points of a
// sub-path, in mm²: its sign tells which way round it runs.
func (o Outline) Area() float64 {
	var a float64
	for i, p := range o.Points {
		q := o.Points[(i+1)%len(o.Points)]
		a += p.X.MM()*q.Y.MM() - q.X.MM()*p.Y.MM()
	}
	return a
}

// Reversed returns a single sub-path drawn backwards and closed.
func (o Outline) Reversed() Outline {
	var out Outline
	n := len(o.Points)
	if n == 0 {
		return o
	}
	out.Move(o.Points[n-1])
	at := n - 1
	for i := len(o.Verbs) - 1; i > 0; i-- {
		switch o.Verbs[i] {
		case LineTo:
			at--
			out.Line(o.Points[at])
		case CubicTo:
			out.Cubic(o.Points[at-1], o.Points[at-2], o.Points[at-3])
			at -= 3
		}
	}
	out.Close()
	return out
}

// maxNested is the number of sub-paths up to which EvenOdd looks at all pairs.
const maxNested = 500

// EvenOdd turns the sub-paths so that the non-zero rule fills what the
// even-odd rule does: one that lies in an odd number of others is a hole.
// Sub-paths that cross each other stay as they are where they cross.
func (o Outline) EvenOdd() Outline {
	subs := o.SubPaths()
	if len(subs) < 2 || len(subs) > maxNested {
		return o
	}
	var out Outline
	for i, sub := range subs {
		hole := false
		within := sub.within()
		for j, other := range subs {
			hole = hole != (i != j && other.Contains(within))
		}
		if (sub.Area() < 0) != hole {
			sub = sub.Reversed()
		}
		out.Append(sub)
	}
	return out
}

// within returns a point inside the outline, near to its line: sub-paths that
// share a part of their lines are told apart by it. An outline without an
// inside has one on its line.
func (o Outline) within() Point {
	if len(o.Points) == 0 {
		return Point{}
	}
	b := o.Bounds()
	off := float64(max(b.W, b.H)) / 500
	for i, to := range o.Points[1:] {
		from := o.Points[i]
		dx, dy := float64(to.X-from.X), float64(to.Y-from.Y)
		length := math.Sqrt(dx*dx + dy*dy)
		if length == 0 {
			continue
		}
		n := Point{Length(-dy / length * off), Length(dx / length * off)}
		mid := Point{(from.X + to.X) / 2, (from.Y + to.Y) / 2}
		for _, p := range [2]Point{mid.Add(n), {mid.X - n.X, mid.Y - n.Y}} {
			if o.Contains(p) {
				return p
			}
		}
	}
	return o.Points[0]
}

// kappa is the control distance that makes four Bézier curves a circle.
const kappa = 0.5522847498

// RectOutline returns r, with corners rounded by radius when it is positive.
func RectOutline(r Rect, radius Length) Outline {
	radius = min(radius, r.W/2, r.H/2)
	return RoundedRect(r, [4]Length{radius, radius, radius, radius})
}

// RoundedRect returns r with one radius per corner: top left, top right,
// bottom right, bottom left.
func RoundedRect(r Rect, radii [4]Length) Outline {
	o := Outline{Verbs: make([]Verb, 0, 10), Points: make([]Point, 0, 5)}
	if radii != ([4]Length{}) {
		o.Points = make([]Point, 0, 17)
	}
	tl, tr, br, bl := radii[0], radii[1], radii[2], radii[3]
	k := func(l Length) Length { return l - l.Mul(kappa) }
	o.Move(Point{r.X + tl, r.Y})
	o.Line(Point{r.Right() - tr, r.Y})
	if tr > 0 {
		o.Cubic(Point{r.Right() - k(tr), r.Y}, Point{r.Right(), r.Y + k(tr)}, Point{r.Right(), r.Y + tr})
	}
	o.Line(Point{r.Right(), r.Bottom() - br})
	if br > 0 {
		o.Cubic(Point{r.Right(), r.Bottom() - k(br)}, Point{r.Right() - k(br), r.Bottom()}, Point{r.Right() - br, r.Bottom()})
	}
	o.Line(Point{r.X + bl, r.Bottom()})
	if bl > 0 {
		o.Cubic(Point{r.X + k(bl), r.Bottom()}, Point{r.X, r.Bottom() - k(bl)}, Point{r.X, r.Bottom() - bl})
	}
	o.Line(Point{r.X, r.Y + tl})
	if tl > 0 {
		o.Cubic(Point{r.X, r.Y + k(tl)}, Point{r.X + k(tl), r.Y}, Point{r.X + tl, r.Y})
	}
	o.Close()
	return o
}

// EllipseOutline returns the ellipse about c with radii rx and ry.
func EllipseOutline(c Point, rx, ry Length) Outline {
	o := Outline{Verbs: make([]Verb, 0, 6), Points: make([]Point, 0, 13)}
	kx, ky := rx.Mul(kappa), ry.Mul(kappa)
	o.Move(Point{c.X + rx, c.Y})
	o.Cubic(Point{c.X + rx, c.Y + ky}, Point{c.X + kx, c.Y + ry}, Point{c.X, c.Y + ry})
	o.Cubic(Point{c.X - kx, c.Y + ry}, Point{c.X - rx, c.Y + ky}, Point{c.X - rx, c.Y})
	o.Cubic(Point{c.X - rx, c.Y - ky}, Point{c.X - kx, c.Y - ry}, Point{c.X, c.Y - ry})
	o.Cubic(Point{c.X + kx, c.Y - ry}, Point{c.X + rx, c.Y - ky}, Point{c.X + rx, c.Y})
	o.Close()
	return o
}

// PolygonOutline returns the closed polygon through points.
func PolygonOutline(points ...Point) Outline {
	o := PolylineOutline(points...)
	o.Close()
	return o
}

// PolylineOutline returns the open line through points.
func PolylineOutline(points ...Point) Outline {
	o := Outline{Verbs: make([]Verb, 0, len(points)+1), Points: make([]Point, 0, len(points))} // one more to close it
	for i, p := range points {
		if i == 0 {
			o.Move(p)
		} else {
			o.Line(p)
		}
	}
	return o
}

// Contains reports whether a point lies inside the outline, by the rule it is
// filled with. Curves are taken as chains of chords.
func (o Outline) Contains(p Point) bool {
	winding := 0
	var start, last Point
	next := func(q Point) { winding += crossing(last, q, p); last = q }
	points := o.Points
	for _, verb := range o.Verbs {
		switch verb {
		case MoveTo:
			next(start) // what is filled is closed
			start, last, points = points[0], points[0], points[1:]
		case LineTo:
			next(points[0])
			points = points[1:]
		case CubicTo:
			from := last
			for i := range chords {
				next(CubicAt(from, points[0], points[1], points[2], float64(i+1)/chords))
			}
			points = points[3:]
		case Close:
			next(start)
		}
	}
	next(start)
	return winding != 0
}

// chords is how many straight lines stand for a curve where only in or out
// matters.
const chords = 8

// crossing tells how the line from a to b passes the ray that leaves p to the
// right: 1 downwards, -1 upwards, 0 not at all.
func crossing(a, b, p Point) int {
	if (a.Y <= p.Y) == (b.Y <= p.Y) {
		return 0
	}
	x := float64(a.X) + float64(p.Y-a.Y)/float64(b.Y-a.Y)*float64(b.X-a.X)
	switch {
	case x <= float64(p.X):
		return 0
	case b.Y > a.Y:
		return 1
	}
	return -1
}

func CubicAt(a, b, c, d Point, t float64) Point {
	u := 1 - t
	k := [4]float64{u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t}
	return Point{
		Length(k[0]*float64(a.X) + k[1]*float64(b.X) + k[2]*float64(c.X) + k[3]*float64(d.X)),
		Length(k[0]*float64(a.Y) + k[1]*float64(b.Y) + k[2]*float64(c.Y) + k[3]*float64(d.Y)),
	}
}
