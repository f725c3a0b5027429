package svg

import (
	"errors"

	"kitpress/layout"
)

// Icon reads a picture of one colour. What is see-through is the soft layer of
// a duotone icon; lines become shapes with round ends.
func Icon(name string, data []byte) (*layout.Icon, error) {
	r, err := read(data)
	if err != nil {
		return nil, err
	}
	if r.pixels != "" {
		return nil, r.root.fail("%s is not drawn in icons; show the picture with image", r.pixels)
	}
	icon := &layout.Icon{Name: name, Box: r.box}
	colour := ""
	for _, s := range r.shapes {
		if len(s.clips) > 0 {
			return nil, r.root.fail("clip paths are not read in icons; show it with image")
		}
		for _, p := range []paint{s.fill, s.stroke} {
			if p.see == 0 {
				continue
			}
			one := p.describe()
			if p.gradient == nil && p.rgb == [3]uint8{} {
				one = "black"
			}
			if colour != "" && colour != one {
				return nil, r.root.fail("the picture has two colours, %s and %s, and an icon is drawn in one: cut out what is another, or show it with image", colour, one)
			}
			colour = one
		}
		if s.fill.see > 0 {
			icon.Shapes = append(icon.Shapes, layout.IconShape{Outline: s.outline, Soft: s.fill.see < 1})
		}
		if s.stroke.see > 0 {
			icon.Shapes = append(icon.Shapes, layout.IconShape{Outline: stroked(s.outline, s.pen), Soft: s.stroke.see < 1})
		}
	}
	return icon, nil
}

// ErrPixels says of a picture that only a Painting shows it.
var ErrPixels = errors.New("the picture has parts that shapes of plain colours do not show")

// NewPainting reads a picture to be painted in pixels.
func NewPainting(data []byte) (*Painting, error) {
	r, err := read(data)
	if err != nil {
		return nil, err
	}
	return &Painting{Box: r.box, shapes: r.shapes}, nil
}

// Drawing reads a picture in colours; ErrPixels says that it is to be painted.
func Drawing(name string, data []byte) (*layout.Drawing, error) {
	r, err := read(data)
	if err != nil {
		return nil, err
	}
	if r.pixels != "" || r.mixed() {
		return nil, ErrPixels
	}
	pic := &layout.Drawing{Name: name, Box: r.box}
	add := func(s shape) {
		out := layout.DrawingShape{Outline: s.outline, Clips: s.clips, Classes: s.classes}
		if s.fill.see > 0 {
			out.Fill = layout.PaintOf(s.fill.rgb)
		}
		if s.stroke.see > 0 {
			line := s.line
			line.Paint = layout.PaintOf(s.stroke.rgb)
			out.Stroke = &line
		}
		pic.Shapes = append(pic.Shapes, out)
	}
	for _, s := range r.shapes {
		for _, part := range parts(s) {
			if part.fill.see > 0 && part.fill.see < 1 || part.stroke.see > 0 && part.stroke.see < 1 {
				if !through(pic, part, add) {
					return nil, ErrPixels
				}
				continue
			}
			add(part)
		}
		if len(pic.Shapes) > maxShapes {
			return nil, ErrPixels
		}
	}
	return pic, nil
}

// mixed reports whether shapes of a group that is see-through as a whole lie on
// each other: each by itself would show the one below.
func (r *reader) mixed() bool {
	apart := map[*layer][]layout.Rect{}
	for i := range r.shapes {
		s := &r.shapes[i]
		b := s.outline.Bounds()
		if s.stroke.see > 0 {
			b = b.Inset(-s.pen.width)
		}
		for _, l := range s.layers {
			if s.fill.see > 0 && s.stroke.see > 0 {
				return true
			}
			for _, other := range apart[l] {
				if b.X < other.Right() && other.X < b.Right() && b.Y < other.Bottom() && other.Y < b.Bottom() {
					return true
				}
			}
			apart[l] = append(apart[l], b)
		}
	}
	return false
}

// parts returns what a shape is drawn as: fill and line are one unless one of
// them is a gradient or see-through.
func parts(s shape) []shape {
	if s.fill.gradient == nil && (s.fill.see == 1 || s.fill.see == 0) && (s.stroke.see == 1 || s.stroke.see == 0) {
		return []shape{s}
	}
	var list []shape
	fill, line := s, s
	fill.stroke, line.fill = paint{}, paint{}
	switch {
	case s.fill.gradient != nil:
		list = s.fill.gradient.paint(fill)
	case s.fill.see > 0:
		list = []shape{fill}
	}
	if s.stroke.see > 0 {
		list = append(list, line)
	}
	return list
}

// through adds a shape that is see-through: what of earlier shapes lies below
// it again, in the colour both give together, upon what it looks like on white
// paper. It reports false when too many lie on each other.
func through(pic *layout.Drawing, s shape, add func(shape)) bool {
	if s.stroke.see > 0 {
		s.outline, s.fill, s.stroke = stroked(s.outline, s.pen), s.stroke, paint{}
	}
	see, over := s.fill.see, s.fill.rgb
	mixed := func(below [3]uint8) [3]uint8 {
		var c [3]uint8
		for i := range c {
			c[i] = uint8(float64(below[i])*(1-see) + float64(over[i])*see + 0.5)
		}
		return c
	}
	bounds := s.outline.Bounds()
	below := pic.Shapes
	flat := s
	flat.fill.see, flat.fill.rgb = 1, mixed([3]uint8{255, 255, 255})
	add(flat)
	outline := s.outline
	for _, b := range below {
		box := b.Outline.Bounds()
		if b.Stroke != nil {
			box = box.Inset(-b.Stroke.Width)
		}
		if box.X > bounds.Right() || bounds.X > box.Right() || box.Y > bounds.Bottom() || bounds.Y > box.Bottom() {
			continue
		}
		if len(b.Clips) >= maxClips {
			return false
		}
		again := layout.DrawingShape{Outline: b.Outline, Classes: nil, Clips: append(append(b.Clips[:len(b.Clips):len(b.Clips)], s.clips...), &outline)}
		if b.Fill != nil {
			again.Fill = layout.PaintOf(mixed(b.Fill.RGB))
		}
		if b.Stroke != nil {
			line := *b.Stroke
			line.Paint = layout.PaintOf(mixed(b.Stroke.Paint.RGB))
			again.Stroke = &line
		}
		if pic.Shapes = append(pic.Shapes, again); len(pic.Shapes) > maxShapes {
			return false
		}
	}
	return true
}

// maxClips bounds how often shapes are cut to each other.
const maxClips = 12
