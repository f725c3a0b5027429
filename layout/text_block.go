package layout

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
		b.Lines[i].Width = grainsToLength(end)
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
	origin := &w.cells[l.start]
	at := func(i int32) int64 { // where cell i begins
		c := &w.cells[i]
		return (c.sum-origin.sum)*size + int64(c.count-origin.count)*track
	}
	for i := l.start; i < l.end; {
		c := &w.cells[i]
		if c.kind == marker || c.kind == gap || c.kind == gone {
			i++
			continue
		}
		face := w.faces[c.face]
		stop, inside := i+1, i+1
		for ; stop < l.end; stop++ {
			n := &w.cells[stop]
			if n.kind == marker {
				continue
			}
			if n.kind == gap || n.kind == gone || w.faces[n.face] != face {
				break
			}
			inside = stop + 1
		}
		w.runs = append(w.runs, Run{
			X: grainsToLength(at(i)), Width: grainsToLength(w.measure(i, inside, size, track)),
			Face: face, Content: shown[c.off:w.cells[inside].off],
		})
		i = inside
	}
	end := w.measure(l.start, l.end, size, track)
	if l.hyphen {
		end = w.addHyphen(l, end, size, track)
	}
	return end
}

// addHyphen ends a line of the given width with a hyphen in the face of its
// last rune.
func (w *scratch) addHyphen(l lineSpan, width, size, track int64) int64 {
	face, g := w.dash(l.end)
	x := width + track
	width = x + int64(g)*size
	hyphen := softHyphen(w.faces[face])
	if n := len(w.runs); n > 0 && l.end > l.start && w.runs[n-1].Face == w.faces[face] {
		r := &w.runs[n-1]
		r.Content += hyphen
		r.Width = grainsToLength(width) - r.X
		return width
	}
	w.runs = append(w.runs, Run{X: grainsToLength(x), Width: grainsToLength(int64(g) * size), Face: w.faces[face], Content: hyphen})
	return width
}

// softHyphen returns what is drawn at the end of a broken word: a soft hyphen
// where the face draws it like a hyphen, so that who searches or listens to
// the page finds the word whole.
func softHyphen(f *Face) string {
	if g := f.grains('\u00AD'); g >= 0 && g == f.grains('-') {
		return "\u00AD"
	}
	return "-"
}
