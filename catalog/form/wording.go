package form

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

// A banned is what the texts of a topic may not hold: they are printed, read
// aloud and put on pages as they stand.
type banned struct {
	signs      []string // one of them is in every text form finds something in
	form       func() *regexp.Regexp
	what, hint string
}

const hintAddress = "name the page in words; addresses stand under references, and nobody can type one from a sheet"

var bannedForms = []banned{
	{[]string{"<"}, source.Pattern(`<[A-Za-z/!?][^>]*>?`), "an HTML tag", "write the words only"},
	{[]string{"&"}, source.Pattern(`&(#[0-9xX]?[0-9A-Fa-f]*|[A-Za-z]+);`), "an HTML entity", "write the character itself"},
	{[]string{"://"}, source.Pattern(`(?i)\b[a-z][a-z0-9+.-]*://\S*`), "an address", hintAddress},
	{[]string{":"}, source.Pattern(`(?i)\b(javascript|vbscript|mailto|file|tel|https?):\S|\bdata:[a-z]+/\S*`), "an address", hintAddress},
	{[]string{"//"}, source.Pattern(`(?i)(^|\s)//[a-z0-9]\S*`), "an address", hintAddress},
	{[]string{"www.", "WWW.", "Www."}, source.Pattern(`(?i)\bwww\.[a-z0-9]\S*`), "an address", hintAddress},
	{[]string{"**", "`", "__"}, source.Pattern("\\*\\*|`|__"), "signs of markup", "write the words only"},
}

// bannedLink is a link where none may stand.
var bannedLink = banned{[]string{"]("}, source.Pattern(`\[[^\]]*\]\([^)]*\)?`), "a link", "links stand in explanations only"}

// CheckWording reports what would be printed as it stands, or mean something
// to a browser.
func (pk *Pack) CheckWording(m catalog.Msg, links bool) {
	if source.Settled(pk.FS, m.Pos.File) {
		return
	}
	forms := bannedForms
	if !links {
		forms = append(forms[:len(forms):len(forms)], bannedLink)
	}
	for _, b := range forms {
		if !b.maybe(m.Text) {
			continue
		}
		if found := strings.TrimSpace(b.form().FindString(m.Text)); found != "" {
			pk.Errorf(pk.Locate(m, found), CodeMarkup, "the text holds %s, %q", b.what, source.Clip(found)).Hint = b.hint
			break // an address is one fault, however many forms it has
		}
	}
	if word := mixedWord(m.Text); word != "" {
		pk.Errorf(pk.Locate(m, word), CodeLookAlike, "%q mixes letters of several alphabets", source.Clip(word)).Hint =
			"some of them only look like the letters around them: type the word anew"
	}
}

// maybe reports whether it is worth looking closer: hundreds of texts are read
// for each kit. A colon before a blank is one of a sentence.
func (b banned) maybe(text string) bool {
	if b.signs[0] != ":" {
		return slices.ContainsFunc(b.signs, func(sign string) bool { return strings.Contains(text, sign) })
	}
	for i := range len(text) - 1 {
		if text[i] == ':' && text[i+1] > ' ' && text[i+1] < 0x80 {
			return true
		}
	}
	return false
}

// mixedWord returns the first word that has Latin letters beside Greek or
// Cyrillic ones, or "".
func mixedWord(text string) string {
	if !strings.ContainsFunc(text, likeLatin) {
		return ""
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) }) {
		if strings.ContainsFunc(word, likeLatin) && strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) {
			return word
		}
	}
	return ""
}

// likeLatin reports whether a letter is of an alphabet some of whose letters
// look like Latin ones.
func likeLatin(r rune) bool {
	return r >= 0x370 && unicode.In(r, unicode.Greek, unicode.Cyrillic, unicode.Armenian)
}
