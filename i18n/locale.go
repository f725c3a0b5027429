package i18n

import (
	"strconv"
	"strings"

	"golang.org/x/text/language"
)

// Spaces that do not break.
const (
	nbsp  = "\u00A0" // as wide as a space
	nnbsp = "\u202F" // narrow: French punctuation, groups of digits
)

// A Locale is how one language is set, in one country where that matters. The
// table is our own: where CLDR and national usage differ, usage wins (the
// Swiss quotes and decimal sign, for one).
type Locale struct {
	Tag        string    // BCP 47, "de-CH"
	Quotes     [2]string // opening and closing, without spaces
	Inner      [2]string // for a quotation inside a quotation
	Decimal    string
	Group      string              // between thousands
	Narrow     bool                // U+202F inside « » and before ; : ! ?
	WordSpaces bool                // words are separated by spaces
	SharpS     bool                // ß is written
	Readings   bool                // words are sorted by how they are read, which their signs do not say
	MinLeft    int                 // letters a hyphenation leaves at least before the hyphen
	MinRight   int                 // and after it
	MinJoined  int                 // letters behind a hyphen the text has at least, for a line to end there
	Inwards    bool                // »these quotes« point at what they hold
	Ordinals   bool                // 3. is the third
	RTL        bool                // lines run from right to left
	Known      bool                // false: kitpress knows nothing of how the language is set, and judges little
	respell    func(string) string // makes texts of those of the language this is a form of, nil when they serve as they are
	patterns   string              // key of the hyphenation patterns, "" for none
}

// localeTable holds one row per locale. Minima are letters: German is stricter
// than its patterns (2/2), since two stray letters of a compound read badly.
var localeTable = map[string]Locale{
	"en": {Quotes: [2]string{"“", "”"}, Inner: [2]string{"‘", "’"}, Decimal: ".", Group: ",",
		WordSpaces: true, MinLeft: 2, MinRight: 3, patterns: "en"},
	"de": {Quotes: [2]string{"„", "“"}, Inner: [2]string{"‚", "‘"}, Decimal: ",", Group: nnbsp,
		WordSpaces: true, SharpS: true, MinLeft: 3, MinRight: 3, Inwards: true, Ordinals: true, patterns: "de"},
	"de-CH": {Quotes: [2]string{"«", "»"}, Inner: [2]string{"‹", "›"}, Decimal: ",", Group: "'",
		WordSpaces: true, MinLeft: 3, MinRight: 3, Ordinals: true, respell: swiss.Replace, patterns: "de"},
	"fr": {Quotes: [2]string{"«", "»"}, Inner: [2]string{"“", "”"}, Decimal: ",", Group: nnbsp, Narrow: true,
		WordSpaces: true, MinLeft: 2, MinRight: 3, MinJoined: 4, patterns: "fr"},
	"fr-CH": {Quotes: [2]string{"«", "»"}, Inner: [2]string{"‹", "›"}, Decimal: ",", Group: nnbsp, Narrow: true,
		WordSpaces: true, MinLeft: 2, MinRight: 3, MinJoined: 4, patterns: "fr"},
	"it": {Quotes: [2]string{"«", "»"}, Inner: [2]string{"“", "”"}, Decimal: ",", Group: ".",
		WordSpaces: true, MinLeft: 2, MinRight: 3, patterns: "it"},
	"it-CH": {Quotes: [2]string{"«", "»"}, Inner: [2]string{"“", "”"}, Decimal: ".", Group: "'",
		WordSpaces: true, MinLeft: 2, MinRight: 3, patterns: "it"},
	"ja": {Quotes: [2]string{"「", "」"}, Inner: [2]string{"『", "』"}, Decimal: ".", Group: ",", Readings: true},
}

// hyphenator serves Locale.Hyphenate; it only points at embedded data.
var hyphenator = NewHyphenator()

// Comma returns what stands between things that are listed.
func (l Locale) Comma() string {
	if l.WordSpaces {
		return ", "
	}
	return "、"
}

// LocaleOf returns the rules of a language: its own row, its base language's
// ("de-AT" is set like "de"), or plain rules without hyphenation for a
// language kitpress knows nothing about.
func LocaleOf(lang string) Locale {
	for tag := lang; tag != ""; tag = parentOf(tag) {
		if l, ok := localeTable[tag]; ok {
			l.Tag, l.Known = lang, true
			return l
		}
	}
	return Locale{Tag: lang, Quotes: [2]string{"“", "”"}, Inner: [2]string{"‘", "’"},
		Decimal: ".", Group: nnbsp, WordSpaces: true, SharpS: true, RTL: runsLeft(lang)}
}

// runsLeft reports whether the script a language is usually written in, or that
// its tag names, runs from right to left.
func runsLeft(lang string) bool {
	script, _ := language.Make(lang).Script()
	switch script.String() {
	case "Adlm", "Arab", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi":
		return true
	}
	return false
}

// Dir returns what pages say of which way the language runs: rtl, or "".
func (l Locale) Dir() string {
	if l.RTL {
		return "rtl"
	}
	return ""
}

// parentOf returns the tag with its last part removed: "de" for "de-CH", ""
// for "de".
func parentOf(lang string) string {
	i := strings.LastIndexByte(lang, '-')
	return lang[:max(i, 0)]
}

// Number writes n with the locale's sign between thousands and a true minus.
func (l Locale) Number(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "−", s[1:]
	}
	if len(s) <= 3 {
		return sign + s
	}
	var b strings.Builder
	b.WriteString(sign)
	for i, r := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteString(l.Group)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Hyphenate returns the byte offsets at which word may be broken with a
// hyphen, nil when there are none; see Hyphenator.Breaks.
func (l Locale) Hyphenate(word string) []int { return hyphenator.breaks(l, word) }
