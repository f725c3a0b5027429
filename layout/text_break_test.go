package layout

import (
	"math/rand/v2"
	"testing"

	"github.com/rivo/uniseg"
)

// The short way through plain words ends lines where Annex 14 does.
func TestPlainWords(t *testing.T) {
	pieces := []string{"a", "Bc", "wort", " ", " ", "  ", ",", ".", ". ", ", ", "-", "\"", "(", ")", "ä", "é", "日本", "\u0301", "'", "1", "\n", "!", "/", "\u00ad"}
	r := rand.New(rand.NewPCG(1, 2))
	plain := 0
	for range 100000 {
		var text []byte
		for range 1 + r.IntN(12) {
			text = append(text, pieces[r.IntN(len(pieces))]...)
		}
		for rest, state := text, -1; len(rest) > 0; {
			var segment []byte
			n := plainWord(rest)
			if segment, rest, _, state = uniseg.FirstLineSegment(rest, state); n == 0 {
				continue
			}
			if plain++; n != len(segment) {
				t.Fatalf("%q: a line ends after %q, not after %d bytes", text, segment, n)
			}
		}
	}
	if plain < 1000 {
		t.Errorf("only %d plain words", plain)
	}
}
