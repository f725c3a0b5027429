package shape

import (
	"github.com/go-text/typesetting/bidi"
	xbidi "golang.org/x/text/unicode/bidi"
)

// RightToLeft reports whether a rune belongs to a script that is written from
// right to left.
func RightToLeft(r rune) bool {
	if r < 0x590 || 0x8FF < r && r < 0xFB1D || 0xFEFF < r && r < 0x10000 {
		return false
	}
	class := classOf(r)
	return class == xbidi.R || class == xbidi.AL
}

func classOf(r rune) xbidi.Class {
	p, _ := xbidi.LookupRune(r)
	return p.Class()
}

// Levels fills levels, one for each rune of a paragraph without explicit
// formatting characters, with its embedding level: Unicode Standard Annex 9.
// Even levels run from left to right; rtl says how the paragraph runs.
func Levels(levels []uint8, text []rune, rtl bool) {
	direction := bidi.LeftToRight
	if rtl {
		direction = bidi.RightToLeft
	}
	var p bidi.Paragraph
	for len(text) > 0 {
		runs := p.Segment(text, direction)
		end := 0
		for i := range runs.NumRuns() {
			run := runs.Run(i)
			level := uint8(0)
			switch {
			case run.Level%2 == 1:
				level = 1
			case rtl:
				level = 2
			}
			for k := run.Start; k < run.End; k++ {
				levels[k] = level
			}
			if level == 0 {
				numbers(levels[run.Start:run.End], text[run.Start:run.End], i > 0)
			}
			end = run.End
		}
		if end == 0 { // nothing was read
			return
		}
		text, levels = text[end:], levels[end:]
	}
}

// numbers lifts the numbers in a run from left to right that have a level of
// their own: Arabic ones, and all behind a letter that is written from right to
// left, up to the next that is not.
func numbers(levels []uint8, text []rune, right bool) {
	class := func(i int) xbidi.Class {
		if i < 0 || i >= len(text) {
			return xbidi.ON
		}
		return classOf(text[i])
	}
	for i := range text {
		number := false
		switch c := class(i); c {
		case xbidi.L:
			right = false
		case xbidi.AN:
			number = true
		case xbidi.EN:
			number = right
		case xbidi.ET: // before or behind a European number
			k := i
			for class(k) == xbidi.ET {
				k++
			}
			number = right && (class(k) == xbidi.EN || i > 0 && levels[i-1] == 2 && class(i-1) != xbidi.AN)
		case xbidi.NSM:
			number = i > 0 && levels[i-1] == 2
		case xbidi.ES:
			number = right && class(i-1) == xbidi.EN && class(i+1) == xbidi.EN
		case xbidi.CS:
			before, after := class(i-1), class(i+1)
			number = before == after && (before == xbidi.AN || right && before == xbidi.EN)
		}
		if number {
			levels[i] = 2
		}
	}
}

// VisualOrder returns the order in which pieces of a line with the given
// levels stand from left to right: rule L2.
func VisualOrder(levels []uint8) []int {
	order := make([]int, len(levels))
	highest := uint8(0)
	for i, l := range levels {
		order[i], highest = i, max(highest, l)
	}
	for level := highest; level > 0; level-- {
		for from := 0; from < len(order); from++ {
			to := from
			for to < len(order) && levels[order[to]] >= level {
				to++
			}
			for a, b := from, to-1; a < b; a, b = a+1, b-1 {
				order[a], order[b] = order[b], order[a]
			}
			from = max(from, to)
		}
	}
	return order
}
