package svg

import (
	"math"

	"kitpress/layout"
)

// A pen is how a line is drawn.
type pen struct {
	width     layout.Length
	cap, join string
	miter     float64 // how many widths long a pointed corner may be
	dash      []layout.Length
}

// plain reports whether a layout.Stroke draws the line as well.
func (p pen) plain() bool {
	round := p.cap == "round" && p.join == "round"
	pointed := (p.cap == "" || p.cap == "butt") && (p.join == "" || p.join == "miter")
	return round || pointed
}

// scale makes the line k times as wide.
func (p *pen) scale(k float64) {
	p.width = p.width.Mul(k)
	dash := make([]layout.Length, len(p.dash))
	for i, d := range p.dash {
		dash[i] = d.Mul(k)
	}
	if p.dash = dash; len(dash) == 0 {
		p.dash = nil
	}
}

// A track is a line of straight pieces.
type track struct {
	points []vec
	closed bool
}

// chords is how many straight lines stand for a curve of a thick line.
const chords = 16

// tracks returns the sub-paths of an outline in straight pieces.
func tracks(o layout.Outline) (list []track) {
	points := o.Points
	var now track
	var last layout.Point
	end := func() {
		if len(now.points) > 0 {
			list = append(list, now)
		}
		now = track{}
	}
	add := func(p layout.Point) {
		v := vec{float64(p.X), float64(p.Y)}
		if n := len(now.points); n == 0 || now.points[n-1] != v {
			now.points = append(now.points, v)
		}
		last = p
	}
	var start layout.Point
	for _, v := range o.Verbs {
		if v != layout.MoveTo && v != layout.Close && len(now.points) == 0 {
			add(start) // after Close a line goes on where the shape began
		}
		switch v {
		case layout.MoveTo:
			end()
			start = points[0]
			add(start)
			points = points[1:]
		case layout.LineTo:
			add(points[0])
			points = points[1:]
		case layout.CubicTo:
			from := last
			for i := range chords {
				add(layout.CubicAt(from, points[0], points[1], points[2], float64(i+1)/chords))
			}
			points = points[3:]
		case layout.Close:
			if n := len(now.points); n > 1 && now.points[n-1] == now.points[0] {
				now.points = now.points[:n-1]
			}
			now.closed = true
			end()
		}
	}
	end()
	return list
}

// dashed returns the parts of lines that are drawn.
func dashed(list []track, dash []layout.Length) []track {
	sum := 0.0
	for _, d := range dash {
		sum += float64(d)
	}
	if sum < 100 { // less than a tenth of a unit: as good as none
		return list
	}
	if len(dash)%2 == 1 {
		dash = append(dash[:len(dash):len(dash)], dash...)
	}
	var out []track
	for _, t := range list {
		if t.closed {
			t.points = append(t.points[:len(t.points):len(t.points)], t.points[0])
		}
		i, left := 0, float64(dash[0])
		now := track{points: []vec{t.points[0]}}
		for k := 1; k < len(t.points); k++ {
			from, to := t.points[k-1], t.points[k]
			way := to.minus(from)
			length := way.length()
			at := 0.0
			for length-at > left && len(out) < maxShapes {
				at += left
				p := from.plus(way.times(at / length))
				if i%2 == 0 {
					now.points = append(now.points, p)
					out = append(out, now)
				}
				now = track{points: []vec{p}}
				i = (i + 1) % len(dash)
				left = float64(dash[i])
			}
			left -= length - at
			if i%2 == 0 {
				now.points = append(now.points, to)
			}
		}
		if i%2 == 0 && len(now.points) > 1 {
			out = append(out, now)
		}
	}
	return out
}

// stroked returns the shape a line covers.
func stroked(o layout.Outline, p pen) (out layout.Outline) {
	list := tracks(o)
	if len(p.dash) > 0 {
		list = dashed(list, p.dash)
	}
	r := float64(p.width) / 2
	add := func(points ...vec) {
		corners := make([]layout.Point, len(points))
		for i, v := range points {
			corners[i] = v.point()
		}
		out.Append(positive(layout.PolygonOutline(corners...)))
	}
	disc := func(at vec) {
		out.Append(positive(layout.EllipseOutline(at.point(), layout.Length(r), layout.Length(r))))
	}
	for _, t := range list {
		n := len(t.points)
		if n == 1 {
			switch at := t.points[0]; p.cap {
			case "round":
				disc(at)
			case "square":
				add(at.plus(vec{-r, -r}), at.plus(vec{r, -r}), at.plus(vec{r, r}), at.plus(vec{-r, r}))
			}
			continue
		}
		pieces := n - 1
		if t.closed {
			pieces = n
		}
		ways := make([]vec, pieces) // along each piece, as long as half the line is wide
		for i := range pieces {
			from, to := t.points[i], t.points[(i+1)%n]
			way := to.minus(from)
			ways[i] = way.times(r / way.length())
			side := ways[i].across()
			if p.cap == "square" && !t.closed {
				if i == 0 {
					from = from.minus(ways[i])
				}
				if i == pieces-1 {
					to = to.plus(ways[i])
				}
			}
			add(from.plus(side), to.plus(side), to.minus(side), from.minus(side))
		}
		if p.cap == "round" && !t.closed {
			disc(t.points[0])
			disc(t.points[n-1])
		}
		for i := range pieces {
			if i == 0 && !t.closed {
				continue
			}
			before, after, at := ways[(i+pieces-1)%pieces], ways[i], t.points[i]
			if p.join == "round" {
				disc(at)
				continue
			}
			corner(add, at, before, after, r, p)
		}
	}
	return out
}

// corner adds what lies between two pieces of a line that turns.
func corner(add func(...vec), at, before, after vec, r float64, p pen) {
	turn := float64(before.x*after.y) - float64(before.y*after.x)
	a, b := before.across(), after.across()
	if turn > 0 { // the open side is the other one
		a, b = a.times(-1), b.times(-1)
	}
	cos := (float64(before.x*after.x) + float64(before.y*after.y)) / (r * r)
	half := math.Sqrt(max((1+cos)/2, 0)) // of half the turn; the corner is 1/half widths long
	if p.join == "bevel" || half*p.miter < 1 {
		add(at, at.plus(a), at.plus(b))
		return
	}
	tip := a.plus(b).times(0.5 / (half * half))
	add(at, at.plus(a), at.plus(tip), at.plus(b))
}

func positive(o layout.Outline) layout.Outline {
	if o.Area() < 0 {
		return o.Reversed()
	}
	return o
}

// A vec is a way or a place in the picture, in micrometres.
type vec struct{ x, y float64 }

// lead returns where a transform leads a way. Products are rounded by
// themselves here and wherever pixels come of them, so that every machine gets
// the same.
func lead(m layout.Matrix, x, y float64) vec {
	return vec{float64(m.A*x) + float64(m.C*y), float64(m.B*x) + float64(m.D*y)}
}

func (v vec) length() float64     { return math.Hypot(v.x, v.y) }
func (v vec) times(k float64) vec { return vec{v.x * k, v.y * k} }
func (v vec) plus(w vec) vec      { return vec{v.x + w.x, v.y + w.y} }
func (v vec) minus(w vec) vec     { return vec{v.x - w.x, v.y - w.y} }
func (v vec) across() vec         { return vec{-v.y, v.x} }
func (v vec) point() layout.Point { return layout.Point{X: inside(v.x), Y: inside(v.y)} }
