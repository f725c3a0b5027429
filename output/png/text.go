package png

import (
	"image"
	"math"

	"kitpress/layout"
	"kitpress/layout/shape"
)

// Letters are drawn at quarters of a pixel, so that a letter is drawn at most
// 16 times at a size.
const (
	steps    = 4
	maxStamp = 96                       // pixels an em: larger letters are drawn as shapes
	maxArea  = 16 * maxStamp * maxStamp // pixels, of a letter that is far larger than its em
)

// maxLetters limits the memory of the letters kept, in pixels.
const maxLetters = 32 << 20

// letters keeps letters that have been drawn.
type letters struct {
	cuts  map[cut]*letterCut
	faces map[*layout.Face]map[uint16]layout.Outline
	size  int
}

// A cut is a face at a size, turned and stretched in some way.
type cut struct {
	face       *layout.Face
	a, b, c, d float64 // from font units to pixels
}

// A letterCut holds the letters of a cut by glyph and place within a pixel.
type letterCut struct {
	stamps map[uint16]*[steps * steps]*mask
}

// grid is how finely outlines of letters are read, in parts of a font unit.
const grid = 8

// outline returns the shape of a letter in parts of a font unit.
func (l *letters) outline(face *layout.Face, glyph uint16) layout.Outline {
	if l.faces == nil {
		l.faces = map[*layout.Face]map[uint16]layout.Outline{}
	}
	known := l.faces[face]
	if known == nil {
		known = map[uint16]layout.Outline{}
		l.faces[face] = known
	}
	o, ok := known[glyph]
	if !ok {
		o = face.Outline(glyph, layout.Length(grid*face.UnitsPerEm()))
		known[glyph] = o
	}
	return o
}

func (c *canvas) text(t *layout.Text) {
	if t.Content == "" {
		return
	}
	size := float64(t.Size)
	scale := size / float64(t.Face.UnitsPerEm())
	em := size * magnification(c.m)
	end := t.At
	end.X += layout.Length(len(t.Content)) * max(t.Tracking, 0) // no more than that
	t.Words(func(w *shape.Word) { end.X += layout.Length(float64(w.Width) * scale) })
	if _, ok := c.sees(extent(layout.PolylineOutline(t.At, end), c.m, 2*em)); !ok {
		return
	}
	c.to.ink = inkOf(t.Fill)
	m := layout.Scale(scale/grid, scale/grid).Then(layout.Matrix{A: c.m.A, B: c.m.B, C: c.m.C, D: c.m.D})
	var stamps *letterCut
	if em <= maxStamp {
		stamps = c.letters.at(cut{t.Face, m.A, m.B, m.C, m.D})
	}
	x, first := float64(t.At.X), true
	t.Words(func(w *shape.Word) {
		for _, g := range w.Glyphs {
			if g.Head && !first {
				x += float64(t.Tracking)
			}
			first = false
			at := apply(c.m, vec{x + float64(g.DX)*scale, float64(t.At.Y) - float64(g.DY)*scale})
			if stamps != nil {
				c.stamp(stamps, t.Face, g.ID, m, at)
			} else {
				m.E, m.F = at.x, at.y
				c.fill(c.letters.outline(t.Face, g.ID), m)
			}
			x += float64(g.Advance) * scale
		}
	})
}

// at returns the letters of a cut.
func (l *letters) at(key cut) *letterCut {
	if l.cuts == nil || l.size > maxLetters {
		l.cuts, l.size = map[cut]*letterCut{}, 0
	}
	found := l.cuts[key]
	if found == nil {
		found = &letterCut{stamps: map[uint16]*[steps * steps]*mask{}}
		l.cuts[key] = found
	}
	return found
}

// stamp paints a letter near enough to where it belongs.
func (c *canvas) stamp(from *letterCut, face *layout.Face, glyph uint16, m layout.Matrix, at vec) {
	x, y := int(math.Floor(at.x*steps+0.5)), int(math.Floor(at.y*steps+0.5))
	stamps := from.stamps[glyph]
	if stamps == nil {
		stamps = new([steps * steps]*mask)
		from.stamps[glyph] = stamps
	}
	fx, fy := x&(steps-1), y&(steps-1)
	s := stamps[fy*steps+fx]
	if s == nil {
		m.E, m.F = float64(fx)/steps, float64(fy)/steps
		o := c.letters.outline(face, glyph)
		if box := pixels(extent(o, m, 0)); box.Dx()*box.Dy() > maxArea {
			m.E, m.F = at.x, at.y
			c.fill(o, m)
			return
		}
		s = c.letter(o, m)
		stamps[fy*steps+fx] = s
		c.letters.size += len(s.pix) + 64
	}
	to := image.Pt((x-fx)/steps, (y-fy)/steps)
	box := s.rect.Add(to).Intersect(c.clip.box)
	if box.Empty() {
		return
	}
	moved := mask{rect: s.rect.Add(to), pix: s.pix}
	if c.clip.plain() {
		c.to.stamp(&moved, box)
		return
	}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for i, a := range moved.row(y, box.Min.X, box.Max.X) {
			if a != 0 {
				c.clip.cut(y, box.Min.X+i, box.Min.X+i+1, a, c.to)
			}
		}
	}
}

// letter draws a letter on a mask of its own.
func (c *canvas) letter(o layout.Outline, m layout.Matrix) *mask {
	s := &mask{}
	if len(o.Points) == 0 {
		return s
	}
	s.rect = pixels(extent(o, m, 0))
	s.pix = make([]uint8, s.rect.Dx()*s.rect.Dy())
	c.raster.reset(s.rect)
	c.raster.outline(o, m)
	c.raster.sweep(s)
	return s
}
