package expr

import (
	"maps"
	"slices"

	"kitpress/catalog/source"
)

// A World is what expressions can ask beside their values: the game that is
// drawn.
type World interface {
	// Ask calls one of the functions that look into the game.
	Ask(function string, args []any) (any, error)
}

// A Noted value learns that it was read; the expression sees what it returns.
type Noted interface{ Read() any }

// An Env is the values an expression can see, innermost first.
type Env struct {
	Names  map[string]any
	outer  *Env
	world  World
	Origin source.Pos // of the record being drawn
	Label  string     // names it in problems: `card "phishing"`
}

func (e *Env) Lookup(name string) (any, bool) {
	for s := e; s != nil; s = s.outer {
		if v, ok := s.Names[name]; ok {
			return v, true
		}
	}
	return nil, false
}

// Inner returns an env that sees e and has room for names of its own.
func (e *Env) Inner() *Env {
	return &Env{Names: map[string]any{}, outer: e, world: e.world, Origin: e.Origin, Label: e.Label}
}

// known lists the names that can be seen.
func (e *Env) known() []string {
	seen := map[string]any{}
	for s := e; s != nil; s = s.outer {
		maps.Copy(seen, s.Names)
	}
	return slices.Sorted(maps.Keys(seen))
}

// New returns an env in which some values can be seen.
func New(world World, names map[string]any) *Env { return &Env{world: world, Names: names} }
