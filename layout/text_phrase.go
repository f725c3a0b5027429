package layout

import (
	"unicode"

	"kitpress/layout/phrase"
	"kitpress/layout/shape"
)

// cjk reports whether r is set without spaces around it.
func cjk(r rune) bool {
	return 0x3001 <= r && r <= 0x30FF || 0x3400 <= r && r <= 0x9FFF || 0xF900 <= r && r <= 0xFAFF || 0xFF01 <= r && r <= 0xFF5E
}

func hiragana(r rune) bool { return 0x3041 <= r && r <= 0x309F }
func katakana(r rune) bool { return 0x30A1 <= r && r <= 0x30FA || r == 'ー' }
func han(r rune) bool      { return r == '々' || r >= 0x3400 && unicode.Is(unicode.Han, r) }

// japanese returns what sort of line end o is in text without spaces. It is
// read in phrases, words with the particles and endings behind them: display
// type breaks between them only.
func (w *scratch) japanese(o opportunity) ending {
	at := w.around(o.end, o.next)
	a, b, next := at[phrase.Reach-1], at[phrase.Reach], at[phrase.Reach+1]
	switch {
	case a == '。' || a == '！' || a == '？' || a == '…' || a == '：':
		return afterStop
	case a == '、' || a == '，':
		return afterComma
	case a == '」' || a == '』' || a == '）':
		if hiragana(b) { // a particle
			return insideKana
		}
		return afterPhrase
	case b == '「' || b == '『' || b == '（':
		return beforeBracket
	case a == '・' || a == '／' || a == '〜' || a == '～':
		return atSeam
	case katakana(a) && katakana(b):
		if before, behind := w.name(o.end, -1), w.name(o.next, 1); phrase.Seam(before, behind) {
			return atSeam
		}
		if !katakana(at[phrase.Reach-2]) || !katakana(next) {
			return besideName
		}
		return insideName
	case a == 'と' && b == 'し': // として
		return insideKana
	case hiragana(a) && (b == 'お' || b == 'ご') && han(next), phrase.Ends(at):
		return afterPhrase
	case hiragana(a) || hiragana(b):
		return insideKana
	case latinLetter(a) && katakana(b):
		return afterLetters
	case han(a) && han(b):
		return insideKanji
	}
	return atSeam
}

// name returns the katakana from cell i on, or before it.
func (w *scratch) name(i int32, step int32) string {
	from, to := i, i
	if step > 0 {
		for ; katakana(w.cells[to].r) || w.cells[to].kind == marker; to++ { // the cell that ends the text is neither
		}
	} else {
		for ; from > 0 && (katakana(w.cells[from-1].r) || w.cells[from-1].kind == marker); from-- {
		}
	}
	return string(w.shown[w.cells[from].off:w.cells[to].off])
}

// thai adds the line ends between the words of Thai in the cells from
// (included) to to.
func (w *scratch) thai(from, to int32, way shape.Way) {
	for i := from + 1; i < to; i++ {
		if a, b := w.cells[i-1].r, w.cells[i].r; inThai(a) && inThai(b) && phrase.EndsThai(w.around(i, i)) && !leans(a, b) {
			o := opportunity{end: i, next: i}
			o.edge = w.edge(&o, way)
			w.breaks = append(w.breaks, o)
		}
	}
}

func inThai(r rune) bool { return 0xE01 <= r && r <= 0xE4E }

// leans reports whether b is written on or behind Thai letter a, or a is a
// vowel written before its consonant.
func leans(a, b rune) bool {
	return unicode.Is(unicode.M, b) || b == 0xE30 || b == 0xE32 || b == 0xE33 || b == 0xE45 || b == 0xE46 || b == 0xE2F || 0xE40 <= a && a <= 0xE44
}

// around returns the runes that take room around a line end, up to the line
// feeds around them.
func (w *scratch) around(end, next int32) (at phrase.Around) {
	for n := phrase.Reach; n > 0 && end > 0 && w.cells[end-1].kind != newline; end-- {
		if c := &w.cells[end-1]; c.kind != marker {
			n--
			at[n] = c.r
		}
	}
	for n := phrase.Reach; n < len(at) && int(next) < len(w.cells)-1 && w.cells[next].kind != newline; next++ {
		if c := &w.cells[next]; c.kind != marker {
			at[n] = c.r
			n++
		}
	}
	return at
}
