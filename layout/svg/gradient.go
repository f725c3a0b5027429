package svg

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"kitpress/layout"
)

// A gradient is colours along a line or around a point.
type gradient struct {
	stops  []stop
	radial bool
	// from and to of a line; centre and focus of circles, in its own units
	x1, y1, x2, y2, r, fx, fy float64
	at                        layout.Matrix // from its own units to those of the picture
	repeat                    string        // reflect or repeat, "" when it ends where its colours end
}

type stop struct {
	at  float64
	rgb [3]uint8
	see float64
}

// mostBands is how many bands of one colour stand for a gradient.
const mostBands = 96

// gradient reads a gradient for the shape that is drawn now.
func (r *reader) gradient(n *node, at layout.Matrix) (*gradient, error) {
	g := &gradient{radial: n.name == "radialGradient"}
	if !g.radial && n.name != "linearGradient" {
		return nil, fmt.Errorf("a fill with <%s> is not drawn", n.name)
	}
	attrs, err := r.gradientParts(g, n)
	if err != nil {
		return nil, err
	}
	if len(g.stops) == 0 {
		return nil, errors.New("the gradient has no colours")
	}
	switch v := attrs["spreadMethod"]; v {
	case "", "pad":
	case "repeat", "reflect":
		g.repeat = v
		r.inPixels("a gradient that repeats (spreadMethod)")
	default:
		return nil, fmt.Errorf("spreadMethod %q is not known", v)
	}
	m, err := transform(attrs["gradientTransform"])
	if err != nil {
		return nil, err
	}
	w, h := 1.0, 1.0
	if attrs["gradientUnits"] == "userSpaceOnUse" {
		g.at = m.Then(at)
		w, h = r.box.W.MM(), r.box.H.MM()
	} else {
		b := r.bounds
		g.at = m.Then(layout.Scale(b.W.MM(), b.H.MM())).Then(layout.Translate(layout.Point{X: b.X, Y: b.Y})).Then(at)
	}
	get := func(name, usual string, whole float64) float64 {
		v := attrs[name]
		if v == "" {
			v = usual
		}
		f, e := number(name, v, whole)
		err = errors.Join(err, e)
		return f
	}
	if g.radial {
		g.x1, g.y1, g.r = get("cx", "50%", w), get("cy", "50%", h), get("r", "50%", math.Sqrt((w*w+h*h)/2))
		g.fx, g.fy = g.x1, g.y1
		if attrs["fx"] != "" {
			g.fx = get("fx", "", w)
		}
		if attrs["fy"] != "" {
			g.fy = get("fy", "", h)
		}
	} else {
		g.x1, g.y1, g.x2, g.y2 = get("x1", "0%", w), get("y1", "0%", h), get("x2", "100%", w), get("y2", "0%", h)
	}
	return g, err
}

// gradientParts collects stops and attributes of a gradient and of those it
// takes them from.
func (r *reader) gradientParts(g *gradient, n *node) (attrs map[string]string, err error) {
	attrs = map[string]string{}
	for range 10 {
		for name, v := range n.attrs {
			if _, ok := attrs[name]; !ok {
				attrs[name] = v
			}
		}
		if len(g.stops) == 0 {
			if err := r.stops(g, n); err != nil {
				return nil, err
			}
		}
		if n.attrs["href"] == "" {
			return attrs, nil
		}
		if n, err = r.reference(n.attrs["href"]); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("gradients that take their colours from each other in a circle")
}

func (r *reader) stops(g *gradient, n *node) error {
	last := 0.0
	for _, c := range n.children {
		if c.name != "stop" {
			continue
		}
		at, err := number("offset", orZero(r.property(c, "offset")), 1)
		if err != nil {
			return err
		}
		written := r.property(c, "stop-color")
		if written == "" {
			written = "black"
		}
		col, err := colour(written)
		if err != nil {
			return err
		}
		see, err := share("stop-opacity", r.property(c, "stop-opacity"))
		if err != nil {
			return err
		}
		if see*col.alpha < 1 {
			r.inPixels("a gradient to see through (stop-opacity)")
		}
		last = max(last, min(max(at, 0), 1))
		g.stops = append(g.stops, stop{last, col.rgb, see * col.alpha})
	}
	return nil
}

// colour returns the colour at a place from 0 to 1, and how much it covers.
func (g *gradient) colour(t float64) ([3]uint8, float64) {
	before := g.stops[0]
	for _, s := range g.stops {
		if t < s.at {
			if s.at == before.at {
				return s.rgb, s.see
			}
			k := max((t-before.at)/(s.at-before.at), 0)
			var mixed [3]uint8
			for i := range mixed {
				mixed[i] = uint8(float64(float64(before.rgb[i])*(1-k)) + float64(float64(s.rgb[i])*k) + 0.5)
			}
			return mixed, float64(before.see*(1-k)) + float64(s.see*k)
		}
		before = s
	}
	return before.rgb, before.see
}

// bands returns how many bands the gradient is drawn with: no step is seen.
func (g *gradient) bands() int {
	steps := 0
	for i := 1; i < len(g.stops); i++ {
		most := 0
		for c := range 3 {
			most = max(most, int(math.Abs(float64(g.stops[i].rgb[c])-float64(g.stops[i-1].rgb[c]))))
		}
		steps += most
	}
	return min(max(steps/2, 2), mostBands)
}

// perUnit is how many micrometres a unit of the picture is.
const perUnit = float64(layout.Millimetre)

// paint returns the shapes that fill an outline with the gradient: the colour
// that is furthest, and bands upon it, each to the end.
func (g *gradient) paint(s shape) []shape {
	base := s
	base.stroke, base.fill.gradient = paint{}, nil
	band := base
	outline := s.outline
	band.clips = append(base.clips[:len(base.clips):len(base.clips)], &outline)
	out := []shape{base}
	add := func(o layout.Outline, t float64) {
		band.outline = o
		band.fill.rgb, _ = g.colour(t)
		out = append(out, band)
	}
	n := g.bands()
	if g.radial {
		out[0].fill.rgb, _ = g.colour(1)
		const r = 100 * layout.Millimetre
		circle := layout.EllipseOutline(layout.Point{}, r, r)
		for i := n - 1; i >= 0; i-- {
			t := float64(i+1) / float64(n)
			k := g.r * t * perUnit / float64(r)
			m := layout.Matrix{A: k, D: k, E: (g.fx + (g.x1-g.fx)*t) * perUnit, F: (g.fy + (g.y1-g.fy)*t) * perUnit}
			add(circle.Transform(m.Then(g.at)), (float64(i)+0.5)/float64(n))
		}
		return out
	}
	out[0].fill.rgb, _ = g.colour(0)
	dx, dy := (g.x2-g.x1)*perUnit, (g.y2-g.y1)*perUnit
	along, across := lead(g.at, dx, dy), lead(g.at, -dy, dx)
	b := outline.Bounds()
	far := 4 * math.Hypot(float64(b.W), float64(b.H))
	if along.length() == 0 || across.length() == 0 {
		out[0].fill.rgb, _ = g.colour(1)
		return out
	}
	start := lead(g.at, g.x1*perUnit, g.y1*perUnit)
	x, y := start.x+g.at.E, start.y+g.at.F
	wide, deep := across.times(far/across.length()), along.times(far/along.length()+1)
	for i := range n + 1 {
		t := float64(i) / float64(n)
		px, py := x+along.x*t, y+along.y*t
		at := func(a, b float64) layout.Point {
			return layout.Point{X: inside(px + a*wide.x + b*deep.x), Y: inside(py + a*wide.y + b*deep.y)}
		}
		add(layout.PolygonOutline(at(-1, 0), at(1, 0), at(1, 1), at(-1, 1)), min(t+0.5/float64(n), 1))
	}
	return out
}

// describe names a paint in messages.
func (p paint) describe() string {
	if p.gradient != nil {
		return "a gradient"
	}
	return strings.TrimSpace(p.written)
}

// inside returns a length that a picture can hold.
func inside(um float64) layout.Length {
	return layout.Length(min(max(um, -perUnit*sensible), perUnit*sensible))
}
