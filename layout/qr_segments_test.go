package layout

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// bitsOf returns the length of a segment of n characters (ISO/IEC 18004, 7.4).
func bitsOf(mode qrMode, n int) int {
	head := 4 + modeBits[mode].count
	switch mode {
	case numeric:
		return head + n/3*10 + [3]int{0, 4, 7}[n%3]
	case alphanumeric:
		return head + n/2*11 + n%2*6
	}
	return head + n*8
}

func bitsOfAll(list []segment) int {
	n := 0
	for _, s := range list {
		n += bitsOf(s.mode, len(s.text))
	}
	return n
}

// Segments hold the whole payload, in modes that can write it.
func TestSegments(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		var b strings.Builder
		for n := 1 + r.IntN(60); b.Len() < n; {
			from := []string{"0123456789", "ABC%/.", "abc_"}[r.IntN(3)]
			for range 1 + r.IntN(9) {
				b.WriteByte(from[r.IntN(len(from))])
			}
		}
		payload := b.String()
		parts := segments(payload)
		joined := ""
		for _, s := range parts {
			joined += s.text
			for i := range len(s.text) {
				if modeOf(s.text[i]) > s.mode {
					t.Fatalf("%q: %q is no text for mode %d", payload, s.text, s.mode)
				}
			}
		}
		if joined != payload {
			t.Fatalf("%q became %q", payload, joined)
		}
	}
}

// fewestBits tries every way to split a payload and every mode of the parts.
func fewestBits(payload string) int {
	best := make([]int, len(payload)+1)
	for end := 1; end <= len(payload); end++ {
		best[end] = 1 << 30
		highest := numeric
		for start := end - 1; start >= 0; start-- {
			highest = max(highest, modeOf(payload[start]))
			for m := highest; m <= bytewise; m++ {
				best[end] = min(best[end], best[start]+bitsOf(m, end-start))
			}
		}
	}
	return best[len(payload)]
}

func TestSegmentsAreTheShortest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		var b strings.Builder
		for n := 1 + r.IntN(120); b.Len() < n; {
			from := []string{"0123456789", "ABC%/.", "abc_"}[r.IntN(3)]
			for range 1 + r.IntN(20) {
				b.WriteByte(from[r.IntN(len(from))])
			}
		}
		payload := b.String()
		if got, want := bitsOfAll(segments(payload)), fewestBits(payload); got != want {
			t.Errorf("%q: %d bits, %d are enough", payload, got, want)
		}
	}
}

// An encoded address of five Japanese signs goes into version 4, which leaves
// the box on the cards as it is.
func TestEncodedAddressesStaySmall(t *testing.T) {
	var q Codes
	payload := "https://ja.wikipedia.org/wiki/%E8%AA%8D%E8%A8%BC%E6%96%B9%E5%BC%8F%E7%9A%84"
	if got := q.small(payload); got == nil || got.Size != 33 {
		t.Errorf("%d bytes need %v", len(payload), got)
	}
}
