package svg

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"kitpress/layout"
)

// A shape is one that is drawn, in the units of the view box.
type shape struct {
	outline layout.Outline
	fill    paint
	stroke  paint
	line    layout.Stroke // without its colour
	pen     pen           // the same line in full
	layers  []*layer      // those it is painted on, if it is painted in pixels
	alone   float64       // how much it covers, what its groups say apart
	clips   []*layout.Outline
	classes []string
	soft    bool // see-through itself or in a group that is
}

// A paint is a colour, or a gradient; none when see is 0.
type paint struct {
	rgb      [3]uint8
	see      float64 // how much it covers, 0 to 1
	own      float64 // the same, without what is said of the shape and its groups
	gradient *gradient
	written  string // as the file has it
}

// A state is what shapes take from the groups they are in.
type state struct {
	at           layout.Matrix
	fill, stroke string
	rule, join   string
	cap, dash    string
	miter        string
	width        string
	fillSee      string
	strokeSee    string
	colour       string // of currentColor
	see          float64
	alone        float64
	layers       []*layer
	class        string
	clips        []*layout.Outline
	hidden       bool
}

// A reader walks over the tree of a file.
type reader struct {
	*tree
	box    layout.Rect
	shapes []shape
	points int
	steps  int         // elements shown so far
	bounds layout.Rect // of the outline that is drawn now, before it is placed
	using  []*node
	pixels string // names what is shown in pixels alone, "" for nothing
}

// inPixels notes that the picture has a part that is shown in pixels alone.
func (r *reader) inPixels(what string) {
	if r.pixels == "" {
		r.pixels = what
	}
}

// refused are properties nothing here draws, unless they say none.
var refused = []string{"filter", "marker-start", "marker-mid", "marker-end"}

// silent are elements that draw nothing by themselves.
var silent = map[string]bool{"title": true, "desc": true, "metadata": true, "defs": true, "symbol": true, "clipPath": true, "style": true,
	"linearGradient": true, "radialGradient": true, "filter": true, "mask": true, "pattern": true, "marker": true}

// read returns the shapes of a file, bottom first.
func read(data []byte) (*reader, error) {
	t, err := parse(data)
	if err != nil {
		return nil, err
	}
	r := &reader{tree: t}
	if err := t.styles(t.root); err != nil {
		return nil, err
	}
	if r.box, err = viewBox(t.root); err != nil {
		return nil, t.root.fail("%v", err)
	}
	s := state{at: layout.Identity(), fill: "black", stroke: "none", width: "1", see: 1, alone: 1, colour: "black"}
	if s, err = r.inherit(t.root, s); err != nil {
		return nil, t.root.fail("%v", err)
	}
	if err := r.all(t.root, s); err != nil {
		return nil, err
	}
	if len(r.shapes) == 0 {
		return nil, (&node{line: 1, col: 1}).fail("the picture has no shapes")
	}
	return r, nil
}

// viewBox returns what of the picture is seen.
func viewBox(root *node) (box layout.Rect, err error) {
	n, err := numbers(root.attrs["viewBox"])
	if root.attrs["viewBox"] == "" {
		n = make([]float64, 4)
		var w, h error
		n[2], w = number("width", root.attrs["width"], 0)
		n[3], h = number("height", root.attrs["height"], 0)
		if w != nil || h != nil {
			return box, errors.New(`the <svg> needs a viewBox of four numbers, such as viewBox="0 0 256 256"`)
		}
	}
	if err != nil || len(n) != 4 {
		return box, errors.New(`the viewBox has four numbers of a sensible size, such as viewBox="0 0 256 256"`)
	}
	box = layout.Rect{X: layout.MM(n[0]), Y: layout.MM(n[1]), W: layout.MM(n[2]), H: layout.MM(n[3])}
	if box.W <= 0 || box.H <= 0 {
		return box, errors.New("the viewBox is empty")
	}
	return box, nil
}

// all draws what is in an element.
func (r *reader) all(n *node, s state) error {
	for _, c := range n.children {
		if err := r.element(c, s); err != nil {
			if at := (*Error)(nil); !errors.As(err, &at) {
				err = c.fail("%v", err)
			}
			return err
		}
	}
	return nil
}

func (r *reader) element(n *node, s state) error {
	if silent[n.name] {
		return nil
	}
	if r.steps++; r.steps > maxNodes {
		return fmt.Errorf("the picture shows more than %d elements", maxNodes)
	}
	s, err := r.inherit(n, s)
	if err != nil || s.hidden {
		return err
	}
	switch n.name {
	case "g", "a", "svg", "switch":
		if n.name == "svg" {
			return errors.New("an <svg> inside an <svg> is not read")
		}
		return r.all(n, s)
	case "use":
		return r.use(n, s)
	}
	o, err := r.outline(n)
	if err != nil || len(o.Points) == 0 {
		return err
	}
	return r.shape(n, o, s)
}

// inherit returns how an element inside others is drawn.
func (r *reader) inherit(n *node, s state) (state, error) {
	for _, name := range refused {
		if v := r.property(n, name); v != "" && v != "none" && v != "normal" {
			return s, fmt.Errorf("%s is not drawn; merge it into the shapes", name)
		}
	}
	for name, to := range map[string]*string{"fill": &s.fill, "stroke": &s.stroke, "fill-rule": &s.rule, "stroke-linejoin": &s.join, "stroke-linecap": &s.cap,
		"stroke-dasharray": &s.dash, "stroke-miterlimit": &s.miter, "stroke-width": &s.width, "fill-opacity": &s.fillSee, "stroke-opacity": &s.strokeSee, "color": &s.colour} {
		if v := r.property(n, name); v != "" {
			*to = v
		}
	}
	if s.rule != "" && s.rule != "evenodd" && s.rule != "nonzero" {
		return s, fmt.Errorf("unknown fill-rule %q", s.rule)
	}
	if v := n.attrs["class"]; v != "" {
		s.class = v
	}
	see, err := share("opacity", r.property(n, "opacity"))
	if err != nil {
		return s, err
	}
	s.see *= see
	if err := r.layer(n, see, &s); err != nil {
		return s, err
	}
	s.hidden = s.hidden || r.property(n, "display") == "none" || r.property(n, "visibility") == "hidden" || see == 0
	m, err := transform(r.property(n, "transform"))
	if err != nil {
		return s, err
	}
	if !m.IsIdentity() {
		s.at = m.Then(s.at)
	}
	if clip := r.property(n, "clip-path"); clip != "" && clip != "none" {
		o, err := r.clip(clip, s.at, n)
		if err != nil {
			return s, err
		}
		s.clips = append(s.clips[:len(s.clips):len(s.clips)], o)
	}
	return s, nil
}

// outline returns the outline of a shape before it is placed.
func (r *reader) outline(n *node) (o layout.Outline, err error) {
	num := func(name string, whole layout.Length) layout.Length {
		v := r.property(n, name)
		if v == "" || v == "auto" {
			return 0
		}
		f, e := number(name, v, whole.MM())
		if e != nil && err == nil {
			err = e
		}
		return layout.MM(f)
	}
	w, h := r.box.W, r.box.H
	switch n.name {
	case "path":
		d := r.property(n, "d")
		if d == "" || d == "none" {
			return o, nil
		}
		return layout.ParsePath(strings.TrimSuffix(strings.TrimPrefix(d, `path("`), `")`))
	case "rect":
		rx, ry := num("rx", w), num("ry", h)
		rect := layout.Rect{X: num("x", w), Y: num("y", h), W: num("width", w), H: num("height", h)}
		if rect.W > 0 && rect.H > 0 {
			o = layout.RectOutline(rect, max(rx, ry))
		}
	case "circle":
		rad := num("r", w)
		if c := (layout.Point{X: num("cx", w), Y: num("cy", h)}); rad > 0 {
			o = layout.EllipseOutline(c, rad, rad)
		}
	case "ellipse":
		rx, ry := num("rx", w), num("ry", h)
		if c := (layout.Point{X: num("cx", w), Y: num("cy", h)}); rx > 0 && ry > 0 {
			o = layout.EllipseOutline(c, rx, ry)
		}
	case "line":
		o.Move(layout.Point{X: num("x1", w), Y: num("y1", h)})
		o.Line(layout.Point{X: num("x2", w), Y: num("y2", h)})
	case "polygon", "polyline":
		if n.attrs["points"] == "" {
			return o, nil
		}
		d := "M" + n.attrs["points"]
		if n.name == "polygon" {
			d += "Z"
		}
		return layout.ParsePath(d)
	case "text", "flowRoot":
		return o, errors.New("text is not drawn; turn it into paths")
	case "image":
		return o, errors.New("<image> is not drawn; a card shows a PNG or JPEG picture by itself")
	default:
		return o, fmt.Errorf("<%s> is not drawn", n.name)
	}
	return o, err
}

// shape adds a shape with its colours.
func (r *reader) shape(n *node, o layout.Outline, s state) error {
	r.bounds = o.Bounds()
	sh := shape{clips: s.clips, classes: strings.Fields(s.class), soft: s.see < 1, alone: s.alone, layers: s.layers}
	var err error
	if sh.fill, err = r.paint(s.fill, s.fillSee, s); err != nil {
		return err
	}
	if n.name == "line" {
		sh.fill = paint{}
	}
	if sh.stroke, err = r.paint(s.stroke, s.strokeSee, s); err != nil {
		return err
	}
	k := math.Sqrt(math.Abs(s.at.A*s.at.D - s.at.B*s.at.C))
	width, err := number("stroke-width", s.width, r.box.W.MM())
	if err != nil || width < 0 {
		return fmt.Errorf("stroke-width %q is not a number of a sensible size", s.width)
	}
	sh.pen = pen{width: layout.MM(width), cap: s.cap, join: s.join, miter: 4}
	if s.miter != "" {
		if sh.pen.miter, err = number("stroke-miterlimit", s.miter, 0); err != nil {
			return err
		}
	}
	if sh.pen.width <= 0 {
		sh.stroke = paint{}
	}
	if s.dash != "" && s.dash != "none" {
		dashes, err := numbers(s.dash)
		if err != nil {
			return err
		}
		for _, d := range dashes {
			sh.pen.dash = append(sh.pen.dash, layout.MM(max(d, 0)))
		}
	}
	if s.rule == "evenodd" {
		o = o.EvenOdd()
	}
	shapes := []shape{sh}
	if sh.stroke.see > 0 && (!even(s.at) || !sh.pen.plain() || sh.stroke.gradient != nil) { // the line is a shape of its own
		line := sh
		line.fill, line.stroke = sh.stroke, paint{}
		line.outline = stroked(o, sh.pen)
		shapes[0].stroke = paint{}
		shapes = append(shapes, line)
	}
	shapes[0].outline = o
	for _, sh := range shapes {
		if sh.fill.see == 0 && sh.stroke.see == 0 {
			continue
		}
		sh.pen.scale(k)
		sh.line = layout.Stroke{Width: sh.pen.width, Round: sh.pen.join == "round" || sh.pen.cap == "round", Dash: sh.pen.dash}
		if !s.at.IsIdentity() {
			sh.outline = sh.outline.Transform(s.at)
		}
		r.shapes = append(r.shapes, sh)
		if r.points += len(sh.outline.Points); r.points > maxPoints || len(r.shapes) > maxShapes {
			return fmt.Errorf("the picture has more than %d points or %d shapes", maxPoints, maxShapes)
		}
	}
	return nil
}

// even reports whether a transform leaves circles round, so that a line is as
// wide in each direction.
func even(m layout.Matrix) bool {
	along, across, skew := m.A*m.A+m.B*m.B, m.C*m.C+m.D*m.D, m.A*m.C+m.B*m.D
	return math.Abs(along-across) < 0.02*max(along, across) && math.Abs(skew) < 0.02*max(along, across)
}

// paint returns what a fill or a stroke is painted with.
func (r *reader) paint(written, opacity string, s state) (paint, error) {
	if written == "none" {
		return paint{}, nil
	}
	see, err := share("opacity", opacity)
	if err != nil {
		return paint{}, err
	}
	p := paint{written: strings.ToLower(written), see: see * s.see, own: see}
	if strings.HasPrefix(written, "url(") {
		ref, _, _ := strings.Cut(written, ")")
		n, err := r.reference(ref)
		if err != nil {
			return p, err
		}
		p.gradient, err = r.gradient(n, s.at)
		return p, err
	}
	if p.written == "currentcolor" {
		written = s.colour
		if s.colour == "black" {
			p.written = "black"
		}
	}
	c, err := colour(written)
	p.rgb, p.see, p.own = c.rgb, p.see*c.alpha, p.own*c.alpha
	return p, err
}
