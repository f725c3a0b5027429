package compose

import (
	"slices"

	"kitpress/layout"
)

// artKey names one way a drawing is printed.
type artKey struct {
	name string
	fine bool
	edge layout.Length // in units of the drawing
	rim  *ink
}

// Classes that say at which sizes a shape of a drawing is drawn: lines that
// would close up when it is small, and those that stand for them there.
const (
	classFine  = "fine"
	classSmall = "small"
)

// fineFrom is the width from which fine lines are drawn.
const fineFrom = 12 * layout.Millimetre

// use returns a drawing that fills a room.
func (i *imageElement) use(d *drawing, e *env, pic *layout.Drawing, room layout.Rect) layout.Item {
	k := room.W.MM() / pic.Box.W.MM()
	key := artKey{name: pic.Name, fine: room.W >= fineFrom, rim: d.paint(e, i.rim)}
	if key.rim != nil {
		key.edge = d.mm(e, i.edge).Mul(1 / k)
	}
	m := layout.Translate(layout.Point{X: -pic.Box.X - pic.Box.W/2, Y: -pic.Box.Y - pic.Box.H/2}).Then(layout.Scale(k, k))
	if s, ok := d.c.painted.get(key); ok {
		return &layout.Use{Symbol: s, Transform: m}
	}
	return &layout.Use{Symbol: d.c.painted.put(key, d.artSymbol(pic, key)), Transform: m}
}

// artSymbol draws a drawing in its own units. A shape whose class is a colour
// of the theme has that colour, so that every ink mode has its own; others
// have the one of the file.
func (d *drawing) artSymbol(pic *layout.Drawing, key artKey) *layout.Symbol {
	var edge, shapes []layout.Item
	for _, s := range pic.Shapes {
		if slices.Contains(s.Classes, classFine) && !key.fine || slices.Contains(s.Classes, classSmall) && key.fine {
			continue
		}
		it := &layout.Path{Outline: s.Outline, Fill: s.Fill, Stroke: s.Stroke}
		for _, class := range s.Classes {
			in := d.c.theme.inks[class]
			switch {
			case in == nil:
			case it.Fill != nil:
				it.Fill = in.paint
			default:
				line := *it.Stroke
				line.Paint = in.paint
				it.Stroke = &line
			}
		}
		if d.c.mono {
			it.Fill, it.Stroke = greyPaint(it.Fill), greyStroke(it.Stroke)
		}
		shapes = append(shapes, it)
		if key.edge > 0 {
			rim := &layout.Path{Outline: s.Outline, Stroke: &layout.Stroke{Paint: key.rim.paint, Width: 2 * key.edge, Round: true}}
			if s.Fill != nil {
				rim.Fill = key.rim.paint
			}
			if s.Stroke != nil {
				rim.Stroke.Width += s.Stroke.Width
			}
			edge = append(edge, rim)
		}
	}
	seen := layout.RectOutline(pic.Box, 0)
	return &layout.Symbol{Name: "art/" + pic.Name, Box: pic.Box, Items: []layout.Item{&layout.Group{Clip: &seen, Items: append(edge, shapes...)}}}
}

// greyPaint returns the grey a colour of a file prints as; those of the theme
// are grey already.
func greyPaint(p *layout.Paint) *layout.Paint {
	if p == nil || p.Role != "" {
		return p
	}
	return &layout.Paint{RGB: greyRGB(p.Grey), CMYK: [4]uint8{0, 0, 0, p.Grey}, Grey: p.Grey}
}

func greyStroke(s *layout.Stroke) *layout.Stroke {
	if s == nil {
		return nil
	}
	line := *s
	line.Paint = greyPaint(s.Paint)
	return &line
}
