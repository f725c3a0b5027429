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
	size, track := int64(s.Size), trackGrains(s)
	b.Lines = make([]Line, len(w.lines))
	w.runs = w.runs[:0]
	for i, l := range w.lines {
		first := len(w.runs)
		end := w.addRuns(shown, l, size, track)
		b.Lines[i] = Line{Width: grainsToLength(end), Slot: w.slot, Nth: l.nth, Last: l.last, Split: l.split}
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
func (w *scratch) addRuns(shown string, l lineSpan, size, track int64) int64 {
	first := len(w.runs)
	var order []uint8
	for i := l.start; i < l.end; {
		c := &w.cells[i]
		if !c.drawn() && c.kind != picture {
			i++
			continue
		}
		stop := i + 1
		if c.drawn() {
			stop = int32(w.stretch(int(i), int(l.end)))
		}
		x := int64(0)
		if c.count > w.cells[l.start].count {
			x = w.measure(l.start, i, size, track) + track
		}
		run := Run{X: grainsToLength(x), Width: grainsToLength(w.measure(i, stop, size, track)), RTL: w.levels.at(int(i))%2 == 1}
		if c.kind == picture {
			run.icon = w.icons[c.face]
			run.Content = ":" + run.icon.Name + ":"
		} else {
			run.Face, run.Content = w.faces[c.face], shown[c.off:w.cells[stop].off]
		}
		w.runs = append(w.runs, run)
		order = append(order, w.levels.at(int(i)))
		i = stop
	}
	width := w.measure(l.start, l.end, size, track)
	if l.edge != 0 || l.hyphen {
		width = w.endLine(l, width+int64(l.edge)*size, size, track)
	}
	if w.rtl && len(order) == len(w.runs)-first {
		reorder(w.runs[first:], order, grainsToLength(width))
	}
	return width
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
func (w *scratch) endLine(l lineSpan, width, size, track int64) int64 {
	n := len(w.runs)
	if !l.hyphen {
		w.runs[n-1].Width = grainsToLength(width) - w.runs[n-1].X
		return width
	}
	width += track
	face := w.faces[w.dash(l.end)]
	if n > 0 && l.end > l.start && w.runs[n-1].Face == face {
		r := &w.runs[n-1]
		r.Content += softHyphen
		r.Width = grainsToLength(width) - r.X
		return width
	}
	dash := face.grains([]byte{'-'}, shape.Way{}) * size
	w.runs = append(w.runs, Run{X: grainsToLength(width - dash), Width: grainsToLength(dash), Face: face, Content: softHyphen})
	return width
}
