package compose

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"unicode/utf8"
)

// A function is one templates may call.
type function struct {
	takes       string // says what it wants, for problems
	least, most int    // arguments; most < 0 is any number
	call        func(e *env, args []any) (any, error)
}

// functions lists what templates may call, by name.
var functions = map[string]function{
	"len":     {"a list or a text", 1, 1, lengthOf},
	"min":     {"numbers", 1, -1, extreme(math.Min)},
	"max":     {"numbers", 1, -1, extreme(math.Max)},
	"floor":   one(math.Floor),
	"ceil":    one(math.Ceil),
	"abs":     one(math.Abs),
	"sin":     one(func(degrees float64) float64 { return math.Sin(degrees * math.Pi / 180) }),
	"cos":     one(func(degrees float64) float64 { return math.Cos(degrees * math.Pi / 180) }),
	"range":   {"a number", 1, 1, rangeOf},
	"list":    {"values", 0, -1, func(_ *env, args []any) (any, error) { return args, nil }},
	"where":   {"a list, the name of a part and perhaps its value", 2, 3, where},
	"set":     {"the id of a set", 1, 1, setItems},
	"setname": {"the id of a set", 1, 1, setName},
	"item":    {"the ids of a set and of an item", 2, 2, itemOf},
	"deck":    {"the id of a deck", 1, 1, deckOf},
	"card":    {"the id of a card", 1, 1, cardOf},
	"word":    {"the id of a word, then names and values", 1, -1, wordOf},
}

func functionNames() []string { return slices.Sorted(maps.Keys(functions)) }

func one(f func(float64) float64) function {
	return function{"one number", 1, 1, func(_ *env, args []any) (any, error) {
		n, err := numberOf(args[0])
		return f(n), err
	}}
}

func extreme(better func(a, b float64) float64) func(*env, []any) (any, error) {
	return func(_ *env, args []any) (any, error) {
		best, err := numberOf(args[0])
		for _, a := range args[1:] {
			n, errN := numberOf(a)
			if err == nil {
				err = errN
			}
			best = better(best, n)
		}
		return best, err
	}
}

// maxRange bounds range(n): templates come from users.
const maxRange = 2000

func rangeOf(_ *env, args []any) (any, error) {
	n, err := numberOf(args[0])
	if err != nil {
		return nil, err
	}
	if n < 0 || n > maxRange {
		return nil, fmt.Errorf("%s is outside 0 to %d", stringOf(n), maxRange)
	}
	list := make([]any, int(n))
	for i := range list {
		list[i] = float64(i)
	}
	return list, nil
}

func lengthOf(_ *env, args []any) (any, error) {
	if list, ok := args[0].([]any); ok {
		return float64(len(list)), nil
	}
	return float64(utf8.RuneCountInString(stringOf(args[0]))), nil
}

// where keeps the things in a list whose part is true or, with a third
// argument, is that value or a list that holds it.
func where(_ *env, args []any) (any, error) {
	from, ok := args[0].([]any)
	if !ok && args[0] != nil {
		return nil, fmt.Errorf("%s is not a list", describe(args[0]))
	}
	name := stringOf(args[1])
	kept := []any{}
	for _, item := range from {
		v, err := partOf(item, name)
		if err != nil {
			return nil, err
		}
		if len(args) == 2 && truth(v) || len(args) == 3 && isOrHolds(v, args[2]) {
			kept = append(kept, item)
		}
	}
	return kept, nil
}

func isOrHolds(v, wanted any) bool {
	if list, ok := v.([]any); ok {
		return slices.ContainsFunc(list, func(one any) bool { return same(one, wanted) })
	}
	return same(v, wanted)
}

func setItems(e *env, args []any) (any, error) {
	id := stringOf(args[0])
	s := e.c.game.Set(id)
	if s == nil {
		return nil, e.c.noSet(id)
	}
	return e.c.records(s.Items, s.Schema, nil), nil
}

func setName(e *env, args []any) (any, error) {
	id := stringOf(args[0])
	s := e.c.game.Set(id)
	if s == nil {
		return nil, e.c.noSet(id)
	}
	return e.c.message(s.Name), nil
}

func (c *Composer) noSet(id string) error {
	var known []string
	for _, s := range c.game.Sets {
		known = append(known, s.ID)
	}
	return unknown(fmt.Sprintf("the game has no set %q", id), id, known)
}

func itemOf(e *env, args []any) (any, error) {
	set, id := stringOf(args[0]), stringOf(args[1])
	if v := e.c.item(set, id); v != nil {
		return v, nil
	}
	s := e.c.game.Set(set)
	if s == nil {
		return nil, e.c.noSet(set)
	}
	var known []string
	for _, rec := range s.Items {
		known = append(known, rec.ID)
	}
	return nil, unknown(fmt.Sprintf("the set %q has no item %q", set, id), id, known)
}

func deckOf(e *env, args []any) (any, error) {
	id := stringOf(args[0])
	if d := e.c.game.Deck(id); d != nil {
		return deckValue{e.c, d}, nil
	}
	return nil, e.c.noDeck(id)
}

func (c *Composer) noDeck(id string) error {
	var known []string
	for _, d := range c.game.Decks {
		known = append(known, d.ID)
	}
	return unknown(fmt.Sprintf("the game has no deck %q", id), id, known)
}

func cardOf(e *env, args []any) (any, error) {
	id := stringOf(args[0])
	if v := e.c.card(id); v != nil {
		return v, nil
	}
	return nil, e.c.noCard(id)
}

func (c *Composer) noCard(id string) error {
	var known []string
	for _, d := range c.game.Decks {
		for _, rec := range d.Cards {
			known = append(known, rec.ID)
		}
	}
	return unknown(fmt.Sprintf("the game has no card %q", id), id, known)
}

// wordOf returns one of kitpress's own words: word('dice.times', 'Count', 4).
// After the id, names and values take turns.
func wordOf(e *env, args []any) (any, error) {
	id := stringOf(args[0])
	if !e.c.texts.Words().Has(id) {
		return nil, fmt.Errorf("kitpress has no word %q", id)
	}
	var values []any
	for i, a := range args[1:] {
		if n, ok := a.(float64); ok && i%2 == 1 && n == math.Trunc(n) {
			values = append(values, int(n))
		} else {
			values = append(values, stringOf(a))
		}
	}
	return e.c.texts.Word(id, values...), nil
}
