package quizzes

import (
	"errors"
	"slices"
	"strings"

	"kitpress/cmd/internal/cli/terminal"
	"kitpress/quiz"
)

// optionLetters are what options are called in the order they are given.
const optionLetters = "abcdefghijklmnopqrstuvwxyz"

// question turns a typed key into a question.
func (k typedKey) question() (quiz.Question, error) {
	kind, err := kindOf(k.kind)
	q := quiz.Question{Kind: kind, Accept: k.accept, Wrong: k.wrong, Several: k.several, Need: k.need, Unit: k.unit, Tolerance: k.tolerance, Year: k.year}
	if err != nil {
		return q, err
	}
	if k.need < 0 {
		return q, terminal.Usage("--need 2", "--need is at least 0, not %d", k.need)
	}
	for _, what := range k.strict {
		if err := terminal.OneOf(what, quiz.Stricts(), "--strict: unknown value %q"); err != nil {
			return q, err
		}
	}
	q.Strict = k.strict
	switch kind {
	case quiz.List:
		for _, item := range k.accept {
			q.Items = append(q.Items, splitTrim(item, "|"))
		}
	case quiz.Choice, quiz.Ordering:
		q.Options = lettered(k.options)
		q.Accept, err = optionIDs(k.accept, k.options)
	case quiz.Matching:
		err = k.pairs(&q)
	}
	return q, err
}

func splitTrim(s, sep string) []string {
	parts := strings.Split(s, sep)
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

func lettered(texts []string) []quiz.Option {
	var list []quiz.Option
	for i, t := range texts[:min(len(texts), len(optionLetters))] {
		list = append(list, quiz.Option{ID: optionLetters[i : i+1], Text: t})
	}
	return list
}

// optionIDs returns the letters of options named by letter or text.
func optionIDs(names, options []string) ([]string, error) {
	var ids []string
	for _, name := range names {
		i := slices.Index(options, name)
		if i < 0 && len(name) == 1 {
			i = strings.Index(optionLetters, strings.ToLower(name))
		}
		if i < 0 || i >= len(options) || i >= len(optionLetters) {
			return nil, terminal.Usage("name an --option by its letter or its text", "--accept: there is no option %q", name)
		}
		ids = append(ids, optionLetters[i:i+1])
	}
	return ids, nil
}

// pairs reads left = right; the right column is shown in the order of the
// alphabet, so that its letters give nothing away.
func (k typedKey) pairs(q *quiz.Question) error {
	var left, right []string
	for _, p := range k.accept {
		l, r, ok := strings.Cut(p, "=")
		if !ok {
			return terminal.Usage(`--accept "left = right"`, "--accept: %q is no pair", p)
		}
		left = append(left, strings.TrimSpace(l))
		if r = strings.TrimSpace(r); !slices.Contains(right, r) {
			right = append(right, r)
		}
	}
	slices.Sort(right)
	q.Left, q.Right, q.Accept = lettered(left), lettered(right), nil
	for i, p := range k.accept[:len(q.Left)] {
		_, r, _ := strings.Cut(p, "=")
		j := slices.Index(right, strings.TrimSpace(r))
		if j >= len(q.Right) {
			return errors.New("too many pairs")
		}
		q.Pairs = append(q.Pairs, quiz.Pair{Left: q.Left[i].ID, Right: q.Right[j].ID})
	}
	return nil
}

// A typedKey is the key of a question as it is typed.
type typedKey struct {
	kind            string
	accept, wrong   []string
	options         []string
	several, year   bool
	need            int
	unit, tolerance string
	strict          []string
}
