package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/handout"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
)

// sheetFolder is where handouts go when nobody says otherwise.
const sheetFolder = "handouts"

type quizSheetOptions struct {
	bankChoice
	drawChoice
	printOptions
	game    string
	variant string
}

// printOptions say how handouts are printed.
type printOptions struct {
	press.Request
	json, verify bool
}

func (o *printOptions) flags(cmd *cobra.Command, only []string) {
	f := cmd.Flags()
	f.StringVarP(&o.Out, "out", "o", sheetFolder, "`folder` to write; handouts that are in it are replaced")
	f.StringVar(&o.Paper, "paper", "", "`paper`: a4 (usual) or letter")
	f.StringVar(&o.Sides, "sides", "", "`how` fronts and backs are printed: single (usual), duplex-long, duplex-short, fold")
	f.StringVar(&o.Ink, "ink", "", "`ink`: full (usual), low or mono")
	f.StringVar(&o.BaseURL, "base-url", "", "`address` of your own explanation pages, for the codes")
	f.BoolVar(&o.verify, "verify", false, "read every QR code from a picture of its page; keep what was there\nwhen one fails")
	f.StringSliceVar(&o.Only, "only", nil, "only these `files`: "+strings.Join(only, ", ")+", print-plan")
	_ = cmd.MarkFlagDirname("out") // fails only for a flag that does not exist
}

// make builds the handouts and says what was written.
func (o *printOptions) make(ctx context.Context, s Streams, in *openedCatalog, handouts func(*press.Localization) []press.Handout) error {
	if o.Out == "" {
		return usage("-o "+sheetFolder, "--out needs a folder")
	}
	o.Catalog = in.fsys
	var err error
	if o.Date, err = sourceDate(s.Env); err != nil {
		return err
	}
	bar := newProgress(s)
	o.Progress = bar.show
	o.Format = press.FormatPDF
	result, err := makeHandouts(ctx, o.Request, scansOf(o.verify), handouts)
	bar.end()
	if err != nil {
		return in.explain(err)
	}
	result.Problems = in.locate(result.Problems)
	if o.json {
		return printJSON(s.Out, result)
	}
	result.Problems.Print(s.Err, maxProblems)
	printBuilt(s, o.Out, result)
	if result.Verified != nil {
		printVerified(s.Out, result.Verified)
	}
	return nil
}

// makeHandouts makes handouts in the look of the game of a request.
func makeHandouts(ctx context.Context, req press.Request, scans []kit.Scan, of func(*press.Localization) []press.Handout) (*kit.Report, error) {
	locals, warnings, err := press.Localise(ctx, req)
	if err != nil {
		return nil, err
	}
	jobs, err := press.PlanHandouts(locals[0], of(locals[0]))
	if err != nil {
		return nil, err
	}
	return kit.Make(ctx, locals, jobs, scans, warnings)
}

func newQuizSheetCommand(s Streams) *cobra.Command {
	var o quizSheetOptions
	cmd := &cobra.Command{
		Use:   "sheet [GAME]",
		Short: "Print questions: cards to cut, answer slips, a worksheet, the teacher's key, a certificate",
		Long: `Makes PDF files of questions that are drawn by chance, in the look of a game: cards with the answer on the back, slips for the
answers, a worksheet, the key in a file of its own that is marked as the teacher's, and a certificate. The same --seed prints the same
questions in every language. With --variant B, C or D the options have other letters, so that neighbours cannot copy: print half the
sheets with the same --seed as another variant, each with its own key.`,
		Example: `  kitpress quiz sheet cyber-survival --lang de -n 12
  kitpress quiz sheet --topic phishing,malware --ink mono --only worksheet,teachers-key
  kitpress quiz sheet cyber-survival --session friday.json --seed 7 -o friday
  kitpress quiz sheet cyber-survival --seed 7 --variant B -o friday-b`,
		Args:              atMostOneGame,
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.game = args[0]
			}
			return runQuizSheet(cmd.Context(), o, s)
		},
	}
	o.bankChoice.flags(cmd)
	o.drawChoice.flags(cmd)
	o.printOptions.flags(cmd, slices.Insert(handout.QuizParts(), 1, handout.Cards+"-backs"))
	addJSON(cmd, &o.json)
	variantFlag(cmd, &o.variant)
	cmd.Flags().Lookup("n").DefValue = "12"
	o.n = 12
	return cmd
}

func runQuizSheet(ctx context.Context, o quizSheetOptions, s Streams) error {
	var err error
	if o.variant, err = variantOf(o.variant); err != nil {
		return err
	}
	drawn, err := drawQuestions(o.bankChoice, o.drawChoice, o.game, s)
	if err != nil {
		return err
	}
	in, err := openCatalog(o.catalog)
	if err != nil {
		return err
	}
	defer in.close()
	if o.game != "" {
		o.Games = []string{o.game}
	} else if o.catalog == "" {
		o.Games = []string{defaultGame}
	}
	o.Langs = []string{drawn.lang}
	err = o.make(ctx, s, in, func(l *press.Localization) []press.Handout {
		return handout.Quiz(l, drawn.items, o.questions != "", o.variant)
	})
	if err != nil {
		return err
	}
	return drawn.remember(drawn.items)
}
