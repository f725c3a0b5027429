package match

import (
	"math/big"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/quiz"
	"kitpress/quiz/language"
)

// A numberKey is what an answer in numbers is compared with. No number is
// ever fuzzy: it is within the tolerance or it is another one.
type numberKey struct {
	lang      *language.Language
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

func newNumberKey(l *language.Language, q quiz.Question) *numberKey {
	k := &numberKey{lang: l, tolerance: language.RatOf(q.Tolerance), measure: newMeasure(l, q), echo: newEcho(l, q.Ask).findUnits(), year: q.Year}
	k.asked = language.LowerCase(language.PlainQuotes(language.OneWidth(language.Clean(q.Ask))))
	if k.unitless = q.Unit == "" && len(q.Units) == 0; k.unitless {
		var names []string
		k.wanted, names = newWanted(l, k.echo)
		k.measure.mean(names)
	}
	if k.tolerance == nil {
		k.tolerance = new(big.Rat)
	}
	for _, a := range q.Accept {
		if r := language.RatOf(a); r != nil {
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

func (k *numberKey) check(answer string) quiz.Verdict {
	s := strings.TrimSpace(language.DropPictures(language.PlainQuotes(language.OneWidth(language.Clean(answer)))))
	a, why := k.read(s)
	if why != "" {
		v := quiz.NewVerdict(quiz.Wrong, why)
		if len(k.texts) > 0 {
			v.Accepted = k.texts[0]
		}
		return v
	}
	nearly := quiz.NewVerdict(quiz.Wrong, quiz.OtherNumber)
	nearly.Accepted = k.texts[0]
	for i, want := range k.values {
		v := k.compare(a, want)
		v.Accepted = k.texts[i]
		switch v.Result {
		case quiz.Right:
			return v
		case quiz.Nearly:
			if nearly.Result == quiz.Wrong {
				nearly = v
			}
		}
	}
	return nearly
}

// compare compares an amount with one accepted value.
func (k *numberKey) compare(a amount, want *big.Rat) quiz.Verdict {
	switch {
	case k.meets(a.value, a.factors, want):
		switch {
		case len(a.factors) > 1:
			return quiz.NewVerdict(quiz.Nearly, quiz.UnitUnclear)
		case a.unclear:
			return quiz.NewVerdict(quiz.Nearly, quiz.Around)
		case a.value.Cmp(new(big.Rat).Quo(want, a.factors[0])) != 0:
			return quiz.NewVerdict(quiz.Right, quiz.Within)
		}
		return quiz.NewVerdict(quiz.Right, quiz.Value)
	case a.other != nil && k.meets(a.other, a.factors, want):
		return quiz.NewVerdict(quiz.Nearly, quiz.TwoReadings)
	case k.year && a.era == 0 && a.value.Sign() > 0 && k.meets(new(big.Rat).Neg(a.value), a.factors, want):
		return quiz.NewVerdict(quiz.Nearly, quiz.EraMissing)
	}
	return quiz.NewVerdict(quiz.Wrong, quiz.OtherNumber)
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
func (k *numberKey) read(s string) (amount, quiz.Reason) {
	s = trimAnswer(k.dropRoughly(k.lang.DropFrame(k.dropNames(result(s)))))
	f, ok := k.figure(s)
	if !ok {
		return amount{}, quiz.NoNumber
	}
	f = k.lang.Mixed(f)
	before, after := trimAnswer(strings.TrimRight(f.Before, " #")), trimAnswer(f.After)
	if k.hasNumber(before) || k.hasNumber(after) {
		if a, ok := k.sum(f); ok && before == "" {
			return a, ""
		}
		return amount{}, quiz.Several
	}
	a := amount{value: f.Value, other: f.Other}
	if k.year {
		a.era, before, after = k.readEra(before, after)
		if a.era < 0 {
			f.Negate()
			a.value, a.other = f.Value, f.Other
		}
	}
	if rest, minus := k.dropMinus(before); minus && (!k.boundAsked(strings.Fields(before)) || trimAnswer(rest) == "") { // au moins is no minus
		before = rest
		f.Negate()
		a.value, a.other = f.Value, f.Other
	}
	if before == "" || after == "" {
		if a.factors = k.measure.factors(before + after); len(a.factors) > 0 {
			return a, ""
		}
	}
	factors, noise := k.around(before, after)
	if noise == loud || len(factors) == 0 {
		return a, quiz.OtherUnit
	}
	a.factors, a.unclear = factors, noise == unclear
	return a, ""
}

// figure finds the first number, written in digits, as a word, or as a word
// somewhere inside: the shop takes twenty.
func (k *numberKey) figure(s string) (language.Figure, bool) {
	f, ok := k.lang.ReadFigure(s)
	if ok || k.lang.NoSpaces {
		return f, ok
	}
	words := strings.Fields(s)
	for i, w := range words[:min(len(words), maxAround)] {
		if i > 0 && !k.lang.Small[k.lang.Bare(w)] {
			if f, ok = k.lang.ReadFigure(strings.Join(words[i:], " ")); ok {
				f.Before = strings.Join(words[:i], " ")
				return f, true
			}
		}
		for _, name := range k.measure.names() { // hundertmal
			if head, joined := strings.CutSuffix(k.lang.Bare(w), name); joined && head != "" {
				if f, ok = k.lang.ReadFigure(head); ok && f.After == "" {
					f.Before, f.After = strings.Join(words[:i], " "), strings.Join(append([]string{name}, words[i+1:]...), " ")
					return f, true
				}
			}
		}
	}
	return language.Figure{}, false
}

// dropMinus drops a word that says a number is below zero.
func (k *numberKey) dropMinus(before string) (string, bool) {
	for _, w := range k.lang.Minus {
		rest, ok := strings.CutSuffix(language.LowerCase(before), w)
		if ok && (rest == "" || strings.HasSuffix(rest, " ") || k.lang.NoSpaces) {
			return trimAnswer(before[:len(before)-len(w)]), true
		}
	}
	return before, false
}

// sum adds amounts in units that get smaller: 1 h 30 min.
func (k *numberKey) sum(f language.Figure) (amount, bool) {
	total, last := new(big.Rat), (*big.Rat)(nil)
	for {
		next := strings.IndexFunc(f.After, unicode.IsDigit)
		name := f.After
		if next >= 0 {
			name = f.After[:next]
		}
		factors := k.measure.factors(k.dropAnd(name))
		if k.dropAnd(name) == "" || len(factors) != 1 || last != nil && factors[0].Cmp(last) >= 0 || f.Value.Sign() < 0 {
			return amount{}, false
		}
		last = factors[0]
		total.Add(total, new(big.Rat).Mul(f.Value, last))
		if next < 0 {
			return amount{value: total, factors: []*big.Rat{big.NewRat(1, 1)}}, true
		}
		var ok bool
		if f, ok = k.lang.ReadDigits(f.After, next); !ok {
			return amount{}, false
		}
	}
}

// dropAnd drops the word that joins two amounts.
func (k *numberKey) dropAnd(s string) string {
	s = trimAnswer(s)
	for _, w := range k.lang.And {
		s = strings.TrimSpace(strings.TrimSuffix(s, " "+w))
	}
	return s
}

// trimAnswer cuts what says nothing around a number. A minus and a decimal
// sign in front of digits stay.
func trimAnswer(s string) string {
	s = strings.TrimRightFunc(s, func(r rune) bool { return r == ' ' || language.IsEdge(r) || r == '=' || r == '~' })
	for s != "" {
		r := []rune(s)[0]
		if (r == '-' || r == '.' || r == ',') && language.DigitAfter(s, 1) || r == '-' && len(s) > 1 && (s[1] == '.' || s[1] == ',') {
			return s
		}
		if r != ' ' && r != '=' && r != '~' && r != '≈' && r != '≃' && !language.IsEdge(r) {
			return s
		}
		s = s[len(string(r)):]
	}
	return s
}

// dropRoughly drops words such as about and です around a number.
func (k *numberKey) dropRoughly(s string) string {
	t := trimAnswer(s)
	for _, p := range k.lang.Roughly {
		if rest, ok := k.lang.CutPhrase(t, p); ok {
			t = trimAnswer(rest)
			break
		}
	}
	for _, p := range k.lang.After {
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
	for _, w := range strings.Fields(k.lang.Key(s, language.LetterFolds)) {
		if n, ok := k.lang.Numbers[w]; ok && n != "1" {
			return true
		}
	}
	return false
}

// readEra finds the mark of an era and drops it and the word for a year.
func (k *numberKey) readEra(before, after string) (era int, restBefore, restAfter string) {
	for _, s := range []*string{&before, &after} {
		for _, w := range k.lang.YearWords {
			if rest, ok := k.lang.CutPhrase(*s, w); ok {
				*s = trimAnswer(rest)
			} else if k.lang.Bare(*s) == k.lang.Bare(w) {
				*s = ""
			}
		}
		if e := k.lang.Eras[k.lang.Bare(*s)]; e != 0 {
			era, *s = e, ""
		}
	}
	return era, before, after
}

// A measure says how many of the unit that is meant one of another is; nil
// when it is none of that kind.
type measure struct {
	lang  *language.Language
	own   []quiz.Unit
	meant []language.Unit // what Question.Unit may be
	unit  string
	// counted is what the question counts where the key names no unit, folded.
	counted []string
}

func newMeasure(l *language.Language, q quiz.Question) measure {
	return measure{lang: l, own: q.Units, meant: l.UnitsCalled(q.Unit), unit: q.Unit}
}

// names returns the names of the unit that is meant, folded.
func (m measure) names() []string {
	var list []string
	for _, u := range m.meant {
		list = append(list, u.Called...)
	}
	if m.unit != "" {
		list = append(list, m.lang.Bare(m.unit))
	}
	for _, u := range m.own {
		for _, n := range u.Names {
			list = append(list, m.lang.Bare(n))
		}
	}
	return slices.DeleteFunc(list, func(n string) bool { return utf8.RuneCountInString(n) < 3 })
}

// mean sets the unit that is meant to what a question counts.
func (m *measure) mean(names []string) {
	for _, n := range names {
		m.meant = append(m.meant, m.lang.UnitsCalled(n)...)
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
	bare := m.lang.UnitName(name)
	for _, u := range m.own {
		if !slices.ContainsFunc(u.Names, func(n string) bool { return m.lang.UnitName(n) == bare }) {
			continue
		}
		if f := language.RatOf(u.Factor); f != nil {
			return []*big.Rat{f}
		}
		return one
	}
	var list []*big.Rat
	for _, named := range m.lang.UnitsCalled(name) {
		for _, meant := range m.meant {
			f := new(big.Rat).Quo(named.Factor, meant.Factor)
			if named.Of == meant.Of && !slices.ContainsFunc(list, func(g *big.Rat) bool { return f.Cmp(g) == 0 }) {
				list = append(list, f)
			}
		}
	}
	if len(list) == 0 && bare != "" && (m.lang.UnitName(m.unit) == bare || m.isCounted(bare)) {
		return one
	}
	return list
}

// isCounted reports whether a folded name is what the question counts.
func (m measure) isCounted(bare string) bool {
	return slices.ContainsFunc(m.counted, func(n string) bool { return m.lang.UnitName(n) == bare || m.lang.SameWord(n, bare) })
}
