package i18n

import (
	_ "embed" // the compiled patterns
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:generate go run ./hyphenation -dir hyphenation

// The compiled patterns, read in place; their format is in hyphenation/doc.go.
var (
	//go:embed hyphenation/de.bin
	patternsDE string
	//go:embed hyphenation/en.bin
	patternsEN string
	//go:embed hyphenation/fr.bin
	patternsFR string
	//go:embed hyphenation/it.bin
	patternsIT string
)

const softHyphen = '\u00AD'

// longestWord is the longest run of letters that is hyphenated, in runes. A
// longer one is no word.
const longestWord = 64

// A Hyphenator finds the legal breaks of words, by Liang's algorithm over TeX
// patterns. It is safe for concurrent use.
type Hyphenator struct{ tries map[string]trie }

// NewHyphenator returns a hyphenator for de, en, fr and it. It reads nothing
// until a word is asked for.
func NewHyphenator() *Hyphenator {
	return &Hyphenator{tries: map[string]trie{
		"de": trie(patternsDE), "en": trie(patternsEN), "fr": trie(patternsFR), "it": trie(patternsIT),
	}}
}

// breaks returns the byte offsets at which a word of a language may be broken
// with a hyphen, ascending; nil when there are none.
//
// An author's soft hyphens (U+00AD) come first: a word that has any breaks
// there only, just behind the soft hyphen. Otherwise each run of letters is
// looked up on its own, so that quotes, commas and the parts of "E-Mail-Konto"
// do not disturb; the place after a hyphen that is printed anyway is not
// returned. Never broken are addresses, runs with digits beside them, and runs
// with a capital that is not the first letter (ALLCAPS, "DDoS", "GmbH").
func (h *Hyphenator) breaks(l Locale, word string) []int {
	if strings.ContainsRune(word, softHyphen) {
		return softBreaks(word)
	}
	t, ok := h.tries[l.patterns]
	if !ok || isAddress(word) {
		return nil
	}
	var breaks []int
	for start := 0; start < len(word); {
		r, size := utf8.DecodeRuneInString(word[start:])
		if !isWordRune(r) {
			start += size
			continue
		}
		end := start
		for end < len(word) {
			r, size := utf8.DecodeRuneInString(word[end:])
			if !isWordRune(r) {
				break
			}
			end += size
		}
		breaks = t.appendBreaks(breaks, word, start, end, l)
		start = end
	}
	return breaks
}

// softBreaks returns the offsets behind soft hyphens inside word.
func softBreaks(word string) []int {
	var breaks []int
	for i, r := range word {
		end := i + utf8.RuneLen(softHyphen)
		if r == softHyphen && i > 0 && end < len(word) {
			breaks = append(breaks, end)
		}
	}
	return breaks
}

// isWordRune reports whether r belongs to a run that is looked up as one. The
// apostrophe does: French and Italian patterns know "l’informatica". Digits do
// as well, so that a run with digits is recognised and left whole.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '\'' || r == '’' || r == '_'
}

// isAddress reports whether word looks like a web or mail address or a file.
func isAddress(word string) bool {
	if strings.Contains(word, "://") || strings.ContainsAny(word, "@\\") || strings.HasPrefix(word, "www.") {
		return true
	}
	for i := 1; i+1 < len(word); i++ { // "example.org", "a/b.c"
		if word[i] == '.' && isASCIIWord(word[i-1]) && isASCIIWord(word[i+1]) {
			return true
		}
	}
	return false
}

func isASCIIWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
}

// A trie is a .bin file of hyphenation/, used where it lies.
type trie string

// appendBreaks adds the breaks of the run word[start:end].
func (t trie) appendBreaks(breaks []int, word string, start, end int, l Locale) []int {
	var labels [longestWord + 2]byte // with the boundaries
	var offsets [longestWord + 2]int // of the letter behind label i
	n := 1
	for i, r := range word[start:end] {
		if n > longestWord || unicode.IsDigit(r) || r == '_' || n > 1 && unicode.IsUpper(r) && !afterApostrophe(word, start+i) {
			return breaks
		}
		labels[n], offsets[n] = t.label(unicode.ToLower(r)), start+i
		n++
	}
	n++ // the end boundary
	var levels [longestWord + 3]byte
	for i := range n {
		t.match(labels[i:n], levels[i:])
	}
	first, last := lettersIn(word[start:end], l)
	for i := 2; i < n-1; i++ {
		if levels[i]%2 == 1 && offsets[i] >= start+first && offsets[i] <= start+last {
			breaks = append(breaks, offsets[i])
		}
	}
	return breaks
}

// afterApostrophe reports whether a capital at i begins a name after an
// elision, as in "d’Italia".
func afterApostrophe(word string, i int) bool {
	return strings.HasSuffix(word[:i], "’") || strings.HasSuffix(word[:i], "'")
}

// lettersIn returns the first and the last offset in run where a break leaves
// the locale's least number of letters on both sides. Letters of an elision
// ("l’") do not count for the left side.
func lettersIn(run string, l Locale) (first, last int) {
	first, last = len(run)+1, -1
	var at []int
	for i, r := range run {
		if r == '\'' || r == '’' {
			at = at[:0]
			continue
		}
		at = append(at, i)
	}
	if len(at) < l.MinLeft+l.MinRight {
		return first, last
	}
	return at[l.MinLeft], at[len(at)-l.MinRight]
}

// match raises the levels of the gaps by every pattern that begins at the
// first label.
func (t trie) match(labels, levels []byte) {
	node := t.uint24(t.rootAt())
	for _, label := range labels {
		count := int(t[node])
		i := strings.IndexByte(string(t[node+4:node+4+count]), label)
		if i < 0 {
			return
		}
		node = t.uint24(node + 4 + count + 3*i)
		if at := t.uint24(node + 1); at != 0 {
			size, first := int(t[at]), int(t[at+1])
			for k := range size {
				levels[first+k] = max(levels[first+k], t[at+2+k])
			}
		}
	}
}

// alphabetAt is the offset of the alphabet's size.
const alphabetAt = len("KPH1")

func (t trie) rootAt() int { return alphabetAt + 1 + 2*int(t[alphabetAt]) }

func (t trie) uint24(at int) int { return int(t[at])<<16 | int(t[at+1])<<8 | int(t[at+2]) }

// noLabel is a label no trie uses: alphabets are far smaller.
const noLabel = 0xFF

// label returns the label of a letter, noLabel for one no pattern has.
func (t trie) label(r rune) byte {
	lo, hi := 0, int(t[alphabetAt])
	for lo < hi {
		mid := (lo + hi) / 2
		at := alphabetAt + 1 + 2*mid
		switch c := rune(t[at])<<8 | rune(t[at+1]); {
		case c == r:
			return byte(mid + 1)
		case c < r:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return noLabel
}
