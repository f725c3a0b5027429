package layout

import (
	"strings"
	"unicode"
)

// Japanese is written without spaces, but read in phrases: a word with the
// particles and endings behind it. Display type breaks between them only. A
// phrase can be told by its script with few exceptions: it begins with kanji,
// katakana or letters and ends in hiragana. What begins with hiragana is
// found by the particle before it and a list of common words.

// cjk reports whether r is set without spaces around it.
func cjk(r rune) bool {
	return 0x3001 <= r && r <= 0x30FF || 0x3400 <= r && r <= 0x9FFF || 0xF900 <= r && r <= 0xFAFF || 0xFF01 <= r && r <= 0xFF5E
}

func hiragana(r rune) bool { return 0x3041 <= r && r <= 0x309F }
func katakana(r rune) bool { return 0x30A1 <= r && r <= 0x30FA || r == 'ー' }
func han(r rune) bool      { return r == '々' || r >= 0x3400 && unicode.Is(unicode.Han, r) }

// ahead is how many runes behind a line end are looked at.
const ahead = 4

// japanese returns what sort of line end o is in text without spaces.
func (w *scratch) japanese(o opportunity) ending {
	a, p := w.runeBefore(o.end)
	next := w.runesFrom(o.next)
	b := next[0]
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
	case hiragana(a) && hiragana(b):
		if headsPhrase(p, a, string(next[:])) || (b == 'お' || b == 'ご') && han(next[1]) {
			return afterPhrase
		}
		return insideKana
	case hiragana(a):
		if insideVerb(p, a, b) {
			return insideKana
		}
		return afterPhrase
	case katakana(a) && katakana(b):
		if !katakana(p) || !katakana(next[1]) {
			return besideName
		}
		return insideName
	case hiragana(b):
		return insideKana
	case latinLetter(a) && katakana(b):
		return afterLetters
	case han(a) && han(b):
		return insideKanji
	}
	return atSeam
}

// insideVerb reports whether kanji b goes on with a word that a is in the
// middle of: 取り|消す, 乗っ|取る, お|店, その|後.
func insideVerb(p, a, b rune) bool {
	if a == 'の' && p == 'そ' { // その後, その他
		return b == '後' || b == '他' || b == '間'
	}
	return han(b) && (a == 'お' || a == 'ご' || han(p) && strings.ContainsRune("いきしちみりびぎっえけせれげめべ", a))
}

// particles are what a phrase ends in before one that begins with hiragana.
const particles = "はがをにでともへのや"

// heads are common words written in hiragana that begin a phrase behind a
// particle.
var heads = []string{
	"これ", "それ", "あれ", "どれ", "この", "その", "どの", "ここ", "そこ", "どこ", "こう", "そう", "どう", "どち",
	"だれ", "なに", "いつ", "すべ", "すぐ", "もう", "まだ", "また", "まず", "さら", "ほか", "ほん", "いち", "いっ",
	"なる", "なり", "なっ", "なら", "でき", "する", "すれ", "しま", "しな", "され", "させ", "ある", "あり", "あっ", "あな", "ない", "なく",
	"よく", "よい", "みん", "たく", "かか", "かけ", "つな", "つけ", "つか", "わか", "わた", "もら", "もど", "くだ", "くら", "あわ", "ひら", "むだ", "やめ",
}

// nouns are those that stand behind a verb or an adjective and turn it into a
// phrase of its own.
var nouns = []string{"こと", "もの", "とき", "ため", "とこ", "まま", "ほう", "あい", "たび", "うち", "よう"}

// headsPhrase reports whether hiragana that follow each other belong to two
// phrases: a, which stands behind p, and next.
func headsPhrase(p, a rune, next string) bool {
	begins := func(list []string) bool {
		for _, s := range list {
			if strings.HasPrefix(next, s) {
				return true
			}
		}
		return false
	}
	switch {
	case a == 'を':
		return true
	case strings.ContainsRune("るうくすつむぐぶたいなの", a) && begins(nouns):
		return true
	case !strings.ContainsRune(particles, a):
		return false
	case a == 'で' && strings.HasPrefix(next, "あ"), p == 'で' && strings.HasPrefix(next, "な"), // である, ではない
		a == 'と' && strings.ContainsAny(next[:3], "しす"), a == 'に' && strings.HasPrefix(next, "よ"): // として, によって
		return false
	}
	return begins(heads)
}

// runeBefore returns the last rune before cell i that takes room, and the one
// before that; 0 where there is none.
func (w *scratch) runeBefore(i int32) (a, p rune) {
	for i--; i >= 0; i-- {
		switch c := &w.cells[i]; {
		case c.kind == marker:
		case c.kind == newline:
			return a, 0
		case a == 0:
			a = c.r
		default:
			return a, c.r
		}
	}
	return a, 0
}

// runesFrom returns the first runes from cell i on that take room.
func (w *scratch) runesFrom(i int32) (next [ahead]rune) {
	for n := 0; n < ahead && int(i) < len(w.cells)-1 && w.cells[i].kind != newline; i++ {
		if w.cells[i].kind != marker {
			next[n] = w.cells[i].r
			n++
		}
	}
	return next
}
