package referee

import (
	"maps"
	"slices"
)

// TypedRules are Rules over a state type of their own.
type TypedRules[S any] interface {
	Verbs() []Verb
	Options() []Option
	Start(Setup) (S, *Refusal)
	Decide(S, Command) ([]Event, *Refusal)
	// Clone returns a state that can be changed without changing the first.
	Clone(S) S
	// Apply folds an event into a state in place.
	Apply(*S, Event)
	Tally(S) Tally
	Legal(S, Seat) []Move
	Needs(S, Move) []Need
	View(S, Seat) any
}

// quiet are rules with parts of a view that a program may want and that tell
// people nothing.
type quiet interface{ Quiet() []string }

// Of returns rules over a type of their own as Rules. A state of other rules
// gives a panic: it is a mistake in a program, not in data.
func Of[S any](r TypedRules[S]) Rules { return typed[S]{r} }

type typed[S any] struct{ rules TypedRules[S] }

func (t typed[S]) Verbs() []Verb                   { return t.rules.Verbs() }
func (t typed[S]) Options() []Option               { return t.rules.Options() }
func (t typed[S]) Start(s Setup) (State, *Refusal) { return t.rules.Start(s) }
func (t typed[S]) Decide(s State, c Command) ([]Event, *Refusal) {
	return t.rules.Decide(s.(S), c)
}

func (t typed[S]) Apply(s State, events ...Event) State {
	now := t.rules.Clone(s.(S))
	for _, e := range events {
		t.rules.Apply(&now, e)
	}
	return now
}

func (t typed[S]) Tally(s State) Tally             { return t.rules.Tally(s.(S)) }
func (t typed[S]) Legal(s State, seat Seat) []Move { return t.rules.Legal(s.(S), seat) }
func (t typed[S]) Needs(s State, m Move) []Need    { return t.rules.Needs(s.(S), m) }

// Quiet implements quiet for rules that say it.
func (t typed[S]) Quiet() []string {
	if q, ok := t.rules.(quiet); ok {
		return q.Quiet()
	}
	return nil
}

func (t typed[S]) View(s State, seat Seat) any { return t.rules.View(s.(S), seat) }

// With returns a copy of a map with another value for a key, for states that
// share maps with their clones.
func With[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	if m == nil {
		return map[K]V{key: value}
	}
	m = maps.Clone(m)
	m[key] = value
	return m
}

// Without returns what is left of a list when others are taken away, each as
// often as it is among these, the first ones first.
func Without(list []string, others ...[]string) []string {
	left := slices.Clone(list)
	for _, o := range others {
		for _, x := range o {
			if i := slices.Index(left, x); i >= 0 {
				left = slices.Delete(left, i, i+1)
			}
		}
	}
	return left
}

// Copies returns how often a value is in a list.
func Copies(list []string, value string) int {
	n := 0
	for _, x := range list {
		if x == value {
			n++
		}
	}
	return n
}

// Place gives each row its rank: one more than there are rows ahead of it. When
// the match is over, whoever is first and not out has won.
func (t *Tally) Place(ahead func(a, b Row) bool) {
	for i := range t.Rows {
		a := &t.Rows[i]
		a.Rank = 1
		for _, b := range t.Rows {
			if ahead(b, *a) {
				a.Rank++
			}
		}
		if t.Over && a.Rank == 1 && !a.Out {
			t.Winners = append(t.Winners, a.Seat)
		}
	}
}
