package games

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
)

type checkOptions struct {
	press.Request
	catalog string
	print   string
	proof   bool
	json    bool
}

// stages are what --print can show: the values between the steps of a build.
var stages = []string{"catalog", "texts", "jobs", "scene", "sheet"}

func newCheckCommand(s terminal.Streams) *cobra.Command {
	o := new(checkOptions)
	cmd := &cobra.Command{
		Use:   "check [GAME…]",
		Short: "Check games: data, translations, and whether every text fits",
		Long: `Checks every game of the catalog in all its languages, editions, papers and inks, and the questions about the topics,
and writes nothing.
With --print it shows what a step of a build makes: the catalog as it was understood, the texts of a language,
the files that are to be made, the drawing of each piece, or where each piece lies on which sheet.
With --type it reads the finished pages like a proof-reader: last lines that are a stub or the rest of a word,
lines of very unequal length, small type, pale colours.`,
		Example: `  kitpress check
  kitpress check --catalog my-game
  kitpress check cyber-survival --lang de --print texts
  kitpress check cyber-survival --lang ja --only cards --print sheet --json
  kitpress check online --lang fr --type`,
		ValidArgsFunction: command.CompleteGames,
		RunE:              command.Run(s, o.run),
	}
	f := cmd.Flags()
	command.AddCatalog(cmd, &o.catalog)
	command.AddFonts(cmd, &o.Fonts)
	f.StringVar(&o.print, "print", "", "show a `step` instead: catalog, texts, jobs, scene or sheet")
	f.BoolVar(&o.proof, "type", false, "say what could be better in the type, with places")
	command.AddLangs(cmd, &o.Langs, nil, "`languages`, separated by commas (default: all)")
	f.StringVar(&o.Paper, "paper", "", "only this `paper`")
	f.StringVar(&o.Sides, "sides", "", "only this `way` of printing")
	f.StringVar(&o.Ink, "ink", "", "only this `ink`")
	f.StringVar(&o.Edition, "edition", "", "only this `edition`")
	f.StringVar(&o.BaseURL, "base-url", "", "`address` your explanation pages are served at")
	f.StringVar(&o.QR, "qr", "", "`what` QR codes hold: url or none")
	f.StringSliceVar(&o.Only, "only", nil, "`components`, separated by commas (default: all)")
	f.BoolVar(&o.Draft, "draft", false, "take missing translations for warnings")
	command.AddJSON(cmd, &o.json)
	command.CompletePrint(cmd)
	command.Complete(cmd, "print", stages...)
	_ = cmd.RegisterFlagCompletionFunc("only", command.CompleteComponents) // fails only for a flag that does not exist
	return cmd
}

func (o *checkOptions) run(ctx context.Context, s terminal.Streams, games []string) error {
	if err := terminal.OneOf(o.print, stages, "cannot print %q"); err != nil && o.print != "" {
		return err
	}
	return command.InGames(s, o.catalog, games, func(in *command.Catalog) (err error) {
		o.Catalog, o.Games = in.FS, games
		if o.print == "" && !o.proof {
			return o.check(ctx, s, in)
		}
		if len(o.Games) == 0 {
			if o.Games, err = load.Games(in.FS); err != nil {
				return err
			}
		}
		if len(o.Langs) == 0 {
			o.Langs = []string{press.LangAll}
		}
		if o.proof {
			return o.proofread(ctx, s, in)
		}
		return o.printStage(ctx, s)
	})
}

// proofread says what could be better in the type of games.
func (o *checkOptions) proofread(ctx context.Context, s terminal.Streams, in *command.Catalog) error {
	list, problems, err := press.Proofreads(ctx, o.Request)
	if err != nil {
		return err
	}
	problems = in.Locate(problems)
	if o.json {
		return s.JSON(struct {
			Games    []press.Proofread `json:"games"`
			Problems source.Problems   `json:"problems"`
		}{list, problems})
	}
	s.Problems(problems)
	for _, p := range list {
		terminal.Printf(s.Out, "%s %s: %s of several lines, %s, %s; rag %.1f %%, on cards %.1f %%, smallest type %.1f pt, least contrast %.1f : 1\n", p.Game, p.Lang,
			terminal.Plural(p.Texts, "text"), terminal.Plural(p.Stubs, "stub"), terminal.Plural(p.Splits, "split last word"), p.Rag, p.CardRag, p.Smallest, p.Contrast)
	}
	return nil
}

// check reports the problems of all games, or that there are none.
func (o *checkOptions) check(ctx context.Context, s terminal.Streams, in *command.Catalog) error {
	games, problems, err := press.Check(ctx, o.Request)
	asked := 0
	if err == nil || errors.As(err, new(*source.DataError)) {
		asked, problems, err = o.checkQuestions(games, problems, err)
	}
	if err != nil {
		return err
	}
	problems = in.Locate(problems)
	if o.json {
		return s.JSON(struct {
			Games     []press.Checked `json:"games"`
			Questions int             `json:"questions"`
			Problems  source.Problems `json:"problems"`
		}{games, asked, problems})
	}
	s.Problems(problems)
	for _, g := range games {
		terminal.Printf(s.Out, "%s: %s in %s, %s, %s\n", g.Game, terminal.Plural(g.Texts, "text"), terminal.Plural(len(g.Langs), "language"),
			terminal.Plural(g.Pieces, "piece"), problems.Count())
	}
	if asked > 0 {
		terminal.Printf(s.Out, "%s about the topics\n", terminal.Plural(asked, "question"))
	}
	return nil
}
