package layout

import "math/bits"

// penalty rates a code as ISO/IEC 18004 asks for, the higher the harder to
// read. It counts as the library does, so that both choose the same mask:
// a run of one colour counts from six modules, and a look-alike of a finder
// pattern hides those that overlap it.
func (g *grid) penalty(s *square) int {
	sum, dark := 0, 0
	inside := uint64(1)<<(g.size-1) - 1 // pairs of neighbours in a line
	for i := range g.size {
		row, column := s.rows[i], s.columns[i]
		dark += bits.OnesCount64(row)
		same := ^(row ^ row>>1) & inside
		sum += runs(same) + runs(^(column^column>>1)&inside)
		if i > 0 {
			above := s.rows[i-1]
			blocks := same & ^(above ^ above>>1) & ^(row ^ above)
			sum += 3 * bits.OnesCount64(blocks&inside)
		}
		sum += 40 * (g.lookalikes(row) + g.lookalikes(column))
	}
	all := g.size * g.size
	off := all/2 - dark
	return sum + max(off, -off)/(all/20)*10
}

// runs rates the runs of one colour in a line: bit i of same is set when
// modules i and i+1 are alike. A run of six costs 4, each module more 1.
func runs(same uint64) int {
	six := same & (same >> 1)
	six &= six >> 2
	six &= same >> 4
	return bits.OnesCount64(six) + 3*bits.OnesCount64(six&^(six<<1))
}

// lookalikes counts the places of a line that look like a finder pattern,
// dark light dark dark dark light dark, with four light modules before or
// after it. What lies outside is light.
func (g *grid) lookalikes(line uint64) int {
	at := line & (line >> 2) & (line >> 3) & (line >> 4) & (line >> 6) &^ (line >> 1) &^ (line >> 5)
	if at == 0 {
		return 0
	}
	n, last := 0, g.size-1
	end := bits.TrailingZeros64(at) + 6 // of the first one
	line = bits.Reverse64(line) >> (64 - g.size)
	window := line >> (last - end + 1) // the modules passed so far, the latest in bit 0
	for x := end; x <= last; x++ {
		window = window<<1 | line>>(last-x)&1
		switch {
		case window&0x7FF == 0b0000_1011101, window&0x7FF == 0b1011101_0000, x == last && window&0x7F == 0b1011101:
			n++
			window = 0xFF
		}
	}
	return n
}
