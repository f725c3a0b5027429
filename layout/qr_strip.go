package layout

import "math/bits"

// maxSide is how many modules a strip holds: more than any code of a payload
// that is allowed has on a side.
const maxSide = 128

// A strip is a row of modules: bit x%64 of word x/64 is set where column x is
// dark.
type strip [maxSide / 64]uint64

// span returns w dark modules from column x on.
func span(x, w int) strip {
	s := strip{^uint64(0), ^uint64(0)}.from(maxSide - w)
	if x >= 64 {
		return strip{0, s[0] << (x - 64)}
	}
	return strip{s[0] << x, s[1]<<x | s[0]>>(64-x)}
}

// from returns the modules from column x on.
func (s strip) from(x int) strip {
	if x >= 64 {
		return strip{s[1] >> (x - 64)}
	}
	return strip{s[0]>>x | s[1]<<(64-x), s[1] >> x}
}

// first returns the column of the first dark module.
func (s strip) first() int {
	if s[0] != 0 {
		return bits.TrailingZeros64(s[0])
	}
	return 64 + bits.TrailingZeros64(s[1])
}

// run returns how many modules are dark from column 0 on.
func (s strip) run() int {
	if ^s[0] != 0 {
		return bits.TrailingZeros64(^s[0])
	}
	return 64 + bits.TrailingZeros64(^s[1])
}

// has reports whether all dark modules of t are dark.
func (s strip) has(t strip) bool { return s[0]&t[0] == t[0] && s[1]&t[1] == t[1] }
