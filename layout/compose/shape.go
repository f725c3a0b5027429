package compose

import (
	"fmt"
	"math"
	"slices"

	"kitpress/catalog/source"
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

// A groupElement moves, turns, scales or clips what it holds, names values
// for it, and may repeat it for each item of a list.
type groupElement struct {
	base
	at    [2]num
	turn  num
	scale num
	clip  []num // x, y, w, h
	radii []num
	shape *layout.Outline // cuts instead of clip to any shape
	let   []binding
	each  word // a list, or nothing
	as, i string
	merge bool // shapes that follow each other and look alike become one
	stack num  // gap between one round and the next, mm; each sees where it starts as "top"
	tall  num  // how far down the texts of a stack may reach, mm
	items []element
}

// A binding names a value inside a group.
type binding struct {
	name string
	x    word
}

func (g *groupElement) draw(d *drawing, e *expr.Env) {
	if !g.shown(d, e) {
		return
	}
	if !g.each.set() {
		g.once(d, e, nil)
		return
	}
	v := d.value(e, g.each)
	list, ok := v.([]any)
	if !ok && v != nil {
		d.fail(g.each.pos, e, fmt.Errorf("each: %s is not a list", expr.Describe(v)))
		return
	}
	if g.merge && !d.merging {
		d.merging, d.merge = true, nil
		defer func() { d.merging = false }()
	}
	if g.stack.set() {
		g.stacked(d, e, list)
		return
	}
	in := e.Inner()
	for i, item := range list {
		if !d.step(g.pos, e) {
			return
		}
		g.round(in, i, item)
		g.once(d, in, nil)
	}
}

// round names the values of one round, and none of the round before.
func (g *groupElement) round(in *expr.Env, i int, item any) {
	clear(in.Names)
	in.Names[g.as] = item
	in.Names[g.i] = float64(i)
}

// stacked draws each round below the lowest text of the one before. "top"
// counts from the group's own place, which is the same in each round: in it,
// "top" is that of the stack outside.
func (g *groupElement) stacked(d *drawing, e *expr.Env, list []any) {
	place := d.point(e, g.at)
	top, outer := 0.0, d.low
	in := e.Inner()
	for i, item := range list {
		if !d.step(g.pos, e) {
			return
		}
		g.round(in, i, item)
		in.Names["top"] = top
		start := place.Y + layout.MM(top)
		d.low = start
		g.once(d, in, &place)
		if d.low > start { // what sets no text takes no room
			top = (d.low - place.Y).MM() + d.float(in, g.stack) // it may follow from what the round measured
		}
	}
	if over := (d.low - place.Y).MM() - d.float(e, g.tall); g.tall.set() && len(list) > 0 && over > 0 {
		where := d.slot(e, "", g.pos)
		d.problems.Errorf(where.Pos, codeOverflow, "%swhat stands below each other is %.1f mm too tall", where.Message, max(over, 0.1)).Hint =
			"shorten its texts, or make two of it"
	}
	d.low = max(outer, d.low)
}

// once draws the group's items a single time, at a place or where the group
// says.
func (g *groupElement) once(d *drawing, e *expr.Env, place *layout.Point) {
	if len(g.let) > 0 {
		e = e.Inner()
		for _, b := range g.let {
			e.Names[b.name] = d.value(e, b.x)
		}
	}
	if place == nil {
		at := d.point(e, g.at)
		place = &at
	}
	m := d.scaled(e, g.scale).Then(layout.Rotate(d.float(e, g.turn))).Then(layout.Translate(*place))
	if m.IsIdentity() && g.clip == nil && g.shape == nil {
		d.all(g.items, e)
		return
	}
	// Inside, everything counts from the group's own place: shapes there
	// cannot join those outside.
	items, low, merge, line := d.items, d.low, d.merge, d.line
	d.items, d.low, d.merge, d.line = nil, 0, nil, nil
	d.all(g.items, e)
	group := &layout.Group{Transform: m, Items: d.items}
	d.items, d.low, d.merge, d.line = items, max(low, d.low+layout.Length(m.F)), merge, line
	if g.clip != nil {
		clip := d.rect(e, g.clip, g.radii)
		group.Clip = &clip
	}
	if g.shape != nil {
		group.Clip = g.shape
	}
	switch {
	case len(group.Items) == 0 || group.Clip != nil && len(group.Clip.Points) == 0:
	case group.Clip != nil:
		d.cutPieces(group)
		d.addPattern(group)
	default:
		d.add(group)
	}
}

// A staticElement is a run of elements that look the same on every card. They
// are drawn once and placed as a symbol, which saves time and bytes.
type staticElement struct {
	trim  layout.Rect
	bleed layout.Length
	items []element
}

// staticKey names one way a run is drawn.
type staticKey struct {
	of       *staticElement
	mirrored bool
}

func (s *staticElement) place() source.Pos { return s.items[0].place() }

func (s *staticElement) draw(d *drawing, _ *expr.Env) {
	key := staticKey{s, d.mirrored}
	done, ok := d.c.statics.get(key)
	if !ok {
		sub := &drawing{c: d.c, template: d.template, trail: d.trail, shared: true, mirrored: d.mirrored}
		sub.all(s.items, d.c.globals)
		sub.items = openAtEdge(d.c.lines, sub.items, s.trim, s.bleed)
		sym := &layout.Symbol{Name: "static/" + d.template, Box: layout.Extent(s.trim.Inset(-s.bleed), sub.items), Items: sub.items}
		done = d.c.statics.put(key, &drawn{sym, sub.problems, sub.steps})
	}
	d.adopt(done.problems)
	d.steps += done.steps
	if len(done.symbol.Items) > 0 {
		d.add(&layout.Use{Symbol: done.symbol, Transform: layout.Identity()})
	}
}

// gatherStatic replaces runs of two or more static elements. A shape that a
// clipped group follows is left out: see addPattern.
func gatherStatic(items []element, trim layout.Rect, bleed layout.Length) []element {
	var out []element
	for len(items) > 0 {
		n := slices.IndexFunc(items, func(el element) bool { return !isStatic(el) })
		if n < 0 {
			n = len(items)
		} else if g, ok := items[n].(*groupElement); ok && n > 0 && (g.clip != nil || g.shape != nil) {
			n--
		}
		if n >= 2 {
			out = append(out, &staticElement{trim, bleed, items[:n]})
		} else {
			n = 1
			out = append(out, items[0])
		}
		items = items[n:]
	}
	return out
}

// isStatic reports whether an element's looks depend on nothing but the
// composer: the theme, the game, its language.
func isStatic(el element) bool {
	switch el := el.(type) {
	case *shapeElement:
		for _, p := range el.points {
			if !constant(p[0], p[1]) {
				return false
			}
		}
		return expr.IsConstant(el.cond) && constant(el.nums...) && constant(el.radii...) && constant(el.dash...) &&
			constant(el.at[0], el.at[1], el.scale, el.turn, el.width) && constantWords(el.fill, el.stroke)
	case *iconElement:
		return expr.IsConstant(el.cond) && constant(el.at[0], el.at[1], el.size, el.edge, el.turn) &&
			constantWords(el.name, el.style, el.fill, el.body, el.soft, el.ground, el.rim, el.mirror)
	case *imageElement:
		return expr.IsConstant(el.cond) && constant(el.at[0], el.at[1], el.size[0], el.size[1], el.turn) && constant(el.radii...) && constant(el.edge) && constantWords(el.name, el.fit, el.alt, el.rim)
	case *useElement:
		for _, a := range el.args {
			if !constantWords(a.x) {
				return false
			}
		}
		return expr.IsConstant(el.cond) && constant(el.at[0], el.at[1], el.size, el.turn) && constantWords(el.name)
	}
	return false
}

func constant(list ...num) bool {
	return !slices.ContainsFunc(list, func(n num) bool { return !expr.IsConstant(n.x) })
}

func constantWords(list ...word) bool {
	return !slices.ContainsFunc(list, func(w word) bool { return !expr.IsConstant(w.x) })
}

// scaleOf returns how much larger a transform draws: the square root of the
// area it makes of one.
func scaleOf(m layout.Matrix) float64 {
	if m == (layout.Matrix{}) { // none given, as in a picture
		return 1
	}
	return math.Sqrt(math.Abs(m.A*m.D - m.B*m.C))
}
