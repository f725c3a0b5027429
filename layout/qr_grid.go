package layout

import (
	"math/bits"
	"sync"
)

// A lines is a square of modules, a row in each word: bit x is column x.
type lines [17 + 4*maxVersion]uint64

func (l *lines) set(x, y int)       { l[y] |= 1 << x }
func (l *lines) dark(x, y int) bool { return l[y]>>x&1 != 0 }

// A square is the same modules twice, by rows and by columns.
type square struct{ rows, columns lines }

func (s *square) set(x, y int) {
	s.rows.set(x, y)
	s.columns.set(y, x)
}

// A grid is what all codes of one version have in common.
type grid struct {
	once  sync.Once
	size  int
	fixed square            // dark modules of the patterns
	order [][2]uint8        // where the bits of the words go
	masks [levels][8]square // what a mask turns over, and its format bits
}

// prepare fills the grid of a version.
func (g *grid) prepare(version int) {
	g.size = 17 + 4*version
	var taken lines
	g.patterns(version, &taken)
	g.zigzag(&taken)
	for mask := range 8 {
		for y := range g.size {
			for x := range g.size {
				if !taken.dark(x, y) && masked(mask, x, y) {
					g.masks[levelM][mask].set(x, y)
					g.masks[levelQ][mask].set(x, y)
				}
			}
		}
		g.format(&g.masks[levelM][mask], 0b00_000|mask)
		g.format(&g.masks[levelQ][mask], 0b11_000|mask)
	}
}

// patterns draws all that is the same in every code.
func (g *grid) patterns(version int, taken *lines) {
	put := func(x, y int, dark bool) {
		if x < 0 || y < 0 || x >= g.size || y >= g.size {
			return
		}
		taken.set(x, y)
		if dark {
			g.fixed.set(x, y)
		}
	}
	ring := func(x, y, radius int, dark uint) {
		for dy := -radius; dy <= radius; dy++ {
			for dx := -radius; dx <= radius; dx++ {
				put(x+dx, y+dy, dark>>max(dx, -dx, dy, -dy)&1 != 0)
			}
		}
	}
	last := g.size - 1
	for _, at := range [][2]int{{3, 3}, {last - 3, 3}, {3, last - 3}} {
		ring(at[0], at[1], 4, 0b01011)
	}
	middle := alignments[version]
	for _, x := range middle {
		for _, y := range middle {
			if !taken.dark(x, y) {
				ring(x, y, 2, 0b101)
			}
		}
	}
	for i := 8; i < g.size-8; i++ {
		put(i, 6, i%2 == 0)
		put(6, i, i%2 == 0)
	}
	for i := range 9 { // room for the format
		for _, at := range [][2]int{{i, 8}, {8, i}, {last - min(i, 7), 8}, {8, last - min(i, 7)}} {
			taken.set(at[0], at[1])
		}
	}
	put(8, last-7, true)
	if version >= 7 {
		for i, v := 0, withCheck(version, 12, 0x1F25); i < 18; i++ {
			put(i/3, g.size-11+i%3, v>>i&1 != 0)
			put(g.size-11+i%3, i/3, v>>i&1 != 0)
		}
	}
}

// alignments holds the middles of the small squares by version.
var alignments = [maxVersion + 1][]int{2: {6, 18}, {6, 22}, {6, 26}, {6, 30}, {6, 34}, {6, 22, 38}, {6, 24, 42}, {6, 26, 46}}

// withCheck appends check bits: the rest of value divided by a polynomial.
func withCheck(value, check, polynomial int) int {
	rest := value << check
	for n := bits.Len(uint(rest)); n > check; n = bits.Len(uint(rest)) {
		rest ^= polynomial << (n - check - 1)
	}
	return value<<check | rest
}

// format draws the bits that name level and mask, both times.
func (g *grid) format(s *square, value int) {
	v := withCheck(value, 10, 0x537) ^ 0x5412
	last := g.size - 1
	for i := range 15 {
		if v>>i&1 == 0 {
			continue
		}
		switch { // round the first finder
		case i < 6:
			s.set(8, i)
		case i < 8:
			s.set(8, i+1)
		case i == 8:
			s.set(7, 8)
		default:
			s.set(14-i, 8)
		}
		if i < 8 { // beside the two others
			s.set(last-i, 8)
		} else {
			s.set(8, last-14+i)
		}
	}
}

// zigzag lists the free modules in the order words are drawn in: two columns
// at a time from the right, up and down in turn, not in the column of the
// timing pattern.
func (g *grid) zigzag(taken *lines) {
	up := true
	for right := g.size - 1; right > 0; right -= 2 {
		if right == 6 {
			right--
		}
		for i := range g.size {
			y := i
			if up {
				y = g.size - 1 - i
			}
			for _, x := range [2]int{right, right - 1} {
				if !taken.dark(x, y) {
					g.order = append(g.order, [2]uint8{uint8(x), uint8(y)})
				}
			}
		}
		up = !up
	}
}

// masked reports whether a mask turns a module over.
func masked(mask, x, y int) bool {
	switch mask {
	case 0:
		return (x+y)%2 == 0
	case 1:
		return y%2 == 0
	case 2:
		return x%3 == 0
	case 3:
		return (x+y)%3 == 0
	case 4:
		return (y/2+x/3)%2 == 0
	case 5:
		return x*y%2+x*y%3 == 0
	case 6:
		return (x*y%2+x*y%3)%2 == 0
	}
	return ((x+y)%2+x*y%3)%2 == 0
}

// draw draws words with the mask that gives the calmest picture.
func (g *grid) draw(words []byte, level int) lines {
	plain := g.fixed
	for i, at := range g.order[:len(words)*8] { // what is left over stays light
		if words[i/8]>>(7-i%8)&1 != 0 {
			plain.set(int(at[0]), int(at[1]))
		}
	}
	var best square
	least := -1
	for mask := range g.masks[level] {
		s := plain
		for i := range g.size {
			s.rows[i] ^= g.masks[level][mask].rows[i]
			s.columns[i] ^= g.masks[level][mask].columns[i]
		}
		if p := g.penalty(&s); least < 0 || p < least {
			best, least = s, p
		}
	}
	return best.rows
}

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
