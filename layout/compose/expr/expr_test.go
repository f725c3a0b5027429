package expr

import (
	"errors"
	"math"
	"strings"
	"testing"

	"kitpress/catalog/source"
)

// values is what expressions of the tests can see.
func values() *Env {
	e := New(nil, map[string]any{
		"n": 3.0, "zero": 0.0, "word": "abc", "digits": "12", "empty": "", "yes": true, "no": false, "nothing": nil,
		"text":   Message{"Fox", source.Pos{File: "cards.yaml", Line: 3, Col: 7}},
		"list":   []any{"a", "b", "c"},
		"points": Numbers{"H": 2},
		"card":   Parts{"id": "fox", "title": "Clever fox", "none": nil, "foods": []any{"hen", "egg"}},
	})
	in := e.Inner()
	in.Names["n_inner"] = 4.0
	return in
}

func TestExpressions(t *testing.T) {
	for _, c := range []struct {
		src  string
		want any
	}{
		// values
		{"1", 1.0}, {".5", .5}, {"1.25", 1.25}, {"'a b'", "a b"}, {`"a'b"`, "a'b"}, {"''", ""}, {"true", true}, {"false", false}, {"none", nil},
		{"n", 3.0}, {"n_inner", 4.0}, {"nothing", nil},
		// precedence
		{"1 + 2 * 3", 7.0}, {"(1 + 2) * 3", 9.0}, {"10 - 4 - 3", 3.0}, {"12 / 4 / 3", 1.0}, {"7 % 4 + 1", 4.0}, {"-7 % 4", -3.0},
		{"-n + 1", -2.0}, {"- -n", 3.0}, {"2 * -n", -6.0}, {"1 + 1 == 2", true}, {"1 < 2 == true", true}, {"n>=3", true}, {"n<=2", false}, {"n!=3", false}, {"n > 3", false}, {"n - 3 == none", false}, {"n - 3 != none", true}, {"nothing == none", true}, {"nothing == 0", true}, {"points[word] == none", false},
		{"no or yes and no", false}, {"yes or no and no", true}, {"(yes or no) and no", false}, {"not no and no", false},
		{"not n == 4", true}, {"not not yes", true}, {"not (n == 3 or n == 4)", false},
		// what is not needed is not looked at
		{"yes or missing", true}, {"no and missing", false}, {"yes ? 1 : missing", 1.0}, {"no ? missing : 2", 2.0},
		// choices
		{"n == 3 ? 'three' : 'other'", "three"}, {"no ? 1 : no ? 2 : 3", 3.0}, {"yes ? no ? 1 : 2 : 3", 2.0}, {"(yes ? 1 : 2) + 1", 2.0}, {"yes ? 1 : 2 + 1", 1.0},
		// parts and places
		{"card.title", "Clever fox"}, {"card.none", nil}, {"card.none.title", nil}, {"nothing.title.more", nil}, {"card['title']", "Clever fox"},
		{"points.H", 2.0}, {"points['P']", 0.0}, {"points[word]", 0.0}, {"list[0]", "a"}, {"list[n - 1]", "c"}, {"list[yes ? 1 : 0]", "b"}, {"nothing['a']", nil}, {"nothing[0]", nil},
		// functions
		{"len(list)", 3.0}, {"len(text)", 3.0}, {"len('äö')", 2.0}, {"len(nothing)", 0.0}, {"len(12)", 2.0},
		{"min(3, 1, 2)", 1.0}, {"max(3, 1, 2)", 3.0}, {"max(-1)", -1.0}, {"floor(-1.5)", -2.0}, {"ceil(1.2)", 2.0}, {"abs(-n)", 3.0},
		{"sin(90)", 1.0}, {"cos(180)", -1.0}, {"len(range(5))", 5.0}, {"range(3)[2]", 2.0}, {"len(range(0))", 0.0}, {"len(list())", 0.0}, {"list(1, 'a')[1]", "a"},
		{"len(where(list(card, card), 'id', 'fox'))", 2.0}, {"len(where(list(card), 'id', 'owl'))", 0.0}, {"where(list(card), 'foods', 'egg')[0].id", "fox"},
		{"len(where(list(card), 'foods', 'oat'))", 0.0}, {"len(where(list(card), 'none', none))", 1.0}, {"len(where(list(card), 'title'))", 1.0}, {"len(where(nothing, 'id'))", 0.0},
	} {
		x, err := Parse(c.src)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		if got, err := x.Eval(values()); err != nil || got != c.want {
			t.Errorf("%s = %v (%v), want %v", c.src, got, err, c.want)
		}
	}
}

func TestExpressionMistakes(t *testing.T) {
	deep := strings.Repeat("(", maxDepth) + "1" + strings.Repeat(")", maxDepth)
	for _, c := range []struct {
		src  string
		col  int
		want string
	}{
		{"", 1, "the expression ends too early"},
		{"1 +", 4, "the expression ends too early"},
		{"1 + * 2", 5, `unexpected "*"`},
		{"1 2", 3, `unexpected "2"`},
		{"n 'a'", 3, `unexpected "a"`},
		{"n ''", 3, `unexpected ""`},
		{"1.2.3", 1, `"1.2.3" is not a number`},
		{".", 1, `unexpected "."`},
		{"n = 3", 3, `unexpected "="`},
		{"é", 1, `unexpected "é"`},
		{"'é' + ä", 7, `unexpected "ä"`},
		{"1 + 'abc", 5, "the quote opened here is not closed"},
		{"'abc", 1, "the quote opened here is not closed"},
		{"f('abc", 3, "the quote opened here is not closed"},
		{"(1 + 2", 7, `")" is missing at the end`},
		{"(1 + 2]", 7, `want ")", found "]"`},
		{"list[1", 7, `"]" is missing at the end`},
		{"list[]", 6, `unexpected "]"`},
		{"card.", 6, `a name is missing after "."`},
		{"card.'a'", 6, `a name is missing after "."`},
		{"card.1", 5, `unexpected ".1"`},
		{"a ? b", 6, `":" is missing at the end`},
		{"a ? b c", 7, `want ":", found "c"`},
		{"and", 1, `unexpected "and"`},
		{"1 + not yes", 5, `unexpected "not"`},
		{"max(1 2)", 7, `want ",", found "2"`},
		{"max(1,", 7, "the expression ends too early"},
		{"max()", 1, "max takes numbers, not 0 values"},
		{"1 + len(1, 2)", 5, "len takes a list or a text, not 2 values"},
		{"1 + siin(1)", 5, `there is no function "siin"; templates know abs, card, ceil, component, cos,`},
		{"join('a')", 1, "there is no function"},
		{"1 / 0", 1, "division by zero"},
		{"1 + 'a'", 1, `the text "a" is not a number`},
		{deep, maxDepth + 1, "the expression nests deeper than 64"},
		{strings.Repeat("-", 100) + "1", 65, "the expression nests deeper than 64"},
		{strings.Repeat("not ", 100) + "1", 257, "the expression nests deeper than 64"},
		{strings.Repeat("n?1:", 100) + "1", 255, "the expression nests deeper than 64"},
		{strings.Repeat("1+", maxExpr) + "1", 1, "the expression is longer than 2000 bytes"},
	} {
		_, err := Parse(c.src)
		var se *SyntaxError
		if !errors.As(err, &se) {
			t.Errorf("%q: error %v", c.src, err)
			continue
		}
		if !strings.HasPrefix(se.Msg, c.want) || se.Column() != c.col {
			t.Errorf("%q: %q at %d, want %q at %d", c.src, se.Msg, se.Column(), c.want, c.col)
		}
	}
}

func TestExpressionsThatFail(t *testing.T) {
	for _, c := range []struct{ src, want, hint string }{
		{"nn + 1", `there is no value called "nn" here`, ""},
		{"car.title", `there is no value called "car" here`, `did you mean "card"?`},
		{"card.titel", `"fox" has no part "titel"`, ""},
		{"word.title", `the text "abc" has no part "title"`, ""},
		{"n.title", `3 has no part "title"`, ""},
		{"list.title", `a list of 3 has no part "title"`, ""},
		{"list[3]", "3 is no place in a list of 3: the first is 0", ""},
		{"list[-1]", "-1 is no place in a list of 3", ""},
		{"list[0.5]", "0.5 is no place in a list of 3", ""},
		{"list[word]", `the text "abc" is no place in a list of 3`, ""},
		{"n / zero", "division by zero", ""},
		{"n % zero", "division by zero", ""},
		{"word + 1", `the text "abc" is not a number`, ""},
		{"1 + text", `the text "Fox" is not a number`, ""},
		{"-list", "a list of 3 is not a number", ""},
		{"max(1, word)", `max: the text "abc" is not a number`, ""},
		{"sin(word)", `sin: the text "abc" is not a number`, ""},
		{"where(n, 'id')", "where: 3 is not a list", ""},
		{"where(list, 'id')", `where: the text "a" has no part "id"`, ""},
		{"range(-1)", "range: -1 is outside 0 to 2000", ""},
		{"range(2001)", "range: 2001 is outside 0 to 2000", ""},
		{"range(word)", `range: the text "abc" is not a number`, ""},
		{"list(1)[0] * 9" + strings.Repeat("9", 300) + " * 9" + strings.Repeat("9", 300), "the result is too large", ""},
	} {
		x, err := Parse(c.src)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		v, err := x.Eval(values())
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || c.hint != "" && source.HintOf(err) != c.hint {
			t.Errorf("%s = %v, error %v (%q), want %q (%q)", c.src, v, err, source.HintOf(err), c.want, c.hint)
		}
	}
}

func TestTexts(t *testing.T) {
	at := source.Pos{File: "cards.yaml", Line: 3, Col: 7}
	for _, c := range []struct {
		src  string
		want any
	}{
		{"", ""}, {"plain", "plain"}, {"{n}", 3.0}, {"{word}", "abc"}, {"{nothing}", nil}, {"{list}", nil},
		{"a{n}b", "a3b"}, {"{n}{n}", "33"}, {"{nothing}{empty}", ""}, {"−{points.H}", "−2"}, {"{1 + 1} {2.50}", "2 2.5"},
		{"{text}", Message{"Fox", at}}, {"The {text}!", Message{"The Fox!", at}}, {"{word} {text} {text}", Message{"abc Fox Fox", at}},
		{"{card} {yes} {list}", "fox true a,b,c"}, {"{ n }", 3.0},
	} {
		x, err := ParseText(c.src)
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		got, err := x.Eval(values())
		if _, isList := got.([]any); isList && c.src == "{list}" && err == nil {
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%q = %#v (%v), want %#v", c.src, got, err, c.want)
		}
	}
	for _, c := range []struct {
		src  string
		col  int
		want string
	}{
		{"a}", 2, `"}" without "{"`},
		{"ä{n}}", 5, `"}" without "{"`},
		{"ä {n", 3, `"{" without "}"`},
		{"ä {n} {1 + }", 12, "the expression ends too early"},
		{"ä {}", 4, "the expression ends too early"},
		{"ä {'}'}", 4, "the quote opened here is not closed"},
	} {
		_, err := ParseText(c.src)
		var se *SyntaxError
		if !errors.As(err, &se) || se.Msg != c.want || se.Column() != c.col {
			t.Errorf("%q: %v, want %q at %d", c.src, err, c.want, c.col)
		}
	}
	long, err := ParseText("{word}{word}")
	if err != nil {
		t.Fatal(err)
	}
	e := values()
	e.Names["word"] = strings.Repeat("x", maxJoined)
	if _, err := long.Eval(e); err == nil {
		t.Error("a text of any length can be put together")
	}
}

func TestTruth(t *testing.T) {
	for _, v := range []any{true, 1.0, -1.0, "a", "0", Message{Text: "a"}, []any{0.0}, Parts{}} {
		if !Truth(v) {
			t.Errorf("%#v is false", v)
		}
	}
	for _, v := range []any{nil, false, 0.0, "", Message{}, []any{}} {
		if Truth(v) {
			t.Errorf("%#v is true", v)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		v    any
		want float64
		ok   bool
	}{
		{2.5, 2.5, true}, {nil, 0, true}, {true, 1, true}, {false, 0, true}, {"12", 12, true}, {"-1.5", -1.5, true},
		{"", 0, false}, {"a", 0, false}, {"Inf", 0, false}, {"NaN", 0, false}, {"1e999", 0, false},
		{Message{Text: "12"}, 0, false}, {[]any{1.0}, 0, false}, {Parts{"id": "12"}, 0, false},
	} {
		got, err := NumberOf(c.v)
		if got != c.want || (err == nil) != c.ok {
			t.Errorf("%#v is the number %v (%v)", c.v, got, err)
		}
	}
}

func TestSame(t *testing.T) {
	a := Parts{"id": "a"}
	for _, c := range []struct {
		a, b any
		want bool
	}{
		{1.0, 1.0, true}, {1.0, "1", true}, {1.0, "one", false}, {1.0, "1.0", true}, {"1", "1.0", false}, {"a", "a", true}, {"a", "A", false},
		{"a", Message{Text: "a"}, true}, {Message{Text: "a"}, Message{"a", source.Pos{Line: 1}}, true}, {a, "a", true}, {a, Parts{"id": "a"}, true},
		{nil, nil, true}, {nil, "", true}, {nil, 0.0, true}, {nil, "a", false}, {nil, false, true}, {true, 1.0, true}, {true, "a", true}, {false, "", true}, {true, false, false},
	} {
		if same(c.a, c.b) != c.want || same(c.b, c.a) != c.want {
			t.Errorf("%#v == %#v is %v, %v the other way round", c.a, c.b, same(c.a, c.b), same(c.b, c.a))
		}
	}
}

// Whatever is written in a template, it compiles or not, and gives a finite
// value or an error.
func FuzzExpr(f *testing.F) {
	for _, seed := range []string{
		"1 + 2 * (n - zero) / 4 % 3", "not a.b['c'] == 'd' and list[1] or no", "n > 2 ? max(1, 2, n) : range(3)[n]", "'a' \"b\"", "{{}", "a {n} b {word}",
		"points[card.id] > 0", "- - -1", "list(1, 2)[0]", "9999999999 * 9999999999", "len(range(n)) >= sin(30)", "é", "none.x.y[0]", ".5.", "word * 2", "Inf",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, parse := range []func(string) (Expr, error){Parse, ParseText} {
			x, err := parse(src)
			if err != nil {
				var se *SyntaxError
				if !errors.As(err, &se) || se.Column() < 1 || se.Column() > len([]rune(src))+1 {
					t.Fatalf("%q: error %v", src, err)
				}
				continue
			}
			if names(x, map[string]bool{"set": true, "setname": true, "item": true, "deck": true, "card": true, "component": true, "word": true}) {
				continue // these look into a game
			}
			v, err := x.Eval(values())
			if n, ok := v.(float64); ok && err == nil && (math.IsInf(n, 0) || math.IsNaN(n)) {
				t.Fatalf("%q is %v", src, n)
			}
			again, err2 := x.Eval(values())
			if (err == nil) != (err2 == nil) || err == nil && StringOf(v) != StringOf(again) {
				t.Fatalf("%q gives %v (%v), then %v (%v)", src, v, err, again, err2)
			}
			if IsConstant(x) && err != nil && !strings.Contains(err.Error(), "longer than") {
				t.Fatalf("%q is constant and fails: %v", src, err)
			}
		}
	})
}

// names reports whether x calls one of the functions.
func names(x Expr, functions map[string]bool) bool {
	any := func(list ...Expr) bool {
		for _, x := range list {
			if names(x, functions) {
				return true
			}
		}
		return false
	}
	switch x := x.(type) {
	case member:
		return any(x.of)
	case index:
		return any(x.of, x.at)
	case unary:
		return any(x.x)
	case operation:
		return any(x.l, x.r)
	case choice:
		return any(x.cond, x.yes, x.no)
	case call:
		return functions[x.name] || any(x.args...)
	case joined:
		return any(x.parts...)
	}
	return false
}
