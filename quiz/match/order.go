package match

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kitpress/quiz"
	"kitpress/quiz/language"
)

// An orderKey is what an order of options is compared with.
type orderKey struct {
	options *options
	want    []int
}

func newOrderKey(l *language.Language, q quiz.Question) *orderKey {
	k := &orderKey{options: newOptions(l, q, q.Options)}
	for _, id := range q.Accept {
		if i := k.options.index(id); i >= 0 {
			k.want = append(k.want, i)
		}
	}
	return k
}

// check reads the options in the order they were named. Places can be given,
// too: 3 5 2 1 4 for a to e, a3 b5, 1d 2c.
func (k *orderKey) check(answer string) quiz.Verdict {
	if row, digits := k.options.places(answer); row != nil {
		v := k.judge(picksOf(row), k.options.letters(row))
		v.Read = strings.Join(k.options.letters(row), " ")
		if !digits || v.Result == quiz.Right {
			return v
		}
		// The other way to read a row of digits turns it round.
		other := inverse(row)
		w := k.judge(picksOf(other), k.options.letters(other))
		if w.Result != quiz.Right {
			return v
		}
		w.Read = strings.Join(k.options.letters(other), " ")
		if len(row) <= fewPlaces {
			w.Result, w.Reason = quiz.Nearly, quiz.TwoOrders
		}
		return w
	}
	picks, given, ok := k.options.read(answer)
	if !ok {
		return quiz.NewVerdict(quiz.Invalid, quiz.NoOption)
	}
	return k.judge(picks, given)
}

// fewPlaces is how many places are so few that a wrong row of digits may well
// be the right one when it is read the other way: one of five for three.
const fewPlaces = 3

func (k *orderKey) judge(picks []pick, given []string) quiz.Verdict {
	v := quiz.Verdict{Matcher: quiz.Version, Result: quiz.Right, Reason: quiz.Complete, Wanted: len(k.want)}
	named, nearly, twice := map[int]bool{}, false, false
	for i, p := range picks {
		part := quiz.Part{Given: given[i], Result: p.result, Reason: p.reason, Accepted: k.options.list[p.option].Text}
		switch {
		case named[p.option]:
			part.Result, part.Reason, twice = quiz.Wrong, quiz.Twice, true
		case i < len(k.want) && k.want[i] == p.option:
			v.Found++
			nearly = nearly || p.result == quiz.Nearly
		default:
			part.Result, part.Reason = quiz.Wrong, quiz.OtherOrder
		}
		named[p.option] = true
		v.Parts = append(v.Parts, part)
	}
	switch {
	case twice:
		v.Result, v.Reason = quiz.Wrong, quiz.Twice
	case len(picks) < len(k.want):
		v.Result, v.Reason = quiz.Wrong, quiz.Missing
	case v.Found < len(k.want):
		v.Result, v.Reason = quiz.Wrong, quiz.OtherOrder
	case nearly:
		v.Result, v.Reason = quiz.Nearly, quiz.SomeNearly
	}
	return v
}

// places reads an answer of places: a row of digits, or letters and digits in
// turn. It returns the options in the order that says; of digits alone, as the
// numbers of the options. nil when the answer is of another kind.
func (o *options) places(answer string) (row []int, digits bool) {
	var tokens []int // places from 0, options as -1 - option
	s := language.OneWidth(language.Clean(answer))
	for s != "" {
		r := []rune(s)[0]
		size := len(string(r))
		switch {
		case !language.NotDigit(r):
			if size = strings.IndexFunc(s, language.NotDigit); size < 0 {
				size = len(s)
			}
			tokens = append(tokens, placesIn(s[:size], len(o.list))...)
		case unicode.IsLetter(r):
			i := o.mark(language.LowerCase(s[:size]))
			if i < 0 || startsWord(s[size:]) {
				return nil, false
			}
			tokens = append(tokens, -1-i)
		}
		s = s[size:]
	}
	n := len(o.list)
	switch {
	case len(tokens) == n && !slices.ContainsFunc(tokens, func(t int) bool { return t < 0 }) && !o.figures:
		row, digits = tokens, true
	case len(tokens) == 2*n:
		row = make([]int, n)
		for i := range row {
			row[i] = -1
		}
		for i := 0; i < len(tokens); i += 2 {
			place, option := max(tokens[i], tokens[i+1]), -1-min(tokens[i], tokens[i+1])
			if place < 0 || place >= n || option < 0 || (tokens[i] < 0) != (tokens[0] < 0) {
				return nil, false
			}
			row[place] = option
		}
	}
	if !isPermutation(row, n) {
		return nil, false
	}
	return row, digits
}

// placesIn reads one place, or a row of them in single digits: 35214.
func placesIn(s string, n int) []int {
	if len(s) == n && n < 10 {
		var list []int
		for _, r := range s {
			list = append(list, int(r-'1'))
		}
		return list
	}
	i, err := strconv.Atoi(s)
	if err != nil {
		return []int{n} // no place
	}
	return []int{i - 1}
}

// startsWord reports whether a letter is followed by another.
func startsWord(rest string) bool {
	return strings.IndexFunc(rest, unicode.IsLetter) == 0
}

func isPermutation(row []int, n int) bool {
	seen := make([]bool, n)
	for _, i := range row {
		if i < 0 || i >= n || seen[i] {
			return false
		}
		seen[i] = true
	}
	return len(row) == n
}

// inverse turns places into an order, and back.
func inverse(row []int) []int {
	list := make([]int, len(row))
	for i, j := range row {
		list[j] = i
	}
	return list
}

func picksOf(row []int) []pick {
	var list []pick
	for _, i := range row {
		list = append(list, pick{i, quiz.Right, quiz.Same})
	}
	return list
}

// letters returns what options are called by.
func (o *options) letters(row []int) []string {
	var list []string
	for _, i := range row {
		list = append(list, quiz.Letter(i))
	}
	return list
}
