package outputtest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"kitpress/layout"
)

// svgNames are the elements a file may have, each with its attributes; id,
// transform, role and aria-… are allowed everywhere. What is not listed, a
// script or a style, has no business in a picture.
var svgNames = map[string]string{
	"svg": "xmlns xlink version lang width height viewBox stroke-miterlimit", "title": "", "desc": "", "defs": "",
	"g": "fill clip-path", "path": "d fill stroke stroke-width stroke-linejoin stroke-linecap stroke-dasharray shape-rendering",
	"use": "href x", "clipPath": "", "image": "x y width height preserveAspectRatio href", "a": "href",
	"rect": "x y width height fill pointer-events",
}

// An svgNode is an element of a file.
type svgNode struct {
	name string
	attr map[string]string
	kids []*svgNode
	text string
}

// SVGPage reads an SVG file for a Contract, strictly: nothing but what a
// picture needs, every id once, every reference to something that is there.
func SVGPage(data []byte) ([]Page, error) {
	root, err := readXML(data)
	if err != nil {
		return nil, err
	}
	r := &svgReader{ids: map[string]*svgNode{}}
	if err := r.collect(root); err != nil {
		return nil, err
	}
	var box [4]float64
	fields := strings.Fields(root.attr["viewBox"])
	for i := range box {
		if len(fields) != 4 {
			return nil, fmt.Errorf("viewBox is %q", root.attr["viewBox"])
		}
		if box[i], err = strconv.ParseFloat(fields[i], 64); err != nil {
			return nil, err
		}
	}
	width, errW := strconv.ParseFloat(strings.TrimSuffix(root.attr["width"], "mm"), 64)
	height, errH := strconv.ParseFloat(strings.TrimSuffix(root.attr["height"], "mm"), 64)
	if errW != nil || errH != nil || math.Abs(width*1000-box[2]) > 0.5 || math.Abs(height*1000-box[3]) > 0.5 {
		return nil, fmt.Errorf("%s × %s does not fit %v", root.attr["width"], root.attr["height"], box)
	}
	if err := r.draw(root, svgState{ctm: layout.Translate(layout.Point{X: layout.Length(-box[0]), Y: layout.Length(-box[1])})}); err != nil {
		return nil, err
	}
	text := strings.Join(r.texts, "\n")
	return []Page{{Size: layout.Size{W: layout.MM(width), H: layout.MM(height)}, Text: &text, Links: r.links, ColourAt: r.colourAt}}, nil
}

func readXML(data []byte) (*svgNode, error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	top := &svgNode{}
	open := []*svgNode{top}
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		last := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			n := &svgNode{name: t.Name.Local, attr: map[string]string{}}
			allowed, known := svgNames[n.name]
			if !known {
				return nil, fmt.Errorf("element %s", n.name)
			}
			for _, a := range t.Attr {
				name := a.Name.Local
				if !strings.Contains(" id transform role "+allowed+" ", " "+name+" ") && !strings.HasPrefix(name, "aria-") {
					return nil, fmt.Errorf("attribute %s of %s", name, n.name)
				}
				n.attr[name] = a.Value
			}
			last.kids = append(last.kids, n)
			open = append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			last.text += string(t)
		case xml.Directive, xml.Comment:
			return nil, errors.New("directive or comment")
		}
	}
	if len(top.kids) != 1 || top.kids[0].name != "svg" {
		return nil, errors.New("no svg element on top")
	}
	return top.kids[0], nil
}

// An svgReader walks a file.
type svgReader struct {
	ids    map[string]*svgNode
	shapes []Shape
	texts  []string
	links  []string
	depth  int
}

type svgState struct {
	ctm   layout.Matrix
	fill  [3]uint8
	clips [][][][2]float64
}

func (r *svgReader) collect(n *svgNode) error {
	if id, ok := n.attr["id"]; ok {
		if r.ids[id] != nil || id == "" {
			return fmt.Errorf("id %q twice", id)
		}
		r.ids[id] = n
	}
	for _, kid := range n.kids {
		if err := r.collect(kid); err != nil {
			return err
		}
	}
	return nil
}

func (r *svgReader) colourAt(at layout.Point) [3]uint8 {
	for i := len(r.shapes) - 1; i >= 0; i-- {
		if s := &r.shapes[i]; s.covers(at) {
			return *s.Fill
		}
	}
	return [3]uint8{255, 255, 255}
}

func (r *svgReader) draw(n *svgNode, st svgState) error {
	if r.depth++; r.depth > 200 {
		return errors.New("uses nest without an end")
	}
	defer func() { r.depth-- }()
	st, err := r.enter(n, st)
	if err != nil {
		return fmt.Errorf("%s %v: %w", n.name, n.attr, err)
	}
	switch n.name {
	case "defs", "title", "desc", "clipPath", "rect", "image":
		return nil
	case "path":
		polygons, err := svgPolygons(n.attr["d"], st.ctm)
		if err != nil {
			return fmt.Errorf("path %q: %w", n.attr["d"], err)
		}
		shape := Shape{Polygons: polygons, Clips: st.clips}
		if n.attr["fill"] != "none" {
			shape.Fill = &st.fill
		}
		r.shapes = append(r.shapes, shape)
	case "use":
		to := r.ids[strings.TrimPrefix(n.attr["href"], "#")]
		if to == nil || !strings.HasPrefix(n.attr["href"], "#") {
			return fmt.Errorf("use of %q, which is not there", n.attr["href"])
		}
		if x := n.attr["x"]; x != "" {
			v, err := strconv.ParseFloat(x, 64)
			if err != nil {
				return err
			}
			st.ctm = layout.Matrix{A: 1, D: 1, E: v}.Then(st.ctm)
		}
		return r.draw(to, st)
	}
	for _, kid := range n.kids {
		if err := r.draw(kid, st); err != nil {
			return err
		}
	}
	return nil
}

// enter returns the state inside an element and notes what it says.
func (r *svgReader) enter(n *svgNode, st svgState) (svgState, error) {
	if label := n.attr["aria-label"]; label != "" && n.attr["role"] == "img" {
		r.texts = append(r.texts, label)
	}
	if href := n.attr["href"]; n.name == "a" && !strings.HasPrefix(href, "#") {
		r.links = append(r.links, href)
	}
	m, err := svgTransform(n.attr["transform"])
	if err != nil {
		return st, err
	}
	st.ctm = m.Then(st.ctm)
	if f := n.attr["fill"]; f != "" && f != "none" {
		if len(f) == 4 {
			f = f[:1] + strings.Repeat(f[1:2], 2) + strings.Repeat(f[2:3], 2) + strings.Repeat(f[3:4], 2)
		}
		if _, err := fmt.Sscanf(f, "#%02x%02x%02x", &st.fill[0], &st.fill[1], &st.fill[2]); err != nil {
			return st, err
		}
	}
	if c, ok := n.attr["clip-path"]; ok {
		clip := r.ids[strings.TrimSuffix(strings.TrimPrefix(c, "url(#"), ")")]
		if clip == nil || clip.name != "clipPath" || len(clip.kids) != 1 {
			return st, errors.New("no such clip path")
		}
		polygons, err := svgPolygons(clip.kids[0].attr["d"], st.ctm)
		if err != nil {
			return st, err
		}
		st.clips = append(st.clips[:len(st.clips):len(st.clips)], polygons)
	}
	return st, nil
}
