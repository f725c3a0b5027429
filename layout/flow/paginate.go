package flow

import (
	"slices"

	"kitpress/layout"
)

// A leaf is a page before it is drawn: which pieces stand on it.
type leaf struct{ from, to int }

// Weights of what makes a division into pages worse. Fewer pages come first,
// but where a style with entries says what a page is worth; then pages that end
// level; too much on a page only where nothing else is possible, and a problem
// follows.
const (
	costPage  = 1e7 // each page
	costShort = 900 // a chapter's last page with only a few lines: worth 30 mm left free
	costOver  = 1e12
	costSmall = 4 // each square millimetre figures lose
)

// fewLines is what a chapter's last page holds at least where that is
// possible, in lines of body text.
const fewLines = 4

// paginate divides pieces into pages, the first of which has the number first.
// Order is never changed: a figure that does not fit moves on with everything
// behind it.
func paginate(pieces []piece, style *Style, first int) []leaf {
	var leaves []leaf
	for from := 0; from < len(pieces); {
		to := from + 1
		for to < len(pieces) && !pieces[to].opens {
			to++
		}
		leaves = append(leaves, divide(pieces, from, to, style, first+len(leaves))...)
		from = to
	}
	return leaves
}

// A step is the best way found to end a page before a piece.
type step struct {
	cost float64
	from int // first piece of that page
	ok   bool
}

// A stop holds the best ways to end a page before a piece: with an even and
// with an odd number of pages so far, since it matters on which side of a
// sheet a page lies.
type stop [2]step

// divide finds the best pages for the pieces from..to, which begin the page
// number first and hold no forced break.
func divide(pieces []piece, from, to int, style *Style, first int) []leaf {
	best := make([]stop, to-from+1)
	best[0][0].ok = true
	for end := from + 1; end <= to; end++ {
		if end < to && pieces[end-1].keep {
			continue
		}
		split := [2]float64{splitCost(pieces, end, to, style, first%2 == 1), splitCost(pieces, end, to, style, first%2 == 0)}
		for start := end - 1; start >= from; start-- {
			before := best[start-from]
			if !before[0].ok && !before[1].ok {
				continue
			}
			cost, over := pageCost(pieces, start, end, leaf{from, to}, style)
			for odd, b := range before {
				cost := b.cost + cost + split[odd]
				if now := &best[end-from][1-odd]; b.ok && (!now.ok || cost < now.cost) {
					*now = step{cost, start, true}
				}
			}
			if over {
				break // pages that begin earlier are fuller still
			}
		}
	}
	return trace(best, from, to)
}

// trace follows the best steps back from the end.
func trace(best []stop, from, to int) []leaf {
	odd := 0
	if last := best[to-from]; !last[0].ok || last[1].ok && last[1].cost < last[0].cost {
		odd = 1
	}
	var leaves []leaf
	for end := to; end > from; odd = 1 - odd {
		start := best[end-from][odd].from
		leaves = append(leaves, leaf{start, end})
		end = start
	}
	slices.Reverse(leaves)
	return leaves
}

// splitCost rates a page that ends before the piece end: what it costs to
// split an entry there, more so when the reader has to turn the page, when a
// text or the ground of a part is cut, or when only a few lines of the entry
// are left.
func splitCost(pieces []piece, end, to int, style *Style, right bool) float64 {
	if end == to || pieces[end].entry == nil || pieces[end].entry != pieces[end-1].entry {
		return 0
	}
	cost := left(style.Entry.Facing)
	if right {
		cost = left(style.Entry.Turn)
	}
	if g := pieces[end].ground; g != nil && g == pieces[end-1].ground {
		cost += left(style.Entry.Cut)
	}
	if pieces[end].gap == 0 {
		cost += left(style.Entry.Inside)
	}
	if restOfEntry(pieces[end:to]) < fewLines*style.Texts.Body.Lead {
		cost += left(style.Entry.Rest)
	}
	return cost
}

// left rates paper left empty.
func left(empty layout.Length) float64 { return empty.MM() * empty.MM() }

// restOfEntry returns how high that is which follows of the entry of the first
// piece.
func restOfEntry(pieces []piece) layout.Length {
	n := 1
	for n < len(pieces) && pieces[n].entry == pieces[0].entry {
		n++
	}
	return columnHeight(pieces[:n])
}

// pageCost rates a page that holds the pieces start..end of a chapter, and
// reports whether they are too much for it.
func pageCost(pieces []piece, start, end int, chapter leaf, style *Style) (cost float64, over bool) {
	cost = costPage
	if e := style.Entry; e != nil && e.Spare > 0 {
		cost = left(e.Spare)
	}
	s := measure(pieces[start:end], style)
	free := style.area(pieces[start].band != nil).H - s.height
	switch {
	case free < 0 && -free <= s.give:
		small := (-free).MM()
		return cost + costSmall*small*small, false
	case free < 0:
		return cost + costOver*(1+(-free).MM()), true
	case end < chapter.to:
		ragged := max(0, free-s.room).MM()
		return cost + ragged*ragged, false
	case start > chapter.from && s.height < fewLines*style.Texts.Body.Lead && !pieces[start].box:
		return cost + costShort, false
	}
	return cost, false
}

// stretch returns by how much each elastic gap of a page grows. Pages that end
// a chapter stay as they are, and so do pages that would not become level.
func stretch(pieces []piece, l leaf, style *Style) layout.Length {
	if l.to == len(pieces) || pieces[l.to].opens || pieces[l.to-1].box {
		return 0
	}
	s := measure(pieces[l.from:l.to], style)
	free := style.area(pieces[l.from].band != nil).H - s.height
	if free <= 0 || free > s.room || s.gaps == 0 {
		return 0
	}
	return free / layout.Length(s.gaps)
}

// squeeze returns which part of what its figures can give a page takes, from
// 0 to 1.
func squeeze(pieces []piece, l leaf, style *Style) float64 {
	s := measure(pieces[l.from:l.to], style)
	over := s.height - style.area(pieces[l.from].band != nil).H
	if over <= 0 || s.give == 0 {
		return 0
	}
	return min(1, over.MM()/s.give.MM())
}
