package layout

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The codes made here are those the library makes, module by module.
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
	got := q.small(payload)
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
