package png

import "image"

// A clip is what of a picture may change: a rectangle whose edges may run
// through pixels, and within it a mask.
type clip struct {
	box    image.Rectangle // pixels that may change
	edges  [4]int          // left, top, right, bottom in subpixels
	partly bool            // an edge runs through pixels
	mask   *mask           // nil for none
}

// A mask tells for each pixel of a rectangle how much of it is covered.
type mask struct {
	rect image.Rectangle
	pix  []uint8
}

// row returns the pixels of row y from x0 on.
func (m *mask) row(y, x0, x1 int) []uint8 {
	at := (y-m.rect.Min.Y)*m.rect.Dx() - m.rect.Min.X
	return m.pix[at+x0 : at+x1]
}

// run makes a mask of what is drawn.
func (m *mask) run(y, x0, x1 int, cover uint8) {
	row := m.row(y, x0, x1)
	for i := range row {
		row[i] = cover
	}
}

// clipTo returns a clip that lets all of a picture through.
func clipTo(box image.Rectangle) clip {
	return clip{box: box, edges: [4]int{box.Min.X << subBits, box.Min.Y << subBits, box.Max.X << subBits, box.Max.Y << subBits}}
}

// within returns the part of c inside a rectangle in subpixels.
func (c clip) within(left, top, right, bottom int) clip {
	e := [4]int{max(c.edges[0], left), max(c.edges[1], top), min(c.edges[2], right), min(c.edges[3], bottom)}
	if e[0] >= e[2] || e[1] >= e[3] {
		return clip{}
	}
	c.edges = e
	c.box = c.box.Intersect(pixels(e))
	c.partly = (e[0]|e[1]|e[2]|e[3])&subMask != 0
	return c
}

// pixels returns the pixels that a rectangle in subpixels touches.
func pixels(e [4]int) image.Rectangle {
	return image.Rect(e[0]>>subBits, e[1]>>subBits, (e[2]+subMask)>>subBits, (e[3]+subMask)>>subBits)
}

// plain reports whether every pixel of the box may change altogether.
func (c *clip) plain() bool { return !c.partly && c.mask == nil }

// amid reports whether a run touches none of the edges.
func (c *clip) amid(y, x0, x1 int) bool {
	return y > c.box.Min.Y && y < c.box.Max.Y-1 && x0 > c.box.Min.X && x1 < c.box.Max.X
}

// overlap returns how much of the pixel at i lies between two edges, of 256.
func overlap(i, from, to int) int {
	return max(0, min((i+1)<<subBits, to)-max(i<<subBits, from))
}

// cut calls out with the runs that remain of one that lies within the box.
func (c *clip) cut(y, x0, x1 int, cover uint8, out sink) {
	if !c.partly || c.amid(y, x0, x1) {
		c.shade(y, x0, x1, cover, out)
		return
	}
	high := overlap(y, c.edges[1], c.edges[3])
	for x0 < x1 {
		// The first and the last column of the box may be narrow.
		next, wide := x1, sub
		switch {
		case x0 == c.box.Min.X || x0 == c.box.Max.X-1:
			next, wide = x0+1, overlap(x0, c.edges[0], c.edges[2])
		case x1 == c.box.Max.X:
			next = x1 - 1
		}
		if a := (int(cover)*high*wide + sub*sub/2) >> (2 * subBits); a > 0 {
			c.shade(y, x0, next, uint8(a), out)
		}
		x0 = next
	}
}

// shade calls out with the runs that the mask lets through.
func (c *clip) shade(y, x0, x1 int, cover uint8, out sink) {
	if c.mask == nil {
		out.run(y, x0, x1, cover)
		return
	}
	row := c.mask.row(y, x0, x1)
	for i := 0; i < len(row); {
		from, a := i, row[i]
		for i++; i < len(row) && row[i] == a; i++ {
		}
		if a := times(a, cover); a > 0 {
			out.run(y, x0+from, x0+i, a)
		}
	}
}

// times multiplies two shares.
func times(a, b uint8) uint8 {
	t := uint32(a)*uint32(b) + 128
	return uint8((t + t>>8) >> 8)
}
