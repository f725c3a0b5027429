// Package asked holds questions as browsers show them: as JSON for phones, and
// as a page with homework that needs no server.
//
// In go questions in one language and kitpress's own words. The page judges what
// it can judge as package match does, and leaves the rest to whoever answers. The
// package must not know who asks, rooms or requests.
package asked

import (
	"slices"
	"strings"

	"kitpress/i18n"
	"kitpress/quiz"
)

// A Named is a thing by what it is called in an answer.
type Named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// A Question is a question. What is right is said once it is closed.
type Question struct {
	ID      string    `json:"id"`
	Kind    quiz.Kind `json:"kind"`
	Title   string    `json:"title"` // of its topic
	Ask     string    `json:"ask"`
	Several bool      `json:"several,omitempty"`
	Choose  int       `json:"choose,omitempty"` // how many of several, where the question says it
	Need    int       `json:"need,omitempty"`   // of a list
	Unit    string    `json:"unit,omitempty"`
	Options []Named   `json:"options,omitempty"` // by what they are called in an answer
	Left    []Named   `json:"left,omitempty"`    // of pairs, by their numbers
	Right   []string  `json:"right,omitempty"`   // ids of options, or the answer in words
	Explain string    `json:"explain,omitempty"`
}

// Of returns a question as it is shown; told says what is right.
func Of(q *quiz.Item, told bool, words *i18n.Words) *Question {
	out := &Question{ID: q.ID, Kind: q.Kind, Title: q.Title, Ask: q.Ask, Several: q.Several, Unit: q.Unit}
	options := q.Options
	switch q.Kind {
	case quiz.Matching:
		options = q.Right
		for i, o := range q.Left {
			out.Left = append(out.Left, Named{string(rune('1' + i)), o.Text})
		}
	case quiz.TrueFalse:
		for _, truth := range []string{"true", "false"} { // answers are words of the language
			out.Options = append(out.Options, Named{words.Word("quiz.truth." + truth), words.Word("quiz.truth." + truth)})
		}
	case quiz.List:
		if out.Need = q.Need; out.Need == 0 {
			out.Need = len(q.Items)
		}
	case quiz.Choice:
		if q.SaysHowMany() {
			out.Choose = len(q.Accept)
		}
	}
	for i, o := range options {
		out.Options = append(out.Options, Named{quiz.Letter(i), o.Text})
	}
	if told {
		out.Explain, out.Right = q.Explain, rightOf(q, words)
	}
	return out
}

// rightOf returns what is right: the letters of options, pairs such as 1b, or
// the answer itself.
func rightOf(q *quiz.Item, words *i18n.Words) []string {
	switch q.Kind {
	case quiz.Choice, quiz.Ordering:
		var letters []string
		for _, id := range q.Accept {
			letters = append(letters, quiz.Letter(slices.IndexFunc(q.Options, func(o quiz.Option) bool { return o.ID == id })))
		}
		return letters
	case quiz.TrueFalse:
		return []string{words.Word("quiz.truth." + q.Accept[0])}
	case quiz.Matching:
		return strings.Split(q.Keys()[0], ", ")
	case quiz.List:
		var items []string
		for _, ways := range q.Items {
			items = append(items, ways[0])
		}
		return items
	}
	return q.Accept[:1]
}
