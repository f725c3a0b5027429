package svg

import (
	"fmt"
	"math"

	"kitpress/layout"
)

// Icon reads a picture of one colour. What is see-through is the soft layer of
// a duotone icon; lines become shapes with round ends.
func Icon(name string, data []byte) (*layout.Icon, error) {
	r, err := read(data)
	if err != nil {
		return nil, err
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
			icon.Shapes = append(icon.Shapes, layout.IconShape{Outline: thick(s.outline, s.line.Width), Soft: s.stroke.see < 1})
		}
	}
	return icon, nil
}

// Drawing reads a picture in colours.
func Drawing(name string, data []byte) (*layout.Drawing, error) {
	r, err := read(data)
	if err != nil {
		return nil, err
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
		if s.stroke.gradient != nil {
			return nil, r.root.fail("a line with a gradient is not drawn; give it one colour")
		}
		for _, part := range parts(s) {
			if part.fill.see > 0 && part.fill.see < 1 || part.stroke.see > 0 && part.stroke.see < 1 {
				if err := through(pic, part, add); err != nil {
					return nil, r.root.fail("%v", err)
				}
				continue
			}
			add(part)
		}
		if len(pic.Shapes) > maxShapes {
			return nil, fmt.Errorf("the picture becomes more than %d shapes: it has too many that are see-through on each other", maxShapes)
		}
	}
	return pic, nil
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
// paper.
func through(pic *layout.Drawing, s shape, add func(shape)) error {
	if s.fill.gradient == nil && len(s.clips) == 0 && s.stroke.see > 0 {
		s.outline, s.fill, s.stroke = thick(s.outline, s.line.Width), s.stroke, paint{}
	}
	if s.stroke.see > 0 {
		s.outline, s.fill, s.stroke = thick(s.outline, s.line.Width), s.stroke, paint{}
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
			return fmt.Errorf("more than %d shapes that are see-through lie on each other", maxClips)
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
			return fmt.Errorf("the picture becomes more than %d shapes: it has too many that are see-through on each other", maxShapes)
		}
	}
	return nil
}

// maxClips bounds how often shapes are cut to each other.
const maxClips = 12

// chords is how many straight lines stand for a curve of a thick line.
const chords = 16

// thick returns the shape of a line with round ends and joins.
func thick(o layout.Outline, width layout.Length) (out layout.Outline) {
	var start, last layout.Point
	r := width / 2
	disc := func(at layout.Point) { out.Append(positive(layout.EllipseOutline(at, r, r))) }
	to := func(p layout.Point) {
		dx, dy := float64(p.X-last.X), float64(p.Y-last.Y)
		if d := max(dx*dx+dy*dy, 0); d > 0 {
			k := float64(r) / math.Sqrt(d)
			n := layout.Point{X: layout.Length(-dy * k), Y: layout.Length(dx * k)}
			out.Append(positive(layout.PolygonOutline(last.Add(n), p.Add(n), layout.Point{X: p.X - n.X, Y: p.Y - n.Y}, layout.Point{X: last.X - n.X, Y: last.Y - n.Y})))
		}
		last = p
		disc(p)
	}
	points := o.Points
	for _, v := range o.Verbs {
		switch v {
		case layout.MoveTo:
			start, last, points = points[0], points[0], points[1:]
			disc(start)
		case layout.LineTo:
			to(points[0])
			points = points[1:]
		case layout.CubicTo:
			from := last
			for i := range chords {
				to(layout.CubicAt(from, points[0], points[1], points[2], float64(i+1)/chords))
			}
			points = points[3:]
		case layout.Close:
			to(start)
		}
	}
	return out
}

func positive(o layout.Outline) layout.Outline {
	if o.Area() < 0 {
		return o.Reversed()
	}
	return o
}
