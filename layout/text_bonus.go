package layout

import "unicode"

// An ending says what stands on both sides of a place where a line may end,
// and so how good a line end it is.
type ending uint8

const (
	elsewhere     ending = iota // between two words
	afterStop                   // . : ? ! ; and 。
	afterComma                  // , and 、
	afterDash                   // –
	beforeBracket               // ( and 「
	afterPhrase                 // between two phrases of Japanese
	afterOwner                  // the same, where the one before says whose or which the next one is: 自分の|手番
	beforeDash
	afterOrdinal  // "am 3. | Tag", "Nr. | 5"
	afterNumber   // "take 2 | tokens"
	afterParticle // "one of the | threats", "Daten und | Geld"
	inCompound    // at a hyphen the text has
	atHyphen      // at a hyphen it gets
	atSeam        // where the script changes in a compound: ログ|監視
	afterLetters  // EC|サイト
	insideKana
	insideKanji
	insideName // between two katakana
	besideName // the same, with a single one on either side
	insideWord // of Japanese, that is read as one
	insideHangul
	endings
)

// splits reports whether a line that ends so ends inside a word.
func (e ending) splits() bool { return e == atHyphen || e >= insideKana && e < endings }

// pauses reports whether who reads aloud pauses at a line end.
func (e ending) pauses() bool { return e == afterStop || e == afterComma || e == afterDash }

// breaks reports whether a line that ends so breaks a word that is read as one: it
// does only where no line has room for the word.
func (e ending) breaks() bool { return e == insideName || e == besideName || e == insideWord }

// The worth of a line end, in micrometres of empty line: how much shorter
// than the slot a line may be without being worse than one that fills it.
// They hold for a line as wide as a card in type as large as on cards, grow
// with the type and shrink with the slot.
const (
	cardLine = 56 * Millimetre
	cardType = 3350 // 9.5 pt
)

// display holds the worths for titles and the texts of cards: lines end by
// sense, in Japanese between phrases.
var display = [endings]Length{
	afterStop:     8 * Millimetre,
	afterComma:    3 * Millimetre,
	afterDash:     6 * Millimetre,
	beforeBracket: 4 * Millimetre,
	afterPhrase:   4 * Millimetre,
	afterOwner:    4 * Millimetre,
	beforeDash:    -6 * Millimetre,
	afterOrdinal:  -4 * Millimetre,
	afterNumber:   -8 * Millimetre,
	afterParticle: -4 * Millimetre,
	inCompound:    -3 * Millimetre,
	atHyphen:      -8 * Millimetre,
	atSeam:        -6 * Millimetre,
	afterLetters:  -12 * Millimetre,
	insideKana:    -14 * Millimetre,
	insideKanji:   -14 * Millimetre,
	insideName:    -16 * Millimetre,
	besideName:    -20 * Millimetre,
	insideWord:    -20 * Millimetre,
	insideHangul:  -20 * Millimetre,
}

// afar holds those for texts that are read from afar.
var afar = func() [endings]Length {
	w := display
	w[afterComma], w[afterPhrase], w[afterOwner] = 6*Millimetre, 3*Millimetre, -12*Millimetre
	w[afterParticle] = -5 * Millimetre
	return w
}()

// running holds those for running text, which fills its lines: no comma ends a
// line that has room for the next word unless the rag gains by it, few words are
// broken, and in Japanese, where every line end breaks one, all alike.
var running = [endings]Length{
	afterComma:   -7 * Millimetre,
	afterNumber:  -3 * Millimetre,
	afterOrdinal: -3 * Millimetre,
	atHyphen:     -4 * Millimetre,
	afterLetters: -9 * Millimetre,
	insideName:   -1 * Millimetre,
	besideName:   -2 * Millimetre,
	insideWord:   -2 * Millimetre,
	insideHangul: -10 * Millimetre,
}

// endingAt returns what sort of line end o is.
func (w *scratch) endingAt(o opportunity, s Style) ending {
	switch {
	case o.hyphen:
		return atHyphen
	case o.forced || o.end == 0 || int(o.next) >= len(w.cells)-1:
		return elsewhere
	}
	a, b := w.cells[o.end-1].r, w.cells[o.next].r
	if !o.spaced && (cjk(a) || cjk(b)) {
		return w.japanese(o, s.Running && s.Size > 0 && s.Size < Pt(displayPt))
	}
	if !o.spaced && (hangul(a) || hangul(b)) && wordRune(a) && wordRune(b) { // 비밀|번호, Wi-Fi|를
		return insideHangul
	}
	i := o.end - 1
	for ; i > 0 && closing(a); i-- {
		a = w.cells[i-1].r
	}
	switch a {
	case '.':
		if isDigit(w.before(o.end-1)) && w.locale.Ordinals || isDigit(b) || unicode.IsLower(b) {
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
		if from, _ := w.token(o.end - 1); !s.Running && w.cells[from].r == '(' { // (Man-in-the-|Middle)
			return besideName
		}
		return inCompound
	}
	switch {
	case b == '–' || b == '—':
		return beforeDash
	case b == '(' || b == '[':
		return beforeBracket
	case isDigit(a) && unicode.IsLetter(b):
		return afterNumber
	case w.particleBefore(o.end):
		return afterParticle
	}
	return elsewhere
}

// longestParticle is the number of letters of the longest article,
// preposition or conjunction that is told by its length alone.
const longestParticle = 3

// particleBefore reports whether a short word in small letters ends before
// cell i: most of them belong to the word behind them.
func (w *scratch) particleBefore(i int32) bool {
	n := 0
	for i--; i >= 0 && wordRune(w.cells[i].r); i-- {
		if n++; n > longestParticle || !unicode.IsLower(w.cells[i].r) {
			return false
		}
	}
	return n > 0 && i >= 0 && w.cells[i].kind == space
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
