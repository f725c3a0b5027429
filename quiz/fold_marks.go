package quiz

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// spellUmlauts writes ä as ae.
func (l *language) spellUmlauts(s string) string {
	if !l.umlauts || plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for _, r := range s {
		if two := umlautAs(r); two != "" {
			b.WriteString(two)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func umlautAs(r rune) string {
	switch r {
	case 'ä':
		return "ae"
	case 'ö':
		return "oe"
	case 'ü':
		return "ue"
	case 'Ä':
		return "Ae"
	case 'Ö':
		return "Oe"
	case 'Ü':
		return "Ue"
	}
	return ""
}

// dropAccents drops marks from Latin letters. Elsewhere a mark is another
// letter: は and ば, и and й.
func dropAccents(s string) string {
	if plain(s) || !strings.ContainsFunc(s, mayHaveAccent) {
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
	return simpler(r)
}

// simpler returns the letters a Latin letter without decomposition stands
// for.
func simpler(r rune) string {
	switch r {
	case 'æ', 'Æ':
		return "ae"
	case 'œ', 'Œ':
		return "oe"
	case 'ø', 'Ø':
		return "o"
	case 'ł', 'Ł':
		return "l"
	case 'đ', 'ð', 'Đ', 'Ð':
		return "d"
	case 'þ', 'Þ':
		return "th"
	case 'ı':
		return "i"
	}
	return string(r)
}
