package shape

import (
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/language"
)

// unit returns how many bytes of text, which is not empty, are shaped
// together, and the script they are in: a space, a character that is written
// without spaces, with the marks on it, or letters of one script and the signs
// between them.
func unit(text []byte) (n int, script language.Script) {
	script = language.Common
	for n < len(text) {
		c := text[n]
		if c < utf8.RuneSelf {
			if c == ' ' {
				break
			}
			if 'a' <= c|0x20 && c|0x20 <= 'z' {
				if script == language.Common {
					script = language.Latin
				} else if script != language.Latin {
					return n, script
				}
			}
			n++
			continue
		}
		r, size := utf8.DecodeRune(text[n:])
		if r == 0xA0 || r == 0x202F {
			break
		}
		s := scriptOf(r)
		if alone(s, r) {
			if n > 0 {
				return n, script
			}
			return size + marks(text[size:]), s
		}
		if s != language.Common && s != language.Inherited {
			if script == language.Common {
				script = s
			} else if script != s {
				return n, script
			}
		}
		n += size
	}
	if n == 0 {
		_, n = utf8.DecodeRune(text)
	}
	return n, script
}

// scriptOf returns the script of r; those of most letters without a search.
func scriptOf(r rune) language.Script {
	switch {
	case 0xC0 <= r && r <= 0x24F && r != 0xD7 && r != 0xF7:
		return language.Latin
	case 0x2000 <= r && r <= 0x206F && r != 0x200C && r != 0x200D, 0x3001 <= r && r <= 0x3004, 0x3008 <= r && r <= 0x3020:
		return language.Common
	case 0x3041 <= r && r <= 0x3096:
		return language.Hiragana
	case 0x30A1 <= r && r <= 0x30FA:
		return language.Katakana
	case 0x4E00 <= r && r <= 0x9FFF:
		return language.Han
	}
	return language.LookupScript(r)
}

// alone reports whether r is shaped by itself: East Asian characters and
// their punctuation stand each in a box of their own.
func alone(s language.Script, r rune) bool {
	switch s {
	case language.Han, language.Hiragana, language.Katakana, language.Bopomofo:
		return true
	}
	return 0x3000 <= r && r <= 0x30FF && s == language.Common || 0xFF00 <= r && r <= 0xFFEF && s == language.Common
}

// marks returns the length of the marks and variation selectors text begins
// with.
func marks(text []byte) (n int) {
	for n < len(text) && text[n] >= utf8.RuneSelf {
		r, size := utf8.DecodeRune(text[n:])
		if !unicode.Is(unicode.M, r) {
			break
		}
		n += size
	}
	return n
}

// joined reports whether the letters of a script hang together, so that no
// space may be put between them.
func joined(s language.Script) bool {
	switch s {
	case language.Arabic, language.Syriac, language.Nko, language.Mongolian, language.Adlam, language.Hanifi_Rohingya,
		language.Devanagari, language.Bengali, language.Gurmukhi:
		return true
	}
	return false
}
