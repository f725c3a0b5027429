package flow

import (
	"kitpress/catalog/source"
	"kitpress/layout"
)

// A piece is the smallest part of a flow that moves from page to page as a
// whole: a line of a paragraph, a row of a table, a figure with its caption.
type piece struct {
	height  layout.Length
	give    layout.Length // how much lower it may be drawn to fit a page
	gap     layout.Length // above; dropped at the top of a page
	elastic bool          // gap may grow to fill a page
	keep    bool          // the next piece stands on the same page
	opens   bool          // begins a page
	band    *Heading      // that page opens with this chapter's band
	run     int           // pieces with the same non-zero run are set in two columns
	head    *piece        // drawn again above the piece when it is first on its page
	box     bool          // stands on the ground of the credits, at the bottom of the page
	anchor  string        // names the piece for those who ask for its page
	entry   *Entry        // it is part of, nil for none
	ground  *ground       // it stands on, nil for none
	origin  source.Pos
	what    string // for problems: `figure "table"`
	draw    func(p *painter, at layout.Point)
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
	room   layout.Length // how far its gaps may grow
	gaps   int           // number of gaps that may
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
			if p.elastic {
				s.gaps++
			}
		}
		if p.run == 0 {
			s.height += p.height
			s.give += p.give
			i++
			continue
		}
		n := runLength(pieces[i:])
		_, height := balance(pieces[i : i+n])
		s.height += height
		i += n
	}
	s.room = layout.Length(s.gaps) * style.Gap.Stretch
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
