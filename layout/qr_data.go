package layout

// The library tries eight masks module by module, 0.3 ms a code: most of the
// time of a large deck. The codes of cards are small, so versions 1 to 9 are
// made here, a row of modules in one machine word; the library makes larger
// ones, and those for screens.

// maxVersion is the highest version made here: 53 modules a side.
const maxVersion = 9

// Indexes into qrBlocks and grid.masked.
const (
	levelM = iota
	levelQ
	levels
)

// qrWords is the number of 8-bit words a version holds, data and correction.
var qrWords = [maxVersion + 1]int{0, 26, 44, 70, 100, 134, 172, 196, 242, 292}

// qrBlocks tells, for each level and version, how many blocks the words are
// split into and how many words of each are for correction.
var qrBlocks = [levels][maxVersion + 1]struct{ count, check int }{
	levelM: {{}, {1, 10}, {1, 16}, {1, 26}, {2, 18}, {2, 24}, {4, 16}, {4, 18}, {4, 22}, {5, 22}},
	levelQ: {{}, {1, 13}, {1, 22}, {2, 18}, {2, 26}, {4, 18}, {4, 24}, {6, 18}, {6, 22}, {8, 20}},
}

// dataWords returns how many words of data a version holds at a level.
func dataWords(level, version int) int {
	b := qrBlocks[level][version]
	return qrWords[version] - b.count*b.check
}

// A bitWriter packs bits into words, most significant first.
type bitWriter struct {
	words []byte
	n     int // bits written
}

func (w *bitWriter) add(value uint32, bits int) {
	for bits > 0 {
		if w.n%8 == 0 {
			w.words = append(w.words, 0)
		}
		free := 8 - w.n%8
		step := min(free, bits)
		bits -= step
		w.words[w.n/8] |= byte(value>>bits&(1<<step-1)) << (free - step)
		w.n += step
	}
}

func (w *bitWriter) segment(s segment) {
	w.add(modeBits[s.mode].indicator, 4)
	w.add(uint32(len(s.text)), modeBits[s.mode].count)
	for t := s.text; len(t) > 0; {
		switch {
		case s.mode == bytewise:
			w.add(uint32(t[0]), 8)
			t = t[1:]
		case s.mode == alphanumeric && len(t) == 1:
			w.add(uint32(alphanumericValue(t[0])), 6)
			t = ""
		case s.mode == alphanumeric:
			w.add(uint32(alphanumericValue(t[0])*45+alphanumericValue(t[1])), 11)
			t = t[2:]
		default:
			n, value := min(len(t), 3), uint32(0)
			for i := range n {
				value = value*10 + uint32(t[i]-'0')
			}
			w.add(value, 1+3*n)
			t = t[n:]
		}
	}
}

// fill ends the data and fills the words that are left.
func (w *bitWriter) fill(words int) []byte {
	w.add(0, min(4, words*8-w.n))
	for pad := byte(0xEC); len(w.words) < words; pad ^= 0xEC ^ 0x11 {
		w.words = append(w.words, pad)
	}
	return w.words
}

// interleave splits data into blocks, adds the correction to each and returns
// all words in the order they are drawn in.
func interleave(data []byte, level, version int) []byte {
	b := qrBlocks[level][version]
	short, long := len(data)/b.count, len(data)%b.count // the last blocks are one word longer
	out := make([]byte, qrWords[version])
	generator := generatorOf(b.check)
	check := make([]byte, b.check)
	for i := range b.count {
		n := short
		if i >= b.count-long {
			n++
		}
		for j, v := range data[:n] {
			at := j*b.count + i
			if j == short {
				at -= b.count - long
			}
			out[at] = v
		}
		remainder(check, data[:n], generator)
		for j, v := range check {
			out[short*b.count+long+j*b.count+i] = v
		}
		data = data[n:]
	}
	return out
}

// field holds the powers and logarithms of GF(256) with the polynomial that
// QR codes use; powers are there twice, so that sums need no modulo.
var field = func() (f struct {
	exp [510]byte
	log [256]int
}) {
	for i, v := 0, 1; i < 255; i++ {
		f.exp[i], f.exp[i+255], f.log[v] = byte(v), byte(v), i
		if v <<= 1; v > 255 {
			v ^= 0x11D
		}
	}
	return f
}()

// generatorOf returns the logarithms of the coefficients of the generator
// polynomial of a degree, the leading 1 left out, highest power first.
func generatorOf(degree int) []int {
	g := make([]byte, degree)
	g[degree-1] = 1
	for i := range degree {
		for j := range g {
			v := byte(0)
			if g[j] != 0 {
				v = field.exp[field.log[g[j]]+i]
			}
			if j+1 < degree {
				v ^= g[j+1]
			}
			g[j] = v
		}
	}
	out := make([]int, degree)
	for i, v := range g {
		out[i] = field.log[v]
	}
	return out
}

// remainder divides data by the generator; the rest is the correction.
func remainder(check, data []byte, generator []int) {
	clear(check)
	last := len(check) - 1
	for _, v := range data {
		factor := v ^ check[0]
		copy(check, check[1:])
		check[last] = 0
		if factor == 0 {
			continue
		}
		log := field.log[factor]
		for i, g := range generator {
			check[i] ^= field.exp[log+g]
		}
	}
}
