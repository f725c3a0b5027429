package quiz

import (
	"slices"
	"strconv"
	"strings"

	"kitpress/quiz/language"
)

// Variants are the ways to show a question, the usual one first: on a sheet of
// another variant the options have other letters, so that neighbours cannot
// copy.
func Variants() []string { return []string{"A", "B", "C", "D"} }

// Variant returns the question with its options, and the right column of a
// matching, in the order of a variant; in the usual one for A and "". An
// answer in letters means another option in each.
func (q Item) Variant(name string) Item {
	if name == "" || name == Variants()[0] {
		return q
	}
	right := slices.Clone(q.Accept)
	q.Right = varied(q.ID+" "+name, q.Right, nil)
	if q.Kind != Ordering {
		right = nil
	}
	q.Options = varied(q.ID+" "+name, q.Options, right)
	return q
}

// varied returns options in an order that follows from an id, other than the
// one they are in and other than one of their ids.
func varied(id string, list []Option, not []string) []Option {
	if len(list) < 2 {
		return list
	}
	for ; ; id += "." {
		var out []Option
		for _, i := range shuffle(id, len(list)) {
			out = append(out, list[i])
		}
		if len(list) < 3 || !slices.EqualFunc(out, not, func(o Option, id string) bool { return o.ID == id }) {
			return out
		}
	}
}

// Variant returns the bank with every question in a variant.
func (b *Bank) Variant(name string) *Bank {
	c := *b
	c.items = slices.Clone(b.items)
	for i, q := range c.items {
		c.items[i] = q.Variant(name)
	}
	return &c
}

// SaysHowMany reports whether a choice of several says how many there are to
// choose: "Choose two."
func (q Item) SaysHowMany() bool {
	l, digits := language.Of(q.Lang), strconv.Itoa(len(q.Accept))
	if !l.NoSpaces {
		return slices.ContainsFunc(l.WordsOf(q.Ask), func(w string) bool { return w == digits || l.Numbers[w] == digits })
	}
	text := l.Bare(q.Ask)
	for other, counter := range l.Counters {
		for _, n := range []string{digits, l.Words[digits]} {
			if strings.Contains(text, n+other) || strings.Contains(text, n+counter) {
				return true
			}
		}
	}
	return false
}
