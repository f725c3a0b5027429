package match

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"kitpress/quiz"
	"kitpress/quiz/language"
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
	short := func(accept, wrong []string) quiz.Question {
		return quiz.Question{Kind: quiz.Short, Accept: accept, Wrong: wrong}
	}
	list := func(s ...string) []string { return s }
	for _, s := range list(a, b, other) {
		if Check(short(list(s), nil), lang, "x").Reason == quiz.BadQuestion {
			return // nothing holds for a question without a key
		}
	}

	if v := Check(short(list(a), nil), lang, a); v.Result != quiz.Right && v.Result != quiz.Invalid {
		t.Errorf("%s: %q is %s for itself", lang, a, describe(v))
	}
	ab, ba := Check(short(list(a), nil), lang, b), Check(short(list(b), nil), lang, a)
	if ab.Point() != ba.Point() && ab.Result != quiz.Invalid && ba.Result != quiz.Invalid {
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
	for _, q := range []quiz.Question{
		{Kind: quiz.Short, Accept: list(a), Strict: list(quiz.StrictCase)}, {Kind: quiz.Short, Accept: list(a), Strict: list(quiz.StrictAccents)},
		{Kind: quiz.Short, Accept: list(a), Strict: list(quiz.StrictArticle)},
	} {
		if v := Check(q, lang, b); v.Point() && !ab.Point() {
			t.Errorf("%s: %q for %q is %s, and right when it is stricter", lang, b, a, describe(ab))
		}
	}
	for _, m := range list(a, b, a+", "+b, b+" "+a) {
		one := Check(quiz.Question{Kind: quiz.List, Items: [][]string{{a}, {b}}}, lang, m)
		two := Check(quiz.Question{Kind: quiz.List, Items: [][]string{{b}, {a}}}, lang, m)
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
	tags := append(language.Languages(), "de-CH", "es")
	for range n {
		properties(t, tags[r.IntN(len(tags))], pickText(r), pickText(r), pickText(r))
		if t.Failed() {
			return
		}
	}
}
