package language

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// spellUmlauts writes ä as ae.
func (l *Language) spellUmlauts(s string) string {
	if !l.Umlauts || Plain(s) {
		return s
	}
	return umlautsSpelled.Replace(s)
}

var umlautsSpelled = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue")

// DropAccents drops marks from Latin letters. Elsewhere a mark is another
// letter: は and ば, и and й.
func DropAccents(s string) string {
	if Plain(s) || !strings.ContainsFunc(s, mayHaveAccent) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		switch {
		case r < 0xC0 || r >= 0x250 && !mayHaveAccent(r):
			b.WriteRune(r)
		case r >= 0x250: // rare: marks of their own, Vietnamese
			return norm.NFC.String(decompose(s))
		default:
			b.WriteString(withoutMark(r))
		}
	}
	return b.String()
}

func decompose(s string) string {
	var b strings.Builder
	latin := false
	for _, r := range norm.NFD.String(s) {
		if !unicode.Is(unicode.Mn, r) {
			latin = unicode.Is(unicode.Latin, r)
			b.WriteString(withoutMark(r))
		} else if !latin {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func mayHaveAccent(r rune) bool {
	return r >= 0xC0 && r < 0x370 || r >= 0x1AB0 && r < 0x2000 || r >= 0x20D0 && r < 0x2100 ||
		r >= 0x2C60 && r < 0x2C80 || r >= 0xA720 && r < 0xAC00 || r > 0xFB00
}

// withoutMark returns a Latin letter without its mark, or as the letters it
// stands for.
func withoutMark(r rune) string {
	if r < 0xC0 || r >= 0x250 {
		return string(r)
	}
	if d := norm.NFD.PropertiesString(string(r)).Decomposition(); len(d) > 0 {
		r, _ = utf8.DecodeRune(d)
	}
	if letters := undecomposed[r]; letters != "" {
		return letters
	}
	return string(r)
}

// undecomposed are Latin letters without a decomposition, with the letters
// they stand for.
var undecomposed = map[rune]string{'æ': "ae", 'Æ': "ae", 'œ': "oe", 'Œ': "oe", 'ø': "o", 'Ø': "o", 'ł': "l", 'Ł': "l",
	'đ': "d", 'ð': "d", 'Đ': "d", 'Ð': "d", 'þ': "th", 'Þ': "th", 'ı': "i"}
