package layout

import "math/bits"

// maxSide is how many modules a strip holds: more than any code of a payload
// that is allowed has on a side.
const maxSide = 128

// A strip is a row of modules, dark ones as bits: columns 0 to 63 in low, the
// others in high.
type strip struct{ low, high uint64 }

// span returns w dark modules from column x on.
func span(x, w int) strip {
	return strip{^uint64(0), ^uint64(0)}.from(maxSide - w).moved(x)
}

// from returns the modules from column x on.
func (s strip) from(x int) strip {
	if x >= 64 {
		return strip{low: s.high >> (x - 64)}
	}
	return strip{s.low>>x | s.high<<(64-x), s.high >> x}
}

// moved returns the modules with x light ones before them.
func (s strip) moved(x int) strip {
	if x >= 64 {
		return strip{high: s.low << (x - 64)}
	}
	return strip{s.low << x, s.high<<x | s.low>>(64-x)}
}

// first returns the column of the first dark module.
func (s strip) first() int {
	if s.low != 0 {
		return bits.TrailingZeros64(s.low)
	}
	return 64 + bits.TrailingZeros64(s.high)
}

// run returns how many modules are dark from column 0 on.
func (s strip) run() int {
	if ^s.low != 0 {
		return bits.TrailingZeros64(^s.low)
	}
	return 64 + bits.TrailingZeros64(^s.high)
}

// and returns the modules that are dark in both.
func (s strip) and(t strip) strip { return strip{s.low & t.low, s.high & t.high} }

// without returns the modules that are dark in s only.
func (s strip) without(t strip) strip { return strip{s.low &^ t.low, s.high &^ t.high} }
