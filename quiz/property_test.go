package quiz

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// texts are words to make questions and answers of: those that are nearly
// alike, opposites, and characters that fold in every way.
var texts = strings.Split("encrypt|decrypt|Encrypt|the encrypt|en crypt|http|https|HTTPS|not allowed|allowed|notable|not able|"+
	"Maße|Masse|MASSE|schön|schon|schoen|SCHÖN|pêcher|pécher|pecher|città|citta'|citta|metà|meta|l'utente|utente|L’UTENTE|"+
	"サーバー|サーバ|さーばー|ｻｰﾊﾞｰ|ウイルス|ウィルス|二要素|2要素|暗号化|復号|C#|C|C++|10²|102|10^2|1½|11/2|２|2|two|2 factor|two-factor|twofactor|"+
	"paypal.com|pay-pal.com|paypal com|user@host|-5|5|1.5|15|1,5|a|the|an a|...|é|e|É|œuvre|oeuvre|ß|ss|İ|i̇|ﬁle|file|"+
	"café|cafe\u0301|da\u200Bta|data|Ꭰ|ꭰ|don't click|do not click|dont click|it is allowed|a synchronous|asynchronous|synchronous", "|")

// pick returns a text of the list, sometimes two of them or one with a slip.
func pickText(r *rand.Rand) string {
	s := texts[r.IntN(len(texts))]
	switch r.IntN(8) {
	case 0:
		s += " " + texts[r.IntN(len(texts))]
	case 1:
		s = strings.ToUpper(s)
	case 2:
		if runes := []rune(s); len(runes) > 1 {
			i := r.IntN(len(runes))
			s = string(runes[:i]) + string(runes[i+1:])
		}
	}
	return s
}

// properties are what holds for every question and answer.
func properties(t testing.TB, lang, a, b, other string) {
	t.Helper()
	short := func(accept, wrong []string) Question { return Question{Kind: Short, Accept: accept, Wrong: wrong} }
	list := func(s ...string) []string { return s }
	for _, s := range list(a, b, other) {
		if Check(short(list(s), nil), lang, "x").Reason == BadQuestion {
			return // nothing holds for a question without a key
		}
	}

	if v := Check(short(list(a), nil), lang, a); v.Result != Right && v.Result != Invalid {
		t.Errorf("%s: %q is %s for itself", lang, a, describe(v))
	}
	ab, ba := Check(short(list(a), nil), lang, b), Check(short(list(b), nil), lang, a)
	if ab.Point() != ba.Point() && ab.Result != Invalid && ba.Result != Invalid {
		t.Errorf("%s: %q for %q is %s, the other way round %s", lang, b, a, describe(ab), describe(ba))
	}
	more := Check(short(list(a, other), nil), lang, b)
	if ab.Point() && !more.Point() {
		t.Errorf("%s: %q for %q is right, with %q accepted too %s", lang, b, a, other, describe(more))
	}
	guarded := Check(short(list(a), list(other)), lang, b)
	if guarded.Point() && !ab.Point() {
		t.Errorf("%s: %q for %q is %s, right with %q listed as wrong", lang, b, a, describe(ab), other)
	}
	both := Check(short(list(a, other), list("guard", b)), lang, b)
	if both.Point() {
		t.Errorf("%s: %q is listed as wrong and right for %q or %q: %s", lang, b, a, other, describe(both))
	}
	more = Check(short(list(a, b), list(other)), lang, b)
	if guarded.Point() && !more.Point() {
		t.Errorf("%s: %q for %q without %q is right, accepted itself %s", lang, b, a, other, describe(more))
	}
	for _, q := range []Question{
		{Kind: Short, Accept: list(a), CaseStrict: true}, {Kind: Short, Accept: list(a), AccentsStrict: true},
		{Kind: Short, Accept: list(a), ArticleRequired: true},
	} {
		if v := Check(q, lang, b); v.Point() && !ab.Point() {
			t.Errorf("%s: %q for %q is %s, and right when it is stricter", lang, b, a, describe(ab))
		}
	}
	for _, m := range list(a, b, a+", "+b, b+" "+a) {
		one := Check(Question{Kind: List, Items: [][]string{{a}, {b}}}, lang, m)
		two := Check(Question{Kind: List, Items: [][]string{{b}, {a}}}, lang, m)
		if one.Result != two.Result {
			t.Errorf("%s: list of %q and %q: %q is %s or %s", lang, a, b, m, describe(one), describe(two))
		}
	}
}

func TestProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	n := 3000
	if os.Getenv("KITPRESS_LONG") == "" {
		n = 300
	}
	tags := append(Languages(), "de-CH", "es")
	for range n {
		properties(t, tags[r.IntN(len(tags))], pickText(r), pickText(r), pickText(r))
		if t.Failed() {
			return
		}
	}
}

// Folding twice folds no more.
func idempotent(t testing.TB, l *language, s string) {
	t.Helper()
	s = clean(s)
	if again := clean(s); again != s {
		t.Errorf("cleaned %q, then %q", s, again)
	}
	for _, mask := range []folds{exactFolds, letterFolds} {
		if once := l.key(s, mask); l.key(once, mask) != once {
			t.Errorf("%s: %q folds to %q, then to %q", l.tag, s, once, l.key(once, mask))
		}
	}
	for bit := folds(1); bit < endOfFolds; bit <<= 1 {
		if bit == foldFrame || bit == foldArticle {
			continue // they drop one, and there may be another
		}
		if once := l.fold(s, bit); l.fold(once, bit) != once {
			t.Errorf("%s: %v: %q folds to %q, then to %q", l.tag, bit.names(), s, once, l.fold(once, bit))
		}
	}
}

func TestFoldingIsIdempotent(t *testing.T) {
	all, _ := languages()
	for _, l := range all {
		for r := rune(1); r < 0x20000; r++ {
			if r >= 0xD800 && r < 0xE000 || (r >= 0x3400 && r < 0x9F00 || r >= 0xAC00) && r%64 > 0 { // one kanji is like another
				continue
			}
			if r >= 0x250 && l.tag != "de" && l.tag != "ja" { // nothing there folds by language
				break
			}
			idempotent(t, l, "a"+string(r)+"n "+string(r))
			if t.Failed() {
				return
			}
		}
		for _, s := range texts {
			idempotent(t, l, s)
		}
	}
}

// The distance with a limit is the distance, or the limit and one more.
func TestDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func() []rune {
		w := make([]rune, r.IntN(9))
		for i := range w {
			w[i] = rune('a' + r.IntN(3))
		}
		return w
	}
	for range 20000 {
		a, b := word(), word()
		want := slowDistance(a, b)
		for limit := range 4 {
			if got := distance(a, b, limit); got != min(want, limit+1) {
				t.Fatalf("%q, %q: distance %d with limit %d, want %d", string(a), string(b), got, limit, want)
			}
			if distance(a, b, limit) != distance(b, a, limit) {
				t.Fatalf("%q, %q: not symmetric", string(a), string(b))
			}
		}
	}
}

// slowDistance is the textbook: the whole table, no limit.
func slowDistance(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
