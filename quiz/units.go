package quiz

import (
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"
)

// A unit is a measure everybody knows.
type unit struct {
	id, of  string   // "km", "length"
	factor  *big.Rat // how many of the first of its kind
	symbols []string // compared with their case first: MB, Mb
	names   []string // in the language
	bare    []string // symbols and names, folded
	called  []string // names, folded
}

// finishUnits folds the names of the units.
func (l *language) finishUnits() {
	for i := range l.units {
		u := &l.units[i]
		for _, name := range slices.Concat(u.symbols, u.names) {
			u.bare = append(u.bare, l.bare(name))
		}
		u.called = u.bare[len(u.symbols):]
	}
}

// A measure says how many of the unit that is meant one of another is; nil
// when it is none of that kind.
type measure struct {
	lang  *language
	own   []Unit
	meant []unit // what Question.Unit may be
	unit  string
	// counted is what the question counts where the key names no unit, folded.
	counted []string
}

func newMeasure(l *language, q Question) measure {
	return measure{lang: l, own: q.Units, meant: l.unitsCalled(q.Unit), unit: q.Unit}
}

// names returns the names of the unit that is meant, folded.
func (m measure) names() []string {
	var list []string
	for _, u := range m.meant {
		list = append(list, u.called...)
	}
	if m.unit != "" {
		list = append(list, m.lang.bare(m.unit))
	}
	for _, u := range m.own {
		for _, n := range u.Names {
			list = append(list, m.lang.bare(n))
		}
	}
	return slices.DeleteFunc(list, func(n string) bool { return utf8.RuneCountInString(n) < 3 })
}

// mean sets the unit that is meant to what a question counts.
func (m *measure) mean(names []string) {
	for _, n := range names {
		m.meant = append(m.meant, m.lang.unitsCalled(n)...)
	}
	m.counted = names
}

// factors returns how many of the meant unit one of the named unit is: one
// factor, none for a unit of another kind, several for a name that may stand
// for several.
func (m measure) factors(name string) []*big.Rat {
	one := []*big.Rat{big.NewRat(1, 1)}
	if name == "" {
		return one
	}
	bare := m.lang.unitName(name)
	for _, u := range m.own {
		if !slices.ContainsFunc(u.Names, func(n string) bool { return m.lang.unitName(n) == bare }) {
			continue
		}
		if f := ratOf(u.Factor); f != nil {
			return []*big.Rat{f}
		}
		return one
	}
	var list []*big.Rat
	for _, named := range m.lang.unitsCalled(name) {
		for _, meant := range m.meant {
			f := new(big.Rat).Quo(named.factor, meant.factor)
			if named.of == meant.of && !slices.ContainsFunc(list, func(g *big.Rat) bool { return f.Cmp(g) == 0 }) {
				list = append(list, f)
			}
		}
	}
	if len(list) == 0 && bare != "" && (m.lang.unitName(m.unit) == bare || m.isCounted(bare)) {
		return one
	}
	return list
}

// isCounted reports whether a folded name is what the question counts.
func (m measure) isCounted(bare string) bool {
	return slices.ContainsFunc(m.counted, func(n string) bool { return m.lang.unitName(n) == bare || m.lang.sameWord(n, bare) })
}

// unitName returns the name of a unit folded, counters written in kanji.
func (l *language) unitName(s string) string {
	bare := l.bare(s)
	if kanji := l.counters[bare]; kanji != "" {
		return kanji
	}
	return bare
}

// unitsCalled returns the units with a name: those whose symbol is written
// just so, otherwise all that are called like that.
func (l *language) unitsCalled(name string) []unit {
	if name == "" {
		return nil
	}
	name = strings.TrimSuffix(clean(name), ".")
	var just, alike []unit
	bare := l.bare(name)
	for _, u := range l.units {
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

// ratOf reads a number written as 1234.5; nil when it is none.
func ratOf(s string) *big.Rat {
	if s == "" || len(s) > 64 || strings.ContainsAny(s, "eEpPxX_/ ") {
		return nil
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil
	}
	return r
}
