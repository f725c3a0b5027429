package quizzes

import (
	"os"
	"path/filepath"
	"strings"

	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/quiz/answers"
)

// checkClass checks the answers of a class.
func (o *checkOptions) checkClass(s terminal.Streams, lang string) error {
	if end := strings.ToLower(filepath.Ext(o.csv)); o.csv != "" && end != ".csv" && end != ".xlsx" {
		return terminal.Usage("call it report.csv or report.xlsx", "--csv: cannot write %q", o.csv)
	}
	if err := notOver("--csv", o.csv, o.answer, o.questions); err != nil {
		return err
	}
	data, err := command.ReadFile(o.answer, spreadsheet.MaxBytes)
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
		return problems.Err()
	}
	report, more := answers.Grade(given, lang, o.variant, src.bank)
	for _, g := range given {
		if err := src.errs[g.Lang]; err != nil {
			return err
		}
	}
	problems = append(problems, more...)
	if err := sayReasons(report); err != nil {
		return err
	}
	words, err := wordsIn(lang)
	if err != nil {
		return err
	}
	sheet := classReport{report, words, lang}
	if o.csv != "" {
		if err := sheet.write(o.csv); err != nil {
			return err
		}
	}
	if err := sheet.print(s, o.json, found, problems.Sorted()); err != nil {
		return err
	}
	if problems.HasErrors() {
		return terminal.ExitProblems
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
			return terminal.Usage("choose another name", "%s: %s is read, and would be written over", flag, out)
		}
	}
	return nil
}

// sayReasons fills in what the verdicts say, each in the language of its
// question.
func sayReasons(r *answers.Report) error {
	words := map[string]wording{}
	for i := range r.Answers {
		a := &r.Answers[i]
		if _, known := words[a.Lang]; !known {
			var err error
			if words[a.Lang], err = wordsIn(a.Lang); err != nil {
				return err
			}
		}
		a.Message = words[a.Lang].message(a.Verdict.Message())
	}
	return nil
}
