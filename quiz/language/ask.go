package language

import (
	"slices"

	"kitpress/catalog/source"
)

// askWords are how a language asks for a number.
type askWords struct {
	Many    [][]string // folded words, "how many": what is counted stands behind
	Which   [][]string // "which": what the number is the name of stands behind
	Nouns   int        // how many words behind them that may be: wrong tries
	endings []string   // that make no other word of one: s
	Before  []string   // where words have no spaces: 何, what is counted stands behind
}

func readAskWords(l *Language, m *source.Map) {
	v := m.Need("asks").Map()
	a := &l.Asks
	for _, w := range v.Need("many").Texts() {
		a.Before = append(a.Before, w)
		a.Many = append(a.Many, []string{w})
	}
	for _, w := range v.Get("which").Texts() {
		a.Which = append(a.Which, []string{w})
	}
	a.Nouns = 1
	if n := v.Get("words"); n.Exists() {
		a.Nouns = n.Int(1, 3)
	}
	a.endings = v.Get("endings").Texts()
	v.Done("asks")
}

// finish folds the phrases into the words questions are compared by.
func (a *askWords) finish(l *Language) {
	for _, list := range [][][]string{a.Many, a.Which} {
		for i, phrase := range list {
			list[i] = l.WordsOf(phrase[0])
		}
	}
}

// IsCounter reports whether a folded text is a counter.
func (l *Language) IsCounter(s string) bool {
	if l.Counters[s] != "" {
		return true
	}
	for _, first := range l.Counters {
		if first == s {
			return true
		}
	}
	return false
}

// SameWord reports whether two folded words are one but for an ending that
// makes no other word of it: bit, bits.
func (l *Language) SameWord(a, b string) bool {
	if a == b {
		return true
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	ending := func(s string) bool { return s == "" || slices.Contains(l.Asks.endings, s) }
	for ; n >= 3; n-- {
		if ending(a[n:]) && ending(b[n:]) {
			return true
		}
	}
	return false
}
