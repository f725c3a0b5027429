package quizzes

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/kits"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/handout"
	"kitpress/cmd/internal/press"
	"kitpress/quiz/answers"
)

type sheetOptions struct {
	drawChoice
	kits.HandoutOptions
	variant string
	names   string
}

func newSheetCommand(s terminal.Streams) *cobra.Command {
	o := new(sheetOptions)
	cmd := &cobra.Command{
		Use:   "sheet [GAME]",
		Short: "Print questions: cards to cut, answer slips, a worksheet, the teacher's key, a certificate",
		Long: `Makes PDF files of questions that are drawn by chance, in the look of a game: cards with the answer on the back, slips for the
answers, a worksheet, the key in a file of its own that is marked as the teacher's, and a certificate. The same --seed prints the same
questions in every language. Questions to match have no card: they are on the worksheet. With --variant B, C or D the options have other letters, so that neighbours cannot copy: print half the
sheets with the same --seed as another variant, each with its own key. --level prints a worksheet and its key for one level; --names a
certificate for each of a list, with what they reached: the report of quiz check is such a list.`,
		Example: `  kitpress quiz sheet cyber-survival --lang de -n 12
  kitpress quiz sheet --topic phishing,malware --ink mono --only worksheet,teachers-key
  kitpress quiz sheet cyber-survival --session friday.json --seed 7 -o friday
  kitpress quiz sheet cyber-survival --seed 7 --variant B -o friday-b
  kitpress quiz sheet cyber-survival --level 1 --only worksheet,teachers-key
  kitpress quiz check class.xlsx --csv report.xlsx; kitpress quiz sheet cyber-survival --names report.xlsx --only certificate`,
		Args:              command.AtMostOneGame,
		ValidArgsFunction: command.CompleteGames,
		RunE:              command.Run(s, o.run),
	}
	o.drawChoice.flags(cmd)
	o.HandoutOptions.Flags(cmd, slices.Insert(handout.QuizParts(), 1, handout.Cards+"-backs"))
	command.AddJSON(cmd, &o.JSON)
	variantFlag(cmd, &o.variant)
	cmd.Flags().StringVar(&o.names, "names", "", "`file` of names, .csv, .tsv or .xlsx, or - for pasted ones: a certificate\nfor each, with the points that stand beside the name")
	cmd.Flags().Lookup("n").DefValue = "12"
	o.n = 12
	return cmd
}

func (o *sheetOptions) run(ctx context.Context, s terminal.Streams, args []string) error {
	var err error
	if o.variant, err = variantOf(o.variant); err != nil {
		return err
	}
	drawn, err := o.draw(s, args)
	if err != nil {
		return err
	}
	var pupils []answers.Pupil
	if o.names != "" {
		if pupils, err = readPupils(o.names, len(drawn.items)); err != nil {
			return err
		}
	}
	if game := append(args, "")[0]; game != "" {
		o.Games = []string{game}
	} else if o.catalog == "" {
		o.Games = []string{command.DefaultGame}
	}
	o.Langs = []string{drawn.lang}
	err = o.Make(ctx, s, o.catalog, func(l *press.Localization) []press.Handout {
		return handout.Quiz(l, drawn.items, o.questions != "", o.variant, pupils)
	})
	if err != nil {
		return err
	}
	return drawn.remember(drawn.items)
}

// readPupils reads a list of names, from a file or pasted.
func readPupils(name string, asked int) ([]answers.Pupil, error) {
	data, err := command.ReadFile(name, spreadsheet.MaxBytes)
	if err != nil {
		return nil, err
	}
	if name == "-" {
		name = "pasted.tsv" // what is copied from a sheet has tabs
	}
	pupils, problems := answers.ReadPupils(name, data, asked)
	return pupils, problems.Err()
}
