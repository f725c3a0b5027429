package layout

import "kitpress/layout/shape"

// block turns the chosen lines into runs. All contents are parts of one
// string, but for those that end with a hyphen.
func (w *scratch) block(s Style) Block {
	b := Block{Style: s}
	if len(w.lines) == 0 {
		return b
	}
	shown := string(w.shown)
	m := w.newMeasure(s, w.slot)
	b.Lines = make([]Line, len(w.lines))
	w.runs = w.runs[:0]
	for i, l := range w.lines {
		first := len(w.runs)
		end := w.addRuns(shown, l, &m)
		b.Lines[i] = Line{Width: grainsToLength(end), Slot: w.slot, Nth: l.nth, Last: l.last, Split: l.split, Broken: l.broken, Ran: s.Running}
		b.Width = max(b.Width, b.Lines[i].Width)
		// From here on the span holds runs instead of cells.
		w.lines[i].start, w.lines[i].end = int32(first), int32(len(w.runs))
	}
	runs := make([]Run, len(w.runs))
	copy(runs, w.runs)
	clear(w.runs)
	for i, l := range w.lines {
		b.Lines[i].Runs = runs[l.start:l.end:l.end]
	}
	return b
}

// addRuns appends the runs of one line to w.runs and returns the line's width
// in grain-micrometres.
func (w *scratch) addRuns(shown string, l lineSpan, m *measure) int64 {
	first := len(w.runs)
	width := w.measure(l.start, l.end, m.size, m.track) + int64(l.edge-l.lead)*m.size
	spread := m.spread(w.cells, &l, width)
	moved := Length(0) // by the spread so far
	var order []uint8
	for i := l.start; i < l.end; {
		c := &w.cells[i]
		if !c.drawn() && c.kind != picture {
			i++
			continue
		}
		x := -int64(l.lead) * m.size
		if c.count > w.cells[l.start].count {
			x += w.measure(l.start, i, m.size, m.track) + m.track
		}
		if i > l.start && spread > 0 && w.cells.spreads(i) {
			moved += spread
		}
		run := Run{X: grainsToLength(x) + moved, RTL: w.levels.at(int(i))%2 == 1}
		stop := i + 1
		if c.kind == picture {
			run.icon = w.icons[c.face]
			run.Content = ":" + run.icon.Name + ":"
		} else {
			var parts Length
			stop, parts = w.part(i, l.end, spread > 0)
			run.Face, run.Content = w.faces[c.face], shown[c.off:w.cells[stop].off]
			run.Width = spread * parts
			run.Forms = c.forms &^ lifted
			if c.forms&lifted != 0 {
				run.Percent, run.Rise = raisedPercent, Length(m.size).Mul(raisedRise)
			}
			if parts > 0 {
				run.Spread = spread
			}
			moved += run.Width
		}
		run.Width += grainsToLength(w.measure(i, stop, m.size, m.track) - int64(max(0, w.cells[stop].shift))*emGrains/32*m.size)
		w.runs = append(w.runs, run)
		order = append(order, w.levels.at(int(i)))
		i = stop
	}
	if width += int64(moved) * emGrains; l.edge != 0 || l.hyphen {
		width = w.endLine(l, width, m)
	}
	w.runs = w.rubies.runs(w, l, m, spread)
	if w.rtl && len(order) == len(w.runs)-first {
		reorder(w.runs[first:], order, grainsToLength(width))
	}
	return width
}

// part returns where the cells end that are one run with cell i: shaped
// together and not moved apart, or all of them by the same. It counts the
// places where they are moved apart.
func (w *scratch) part(i, end int32, spread bool) (stop int32, places Length) {
	last, moves := int32(w.stretch(int(i), int(end))), spread && cjk(w.cells[i].r)
	for stop = i + 1; stop < last && w.cells[stop].shift == 0 && (!spread || cjk(w.cells[stop].r) == moves); stop++ {
		if moves {
			places++
		}
	}
	return stop, places
}

// reorder moves the runs of a line from where they are read to where they
// stand.
func reorder(runs []Run, levels []uint8, width Length) {
	room := make([]Length, len(runs)) // up to the next run
	for i, r := range runs {
		end := width
		if i+1 < len(runs) {
			end = runs[i+1].X
		}
		room[i] = end - r.X
	}
	x := Length(0)
	for _, i := range shape.VisualOrder(levels) {
		runs[i].X = x
		if runs[i].RTL {
			runs[i].X += room[i] - runs[i].Width
		}
		x += room[i]
	}
}

// softHyphen is drawn like a hyphen at the end of a broken word: who searches
// or listens to the page finds the word whole.
const softHyphen = "\u00AD"

// endLine makes the last run reach to the end of a line that ends inside a
// word, and adds the hyphen in the face of the last rune. It returns the width
// of the line, the tracking before the hyphen included.
func (w *scratch) endLine(l lineSpan, width int64, m *measure) int64 {
	n := len(w.runs)
	if !l.hyphen {
		w.runs[n-1].Width = grainsToLength(width) - w.runs[n-1].X
		return width
	}
	width += m.track
	face := w.faces[w.dash(l.end)]
	if n > 0 && l.end > l.start && w.runs[n-1].Face == face {
		r := &w.runs[n-1]
		r.Content += softHyphen
		r.Width = grainsToLength(width) - r.X
		return width
	}
	dash := face.grains([]byte{'-'}, shape.Way{}) * m.size
	w.runs = append(w.runs, Run{X: grainsToLength(width - dash), Width: grainsToLength(dash), Face: face, Content: softHyphen})
	return width
}
