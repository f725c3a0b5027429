package sheet

import (
	"maps"
	"slices"

	"kitpress/layout"
)

// How marks are drawn.
const (
	markWidth = 150 * layout.Micrometre
	foldWidth = 250 * layout.Micrometre
)

// A span is a stretch of a line.
type span struct{ from, to layout.Length }

// cropMarks returns one mark at both ends of every cut, outside the bleed and
// within the printable area, and in the gaps between pieces where there is
// room. Touching pieces share their cut and its mark.
func cropMarks(slots []slot, paper layout.Size, edge layout.Length, ink *layout.Paint) []layout.Item {
	xs, ys := map[layout.Length]bool{}, map[layout.Length]bool{}
	var across, down []span // what art covers along each axis
	for _, s := range slots {
		art := s.art()
		across = append(across, span{art.X, art.Right()})
		down = append(down, span{art.Y, art.Bottom()})
		xs[s.trim.X], xs[s.trim.Right()] = true, true
		ys[s.trim.Y], ys[s.trim.Bottom()] = true, true
	}
	var o layout.Outline
	for _, m := range markSpans(down, edge, paper.H-edge) {
		for _, x := range slices.Sorted(maps.Keys(xs)) {
			o.Move(layout.Point{X: x, Y: m.from})
			o.Line(layout.Point{X: x, Y: m.to})
		}
	}
	for _, m := range markSpans(across, edge, paper.W-edge) {
		for _, y := range slices.Sorted(maps.Keys(ys)) {
			o.Move(layout.Point{X: m.from, Y: y})
			o.Line(layout.Point{X: m.to, Y: y})
		}
	}
	if len(o.Verbs) == 0 {
		return nil
	}
	return []layout.Item{&layout.Path{Outline: o, Stroke: &layout.Stroke{Paint: ink, Width: markWidth}}}
}

// markSpans returns where along an axis marks lie that cross it: before the
// first art, behind the last and in the gaps between.
func markSpans(art []span, from, to layout.Length) []span {
	art = merge(art)
	var marks []span
	add := func(m span) {
		m.from, m.to = max(m.from, from), min(m.to, to)
		if m.to-m.from >= markMin {
			marks = append(marks, m)
		}
	}
	first, last := art[0], art[len(art)-1]
	add(span{first.from - markRoom, first.from - markGap})
	for i, s := range art[1:] {
		gap := span{art[i].to + markGap, s.from - markGap}
		if gap.to-gap.from <= 2*markLength {
			add(gap)
			continue
		}
		add(span{gap.from, gap.from + markLength})
		add(span{gap.to - markLength, gap.to})
	}
	add(span{last.to + markGap, last.to + markRoom})
	return marks
}

// merge joins spans that overlap or touch and sorts them.
func merge(spans []span) []span {
	sorted := slices.SortedFunc(slices.Values(spans), func(a, b span) int { return int(a.from - b.from) })
	out := sorted[:1:1]
	for _, s := range sorted[1:] {
		last := &out[len(out)-1]
		if s.from <= last.to {
			last.to = max(last.to, s.to)
			continue
		}
		out = append(out, s)
	}
	return out
}

// foldMark returns the dashed line a sheet is folded along. It reaches as far
// beyond the pieces as crop marks do.
func foldMark(g grid, slots []slot, edge layout.Length, ink *layout.Paint) layout.Item {
	art := slots[0].art()
	lo, hi := layout.Point{X: art.X, Y: art.Y}, layout.Point{X: art.Right(), Y: art.Bottom()}
	for _, s := range slots[1:] {
		a := s.art()
		lo.X, lo.Y = min(lo.X, a.X), min(lo.Y, a.Y)
		hi.X, hi.Y = max(hi.X, a.Right()), max(hi.Y, a.Bottom())
	}
	from, to := layout.Point{X: g.foldAt}, layout.Point{X: g.foldAt}
	if g.fold == foldAcross {
		from = layout.Point{X: max(lo.X-markRoom, edge), Y: g.foldAt}
		to = layout.Point{X: min(hi.X+markRoom, g.paper.W-edge), Y: g.foldAt}
	} else {
		from.Y, to.Y = max(lo.Y-markRoom, edge), min(hi.Y+markRoom, g.paper.H-edge)
	}
	dash := []layout.Length{layout.MM(1.6), layout.MM(1)}
	return &layout.Path{
		Outline: layout.PolylineOutline(from, to),
		Stroke:  &layout.Stroke{Paint: ink, Width: foldWidth, Dash: dash},
	}
}
