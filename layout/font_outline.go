package layout

import (
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A drawing turns glyph segments in font units into an Outline.
type drawing struct {
	at    Point
	scale float64 // micrometres per font unit
	pen   [2]float64
	open  bool
	out   Outline
}

func (d *drawing) point(x, y float64) Point {
	return Point{d.at.X + Length(math.Round(x*d.scale)), d.at.Y + Length(math.Round(y*d.scale))}
}

func (d *drawing) add(s sfnt.Segment) {
	at := func(p fixed.Point26_6) (float64, float64) { return float64(p.X), float64(p.Y) }
	x, y := at(s.Args[0])
	switch s.Op {
	case sfnt.SegmentOpMoveTo:
		d.end()
		d.out.Move(d.point(x, y))
		d.open = true
	case sfnt.SegmentOpLineTo:
		d.out.Line(d.point(x, y))
	case sfnt.SegmentOpQuadTo:
		// A quadratic curve is the cubic one whose control points lie two
		// thirds of the way to its own.
		ex, ey := at(s.Args[1])
		px, py := d.pen[0], d.pen[1]
		d.out.Cubic(d.point(px+(x-px)*2/3, py+(y-py)*2/3), d.point(ex+(x-ex)*2/3, ey+(y-ey)*2/3), d.point(ex, ey))
		x, y = ex, ey
	case sfnt.SegmentOpCubeTo:
		bx, by := at(s.Args[1])
		ex, ey := at(s.Args[2])
		d.out.Cubic(d.point(x, y), d.point(bx, by), d.point(ex, ey))
		x, y = ex, ey
	}
	d.pen = [2]float64{x, y}
}

func (d *drawing) end() {
	if d.open {
		d.out.Close()
		d.open = false
	}
}
