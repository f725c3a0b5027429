package shape

import (
	"encoding/binary"
	"math"
)

// WeightAxis returns the lightest and the heaviest weight of a variable font;
// ok tells whether its weight can be chosen.
func WeightAxis(tables map[string][]byte) (lightest, heaviest int, ok bool) {
	fvar := tables["fvar"]
	if len(fvar) < 16 {
		return 0, 0, false
	}
	at, size := int(binary.BigEndian.Uint16(fvar[4:])), int(binary.BigEndian.Uint16(fvar[10:]))
	for i := range int(binary.BigEndian.Uint16(fvar[8:])) {
		axis := at + i*size
		if size < 20 || axis+20 > len(fvar) {
			return 0, 0, false
		}
		if string(fvar[axis:axis+4]) == "wght" { // in whole numbers: the upper half
			return int(int16(binary.BigEndian.Uint16(fvar[axis+4:]))), int(int16(binary.BigEndian.Uint16(fvar[axis+12:]))), true
		}
	}
	return 0, 0, false
}

// Tables returns the tables of the font by tag. They must not be changed.
func (f *Font) Tables() map[string][]byte { return f.tables }

// Drawn reports whether the drawings of the font are not there as a TrueType
// file has them, but must be made: of an OpenType font with curves of the third
// degree, or at a weight of a variable one.
func (f *Font) Drawn() bool { return f.tables["glyf"] == nil || f.tables["fvar"] != nil }

// heightOf returns how high above the baseline a glyph reaches.
func (f *Font) heightOf(glyph uint16) int {
	highest := 0.0
	if glyph == 0 {
		return 0
	}
	if !f.Drawn() { // all drawings of a Japanese font take longer to read than a deck
		return heightOf(f.tables, int(glyph))
	}
	for _, s := range f.Drawing(glyph) {
		for _, p := range s.Points[:ends(s.Verb)+1] {
			highest = max(highest, float64(p[1]))
		}
	}
	return int(math.Round(highest))
}

// ends returns which point of a step is its last.
func ends(v Verb) int {
	switch v {
	case QuadTo:
		return 1
	case CubeTo:
		return 2
	}
	return 0
}

// A contour is a closed line of points; between two that lie off it there is
// one on it, in the middle.
type contour struct {
	x, y []int
	on   []bool
}

func (c *contour) add(x, y float64, on bool) {
	c.x, c.y, c.on = append(c.x, int(math.Round(x))), append(c.y, int(math.Round(y))), append(c.on, on)
}

// closed takes a last point away that is the first.
func (c *contour) closed() {
	if n := len(c.x) - 1; n > 0 && c.on[n] && c.x[n] == c.x[0] && c.y[n] == c.y[0] {
		c.x, c.y, c.on = c.x[:n], c.y[:n], c.on[:n]
	}
}

// curveError is how far, in em, a curve may be from the one it stands for.
const curveError = 0.0004

// TrueType returns the drawing of a glyph as an entry of the glyf table, empty
// for a space, with how many points and contours it has.
func (f *Font) TrueType(glyph uint16) (entry []byte, points, contours int) {
	var list []contour
	var x, y float64
	for _, s := range f.Drawing(glyph) {
		p := func(i int) (float64, float64) { return float64(s.Points[i][0]), float64(s.Points[i][1]) }
		if s.Verb == MoveTo || len(list) == 0 {
			list = append(list, contour{})
		}
		c := &list[len(list)-1]
		switch s.Verb {
		case MoveTo, LineTo:
			x, y = p(0)
			c.add(x, y, true)
		case QuadTo:
			cx, cy := p(0)
			c.add(cx, cy, false)
			x, y = p(1)
			c.add(x, y, true)
		case CubeTo:
			ax, ay := p(0)
			bx, by := p(1)
			dx, dy := p(2)
			c.cube([4]float64{x, ax, bx, dx}, [4]float64{y, ay, by, dy}, curveError*float64(f.UnitsPerEm))
			x, y = dx, dy
		}
	}
	kept := list[:0]
	for _, c := range list {
		if c.closed(); len(c.x) > 1 {
			kept = append(kept, c)
			points += len(c.x)
		}
	}
	return glyfEntry(kept), points, len(kept)
}

// cube adds a curve of the third degree as several of the second, which are
// nowhere further away from it than off.
func (c *contour) cube(x, y [4]float64, off float64) {
	bend := math.Hypot(x[3]-3*x[2]+3*x[1]-x[0], y[3]-3*y[2]+3*y[1]-y[0])
	n := int(math.Ceil(math.Cbrt(bend * math.Sqrt(3) / 36 / off)))
	n = min(max(n, 1), 16)
	at := func(k [4]float64, t float64) (value, slope float64) {
		u := 1 - t
		return u*u*u*k[0] + 3*u*u*t*k[1] + 3*u*t*t*k[2] + t*t*t*k[3],
			3 * (u*u*(k[1]-k[0]) + 2*u*t*(k[2]-k[1]) + t*t*(k[3]-k[2]))
	}
	for i := range n {
		from, to := float64(i)/float64(n), float64(i+1)/float64(n)
		step := to - from
		control := func(k [4]float64) (point, end float64) { // the middle of where both tangents say it is
			a, da := at(k, from)
			b, db := at(k, to)
			return (a+b)/2 + (da-db)*step/4, b
		}
		cx, ex := control(x)
		cy, ey := control(y)
		c.add(cx, cy, false)
		c.add(ex, ey, true)
	}
}

// glyfEntry writes contours as a simple glyph.
func glyfEntry(list []contour) []byte {
	if len(list) == 0 {
		return nil
	}
	low, high := [2]int{math.MaxInt16, math.MaxInt16}, [2]int{math.MinInt16, math.MinInt16}
	var ends, flags, xs, ys []byte
	last, n := [2]int{}, 0
	for _, c := range list {
		n += len(c.x)
		ends = binary.BigEndian.AppendUint16(ends, uint16(n-1))
		for i := range c.x {
			flag := byte(0)
			if c.on[i] {
				flag = 1
			}
			for axis, v := range [2]int{c.x[i], c.y[i]} {
				low[axis], high[axis] = min(low[axis], v), max(high[axis], v)
				to, bits := &xs, [2]byte{1 << 1, 1 << 4}
				if axis == 1 {
					to, bits = &ys, [2]byte{1 << 2, 1 << 5}
				}
				switch by := v - last[axis]; {
				case by == 0:
					flag |= bits[1]
				case -255 <= by && by <= 255: // one byte, and whether it is positive
					if flag |= bits[0]; by > 0 {
						flag |= bits[1]
					}
					*to = append(*to, byte(max(by, -by)))
				default:
					*to = binary.BigEndian.AppendUint16(*to, uint16(int16(by)))
				}
				last[axis] = v
			}
			flags = append(flags, flag)
		}
	}
	entry := binary.BigEndian.AppendUint16(nil, uint16(len(list)))
	for _, v := range []int{low[0], low[1], high[0], high[1]} {
		entry = binary.BigEndian.AppendUint16(entry, uint16(int16(v)))
	}
	entry = append(append(entry, ends...), 0, 0) // no instructions
	return append(append(append(entry, flags...), xs...), ys...)
}
