package quizzes

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/web"
	"kitpress/quiz"
	"kitpress/quiz/match"
)

// checkOptions are a question, or its key as it is typed, and an answer
// to it; or a file with the answers of a class.
type checkOptions struct {
	bankChoice
	question string
	csv      string
	answer   string
	variant  string
	json     bool
	typedKey
}

// answerFiles are the ends of the names of files with a class's answers.
var answerFiles = []string{".csv", ".tsv", ".xlsx", ".json"}

func newCheckCommand(s terminal.Streams) *cobra.Command {
	o := new(checkOptions)
	cmd := &cobra.Command{
		Use:   "check [--question ID | --accept ANSWER…] ANSWER | FILE",
		Short: "Check one answer, or the answers of a class in a file",
		Long: `The verdict is right, nearly right (somebody has to look: no point by itself), wrong, or not an answer (ask again).
What is overlooked, such as capitals, articles, accents or numbers as words, depends on the language of the question.
The exit code is 0 for a right answer and 4 for one that does not count. An answer that begins with a hyphen goes behind
two of them: -- -5

A file (.csv, .tsv, .xlsx, .json) has the columns pupil, question, answer and perhaps lang; or pupil and one column for each
question, called by its id or by what it asks, as forms export it; a column variant where not all had the same sheet. The report says for each pupil how many points, for each question how many got it right and what
the most frequent mistakes are. What cannot be checked is listed with its place, and the exit code is 3; all else is reported.

A question that is not in the bank is described by its key. List with --wrong what is near and does not count: opposites
above all. In a list each --accept is one item, its ways to say it separated by |. Options are a, b, c … in the order given.
Of a matching each --accept is a pair: left = right.

With --json an answer gives answer, lang, point (true or false), matcher (version of the rules), verdict, reason, message and
what the reason is about: accepted, listed, foldings, distance, mixed, parts, wanted, found, extra, because. A file gives the
report: pupils, questions with difficulty (share of right answers) and mistakes, answers, problems.`,
		Example: `  kitpress quiz check --question phishing/passkey --lang de b
  kitpress quiz check class-7b.xlsx --lang de --csv report.csv
  kitpress quiz check --lang de --accept Verschlüsselung --wrong Entschlüsselung "die verschluesselung"
  kitpress quiz check --lang en --kind number --accept 90 --unit min "1.5 hours"
  kitpress quiz check --lang it --kind list --accept riservatezza --accept integrità "integrita' e riservatezza"
  kitpress quiz check --lang ja --kind choice --option ウイルス --option バックアップ --accept b イ --json`,
		Args: command.Exactly(1),
		RunE: command.Run(s, o.run),
	}
	o.sourceFlags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.question, "question", "", "`id` of a question of the bank: phishing/passkey")
	f.StringVar(&o.csv, "csv", "", "`file` for the checked answers of a class, .csv or .xlsx")
	f.StringVar(&o.kind, "kind", string(quiz.Short), "`kind` of the question: "+strings.Join(kinds(), ", "))
	f.StringArrayVar(&o.accept, "accept", nil, "an `answer` that counts; numbers are written 1234.5, truth is true or false")
	f.StringArrayVar(&o.wrong, "wrong", nil, "an `answer` that is near and does not count")
	f.StringArrayVar(&o.options, "option", nil, "one of the `options` to choose from or to put in order")
	f.BoolVar(&o.several, "several", false, "all accepted options have to be chosen")
	f.IntVar(&o.need, "need", 0, "how `many` items of a list are enough (default: all)")
	f.StringVar(&o.unit, "unit", "", "the `unit` a number is meant in: km, min, MB, %, or a word")
	f.StringVar(&o.tolerance, "tolerance", "", "how `far` off a number may be: 0.05")
	f.BoolVar(&o.year, "year", false, "the number is a year; BC is below zero")
	f.StringSliceVar(&o.strict, "strict", nil, "`what` is part of the answer: article, accents, case")
	command.AddJSON(cmd, &o.json)
	variantFlag(cmd, &o.variant)
	command.Complete(cmd, "kind", kinds()...)
	return cmd
}

func (o *checkOptions) run(_ context.Context, s terminal.Streams, args []string) error {
	o.answer = args[0]
	lang, err := languageOf(o.lang, s)
	if err != nil {
		return err
	}
	if o.variant, err = variantOf(o.variant); err != nil {
		return err
	}
	isFile := slices.Contains(answerFiles, strings.ToLower(filepath.Ext(o.answer)))
	switch {
	case o.question != "" && len(o.accept) > 0:
		return terminal.Usage("the bank knows what counts", "--question and --accept exclude each other")
	case o.question == "" && len(o.accept) == 0 && isFile:
		return o.checkClass(s, lang)
	case o.question == "" && len(o.accept) == 0:
		return terminal.Usage("name it with --question ID, or say what counts with --accept ANSWER; a class's answers are in a file, "+strings.Join(answerFiles, ", "), "to which question is %q the answer?", source.ClipTo(terminal.OneLine(o.answer), 40))
	case o.csv != "":
		return terminal.Usage("kitpress quiz check class.xlsx --csv report.csv", "--csv is for the answers of a class")
	}
	words, err := wordsIn(lang)
	if err != nil {
		return err
	}
	q, because, err := o.asked(lang)
	if err != nil {
		return err
	}
	checker, findings := match.New(q, lang)
	for _, f := range findings {
		if text := words.message(f.Message()); f.Error {
			return terminal.Usage("kitpress quiz check --help shows how keys are written", "%s", text)
		} else if !o.json {
			s.Complain(text, "")
		}
	}
	v := checker.Check(o.answer)
	if err := o.print(s, words, lang, v, because(v)); err != nil {
		return err
	}
	if !v.Point() {
		return terminal.ExitRefused
	}
	return nil
}

// asked returns the question: of the bank, or as it was typed; and what is to
// be said about a wrong answer to it.
func (o *checkOptions) asked(lang string) (quiz.Question, func(quiz.Verdict) string, error) {
	if o.question == "" {
		q, err := o.typedKey.question()
		return q, func(quiz.Verdict) string { return "" }, err
	}
	item, err := o.open("").item(o.question, lang)
	item = item.Variant(o.variant)
	return item.Question, func(v quiz.Verdict) string { return item.WhyNot(v) }, err
}

// print says what the verdict is and why, in the language of the question.
func (o *checkOptions) print(s terminal.Streams, words wording, lang string, v quiz.Verdict, because string) error {
	if o.json {
		return s.JSON(web.NewChecked(words.Words, lang, o.answer, v, because))
	}
	line := func(verdict, why string) string { return words.Word("quiz.line", "Verdict", verdict, "Why", why) }
	fmt.Fprintln(s.Out, line(words.message(v.Result.Message()), words.message(v.Message())))
	if because != "" {
		fmt.Fprintf(s.Out, "  %s\n", because)
	}
	var overlooked []string
	for _, f := range v.Foldings {
		overlooked = append(overlooked, words.message(f.Message()))
	}
	if len(overlooked) > 0 {
		fmt.Fprintf(s.Out, "  %s\n", words.Word("quiz.overlooked", "List", strings.Join(overlooked, " · ")))
	}
	if v.Read != "" {
		fmt.Fprintf(s.Out, "  %s\n", words.Word("quiz.read-as", "Order", v.Read))
	}
	if v.Mixed {
		fmt.Fprintf(s.Out, "  %s\n", words.Word("quiz.mixed"))
	}
	for _, p := range v.Parts {
		fmt.Fprintf(s.Out, "  %s\n", line(p.Given, words.message(p.Result.Message())))
	}
	return nil
}
