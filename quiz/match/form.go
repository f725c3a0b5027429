package match

import (
	"slices"
	"strings"
	"unicode"

	"kitpress/catalog/source"
	"kitpress/quiz/language"
)

// A form is a text with all that is compared of it.
type form struct {
	text    string
	clean   string
	keys    []string // one for each level
	literal bool     // each character counts
	glued   string   // without spaces and with its article: dasPasswort

	// What slips of typing and the order of words are judged by; filled by
	// spread.
	words   []string // with all letters folded
	sorted  []string // words that are no articles
	dropped string   // the loosest key, with umlauts as plain vowels
	runes   []rune   // the loosest key
	figures []string // words with digits, as they are
	counted []string // numbers up to twelve
	romans  []string // in capitals: VIII
	han     string   // kanji in a row
	letters int      // that are not kanji
	kana    bool     // has kana or kanji
	denied  int      // words that deny
}

// form returns the keys of a text on every level.
func (m *matcher) form(text string) *form {
	f := &form{text: text, clean: language.Clean(text)}
	f.literal = language.IsLiteral(f.clean)
	if !m.article && len(m.lang.Articles) > 0 {
		f.glued = m.lang.Key(f.clean, language.SpacingFolds&^(language.FoldArticle|language.FoldFrame))
	}
	f.keys = make([]string, len(m.levels))
	f.keys[0] = f.clean
	base := m.lang.Key(f.clean, shared)
	f.keys[1] = m.lang.Key(base, m.levels[1].mask&^shared)
	f.keys[2] = m.lang.Key(base, m.levels[2].mask&^shared)
	for i := 3; i < len(m.levels); i++ { // what they add comes last
		f.keys[i] = m.lang.Key(f.keys[i-1], m.levels[i].mask&^m.levels[i-1].mask)
	}
	return f
}

// shared are the foldings every level but the first begins with.
const shared = language.FoldQuotes | language.FoldWidth | language.FoldSharpS | language.FoldCase

// spread fills in what is needed only when no level is met.
func (m *matcher) spread(f *form) *form {
	if f.words != nil {
		return f
	}
	f.words = strings.Fields(m.lang.Key(f.keys[2], language.FoldUmlaut|language.FoldAccent))
	if f.words == nil {
		f.words = []string{}
	}
	f.sorted = m.sortedWords(f)
	if m.lang.Umlauts && (m.umlauts || !language.Plain(f.keys[2])) {
		f.dropped = language.DropAccents(language.DropSpaces(f.keys[2]))
	}
	f.runes = []rune(f.keys[len(f.keys)-1])
	for _, w := range f.words {
		switch {
		case strings.ContainsFunc(w, unicode.IsDigit):
			f.figures = append(f.figures, w)
		case slices.Contains(m.lang.Counted, w):
			f.counted = append(f.counted, w)
		}
	}
	if strings.ContainsAny(f.clean, "IVXLCDM") {
		f.romans = romans(f.clean)
	}
	for _, r := range f.runes {
		switch {
		case unicode.Is(unicode.Han, r):
			f.han += string(r)
			f.kana = true
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			f.kana = true
			f.letters++
		case unicode.IsLetter(r):
			f.letters++
		}
	}
	f.denied = m.lang.Negated(f.words)
	return f
}

// romans returns the Roman numerals in capitals, in lower case.
func romans(s string) []string {
	var list []string
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if strings.Trim(w, "IVXLCDM") == "" && roman().MatchString(w) {
			list = append(list, strings.ToLower(w))
		}
	}
	return list
}

// roman is a Roman numeral in capitals.
var roman = source.Pattern(`^M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$`)

// slips is how many slips of typing are forgiven in the accepted answer f:
// none in short words, where a slip is often another word, and none in kanji.
func (f *form) slips() int {
	switch {
	case f.literal || f.letters < 5:
		return 0
	case f.kana || f.letters < 9:
		return 1
	}
	return 2
}

// isMixed reports whether a word of a text mixes scripts that have letters of
// the same looks.
func isMixed(s string) bool {
	latin, other := false, false
	for _, r := range s {
		switch {
		case !unicode.IsLetter(r):
			if r == ' ' {
				latin, other = false, false
			}
		case unicode.Is(unicode.Latin, r):
			latin = true
		case unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee):
			other = true
		}
		if latin && other {
			return true
		}
	}
	return false
}
