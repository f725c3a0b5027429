package pdf

import (
	"slices"
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
	tracking := int64(t.Tracking)
	if t.RTL { // it is on the other side of each glyph: showSpelt moves them
		tracking = 0
	}
	if tracking != c.state.tracking {
		c.state.tracking = tracking
		c.exact(tracking)
		c.str("Tc\n")
	}
	c.num(x - c.lineX)
	c.num(y - c.lineY)
	c.str("Td")
	c.lineX, c.lineY = x, y
	c.show(f, t)
	c.marks.wrote(t.Content, y)
}

// show draws the words of a text in the order they are read: programs that
// look for words take them as they come.
func (c *canvas) show(f *font, t *layout.Text) {
	c.str("[(")
	turns := c.before != nil && t.Line != nil && c.before.Line == t.Line && c.before.RTL != t.RTL
	c.before = t
	if t.RTL {
		c.showReversed(f, t, turns)
	} else {
		if turns {
			c.turn(f)
		}
		t.Words(func(w *shape.Word) { c.showWord(f, w, t) })
	}
	c.str(")]TJ\n")
}

// turn draws what says that a line turns, just before where the text begins.
func (c *canvas) turn(f *font) {
	before := int32(f.file.unitsPerEm / 25)
	c.content = f.appendBack(c.content, before)
	c.content = appendCode(c.content, f.code(f.turn()))
	c.content = f.appendBack(c.content, f.width(f.turn())-before)
}

// showReversed draws a text from right to left.
func (c *canvas) showReversed(f *font, t *layout.Text, turns bool) {
	var words []*shape.Word
	units, gaps := int64(0), -1
	t.Words(func(w *shape.Word) {
		words = append(words, w)
		units += int64(w.Width)
		for i := range w.Glyphs {
			if w.Glyphs[i].Head {
				gaps++
			}
		}
	})
	room := units*million/int64(f.file.unitsPerEm) + int64(max(gaps, 0))*int64(t.Tracking)*million/int64(t.Size)
	c.content = appendBack(c.content, -room)
	if turns {
		c.turn(f)
	}
	for i, w := range slices.Backward(words) {
		c.showSpelt(f, w, t, i == len(words)-1)
	}
}

const million = 1000000

// plainly reports whether the glyphs of a word are read as they stand: all on
// the line, spaced, and each for runes of its own.
func plainly(w *shape.Word, rtl bool) bool {
	for i := range w.Glyphs {
		if g := &w.Glyphs[i]; g.DY != 0 || !g.Head || i > 0 && w.Glyphs[i-1].At == g.At {
			return false
		}
	}
	return !rtl
}

// showWord draws a word from left to right.
func (c *canvas) showWord(f *font, w *shape.Word, t *layout.Text) {
	if plainly(w, false) {
		var pen, drawn int32 // font units: where glyphs belong, and where the next one would be drawn
		for i := range w.Glyphs {
			g := &w.Glyphs[i]
			c.content = f.appendBack(c.content, drawn-pen-g.DX)
			drawn = pen + g.DX
			if known := f.codeOf(w, i); known != nil {
				c.content = appendCode(c.content, known.number)
				drawn += int32(known.width)
			} else {
				s := signOf(w, i)
				c.content = appendCode(c.content, f.code(s))
				drawn += f.width(s)
			}
			pen += g.Advance
		}
		c.content = f.appendBack(c.content, drawn-pen)
		return
	}
	actual := unsure(w)
	if actual {
		c.str(")]TJ/Span<</ActualText<FEFF" + utf16Hex(w.Text) + ">>>BDC[(")
	}
	c.showSpelt(f, w, t, false)
	if actual {
		c.str(")]TJ EMC[(")
	}
}

// unsure reports whether a program might not read a word from the places of
// its glyphs: several stand for the same runes, or on others.
func unsure(w *shape.Word) bool {
	return w.Mixed() || slices.ContainsFunc(w.Glyphs, func(g shape.Glyph) bool { return g.Advance == 0 })
}

// apart ends what is shown together. Programs that sort what is shown by its
// places take apart no more than that.
const apart = ")]TJ[("

// showSpelt draws a word as strings and corrections: what a font does not
// place by the widths of its glyphs is corrected in between.
func (c *canvas) showSpelt(f *font, w *shape.Word, t *layout.Text, first bool) {
	list, ok := f.known[w]
	if !ok {
		list = f.spell(w, t.RTL)
		f.encode(list)
	}
	var drawn int32
	for i, p := range list {
		if t.RTL {
			c.str(apart)
		}
		exact := int64(drawn-p.x) * million / int64(f.file.unitsPerEm)
		if p.head == t.RTL && !(first && i == 0) {
			exact += int64(t.Tracking) * million / int64(t.Size)
		}
		if exact != 0 {
			c.content = appendBack(c.content, exact)
		}
		c.content = appendCode(c.content, p.code)
		drawn = p.x + f.width(p.sign)
	}
	end := w.Width
	if t.RTL {
		end = -end
	}
	c.content = f.appendBack(c.content, drawn-end)
}

func appendCode(b []byte, code uint16) []byte {
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

// width returns how wide a program thinks a glyph is.
func (f *font) width(s sign) int32 {
	if s.wide > 0 {
		return s.wide
	}
	width, _ := f.file.advance(int(s.glyph))
	return int32(width)
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
	c.content = appendCode(append(c.content, '('), space)
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
