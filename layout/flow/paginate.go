package flow

import (
	"slices"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// A leaf is a page before it is drawn: which pieces stand on it.
type leaf struct{ from, to int }

// Weights of what makes a division into pages worse. Fewer pages come first,
// then pages that end level; too much on a page only where nothing else is possible, and a problem
// follows.
const (
	costPage  = 1e7 // each page
	costShort = 900 // a chapter's last page with only a few lines: worth 30 mm left free
	costTail  = 400 // the last few lines over a heading, or the first few under one parted from their figure: worth 20 mm left free
	costOver  = 1e12
	costSmall = 4   // each square millimetre figures lose
	costLoose = 0.1 // each square millimetre gaps take up
)

// fewLines is what a chapter's last page holds at least where that is
// possible, tailLines what counts as a few lines over a heading, leadLines as a
// few between it and its figure, in lines of body text.
const (
	fewLines  = 4
	tailLines = 4.5
	leadLines = 3.5
)

// mostlyFull is how much of a page the end of a chapter takes at least for its
// gaps to fill it.
const mostlyFull = 0.6

// paginate divides pieces into pages. Order is never changed: a figure that
// does not fit moves on with everything behind it.
func paginate(pieces []piece, style *Style) []leaf {
	var leaves []leaf
	for from := 0; from < len(pieces); {
		to := from + 1
		for to < len(pieces) && !pieces[to].opens {
			to++
		}
		leaves = append(leaves, divide(pieces, from, to, style)...)
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

// divide finds the best pages for the pieces from..to, which hold no forced
// break.
func divide(pieces []piece, from, to int, style *Style) []leaf {
	best := make([]step, to-from+1)
	best[0].ok = true
	for end := from + 1; end <= to; end++ {
		if end < to && pieces[end-1].keep {
			continue
		}
		for start := end - 1; start >= from; start-- {
			before := best[start-from]
			if !before.ok {
				continue
			}
			cost, over := pageCost(pieces, start, end, leaf{from, to}, style)
			cost += before.cost
			if now := &best[end-from]; !now.ok || cost < now.cost {
				*now = step{cost, start, true}
			}
			if over {
				break // pages that begin earlier are fuller still
			}
		}
	}
	var leaves []leaf
	for end := to; end > from; {
		start := best[end-from].from
		leaves = append(leaves, leaf{start, end})
		end = start
	}
	slices.Reverse(leaves)
	return leaves
}

// pageCost rates a page that holds the pieces start..end of a chapter, and
// reports whether they are too much for it.
func pageCost(pieces []piece, start, end int, chapter leaf, style *Style) (cost float64, over bool) {
	cost = costPage
	if start > chapter.from && (startsWithTail(pieces[start:end], style) || parted(pieces, start, style)) {
		cost += costTail
	}
	s := measure(pieces[start:end], style)
	free := style.area(pieces[start].band != nil).H - s.height
	switch {
	case free < 0 && -free <= s.give:
		small := (-free).MM()
		return cost + costSmall*small*small, false
	case free < 0:
		return cost + costOver*(1+(-free).MM()), true
	case s.grow > 0: // what grows grows alike on all pages
		return cost + free.MM()*free.MM()/s.grow.MM(), false
	case end < chapter.to:
		ragged := max(0, free-s.room).MM()
		return cost + ragged*ragged + costLoose*free.MM()*free.MM(), false
	case start > chapter.from && s.height < fewLines*style.Texts.Body.Lead && !pieces[start].box:
		return cost + costShort, false
	}
	return cost, false
}

// startsWithTail reports whether a page begins with a few lines that belong to
// what was before, and a heading under them.
func startsWithTail(pieces []piece, style *Style) bool {
	var height layout.Length
	for i := range pieces {
		if pieces[i].title {
			return i > 0
		}
		if height += pieces[i].height; height > style.Texts.Body.Lead.Mul(tailLines) {
			break
		}
	}
	return false
}

// parted reports whether a page begins with a figure, and the one before ends
// with its heading and a few lines that lead to it.
func parted(pieces []piece, start int, style *Style) bool {
	if !pieces[start].figure {
		return false
	}
	var height layout.Length
	for i := start - 1; i >= 0; i-- {
		if pieces[i].title {
			return true
		}
		if height += pieces[i].height; height > style.Texts.Body.Lead.Mul(leadLines) {
			break
		}
	}
	return false
}

// stretch returns how loose the gaps of a page become, in parts of their glue,
// and which part of what they may its pieces grow, from 0 to 1. A page that ends
// a chapter stays as it is when much of it is empty.
func stretch(pieces []piece, l leaf, style *Style) (loose, large float64) {
	s := measure(pieces[l.from:l.to], style)
	free := style.area(pieces[l.from].band != nil).H - s.height
	if s.grow > 0 && free > 0 {
		large = min(1, free.MM()/s.grow.MM())
		free -= s.grow.Mul(large)
	}
	last := l.to == len(pieces) || pieces[l.to].opens
	if pieces[l.to-1].box || free <= 0 || s.glue == 0 || last && s.grow == 0 && s.height < style.area(false).H.Mul(mostlyFull) {
		return 0, large
	}
	return min(free, s.room).MM() / s.glue.MM(), large
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

// A piece is the smallest part of a flow that moves from page to page as a
// whole: a line of a paragraph, a row of a table, a figure with its caption.
type piece struct {
	height layout.Length
	give   layout.Length // how much lower it may be drawn to fit a page
	grow   layout.Length // how much higher, to fill one
	gap    layout.Length // above; dropped at the top of a page
	glue   layout.Length // above: how far the gap grows, times the style’s stretch at most, to fill a page
	keep   bool          // the next piece stands on the same page
	opens  bool          // begins a page
	title  bool          // a heading, but the band of a page
	figure bool          // a scene in the text
	band   *Heading      // that page opens with this chapter's band
	run    int           // pieces with the same non-zero run are set in two columns
	head   *piece        // drawn again above the piece when it is first on its page
	box    bool          // stands on the ground of the credits, at the bottom of the page
	entry  bool          // a page of an entry: its foot is the number alone
	anchor string        // names the piece for those who ask for its page
	origin source.Pos
	what   string // for problems: `figure "table"`
	draw   func(p *painter, at layout.Point)
}

// top returns the height of what a page shows above the piece when it is the
// first on it.
func (p *piece) top() layout.Length {
	if p.head == nil {
		return 0
	}
	return p.head.height
}

// A stack is what a run of pieces takes on one page.
type stack struct {
	height layout.Length
	give   layout.Length // how much lower its figures may be drawn
	grow   layout.Length // how much higher its pieces may be drawn
	glue   layout.Length // of its gaps
	room   layout.Length // how far its gaps may grow
}

// measure returns what pieces take when they fill a page from its top.
func measure(pieces []piece, style *Style) stack {
	var s stack
	for i := 0; i < len(pieces); {
		p := &pieces[i]
		if i == 0 {
			s.height += p.top()
		} else {
			s.height += p.gap
			s.glue += p.glue
		}
		if p.run == 0 {
			s.height += p.height
			s.give += p.give
			s.grow += p.grow
			i++
			continue
		}
		n := runLength(pieces[i:])
		run := pieces[i : i+n]
		second, height := balance(run)
		s.height += height
		s.glue += runGlue(run, second)
		s.grow += runGrow(run, second)
		i += n
	}
	s.room = s.glue.Mul(style.Gap.Stretch)
	return s
}

// runLength returns how many pieces belong to the two-column run of the first.
func runLength(pieces []piece) int {
	n := 1
	for n < len(pieces) && pieces[n].run == pieces[0].run {
		n++
	}
	return n
}

// runGlue returns the glue between the pieces of the column that has more.
func runGlue(run []piece, second int) layout.Length {
	return max(columnGlue(run[:second]), columnGlue(run[second:]))
}

// columnGlue returns the glue between pieces set below each other.
func columnGlue(pieces []piece) (glue layout.Length) {
	for i := range pieces {
		if i > 0 {
			glue += pieces[i].glue
		}
	}
	return glue
}

// runGrow returns how much higher the higher of the two columns may become.
func runGrow(run []piece, second int) layout.Length {
	columns := [][]piece{run[:second], run[second:]}
	if columnHeight(columns[0]) < columnHeight(columns[1]) {
		slices.Reverse(columns)
	}
	return columnGrow(columns[0])
}

// columnGrow returns by how much pieces set below each other grow at most.
func columnGrow(pieces []piece) (grow layout.Length) {
	for i := range pieces {
		grow += pieces[i].grow
	}
	return grow
}

// balance cuts a run into two columns that are as low as possible, of such
// cuts the one with the fuller first column, and returns where the second
// begins and the height of the higher one.
func balance(run []piece) (second int, height layout.Length) {
	second, height = len(run), columnHeight(run)
	for cut := len(run) - 1; cut > 0; cut-- {
		if h := max(columnHeight(run[:cut]), columnHeight(run[cut:])); h < height {
			second, height = cut, h
		}
	}
	return second, height
}

// columnHeight returns the height of pieces set below each other.
func columnHeight(pieces []piece) layout.Length {
	var h layout.Length
	for i := range pieces {
		if i > 0 {
			h += pieces[i].gap
		}
		h += pieces[i].height
	}
	return h
}
