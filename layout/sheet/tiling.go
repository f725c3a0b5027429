package sheet

import (
	"cmp"
	"fmt"
	"slices"

	"kitpress/layout"
)

// Limits of a tiling: rows have letters, and nobody glues more than that.
const maxTiles = 26

// labelRoom is what the name of a part and the little map take of the strip
// that says how to print.
const labelRoom = 32 * layout.Millimetre

// shortBand is a strip in which texts are broken so often that they need all
// the thickness there is.
const shortBand = 110 * layout.Millimetre

// CutAt lists where a piece in tiles is best cut, from its left and its upper
// edge. A place is taken when it costs no further sheet.
type CutAt struct{ X, Y []layout.Length }

// A tiling is how a piece too large for the paper is divided into parts. Every
// part but the last of a row ends in a flap of overlap, printed like the rest,
// onto which the next one is glued; so with columns.
type tiling struct {
	piece   layout.Size
	paper   layout.Size     // as it lies
	area    layout.Rect     // what a part, its flaps and its bleed may cover
	band    *band           // for the furniture
	xs, ys  []layout.Length // where columns and rows begin, and where the piece ends
	overlap layout.Length
	outer   layout.Length // bleed at the edges of the piece
	inner   layout.Length // bleed at the cuts between parts
}

func (t tiling) columns() int { return len(t.xs) - 1 }
func (t tiling) rows() int    { return len(t.ys) - 1 }
func (t tiling) parts() int   { return t.rows() * t.columns() }

// A part is one tile of a tiling.
type part struct{ row, column int }

// name returns what the part is called: a letter for its row, a number for its
// column.
func (p part) name() string { return fmt.Sprintf("%c%d", 'A'+p.row, p.column+1) }

// window returns what of the piece a part shows, flaps included.
func (t tiling) window(p part) layout.Rect {
	along := func(at []layout.Length, i int) (from, length layout.Length) {
		to := at[i+1]
		if i+2 < len(at) {
			to += t.overlap
		}
		return at[i], to - at[i]
	}
	var r layout.Rect
	r.X, r.W = along(t.xs, p.column)
	r.Y, r.H = along(t.ys, p.row)
	return r
}

// bleed returns how much a part shows beyond its window at each edge. A flap
// needs none: its edge ends up below the next part.
func (t tiling) bleed(p part) [4]layout.Length {
	b := [4]layout.Length{t.inner, 0, 0, t.inner}
	if p.row == 0 {
		b[atTop] = t.outer
	}
	if p.column == 0 {
		b[atLeft] = t.outer
	}
	if p.row == t.rows()-1 {
		b[atBottom] = t.outer
	}
	if p.column == t.columns()-1 {
		b[atRight] = t.outer
	}
	return b
}

// A division is an axis along which a piece is cut.
type division struct {
	length       layout.Length // of the piece
	room         layout.Length // on a sheet
	overlap      layout.Length
	outer, inner layout.Length // bleed
	want         []layout.Length
}

// cuts returns where parts begin and the piece ends, with as few parts as
// possible, and how many of the cuts are where they are wanted. It returns nil
// when a sheet shows too little to overlap with the next one.
func (d division) cuts() (at []layout.Length, kept int) {
	first, middle, last := d.room-d.outer-d.overlap, d.room-d.inner-d.overlap, d.room-d.inner-d.outer
	switch {
	case d.length+2*d.outer <= d.room:
		return []layout.Length{0, d.length}, 0
	case min(first, middle, last) < 2*d.overlap:
		return nil, 0
	}
	n := 2
	for first+layout.Length(n-2)*middle+last < d.length {
		if n++; n > maxTiles {
			return nil, 0
		}
	}
	at = []layout.Length{0}
	reach := first
	for i := 1; i < n; i++ {
		prev := at[i-1]
		lo := max(prev+d.overlap, d.length-last-layout.Length(n-1-i)*middle)
		hi := min(prev+reach, d.length-layout.Length(n-i)*d.overlap)
		even := min(max(prev+(d.length-prev)/layout.Length(n-i+1), lo), hi)
		next, wanted := d.choose(lo, even, hi)
		if wanted {
			kept++
		}
		at, reach = append(at, next), middle
	}
	return append(at, d.length), kept
}

// choose returns the wanted place nearest to the even one, or the even one.
func (d division) choose(lo, even, hi layout.Length) (at layout.Length, wanted bool) {
	at = even
	for _, w := range d.want {
		if w >= lo && w <= hi && (!wanted || distance(w, even) < distance(at, even)) {
			at, wanted = w, true
		}
	}
	return at, wanted
}

func distance(a, b layout.Length) layout.Length { return max(a-b, b-a) }

// A tileWant is what a tiling is made for.
type tileWant struct {
	spec  *Spec
	paper *Paper
	piece *layout.Scene
	cutAt CutAt
}

// best returns the tiling with the fewest sheets; among equals the one that
// cuts where it is wanted.
func (w tileWant) best() (tiling, bool) {
	type candidate struct {
		t        tiling
		kept     int
		priority int
	}
	var all []candidate
	for _, generous := range []bool{true, false} {
		for _, at := range []edge{atBottom, atRight} {
			for _, paper := range w.paper.ways() {
				if t, kept, ok := w.try(paper, at, generous); ok {
					all = append(all, candidate{t, kept, len(all)})
				}
			}
		}
	}
	if len(all) == 0 {
		return tiling{}, false
	}
	return slices.MinFunc(all, func(a, b candidate) int {
		return cmp.Or(a.t.parts()-b.t.parts(), b.kept-a.kept, a.priority-b.priority)
	}).t, true
}

// margin is the least distance from the paper's edge to anything of a part.
func (w tileWant) margin() layout.Length { return max(w.spec.Margin, w.paper.Edge) }

// try divides the piece for a paper lying one way, with the furniture along
// one edge. generous: the furniture has its full size.
func (w tileWant) try(paper layout.Size, at edge, generous bool) (t tiling, kept int, ok bool) {
	t = tiling{piece: w.piece.Size, paper: paper, overlap: w.spec.Overlap, inner: w.spec.Bleed, outer: min(w.spec.Bleed, w.piece.Bleed)}
	t.area = layout.Rect{W: paper.W, H: paper.H}.Inset(w.margin())
	t.place(at, w.paper.Edge, w.margin(), generous)
	across := division{t.piece.W, t.area.W, t.overlap, t.outer, t.inner, w.cutAt.X}
	down := division{t.piece.H, t.area.H, t.overlap, t.outer, t.inner, w.cutAt.Y}
	var keptX, keptY int
	t.xs, keptX = across.cuts()
	t.ys, keptY = down.cuts()
	return t, keptX + keptY, t.xs != nil && t.ys != nil
}

// place takes the band for the furniture off the area.
func (t *tiling) place(at edge, printable, margin layout.Length, generous bool) {
	length := t.paper.W - 2*margin
	if at == atRight {
		length = t.paper.H - 2*margin
	}
	least, wanted := needed(length - labelRoom)
	thickness := least
	if generous || length-labelRoom < shortBand {
		thickness = wanted
	}
	taken := printable + thickness + bandGap + markRoom - margin
	t.band = &band{at: at}
	if at == atRight {
		t.area.W -= taken
		t.band.rect = layout.Rect{X: t.paper.W - printable - thickness, Y: margin, W: thickness, H: length}
		return
	}
	t.area.H -= taken
	t.band.rect = layout.Rect{X: margin, Y: t.paper.H - printable - thickness, W: length, H: thickness}
}

// origin returns where the piece's corner would lie on the sheet of a part, so
// that the part is in the middle of its area.
func (t tiling) origin(p part) layout.Point {
	r, b := t.window(p), t.bleed(p)
	r = slot{trim: r, bleed: b}.art()
	return layout.Point{X: t.area.X + (t.area.W-r.W)/2 - r.X, Y: t.area.Y + (t.area.H-r.H)/2 - r.Y}
}

// tiling divides the piece, or says why that cannot be done.
func (w tileWant) tiling() (tiling, error) {
	for _, c := range []struct {
		name   string
		at     []layout.Length
		length layout.Length
	}{{"x", w.cutAt.X, w.piece.Size.W}, {"y", w.cutAt.Y, w.piece.Size.H}} {
		for _, at := range c.at {
			if at <= 0 || at >= c.length {
				return tiling{}, fmt.Errorf("%q cannot be cut at %s %s mm: it is %s", w.piece.Name, c.name, at, inMM(w.piece.Size))
			}
		}
	}
	t, ok := w.best()
	if !ok {
		return tiling{}, fmt.Errorf("%q is %s: it cannot be cut into at most %d rows and columns that overlap by %s mm on %s (%s): choose a larger paper",
			w.piece.Name, inMM(w.piece.Size), maxTiles, w.spec.Overlap, w.paper.Name, inMM(w.paper.Size))
	}
	return t, nil
}
