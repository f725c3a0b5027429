package quizzes

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/quiz"
	"kitpress/quiz/exchange"
	"kitpress/quiz/spreadsheet"
)

// questionsFlag adds the flag that takes questions from a file of one's own.
func (o *bankChoice) questionsFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.questions, "questions", "", "`file` with questions of your own ("+strings.Join(exchange.Extensions(), ", ")+"); kitpress quiz template writes one to fill in")
	_ = cmd.MarkFlagFilename("questions", "csv", "tsv", "xlsx", "json") // fails only for a flag that does not exist
}

// questionsFrom reads questions of one's own. Those that name no language are
// in lang. The problems are warnings.
func questionsFrom(file, lang string) (exchange.Reading, source.Problems, error) {
	data, err := readLimited(file, spreadsheet.MaxBytes)
	if err != nil {
		return exchange.Reading{}, nil, err
	}
	words, err := wordsIn(lang)
	if err != nil {
		return exchange.Reading{}, nil, err
	}
	say := func(m quiz.Message) string { return words.Word(m.ID, m.Args...) }
	got, problems := exchange.Read(file, data, exchange.Options{Lang: lang, Say: say})
	return got, problems, problems.Err()
}

// own reads the questions of --questions that are asked in a language.
func (b *bankSource) own(lang string) (*quiz.Bank, error) {
	if b.game != "" {
		return nil, terminal.Usage("leave out GAME or --questions", "questions of your own belong to no game")
	}
	got, warnings, err := questionsFrom(b.from.questions, lang)
	if err != nil {
		return nil, err
	}
	if len(b.banks) == 0 { // the first time is enough
		b.said, b.warnings = strings.Join(got.Found, "; "), warnings
	}
	var list []quiz.Item
	for _, it := range got.Items {
		if it.Lang == lang {
			list = append(list, it)
		}
	}
	return quiz.BankOf(list), nil
}

// sayRead says how a file of one's own was read, where that was a guess, and
// what may surprise in it.
func (b *bankSource) sayRead(s terminal.Streams) {
	if b.said != "" {
		fmt.Fprintf(s.Err, "%s was read as %s\n", b.from.questions, b.said)
	}
	b.warnings.Print(s.Err, terminal.MaxProblems)
}
