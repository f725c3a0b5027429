package exchange

import (
	"fmt"
	"slices"
	"strings"
)

// A Plural is how a language counts, for programs of gettext.
type Plural struct {
	Forms   []string // names of CLDR, in the order of msgstr[0], msgstr[1] …
	Formula string   // of n, as C has it: which form
}

// Header returns the field of a PO file.
func (p Plural) Header() string {
	return fmt.Sprintf("nplurals=%d; plural=%s;", len(p.Forms), p.Formula)
}

// A span is n, or what is left of it when it is divided by mod, from one number
// to another, or not.
type span struct {
	mod, from, to int
	not           bool
}

func (s span) holds(n int) bool {
	if s.mod > 0 {
		n %= s.mod
	}
	return (s.from <= n && n <= s.to) != s.not
}

func (s span) String() string {
	n := "n"
	if s.mod > 0 {
		n = fmt.Sprintf("n%%%d", s.mod)
	}
	switch {
	case s.from == s.to && s.not:
		return fmt.Sprintf("%s!=%d", n, s.from)
	case s.from == s.to:
		return fmt.Sprintf("%s==%d", n, s.from)
	case s.from == 0 && s.not:
		return fmt.Sprintf("%s>%d", n, s.to)
	case s.from == 0:
		return fmt.Sprintf("%s<=%d", n, s.to)
	case s.not:
		return fmt.Sprintf("(%s<%d || %[1]s>%[3]d)", n, s.from, s.to)
	}
	return fmt.Sprintf("%s>=%d && %[1]s<=%[3]d", n, s.from, s.to)
}

// A rule has for each form but the last the spans of its numbers: all of one
// list hold, in one of several lists.
type rule [][][]span

// rules are those of the languages of CLDR, for whole numbers below a million.
func rules() []rule {
	is := func(n int) [][]span { return [][]span{{{0, n, n, false}}} }
	two := func(a, b span) [][]span { return [][]span{{a, b}} }
	left := func(mod, n int) span { return span{mod, n, n, false} }
	few := two(span{10, 2, 4, false}, span{100, 12, 14, true})
	one := two(left(10, 1), span{100, 11, 11, true})
	in := func(mod, from, to int) [][]span { return [][]span{{{mod, from, to, false}}} }
	return []rule{
		{},                          // ja
		{is(1)},                     // en
		{in(0, 0, 1)},               // fr, hi
		{one},                       // is, mk
		{one, few},                  // ru, uk, hr, sr
		{is(1), few},                // pl
		{is(1), is(2)},              // he
		{is(0), is(1)},              // ksh
		{is(1), in(0, 2, 4)},        // cs, sk
		{in(0, 0, 1), in(0, 2, 10)}, // shi
		{is(1), {{left(0, 0)}, {{100, 1, 19, false}}}},                                             // ro
		{one, two(span{10, 2, 9, false}, span{100, 11, 19, true})},                                 // lt
		{{{left(10, 0)}, {{100, 11, 19, false}}}, one},                                             // lv
		{in(100, 1, 1), in(100, 2, 2), in(100, 3, 4)},                                              // sl
		{{{left(0, 1)}, {left(0, 11)}}, {{left(0, 2)}, {left(0, 12)}}, in(0, 3, 19)},               // gd
		{is(1), is(2), {{left(0, 0)}, {{100, 3, 10, false}}}, in(100, 11, 19)},                     // mt
		{is(1), is(2), in(0, 3, 6), in(0, 7, 10)},                                                  // ga
		{is(0), is(1), is(2), in(100, 3, 10), in(100, 11, 99)},                                     // ar
		{is(0), is(1), is(2), is(3), is(6)},                                                        // cy
		{{{{0, 0, 1, false}}, {{0, 11, 99, false}}}},                                               // tzm
		{{{left(0, 1), {10, 4, 4, true}}, {{10, 4, 4, true}, {10, 6, 6, true}, {10, 9, 9, true}}}}, // fil
	}
}

// form returns which form n takes.
func (r rule) form(n int) int {
	all := func(list []span) bool {
		return !slices.ContainsFunc(list, func(s span) bool { return !s.holds(n) })
	}
	for i, lists := range r {
		if slices.ContainsFunc(lists, all) {
			return i
		}
	}
	return len(r)
}

// String writes the rule as gettext has it.
func (r rule) String() string {
	if len(r) == 0 {
		return "0"
	}
	if len(r) == 1 && len(r[0]) == 1 && len(r[0][0]) == 1 { // as everybody writes it
		s := r[0][0][0]
		s.not = !s.not
		return "(" + s.String() + ")"
	}
	var b strings.Builder
	for i, lists := range r {
		var parts []string
		for _, list := range lists {
			var spans []string
			for _, s := range list {
				spans = append(spans, s.String())
			}
			part := strings.Join(spans, " && ")
			if len(lists) > 1 && len(list) > 1 {
				part = "(" + part + ")"
			}
			parts = append(parts, part)
		}
		fmt.Fprintf(&b, "%s ? %d : ", strings.Join(parts, " || "), i)
	}
	return fmt.Sprintf("(%s%d)", b.String(), len(r))
}

// PluralOf returns how a language counts whose form of each number, by the
// names of CLDR, form tells. ok is false when gettext cannot be told.
func PluralOf(form func(n int) string) (p Plural, ok bool) {
	const tried = 1000
	for _, r := range rules() {
		names := make([]string, len(r)+1)
		fits := true
		for n := 0; n < tried && fits; n++ {
			i, name := r.form(n), form(n)
			if names[i] == "" && !slices.Contains(names, name) {
				names[i] = name
			}
			fits = names[i] == name
		}
		if fits && !slices.Contains(names, "") {
			return Plural{names, r.String()}, true
		}
	}
	return Plural{}, false
}

// same reports whether two formulas are the same but for spaces and brackets.
func same(a, b string) bool {
	bare := strings.NewReplacer(" ", "", "(", "", ")", "", ";", "")
	return bare.Replace(a) == bare.Replace(b)
}

// Named gives the forms of texts from a PO file, which have numbers, their
// names. ok is false when the file counts in another way than p.
func Named(head Head, units []Unit, p Plural) (ok bool) {
	numbered := false
	for i := range units {
		var n int
		if _, err := fmt.Sscanf(units[i].Form, "%d", &n); err != nil {
			continue
		}
		numbered = true
		if n < 0 || n >= len(p.Forms) {
			return false
		}
		units[i].Form = p.Forms[n]
	}
	return !numbered || same(head.Counts, p.Header())
}
