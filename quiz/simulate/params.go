package simulate

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

// A ParamError says why a number of the game cannot be changed.
type ParamError struct {
	Name, Value string
	Known       []string // values it can have, or params there are; nil for any number
	Unknown     bool     // there is no such param
	Number      bool     // a number is wanted
}

func (e *ParamError) Error() string {
	switch {
	case e.Unknown:
		return fmt.Sprintf("the game has no param %q", e.Name)
	case e.Number:
		return fmt.Sprintf("%s is a number from 0 to %d, not %q", e.Name, mostParam, e.Value)
	}
	return fmt.Sprintf("%s cannot be %q", e.Name, e.Value)
}

// Guess returns what may have been meant, "" for nothing.
func (e *ParamError) Guess() string {
	if e.Unknown {
		return source.Suggest(e.Name, e.Known)
	}
	return source.Suggest(e.Value, e.Known)
}

// mostParam is more than any number of a game.
const mostParam = 999

// With returns a game and one of its editions with some params changed, in
// memory alone. The edition may be nil. The error is a ParamError.
func With(g *catalog.Game, e *catalog.Edition, changes map[string]string) (*catalog.Game, *catalog.Edition, error) {
	if len(changes) == 0 {
		return g, e, nil
	}
	now := g.ParamsFor(e)
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		p, err := changed(g, now, name, changes[name])
		if err != nil {
			return nil, nil, err
		}
		now[name] = p
	}
	game := *g
	game.Params = now
	if e == nil {
		return &game, nil, nil
	}
	edition := *e
	edition.Params = now
	return &game, &edition, nil
}

// changed returns a param with another value of the same kind.
func changed(g *catalog.Game, now catalog.Params, name, value string) (catalog.Param, error) {
	p, known := now[name]
	if !known {
		return p, &ParamError{Name: name, Unknown: true, Known: slices.Sorted(maps.Keys(now))}
	}
	if !p.IsWord {
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > mostParam {
			return p, &ParamError{Name: name, Value: value, Number: true}
		}
		p.Number = n
		return p, nil
	}
	if words := wordsOf(g, name); len(words) > 1 && !slices.Contains(words, value) {
		return p, &ParamError{Name: name, Value: value, Known: words}
	}
	p.Word = value
	return p, nil
}

// wordsOf returns the values a param that is a word has in the editions.
func wordsOf(g *catalog.Game, name string) []string {
	var words []string
	for _, e := range g.Editions {
		if p, ok := e.Params[name]; ok && !slices.Contains(words, p.Word) {
			words = append(words, p.Word)
		}
	}
	return words
}
