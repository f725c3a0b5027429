package layout

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// An Icon is a drawing read from SVG: shapes in the units of its view box,
// one unit being 1 mm here, so that any scale keeps its detail.
type Icon struct {
	Name   string
	Box    Rect        // the view box
	Shapes []IconShape // bottom first
}

// An IconShape is one filled shape of an Icon. Soft shapes are the 20 % layer
// of a duotone icon.
type IconShape struct {
	Outline Outline
	Soft    bool
}

// Limits for pictures from packs.
const (
	maxSVGBytes  = 1 << 20
	maxSVGPoints = 100_000
	maxSVGShapes = 2_000
)

// A Drawing is a picture in colours read from SVG, in the units of its view
// box as an Icon is.
type Drawing struct {
	Name   string
	Box    Rect // the view box; what leaves it is not seen
	Shapes []DrawingShape
}

// A DrawingShape is one shape of a Drawing, filled, with a line or both.
type DrawingShape struct {
	Outline Outline
	Fill    *Paint   // nil for none
	Stroke  *Stroke  // nil for none; joins and caps are round
	Classes []string // what the file calls it, for those who give it another colour
}

// ParseIcon reads an SVG of filled shapes in one colour: path, rect, circle,
// ellipse, polygon and g. What an icon cannot hold (text, images, scripts,
// styles, strokes, transforms, gradients, entities) is an error, never left
// out.
func ParseIcon(name string, data []byte) (*Icon, error) {
	r := &svgReader{}
	icon := &Icon{Name: name}
	r.add = func(o Outline, s svgState) error {
		if s.strokes() {
			return errors.New("strokes are not read; turn them into outlines")
		}
		if s.fill == "none" {
			return nil
		}
		icon.Shapes = append(icon.Shapes, IconShape{Outline: o, Soft: s.soft})
		return r.oneColour(s.fill)
	}
	err := r.read(data)
	icon.Box = r.box
	return icon, err
}

// ParseDrawing reads an SVG of shapes in plain colours: path, rect, circle,
// ellipse, polygon and g, with fill, stroke, stroke-width and class. Like
// ParseIcon it refuses what it would not draw.
func ParseDrawing(name string, data []byte) (*Drawing, error) {
	r := &svgReader{}
	pic := &Drawing{Name: name}
	r.add = func(o Outline, s svgState) error {
		shape := DrawingShape{Outline: o, Classes: strings.Fields(s.class)}
		if s.soft {
			return errors.New("opacity is not read; paint what lies below it in the colour that is seen")
		}
		var err error
		if shape.Fill, err = svgPaint(cmp.Or(s.fill, "black")); err != nil {
			return err
		}
		if s.strokes() {
			shape.Stroke = &Stroke{Width: s.width, Round: true}
			if shape.Stroke.Paint, err = svgPaint(s.stroke); err != nil {
				return err
			}
		}
		if shape.Fill != nil || shape.Stroke != nil {
			pic.Shapes = append(pic.Shapes, shape)
		}
		return nil
	}
	err := r.read(data)
	pic.Box = r.box
	return pic, err
}

// svgPaint reads a colour such as "#1B2330", "#fff", "black", "white", or
// "none", for which there is none.
func svgPaint(s string) (*Paint, error) {
	switch s {
	case "none":
		return nil, nil
	case "black", "currentcolor":
		return Black(), nil
	case "white":
		return White(), nil
	}
	if len(s) == 4 && s[0] == '#' {
		s = string([]byte{'#', s[1], s[1], s[2], s[2], s[3], s[3]})
	}
	rgb, err := ParseHex(s)
	return PaintOf(rgb), err
}

// read reads a file and gives every shape of it to add.
func (r *svgReader) read(data []byte) error {
	if len(data) > maxSVGBytes {
		return fmt.Errorf("the picture has %d bytes; at most %d are read", len(data), maxSVGBytes)
	}
	if kind := pictureKind(data); kind != "" {
		return &SVGError{Line: 1, Col: 1, Err: fmt.Errorf("this is a %s picture, not SVG", kind)}
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	d.Strict = true
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = r.token(tok)
		}
		if err != nil {
			line, col := d.InputPos()
			return &SVGError{Line: line, Col: col, Err: err}
		}
	}
	if !r.root {
		return &SVGError{Line: 1, Col: 1, Err: errors.New("this is not an SVG picture")}
	}
	if r.shapes == 0 {
		return &SVGError{Line: 1, Col: 1, Err: errors.New("the picture has no shapes")}
	}
	return nil
}

// pictureKind names what other kind of picture data begins like; "" for none.
func pictureKind(data []byte) string {
	for _, k := range []struct{ magic, name string }{{"\x89PNG", "PNG"}, {"\xFF\xD8\xFF", "JPEG"}, {"GIF8", "GIF"}, {"%PDF", "PDF"}, {"RIFF", "WebP"}} {
		if bytes.HasPrefix(data, []byte(k.magic)) {
			return k.name
		}
	}
	return ""
}

// An SVGError says where in a picture something is wrong.
type SVGError struct {
	Line, Col int
	Err       error
}

func (e *SVGError) Error() string { return fmt.Sprintf("%d:%d: %v", e.Line, e.Col, e.Err) }
func (e *SVGError) Unwrap() error { return e.Err }

type svgReader struct {
	add    func(Outline, svgState) error // takes each shape that is seen
	box    Rect
	root   bool
	named  bool // inside a title or a description
	points int
	shapes int
	open   []svgState // of the open groups
	colour string     // of the shapes so far
}

// An svgState is what shapes take from the groups they are in.
type svgState struct {
	soft    bool
	fill    string // as it is written, "" for what nobody has said
	stroke  string
	width   Length // of the stroke
	class   string
	evenOdd bool
}

func (s svgState) strokes() bool { return s.stroke != "" && s.stroke != "none" && s.width > 0 }

func (r *svgReader) token(tok xml.Token) error {
	switch t := tok.(type) {
	case xml.Directive:
		return errors.New("document types and entities are not read")
	case xml.EndElement:
		r.named = false
		if t.Name.Local == "g" || t.Name.Local == "svg" {
			r.open = r.open[:len(r.open)-1]
		}
	case xml.CharData:
		if !r.named && len(bytes.TrimSpace(t)) > 0 {
			return errors.New("text is not read; turn it into paths")
		}
	case xml.StartElement:
		return r.element(t)
	}
	return nil
}

func (r *svgReader) element(t xml.StartElement) error {
	a := attributes(t)
	if r.root && len(r.open) == 0 {
		return errors.New("there is a second root element")
	}
	if !r.root && t.Name.Local != "svg" {
		return fmt.Errorf("the root element is <%s>, not <svg>", t.Name.Local)
	}
	for _, banned := range []string{"style", "transform", "href", "clip-path", "mask", "filter", "fill-opacity", "display", "visibility"} {
		if _, ok := a[banned]; ok {
			return fmt.Errorf("attribute %q is not read; draw plain filled shapes", banned)
		}
	}
	for name := range a {
		if strings.HasPrefix(name, "on") {
			return fmt.Errorf("scripts are not read (attribute %q)", name)
		}
	}
	state, err := r.inherit(a)
	if err != nil {
		return err
	}
	switch t.Name.Local {
	case "svg":
		if err := r.svg(a); err != nil {
			return err
		}
		r.open = []svgState{state}
		return nil
	case "g":
		r.open = append(r.open, state)
		return nil
	case "title", "desc":
		r.named = true
		return nil
	}
	o, err := element(t.Name.Local, a)
	if err != nil || state.fill == "none" && !state.strokes() || len(o.Points) == 0 {
		return err
	}
	r.points += len(o.Points)
	if r.shapes++; r.points > maxSVGPoints || r.shapes > maxSVGShapes {
		return fmt.Errorf("the picture has more than %d points or %d shapes", maxSVGPoints, maxSVGShapes)
	}
	if state.evenOdd {
		o = o.evenOdd()
	}
	return r.add(o, state)
}

// inherit returns how an element with some attributes is drawn.
func (r *svgReader) inherit(a map[string]string) (svgState, error) {
	var s svgState
	if len(r.open) > 0 {
		s = r.open[len(r.open)-1]
	} else {
		s.width = Millimetre
	}
	if v := a["opacity"]; v != "" {
		f, err := strconv.ParseFloat(v, 64)
		if err != nil || !(0 < f && f <= 1) {
			return s, fmt.Errorf("opacity %q is not read; want a number above 0, up to 1", v)
		}
		s.soft = s.soft || f < 1
	}
	if v := a["fill"]; v != "" && v != "inherit" {
		s.fill = strings.ToLower(v)
	}
	if v := a["stroke"]; v != "" && v != "inherit" {
		s.stroke = strings.ToLower(v)
	}
	if v := a["stroke-width"]; v != "" && v != "inherit" {
		f, err := strconv.ParseFloat(v, 64)
		if err != nil || !(0 <= f && f <= 10_000) {
			return s, fmt.Errorf("stroke-width %q is not a number of a sensible size", v)
		}
		s.width = MM(f)
	}
	if v := a["class"]; v != "" {
		s.class = v
	}
	switch v := a["fill-rule"]; v {
	case "", "inherit":
	case "evenodd", "nonzero":
		s.evenOdd = v == "evenodd"
	default:
		return s, fmt.Errorf("unknown fill-rule %q", v)
	}
	return s, nil
}

// oneColour refuses a second colour: an icon is drawn in one, which the
// template gives it, and shapes on each other would become one blot.
func (r *svgReader) oneColour(fill string) error {
	name := fill
	switch fill {
	case "", "currentcolor", "#000", "#000000":
		name = "black"
	}
	if r.colour != "" && r.colour != name {
		return fmt.Errorf("the picture has two colours, %s and %s, and kitpress would draw both as one; draw shapes of one colour, cut out what is another", r.colour, name)
	}
	r.colour = name
	return nil
}

func (r *svgReader) svg(a map[string]string) error {
	if r.root {
		return errors.New("an <svg> inside an <svg> is not read")
	}
	r.root = true
	n := strings.Fields(strings.ReplaceAll(a["viewBox"], ",", " "))
	if len(n) != 4 {
		return errors.New(`the <svg> needs a viewBox of four numbers, such as viewBox="0 0 256 256"`)
	}
	var v [4]Length
	for i, s := range n {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsNaN(f) || math.Abs(f) > 100_000 {
			return fmt.Errorf("viewBox: %q is not a number of a sensible size", s)
		}
		v[i] = MM(f)
	}
	if v[2] <= 0 || v[3] <= 0 {
		return errors.New("the viewBox is empty")
	}
	r.box = Rect{v[0], v[1], v[2], v[3]}
	return nil
}

func attributes(t xml.StartElement) map[string]string {
	a := make(map[string]string, len(t.Attr))
	for _, at := range t.Attr {
		a[at.Name.Local] = at.Value
	}
	return a
}

func element(kind string, a map[string]string) (Outline, error) {
	var firstErr error
	num := func(name string) Length {
		f, err := strconv.ParseFloat(a[name], 64)
		if a[name] == "" {
			return 0
		}
		if (err != nil || math.IsNaN(f) || math.Abs(f) > 100_000) && firstErr == nil {
			firstErr = fmt.Errorf("attribute %s: %q is not a number of a sensible size", name, a[name])
			return 0
		}
		return MM(f)
	}
	var o Outline
	switch kind {
	case "path":
		return ParsePath(a["d"])
	case "rect":
		o = RectOutline(Rect{num("x"), num("y"), num("width"), num("height")}, max(num("rx"), num("ry")))
	case "circle":
		r := num("r")
		o = EllipseOutline(Point{num("cx"), num("cy")}, r, r)
	case "ellipse":
		o = EllipseOutline(Point{num("cx"), num("cy")}, num("rx"), num("ry"))
	case "polygon":
		o, firstErr = ParsePath("M" + a["points"] + "Z")
	default:
		return o, fmt.Errorf("<%s> is not read; draw plain filled shapes", kind)
	}
	return o, firstErr
}
