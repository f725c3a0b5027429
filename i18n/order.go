package i18n

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"kitpress/catalog"
)

// An Order sorts words as the dictionaries of a language do: German Ä beside
// A, French accents last, Japanese by the kana. It is not safe for concurrent
// use.
type Order struct {
	collator *collate.Collator
	kana     bool
}

// OrderOf returns the order of a language; one that nothing is known of has
// that of the Unicode Collation Algorithm.
func OrderOf(lang string) *Order {
	tag, err := language.Parse(lang)
	if err != nil {
		tag = language.Und
	}
	return &Order{collate.New(tag), LocaleOf(lang).Readings}
}

// Compare returns which of two words, or two readings, comes first. Case and
// hyphens count only between words that are the same without.
func (o *Order) Compare(a, b string) int {
	return cmp.Or(o.collator.CompareString(o.key(a), o.key(b)), strings.Compare(a, b))
}

// key returns what a word is sorted by.
func (o *Order) key(word string) string {
	if o.kana {
		return kanaKey(word)
	}
	return strings.Map(letters, word)
}

// letters drops what does not count where words are sorted.
func letters(r rune) rune {
	if strings.ContainsRune("-‐‑\u00AD\u2060\u200B'’", r) {
		return -1
	}
	return r
}

// vowels holds each vowel and the kana that end with it.
var vowels = [...]string{
	"あぁかがさざただなはばぱまゃやらゎわゕ", "いぃきぎしじちぢにひびぴみりゐ", "うぅくぐすずっつづぬふぶぷむゅゆるゔ",
	"えぇけげせぜてでねへべぺめれゑゖ", "おぉこごそぞとどのほぼぽもょよろを",
}

// kanaKey returns a reading as JIS X 4061 sorts it: in hiragana, a length mark
// as the vowel it lengthens, middle dots and spaces left out.
func kanaKey(reading string) string {
	var b strings.Builder
	var last rune
	for _, r := range norm.NFKC.String(strings.Map(letters, reading)) {
		switch {
		case 'ァ' <= r && r <= 'ヶ':
			r -= 'ァ' - 'ぁ'
		case r == 'ー':
			for _, row := range vowels {
				if strings.ContainsRune(row, last) {
					r = []rune(row)[0]
				}
			}
		case r == '・' || unicode.IsSpace(r):
			continue
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

// Reading returns what a message is sorted by, and whether that can be told:
// its text, or in a language whose signs do not say how they are read, the
// reading its translation gives.
func (t *Texts) Reading(m catalog.Msg) (string, bool) {
	if r := t.readings[m.ID]; r != "" {
		return r, true
	}
	text := t.Text(m)
	return text, !t.locale.Readings || !strings.ContainsFunc(text, unread)
}

// reads reports whether a reading may be that of a text: it has the letters and
// kana of the text in their order.
func reads(reading, text string) bool {
	rest := []rune(kanaKey(reading))
	for _, r := range kanaKey(text) {
		if unread(r) || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		i := slices.Index(rest, r)
		if i < 0 {
			return false
		}
		rest = rest[i+1:]
	}
	return true
}

// unread reports whether a sign is read in more than one way.
func unread(r rune) bool { return unicode.Is(unicode.Han, r) }
