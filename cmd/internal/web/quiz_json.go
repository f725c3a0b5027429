package web

import (
	"slices"
	"strings"

	"kitpress/cmd/internal/live"
	"kitpress/i18n"
	"kitpress/quiz"
)

// A startedJSON tells where to go.
type startedJSON struct {
	URL string `json:"url"`
}

// A nameJSON asks to be let into a quiz: POST /q/join; with the name alone, that
// it be struck: POST /desk/quiz/ID/strike.
type nameJSON struct {
	PIN  string `json:"pin"`
	Name string `json:"name"`
}

// A saidJSON is an answer: POST /q/ID/answer.
type saidJSON struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

// A ruleInJSON decides whether an answer counts: POST /desk/quiz/ID/rule.
type ruleInJSON struct {
	Question string `json:"question"`
	Lang     string `json:"lang"`
	Answer   string `json:"answer"`
	Counts   bool   `json:"counts"`
}

// A roomJSON is what everybody in a quiz may know, in one language.
type roomJSON struct {
	Phase    string     `json:"phase"` // lobby, open, closed or over
	Number   int        `json:"number"`
	Total    int        `json:"total"`
	Pupils   int        `json:"pupils"`
	Answered int        `json:"answered"`
	Question *askedJSON `json:"question,omitempty"`
}

// An askedJSON is a question. What is right is said once it is closed.
type askedJSON struct {
	ID      string      `json:"id"`
	Kind    quiz.Kind   `json:"kind"`
	Title   string      `json:"title"` // of its topic
	Ask     string      `json:"ask"`
	Several bool        `json:"several,omitempty"`
	Choose  int         `json:"choose,omitempty"` // how many of several, where the question says it
	Need    int         `json:"need,omitempty"`   // of a list
	Unit    string      `json:"unit,omitempty"`
	Options []namedJSON `json:"options,omitempty"` // by what they are called in an answer
	Left    []namedJSON `json:"left,omitempty"`    // of pairs, by their numbers
	Right   []string    `json:"right,omitempty"`   // ids of options, or the answer in words
	Explain string      `json:"explain,omitempty"`
}

// A pupilJSON is what one pupil may know: GET /q/ID/state.
type pupilJSON struct {
	roomJSON
	Name     string          `json:"name"`
	Lang     string          `json:"lang"`
	Points   int             `json:"points"`
	Answer   *verdictJSON    `json:"answer,omitempty"`
	Standing []live.Standing `json:"standing,omitempty"`
}

type verdictJSON struct {
	Text    string      `json:"text"`
	Result  quiz.Result `json:"result"`
	Point   bool        `json:"point"`
	Ruled   bool        `json:"ruled,omitempty"` // somebody decided so
	Message string      `json:"message"`
	Because string      `json:"because,omitempty"`
}

// A hostJSON is what the teacher sees: GET /desk/quiz/ID/state.
type hostJSON struct {
	roomJSON
	PIN      string              `json:"pin"`
	Base     string              `json:"base"` // where phones join
	Names    []string            `json:"names"`
	Counts   map[quiz.Result]int `json:"counts"`
	Said     []doubtJSON         `json:"said,omitempty"` // once it is closed
	Doubts   []doubtJSON         `json:"doubts,omitempty"`
	Standing []live.Standing     `json:"standing"`
}

type doubtJSON struct {
	Question string `json:"question"`
	Ask      string `json:"ask"`
	Lang     string `json:"lang"`
	N        int    `json:"n"`
	verdictJSON
}

func doubtsOf(list []live.Said, words *i18n.Words) []doubtJSON {
	var out []doubtJSON
	for _, d := range list {
		m := d.Verdict.Message()
		out = append(out, doubtJSON{d.Question, d.Ask, d.Lang, d.N, verdictJSON{d.Text, d.Verdict.Result, d.Point, d.Ruled, words.Word(m.ID, m.Args...), ""}})
	}
	return out
}

// roomOf returns what everybody may know.
func roomOf(s live.State, words *i18n.Words) roomJSON {
	out := roomJSON{Phase: s.Phase, Number: s.Number, Total: s.Total, Pupils: s.Pupils, Answered: s.Answered}
	if s.Question != nil {
		out.Question = askedOf(s.Question, s.Phase == live.Closed, words)
	}
	return out
}

func askedOf(q *quiz.Item, told bool, words *i18n.Words) *askedJSON {
	out := &askedJSON{ID: q.ID, Kind: q.Kind, Title: q.Title, Ask: q.Ask, Several: q.Several, Unit: q.Unit}
	options := q.Options
	switch q.Kind {
	case quiz.Matching:
		options = q.Right
		for i, o := range q.Left {
			out.Left = append(out.Left, namedJSON{string(rune('1' + i)), o.Text})
		}
	case quiz.TrueFalse:
		for _, truth := range []string{"true", "false"} { // answers are words of the language
			out.Options = append(out.Options, namedJSON{words.Word("quiz.truth." + truth), words.Word("quiz.truth." + truth)})
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
		out.Options = append(out.Options, namedJSON{quiz.Letter(i), o.Text})
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
