package exchange

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"kitpress/catalog/spreadsheet"
	"kitpress/quiz"
)

// What fits into Kahoot's sheet, in characters; an emoji counts as two, as in
// the browser.
const (
	kahootAsk     = 120
	kahootAnswer  = 75
	kahootAnswers = 4
)

// kahootTimes are the seconds for an answer by level; Kahoot knows no others
// than 5, 10, 20, 30, 60, 90, 120 and 240.
var kahootTimes = map[int]string{1: "20", 2: "30", 3: "60"}

func kahootFit(it quiz.Item) error {
	if it.Kind != quiz.Choice && it.Kind != quiz.TrueFalse {
		return errKind
	}
	if n := units(it.Ask); n > kahootAsk {
		return fmt.Errorf("the question has %d characters, at most %d fit", n, kahootAsk)
	}
	if len(it.Options) > kahootAnswers {
		return fmt.Errorf("%d options, at most %d fit", len(it.Options), kahootAnswers)
	}
	for _, o := range it.Options {
		if n := units(o.Text); n > kahootAnswer {
			return fmt.Errorf("the option %q has %d characters, at most %d fit", o.Text, n, kahootAnswer)
		}
	}
	return nil
}

func units(s string) int { return len(utf16.Encode([]rune(s))) }

// writeKahoot fills Kahoot's sheet: the header stands in row 8 and the first
// question in row 9, with its number in column A.
func writeKahoot(w io.Writer, items []quiz.Item, meta Meta) error {
	rows := [][]string{nil, {"", "Quiz template"}, {"", "Add questions, at least two answer alternatives, time limit and choose correct answers (at least one)."},
		{"", "Remember: questions have a limit of 120 characters and answers can have 75 characters max."}, nil, nil, nil,
		{"", "Question - max 120 characters", "Answer 1 - max 75 characters", "Answer 2 - max 75 characters", "Answer 3 - max 75 characters", "Answer 4 - max 75 characters",
			"Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs", "Correct answer(s) - choose at least one"}}
	for i, it := range items {
		answers := []string{truth(it.Lang, true), truth(it.Lang, false)}
		right := []string{map[bool]string{true: "1", false: "2"}[slices.Equal(it.Accept, []string{"true"})]}
		if it.Kind == quiz.Choice {
			answers, right = nil, nil
			for j, o := range it.Options {
				answers = append(answers, o.Text)
				if isRight(it, o.ID) {
					right = append(right, strconv.Itoa(j+1))
				}
			}
		}
		for len(answers) < kahootAnswers {
			answers = append(answers, "")
		}
		seconds := kahootTimes[it.Level]
		if seconds == "" {
			seconds = "30"
		}
		rows = append(rows, slices.Concat([]string{strconv.Itoa(i + 1), it.Ask}, answers, []string{seconds, strings.Join(right, ",")}))
	}
	return spreadsheet.WriteXLSX(w, []spreadsheet.Sheet{{Name: "Sheet1", Rows: rows, Numbers: []int{0, 6, 7}, Widths: []int{5, 60, 30, 30, 30, 30, 15, 15}}})
}
