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

// cornerMarks returns an arc outside each corner of the block of pieces, as
// round as their corners are to be: what a corner punch is held against.
func cornerMarks(slots []slot, paper layout.Size, edge, radius layout.Length) []layout.Item {
	if radius == 0 {
		return nil
	}
	art := slots[0].art()
	lo, hi := layout.Point{X: art.X, Y: art.Y}, layout.Point{X: art.Right(), Y: art.Bottom()}
	for _, s := range slots[1:] {
		a := s.art()
		lo.X, lo.Y = min(lo.X, a.X), min(lo.Y, a.Y)
		hi.X, hi.Y = max(hi.X, a.Right()), max(hi.Y, a.Bottom())
	}
	const roundness = 0.5523 // of the handles of a curve that is a quarter of a circle
	handle := radius.Mul(roundness)
	printable := layout.Rect{W: paper.W, H: paper.H}.Inset(edge)
	var o layout.Outline
	for _, c := range []struct {
		at         layout.Point
		outX, outY layout.Length
	}{{lo, -1, -1}, {layout.Point{X: hi.X, Y: lo.Y}, 1, -1}, {layout.Point{X: lo.X, Y: hi.Y}, -1, 1}, {hi, 1, 1}} {
		middle := layout.Point{X: c.at.X + c.outX*markGap, Y: c.at.Y + c.outY*markGap}
		side, top := layout.Point{X: middle.X + c.outX*radius, Y: middle.Y}, layout.Point{X: middle.X, Y: middle.Y + c.outY*radius}
		if !printable.Contains(layout.Rect{X: min(side.X, top.X), Y: min(side.Y, top.Y), W: radius, H: radius}) {
			continue
		}
		o.Move(side)
		o.Cubic(layout.Point{X: side.X, Y: side.Y + c.outY*handle}, layout.Point{X: top.X + c.outX*handle, Y: top.Y}, top)
	}
	if len(o.Verbs) == 0 {
		return nil
	}
	return []layout.Item{&layout.Path{Outline: o, Stroke: &layout.Stroke{Paint: layout.Black(), Width: markWidth}}}
}

// cellMarks returns a small cross at the corners of the cells of pieces that run
// beyond their cut line: tokens, which are cut into strips and squares before
// scissors or a punch go round them.
func cellMarks(g grid, slots []slot, gap, edge layout.Length, ink *layout.Paint) []layout.Item {
	const arm = 900 * layout.Micrometre
	if gap < 2*arm {
		return nil
	}
	printable := layout.Rect{W: g.paper.W, H: g.paper.H}.Inset(edge)
	seen := map[layout.Point]bool{}
	var o layout.Outline
	for _, s := range slots {
		if s.scene == nil || s.bleed == [4]layout.Length{} {
			continue
		}
		c := s.trim.Inset(-gap / 2)
		for _, p := range []layout.Point{{X: c.X, Y: c.Y}, {X: c.Right(), Y: c.Y}, {X: c.X, Y: c.Bottom()}, {X: c.Right(), Y: c.Bottom()}} {
			box := layout.Rect{X: p.X - arm, Y: p.Y - arm, W: 2 * arm, H: 2 * arm}
			if seen[p] || !printable.Contains(box) || g.band != nil && overlaps(g.band.rect, box) || slices.ContainsFunc(slots, func(s slot) bool { return s.scene != nil && overlaps(s.art(), box) && s.bleed == [4]layout.Length{} }) {
				continue
			}
			seen[p] = true
			o.Append(layout.PolylineOutline(layout.Point{X: box.X, Y: p.Y}, layout.Point{X: box.Right(), Y: p.Y}))
			o.Append(layout.PolylineOutline(layout.Point{X: p.X, Y: box.Y}, layout.Point{X: p.X, Y: box.Bottom()}))
		}
	}
	if len(o.Verbs) == 0 {
		return nil
	}
	return []layout.Item{&layout.Path{Outline: o, Stroke: &layout.Stroke{Paint: ink, Width: markWidth}}}
}

// spareRoom is what the word under spare pieces takes.
const spareRoom = 4 * layout.Millimetre

// spareMark returns the word for spare pieces under the first of them, nothing
// where the furniture leaves no room.
func (im *imposer) spareMark(g grid, slots []slot) []layout.Item {
	f := im.job.Furniture
	i := slices.IndexFunc(slots, func(s slot) bool { return s.spare })
	if i < 0 || f.Spare == "" || f.Typesetter == nil {
		return nil
	}
	const size = 7
	room := layout.Rect{X: slots[i].trim.X, Y: slots[i].art().Bottom() + spareRoom/4, W: slots[i].trim.W, H: spareRoom * 3 / 4}
	if g.band != nil && overlaps(room, g.band.rect) {
		return nil
	}
	set := setter{f: f, ink: layout.Black()}
	word, _ := set.line(f.Spare+" →", 700, size, layout.Point{X: room.X, Y: room.Y}, room.W, layout.AlignLeft)
	if set.err != nil {
		im.errs = append(im.errs, set.err)
	}
	return []layout.Item{&layout.Group{Transform: layout.Identity(), Items: word}}
}

// overlaps reports whether two rectangles have any room in common.
func overlaps(a, b layout.Rect) bool {
	return a.X < b.Right() && b.X < a.Right() && a.Y < b.Bottom() && b.Y < a.Bottom()
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

// What a machine finds its way by on a printed sheet: a square at the top left,
// corners at the top right and the bottom left, as Silhouette's type 1 has them.
// Its program keeps 10 mm from the edge at least (alan-cha.github.io/silhouette-card-maker,
// borderless). Others who draw marks for it have corners of 8.4 to 20 mm, lines of 0.3 to
// 1 mm and the square of 5 mm (kclipsto/proxies-at-home issue 165,
// fablabnbg/inkscape-silhouette pull request 380): seen 2026-11-27.
const (
	registerInset  = 10 * layout.Millimetre
	registerLength = 10 * layout.Millimetre
	registerSquare = 5 * layout.Millimetre
	registerLine   = layout.Millimetre
	cardCorner     = 3 * layout.Millimetre // radius cards are cut with
	cutLine        = "cut-line"            // the paint of pieces that carry theirs
)

// ForCutter adds to the fronts of imposed sheets what a cutting machine needs:
// registration marks on the paper, and where it is to cut.
func ForCutter(pages []layout.Page) []layout.Page {
	out := slices.Clone(pages)
	for i := range out {
		p := &out[i]
		if p.Role == layout.RoleBack {
			continue
		}
		s := *p.Scene
		for _, item := range p.Scene.Items {
			g, ok := item.(*layout.Group)
			if !ok || g.Clip == nil {
				continue
			}
			lines := cutLines(g.Items, g.Transform)
			if len(lines) == 0 { // the clip is the piece and its bleed
				lines = []layout.Outline{layout.RectOutline(trimOf(g), cardCorner)}
			}
			p.Cuts = append(p.Cuts, lines...)
		}
		s.Items = append(slices.Clone(s.Items), registration(s.Size)...)
		p.Scene = &s
	}
	return out
}

// trimOf returns where the piece of a slot lies on the page: its clip without
// the bleed around it.
func trimOf(g *layout.Group) layout.Rect {
	clip := g.Clip.Bounds()
	return g.Transform.Bounds(clip.Inset(-clip.X))
}

// cutLines returns the cut lines among items, on the page.
func cutLines(items []layout.Item, at layout.Matrix) []layout.Outline {
	var out []layout.Outline
	inside := func(m layout.Matrix) layout.Matrix {
		if m == (layout.Matrix{}) {
			return at
		}
		return m.Then(at)
	}
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Path:
			if it.Stroke != nil && it.Stroke.Paint.Role == cutLine {
				out = append(out, it.Outline.Transform(at))
			}
		case *layout.Group:
			out = append(out, cutLines(it.Items, inside(it.Transform))...)
		case *layout.Use:
			out = append(out, cutLines(it.Symbol.Items, inside(it.Transform))...)
		}
	}
	return out
}

// registration returns the marks a machine looks for.
func registration(paper layout.Size) []layout.Item {
	const in, long, line = registerInset, registerLength, registerLine
	right, bottom := paper.W-in, paper.H-in
	var o layout.Outline
	for _, r := range []layout.Rect{
		{X: in, Y: in, W: registerSquare, H: registerSquare},
		{X: right - long, Y: in, W: long, H: line}, {X: right - line, Y: in, W: line, H: long},
		{X: in, Y: bottom - line, W: long, H: line}, {X: in, Y: bottom - long, W: line, H: long},
	} {
		o.Append(layout.RectOutline(r, 0))
	}
	return []layout.Item{&layout.Path{Outline: o, Fill: layout.Black()}}
}
