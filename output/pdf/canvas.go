package pdf

import (
	"math"
	"slices"
	"strconv"

	"kitpress/layout"
)

// A drawing is the content stream of a page or a form and what it holds.
type drawing struct {
	content  []byte     // deflated when it is done
	fonts    []*font    // used, for the resources of a form
	forms    []*form    // used
	pictures []*picture // used
	links    []placedLink
	anchors  []placedAnchor
	inner    []placedPage // pages of another document
	root     *node        // structure of a page of a tagged document
	owners   []*node      // by marked content identifier
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

// A placedPage is a page of another document with its place.
type placedPage struct {
	*form
	at layout.Matrix
}

// A canvas draws items into a content stream.
//
// PDF counts y upwards and texts stand upright only when the coordinate
// system does, so it is not turned over: every y is written as top-y. At the
// top of a page, top is the height of the page; inside a group or a symbol it
// is zero, and the group's matrix is turned over instead.
type canvas struct {
	drawing
	frame
	plan   *plan
	tool   *tool
	depth  int // open q
	inText bool
	lineX  int64 // start of the current text line, µm, as written
	lineY  int64
	before *layout.Text // drawn last
	marks  marker
}

// A frame is what ends with a Q.
type frame struct {
	page  layout.Matrix // from the current coordinates to the page's
	clip  layout.Rect   // what can be seen, on the page; nothing is known when empty
	top   int64         // µm
	scale float64       // things are drawn at on paper
	unit  int64         // of coordinates, µm
	state state
}

// A state is the graphics state a PDF viewer has at this point of the stream.
type state struct {
	fill, stroke ink // unknown when negative
	overprint    bool
	width        int64 // of lines, µm
	ends         int8  // 0 butt and mitred, 1 round
	dash         string
	font         *font
	size         layout.Length
	tracking     int64 // µm
}

const unknown = -1

// unknownState is what a form starts with, as it does not know where it is
// used.
func unknownState() state {
	return state{fill: unknown, stroke: unknown, width: unknown, ends: unknown, dash: "?", tracking: math.MinInt64}
}

// drawPage draws a page. What it writes depends on the page alone, as long as
// the document has the same fonts and symbols: a page of a book is the same in
// the file to read and in the booklet.
func drawPage(p *plan, size layout.Size, items []layout.Item, tagged bool, t *tool) *drawing {
	c := &canvas{plan: p, tool: t, drawing: drawing{content: t.content[:0]}, frame: frame{page: layout.Identity(), top: int64(size.H), scale: 1, unit: pageUnit, state: unknownState()}}
	c.clip = layout.Rect{W: size.W, H: size.H}
	c.state.tracking = 0
	c.marks.start(tagged)
	scale := string(appendNumber(nil, unitScale, 9))
	c.str(scale + " 0 0 " + scale + " 0 0 cm\n")
	c.items(items)
	c.closeMark()
	c.root, c.owners = c.marks.root, c.marks.owners
	return c.done(tagged)
}

// drawForm draws a symbol in its own coordinates.
func drawForm(p *plan, f *form, t *tool) *drawing {
	if f.page {
		return drawPage(p, layout.Size{W: f.symbol.Box.W, H: f.symbol.Box.H}, f.symbol.Items, true, t)
	}
	c := &canvas{plan: p, tool: t, drawing: drawing{content: t.content[:0]}, frame: frame{page: layout.Identity(), scale: f.scale, unit: unitAt(f.scale), state: unknownState()}}
	c.items(f.symbol.Items)
	c.closeText()
	return c.done(true)
}

// done returns the drawing, its content deflated. What other files hold too is
// kept for them.
func (c *canvas) done(shared bool) *drawing {
	c.tool.content = c.content[:0]
	if shared {
		c.content = c.tool.kept.deflate(c.content, c.tool)
	} else {
		c.content = c.tool.deflate(c.content)
	}
	return &c.drawing
}

func (c *canvas) str(s string) { c.content = append(c.content, s...) }

// num appends a length, rounded to the unit, and a space.
func (c *canvas) num(um int64) {
	c.content = append(appendInt(c.content, units(um, c.unit)), ' ')
}

// exact appends a length, not rounded, and a space.
func (c *canvas) exact(um int64) {
	c.content = append(appendExact(c.content, um, c.unit), ' ')
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
	scale := c.scale * magnification(m)
	c.insideAt(m, scale, unitAt(scale), clip, draw)
}

func (c *canvas) insideAt(m layout.Matrix, scale float64, unit int64, clip *layout.Outline, draw func()) {
	c.closeText()
	before := c.frame
	c.str("q\n")
	c.depth++
	c.concat(m, unit)
	c.top, c.page, c.scale, c.unit = 0, m.Then(c.page), scale, unit
	if unit != before.unit { // what is said in units is said again
		c.state.width, c.state.dash, c.state.font, c.state.tracking = unknown, "?", nil, math.MinInt64
	}
	if clip != nil {
		c.outline(*clip, false)
		c.str("W n\n")
		c.clip = overlap(c.clip, c.page.Bounds(clip.Bounds()))
	}
	draw()
	c.closeText()
	c.closeMarkAt(c.depth)
	c.depth--
	c.str("Q\n")
	c.frame = before
}

// concat writes m, turned over to coordinates where y points up, from
// coordinates in the given unit to those in the current one.
func (c *canvas) concat(m layout.Matrix, unit int64) {
	if m.IsIdentity() && c.top == 0 && unit == c.unit {
		return
	}
	ratio := float64(unit) / float64(c.unit)
	for _, v := range [4]float64{m.A, -m.B, -m.C, m.D} {
		c.content = append(appendNumber(c.content, v*ratio, 6), ' ')
	}
	c.content = append(appendNumber(c.content, m.E/float64(c.unit), 2), ' ')
	c.content = append(appendNumber(c.content, (float64(c.top)-m.F)/float64(c.unit), 2), ' ')
	c.str("cm\n")
}

func (c *canvas) use(u *layout.Use) {
	f := c.plan.symbols[u.Symbol]
	m := orIdentity(u.Transform)
	c.touch(m.Bounds(u.Symbol.Box))
	if f.number == 0 {
		// Tags inside a symbol would mean the same thing once per use.
		defer c.marks.pause()()
		c.splitMark(nil)
		c.inside(m, nil, func() { c.items(u.Symbol.Items) })
		return
	}
	c.beginMark()
	c.overprints(false)
	c.insideAt(m, f.scale, unitAt(f.scale), nil, func() {
		if f.page {
			c.inner = append(c.inner, placedPage{f, c.page})
			if c.state.tracking != 0 { // a page begins with none
				c.str("0 Tc\n")
			}
		}
		c.name('X', note(&c.forms, f))
		c.str("Do\n")
	})
}

func (c *canvas) image(it *layout.Image) {
	c.beginMark()
	c.touch(it.Rect)
	c.closeText()
	c.overprints(false)
	c.str("q ")
	c.exact(int64(it.Rect.W))
	c.str("0 0 ")
	c.exact(int64(it.Rect.H))
	c.exact(int64(it.Rect.X))
	c.exact(c.top - int64(it.Rect.Bottom()))
	c.str("cm")
	c.name('I', note(&c.pictures, c.plan.images[it.Picture]))
	c.str("Do Q\n")
}

// name appends the name of a resource. Names are those of this content alone:
// the same content is the same in every document.
func (c *canvas) name(kind byte, number int) {
	c.content = append(strconv.AppendInt(append(c.content, '/', kind), int64(number), 10), ' ')
}

// note adds v to a list once and returns its number there, from 1.
func note[T comparable](list *[]T, v T) int {
	if i := slices.Index(*list, v); i >= 0 {
		return i + 1
	}
	*list = append(*list, v)
	return len(*list)
}

// setFill makes paint the colour of shapes and texts. fine: of a text.
func (c *canvas) setFill(p *layout.Paint, fine bool) {
	v := c.plan.ink(p, fine)
	c.overprints(fine && v == black)
	if v != c.state.fill {
		c.state.fill = v
		c.colour(v, "g", "rg", "k")
	}
}

// setStroke makes s the way lines are drawn.
func (c *canvas) setStroke(s *layout.Stroke) {
	if v := c.plan.ink(s.Paint, s.Width <= thinLine); v != c.state.stroke {
		c.state.stroke = v
		c.colour(v, "G", "RG", "K")
	}
	if v := int64(s.Width); v != c.state.width {
		c.state.width = v
		c.exact(v)
		c.str("w\n")
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
		dash = appendExact(dash, int64(l), c.unit)
	}
	dash = append(dash, "]0 d\n"...)
	if string(dash) != c.state.dash {
		c.state.dash = string(dash)
		c.content = append(c.content, dash...)
	}
}

// colour writes a colour: three decimals tell all 256 steps apart.
func (c *canvas) colour(v ink, grey, colour, inks string) {
	if c.plan.profile != nil {
		c.inks(v, inks)
		return
	}
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
