package quizzes

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"kitpress/quiz"
)

// printQuestion writes a question as pupils read it.
func printQuestion(w io.Writer, words wording, head string, q quiz.Item) {
	about := q.Title
	if about != "" {
		about += " · "
	}
	fmt.Fprintf(w, "%s  %s%s  [%s]\n", head, about, words.Word("quiz.level."+strconv.Itoa(max(1, min(3, q.Level)))), q.ID)
	fmt.Fprintf(w, "   %s\n", q.Ask)
	for i, o := range q.Options {
		fmt.Fprintf(w, "   %s) %s\n", quiz.Letter(i), o.Text)
	}
	for i, o := range q.Left {
		fmt.Fprintf(w, "   %d. %s\n", i+1, o.Text)
	}
	for i, o := range q.Right {
		fmt.Fprintf(w, "   %s) %s\n", quiz.Letter(i), o.Text)
	}
	if how := howToAnswer(words, q); how != "" {
		fmt.Fprintf(w, "   %s\n", how)
	}
}

// howToAnswer says what an answer looks like where that is not plain.
func howToAnswer(words wording, q quiz.Item) string {
	switch {
	case q.Kind == quiz.TrueFalse:
		return words.Word("quiz.how.true-false")
	case q.Kind == quiz.Ordering:
		return words.Word("quiz.how.ordering")
	case q.Kind == quiz.Matching:
		return words.Word("quiz.how.matching")
	case q.Kind == quiz.Choice && q.Several:
		return words.Word("quiz.how.several")
	case q.Kind == quiz.Number && q.Unit != "":
		return words.Word("quiz.how.number", "Unit", q.Unit)
	}
	return ""
}

// keyOf returns the right answer as it is shown.
func keyOf(words wording, q quiz.Item) string {
	keys := q.Keys()
	if len(keys) == 0 {
		return ""
	}
	switch q.Kind {
	case quiz.TrueFalse:
		return words.Word("quiz.truth." + q.Accept[0])
	case quiz.Number:
		return strings.TrimSpace(keys[0] + " " + q.Unit)
	case quiz.Choice, quiz.Ordering:
		return keys[0] + ": " + keys[len(keys)-1]
	case quiz.List:
		var all []string
		for _, ways := range q.Items {
			all = append(all, ways[0])
		}
		return strings.Join(all, "; ")
	}
	return keys[0]
}

// printKey writes the right answer and why it is right.
func printKey(w io.Writer, words wording, q quiz.Item) {
	fmt.Fprintf(w, "   %s\n   %s\n", words.Word("quiz.answer", "Answer", keyOf(words, q)), q.Explain)
}

// A questionJSON is a question for other programs. The key is there only when
// it was asked for.
type questionJSON struct {
	ID      string       `json:"id"`
	Topic   string       `json:"topic"`
	Title   string       `json:"title"`
	Lang    string       `json:"lang"`
	Kind    quiz.Kind    `json:"kind"`
	Level   int          `json:"level"`
	Ask     string       `json:"ask"`
	Several bool         `json:"several,omitempty"`
	Unit    string       `json:"unit,omitempty"`
	Need    int          `json:"need,omitempty"`
	Options []optionJSON `json:"options,omitempty"`
	Left    []optionJSON `json:"left,omitempty"`
	Right   []optionJSON `json:"right,omitempty"`
	Key     *keyJSON     `json:"key,omitempty"`
}

type optionJSON struct {
	Letter string `json:"letter"` // of the left column of pairs: the number
	ID     string `json:"id"`
	Text   string `json:"text"`
}

type keyJSON struct {
	Shown   string            `json:"shown"`
	Accept  []string          `json:"accept"` // answers that count
	Wrong   []string          `json:"wrong,omitempty"`
	Because map[string]string `json:"because,omitempty"` // by the id of a wrong option
	Explain string            `json:"explain"`
}

func questionOf(words wording, q quiz.Item, key bool) questionJSON {
	options := func(list []quiz.Option, label func(int) string) []optionJSON {
		var out []optionJSON
		for i, o := range list {
			out = append(out, optionJSON{label(i), o.ID, o.Text})
		}
		return out
	}
	x := questionJSON{ID: q.ID, Topic: q.Topic, Title: q.Title, Lang: q.Lang, Kind: q.Kind, Level: q.Level, Ask: q.Ask,
		Several: q.Several, Unit: q.Unit, Need: q.Need, Options: options(q.Options, quiz.Letter),
		Left: options(q.Left, func(i int) string { return strconv.Itoa(i + 1) }), Right: options(q.Right, quiz.Letter)}
	if q.Kind == quiz.Matching && !key { // the ids of the two columns are the same
		for i := range x.Left {
			x.Left[i].ID = x.Left[i].Letter
		}
		for i := range x.Right {
			x.Right[i].ID = x.Right[i].Letter
		}
	}
	if key {
		x.Key = &keyJSON{keyOf(words, q), q.Keys(), q.Wrong, map[string]string{}, q.Explain}
		for _, o := range q.Options {
			if o.Because != "" {
				x.Key.Because[o.ID] = o.Because
			}
		}
	}
	return x
}
