package pdf

import (
	"strconv"

	"kitpress/layout"
)

func (c *canvas) path(it *layout.Path) {
	if it.Fill == nil && it.Stroke == nil || len(it.Outline.Verbs) == 0 {
		return
	}
	c.beginMark()
	c.closeText()
	op := "f\n"
	if it.Fill != nil {
		c.setFill(it.Fill, false)
	}
	if it.Stroke != nil {
		c.setStroke(it.Stroke)
		op = "S\n"
		if it.Fill != nil {
			op = "B\n"
		}
	}
	if c.marks.figure != nil {
		box := it.Outline.Bounds()
		if it.Stroke != nil {
			box = box.Inset(-it.Stroke.Width / 2)
		}
		c.touch(box)
	}
	c.outline(it.Outline, it.Stroke != nil)
	c.str(op)
}

// outline writes the steps of a shape. Filling and clipping close it by
// themselves.
func (c *canvas) outline(o layout.Outline, stroked bool) {
	points := o.Points
	var pen, start layout.Point
	for i := 0; i < len(o.Verbs); i++ {
		switch o.Verbs[i] {
		case layout.MoveTo:
			if n := rectSteps(o.Verbs[i:], points); n > 0 {
				c.rect(points)
				i, points = i+n, points[n:]
				continue
			}
			pen, points = points[0], points[1:]
			start = pen
			c.point(pen)
			c.str("m\n")
		case layout.LineTo:
			to := points[0]
			points = points[1:]
			if idle(pen, to, start, o.Verbs[i+1:]) {
				continue
			}
			pen = to
			c.point(pen)
			c.str("l\n")
		case layout.CubicTo:
			c.cubic(pen, points[0], points[1], points[2])
			pen, points = points[2], points[3:]
		case layout.Close:
			pen = start
			if stroked {
				c.str("h\n")
			}
		}
	}
}

// idle reports whether a line draws nothing that what follows does not draw:
// one of no length before another step (alone it is a dot), or one to the
// start before closing.
func idle(pen, to, start layout.Point, next []layout.Verb) bool {
	if len(next) == 0 {
		return false
	}
	return to == pen && (next[0] == layout.LineTo || next[0] == layout.CubicTo) ||
		to == start && to != pen && next[0] == layout.Close
}

// cubic writes a curve, shorter when a control point lies on an end.
func (c *canvas) cubic(from, a, b, to layout.Point) {
	switch {
	case a == from:
		c.point(b)
		c.point(to)
		c.str("v\n")
	case b == to:
		c.point(a)
		c.point(to)
		c.str("y\n")
	default:
		c.point(a)
		c.point(b)
		c.point(to)
		c.str("c\n")
	}
}

// rectSteps returns how many steps follow the first one when the sub-path is
// an upright rectangle whose first side runs along x; 0 when it is not.
// The line back to the start may be there or not.
func rectSteps(verbs []layout.Verb, p []layout.Point) int {
	n := 1
	for n < len(verbs) && verbs[n] == layout.LineTo {
		n++
	}
	if n < 4 || n > 5 || n == len(verbs) || verbs[n] != layout.Close || n == 5 && p[4] != p[0] {
		return 0
	}
	if p[0].Y != p[1].Y || p[1].X != p[2].X || p[2].Y != p[3].Y || p[3].X != p[0].X {
		return 0
	}
	return n
}

// rect writes the rectangle with corners p. Width and height come from the
// written edges, so that rectangles side by side stay side by side.
func (c *canvas) rect(p []layout.Point) {
	// The operator runs from its first corner along x: the shape's own
	// direction, so that a hole stays a hole.
	x, y := c.written(int64(p[0].X)), c.written(c.top-int64(p[0].Y))
	right, top := c.written(int64(p[2].X)), c.written(c.top-int64(p[2].Y))
	c.num(x)
	c.num(y)
	c.num(right - x)
	c.num(top - y)
	c.str("re\n")
}

// written returns a length as it comes back from the file, in µm.
func (c *canvas) written(um int64) int64 {
	return units(um, c.unit) * c.unit
}

// qr draws all modules as one path whose unit is the module: whole numbers
// leave no seams, and a code takes a fifth of the bytes.
func (c *canvas) qr(it *layout.QR) {
	c.beginMark()
	c.closeText()
	c.touch(layout.Rect{X: it.At.X, Y: it.At.Y, W: it.Module * layout.Length(it.Code.Size), H: it.Module * layout.Length(it.Code.Size)})
	state := c.state
	c.str("q ")
	c.setFill(it.Fill, true)
	c.state = state
	c.exact(int64(it.Module))
	c.str("0 0 ")
	c.exact(-int64(it.Module))
	c.point(it.At)
	c.str("cm\n")
	c.tool.rects = it.Code.AppendRects(c.tool.rects[:0])
	c.content = appendModules(c.content, c.tool.rects)
	c.str("f Q\n")
}

// appendModules appends the dark modules of a code.
func appendModules(b []byte, rects []layout.Modules) []byte {
	for _, r := range rects {
		for _, v := range [4]int{r.X, r.Y, r.W, r.H} {
			b = append(strconv.AppendInt(b, int64(v), 10), ' ')
		}
		b = append(b, "re\n"...)
	}
	return b
}
