package compose

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"kitpress/catalog/source"
)

// An env is the values an expression can see, innermost first.
type env struct {
	names  map[string]any
	outer  *env
	c      *Composer
	origin source.Pos // of the record being drawn
	label  string     // names it in problems: `card "phishing"`
}

func (e *env) lookup(name string) (any, bool) {
	for s := e; s != nil; s = s.outer {
		if v, ok := s.names[name]; ok {
			return v, true
		}
	}
	return nil, false
}

// inner returns an env that sees e and has room for names of its own.
func (e *env) inner() *env {
	return &env{names: map[string]any{}, outer: e, c: e.c, origin: e.origin, label: e.label}
}

// known lists the names that can be seen.
func (e *env) known() []string {
	seen := map[string]any{}
	for s := e; s != nil; s = s.outer {
		maps.Copy(seen, s.names)
	}
	return slices.Sorted(maps.Keys(seen))
}

// A hinted error carries what may help.
type hinted struct{ msg, hint string }

func (h hinted) Error() string { return h.msg }

// unknown returns an error about a name that is none of those known.
func unknown(msg, name string, known []string) error {
	return hinted{msg, source.DidYouMean(name, known)}
}

func unknownName(kind, name string, known []string) error {
	return unknown(fmt.Sprintf("there is no %s %q", kind, name), name, known)
}

// hintOf returns the hint an error carries, or "".
func hintOf(err error) string {
	var h hinted
	errors.As(err, &h)
	return h.hint
}
