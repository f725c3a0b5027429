package sheet

import (
	"cmp"
	"slices"

	"kitpress/layout"
)

// What the space around the pieces is used for. All in millimetres of paper,
// the same on every sheet.
const (
	markGap    = 500 * layout.Micrometre  // from the bleed to a crop mark
	markLength = 2800 * layout.Micrometre // of a crop mark, where there is room
	markMin    = 1 * layout.Millimetre    // a shorter mark guides no knife and is left out
	markRoom   = markGap + markLength
	foldRoom   = 5 * layout.Millimetre   // from a fold to the bleed next to it
	bandGap    = 1 * layout.Millimetre   // between marks and the furniture
	bandLength = 170 * layout.Millimetre // a band at least this long is aligned with the pieces
)

// needed returns how thick a band of the given length must be for the furniture
// to go into it, and how thick it should be to have its full size. It depends
// on the length alone, not on the texts: the sheets of all languages are alike.
func needed(length layout.Length) (least, wanted layout.Length) {
	switch {
	case length >= 220*layout.Millimetre: // ruler and texts side by side
		return layout.MM(5.5), layout.MM(9.6)
	case length >= 165*layout.Millimetre: // side by side, long lines broken
		return layout.MM(8), layout.MM(9.6)
	}
	return layout.MM(13.8), layout.MM(21.5) // below each other
}

// A fold says how a sheet with fronts and backs on one side is folded.
type fold uint8

const (
	noFold     fold = iota
	foldAcross      // the line is horizontal: fronts above, backs below
	foldDown        // the line is vertical: fronts at the left, backs at the right
)

// An edge of a sheet, clockwise from the top.
type edge uint8

const (
	atTop edge = iota
	atRight
	atBottom
	atLeft
)

// A band is the strip of waste the furniture goes into.
type band struct {
	rect layout.Rect
	at   edge // the edge of the paper it lies along: its texts stand on that edge
}

// A grid is where the fronts lie on every sheet of one size of pieces.
type grid struct {
	paper      layout.Size // as it lies
	rows, cols int         // of fronts
	fold       fold
	foldAt     layout.Length // y of a fold across, x of a fold down
	trims      []layout.Rect // of the fronts, row by row
	band       *band         // nil without furniture
}

// A want is what a grid is made for.
type want struct {
	spec  *Spec
	paper *Paper
	piece layout.Size
	bleed layout.Length // the bleed kept on outer edges
	fold  bool
}

// marks is the room crop marks and the ends of a fold take.
func (w want) marks() layout.Length {
	if w.spec.Marks == CropMarks || w.fold {
		return markRoom
	}
	return 0
}

// start is the least distance from the paper's edge to a trim.
func (w want) start() layout.Length {
	if w.spec.Kind == Pages { // a page brings its own margins
		return 0
	}
	return max(w.spec.Margin, w.paper.Edge+w.bleed)
}

// reserve is the distance from the trim to the paper's edge where a band of
// the given thickness lies between them.
func (w want) reserve(thickness layout.Length) layout.Length {
	return w.bleed + w.marks() + bandGap + thickness + w.paper.Edge
}

// gutter is the distance between the trims on both sides of a fold.
func (w want) gutter() layout.Length { return 2 * (w.bleed + foldRoom) }

// A line of pieces along one axis of the paper.
type line struct {
	count int
	start layout.Length
	total layout.Length // from the first trim to the last, backs of a fold included
	gap   layout.Length // between two of them
}

// spread widens the gaps between pieces, to twice and a little more, until they
// take the room there is.
func (l line) spread(room layout.Length) line {
	if l.count > 1 {
		more := max(0, min(l.gap.Mul(1.25), (room-l.total)/layout.Length(l.count-1)))
		l.gap += more
		l.total += more * layout.Length(l.count-1)
	}
	return l
}

// along fits pieces of the given length along an axis of the paper. least and
// wanted are what the furniture takes at the axis' end, margin included; 0 when
// it lies elsewhere.
func (w want) along(paper, piece layout.Length, folded bool, least, wanted layout.Length) line {
	start := w.start()
	end := max(start, least)
	gap := w.spec.Gap
	free := paper - start - end
	if folded {
		free = (free - w.gutter()) / 2
	}
	if free < piece {
		return line{}
	}
	l := line{count: int(1 + (free-piece)/(piece+gap)), gap: gap}
	if w.spec.Kind == Pages {
		l.count = 1
	}
	l.total = layout.Length(l.count)*(piece+gap) - gap
	if folded {
		l.total = 2*l.total + w.gutter()
	}
	l.start = max(start, min((paper-l.total)/2, paper-wanted-l.total))
	if w.spec.Spread && !folded && wanted > 0 { // along the side the furniture lies at, which gets a little more
		room := paper - start - max(start, wanted) - gap
		l = l.spread(room)
		l.start = start + max(0, room-l.total)/2
	}
	return l
}

// stretch returns where along an axis the furniture lies: as long as the
// pieces or, when they are few, as the paper.
func (w want) stretch(l line, paper layout.Length) (at, length layout.Length) {
	if l.total >= bandLength {
		return l.start, l.total
	}
	m := w.start()
	if l.count > 0 {
		m = min(m, l.start)
	}
	return m, paper - 2*m
}

// try lays pieces on the paper, with the furniture along one of its edges.
func (w want) try(paper layout.Size, f fold, at edge) candidate {
	c := candidate{paper: paper, fold: f, at: at}
	across := func(least, wanted layout.Length) line {
		return w.along(paper.W, w.piece.W, f == foldDown, least, wanted)
	}
	down := func(least, wanted layout.Length) line {
		return w.along(paper.H, w.piece.H, f == foldAcross, least, wanted)
	}
	switch {
	case !w.spec.Furniture:
		c.across, c.down = across(0, 0), down(0, 0)
	case at == atRight:
		c.down = down(0, 0)
		_, length := w.stretch(c.down, paper.H)
		least, wanted := needed(length)
		c.across = across(w.reserve(least), w.reserve(wanted))
	default:
		c.across = across(0, 0)
		_, length := w.stretch(c.across, paper.W)
		least, wanted := needed(length)
		c.down = down(w.reserve(least), w.reserve(wanted))
	}
	return c
}

// A candidate is one way to lay the paper and to use its waste.
type candidate struct {
	paper    layout.Size
	fold     fold
	at       edge // of the furniture
	across   line
	down     line
	priority int // order of preference among equals
}

func (c candidate) count() int { return c.across.count * c.down.count }

// depth is how many pieces lie between the fold and the edge: the fewer, the
// better front and back meet.
func (c candidate) depth() int {
	switch c.fold {
	case foldAcross:
		return c.down.count
	case foldDown:
		return c.across.count
	}
	return 0
}

// best returns the candidate that takes most pieces.
func (w want) best() (candidate, bool) {
	folds := []fold{noFold}
	if w.fold {
		folds = []fold{foldAcross, foldDown}
	}
	edges := []edge{atBottom, atRight}
	if !w.spec.Furniture {
		edges = edges[:1]
	}
	var all []candidate
	for _, f := range folds {
		for _, at := range edges {
			for _, paper := range w.paper.ways() {
				c := w.try(paper, f, at)
				c.priority = len(all)
				all = append(all, c)
			}
		}
	}
	c := slices.MinFunc(all, func(a, b candidate) int {
		return cmp.Or(b.count()-a.count(), a.depth()-b.depth(), a.priority-b.priority)
	})
	return c, c.count() > 0
}

// fixed returns the grid a spec prescribes for this paper and size, if any.
func (w want) fixed() (candidate, bool) {
	if w.fold {
		return candidate{}, false
	}
	for _, f := range w.spec.Fixed {
		if f.Paper != w.paper.ID || f.Piece != w.piece {
			continue
		}
		paper := w.paper.Size
		if f.Landscape {
			paper = layout.Size{W: paper.H, H: paper.W}
		}
		total := func(n int, piece layout.Length) layout.Length {
			return layout.Length(n)*(piece+w.spec.Gap) - w.spec.Gap
		}
		c := candidate{
			paper:  paper,
			across: line{f.Columns, f.At.X, total(f.Columns, w.piece.W), w.spec.Gap},
			down:   line{f.Rows, f.At.Y, total(f.Rows, w.piece.H), w.spec.Gap},
			at:     atBottom,
		}
		if !c.roomFor(w) {
			c.at = atRight
		}
		return c, true
	}
	return candidate{}, false
}

// bandSize returns how thick the waste along the candidate's edge is, and where
// along that edge the furniture lies.
func (c candidate) bandSize(w want) (thickness, at, length layout.Length) {
	if c.at == atRight {
		at, length = w.stretch(c.down, c.paper.H)
		return c.paper.W - c.across.start - c.across.total - w.reserve(0), at, length
	}
	at, length = w.stretch(c.across, c.paper.W)
	return c.paper.H - c.down.start - c.down.total - w.reserve(0), at, length
}

// roomFor reports whether the furniture goes into the waste.
func (c candidate) roomFor(w want) bool {
	thickness, _, length := c.bandSize(w)
	least, _ := needed(length)
	return thickness >= least
}

// grid places the pieces. It fails when not one goes on the paper.
func (w want) grid() (grid, bool) {
	c, ok := w.fixed()
	if !ok {
		c, ok = w.best()
	}
	if !ok {
		return grid{}, false
	}
	g := grid{paper: c.paper, rows: c.down.count, cols: c.across.count, fold: c.fold}
	switch c.fold {
	case foldAcross:
		g.foldAt = c.down.start + c.down.total/2
	case foldDown:
		g.foldAt = c.across.start + c.across.total/2
	}
	for r := range g.rows {
		for col := range g.cols {
			g.trims = append(g.trims, layout.Rect{
				X: c.across.start + layout.Length(col)*(w.piece.W+c.across.gap),
				Y: c.down.start + layout.Length(r)*(w.piece.H+c.down.gap),
				W: w.piece.W, H: w.piece.H,
			})
		}
	}
	if w.spec.Furniture {
		g.band = c.band(w)
	}
	return g, true
}

// band returns the waste the furniture goes into: from the marks to the
// printable edge.
func (c candidate) band(w want) *band {
	thickness, at, length := c.bandSize(w)
	if c.at == atRight {
		return &band{at: atRight, rect: layout.Rect{X: c.paper.W - w.paper.Edge - thickness, Y: at, W: thickness, H: length}}
	}
	return &band{at: atBottom, rect: layout.Rect{X: at, Y: c.paper.H - w.paper.Edge - thickness, W: length, H: thickness}}
}
