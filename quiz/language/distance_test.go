package language

import (
	"math/rand/v2"
	"testing"
)

// The distance with a limit is the distance, or the limit and one more.
func TestDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func() []rune {
		w := make([]rune, r.IntN(9))
		for i := range w {
			w[i] = rune('a' + r.IntN(3))
		}
		return w
	}
	for range 20000 {
		a, b := word(), word()
		want := slowDistance(a, b)
		for limit := range 4 {
			if got := Distance(a, b, limit); got != min(want, limit+1) {
				t.Fatalf("%q, %q: distance %d with limit %d, want %d", string(a), string(b), got, limit, want)
			}
			if Distance(a, b, limit) != Distance(b, a, limit) {
				t.Fatalf("%q, %q: not symmetric", string(a), string(b))
			}
		}
	}
}

// slowDistance is the textbook: the whole table, no limit.
func slowDistance(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
