package shape

import bidi "golang.org/x/text/unicode/bidi"

// RightToLeft reports whether a rune belongs to a script that is written from
// right to left.
func RightToLeft(r rune) bool {
	if r < 0x590 || 0x8FF < r && r < 0xFB1D || 0xFEFF < r && r < 0x10000 {
		return false
	}
	class := classOf(r)
	return class == bidi.R || class == bidi.AL
}

func classOf(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	return p.Class()
}

// Levels fills levels, one for each rune of a text of one paragraph or several,
// with its embedding level: Unicode Standard Annex 9, up to rule I2. Even levels
// run from left to right; rtl says how the paragraphs run. Formatting characters
// have the level of what is before them.
func Levels(levels []uint8, text []rune, rtl bool) {
	p := paragraph{}
	if rtl {
		p.base = 1
	}
	for from := 0; from < len(text); {
		to := from
		for to < len(text) && classOf(text[to]) != bidi.B {
			to++
		}
		p.text, p.levels = text[from:to], levels[from:to]
		p.find()
		if from = to + 1; to < len(text) {
			levels[to] = p.base
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
