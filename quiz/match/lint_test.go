package match

import (
	"slices"
	"strings"
	"testing"

	"kitpress/quiz"
	"kitpress/quiz/language"
)

// No word says true and false.
func TestTruthsDiffer(t *testing.T) {
	for _, tag := range append(language.Languages(), "") {
		l := language.Of(tag)
		m := newMatcher(l, quiz.Question{}, l.Truths[true], l.Truths[false])
		for _, f := range m.wrong {
			if len(m.hits(f, m.accepted)) > 0 {
				t.Errorf("%s: %q says true and false", tag, f.text)
			}
		}
	}
}

// What is wrong with a key is found before anybody answers.
func TestFindings(t *testing.T) {
	two := []quiz.Option{{ID: "a", Text: "Virus"}, {ID: "b", Text: "Worm"}}
	for _, x := range []struct {
		lang string
		q    quiz.Question
		want string // codes, errors with !
	}{
		{"en", short("data"), ""},
		{"en", short(), "!no-answer"},
		{"en", short("data", " "), "!empty-answer"},
		{"en", short(strings.Repeat("x", 201)), "!long-answer"},
		{"en", short(slices.Repeat([]string{"x"}, 1001)...), "!many-answers"},
		{"en", quiz.Question{Kind: quiz.Short, Accept: []string{"data"}, Wrong: []string{"data"}}, "!both"},
		{"en", quiz.Question{Kind: quiz.Short, Accept: []string{"Weg"}, Wrong: []string{"weg"}}, "alike"},
		{"fr", quiz.Question{Kind: quiz.Short, Accept: []string{"pêcher"}, Wrong: []string{"pécher"}}, "alike"},
		{"ja", short("東京"), "no-reading"},
		{"ja", short("東京", "とうきょう"), ""},
		{"en", quiz.Question{Kind: quiz.Number, Accept: []string{"1,5"}}, "!not-a-number"},
		{"en", quiz.Question{Kind: quiz.Number, Accept: []string{"1.5"}, Tolerance: "-1"}, "!not-a-tolerance"},
		{"en", quiz.Question{Kind: quiz.Number, Accept: []string{"1.5"}, Units: []quiz.Unit{{Names: []string{"dozen"}, Factor: "0"}}}, "!not-a-factor"},
		{"en", quiz.Question{Kind: quiz.Number}, "!no-answer"},
		{"en", quiz.Question{Kind: quiz.List}, "!items"},
		{"en", quiz.Question{Kind: quiz.List, Items: [][]string{{"a"}, nil}}, "!no-answer"},
		{"en", quiz.Question{Kind: quiz.Choice, Options: two, Accept: []string{"a"}}, ""},
		{"en", quiz.Question{Kind: quiz.Choice, Options: two, Accept: []string{"c"}}, "!unknown-option"},
		{"en", quiz.Question{Kind: quiz.Choice, Options: two, Accept: []string{"a", "b"}}, "!two-keys"},
		{"en", quiz.Question{Kind: quiz.Choice, Options: two, Accept: []string{"a", "a"}, Several: true}, "!double-id"},
		{"en", quiz.Question{Kind: quiz.Choice, Options: two}, "!no-answer"},
		{"en", quiz.Question{Kind: quiz.Choice, Options: two[:1], Accept: []string{"a"}}, "!options"},
		{"en", quiz.Question{Kind: quiz.Choice, Options: []quiz.Option{{ID: "a", Text: "The Virus"}, {ID: "b", Text: "virus"}}, Accept: []string{"a"}}, "!same-options"},
		{"en", quiz.Question{Kind: quiz.Choice, Options: []quiz.Option{{ID: "a", Text: "x1"}, {ID: "a", Text: "y1"}}, Accept: []string{"a"}}, "!double-id"},
		{"en", quiz.Question{Kind: quiz.TrueFalse, Accept: []string{"yes"}}, "!not-true-or-false"},
		{"en", quiz.Question{Kind: quiz.Ordering, Options: two, Accept: []string{"b", "a"}}, ""},
		{"en", quiz.Question{Kind: quiz.Ordering, Options: two, Accept: []string{"b"}}, "!not-all"},
		{"en", quiz.Question{Kind: quiz.Matching, Left: two, Right: two, Pairs: []quiz.Pair{{Left: "a", Right: "a"}, {Left: "b", Right: "b"}}}, ""},
		{"en", quiz.Question{Kind: quiz.Matching, Left: two, Right: two, Pairs: []quiz.Pair{{Left: "a", Right: "a"}}}, "!not-all"},
		{"en", quiz.Question{Kind: quiz.Matching, Left: two, Right: two, Pairs: []quiz.Pair{{Left: "a", Right: "c"}, {Left: "b", Right: "b"}}}, "!unknown-option"},
		{"en", quiz.Question{Kind: "essay"}, "!unknown-kind"},
	} {
		c, found := New(x.q, x.lang)
		var codes []string
		bad := false
		for _, f := range found {
			code := f.Code
			if f.Error {
				code = "!" + code
				bad = bad || f.Code != both
			}
			codes = append(codes, code)
		}
		if got := strings.Join(codes, " "); got != x.want {
			t.Errorf("%s %+v: found %q, want %q", x.lang, x.q, got, x.want)
		}
		if v := c.Check("a"); bad != (v.Reason == quiz.BadQuestion) {
			t.Errorf("%+v: errors %v, but an answer is %s", x.q, bad, describe(v))
		}
	}
}
