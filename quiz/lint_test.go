package quiz

import (
	"slices"
	"strings"
	"testing"
)

// What is wrong with a key is found before anybody answers.
func TestFindings(t *testing.T) {
	two := []Option{{"a", "Virus"}, {"b", "Worm"}}
	for _, x := range []struct {
		lang string
		q    Question
		want string // codes, errors with !
	}{
		{"en", short("data"), ""},
		{"en", short(), "!no-answer"},
		{"en", short("data", " "), "!empty-answer"},
		{"en", short(strings.Repeat("x", 201)), "!long-answer"},
		{"en", short(slices.Repeat([]string{"x"}, 1001)...), "!many-answers"},
		{"en", Question{Kind: Short, Accept: []string{"data"}, Wrong: []string{"data"}}, "!both"},
		{"en", Question{Kind: Short, Accept: []string{"Weg"}, Wrong: []string{"weg"}}, "alike"},
		{"fr", Question{Kind: Short, Accept: []string{"pêcher"}, Wrong: []string{"pécher"}}, "alike"},
		{"ja", short("東京"), "no-reading"},
		{"ja", short("東京", "とうきょう"), ""},
		{"en", Question{Kind: Number, Accept: []string{"1,5"}}, "!not-a-number"},
		{"en", Question{Kind: Number, Accept: []string{"1.5"}, Tolerance: "-1"}, "!not-a-tolerance"},
		{"en", Question{Kind: Number, Accept: []string{"1.5"}, Units: []Unit{{[]string{"dozen"}, "0"}}}, "!not-a-factor"},
		{"en", Question{Kind: Number}, "!no-answer"},
		{"en", Question{Kind: List}, "!items"},
		{"en", Question{Kind: List, Items: [][]string{{"a"}, nil}}, "!no-answer"},
		{"en", Question{Kind: Choice, Options: two, Accept: []string{"a"}}, ""},
		{"en", Question{Kind: Choice, Options: two, Accept: []string{"c"}}, "!unknown-option"},
		{"en", Question{Kind: Choice, Options: two, Accept: []string{"a", "b"}}, "!two-keys"},
		{"en", Question{Kind: Choice, Options: two, Accept: []string{"a", "a"}, Several: true}, "!double-id"},
		{"en", Question{Kind: Choice, Options: two}, "!no-answer"},
		{"en", Question{Kind: Choice, Options: two[:1], Accept: []string{"a"}}, "!options"},
		{"en", Question{Kind: Choice, Options: []Option{{"a", "The Virus"}, {"b", "virus"}}, Accept: []string{"a"}}, "!same-options"},
		{"en", Question{Kind: Choice, Options: []Option{{"a", "x1"}, {"a", "y1"}}, Accept: []string{"a"}}, "!double-id"},
		{"en", Question{Kind: TrueFalse, Accept: []string{"yes"}}, "!not-true-or-false"},
		{"en", Question{Kind: Ordering, Options: two, Accept: []string{"b", "a"}}, ""},
		{"en", Question{Kind: Ordering, Options: two, Accept: []string{"b"}}, "!not-all"},
		{"en", Question{Kind: Matching, Left: two, Right: two, Pairs: []Pair{{"a", "a"}, {"b", "b"}}}, ""},
		{"en", Question{Kind: Matching, Left: two, Right: two, Pairs: []Pair{{"a", "a"}}}, "!not-all"},
		{"en", Question{Kind: Matching, Left: two, Right: two, Pairs: []Pair{{"a", "c"}, {"b", "b"}}}, "!unknown-option"},
		{"en", Question{Kind: "essay"}, "!unknown-kind"},
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
		if v := c.Check("a"); bad != (v.Reason == BadQuestion) {
			t.Errorf("%+v: errors %v, but an answer is %s", x.q, bad, describe(v))
		}
	}
}
