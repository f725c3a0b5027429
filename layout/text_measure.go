package layout

import "kitpress/layout/shape"

// drawn reports whether a cell is drawn by a face.
func (c *cell) drawn() bool { return c.kind == inked || c.kind == space }

// stretch returns where the cells end that are shaped together with cell i,
// which is drawn: all that follow in the same face and run the same way.
// Markers at the end are not among them.
func (w *scratch) stretch(i, end int) (stop int) {
	face, level, forms := w.faces[w.cells[i].face], w.levels.at(i), w.cells[i].forms
	for stop = i + 1; i < end; i++ {
		switch c := &w.cells[i]; {
		case c.kind == marker:
		case !c.drawn() || w.faces[c.face] != face || w.levels.at(i) != level || c.forms != forms:
			return stop
		default:
			stop = i + 1
		}
	}
	return stop
}

// ways say which way each cell of a text runs; see shape.Levels. There are
// none when all run from the left.
type ways []uint8

func (l ways) at(i int) uint8 {
	if len(l) == 0 {
		return 0
	}
	return l[i]
}

func signs(r rune) bool { return r == '+' || r == '-' || r == '−' || r == '±' }

// find finds out which way each cell runs.
func (l ways) find(cells []cell, base bool) ways {
	runes := make([]rune, len(cells))
	for i := range cells {
		runes[i] = cells[i].r
		if cells[i].kind == marker && !directs(cells[i].r) {
			runes[i] = 0xAD // of no direction
		}
	}
	l = append(l, make([]uint8, len(runes))...)
	shape.Levels(l, runes, base)
	for i := range runes { // the sign of a number stands at its left, as CLDR has it
		if signs(runes[i]) && (i == 0 || runes[i-1] == ' ' || runes[i-1] == '(') && i+1 < len(runes) && isDigit(runes[i+1]) {
			l[i] = l[i+1]
		}
	}
	return l
}

// measureCells shapes the text and turns widths into prefix sums.
func (w *scratch) measureCells(way shape.Way, running bool) {
	var sum int64
	var count int32
	before, figures := &cell{}, way.Forms
	next := func(c *cell, grains int64, head bool) {
		c.sum, c.count = sum, count
		sum += grains
		if head {
			count++
		}
	}
	for i := 0; i < len(w.cells); {
		c := &w.cells[i]
		if !c.drawn() {
			if c.kind != marker {
				before = c
			}
			next(c, c.sum, c.kind == gap || c.kind == gone || c.kind == picture)
			i++
			continue
		}
		face, stop := w.faces[c.face], w.stretch(i, len(w.cells))
		way.RTL = w.levels.at(i)%2 == 1
		grain := lift(face.grain, w.cells[i].forms)
		way.Forms = formsOf(figures, w.cells[i].forms)
		face.font.Measure(w.shown[c.off:w.cells[stop].off], way, func(_ int, letters []shape.Letter) {
			for _, l := range letters {
				for ; w.cells[i].kind == marker; i++ {
					next(&w.cells[i], 0, false)
				}
				c, advance := &w.cells[i], int64(l.Advance)*grain
				c.shift = between(before, c, running) + w.rubies.shift(i)
				sum += int64(c.shift) * emGrains / 32
				next(c, advance, l.Head)
				before = c
				i++
			}
		})
	}
}

// edge returns what a line grows by, in grains, when it ends inside a word: the
// space kerning has taken away before the next letter, and the hyphen; in
// Japanese less the empty half of a closing sign.
func (w *scratch) edge(o *opportunity, way shape.Way) int32 {
	i := o.end - 1
	switch {
	case i < 0 || o.forced || !o.hyphen && o.spaced:
		return 0
	case !o.hyphen && cjk(w.cells[i].r):
		shift := int32(w.cells[o.end].shift) * (emGrains / 32)
		if closes(w.cells[i].r) && w.cells.full(i) {
			return -shift - emGrains/2
		}
		return -shift
	}
	hyphenFace := w.faces[w.dash(o.end)]
	if w.cells[i].kind != inked {
		if o.hyphen {
			return int32(hyphenFace.grains([]byte{'-'}, way))
		}
		return 0
	}
	for i > 0 && (w.cells[i].kind == marker || w.cells[i+1].count == w.cells[i].count) {
		i--
	}
	face := w.faces[w.cells[i].face]
	way.Forms = formsOf(way.Forms, w.cells[i].forms)
	last := w.shown[w.cells[i].off:w.cells[o.end].off]
	share := w.cells[o.end].sum - w.cells[i].sum
	var extra int64
	if o.hyphen && hyphenFace != face {
		extra = hyphenFace.grains([]byte{'-'}, way)
	} else if o.hyphen {
		var buffer [32]byte
		last = append(append(buffer[:0], last...), '-')
	}
	return int32(lift(face.grains(last, way), w.cells[i].forms) - share + extra)
}
