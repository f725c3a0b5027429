package language

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// foldTexts have characters that fold in every way.
var foldTexts = strings.Split("Maße|MASSE|schön|SCHÖN|città|citta'|metà|L’UTENTE|サーバー|ｻｰﾊﾞｰ|ウィルス|二要素|2要素|C#|C++|10²|10^2|1½|11/2|２|2 factor|"+
	"pay-pal.com|user@host|-5|1,5|...|œuvre|ß|İ|i̇|ﬁle|cafe\u0301|da\u200Bta|Ꭰ|ꭰ|don't click|a synchronous", "|")

// FuzzFold folds arbitrary texts twice.
func FuzzFold(f *testing.F) {
	for _, s := range foldTexts {
		f.Add(s)
	}
	all, _ := readAll()
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		for _, l := range all {
			idempotent(t, l, s)
		}
	})
}

// Folding twice folds no more.
func idempotent(t testing.TB, l *Language, s string) {
	t.Helper()
	s = Clean(s)
	if again := Clean(s); again != s {
		t.Errorf("cleaned %q, then %q", s, again)
	}
	for _, mask := range []Folds{ExactFolds, LetterFolds} {
		if once := l.Key(s, mask); l.Key(once, mask) != once {
			t.Errorf("%s: %q folds to %q, then to %q", l.Tag, s, once, l.Key(once, mask))
		}
	}
	for bit := Folds(1); bit < EndOfFolds; bit <<= 1 {
		if bit == FoldFrame || bit == FoldArticle {
			continue // they drop one, and there may be another
		}
		if once := l.fold(s, bit); l.fold(once, bit) != once {
			t.Errorf("%s: %v: %q folds to %q, then to %q", l.Tag, bit.Names(), s, once, l.fold(once, bit))
		}
	}
}

func TestFoldingIsIdempotent(t *testing.T) {
	all, _ := readAll()
	for _, l := range all {
		for r := rune(1); r < 0x20000; r++ {
			if r >= 0xD800 && r < 0xE000 || (r >= 0x3400 && r < 0x9F00 || r >= 0xAC00) && r%64 > 0 { // one kanji is like another
				continue
			}
			if r >= 0x250 && l.Tag != "de" && l.Tag != "ja" { // nothing there folds by language
				break
			}
			idempotent(t, l, "a"+string(r)+"n "+string(r))
			if t.Failed() {
				return
			}
		}
		for _, s := range foldTexts {
			idempotent(t, l, s)
		}
	}
}
