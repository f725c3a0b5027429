package exchange

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog/source"
	"kitpress/quiz"
	"kitpress/quiz/match"
)

// key reads the right and wrong answers.
func (r *rowReader) key() {
	right := r.several(colRight)
	if len(r.filled(colRight)) == 0 {
		r.errorf(colRight, "there is no right answer")
		return
	}
	switch r.it.Kind {
	case quiz.Choice:
		r.choice()
	case quiz.TrueFalse:
		r.truth(right)
	case quiz.Number:
		r.number()
	case quiz.List:
		for _, s := range r.filled(colRight) {
			r.it.Items = append(r.it.Items, splitWays(s))
		}
		r.it.Wrong = orNil(r.filled(colWrong))
		r.need()
		r.strict()
	case quiz.Ordering:
		r.options(r.filled(colRight), nil)
	case quiz.Matching:
		r.matching()
	default:
		r.it.Accept, r.it.Wrong = r.filled(colRight), orNil(r.filled(colWrong))
		r.strict()
	}
}

func orNil(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}

func (r *rowReader) choice() {
	right := r.filled(colRight)
	wrong, reasons := r.several(colWrong), r.several(colBecause)
	var kept, why []string
	for i := range max(len(wrong), len(reasons)) {
		w, b := at(wrong, i), at(reasons, i)
		if w == "" && b != "" {
			r.errorf(columnID(colBecause, i+1), "a reason, but no wrong option with its number")
		}
		if w != "" {
			kept, why = append(kept, w), append(why, b)
		}
	}
	if len(right)+len(kept) < 2 {
		r.errorf(colWrong, "a choice needs at least two options")
		return
	}
	ids := r.options(right, kept)
	r.it.Accept = ids[:len(right)]
	shown := strings.Fields(r.cell(colShown))
	r.it.Several = len(right) > 1 || slices.Contains(shown, severalMark)
	for i, b := range why {
		id := ids[len(right)+i]
		r.it.Options[slices.IndexFunc(r.it.Options, func(o quiz.Option) bool { return o.ID == id })].Because = b
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// options puts options into the order they are shown in and returns their ids,
// right ones first. Without an order of its own a question gets one that
// follows from its texts, so that the right one is not always the first.
func (r *rowReader) options(right, wrong []string) []string {
	texts := slices.Concat(right, wrong)
	columns := make([]string, 0, len(texts))
	for i := range right {
		columns = append(columns, columnID(colRight, i+1))
	}
	for i := range wrong {
		columns = append(columns, columnID(colWrong, i+1))
	}
	ids, order := r.shown(columns, texts)
	for _, i := range order {
		r.it.Options = append(r.it.Options, quiz.Option{ID: ids[i], Text: texts[i]})
	}
	if r.it.Kind == quiz.Ordering {
		r.it.Accept = ids
	}
	return ids
}

// shown returns the id of each text and the order they are shown in: as the
// cell says, or made from the texts.
func (r *rowReader) shown(columns, texts []string) (ids []string, order []int) {
	ids = make([]string, len(texts))
	for _, word := range strings.Fields(r.cell(colShown)) {
		column, id, ok := strings.Cut(word, ":")
		i := slices.Index(columns, strings.ToLower(column))
		if !ok || i < 0 || column == "left" {
			continue
		}
		if !idForm().MatchString(id) || slices.Contains(ids, id) || ids[i] != "" {
			r.errorf(colShown, "the shown order is not as kitpress writes it").Hint = "leave the cell blank"
			break
		}
		ids[i] = id
		order = append(order, i)
	}
	if len(order) == len(texts) {
		return ids, order
	}
	if len(order) > 0 {
		r.errorf(colShown, "the shown order names %d of %d answers", len(order), len(texts)).Hint = "leave the cell blank"
	}
	order = order[:0]
	for i := range texts {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(string(hash(r.it.ID+"\n"+texts[a])), string(hash(r.it.ID+"\n"+texts[b])))
	})
	for place, i := range order {
		ids[i] = "o" + strconv.Itoa(place+1)
	}
	return ids, order
}

// truth reads whether the statement is true, in the words of the language.
func (r *rowReader) truth(right []string) {
	if len(right) != 1 {
		r.errorf(columnID(colRight, 2), "a statement has one answer")
	}
	for _, v := range []string{"true", "false"} {
		if match.Check(quiz.Question{Kind: quiz.TrueFalse, Accept: []string{v}}, r.it.Lang, right[0]).Point() {
			r.it.Accept = []string{v}
			return
		}
	}
	r.errorf(colRight, "%q is neither true nor false", source.Clip(right[0])).Hint = fmt.Sprintf("known: %s, %s", truth(r.it.Lang, true), truth(r.it.Lang, false))
}

var (
	// grouped is a number whose sign may stand between thousands.
	grouped = regexp.MustCompile(`^-?[1-9][0-9]{0,2}([.,][0-9]{3})+$`)
	// withComma is a number with a comma before its fraction.
	withComma = regexp.MustCompile(`^-?[0-9]+,[0-9]+$`)
)

// number reads numbers as they are written in the language. One that reads
// as thousands and as a fraction, such as 1.500 in German, is a problem.
func (r *rowReader) number() {
	plain := r.cell(colShown) == asWritten
	for _, s := range r.filled(colRight) {
		s = strings.ReplaceAll(s, "−", "-")
		switch {
		case plain:
		case grouped.MatchString(s):
			r.errorf(colRight, "%q may be thousands or a fraction", source.Clip(s)).Hint = "write thousands without a sign: 1500"
		case withComma.MatchString(s):
			s = strings.Replace(s, ",", ".", 1)
		}
		r.it.Accept = append(r.it.Accept, s)
	}
	r.it.Unit = r.cell(colUnit)
	r.it.Tolerance = r.cell(colTolerance)
	if withComma.MatchString(r.it.Tolerance) {
		r.it.Tolerance = strings.Replace(r.it.Tolerance, ",", ".", 1)
	}
	r.it.Year = r.yes(colYear)
	for _, part := range strings.Split(r.cell(colUnits), ";") {
		names, factor, _ := strings.Cut(part, "=")
		var u quiz.Unit
		for _, n := range strings.Split(names, ",") {
			if n = strings.TrimSpace(n); n != "" {
				u.Names = append(u.Names, n)
			}
		}
		u.Factor = strings.Replace(strings.TrimSpace(factor), ",", ".", 1)
		if len(u.Names) > 0 {
			r.it.Units = append(r.it.Units, u)
		} else if strings.TrimSpace(part) != "" {
			r.errorf(colUnits, "a unit without a name: %q", source.Clip(part)).Hint = "h, hours = 60; days = 1440"
		}
	}
}

// yes reads a cell that says yes, in any language.
func (r *rowReader) yes(column string) bool {
	s := strings.ToLower(r.cell(column))
	yes := append(all(words().yes), "true", "x", "1", "y")
	switch {
	case s == "" || s == "no" || s == "nein" || s == "non" || s == "いいえ" || s == "false" || s == "0" || s == "-":
		return false
	case slices.Contains(yes, s):
		return true
	}
	r.errorf(column, "%q is neither yes nor no", source.Clip(s)).Hint = "known: " + in(words().yes, r.it.Lang)
	return false
}

func (r *rowReader) need() {
	s := r.cell(colNeed)
	if s == "" {
		return
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > len(r.it.Items) {
		r.errorf(colNeed, "%q is not a number from 1 to %d", source.Clip(s), len(r.it.Items))
		return
	}
	r.it.Need = n
}

func (r *rowReader) strict() {
	for _, s := range strings.FieldsFunc(r.cell(colStrict), func(c rune) bool { return c == ',' || c == ';' || c == ' ' }) {
		if s = strings.ToLower(s); !slices.Contains(quiz.Stricts(), s) {
			r.errorf(colStrict, "unknown word %q", source.Clip(s)).Hint = "known: " + strings.Join(quiz.Stricts(), ", ")
		} else if !r.it.Is(s) {
			r.it.Strict = append(r.it.Strict, s)
		}
	}
}

// splitWays takes a cell of a list apart: the ways to say one thing, with |
// between them and \| for the sign itself.
func splitWays(s string) []string {
	var list []string
	var b strings.Builder
	end := func() {
		if w := strings.TrimSpace(b.String()); w != "" {
			list = append(list, w)
		}
		b.Reset()
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '|' || s[i+1] == '\\'):
			i++
			b.WriteByte(s[i])
		case s[i] == '|':
			end()
		default:
			b.WriteByte(s[i])
		}
	}
	end()
	return list
}

// matching reads pairs, left = right. What is the same on the right is one.
func (r *rowReader) matching() {
	var left, right, columns []string
	var pairs []int // for each of left, which of right
	for i, s := range r.several(colRight) {
		if s == "" {
			continue
		}
		l, rt, ok := cutPair(s)
		if !ok {
			r.errorf(columnID(colRight, i+1), "%q is no pair", source.Clip(s)).Hint = "left = right"
			continue
		}
		left = append(left, l)
		j := slices.Index(right, rt)
		if j < 0 {
			j = len(right)
			right, columns = append(right, rt), append(columns, columnID(colRight, len(left)))
		}
		pairs = append(pairs, j)
	}
	for i, s := range r.filled(colWrong) {
		right, columns = append(right, s), append(columns, columnID(colWrong, i+1))
	}
	ids, order := r.shown(columns, right)
	for _, i := range order {
		r.it.Right = append(r.it.Right, quiz.Option{ID: ids[i], Text: right[i]})
	}
	var names []string
	for _, word := range strings.Fields(r.cell(colShown)) {
		if id, ok := strings.CutPrefix(word, "left:"); ok {
			names = append(names, id)
		}
	}
	for i, text := range left {
		id := "l" + strconv.Itoa(i+1)
		if len(names) == len(left) {
			id = names[i]
		}
		if !idForm().MatchString(id) {
			r.errorf(colShown, "the shown order is not as kitpress writes it").Hint = "leave the cell blank"
			return
		}
		r.it.Left = append(r.it.Left, quiz.Option{ID: id, Text: text})
		r.it.Pairs = append(r.it.Pairs, quiz.Pair{Left: id, Right: ids[pairs[i]]})
	}
}

// cutPair cuts at the first = that has no \ in front.
func cutPair(s string) (left, right string, ok bool) {
	for i := range len(s) {
		if s[i] == '=' && (i == 0 || s[i-1] != '\\') {
			left, right = strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+1:])
			return strings.ReplaceAll(left, `\=`, "="), right, left != "" && right != ""
		}
	}
	return "", "", false
}
