package expr

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
	call        func(e *Env, args []any) (any, error)
}

// functions lists what templates may call, by name.
var functions = map[string]function{
	"letters":   {"a text", 1, 1, lettersOf},
	"len":       {"a list or a text", 1, 1, lengthOf},
	"min":       {"numbers", 1, -1, extreme(math.Min)},
	"max":       {"numbers", 1, -1, extreme(math.Max)},
	"floor":     one(math.Floor),
	"ceil":      one(math.Ceil),
	"abs":       one(math.Abs),
	"sin":       one(func(degrees float64) float64 { return math.Sin(degrees * math.Pi / 180) }),
	"cos":       one(func(degrees float64) float64 { return math.Cos(degrees * math.Pi / 180) }),
	"range":     {"a number", 1, 1, rangeOf},
	"list":      {"values", 0, -1, func(_ *Env, args []any) (any, error) { return args, nil }},
	"where":     {"a list, the name of a part and perhaps its value", 2, 3, where},
	"set":       {"the id of a set", 1, 1, ask("set")},
	"setname":   {"the id of a set", 1, 1, ask("setname")},
	"item":      {"the ids of a set and of an item", 2, 2, ask("item")},
	"deck":      {"the id of a deck", 1, 1, ask("deck")},
	"card":      {"the id of a card", 1, 1, ask("card")},
	"topic":     {"the id of a topic", 1, 1, ask("topic")},
	"component": {"the id of a component", 1, 1, ask("component")},
	"word":      {"the id of a word, then names and values", 1, -1, ask("word")},
}

func Functions() []string { return slices.Sorted(maps.Keys(functions)) }

// ask returns what calls a function that looks into the game.
func ask(name string) func(*Env, []any) (any, error) {
	return func(e *Env, args []any) (any, error) { return e.world.Ask(name, args) }
}

func one(f func(float64) float64) function {
	return function{"one number", 1, 1, func(_ *Env, args []any) (any, error) {
		n, err := NumberOf(args[0])
		return f(n), err
	}}
}

func extreme(better func(a, b float64) float64) func(*Env, []any) (any, error) {
	return func(_ *Env, args []any) (any, error) {
		best, err := NumberOf(args[0])
		for _, a := range args[1:] {
			n, errN := NumberOf(a)
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

func rangeOf(_ *Env, args []any) (any, error) {
	n, err := NumberOf(args[0])
	if err != nil {
		return nil, err
	}
	if n < 0 || n > maxRange {
		return nil, fmt.Errorf("%s is outside 0 to %d", StringOf(n), maxRange)
	}
	list := make([]any, int(n))
	for i := range list {
		list[i] = float64(i)
	}
	return list, nil
}

func lengthOf(_ *Env, args []any) (any, error) {
	if list, ok := args[0].([]any); ok {
		return float64(len(list)), nil
	}
	return float64(utf8.RuneCountInString(StringOf(args[0]))), nil
}

func lettersOf(_ *Env, args []any) (any, error) {
	list := []any{}
	for _, c := range StringOf(args[0]) {
		list = append(list, string(c))
	}
	return list, nil
}

// where keeps the things in a list whose part is true or, with a third
// argument, is that value or a list that holds it.
func where(_ *Env, args []any) (any, error) {
	from, ok := args[0].([]any)
	if !ok && args[0] != nil {
		return nil, fmt.Errorf("%s is not a list", Describe(args[0]))
	}
	name := StringOf(args[1])
	kept := []any{}
	for _, item := range from {
		v, err := PartOf(item, name)
		if err != nil {
			return nil, err
		}
		if len(args) == 2 && Truth(v) || len(args) == 3 && isOrHolds(v, args[2]) {
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
