package compose

import (
	"errors"
	"fmt"

	"kitpress/layout"
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

func (p paintSpec) strokeOf(d *drawing, e *env) *layout.Stroke {
	in := d.paint(e, p.stroke)
	if in == nil {
		return nil
	}
	s := &layout.Stroke{Paint: in.paint, Width: d.mm(e, p.width), Round: p.round}
	for _, n := range p.dash {
		s.Dash = append(s.Dash, d.mm(e, n))
	}
	if s.Width <= 0 {
		d.fail(p.stroke.pos, e, errors.New("a stroke needs a width above 0"))
	}
	return s
}

func (s *shapeElement) draw(d *drawing, e *env) {
	if !s.shown(d, e) {
		return
	}
	d.fill(e.origin, s.outline(d, e), d.paint(e, s.fill), s.strokeOf(d, e))
}

func (s *shapeElement) outline(d *drawing, e *env) layout.Outline {
	switch s.kind {
	case "rect":
		return rectOf(d, e, s.nums, s.radii)
	case "circle":
		r := d.mm(e, s.nums[2])
		return layout.EllipseOutline(layout.Point{X: d.mm(e, s.nums[0]), Y: d.mm(e, s.nums[1])}, r, r)
	case "path":
		k := 1.0
		if s.scale.set() {
			k = d.float(e, s.scale)
		}
		m := layout.Scale(k, k).Then(layout.Rotate(d.float(e, s.turn))).Then(layout.Translate(d.point(e, s.at)))
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

func rectOf(d *drawing, e *env, n, radii []num) layout.Outline {
	r := layout.Rect{X: d.mm(e, n[0]), Y: d.mm(e, n[1]), W: d.mm(e, n[2]), H: d.mm(e, n[3])}
	switch len(radii) {
	case 0:
		return layout.RectOutline(r, 0)
	case 1:
		return layout.RectOutline(r, d.mm(e, radii[0]))
	}
	var four [4]layout.Length
	for i := range four {
		four[i] = d.mm(e, radii[i])
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
	let   []binding
	each  expr
	as, i string
	merge bool
	stack num // repeats: gap between one round and the next, mm; each sees where it starts as "top"
	items []element
}

// A binding names a value inside a group.
type binding struct {
	name string
	x    word
}

func (g *groupElement) draw(d *drawing, e *env) {
	if !g.shown(d, e) {
		return
	}
	if g.each == nil {
		g.once(d, e)
		return
	}
	v, err := g.each.eval(e)
	if err != nil {
		d.fail(g.pos, e, err)
		return
	}
	list, ok := v.([]any)
	if !ok && v != nil {
		d.fail(g.pos, e, fmt.Errorf("each: %s is not a list", describe(v)))
		return
	}
	if g.merge && d.merge == nil {
		d.merge = &merged{}
		defer func() { d.merge = nil }()
	}
	// "top" counts from the group's own place.
	top, outer, place := 0.0, d.low, d.mm(e, g.at[1])
	for i, item := range list {
		in := e.inner()
		in.names[g.as] = item
		in.names[g.i] = float64(i)
		if g.stack.set() {
			in.names["top"] = top
			d.low = place + layout.MM(top)
		}
		g.once(d, in)
		if g.stack.set() && d.low > place+layout.MM(top) { // what drew nothing takes no room
			top = (d.low - place).MM() + d.float(e, g.stack)
		}
	}
	d.low = max(outer, d.low)
}

func (g *groupElement) once(d *drawing, e *env) {
	if len(g.let) > 0 {
		e = e.inner()
		for _, b := range g.let {
			e.names[b.name] = d.value(e, b.x)
		}
	}
	m := layout.Identity()
	if g.scale.set() {
		k := d.float(e, g.scale)
		m = layout.Scale(k, k)
	}
	m = m.Then(layout.Rotate(d.float(e, g.turn))).Then(layout.Translate(d.point(e, g.at)))
	if m.IsIdentity() && g.clip == nil {
		for _, el := range g.items {
			el.draw(d, e)
		}
		return
	}
	outer, low := d.items, d.low
	d.items, d.low = nil, 0
	for _, el := range g.items {
		el.draw(d, e)
	}
	group := &layout.Group{Transform: m, Items: d.items}
	d.items, d.low = outer, max(low, d.low+layout.Length(m.F))
	if g.clip != nil {
		clip := rectOf(d, e, g.clip, g.radii)
		group.Clip = &clip
	}
	if len(group.Items) > 0 {
		d.add(group)
	}
}

// A useElement draws a symbol of the template, the library or the theme.
type useElement struct {
	base
	name word
	at   [2]num
	size num // width the symbol is drawn at, mm; its own width when not set
	turn num
	args []binding
}

func (u *useElement) draw(d *drawing, e *env) {
	if !u.shown(d, e) {
		return
	}
	name := d.word(e, u.name)
	def := d.c.symbolDef(d.template, name)
	if def == nil {
		d.fail(u.pos, e, unknownName("symbol", name, d.c.symbolNames(d.template)))
		return
	}
	sym := d.c.symbol(d, e, def, u)
	if sym == nil {
		return
	}
	k := 1.0
	if u.size.set() {
		k = d.mm(e, u.size).MM() / sym.Box.W.MM()
	}
	// Symbols are placed by their centre.
	m := layout.Translate(layout.Point{X: -sym.Box.W / 2, Y: -sym.Box.H / 2}).
		Then(layout.Scale(k, k)).Then(layout.Rotate(d.float(e, u.turn))).Then(layout.Translate(d.point(e, u.at)))
	d.add(&layout.Use{Symbol: sym, Transform: m})
}

// A pieceElement draws the face of another piece: a card on a figure.
type pieceElement struct {
	base
	card  word
	back  word   // "back" draws the back
	at    [2]num // centre
	width num
	turn  num
	edge  num // white edge around the trim, in mm of the piece
	round num // corner radius of the trim, in mm of the piece
}

func (p *pieceElement) draw(d *drawing, e *env) {
	if !p.shown(d, e) {
		return
	}
	id := d.word(e, p.card)
	deck, rec := d.c.game.Card(id)
	if rec == nil {
		d.fail(p.pos, e, unknownName("card", id, nil))
		return
	}
	side := Front
	if d.word(e, p.back) == "back" {
		side = Back
	}
	sym, size := d.c.faceSymbol(d, deck.ID, id, side, d.mm(e, p.edge), d.mm(e, p.round))
	if sym == nil {
		return
	}
	k := d.mm(e, p.width).MM() / size.W.MM()
	m := layout.Translate(layout.Point{X: -size.W / 2, Y: -size.H / 2}).
		Then(layout.Scale(k, k)).Then(layout.Rotate(d.float(e, p.turn))).Then(layout.Translate(d.point(e, p.at)))
	d.add(&layout.Use{Symbol: sym, Transform: m})
}

// A qrElement draws a QR code in a white box, as large as its payload needs.
type qrElement struct {
	base
	payload word
	corner  [2]num // lower right corner of the box
	centre  num    // of the box across; it moves left of there when the corner stops it
	box     num    // smallest box, mm
	most    num    // largest box, mm
	radius  num
	ground  word
}

// Module sizes, mm: what a code is drawn with when there is room, and the
// floor below which it is an error (design.md section 8).
const (
	moduleBest  = 0.5
	moduleFloor = 0.4
)

func (q *qrElement) draw(d *drawing, e *env) {
	payload := d.word(e, q.payload)
	if !q.shown(d, e) || payload == "" {
		return
	}
	code, err := d.c.codes.Encode(payload)
	if err != nil {
		d.problem(e, "qr", fmt.Sprintf("the QR code for %q cannot be made: %v", payload, err))
		return
	}
	modules := float64(code.Size + 2*layout.QuietZone)
	box := max(d.float(e, q.box), modules*moduleFloor)
	if most := d.float(e, q.most); box > most+1e-9 {
		d.problem(e, "qr", fmt.Sprintf("the QR code of %d modules needs %.1f mm at %.1f mm a module, %.1f mm more than there is; shorten %q",
			code.Size, box, moduleFloor, box-most, payload))
		return
	}
	module := layout.MM(min(moduleBest, box/modules))
	side := layout.MM(box)
	corner := d.point(e, q.corner)
	if q.centre.set() {
		corner.X = min(corner.X, d.mm(e, q.centre)+side/2)
	}
	if fill := d.paint(e, q.ground); fill != nil {
		r := layout.Rect{X: corner.X - side, Y: corner.Y - side, W: side, H: side}
		d.fill(e.origin, layout.RectOutline(r, d.mm(e, q.radius)), fill, nil)
	}
	quiet := (side - module*layout.Length(code.Size)) / 2
	d.add(&layout.QR{Origin: e.origin, At: layout.Point{X: corner.X - side + quiet, Y: corner.Y - side + quiet},
		Module: module, Code: code, Fill: layout.Black()})
}

// problem records something wrong with the card being drawn, not with the
// template.
func (d *drawing) problem(e *env, code, msg string) {
	d.problems.Errorf(e.origin, code, "%s: %s", e.label, msg)
}
