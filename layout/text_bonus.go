package layout

import "unicode"

// The worth of a line end, in micrometres of empty line: how much shorter
// than the slot a line may be without being worse than one that fills it.
// They hold for a line as wide as a card and shrink with narrower slots.
const (
	cardLine    = 56 * Millimetre
	afterStop   = 14 * Millimetre // . : ? ! ; and 。
	afterComma  = 10 * Millimetre
	afterDash   = 6 * Millimetre
	afterKana   = 6 * Millimetre // before kanji or katakana: most often a word begins there
	besideQuote = 4 * Millimetre

	beforeDash   = -6 * Millimetre
	afterOrdinal = -4 * Millimetre // "am 3. | Tag", "Nr. | 5"
	afterNumber  = -8 * Millimetre // "take 2 | tokens"
	inCompound   = -3 * Millimetre // at a hyphen the text has
	atHyphen     = -8 * Millimetre // at a hyphen it gets
	insideKanji  = -5 * Millimetre
	insideKana   = -4 * Millimetre
	insideName   = -9 * Millimetre // between two katakana
)

// bonus returns the worth of ending a line at o.
func (w *scratch) bonus(o opportunity, s Style) Length {
	switch {
	case o.forced:
		return 0
	case o.hyphen:
		return atHyphen
	case o.end == 0 || int(o.next) >= len(w.cells)-1:
		return 0
	}
	a, b := w.cells[o.end-1].r, w.cells[o.next].r
	if !o.spaced && (cjk(a) || cjk(b)) {
		return cjkBonus(a, b)
	}
	for i := o.end - 1; i > 0 && closing(a); i-- {
		a = w.cells[i-1].r
	}
	switch a {
	case '.':
		if isDigit(w.before(o.end-1)) && german(s.Lang) || isDigit(b) || unicode.IsLower(b) {
			return afterOrdinal
		}
		return afterStop
	case ':', '?', '!', ';', '…', '。', '！', '？':
		return afterStop
	case ',', '、':
		return afterComma
	case '–', '—':
		return afterDash
	case '-', '‐':
		return inCompound
	}
	switch {
	case b == '–' || b == '—':
		return beforeDash
	case isDigit(a) && unicode.IsLetter(b):
		return afterNumber
	}
	return 0
}

// closing reports whether r closes a quotation or a bracket, so that what
// counts stands before it.
func closing(r rune) bool {
	switch r {
	case '"', '”', '“', '’', '»', '«', '›', '‹', ')', ']', '」', '』', '）', 0xA0, 0x202F:
		return true
	}
	return false
}

// cjk reports whether r is set without spaces around it.
func cjk(r rune) bool {
	return 0x3001 <= r && r <= 0x30FF || 0x3400 <= r && r <= 0x9FFF || 0xF900 <= r && r <= 0xFAFF || 0xFF01 <= r && r <= 0xFF5E
}

func hiragana(r rune) bool { return 0x3041 <= r && r <= 0x309F }
func katakana(r rune) bool { return 0x30A1 <= r && r <= 0x30FA || r == 'ー' }
func han(r rune) bool      { return r == '々' || r >= 0x3400 && unicode.Is(unicode.Han, r) }

// cjkBonus returns the worth of a line end between two runes of Japanese
// text: after a sentence, after a comma, before a word, inside one.
func cjkBonus(a, b rune) Length {
	switch {
	case a == '。' || a == '！' || a == '？' || a == '…':
		return afterStop
	case a == '、' || a == '，':
		return afterComma
	case a == '」' || a == '』' || a == '）':
		if hiragana(b) { // a particle
			return insideKana
		}
		return besideQuote
	case hiragana(a) && hiragana(b):
		return insideKana
	case hiragana(a):
		return afterKana
	case b == '「' || b == '『' || b == '（':
		return besideQuote
	case katakana(a) && katakana(b):
		return insideName
	case han(a) && han(b), hiragana(b):
		return insideKanji
	}
	return 0
}
