package language

import (
	"math/big"
	"slices"
	"strings"
)

// IsIn reports whether a name of a unit is somewhere in a folded text.
func (u Unit) IsIn(s string) bool {
	return slices.ContainsFunc(u.Called, func(n string) bool { return strings.Contains(s, n) })
}

// A Unit is a measure everybody knows.
type Unit struct {
	ID, Of  string   // "km", "length"
	Factor  *big.Rat // how many of the first of its kind
	symbols []string // compared with their case first: MB, Mb
	names   []string // in the language
	bare    []string // symbols and names, folded
	Called  []string // names, folded
}

// finishUnits folds the names of the units.
func (l *Language) finishUnits() {
	for i := range l.Units {
		u := &l.Units[i]
		for _, name := range slices.Concat(u.symbols, u.names) {
			u.bare = append(u.bare, l.Bare(name))
		}
		u.Called = u.bare[len(u.symbols):]
	}
}

// UnitName returns the name of a unit folded, counters written in kanji.
func (l *Language) UnitName(s string) string {
	bare := l.Bare(s)
	if kanji := l.Counters[bare]; kanji != "" {
		return kanji
	}
	return bare
}

// UnitsCalled returns the units with a name: those whose symbol is written
// just so, otherwise all that are called like that.
func (l *Language) UnitsCalled(name string) []Unit {
	if name == "" {
		return nil
	}
	name = strings.TrimSuffix(Clean(name), ".")
	var just, alike []Unit
	bare := l.Bare(name)
	for _, u := range l.Units {
		switch {
		case slices.Contains(u.symbols, name):
			just = append(just, u)
		case bare != "" && slices.Contains(u.bare, bare) || slices.Contains(u.names, name):
			alike = append(alike, u)
		}
	}
	// A name in full counts beside a symbol: "g" is gram and giorno.
	for _, u := range alike {
		if len(just) > 0 && slices.Contains(u.names, name) {
			just = append(just, u)
		}
	}
	if len(just) > 0 {
		return just
	}
	return alike
}

// RatOf reads a number written as 1234.5; nil when it is none.
func RatOf(s string) *big.Rat {
	if s == "" || len(s) > 64 || strings.ContainsAny(s, "eEpPxX_/ ") {
		return nil
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil
	}
	return r
}
