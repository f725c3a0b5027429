package source

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

// maxKnown is the longest list of names a hint holds, in characters.
const maxKnown = 160

// DidYouMean returns a hint: the choice nearest to word, or all choices when
// they go on a line, or "".
func DidYouMean(word string, choices []string) string {
	if s := Suggest(word, choices); s != "" {
		return "did you mean " + strconv.Quote(s) + "?"
	}
	sorted := slices.Clone(choices)
	slices.Sort(sorted)
	all := strings.Join(slices.Compact(sorted), ", ")
	if all == "" || len(all) > maxKnown {
		return ""
	}
	return "known: " + all
}

// Suggest returns the choice that differs least from word, case apart, or ""
// when none is near: at most a third of the letters may differ.
func Suggest(word string, choices []string) string {
	w := []rune(strings.ToLower(word))
	if len(w) > 64 {
		return ""
	}
	limit := max(1, len(w)/3)
	if len(w) < 3 {
		limit = 0 // R1 and R2 differ in one letter and are not alike
	}
	best, bestDistance := "", limit+1
	for _, c := range choices {
		if c == word || len(c) > 4*(len(w)+limit) {
			continue
		}
		r := []rune(strings.ToLower(c))
		if diff := len(r) - len(w); diff > limit || -diff > limit {
			continue
		}
		if d := distance(w, r); d < bestDistance || d == bestDistance && d <= limit && c < best {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance counts the insertions, deletions, replacements and swaps of
// neighbours that turn a into b (optimal string alignment).
func distance(a, b []rune) int {
	before, above := make([]int, len(b)+1), make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}

// A Hinted error carries what may help.
type Hinted struct{ Message, Hint string }

func (h Hinted) Error() string { return h.Message }

// HintOf returns the hint an error carries, or "".
func HintOf(err error) string {
	var h Hinted
	errors.As(err, &h)
	return h.Hint
}

// Unknown returns an error about a name that is none of those known.
func Unknown(message, name string, known []string) error {
	return Hinted{message, DidYouMean(name, known)}
}

// UnknownName does so for a kind of things.
func UnknownName(kind, name string, known []string) error {
	return Unknown(fmt.Sprintf("there is no %s %q", kind, name), name, known)
}

// Clip keeps messages readable when a name is a whole paragraph.
func Clip(s string) string { return ClipTo(s, 40) }

// ClipTo keeps a text within a number of characters.
func ClipTo(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
