package layout

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The codes made here are those the library makes of the same segments, module
// by module.
func TestSmallCodesAreTheLibrarys(t *testing.T) {
	alphabets := []string{
		"0123456789",
		"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:",
		"https://example.org/C/%?=&_~abcxyz0123456789ABC",
	}
	r := rand.New(rand.NewPCG(1, 2))
	var q Codes
	for n := 1; n <= 240; n++ {
		for _, letters := range alphabets {
			var b strings.Builder
			for b.Len() < n {
				run := 1 + r.IntN(12) // runs of one kind make segments
				from := alphabets[r.IntN(len(alphabets))]
				if len(from) > len(letters) {
					from = letters
				}
				for range min(run, n-b.Len()) {
					b.WriteByte(from[r.IntN(len(from))])
				}
			}
			compareWithLibrary(t, &q, b.String())
		}
	}
}

func compareWithLibrary(t *testing.T, q *Codes, payload string) {
	t.Helper()
	want, err := large(payload)
	if err != nil {
		t.Fatal(err)
	}
	got := q.draw(payload, librarySegments(payload))
	if len(payload) >= 1<<modeBits[bytewise].count {
		got = nil // the library splits what is longer than a segment may be
	}
	if got == nil {
		if want.Size <= 17+4*maxVersion {
			t.Errorf("%q: no code, want one of %d modules", payload, want.Size)
		}
		return
	}
	if got.Level != want.Level || got.Size != want.Size {
		t.Fatalf("%q: level %s, %d modules; want %s, %d", payload, got.Level, got.Size, want.Level, want.Size)
	}
	for y := range got.Size {
		for x := range got.Size {
			if got.Dark(x, y) != want.Dark(x, y) {
				t.Fatalf("%q (level %s, %d modules): module %d,%d differs", payload, got.Level, got.Size, x, y)
			}
		}
	}
}

func FuzzSmallCodes(f *testing.F) {
	f.Add("HTTPS://EXAMPLE.ORG/C/7F3K-Q")
	f.Add("https://de.wikipedia.org/wiki/Phishing")
	f.Add("1234567890123456789012345678901234567890")
	var q Codes
	f.Fuzz(func(t *testing.T, payload string) {
		if checkPayload(payload) == nil {
			compareWithLibrary(t, &q, payload)
		}
	})
}

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

// librarySegments splits a payload the library's way, which joins neighbours
// as long as that makes them shorter.
func librarySegments(payload string) []segment {
	var parts []segment
	highest := numeric
	for i := 0; i < len(payload); {
		mode, start := modeOf(payload[i]), i
		for i < len(payload) && modeOf(payload[i]) == mode {
			i++
		}
		parts = append(parts, segment{mode, payload[start:i]})
		highest = max(highest, mode)
	}
	joined, total := parts[:0], 0
	for at := 0; len(parts) > 0; {
		s := parts[0]
		n := 1
		for ; n < len(parts) && parts[n].mode <= s.mode; n++ {
			next := len(parts[n].text)
			if bitsOf(s.mode, len(s.text)+next) >= bitsOf(s.mode, len(s.text))+bitsOf(parts[n].mode, next) {
				break
			}
			s.text = payload[at : at+len(s.text)+next]
		}
		at, parts = at+len(s.text), parts[n:]
		joined = append(joined, s)
		total += bitsOf(s.mode, len(s.text))
	}
	if bitsOf(highest, len(payload)) <= total {
		return []segment{{highest, payload}}
	}
	return joined
}

// Segments hold the whole payload, in modes that can write it, in no more bits
// than the library needs and, as far as all ways can be tried, in the fewest.
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
		if got, library := bitsOfAll(parts), bitsOfAll(librarySegments(payload)); got > library {
			t.Errorf("%q: %d bits, the library needs %d", payload, got, library)
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
