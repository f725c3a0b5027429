package quiz

import (
	"slices"
	"strconv"
	"strings"

	"kitpress/quiz/language"
)

// Letter returns what an option is called by its place: a, b, c …
func Letter(i int) string { return string(rune('a' + i)) }

// Keys returns answers to a question that have to count, in its language: what
// is accepted, and for options their letters and their texts.
func (q Item) Keys() []string {
	l := language.Of(q.Lang)
	switch q.Kind {
	case Short:
		return q.Accept
	case Number:
		var list []string
		for _, n := range q.Accept {
			list = append(list, strings.Replace(n, ".", string(l.Decimal), 1))
		}
		return list
	case TrueFalse:
		return l.Truths[len(q.Accept) > 0 && q.Accept[0] == "true"][:1]
	case List:
		var all []string
		for _, ways := range q.Items {
			if len(ways) > 0 {
				all = append(all, ways[0])
			}
		}
		if q.Need > 0 && q.Need < len(all) {
			all = all[:q.Need]
		}
		return []string{strings.Join(all, "; ")}
	case Choice, Ordering:
		ids := q.Accept
		if q.Kind == Choice { // in the order they are shown
			ids = slices.Clone(ids)
			slices.SortFunc(ids, func(a, b string) int { return placeOf(q.Options, a) - placeOf(q.Options, b) })
		}
		var letters, texts []string
		for _, id := range ids {
			if i := placeOf(q.Options, id); i >= 0 {
				letters, texts = append(letters, Letter(i)), append(texts, q.Options[i].Text)
			}
		}
		return []string{strings.Join(letters, ", "), strings.Join(texts, "; ")}
	case Matching:
		var letters, texts []string
		for i, l := range q.Left {
			if j := q.partner(l.ID); j >= 0 {
				letters = append(letters, strconv.Itoa(i+1)+Letter(j))
				texts = append(texts, l.Text+" = "+q.Right[j].Text)
			}
		}
		return []string{strings.Join(letters, ", "), strings.Join(texts, "; ")}
	}
	return nil
}

// partner returns the place in the right column of what belongs to an option
// of the left one, or -1.
func (q Question) partner(id string) int {
	for _, p := range q.Pairs {
		if p.Left == id {
			return placeOf(q.Right, p.Right)
		}
	}
	return -1
}

// placeOf returns the place of an option by its id, or -1.
func placeOf(list []Option, id string) int {
	for i, o := range list {
		if o.ID == id {
			return i
		}
	}
	return -1
}
