package pdf

import (
	"math"

	"kitpress/layout"
)

// A drawing is the content stream of a page or a form and what it holds.
type drawing struct {
	content  []byte
	fonts    []*font    // used, for the resources of a form
	forms    []*form    // used
	pictures []*picture // used
	links    []placedLink
	anchors  []placedAnchor
	root     *node   // structure of a page of a tagged document
	owners   []*node // by marked content identifier
}

// A placedLink is a link with its place on the page.
type placedLink struct {
	*layout.Link
	rect  layout.Rect
	owner *node // its structure element, nil when not tagged
}

// A placedAnchor is an anchor with its place on the page.
type placedAnchor struct {
	name string
	at   layout.Point
}

// A canvas draws items into a content stream.
//
// PDF counts y upwards and texts stand upright only when the coordinate
// system does, so it is not turned over: every y is written as top-y. At the
// top of a page, top is the height of the page; inside a group or a symbol it
// is zero, and the group's matrix is turned over instead.
type canvas struct {
	drawing
	plan   *plan
	page   layout.Matrix // from the current coordinates to the page's
	top    int64         // µm
	fine   bool          // one more decimal, when things are drawn enlarged
	depth  int           // open q
	state  state
	inText bool
	lineX  int64 // start of the current text line, µm, as written
	lineY  int64
	marks  marker
}

// A state is the graphics state a PDF viewer has at this point of the stream.
type state struct {
	fill, stroke int32 // RGB, unknown when negative
	width        int64 // of lines, µm
	ends         int8  // 0 butt and mitred, 1 round
	dash         string
	font         *font
	size         layout.Length
	tracking     int64
}

const unknown = -1

// unknownState is what a form starts with, as it does not know where it is
// used.
func unknownState() state {
	return state{fill: unknown, stroke: unknown, width: unknown, ends: unknown, dash: "?", tracking: math.MinInt64}
}

// drawPage draws a page of the given height.
func drawPage(p *plan, scene *layout.Scene) *drawing {
	c := &canvas{plan: p, page: layout.Identity(), top: int64(scene.Size.H), state: unknownState(), fine: false}
	c.state.tracking = 0
	c.buf(16 << 10)
	c.marks.start(p.tagged)
	c.content = appendNumber(c.content, unitScale, 9)
	c.str(" 0 0 ")
	c.content = appendNumber(c.content, unitScale, 9)
	c.str(" 0 0 cm\n")
	c.items(scene.Items)
	c.closeMark()
	c.root, c.owners = c.marks.root, c.marks.owners
	return &c.drawing
}

// drawForm draws a symbol in its own coordinates. Forms may be drawn at any
// scale, so they are written exactly.
func drawForm(p *plan, s *layout.Symbol) *drawing {
	c := &canvas{plan: p, page: layout.Identity(), state: unknownState(), fine: true}
	c.buf(2 << 10)
	c.items(s.Items)
	c.closeText()
	return &c.drawing
}

func (c *canvas) buf(n int)    { c.content = make([]byte, 0, n) }
func (c *canvas) str(s string) { c.content = append(c.content, s...) }

// num appends a length and a space.
func (c *canvas) num(um int64) {
	c.content = append(appendUnits(c.content, um, c.fine), ' ')
}

// point appends a point and a space.
func (c *canvas) point(p layout.Point) {
	c.num(int64(p.X))
	c.num(c.top - int64(p.Y))
}

func (c *canvas) items(items []layout.Item) {
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			c.text(it)
		case *layout.Path:
			c.path(it)
		case *layout.QR:
			c.qr(it)
		case *layout.Image:
			c.image(it)
		case *layout.Link:
			c.link(it)
		case *layout.Anchor:
			c.anchors = append(c.anchors, placedAnchor{it.Name, c.page.Apply(it.At)})
		case *layout.Group:
			c.group(it)
		case *layout.Use:
			c.use(it)
		}
	}
}

func (c *canvas) group(g *layout.Group) {
	if g.Tag != nil {
		defer c.enter(g.Tag)()
	}
	m := orIdentity(g.Transform)
	if m.IsIdentity() && g.Clip == nil {
		c.items(g.Items)
		return
	}
	c.splitMark(g.Items)
	c.inside(m, g.Clip, func() { c.items(g.Items) })
}

// inside calls draw with the coordinates mapped by m and clipped.
func (c *canvas) inside(m layout.Matrix, clip *layout.Outline, draw func()) {
	c.closeText()
	before, top, fine, page := c.state, c.top, c.fine, c.page
	c.str("q\n")
	c.depth++
	c.concat(m)
	c.top, c.page = 0, m.Then(c.page)
	c.fine = c.fine || magnification(m) > 1.01
	if clip != nil {
		c.outline(*clip)
		c.str("W n\n")
	}
	draw()
	c.closeText()
	c.closeMarkAt(c.depth)
	c.depth--
	c.str("Q\n")
	c.state, c.top, c.fine, c.page = before, top, fine, page
}

// concat writes m, turned over to coordinates where y points up.
func (c *canvas) concat(m layout.Matrix) {
	if m.A == 1 && m.B == 0 && m.C == 0 && m.D == 1 {
		c.str("1 0 0 1 ")
	} else {
		for _, v := range [4]float64{m.A, -m.B, -m.C, m.D} {
			c.content = append(appendNumber(c.content, v, 6), ' ')
		}
	}
	c.content = append(appendNumber(c.content, m.E/10, 2), ' ')
	c.content = append(appendNumber(c.content, (float64(c.top)-m.F)/10, 2), ' ')
	c.str("cm\n")
}

func (c *canvas) use(u *layout.Use) {
	f := c.plan.symbols[u.Symbol]
	m := orIdentity(u.Transform)
	c.touch(m.Bounds(u.Symbol.Box))
	if f.name == "" {
		// Tags inside a symbol would mean the same thing once per use.
		defer c.marks.pause()()
		c.splitMark(nil)
		c.inside(m, nil, func() { c.items(u.Symbol.Items) })
		return
	}
	c.beginMark()
	note(&c.forms, f)
	c.inside(m, nil, func() {
		c.str("/" + f.name + " Do\n")
	})
}

func (c *canvas) image(it *layout.Image) {
	c.beginMark()
	c.touch(it.Rect)
	c.closeText()
	pic := c.plan.picture(it)
	note(&c.pictures, pic)
	c.str("q ")
	c.num(int64(it.Rect.W))
	c.str("0 0 ")
	c.num(int64(it.Rect.H))
	c.point(layout.Point{X: it.Rect.X, Y: it.Rect.Bottom()})
	c.str("cm/" + pic.name + " Do Q\n")
}

// note adds v to a list once.
func note[T comparable](list *[]T, v T) {
	for _, have := range *list {
		if have == v {
			return
		}
	}
	*list = append(*list, v)
}

// setFill makes paint the colour of shapes and texts.
func (c *canvas) setFill(p *layout.Paint) {
	if v := rgb(p); v != c.state.fill {
		c.state.fill = v
		c.colour(v, "g", "rg")
	}
}

// setStroke makes s the way lines are drawn.
func (c *canvas) setStroke(s *layout.Stroke) {
	if v := rgb(s.Paint); v != c.state.stroke {
		c.state.stroke = v
		c.colour(v, "G", "RG")
	}
	if v := int64(s.Width); v != c.state.width {
		c.state.width = v
		c.content = append(appendUnits(c.content, v, true), " w\n"...)
	}
	var ends int8
	if s.Round {
		ends = 1
	}
	if ends != c.state.ends {
		c.state.ends = ends
		c.str([]string{"0 J 0 j\n", "1 J 1 j\n"}[ends])
	}
	dash := []byte{'['}
	for i, l := range s.Dash {
		if i > 0 {
			dash = append(dash, ' ')
		}
		dash = appendUnits(dash, int64(l), true)
	}
	dash = append(dash, "]0 d\n"...)
	if string(dash) != c.state.dash {
		c.state.dash = string(dash)
		c.content = append(c.content, dash...)
	}
}

// colour writes a colour: three decimals tell all 256 steps apart.
func (c *canvas) colour(v int32, grey, colour string) {
	r, g, b := v>>16, v>>8&255, v&255
	c.content = append(appendNumber(c.content, float64(r)/255, 3), ' ')
	if r == g && g == b {
		c.str(grey + "\n")
		return
	}
	c.content = append(appendNumber(c.content, float64(g)/255, 3), ' ')
	c.content = append(appendNumber(c.content, float64(b)/255, 3), ' ')
	c.str(colour + "\n")
}

// rgb returns a colour as one number; no paint is black.
func rgb(p *layout.Paint) int32 {
	if p == nil {
		return 0
	}
	return int32(p.RGB[0])<<16 | int32(p.RGB[1])<<8 | int32(p.RGB[2])
}
