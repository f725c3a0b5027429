package pdf

import (
	"unicode"
	"unicode/utf8"

	"kitpress/layout"
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
	c.setFill(t.Fill)
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
	c.content = f.appendText(c.content, t.Content)
	c.str("Tj\n")
	c.marks.wrote(t.Content, y)
}

// endLine writes a space at the end of a line when the paragraph goes on
// below: a reader who listens must not hear the last and the first word as
// one.
func (c *canvas) endLine(t *layout.Text, y int64) {
	last := c.marks.lastRune
	if last == 0 || y == c.marks.lastY || c.state.font == nil || c.state.font.code(' ') == 0 {
		return
	}
	first, _ := utf8.DecodeRuneInString(t.Content)
	if unicode.IsSpace(last) || last == '-' || wide(last) || wide(first) {
		return
	}
	c.content = append(c.state.font.appendText(c.content, " "), "Tj\n"...)
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
