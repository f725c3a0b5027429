package exchange

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog/source"
	"kitpress/quiz"
)

// Why questions do not fit, where several formats agree.
var (
	errList  = errors.New("no way to check several things in any order")
	errCase  = errors.New("no way to ask for capitals")
	errEra   = errors.New("no way to ask for a year before Christ")
	errKind  = errors.New("no such kind of question")
	errEmpty = errors.New("an answer is empty")
)

// typed returns the answers that count where one is typed: of a short
// question, and of a list of which one thing is enough.
func typed(it quiz.Item) (answers []string, ok bool) {
	switch {
	case it.Kind == quiz.Short:
		return it.Accept, true
	case it.Kind == quiz.List && (it.Need == 1 || len(it.Items) == 1):
		return slices.Concat(it.Items...), true
	}
	return nil, false
}

// isRight reports whether an option of a choice is one of the right ones.
func isRight(it quiz.Item, id string) bool { return slices.Contains(it.Accept, id) }

// textOf returns the text of an option.
func textOf(list []quiz.Option, id string) string {
	for _, o := range list {
		if o.ID == id {
			return o.Text
		}
	}
	return ""
}

// A couple is what belongs together, as texts.
type couple struct{ Left, Right string }

// couples returns the pairs of a matching in the order of the left column, and
// what is left over in the right one; of an ordering, the places and what
// stands there.
func couples(it quiz.Item) (pairs []couple, extra []string) {
	if it.Kind == quiz.Ordering {
		for i, id := range it.Accept {
			pairs = append(pairs, couple{strconv.Itoa(i+1) + ".", textOf(it.Options, id)})
		}
		return pairs, nil
	}
	used := map[string]bool{}
	for _, l := range it.Left {
		for _, p := range it.Pairs {
			if p.Left == l.ID {
				pairs = append(pairs, couple{l.Text, textOf(it.Right, p.Right)})
				used[p.Right] = true
			}
		}
	}
	for _, r := range it.Right {
		if !used[r.ID] {
			extra = append(extra, r.Text)
		}
	}
	return pairs, extra
}

// decimalNumber is how platforms read numbers.
var decimalNumber = source.Pattern(`^-?[0-9]+(\.[0-9]+)?$`)

// numberFit refuses numbers platforms cannot read.
func numberFit(it quiz.Item) error {
	for _, a := range append(slices.Clone(it.Accept), tolerance(it)) {
		if !decimalNumber().MatchString(a) {
			return fmt.Errorf("%q is no decimal number", a)
		}
		if it.Year && strings.HasPrefix(a, "-") {
			return errEra
		}
	}
	return nil
}

// tolerance returns how far off a number may be, "0" for not at all.
func tolerance(it quiz.Item) string {
	if it.Tolerance == "" {
		return "0"
	}
	return it.Tolerance
}

// askWithUnit returns the question with the unit the number is meant in, for
// platforms that know no units.
func askWithUnit(it quiz.Item) string {
	if it.Kind == quiz.Number && it.Unit != "" {
		return it.Ask + " (" + it.Unit + ")"
	}
	return it.Ask
}

// topicTitle returns what the topic of a question is called.
func topicTitle(it quiz.Item) string {
	if it.Title != "" {
		return it.Title
	}
	return it.Topic
}

// tags returns what a question is filed under, beside its topic.
func tags(it quiz.Item) []string {
	list := []string{it.Topic}
	if it.Level > 0 {
		list = append(list, "level-"+strconv.Itoa(it.Level))
	}
	return list
}

// typedFit refuses questions that want several things typed, and answers with
// signs that mean something else to a format.
func typedFit(it quiz.Item, signs, means string) error {
	answers, ok := typed(it)
	if !ok {
		return errList
	}
	return answersFit(answers, signs, means)
}

// answersFit refuses such answers, and empty ones.
func answersFit(answers []string, signs, means string) error {
	for _, a := range answers {
		if strings.TrimSpace(a) == "" {
			return errEmpty
		}
		if i := strings.IndexAny(a, signs); i >= 0 {
			return fmt.Errorf("%q in the answer %q means %s", a[i:i+1], a, means)
		}
	}
	return nil
}

// truth returns what an answer to a statement is called in a language, with
// a capital.
func truth(lang string, value bool) string {
	it := quiz.Item{Question: quiz.Question{Kind: quiz.TrueFalse, Accept: []string{strconv.FormatBool(value)}}, Lang: lang}
	word := []rune(it.Keys()[0])
	return strings.ToUpper(string(word[:1])) + string(word[1:])
}
