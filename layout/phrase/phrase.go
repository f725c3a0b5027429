// Package phrase knows where words end in scripts that are written without
// spaces. Japanese ends a phrase, a word with what is attached to it, where
// BudouX says so (https://github.com/google/budoux, Apache-2.0), Thai a word;
// names in katakana end a part where two known parts meet, and some words are read
// as one whatever their signs are (words.txt).
package phrase

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"
)

var (
	//go:embed ja.json
	japanese []byte
	//go:embed th.json
	thai []byte
	//go:embed katakana.txt
	katakana string
	//go:embed words.txt
	words string
)

// Reach is how many runes on either side of a place are looked at.
const Reach = 3

// Around are the runes around a place: Reach before it, then Reach behind it.
// 0 stands for none.
type Around [2 * Reach]rune

// features are what a model has weights for: of the runes around a place, the
// first and how many.
var features = [...]struct {
	name    string
	from, n int
}{
	{"UW1", 0, 1}, {"UW2", 1, 1}, {"UW3", 2, 1}, {"UW4", 3, 1}, {"UW5", 4, 1}, {"UW6", 5, 1},
	{"BW1", 1, 2}, {"BW2", 2, 2}, {"BW3", 3, 2},
	{"TW1", 0, 3}, {"TW2", 1, 3}, {"TW3", 2, 3}, {"TW4", 3, 3},
}

// A key is runes that stand in one way around a place.
type key uint64

// keyOf returns the key of up to three runes from place from on.
func keyOf(from int, runes []rune) key {
	k := key(from + 1)
	for _, r := range runes {
		k = k<<20 | key(r&0xFFFFF)
	}
	return k
}

// A model says by weights where something ends.
type model struct {
	weights map[key]int
	half    int // of all weights together, twice what a place has to have
}

var (
	ofJapanese = sync.OnceValue(func() *model { return read(japanese) })
	ofThai     = sync.OnceValue(func() *model { return read(thai) })
	ofKatakana = sync.OnceValue(func() map[string]bool {
		parts := map[string]bool{}
		for _, word := range strings.Fields(katakana) {
			parts[word] = true
		}
		return parts
	})
	ofWords = sync.OnceValue(func() map[[2]rune][]seat {
		seats := map[[2]rune][]seat{}
		for _, word := range strings.Fields(words) {
			runes := []rune(word)
			for at := 1; at < len(runes); at++ {
				pair := [2]rune{runes[at-1], runes[at]}
				seats[pair] = append(seats[pair], seat{runes, at})
			}
		}
		return seats
	})
)

// A seat is a place in a word: before its rune at.
type seat struct {
	word []rune
	at   int
}

// read reads a model that is part of the program.
func read(file []byte) *model {
	var groups map[string]map[string]int
	m := &model{weights: map[key]int{}}
	if json.Unmarshal(file, &groups) != nil {
		return m
	}
	for _, f := range features {
		for text, weight := range groups[f.name] {
			m.weights[keyOf(f.from, []rune(text))] = weight
			m.half += weight
		}
	}
	return m
}

// ends reports whether the weights of what stands around a place are more than
// half of all.
func (m *model) ends(at Around) bool {
	sum := 0
	for _, f := range features {
		if at[f.from] != 0 && at[f.from+f.n-1] != 0 {
			sum += m.weights[keyOf(f.from, at[f.from:f.from+f.n])]
		}
	}
	return 2*sum > m.half
}

// Ends reports whether a phrase of Japanese ends at a place.
func Ends(at Around) bool { return ofJapanese().ends(at) }

// EndsThai reports whether a word of Thai ends at a place.
func EndsThai(at Around) bool { return ofThai().ends(at) }

// Seam reports whether two known parts of a katakana name meet between what
// stands before a place and behind it.
func Seam(before, behind string) bool {
	parts := ofKatakana()
	known := func(text string, part func(at int) string) bool {
		for at := range text {
			if parts[part(at)] {
				return true
			}
		}
		return parts[text]
	}
	return known(before, func(at int) string { return before[at:] }) && known(behind, func(at int) string { return behind[:at] })
}

// Within reports whether a place is inside a word that is read as one whatever
// its signs are. rune returns those around the place: 0 is the one behind it, -1
// the one before it.
func Within(rune func(at int) rune) bool {
	for _, s := range ofWords()[[2]int32{rune(-1), rune(0)}] {
		n := 0
		for n < len(s.word) && rune(n-s.at) == s.word[n] {
			n++
		}
		if n == len(s.word) {
			return true
		}
	}
	return false
}
