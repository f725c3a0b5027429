package quiz

import (
	"math/big"
	"slices"
	"strings"
	"unicode"
)

// A numberKey is what an answer in numbers is compared with. No number is
// ever fuzzy: it is within the tolerance or it is another one.
type numberKey struct {
	lang      *language
	values    []*big.Rat
	texts     []string // of the values, as the question has them
	tolerance *big.Rat
	measure   measure
	echo      *echo
	year      bool
	asked     string // the question in lower case
	wanted    wanted
	unitless  bool // the key says nothing of a unit
}

func newNumberKey(l *language, q Question) *numberKey {
	k := &numberKey{lang: l, tolerance: ratOf(q.Tolerance), measure: newMeasure(l, q), echo: newEcho(l, q.Ask).findUnits(), year: q.Year}
	k.asked = lowerCase(plainQuotes(oneWidth(clean(q.Ask))))
	if k.unitless = q.Unit == "" && len(q.Units) == 0; k.unitless {
		var names []string
		k.wanted, names = newWanted(l, k.echo)
		k.measure.mean(names)
	}
	if k.tolerance == nil {
		k.tolerance = new(big.Rat)
	}
	for _, a := range q.Accept {
		if r := ratOf(a); r != nil {
			k.values, k.texts = append(k.values, r), append(k.texts, a)
		}
	}
	return k
}

// An amount is a number that was read with what stood around it.
type amount struct {
	value, other *big.Rat
	factors      []*big.Rat // of its unit, several when that is unclear
	era          int        // -1, 0 for none, 1
	unclear      bool       // what is around it
}

func (k *numberKey) check(answer string) Verdict {
	s := plainQuotes(oneWidth(clean(answer)))
	a, why := k.read(s)
	if why != "" {
		v := verdict(Wrong, why)
		if len(k.texts) > 0 {
			v.Accepted = k.texts[0]
		}
		return v
	}
	nearly := verdict(Wrong, OtherNumber)
	nearly.Accepted = k.texts[0]
	for i, want := range k.values {
		v := k.compare(a, want)
		v.Accepted = k.texts[i]
		switch v.Result {
		case Right:
			return v
		case Nearly:
			if nearly.Result == Wrong {
				nearly = v
			}
		}
	}
	return nearly
}

// compare compares an amount with one accepted value.
func (k *numberKey) compare(a amount, want *big.Rat) Verdict {
	switch {
	case k.meets(a.value, a.factors, want):
		switch {
		case len(a.factors) > 1:
			return verdict(Nearly, UnitUnclear)
		case a.unclear:
			return verdict(Nearly, Around)
		case a.value.Cmp(new(big.Rat).Quo(want, a.factors[0])) != 0:
			return verdict(Right, Within)
		}
		return verdict(Right, Value)
	case a.other != nil && k.meets(a.other, a.factors, want):
		return verdict(Nearly, TwoReadings)
	case k.year && a.era == 0 && a.value.Sign() > 0 && k.meets(new(big.Rat).Neg(a.value), a.factors, want):
		return verdict(Nearly, EraMissing)
	}
	return verdict(Wrong, OtherNumber)
}

// meets reports whether a value in its unit, or in one it may be in, is the
// wanted one.
func (k *numberKey) meets(value *big.Rat, factors []*big.Rat, want *big.Rat) bool {
	return slices.ContainsFunc(factors, func(factor *big.Rat) bool {
		d := new(big.Rat).Mul(value, factor)
		d.Sub(d, want)
		return d.Abs(d).Cmp(k.tolerance) <= 0
	})
}

// read reads an answer as a number with a unit or an era, or says why it is
// none.
func (k *numberKey) read(s string) (amount, Reason) {
	s = trimAnswer(k.dropRoughly(k.lang.dropFrame(k.dropNames(result(s)))))
	f, ok := k.figure(s)
	if !ok {
		return amount{}, NoNumber
	}
	f = k.lang.mixed(f)
	before, after := trimAnswer(strings.TrimRight(f.before, " #")), trimAnswer(f.after)
	if k.hasNumber(before) || k.hasNumber(after) {
		if a, ok := k.sum(f); ok && before == "" {
			return a, ""
		}
		return amount{}, Several
	}
	a := amount{value: f.value, other: f.other}
	if k.year {
		a.era, before, after = k.readEra(before, after)
		if a.era < 0 {
			f.negate()
			a.value, a.other = f.value, f.other
		}
	}
	if rest, minus := k.dropMinus(before); minus && (!k.boundAsked(strings.Fields(before)) || trimAnswer(rest) == "") { // au moins is no minus
		before = rest
		f.negate()
		a.value, a.other = f.value, f.other
	}
	if before == "" || after == "" {
		if a.factors = k.measure.factors(before + after); len(a.factors) > 0 {
			return a, ""
		}
	}
	factors, noise := k.around(before, after)
	if noise == loud || len(factors) == 0 {
		return a, OtherUnit
	}
	a.factors, a.unclear = factors, noise == unclear
	return a, ""
}

// figure finds the first number, written in digits, as a word, or as a word
// somewhere inside: the shop takes twenty.
func (k *numberKey) figure(s string) (figure, bool) {
	f, ok := k.lang.readFigure(s)
	if ok || k.lang.noSpaces {
		return f, ok
	}
	words := strings.Fields(s)
	for i, w := range words[:min(len(words), maxAround)] {
		if i > 0 && !k.lang.small[k.lang.bare(w)] {
			if f, ok = k.lang.readFigure(strings.Join(words[i:], " ")); ok {
				f.before = strings.Join(words[:i], " ")
				return f, true
			}
		}
		for _, name := range k.measure.names() { // hundertmal
			if head, joined := strings.CutSuffix(k.lang.bare(w), name); joined && head != "" {
				if f, ok = k.lang.readFigure(head); ok && f.after == "" {
					f.before, f.after = strings.Join(words[:i], " "), strings.Join(append([]string{name}, words[i+1:]...), " ")
					return f, true
				}
			}
		}
	}
	return figure{}, false
}

// dropMinus drops a word that says a number is below zero.
func (k *numberKey) dropMinus(before string) (string, bool) {
	for _, w := range k.lang.minus {
		rest, ok := strings.CutSuffix(lowerCase(before), w)
		if ok && (rest == "" || strings.HasSuffix(rest, " ") || k.lang.noSpaces) {
			return trimAnswer(before[:len(before)-len(w)]), true
		}
	}
	return before, false
}

// sum adds amounts in units that get smaller: 1 h 30 min.
func (k *numberKey) sum(f figure) (amount, bool) {
	total, last := new(big.Rat), (*big.Rat)(nil)
	for {
		next := strings.IndexFunc(f.after, unicode.IsDigit)
		name := f.after
		if next >= 0 {
			name = f.after[:next]
		}
		factors := k.measure.factors(k.dropAnd(name))
		if k.dropAnd(name) == "" || len(factors) != 1 || last != nil && factors[0].Cmp(last) >= 0 || f.value.Sign() < 0 {
			return amount{}, false
		}
		last = factors[0]
		total.Add(total, new(big.Rat).Mul(f.value, last))
		if next < 0 {
			return amount{value: total, factors: []*big.Rat{big.NewRat(1, 1)}}, true
		}
		var ok bool
		if f, ok = k.lang.readDigits(f.after, next); !ok {
			return amount{}, false
		}
	}
}

// dropAnd drops the word that joins two amounts.
func (k *numberKey) dropAnd(s string) string {
	s = trimAnswer(s)
	for _, w := range k.lang.and {
		s = strings.TrimSpace(strings.TrimSuffix(s, " "+w))
	}
	return s
}

// trimAnswer cuts what says nothing around a number. A minus and a decimal
// sign in front of digits stay.
func trimAnswer(s string) string {
	s = strings.TrimRightFunc(s, func(r rune) bool { return r == ' ' || isEdge(r) || r == '=' || r == '~' })
	for s != "" {
		r := []rune(s)[0]
		if (r == '-' || r == '.' || r == ',') && digitAfter(s, 1) || r == '-' && len(s) > 1 && (s[1] == '.' || s[1] == ',') {
			return s
		}
		if r != ' ' && r != '=' && r != '~' && r != '≈' && r != '≃' && !isEdge(r) {
			return s
		}
		s = s[len(string(r)):]
	}
	return s
}

// dropRoughly drops words such as about and です around a number.
func (k *numberKey) dropRoughly(s string) string {
	t := trimAnswer(s)
	for _, p := range k.lang.roughly {
		if rest, ok := k.lang.cutPhrase(t, p); ok {
			t = trimAnswer(rest)
			break
		}
	}
	for _, p := range k.lang.after {
		if rest, ok := strings.CutSuffix(t, p); ok && rest != "" {
			return rest
		}
	}
	return t
}

// hasNumber reports whether a text has a number of its own: 8 or 9.
func (k *numberKey) hasNumber(s string) bool {
	if s == "" {
		return false
	}
	if strings.ContainsFunc(s, unicode.IsDigit) {
		return true
	}
	for _, w := range strings.Fields(k.lang.key(s, letterFolds)) {
		if n, ok := k.lang.numbers[w]; ok && n != "1" {
			return true
		}
	}
	return false
}

// readEra finds the mark of an era and drops it and the word for a year.
func (k *numberKey) readEra(before, after string) (era int, restBefore, restAfter string) {
	for _, s := range []*string{&before, &after} {
		for _, w := range k.lang.yearWords {
			if rest, ok := k.lang.cutPhrase(*s, w); ok {
				*s = trimAnswer(rest)
			} else if k.lang.bare(*s) == k.lang.bare(w) {
				*s = ""
			}
		}
		if e := k.lang.eras[k.lang.bare(*s)]; e != 0 {
			era, *s = e, ""
		}
	}
	return era, before, after
}
