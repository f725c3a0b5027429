package language

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// TrimEdges cuts punctuation and spaces around a text.
func TrimEdges(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return r == ' ' || IsEdge(r) })
}

// IsEdge reports whether a character says nothing at the edge of an answer.
func IsEdge(r rune) bool {
	return unicode.IsPunct(r) && !strings.ContainsRune(`#%@&*\_`, r)
}

// maxFrames is how many phrases in a row may frame an answer: I think, it is
// called, a ….
const maxFrames = 4

// DropFrame drops the phrases that only frame the answer: "it is", "です".
func (l *Language) DropFrame(s string) string {
	for range maxFrames {
		rest := l.dropOneFrame(s)
		if len(rest) == len(s) {
			break
		}
		s = rest
	}
	return s
}

func (l *Language) dropOneFrame(s string) string {
	t := TrimEdges(s)
	for _, p := range l.Before {
		if rest, ok := l.cutOff(t, p, " :,"); ok {
			return rest
		}
	}
	for _, p := range l.After {
		rest, ok := strings.CutSuffix(t, p)
		if rest = strings.TrimRight(rest, " "); ok && frames(p, rest) {
			return rest
		}
	}
	return s
}

// frames reports whether an ending may be cut. One of a single character may
// be part of a word in hiragana: からだ.
func frames(ending, rest string) bool {
	last, _ := utf8.DecodeLastRuneInString(rest)
	return rest != "" && (utf8.RuneCountInString(ending) > 1 || !unicode.Is(unicode.Hiragana, last))
}

// CutPhrase cuts a phrase off the front when something is left behind it.
func (l *Language) CutPhrase(s, phrase string) (string, bool) { return l.cutOff(s, phrase, " :") }

// cutOff cuts a phrase off the front with one of some signs behind it.
func (l *Language) cutOff(s, phrase, signs string) (string, bool) {
	if len(s) <= len(phrase) || !strings.EqualFold(s[:len(phrase)], phrase) {
		return s, false
	}
	rest := s[len(phrase):]
	if !strings.ContainsRune(signs, rune(rest[0])) && !strings.HasSuffix(phrase, "'") && !strings.HasSuffix(phrase, ":") && !l.NoSpaces {
		return s, false
	}
	rest = strings.TrimLeft(rest, signs)
	return rest, TrimEdges(rest) != ""
}

// DropArticle drops one article in front. A hyphen after it joins it to the
// word: a-synchronous.
func (l *Language) DropArticle(s string) string {
	t := strings.TrimLeftFunc(s, func(r rune) bool { return r == ' ' || IsEdge(r) })
	for _, a := range l.Articles {
		if rest, ok := l.CutPhrase(t, a); ok {
			return rest
		}
		if bare, elided := strings.CutSuffix(a, "'"); elided {
			if rest, ok := l.CutPhrase(t, bare); ok {
				return rest
			}
		}
	}
	return s
}

// HasLetter reports whether there is a letter or a digit.
func HasLetter(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsNumber(r) })
}

// markFinalVowels puts the mark on a vowel that has an apostrophe instead:
// citta', perche'.
func (l *Language) markFinalVowels(s string) string {
	if !l.finalMarks || strings.IndexByte(s, '\'') < 0 {
		return s
	}
	const bare, marked = "aeiouAEIOU", "àèìòùÀÈÌÒÙ"
	runes, out := []rune(s), []rune(nil)
	for i, r := range runes {
		v := -1
		if r == '\'' && i > 0 && (i+1 == len(runes) || !unicode.IsLetter(runes[i+1])) {
			v = strings.IndexRune(bare, runes[i-1])
		}
		if v >= 0 {
			out[len(out)-1] = []rune(marked)[v]
			continue
		}
		out = append(out, r)
	}
	return string(out)
}

// dropPunctuation makes hyphens, apostrophes and other punctuation spaces and
// & a word, as is a + between words. It keeps what carries meaning: C#, 50%, 1.5, -5, ≠, and the dots
// of addresses and file names. A text that has nothing else stays.
func (l *Language) dropPunctuation(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsPunct(r) || isPicture(r) || r == '+' }) || !HasLetter(s) {
		return s
	}
	runes := []rune(s)
	var b strings.Builder
	b.Grow(len(s))
	for i, r := range runes {
		switch {
		case r == '&' && l.ampersand != "":
			b.WriteString(" " + l.ampersand + " ")
		case isPicture(r):
			b.WriteByte(' ')
		case !unicode.IsPunct(r) || strings.ContainsRune(`#%@&*\_`, r) || meansSomething(runes, i):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	out := collapse(b.String())
	for l.ampersand != "" && strings.Contains(out, " + ") {
		out = strings.ReplaceAll(out, " + ", " "+l.ampersand+" ")
	}
	return out
}

// isPicture reports whether a character is a small picture.
func isPicture(r rune) bool {
	return r >= 0x1F000 && r < 0x20000 || r >= 0x2600 && r < 0x27C0 || strings.ContainsRune(pictures, r)
}

// pictures are those that stand apart from the others: a keyboard, clocks,
// buttons of a player, a star.
const pictures = "⌚⌛⌨⏏⏩⏪⏫⏬⏭⏮⏯⏰⏱⏲⏳⏸⏹⏺⬛⬜⭐⭕"

// meaning are pictures that say something of a number: its sign, or that it is
// none.
const meaning = "➕➖➗✖❌❎⛔🚫🟰"

// DropPictures makes small pictures spaces that say nothing of a number.
func DropPictures(s string) string {
	return strings.Map(func(r rune) rune {
		if isPicture(r) && !strings.ContainsRune(meaning, r) {
			return ' '
		}
		return r
	}, s)
}

// meansSomething reports whether the punctuation at i is part of what is said.
func meansSomething(s []rune, i int) bool {
	before, after := at(s, i-1), at(s, i+1)
	switch s[i] {
	case '.':
		return unicode.IsDigit(before) && unicode.IsDigit(after) || isInnerDot(s, i)
	case ',', ':', '/':
		return unicode.IsDigit(before) && unicode.IsDigit(after)
	case '-':
		return unicode.IsDigit(after) && (before == 0 || before == ' ' || before == '(')
	case '!':
		return after == '='
	}
	return false
}

func at(s []rune, i int) rune {
	if i < 0 || i >= len(s) {
		return 0
	}
	return s[i]
}

// isInnerDot reports whether the dot at i joins two parts of an address or a
// file name, each at least two characters long; z.B. and U.S.A. are none.
func isInnerDot(s []rune, i int) bool {
	return inName(at(s, i-1)) && inName(at(s, i-2)) && inName(at(s, i+1)) && inName(at(s, i+2)) && !unicode.IsDigit(at(s, i-1))
}

func inName(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_'
}

// IsLiteral reports whether each character of a text counts, as in an
// address, a path or the name of a file.
func IsLiteral(s string) bool {
	if strings.ContainsAny(s, `\_`) || strings.IndexByte(s, '@') > 0 {
		return true
	}
	if i := strings.Index(s, "://"); i > 0 && HasLetter(s[i:]) {
		return true
	}
	if strings.IndexByte(s, '.') < 0 {
		return false
	}
	runes := []rune(s)
	for i, r := range runes {
		if r == '.' && isInnerDot(runes, i) && unicode.IsLetter(at(runes, i+1)) {
			return true
		}
	}
	return false
}

// dropLongVowels drops the ー a katakana word may end with or not. Short
// words need it: ビル is not ビール, and カレ no カレー.
func (l *Language) dropLongVowels(s string) string {
	if !l.longVowels || !strings.ContainsRune(s, 'ー') {
		return s
	}
	runes, out, run := []rune(s), []rune(nil), 0
	for i, r := range runes {
		if !isKana(r) {
			run = 0
		} else if run++; r == 'ー' && run >= 4 {
			next := i + 1
			for at(runes, next) == 'ー' {
				next++
			}
			if !isKana(at(runes, next)) {
				continue
			}
		}
		out = append(out, r)
	}
	return string(out)
}

func isKana(r rune) bool { return r == 'ー' || unicode.In(r, unicode.Hiragana, unicode.Katakana) }

// A phrase is words in a row that are spelled otherwise.
type phrase struct {
	from []string
	to   string
}

func phrasesOf(ways []string) []phrase {
	var list []phrase
	for _, w := range ways[min(1, len(ways)):] {
		list = append(list, phrase{[]string{w}, ways[0]})
	}
	return list
}

// oneSpelling gives words that are spelled in several ways one spelling.
func (l *Language) oneSpelling(s string) string {
	if l.replacer != nil {
		return l.replacer.Replace(s)
	}
	if len(l.spellings) == 0 {
		return s
	}
	words := strings.Split(s, " ")
	out := words[:0:0]
	changed := false
	for i := 0; i < len(words); {
		n := 0
		for _, p := range l.spellings[words[i]] {
			if len(p.from) > n && len(words) >= i+len(p.from) && slices.Equal(words[i:i+len(p.from)], p.from) {
				n = len(p.from)
				out = append(out, p.to)
				break
			}
		}
		if n == 0 {
			out = append(out, words[i])
			n = 1
		} else {
			changed = true
		}
		i += n
	}
	if !changed {
		return s
	}
	return strings.Join(out, " ")
}

// spellNumbers writes the numbers from 0 to 12 as words, since a word can
// also be part of another: 2-Faktor, Zweifaktor. Parts of longer numbers,
// versions and addresses stay.
func (l *Language) spellNumbers(s string) string {
	if len(l.Words) == 0 || !strings.ContainsFunc(s, unicode.IsDigit) {
		return s
	}
	gap := " "
	if l.NoSpaces {
		gap = ""
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		n := strings.IndexFunc(s[i:], NotDigit)
		if n < 0 {
			n = len(s) - i
		}
		if n == 0 {
			_, size := utf8.DecodeRuneInString(s[i:])
			b.WriteString(s[i : i+size])
			i += size
			continue
		}
		word := l.Words[s[i:i+n]]
		if word == "" || joined(s, i, i+n) {
			word = s[i : i+n]
		} else {
			word = gap + word + gap
		}
		b.WriteString(word)
		i += n
	}
	return collapse(b.String())
}

func NotDigit(r rune) bool { return r < '0' || r > '9' }

// joined reports whether the digits from i to j are part of something longer:
// 1.2, 12:30, 2^10, -5.
func joined(s string, i, j int) bool {
	const signs = ".,:/^-@_\\#"
	if i > 0 && strings.IndexByte(signs, s[i-1]) >= 0 {
		return true
	}
	return j < len(s) && strings.IndexByte(signs, s[j]) >= 0
}

// AsSeen replaces letters by those they look like.
func (l *Language) AsSeen(s string) string {
	if Plain(s) || !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x370 && l.lookalikes[r] != 0 }) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if to, ok := l.lookalikes[r]; ok {
			return to
		}
		return r
	}, s)
}

// BeginsReason reports whether a text begins with because.
func (l *Language) BeginsReason(s string) bool {
	s = l.Key(Clean(s), FoldQuotes|FoldWidth|FoldCase)
	return slices.ContainsFunc(l.Because, func(w string) bool { _, ok := l.CutPhrase(s, w); return ok })
}
