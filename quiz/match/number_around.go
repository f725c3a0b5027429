package match

import (
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"kitpress/quiz/language"
)

// An echo is what the question says: its words may stand around an answer.
type echo struct {
	lang  *language.Language
	row   []string        // its words, folded
	words map[string]bool // the same
	text  string          // folded, without spaces
	units []language.Unit // it names
}

func newEcho(l *language.Language, ask string) *echo {
	e := &echo{lang: l, words: map[string]bool{}, text: l.Bare(ask)}
	if l.NoSpaces {
		return e
	}
	e.row = l.WordsOf(ask)
	for _, w := range e.row {
		e.words[w] = true
	}
	return e
}

// findUnits finds the units the question names.
func (e *echo) findUnits() *echo {
	if e.lang.NoSpaces {
		for _, u := range e.lang.Units {
			if u.IsIn(e.text) {
				e.units = append(e.units, u)
			}
		}
	}
	for _, w := range e.row {
		if len(w) > 1 {
			e.units = append(e.units, e.lang.UnitsCalled(w)...)
		}
	}
	return e
}

// has reports whether a piece of text without spaces is nothing but the
// question's.
func (e *echo) has(s string) bool {
	s = e.lang.TrimAround(s)
	return strings.Contains(e.text, s) && e.lang.Negated([]string{s}) == 0 && !slices.ContainsFunc(e.lang.Or, func(w string) bool { return strings.Contains(s, w) })
}

// only reports whether a unit is the only one of its kind in the question:
// "an hour", and no minutes anywhere.
func (e *echo) only(u language.Unit) bool {
	named := false
	for _, v := range e.units {
		if v.Of == u.Of && v.Factor.Cmp(u.Factor) != 0 {
			return false
		}
		named = named || v.ID == u.ID
	}
	return named
}

// A noise is how much the words around a number may change it.
type noise int

const (
	quiet   noise = iota // not at all
	unclear              // somebody has to look
	loud                 // it is another answer
)

// around finds the unit among the words before and behind a number and says
// what the others do to it.
func (k *numberKey) around(before, after string) ([]*big.Rat, noise) {
	if k.lang.NoSpaces {
		return k.aroundUnspaced(before, after)
	}
	front, back := strings.Fields(before), strings.Fields(after)
	if len(front)+len(back) > maxAround {
		return nil, loud
	}
	front, labelled := k.wanted.dropLabel(front, true)
	back, behind := k.wanted.dropLabel(back, false)
	factors, i, j := k.unitAmong(back)
	if factors == nil { // 256-bit key
		if parts := strings.Fields(strings.ReplaceAll(strings.Join(back, " "), "-", " ")); len(parts) > len(back) {
			if factors, i, j = k.unitAmong(parts); factors != nil {
				back = parts
			}
		}
	}
	named := factors != nil
	if named {
		back = slices.Delete(back, i, j)
	} else if factors, i, j = k.unitAmong(front); factors != nil {
		front, named = slices.Delete(front, i, j), true
	} else {
		factors = k.measure.factors("")
	}
	named = named || labelled || behind
	if k.otherUnit(front, back) {
		return nil, loud
	}
	if k.boundAsked(front) {
		front = nil
	}
	return factors, max(k.words(front, true, named), k.words(back, false, named))
}

// otherUnit reports whether a unit that is not meant stands beside the number.
func (k *numberKey) otherUnit(front, back []string) bool {
	for _, w := range slices.Concat(front[max(0, len(front)-1):], back[:min(1, len(back))]) {
		if units := k.lang.UnitsCalled(language.TrimEdges(w)); len(units) > 0 && units[0].Of != "count" && !k.lang.Small[k.lang.Bare(w)] {
			return true
		}
	}
	return false
}

// boundAsked reports whether the words before a number are those of the
// question and end with a bound: at most.
func (k *numberKey) boundAsked(front []string) bool {
	words := k.lang.WordsOf(strings.Join(front, " "))
	if len(words) == 0 || !k.lang.Bounds[words[len(words)-1]] {
		return false
	}
	for len(words) > 0 && !containsRow(k.echo.row, words) { // you need at most
		if w := words[0]; !k.echo.asks(w) || k.lang.Limits[w] || slices.Contains(k.lang.Negations, w) {
			return false
		}
		words = words[1:]
	}
	return len(words) > 0
}

// maxAround is how many words may stand around a number.
const maxAround = 12

// unitAmong finds the unit that is meant, up to a word such as per.
func (k *numberKey) unitAmong(words []string) (factors []*big.Rat, from, to int) {
	const longest = 5 // megabytes in the space of a second
	for i, w := range words {
		if k.lang.Per[k.lang.Bare(w)] {
			break
		}
		for j := min(len(words), i+longest); j > i; j-- {
			name := language.TrimEdges(strings.Join(words[i:j], " "))
			if i > 0 && utf8.RuneCountInString(name) == 1 {
				continue // a word, more likely than a symbol
			}
			if f := k.measure.factors(name); len(f) > 0 && name != "" {
				return f, i, j
			}
		}
	}
	return nil, 0, 0
}

// words says what words around a number do to it; named tells that its unit
// was there, too.
func (k *numberKey) words(list []string, front, named bool) noise {
	most, per := quiet, false
	words := k.lang.WordsOf(strings.Join(list, " "))
	for i, w := range words {
		if k.lang.Per[w] {
			per = true
			continue
		}
		noise := k.word(w, front, per, named)
		if noise == unclear && front && k.lang.Limits[w] && i+1 < len(words) && !containsRow(k.echo.row, words[i:i+2]) {
			noise = loud // less than, where at least was asked
		}
		most, per = max(most, noise), false
	}
	return most
}

func (k *numberKey) word(w string, front, per, named bool) noise {
	l, asked := k.lang, k.echo.words[w]
	switch {
	case slices.Contains(l.Negations, w), slices.Contains(l.Or, w):
		return loud
	case l.Limits[w]: // more than 20 is not 20; times as many is how it was asked
		if asked && front {
			return unclear
		}
		if !asked {
			return loud
		}
		return quiet
	case l.Around[w] || l.Small[w]:
		return quiet
	}
	if units := l.UnitsCalled(w); len(units) > 0 && utf8.RuneCountInString(w) > 1 {
		switch {
		case per && k.echo.only(units[0]):
			return quiet
		case asked || units[0].Of == "count":
			return unclear
		}
		return loud
	}
	switch {
	case (asked || !per && k.echo.asks(w)) && named: // otherwise it may be what is counted: 20 people, not euros
		return quiet
	case k.unitless && !named && k.wanted.overlooks(w, front):
		return quiet
	case utf8.RuneCountInString(w) == 1:
		return loud
	}
	return unclear
}

// aroundUnspaced is around where words have no spaces between them.
func (k *numberKey) aroundUnspaced(before, after string) ([]*big.Rat, noise) {
	factors, named := k.measure.factors(""), true
	if n := commonStart(k.lang.Bare(after), k.wanted.behind); n > 0 && k.wanted.counter() && !slices.ContainsFunc(k.measure.counted, func(c string) bool { return len(c) > n }) {
		after = k.lang.Bare(after)[n:] // 443番 where 何番 was asked
		return factors, max(k.chunk(before, true, true), k.chunk(after, false, true))
	}
	cut := k.longestUnit(after, func(s string) bool { return len(k.measure.factors(s)) > 0 })
	if cut > 0 {
		factors = k.measure.factors(after[:cut])
	} else if other := k.longestUnit(after, func(s string) bool { return len(k.lang.UnitsCalled(s)) > 0 }); other > 0 {
		return nil, loud
	} else if f := k.measure.factors(before); before != "" && len(f) > 0 {
		factors, before = f, ""
	} else {
		named = false
	}
	return factors, max(k.chunk(before, true, named), k.chunk(after[cut:], false, named))
}

// longestUnit returns how long the longest beginning of a text is that is a
// unit, 0 for none.
func (k *numberKey) longestUnit(s string, is func(string) bool) int {
	found, n := 0, 0
	for i, r := range s {
		if n++; n > 12 {
			break
		}
		if end := i + utf8.RuneLen(r); is(s[:end]) {
			found = end
		}
	}
	return found
}

// chunk says what a piece of text around a number does to it.
func (k *numberKey) chunk(s string, front, named bool) noise {
	l := k.lang
	whole := l.Bare(s)
	s = l.TrimAround(whole)
	has := func(list []string) bool {
		return slices.ContainsFunc(list, func(w string) bool { return strings.Contains(s, w) })
	}
	asked := strings.Contains(k.echo.text, s)
	switch {
	case s == "", k.perUnit(s), front && (l.Bounds[whole] || l.Bounds[s]) && strings.Contains(k.echo.text, s): // at most, as asked
		return quiet
	case has(l.Negations), has(l.Or):
		return loud
	}
	for w := range l.Limits {
		if strings.Contains(s, w) {
			if !asked {
				return loud
			}
			return unclear
		}
	}
	for _, u := range l.Units {
		if !u.IsIn(s) {
			continue
		}
		switch {
		case !asked:
			return loud
		case !k.echo.only(u):
			return unclear
		}
	}
	if asked && (named || k.unitless && k.wanted.overlooksPiece(s, front)) {
		return quiet
	}
	return unclear
}

// perUnit reports whether a piece of text says per and a unit that is the only
// one of its kind in the question: 毎秒 for 1秒に.
func (k *numberKey) perUnit(s string) bool {
	for w := range k.lang.Per {
		name, front := strings.CutPrefix(s, w)
		if !front {
			name, front = strings.CutSuffix(s, w)
		}
		for _, u := range k.lang.Units {
			if front && slices.Contains(u.Called, name) && k.echo.only(u) {
				return true
			}
		}
	}
	return false
}

// result returns what is behind the last = of a working: 26 x 26 = 676.
func result(s string) string {
	i := strings.LastIndexByte(s, '=')
	if i <= 0 || trimAnswer(s[i+1:]) == "" {
		return s
	}
	digits, signs := false, false
	for _, r := range s[:i] {
		switch {
		case r >= '0' && r <= '9':
			digits = true
		case strings.ContainsRune("+-*/x×·÷:^", r):
			signs = true
		case !strings.ContainsRune(" ().,=", r):
			return s
		}
	}
	if !digits || !signs {
		return s
	}
	return s[i+1:]
}
