package layout

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// blocksISO is table 9 of ISO/IEC 18004 for versions 1 to 9: how many blocks
// of how many words of data there are, and again with one word more.
var blocksISO = map[string][10][3]int{
	"M": {{}, {1, 16}, {1, 28}, {1, 44}, {2, 32}, {2, 43}, {4, 27}, {4, 31}, {2, 38, 2}, {3, 36, 2}},
	"Q": {{}, {1, 13}, {1, 22}, {2, 17}, {2, 24}, {2, 15, 2}, {4, 19}, {2, 14, 4}, {4, 18, 2}, {4, 16, 4}},
}

// readCode reads a code of version 1 to 9 module by module, as the standard
// describes it, and fails for a word that is not as it must be: it has nothing
// in common with what draws codes.
func readCode(c *Code) (string, error) {
	mask, err := readFormat(c)
	if err != nil {
		return "", err
	}
	words := readWords(c, mask)
	version := (c.Size - 17) / 4
	b := blocksISO[c.Level][version]
	count := b[0] + b[2]
	check := (len(words) - b[0]*b[1] - b[2]*(b[1]+1)) / count
	blocks := make([][]byte, count)
	for i := range (b[1] + 1) * count {
		if block := i % count; i < b[1]*count || block >= b[0] && b[2] > 0 {
			blocks[block] = append(blocks[block], words[0])
			words = words[1:]
		}
	}
	var data []byte
	for i, block := range blocks {
		for j := range check {
			block = append(block, words[j*count+i])
		}
		for power := range check { // every power is a root of the block
			sum, at := byte(0), byte(1)
			for range power {
				at = times(at, 2)
			}
			for _, w := range block {
				sum = times(sum, at) ^ w
			}
			if sum != 0 {
				return "", fmt.Errorf("block %d is damaged", i)
			}
		}
		data = append(data, block[:len(block)-check]...)
	}
	return readSegments(data)
}

// times multiplies in GF(256).
func times(a, b byte) (product byte) {
	for ; b > 0; b >>= 1 {
		if b&1 != 0 {
			product ^= a
		}
		over := a&0x80 != 0
		if a <<= 1; over {
			a ^= 0x1D
		}
	}
	return product
}

// readFormat returns the mask that both copies of the format bits name.
func readFormat(c *Code) (mask int, err error) {
	var first, second uint16
	around := [15][2]int{{0, 8}, {1, 8}, {2, 8}, {3, 8}, {4, 8}, {5, 8}, {7, 8}, {8, 8}, {8, 7}, {8, 5}, {8, 4}, {8, 3}, {8, 2}, {8, 1}, {8, 0}}
	for i, at := range around {
		beside := [2]int{8, c.Size - 1 - i}
		if i >= 7 {
			beside = [2]int{c.Size - 15 + i, 8}
		}
		first, second = first<<1, second<<1
		if c.Dark(at[0], at[1]) {
			first |= 1
		}
		if c.Dark(beside[0], beside[1]) {
			second |= 1
		}
	}
	for mask, f := range formats[c.Level] {
		if f == first && f == second {
			return mask, nil
		}
	}
	return 0, fmt.Errorf("format bits %04x and %04x are not of level %s", first, second, c.Level)
}

// readWords reads the words of a code in their order.
func readWords(c *Code, mask int) (words []byte) {
	version, last := (c.Size-17)/4, c.Size-1
	pattern := func(x, y int) bool { // no place for words
		if x == 6 || y == 6 || x <= 8 && (y <= 8 || y >= last-7) || x >= last-7 && y <= 8 {
			return true
		}
		if version >= 7 && (x < 6 && y >= last-10 || y < 6 && x >= last-10) {
			return true
		}
		for _, ax := range alignmentISO(version) {
			for _, ay := range alignmentISO(version) {
				corner := ax == 6 && (ay == 6 || ay == last-6) || ay == 6 && ax == last-6
				if !corner && abs(x-ax) <= 2 && abs(y-ay) <= 2 {
					return true
				}
			}
		}
		return false
	}
	turned := []func(i, j int) bool{ // table 10; i is the row
		func(i, j int) bool { return (i+j)%2 == 0 }, func(i, j int) bool { return i%2 == 0 },
		func(i, j int) bool { return j%3 == 0 }, func(i, j int) bool { return (i+j)%3 == 0 },
		func(i, j int) bool { return (i/2+j/3)%2 == 0 }, func(i, j int) bool { return (i*j)%2+(i*j)%3 == 0 },
		func(i, j int) bool { return ((i*j)%2+(i*j)%3)%2 == 0 }, func(i, j int) bool { return ((i+j)%2+(i*j)%3)%2 == 0 },
	}[mask]
	word, n := byte(0), 0
	for pair := range (c.Size - 1) / 2 {
		right := last - 2*pair
		if right <= 6 {
			right--
		}
		for k := range 2 * c.Size {
			x, y := right-k%2, k/2
			if pair%2 == 0 {
				y = last - y
			}
			if pattern(x, y) {
				continue
			}
			word <<= 1
			if c.Dark(x, y) != turned(y, x) {
				word |= 1
			}
			if n++; n%8 == 0 {
				words = append(words, word)
			}
		}
	}
	return words
}

// alignmentISO returns the middles of the small squares (annex E).
func alignmentISO(version int) []int {
	switch last := 10 + 4*version; {
	case version == 1:
		return nil
	case version < 7:
		return []int{6, last}
	default:
		return []int{6, (last + 6) / 2, last}
	}
}

// readSegments reads the text of the words of data.
func readSegments(data []byte) (string, error) {
	at := 0
	take := func(n int) (v int) {
		for range n {
			v <<= 1
			if at/8 < len(data) {
				v |= int(data[at/8]>>(7-at%8)) & 1
			}
			at++
		}
		return v
	}
	const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
	var text strings.Builder
	for at+4 <= 8*len(data) {
		switch mode := take(4); mode {
		case 0:
			return text.String(), nil
		case 1:
			for n := take(10); n > 0; n -= 3 {
				digits := min(n, 3)
				fmt.Fprintf(&text, "%0*d", digits, take([]int{0, 4, 7, 10}[digits]))
			}
		case 2:
			n := take(9)
			for ; n > 1; n -= 2 {
				v := take(11)
				text.WriteByte(letters[v/45])
				text.WriteByte(letters[v%45])
			}
			if n == 1 {
				text.WriteByte(letters[take(6)])
			}
		case 4:
			for range take(8) {
				text.WriteByte(byte(take(8)))
			}
		default:
			return "", fmt.Errorf("mode %d", mode)
		}
	}
	if at > 8*len(data)+4 {
		return "", errors.New("the text is longer than the code")
	}
	return text.String(), nil
}

// somePayload returns n characters: runs of one kind make segments.
func somePayload(r *rand.Rand, n int) string {
	alphabets := []string{"0123456789", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:", "https://example.org/C/%?=&_~abcxyz0123456789ABC"}
	alphabets = alphabets[:1+r.IntN(len(alphabets))]
	var b strings.Builder
	for b.Len() < n {
		from := alphabets[r.IntN(len(alphabets))]
		for range min(1+r.IntN(12), n-b.Len()) {
			b.WriteByte(from[r.IntN(len(from))])
		}
	}
	return b.String()
}

// The codes made here say what they were made of, to a reader that knows the
// standard alone; output/scan reads them with the decoder phones have.
func TestCodesAreRead(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var q Codes
	versions := map[int]bool{}
	for n := 1; n <= 240; n++ {
		for range 3 {
			payload := somePayload(r, n)
			code := q.small(payload)
			if code == nil {
				continue // too long for these versions
			}
			if got, err := readCode(code); err != nil || got != payload {
				t.Fatalf("%q (level %s, %d modules) says %q: %v", payload, code.Level, code.Size, got, err)
			}
			versions[code.Size] = true
		}
	}
	if len(versions) != maxVersion {
		t.Errorf("only the versions %v were made", versions)
	}
}

func FuzzCodesAreRead(f *testing.F) {
	f.Add("HTTPS://EXAMPLE.ORG/C/7F3K-Q")
	f.Add("https://de.wikipedia.org/wiki/Phishing")
	f.Add("1234567890123456789012345678901234567890")
	var q Codes
	f.Fuzz(func(t *testing.T, payload string) {
		if checkPayload(payload) != nil {
			return
		}
		if code := q.small(payload); code != nil {
			if got, err := readCode(code); err != nil || got != payload {
				t.Errorf("%q says %q: %v", payload, got, err)
			}
		}
	})
}

// slowPenalty rates a code as 7.8.3 of ISO/IEC 18004 words it.
func slowPenalty(size int, dark func(x, y int) bool) int {
	sum, n := 0, 0
	for _, at := range []func(a, b int) bool{dark, func(a, b int) bool { return dark(b, a) }} {
		for y := range size {
			run := 0
			for x := range size {
				if run++; x+1 == size || at(x+1, y) != at(x, y) {
					if run >= 5 {
						sum += 3 + run - 5
					}
					run = 0
				}
			}
			line := "0000"
			for x := range size {
				line += map[bool]string{true: "1", false: "0"}[at(x, y)]
			}
			line += "0000"
			for i := 4; i+11 <= len(line); i++ {
				if line[i:i+7] == "1011101" && (line[i-4:i] == "0000" || line[i+7:i+11] == "0000") {
					sum += 40
				}
			}
		}
	}
	for y := range size {
		for x := range size {
			if dark(x, y) {
				n++
			}
			if x > 0 && y > 0 && dark(x, y) == dark(x-1, y) && dark(x, y) == dark(x, y-1) && dark(x, y) == dark(x-1, y-1) {
				sum += 3
			}
		}
	}
	percent := float64(100*n) / float64(size*size)
	return sum + 10*int(max(percent-50, 50-percent)/5+1e-9)
}

// Codes are rated as the standard says.
func TestPenalty(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for round := range 400 {
		g := grid{size: 17 + 4*(1+round%maxVersion)}
		var s square
		run := 1 + r.IntN(9)
		for y := range g.size {
			for x := 0; x < g.size; {
				dark := r.IntN(2) == 0
				for range min(1+r.IntN(run), g.size-x) {
					if dark {
						s.set(x, y)
					}
					x++
				}
			}
			if round%4 == 0 {
				for i, dark := range "1011101" {
					if s.rows[y] &^= 1 << (y%11 + i); dark == '1' {
						s.rows[y] |= 1 << (y%11 + i)
					}
				}
			}
		}
		s.columns = lines{}
		for y := range g.size {
			for x := range g.size {
				if s.rows.dark(x, y) {
					s.columns.set(y, x)
				}
			}
		}
		if got, want := g.penalty(&s), slowPenalty(g.size, s.rows.dark); got != want {
			t.Fatalf("round %d: %d, want %d", round, got, want)
		}
	}
}
