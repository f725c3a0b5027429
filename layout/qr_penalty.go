package layout

import "math/bits"

// penalty rates a code as ISO/IEC 18004, 7.8.3, asks for, the higher the
// harder to read: long runs of one colour, blocks of one colour, what looks
// like a finder pattern, and a share of dark modules far from one half.
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
		sum += 40 * (lookalikes(row) + lookalikes(column))
	}
	all := g.size * g.size
	off := 2*dark - all
	return sum + max(off, -off)*10/all*10
}

// runs rates the runs of one colour in a line: bit i of same is set when
// modules i and i+1 are alike. A run of five costs 3, each module more 1.
func runs(same uint64) int {
	five := same & (same >> 1)
	five &= five >> 2
	return bits.OnesCount64(five) + 2*bits.OnesCount64(five&^(five<<1))
}

// lookalikes counts the places of a line that look like a finder pattern,
// dark light dark dark dark light dark, with four light modules before or
// after it. What lies outside is light.
func lookalikes(line uint64) int {
	at := line & (line >> 2) & (line >> 3) & (line >> 4) & (line >> 6) &^ (line >> 1) &^ (line >> 5)
	before := line<<1 | line<<2 | line<<3 | line<<4 // dark ones there
	after := line>>7 | line>>8 | line>>9 | line>>10
	return bits.OnesCount64(at &^ (before & after))
}
