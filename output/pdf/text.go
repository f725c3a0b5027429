package pdf

import (
	"unicode"
	"unicode/utf8"

	"kitpress/layout"
	"kitpress/layout/shape"
)

// text draws one line or part of a line. Texts that follow each other share
// one text object, so that a paragraph costs a move and a string per line.
func (c *canvas) text(t *layout.Text) {
	if t.Content == "" {
		return
	}
	c.beginMark()
	c.touch(layout.Rect{X: t.At.X, Y: t.At.Y - t.Size, W: t.Width, H: t.Size})
	if !c.inText {
		c.str("BT\n")
		c.inText, c.lineX, c.lineY = true, 0, 0
	} else if c.marks.on {
		c.endLine(t, c.written(c.top-int64(t.At.Y)))
	}
	x, y := c.written(int64(t.At.X)), c.written(c.top-int64(t.At.Y))
	f := c.plan.faces[t.Face]
	c.setFill(t.Fill, true)
	if f != c.state.font || t.Size != c.state.size {
		c.state.font, c.state.size = f, t.Size
		c.name('F', note(&c.fonts, f))
		c.exact(int64(t.Size))
		c.str("Tf\n")
	}
	if v := int64(t.Tracking); v != c.state.tracking {
		c.state.tracking = v
		c.exact(v)
		c.str("Tc\n")
	}
	c.num(x - c.lineX)
	c.num(y - c.lineY)
	c.str("Td")
	c.lineX, c.lineY = x, y
	c.show(f, t)
	c.marks.wrote(t.Content, y)
}

// show draws the words of a text.
func (c *canvas) show(f *font, t *layout.Text) {
	c.str("[(")
	t.Words(func(w *shape.Word) {
		spelt := !t.RTL && w.Mixed()
		if spelt {
			c.str(")]TJ/Span<</ActualText<FEFF" + utf16Hex(w.Text) + ">>>BDC[(")
		}
		if onLine(w) {
			c.showWord(f, w)
		} else {
			c.showHigh(f, w, t)
		}
		if spelt {
			c.str(")]TJ EMC[(")
		}
	})
	c.str(")]TJ\n")
}

const million = 1000000

// onLine reports whether all glyphs of a word stand on the line and are spaced.
func onLine(w *shape.Word) bool {
	for i := range w.Glyphs {
		if g := &w.Glyphs[i]; g.DY != 0 || !g.Head {
			return false
		}
	}
	return true
}

// showWord draws a word as strings and corrections: what a font does not place
// by the widths of its glyphs is corrected in between.
func (c *canvas) showWord(f *font, w *shape.Word) {
	var pen, drawn int32 // font units: where glyphs belong, and where the next one would be drawn
	for i := range w.Glyphs {
		g := &w.Glyphs[i]
		c.content = f.appendBack(c.content, drawn-pen-g.DX)
		c.content = f.appendCode(c.content, w, i)
		drawn = pen + g.DX + f.width(g.ID)
		pen += g.Advance
	}
	c.content = f.appendBack(c.content, drawn-pen)
}

// appendCode appends glyph i of a word.
func (f *font) appendCode(b []byte, w *shape.Word, i int) []byte {
	code := f.code(sign{signText(w, i), w.Glyphs[i].ID})
	return appendEscaped(appendEscaped(b, byte(code>>8)), byte(code))
}

// appendBack appends a step back of some font units.
func (f *font) appendBack(b []byte, units int32) []byte {
	if units == 0 {
		return b
	}
	return appendBack(b, int64(units)*million/int64(f.file.unitsPerEm))
}

// appendBack appends a step back of some millionths of an em.
func appendBack(b []byte, back int64) []byte {
	b = appendExact(append(b, ')'), back, million/1000)
	return append(b, '(')
}

func (f *font) width(glyph uint16) int32 {
	width, _ := f.file.advance(int(glyph))
	return int32(width)
}

// showHigh draws a word with glyphs that stand off the line or on others,
// which are not spaced.
func (c *canvas) showHigh(f *font, w *shape.Word, t *layout.Text) {
	var pen, drawn, up int32
	for i := range w.Glyphs {
		g := &w.Glyphs[i]
		if g.DY != up {
			up = g.DY
			c.rise(f, t, up)
		}
		if back := drawn - pen - g.DX; back != 0 || !g.Head && t.Tracking != 0 {
			exact := int64(back) * million / int64(f.file.unitsPerEm)
			if !g.Head {
				exact += int64(t.Tracking) * million / int64(t.Size)
			}
			c.content = appendBack(c.content, exact)
		}
		c.content = f.appendCode(c.content, w, i)
		drawn = pen + g.DX + f.width(g.ID)
		pen += g.Advance
	}
	if up != 0 {
		c.rise(f, t, 0)
	}
	c.content = f.appendBack(c.content, drawn-pen)
}

// rise makes the glyphs that follow stand at a height in font units.
func (c *canvas) rise(f *font, t *layout.Text, up int32) {
	c.str(")]TJ ")
	c.exact(int64(up) * int64(t.Size) / int64(f.file.unitsPerEm))
	c.str("Ts[(")
}

// endLine writes a space at the end of a line when the paragraph goes on
// below: a reader who listens must not hear the last and the first word as
// one.
func (c *canvas) endLine(t *layout.Text, y int64) {
	last := c.marks.lastRune
	if last == 0 || y == c.marks.lastY || c.state.font == nil || c.state.font.space == 0 {
		return
	}
	first, _ := utf8.DecodeRuneInString(t.Content)
	if unicode.IsSpace(last) || last == '-' || wide(last) || wide(first) {
		return
	}
	space := c.state.font.space
	c.content = appendEscaped(appendEscaped(append(c.content, '('), byte(space>>8)), byte(space))
	c.str(")Tj\n")
}

// wide reports whether r belongs to a script that writes no spaces.
func wide(r rune) bool {
	return r >= 0x2E80 && r < 0xA000 || r >= 0xF900 && r < 0xFB00 || r >= 0xFF00 && r < 0xFFF0 || r >= 0x1F000
}

// closeText ends the text object.
func (c *canvas) closeText() {
	if c.inText {
		c.str("ET\n")
		c.inText = false
	}
}
