package png

import (
	"image"
	"slices"

	"kitpress/layout"
)

// An ink is a colour ready to be painted.
type ink struct{ r, g, b, grey uint8 }

// inkOf returns the ink of a paint; no paint is black.
func inkOf(p *layout.Paint) ink {
	if p == nil {
		return ink{}
	}
	r, g, b := p.RGB[0], p.RGB[1], p.RGB[2]
	return ink{r, g, b, luminance(r, g, b)}
}

// luminance returns how bright a colour is, as image/color does.
func luminance(r, g, b uint8) uint8 {
	return uint8((19595*uint32(r) + 38470*uint32(g) + 7471*uint32(b) + 1<<15) >> 16)
}

// mix returns a colour of which a share is painted over another.
func mix(under, over uint8, share uint32) uint8 {
	t := uint32(under)*(255-share) + uint32(over)*share + 128
	return uint8((t + t>>8) >> 8)
}

// A picture is what is painted on: opaque pixels, one byte each when it is
// grey, four when it has colours.
type picture struct {
	rect   image.Rectangle // from (0, 0)
	pix    []uint8
	stride int
	grey   bool
	ink    ink
	line   []uint8 // pixels of one ink, for long runs
	lineOf ink
}

// run paints a run of pixels.
func (p *picture) run(y, x0, x1 int, cover uint8) {
	if p.grey {
		p.runGrey(p.pix[y*p.stride+x0:y*p.stride+x1], cover)
		return
	}
	row := p.pix[y*p.stride+4*x0 : y*p.stride+4*x1]
	if cover < 255 {
		for share := uint32(cover); len(row) >= 4; row = row[4:] {
			row[0], row[1], row[2] = mix(row[0], p.ink.r, share), mix(row[1], p.ink.g, share), mix(row[2], p.ink.b, share)
		}
		return
	}
	p.solid(row)
}

// solid fills a row of pixels of four bytes. Long ones are copied from one that
// is kept.
func (p *picture) solid(row []uint8) {
	if len(row) > 64 {
		if p.ink != p.lineOf || len(p.line) < len(row) {
			p.line, p.lineOf = slices.Grow(p.line[:0], len(row))[:len(row)], p.ink
			spread(p.line, p.ink)
		}
		copy(row, p.line)
		return
	}
	for ; len(row) >= 4; row = row[4:] {
		row[0], row[1], row[2], row[3] = p.ink.r, p.ink.g, p.ink.b, 255
	}
}

// spread fills a row with an ink, doubling what is there.
func spread(row []uint8, i ink) {
	row[0], row[1], row[2], row[3] = i.r, i.g, i.b, 255
	for done := 4; done < len(row); done *= 2 {
		copy(row[done:], row[:done])
	}
}

func (p *picture) runGrey(row []uint8, cover uint8) {
	if cover < 255 {
		for i := range row {
			row[i] = mix(row[i], p.ink.grey, uint32(cover))
		}
		return
	}
	v := p.ink.grey
	for i := range row {
		row[i] = v
	}
}

// stamp paints through a mask, which lies within the picture.
func (p *picture) stamp(m *mask, box image.Rectangle) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		shares := m.row(y, box.Min.X, box.Max.X)
		if p.grey {
			row := p.pix[y*p.stride+box.Min.X:][:len(shares)]
			for i, a := range shares {
				if a != 0 {
					row[i] = mix(row[i], p.ink.grey, uint32(a))
				}
			}
			continue
		}
		row := p.pix[y*p.stride+4*box.Min.X:][:4*len(shares)]
		for _, a := range shares {
			if a != 0 {
				share := uint32(a)
				row[0], row[1], row[2] = mix(row[0], p.ink.r, share), mix(row[1], p.ink.g, share), mix(row[2], p.ink.b, share)
			}
			row = row[4:]
		}
	}
}
