package layout

import "slices"

// A segment is a stretch of a payload that is written in one mode.
type segment struct {
	mode qrMode
	text string
}

// A qrMode is a way to write characters. Each can write what the ones before
// it can.
type qrMode uint8

const (
	numeric qrMode = iota
	alphanumeric
	bytewise
)

// modeBits describes the head of a segment in versions 1 to 9: the indicator
// of the mode and the length of the character count.
var modeBits = [...]struct {
	indicator uint32
	count     int
}{numeric: {1, 10}, alphanumeric: {2, 9}, bytewise: {4, 8}}

func modeOf(c byte) qrMode {
	switch {
	case '0' <= c && c <= '9':
		return numeric
	case alphanumericValue(c) >= 0:
		return alphanumeric
	}
	return bytewise
}

// alphanumericValue returns the number that stands for c, -1 for none.
func alphanumericValue(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'A' <= c && c <= 'Z':
		return int(c-'A') + 10
	}
	for i, r := range []byte(" $%*+-./:") {
		if c == r {
			return 36 + i
		}
	}
	return -1
}

// modes is the number of modes.
const modes = len(modeBits)

// sixths are the bits a character takes in each mode, times six, so that a
// third of ten bits and a half of eleven are whole numbers.
var sixths = [modes]int{numeric: 20, alphanumeric: 33, bytewise: 48}

// segments splits a payload so that it takes the fewest bits: of all ways to
// reach a character in a mode only the shortest matters for what follows. The
// percent signs, digits and capitals of an encoded address are shorter in
// alphanumeric mode even between small letters; the library, which joins
// neighbours as it goes, misses that and needs a larger code.
func segments(payload string) []segment {
	const never = 1 << 40
	costs := [modes]int{} // sixths of a bit up to here, by mode of the last character
	before := make([][modes]qrMode, len(payload))
	for i := range len(payload) {
		last := cheapest(costs)
		begun := (costs[last] + 5) / 6 * 6 // segments end at whole bits
		next := [modes]int{never, never, never}
		for m := modeOf(payload[i]); m <= bytewise; m++ {
			next[m], before[i][m] = begun+6*(4+modeBits[m].count), last
			if i > 0 && costs[m] <= next[m] {
				next[m], before[i][m] = costs[m], m
			}
			next[m] += sixths[m]
		}
		costs = next
	}
	return cut(payload, cheapest(costs), before)
}

// cheapest returns the mode with the least cost.
func cheapest(costs [modes]int) qrMode {
	best := numeric
	for m := range bytewise + 1 {
		if costs[m] < costs[best] {
			best = m
		}
	}
	return best
}

// cut walks the choices back from the mode of the last character; a new mode
// is a new segment.
func cut(payload string, mode qrMode, before [][modes]qrMode) []segment {
	var out []segment
	end := len(payload)
	for i := len(payload) - 1; i >= 0; i-- {
		last := before[i][mode]
		if i == 0 || last != mode {
			out = append(out, segment{mode, payload[i:end]})
			end = i
		}
		mode = last
	}
	slices.Reverse(out)
	return out
}
