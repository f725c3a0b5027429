package layout

import (
	"strings"

	"kitpress/catalog/source"
)

var testPos = source.Pos{File: "cards.yaml", Line: 41, Col: 12}

// testHyphens breaks a word between a vowel and a consonant that a vowel
// follows: near enough to Ver-tei-di-gung, and the same in every language.
func testHyphens(_, word string) []int {
	vowel := func(i int) bool { return i < len(word) && strings.IndexByte("aeiou", word[i]|0x20) >= 0 }
	var out []int
	for i := 2; i < len(word)-2; i++ {
		if vowel(i-1) && !vowel(i) && word[i] < 0x80 && vowel(i+1) {
			out = append(out, i)
		}
	}
	return out
}

// shownLines returns the lines of a block as strings.
func shownLines(b Block) []string {
	var out []string
	for _, l := range b.Lines {
		var s strings.Builder
		for _, r := range l.Runs {
			s.WriteString(strings.ReplaceAll(r.Content, "\u00AD", "-")) // a soft hyphen is drawn like a hyphen
		}
		out = append(out, s.String())
	}
	return out
}
