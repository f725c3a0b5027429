package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit"
	"kitpress/i18n"
	"kitpress/quiz"
	"kitpress/quiz/answers"
	"kitpress/quiz/spreadsheet"
)

// checkClass checks the answers of a class.
func checkClass(o quizCheckOptions, lang string, s Streams) error {
	if end := strings.ToLower(filepath.Ext(o.csv)); o.csv != "" && end != ".csv" && end != ".xlsx" {
		return usage("call it report.csv or report.xlsx", "--csv: cannot write %q", o.csv)
	}
	if err := notOver("--csv", o.csv, o.answer, o.questions); err != nil {
		return err
	}
	data, err := readLimited(o.answer, spreadsheet.MaxBytes)
	if err != nil {
		return err
	}
	src := o.open("")
	bank, err := src.in(lang)
	if err != nil {
		return err
	}
	src.sayRead(s)
	given, found, problems := answers.Read(o.answer, data, bank.Find)
	if len(given) == 0 || len(problems) > 0 && problems[0].Code == answers.CodeNothing {
		return forMachines(s, o.json, problems.Err())
	}
	report, more := answers.Grade(given, lang, src.bank)
	for _, g := range given {
		if err := src.errs[g.Lang]; err != nil {
			return err
		}
	}
	problems = append(problems, more...)
	if err := sayReasons(report); err != nil {
		return err
	}
	if o.csv != "" {
		if err := writeReport(o.csv, report); err != nil {
			return err
		}
	}
	if err := printReport(s, o.json, report, found, problems.Sorted()); err != nil {
		return err
	}
	if problems.HasErrors() {
		return &toldError{exitProblems}
	}
	return nil
}

// notOver refuses to write over a file that is read.
func notOver(flag, out string, read ...string) error {
	target, err := os.Stat(out)
	if err != nil {
		return nil // it is not there
	}
	for _, name := range read {
		if at, err := os.Stat(name); err == nil && os.SameFile(target, at) {
			return usage("choose another name", "%s: %s is read, and would be written over", flag, out)
		}
	}
	return nil
}

// readLimited reads a file of at most a size in bytes.
func readLimited(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // only read
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%s is longer than %d MiB", name, most>>20)
	}
	return data, err
}

// sayReasons fills in what the verdicts say, each in the language of its
// question.
func sayReasons(r *answers.Report) error {
	words := map[string]*i18n.Words{}
	for i := range r.Answers {
		a := &r.Answers[i]
		if words[a.Lang] == nil {
			var err error
			if words[a.Lang], err = quizWords(a.Lang); err != nil {
				return err
			}
		}
		m := a.Verdict.Message()
		a.Message = words[a.Lang].Word(m.ID, m.Args...)
	}
	return nil
}

// printReport writes the report and, for people, the problems beside it.
func printReport(s Streams, asJSON bool, r *answers.Report, found string, problems source.Problems) error {
	if asJSON {
		if problems == nil {
			problems = source.Problems{}
		}
		return printJSON(s.Out, struct {
			*answers.Report
			problemsJSON
		}{r, problemsJSON{problems}})
	}
	if found != "" {
		fmt.Fprintf(s.Err, "read as %s\n", found)
	}
	var all answers.Tally
	for _, q := range r.Questions {
		all.Answers += q.Answers
		all.Right += q.Right
		all.Nearly += q.Nearly
		all.Wrong += q.Wrong
		all.Invalid += q.Invalid
	}
	fmt.Fprintf(s.Out, "%s of %s to %s: %d right, %d nearly right, %d wrong, %d no answer\n\n", plural(all.Answers, "answer"),
		plural(len(r.Pupils), "pupil"), plural(len(r.Questions), "question"), all.Right, all.Nearly, all.Wrong, all.Invalid)
	for _, t := range []table{pupilTable(r), questionTable(r), nearlyTable(r)} {
		if len(t.rows) == 0 {
			continue
		}
		if err := t.print(s.Out); err != nil {
			return err
		}
		fmt.Fprintln(s.Out)
	}
	if len(problems) > 0 {
		problems.Print(s.Err, maxProblems)
		complain(s, countProblems(problems)+"; what could be checked is in the report", "")
	}
	return nil
}

func pupilTable(r *answers.Report) table {
	t := table{head: []string{"PUPIL", "POINTS", "ANSWERS", "TO LOOK AT", "NO ANSWER"}}
	for _, p := range r.Pupils {
		t.rows = append(t.rows, []string{p.Pupil, strconv.Itoa(p.Right), strconv.Itoa(p.Answers), strconv.Itoa(p.Nearly), strconv.Itoa(p.Invalid)})
	}
	return t
}

func questionTable(r *answers.Report) table {
	t := table{head: []string{"QUESTION", "ANSWERS", "RIGHT", "SHARE", "TO LOOK AT", "MOST FREQUENT MISTAKES"}}
	for _, q := range r.Questions {
		t.rows = append(t.rows, []string{q.ID, strconv.Itoa(q.Answers), strconv.Itoa(q.Right), percent(q.Difficulty), strconv.Itoa(q.Nearly), mistakes(q)})
	}
	return t
}

func percent(share float64) string { return strconv.Itoa(int(share*100+0.5)) + " %" }

func mistakes(q answers.QuestionReport) string {
	var list []string
	for _, m := range q.Mistakes {
		list = append(list, fmt.Sprintf("%s (%d)", firstRunes(m.Answer, 40), m.Count))
	}
	return strings.Join(list, ", ")
}

// nearlyTable lists what somebody has to look at.
func nearlyTable(r *answers.Report) table {
	t := table{head: []string{"TO LOOK AT", "QUESTION", "ANSWER", "WHY"}}
	for _, a := range r.Answers {
		if a.Result == quiz.Nearly {
			t.rows = append(t.rows, []string{a.Pupil, a.Question, firstRunes(oneLine(a.Answer), 40), a.Message})
		}
	}
	return t
}

// writeReport writes the report for a spreadsheet: the answers as CSV, or
// pupils, questions and answers as a workbook.
func writeReport(name string, r *answers.Report) error {
	var b bytes.Buffer
	if strings.EqualFold(filepath.Ext(name), ".csv") {
		if err := spreadsheet.WriteCSV(&b, answerRows(r)); err != nil {
			return err
		}
		return kit.ReplaceFile(name, b.Bytes())
	}
	pupils := [][]string{{"pupil", "points", "answers", "nearly", "wrong", "invalid"}}
	for _, p := range r.Pupils {
		pupils = append(pupils, append([]string{p.Pupil}, counts(p.Tally)...))
	}
	questions := [][]string{{"question", "points", "answers", "nearly", "wrong", "invalid", "difficulty", "topic", "kind", "level", "asked", "mistakes"}}
	for _, q := range r.Questions {
		questions = append(questions, append(append([]string{q.ID}, counts(q.Tally)...), strconv.FormatFloat(q.Difficulty, 'f', 3, 64),
			q.Topic, string(q.Kind), strconv.Itoa(q.Level), q.Ask, mistakes(q)))
	}
	err := spreadsheet.WriteXLSX(&b, []spreadsheet.Sheet{
		{Name: "pupils", Rows: pupils, Header: true, Numbers: []int{1, 2, 3, 4, 5}, Widths: []int{24}},
		{Name: "questions", Rows: questions, Header: true, Numbers: []int{1, 2, 3, 4, 5, 6, 9}, Widths: []int{32, 0, 0, 0, 0, 0, 0, 20, 12, 0, 60, 60}},
		{Name: "answers", Rows: answerRows(r), Header: true, Numbers: []int{5}, Widths: []int{24, 32, 0, 40, 12, 0, 60}},
	})
	if err != nil {
		return err
	}
	return kit.ReplaceFile(name, b.Bytes())
}

func counts(t answers.Tally) []string {
	var list []string
	for _, n := range []int{t.Right, t.Answers, t.Nearly, t.Wrong, t.Invalid} {
		list = append(list, strconv.Itoa(n))
	}
	return list
}

// answerRows are the answers with their verdicts, one in each row.
func answerRows(r *answers.Report) [][]string {
	rows := [][]string{{"pupil", "question", "lang", "answer", "verdict", "points", "why"}}
	for _, a := range r.Answers {
		points := "0"
		if a.Point {
			points = "1"
		}
		rows = append(rows, []string{a.Pupil, a.Question, a.Lang, a.Answer, string(a.Result), points, a.Message})
	}
	return rows
}
