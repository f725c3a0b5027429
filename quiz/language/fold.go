package language

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Folds is a set of foldings. They are applied in the order of their bits.
type Folds uint32

const (
	FoldWidth  Folds = 1 << iota // ＡＢＣ, ﬁ, ﾊﾟ and other forms of the same letter
	FoldQuotes                   // quotes and dashes of all kinds
	FoldSharpS                   // ß, ss
	FoldCase
	FoldFrame       // "it is …", "…です"
	FoldArticle     // one in front, or a possessive
	foldKana        // カ, か
	FoldFinalMark   // citta', città
	FoldPunctuation // and & for and
	FoldLongVowel   // a final ー
	FoldSpelling    // colour, color
	FoldNumber      // 2, two
	FoldSpacing
	FoldUmlaut // ä, ae
	FoldAccent // é, e
	EndOfFolds
)

// Levels, from strict to loose: each overlooks what the one before does and
// more.
const (
	ExactFolds   = FoldQuotes | FoldWidth | FoldSharpS | FoldCase | foldKana
	WordingFolds = ExactFolds | FoldFrame | FoldArticle | FoldFinalMark | FoldPunctuation | FoldLongVowel | FoldSpelling | FoldNumber
	SpacingFolds = WordingFolds | FoldSpacing
	UmlautFolds  = SpacingFolds | FoldUmlaut
	AccentFolds  = UmlautFolds | FoldAccent
)

// LetterFolds fold letters and leave every word where it is.
const LetterFolds = ExactFolds | FoldFinalMark | FoldPunctuation | FoldUmlaut | FoldAccent

// Names returns the foldings of a set in the order they are applied.
func (f Folds) Names() []string {
	all := [...]string{"width", "quotes", "sharp-s", "case", "frame", "article", "kana", "final-mark",
		"punctuation", "long-vowel", "spelling", "number", "spacing", "umlaut", "accent"}
	var list []string
	for i, name := range all {
		if f&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	return list
}

// Key returns a text with everything in mask overlooked: two texts are equal
// in that sense when their keys are equal. The text must be clean.
func (l *Language) Key(s string, mask Folds) string {
	for bit := Folds(1); bit < EndOfFolds; bit <<= 1 {
		if mask&bit != 0 {
			s = l.fold(s, bit)
		}
	}
	return s
}

// Used returns the foldings of mask that change a text.
func (l *Language) Used(s string, mask Folds) Folds {
	var used Folds
	for bit := Folds(1); bit < EndOfFolds; bit <<= 1 {
		if mask&bit == 0 {
			continue
		}
		if t := l.fold(s, bit); t != s {
			s, used = t, used|bit
		}
	}
	return used
}

func (l *Language) fold(s string, bit Folds) string {
	switch bit {
	case FoldWidth:
		return OneWidth(s)
	case FoldQuotes:
		return PlainQuotes(s)
	case FoldSharpS:
		return doubleS(s)
	case FoldCase:
		return LowerCase(s)
	case FoldFrame:
		return l.DropFrame(s)
	case FoldArticle:
		return l.DropArticle(s)
	case foldKana:
		return hiragana(s)
	case FoldFinalMark:
		return l.markFinalVowels(s)
	case FoldPunctuation:
		return l.dropPunctuation(s)
	case FoldLongVowel:
		return l.dropLongVowels(s)
	case FoldSpelling:
		return l.oneSpelling(s)
	case FoldNumber:
		return l.spellNumbers(s)
	case FoldSpacing:
		return DropSpaces(s)
	case FoldUmlaut:
		return l.spellUmlauts(s)
	}
	return DropAccents(s)
}

// Clean returns a text without what nobody sees: invisible characters,
// control characters, more than one space.
func Clean(s string) string {
	if !Plain(s) {
		s = norm.NFC.String(strings.Map(visible, s))
	}
	return collapse(s)
}

// Plain reports whether s consists of printable ASCII.
func Plain(s string) bool {
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

func PlainQuotes(s string) string {
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
	if Plain(s) && strings.IndexByte(s, '`') < 0 {
		return s
	}
	return strings.Map(f, s)
}

// OneWidth gives each letter one form. What stands above the line keeps
// saying so, since 10² is not 102, and 1½ is not 11/2.
func OneWidth(s string) string {
	if Plain(s) || norm.NFKC.IsNormalString(s) {
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

// LowerCase folds case the way Unicode does for comparing, but for ß, which
// is a folding of its own.
func LowerCase(s string) string {
	if Plain(s) {
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

func DropSpaces(s string) string {
	if strings.IndexByte(s, ' ') < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := range len(s) {
		if s[i] != ' ' || digitBefore(s, i) && DigitAfter(s, i+1) {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func digitBefore(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return unicode.IsDigit(r)
}

func DigitAfter(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.IsDigit(r)
}
