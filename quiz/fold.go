package quiz

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// A Folding is one thing that is overlooked when answers are compared.
type Folding string

// folds is a set of foldings. They are applied in the order of their bits.
type folds uint32

const (
	foldWidth  folds = 1 << iota // ＡＢＣ, ﬁ, ﾊﾟ and other forms of the same letter
	foldQuotes                   // quotes and dashes of all kinds
	foldSharpS                   // ß, ss
	foldCase
	foldFrame       // "it is …", "…です"
	foldArticle     // one in front, or a possessive
	foldKana        // カ, か
	foldFinalMark   // citta', città
	foldPunctuation // and & for and
	foldLongVowel   // a final ー
	foldSpelling    // colour, color
	foldNumber      // 2, two
	foldSpacing
	foldUmlaut // ä, ae
	foldAccent // é, e
	endOfFolds
)

// levels, from strict to loose: each overlooks what the one before does and
// more.
const (
	exactFolds   = foldQuotes | foldWidth | foldSharpS | foldCase | foldKana
	wordingFolds = exactFolds | foldFrame | foldArticle | foldFinalMark | foldPunctuation | foldLongVowel | foldSpelling | foldNumber
	spacingFolds = wordingFolds | foldSpacing
	umlautFolds  = spacingFolds | foldUmlaut
	accentFolds  = umlautFolds | foldAccent
)

// letterFolds fold letters and leave every word where it is.
const letterFolds = exactFolds | foldFinalMark | foldPunctuation | foldUmlaut | foldAccent

// names returns the foldings of a set in the order they are applied.
func (f folds) names() []Folding {
	all := [...]Folding{"width", "quotes", "sharp-s", "case", "frame", "article", "kana", "final-mark",
		"punctuation", "long-vowel", "spelling", "number", "spacing", "umlaut", "accent"}
	var list []Folding
	for i, name := range all {
		if f&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	return list
}

// key returns a text with everything in mask overlooked: two texts are equal
// in that sense when their keys are equal. The text must be clean.
func (l *language) key(s string, mask folds) string {
	for bit := folds(1); bit < endOfFolds; bit <<= 1 {
		if mask&bit != 0 {
			s = l.fold(s, bit)
		}
	}
	return s
}

// used returns the foldings of mask that change a text.
func (l *language) used(s string, mask folds) folds {
	var used folds
	for bit := folds(1); bit < endOfFolds; bit <<= 1 {
		if mask&bit == 0 {
			continue
		}
		if t := l.fold(s, bit); t != s {
			s, used = t, used|bit
		}
	}
	return used
}

func (l *language) fold(s string, bit folds) string {
	switch bit {
	case foldWidth:
		return oneWidth(s)
	case foldQuotes:
		return plainQuotes(s)
	case foldSharpS:
		return doubleS(s)
	case foldCase:
		return lowerCase(s)
	case foldFrame:
		return l.dropFrame(s)
	case foldArticle:
		return l.dropArticle(s)
	case foldKana:
		return hiragana(s)
	case foldFinalMark:
		return l.markFinalVowels(s)
	case foldPunctuation:
		return l.dropPunctuation(s)
	case foldLongVowel:
		return l.dropLongVowels(s)
	case foldSpelling:
		return l.oneSpelling(s)
	case foldNumber:
		return l.spellNumbers(s)
	case foldSpacing:
		return dropSpaces(s)
	case foldUmlaut:
		return l.spellUmlauts(s)
	}
	return dropAccents(s)
}

// clean returns a text without what nobody sees: invisible characters,
// control characters, more than one space.
func clean(s string) string {
	if !plain(s) {
		s = norm.NFC.String(strings.Map(visible, s))
	}
	return collapse(s)
}

// plain reports whether s consists of printable ASCII.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// visible drops invisible characters and makes every kind of space one.
func visible(r rune) rune {
	switch {
	case r > ' ' && r < 0x7F || r > 0xAD && r < 0x300 || r > 0x3000 && r < 0xA000:
		return r
	case unicode.IsSpace(r) || unicode.IsControl(r):
		return ' '
	case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r):
		return -1
	}
	return r
}

// collapse cuts spaces around a text and leaves one between words.
func collapse(s string) string {
	if !strings.Contains(s, "  ") {
		return strings.Trim(s, " ")
	}
	return strings.Join(strings.Fields(s), " ")
}

func plainQuotes(s string) string {
	return mapRunes(s, func(r rune) rune {
		switch r {
		case '’', '‘', '‚', '‛', '`', '´', 'ʼ', '′', '‹', '›', 'ʻ':
			return '\''
		case '“', '”', '„', '‟', '«', '»', '″', '「', '」', '『', '』', '｢', '｣', '〝', '〟':
			return '"'
		case '‐', '‑', '‒', '–', '—', '―', '−', '﹣':
			return '-'
		}
		return r
	})
}

// mapRunes is strings.Map for mappings that leave ASCII but for ` as it is.
func mapRunes(s string, f func(rune) rune) string {
	if plain(s) && strings.IndexByte(s, '`') < 0 {
		return s
	}
	return strings.Map(f, s)
}

// oneWidth gives each letter one form. What stands above the line keeps
// saying so, since 10² is not 102, and 1½ is not 11/2.
func oneWidth(s string) string {
	if plain(s) || norm.NFKC.IsNormalString(s) {
		return s
	}
	var b strings.Builder
	raised, last := false, rune(0)
	for _, r := range s {
		up := isRaised(r)
		switch {
		case up && !raised:
			b.WriteByte('^')
		case isFraction(r) && unicode.IsDigit(last):
			b.WriteByte(' ')
		}
		raised, last = up, r
		if r == '´' { // which is a space and a mark otherwise
			r = '\''
		}
		b.WriteRune(r)
	}
	return collapse(norm.NFKC.String(b.String()))
}

func isRaised(r rune) bool {
	return r == '²' || r == '³' || r == '¹' || r == '⁰' || r >= '⁴' && r <= '⁻'
}

func isFraction(r rune) bool {
	return r == '¼' || r == '½' || r == '¾' || r >= '⅐' && r <= '⅞' || r == '↉'
}

func doubleS(s string) string {
	if !strings.ContainsAny(s, "ßẞ") {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "ß", "ss"), "ẞ", "SS")
}

// lowerCase folds case the way Unicode does for comparing, but for ß, which
// is a folding of its own.
func lowerCase(s string) string {
	if plain(s) {
		return strings.ToLower(s)
	}
	if strings.ContainsFunc(s, func(r rune) bool { return !isCommon(r) }) {
		return foldCaseOf(s)
	}
	return strings.Map(unicode.ToLower, s)
}

// isCommon reports whether the case of a character is folded by making it
// lower case.
func isCommon(r rune) bool {
	return r < 0x250 && r != 'İ' && r != 'ŉ' && r != 'ǰ' && r != 'ſ' || r >= 0x2000 && r < 0xA000
}

// foldCaseOf folds case character by character. Cherokee is an exception:
// there cases.Fold is not idempotent, upper case is.
func foldCaseOf(s string) string {
	var b strings.Builder
	fold := cases.Fold()
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Cherokee, r):
			b.WriteRune(unicode.ToUpper(r))
		case r == 'ŉ': // which folds to two characters, the first no plain apostrophe
			b.WriteString("'n")
		case isCommon(r):
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteString(fold.String(string(r)))
		}
	}
	return norm.NFC.String(b.String())
}

func hiragana(s string) string {
	return mapRunes(s, func(r rune) rune {
		if r >= 'ァ' && r <= 'ヶ' || r == 'ヽ' || r == 'ヾ' {
			return r - ('ァ' - 'ぁ')
		}
		return r
	})
}

func dropSpaces(s string) string {
	if strings.IndexByte(s, ' ') < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := range len(s) {
		if s[i] != ' ' || digitBefore(s, i) && digitAfter(s, i+1) {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func digitBefore(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return unicode.IsDigit(r)
}

func digitAfter(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.IsDigit(r)
}
