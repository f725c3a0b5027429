package quizzes

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/quiz"
	"kitpress/quiz/answers"
	"kitpress/quiz/exchange"
)

// A classReport is the report on a class in one language.
type classReport struct {
	*answers.Report
	words wording
	lang  string
}

// heads returns the names of columns.
func (r classReport) heads(ids ...string) []string {
	var list []string
	for _, id := range ids {
		list = append(list, r.words.Word("quiz.report."+id))
	}
	return list
}

// print writes the report and, for people, the problems beside it.
func (r classReport) print(s terminal.Streams, asJSON bool, found string, problems source.Problems) error {
	if asJSON {
		if problems == nil {
			problems = source.Problems{}
		}
		return s.JSON(struct {
			*answers.Report
			Problems source.Problems `json:"problems"`
		}{r.Report, problems})
	}
	if found != "" {
		terminal.Printf(s.Err, "read as %s\n", found)
	}
	fmt.Fprintf(s.Out, "%s\n\n", r.summary())
	for _, t := range []terminal.Table{r.pupils(), r.questions(), r.nearly()} {
		if len(t.Rows) == 0 {
			continue
		}
		for i := range t.Head {
			t.Head[i] = strings.ToUpper(t.Head[i])
		}
		if err := t.Print(s.Out); err != nil {
			return err
		}
		fmt.Fprintln(s.Out)
	}
	if len(problems) > 0 {
		s.Problems(problems)
		s.Complain(problems.Count()+"; what could be checked is in the report", "")
	}
	return nil
}

// summary says in one line how all did.
func (r classReport) summary() string {
	var all answers.Tally
	for _, q := range r.Questions {
		all.Answers += q.Answers
		all.Right += q.Right
		all.Nearly += q.Nearly
		all.Wrong += q.Wrong
		all.Invalid += q.Invalid
	}
	return r.words.Word("quiz.report.summary", "Answers", all.Answers, "Pupils", len(r.Pupils), "Questions", len(r.Questions),
		"Right", all.Right, "Nearly", all.Nearly, "Wrong", all.Wrong, "Invalid", all.Invalid)
}

func (r classReport) pupils() terminal.Table {
	t := terminal.Table{Head: r.heads("pupil", "points", "answers", "look", "invalid")}
	for _, p := range r.Pupils {
		t.Rows = append(t.Rows, []string{p.Pupil, strconv.Itoa(p.Right), strconv.Itoa(p.Answers), strconv.Itoa(p.Nearly), strconv.Itoa(p.Invalid)})
	}
	return t
}

func (r classReport) questions() terminal.Table {
	t := terminal.Table{Head: r.heads("question", "answers", "right", "share", "look", "mistakes")}
	for _, q := range r.Questions {
		t.Rows = append(t.Rows, []string{writtenID(q.ID), strconv.Itoa(q.Answers), strconv.Itoa(q.Right), percent(q.Difficulty), strconv.Itoa(q.Nearly), mistakes(q)})
	}
	return t
}

// writtenID returns the id of a question as its author wrote it.
func writtenID(id string) string { return strings.TrimPrefix(id, exchange.OwnTopic+"/") }

func percent(share float64) string { return strconv.Itoa(int(share*100+0.5)) + "\u00a0%" }

func mistakes(q answers.QuestionReport) string {
	var list []string
	for _, m := range q.Mistakes {
		list = append(list, fmt.Sprintf("%s (%d)", source.ClipTo(m.Answer, 40), m.Count))
	}
	return strings.Join(list, ", ")
}

// nearly lists what somebody has to look at.
func (r classReport) nearly() terminal.Table {
	t := terminal.Table{Head: r.heads("look", "question", "answer", "why")}
	for _, a := range r.Answers {
		if a.Result == quiz.Nearly {
			t.Rows = append(t.Rows, []string{a.Pupil, writtenID(a.Question), source.ClipTo(terminal.OneLine(a.Answer), 40), a.Message})
		}
	}
	return t
}

// write writes the report for a spreadsheet: the answers as CSV, or pupils,
// questions and answers as a workbook.
func (r classReport) write(name string) error {
	var b bytes.Buffer
	if strings.EqualFold(filepath.Ext(name), ".csv") {
		if err := spreadsheet.WriteCSV(&b, r.answerRows(), spreadsheet.SeparatorOf(r.lang)); err != nil {
			return err
		}
		return publish.ReplaceFile(name, b.Bytes())
	}
	pupils := [][]string{r.heads("pupil", "points", "answers", "look", "wrong", "invalid")}
	for _, p := range r.Pupils {
		pupils = append(pupils, append([]string{p.Pupil}, counts(p.Tally)...))
	}
	questions := [][]string{r.heads("question", "points", "answers", "look", "wrong", "invalid", "share", "topic", "kind", "level", "asked", "mistakes")}
	for _, q := range r.Questions {
		questions = append(questions, append(append([]string{writtenID(q.ID)}, counts(q.Tally)...), strconv.FormatFloat(q.Difficulty, 'f', 3, 64),
			q.Topic, exchange.KindName(q.Kind, r.lang), strconv.Itoa(q.Level), q.Ask, mistakes(q)))
	}
	names := r.heads("pupils", "questions", "answers")
	err := spreadsheet.WriteXLSX(&b, []spreadsheet.Sheet{
		{Name: names[0], Rows: pupils, Header: true, Numbers: []int{1, 2, 3, 4, 5}, Widths: []int{24}},
		{Name: names[1], Rows: questions, Header: true, Numbers: []int{1, 2, 3, 4, 5, 6, 9}, Widths: []int{32, 0, 0, 0, 0, 0, 0, 20, 12, 0, 60, 60}},
		{Name: names[2], Rows: r.answerRows(), Header: true, Numbers: []int{5}, Widths: []int{24, 32, 0, 40, 12, 0, 60}},
	})
	if err != nil {
		return err
	}
	return publish.ReplaceFile(name, b.Bytes())
}

func counts(t answers.Tally) []string {
	var list []string
	for _, n := range []int{t.Right, t.Answers, t.Nearly, t.Wrong, t.Invalid} {
		list = append(list, strconv.Itoa(n))
	}
	return list
}

// answerRows are the answers with their verdicts, one in each row. The
// columns are called as they may be when the file is read again.
func (r classReport) answerRows() [][]string {
	rows := [][]string{r.heads("pupil", "question", "language", "answer", "verdict", "points", "why")}
	for _, a := range r.Answers {
		points := "0"
		if a.Point {
			points = "1"
		}
		rows = append(rows, []string{a.Pupil, writtenID(a.Question), a.Lang, a.Answer, r.words.Word(a.Result.Message().ID), points, a.Message})
	}
	return rows
}
