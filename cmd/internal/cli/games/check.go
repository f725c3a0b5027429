package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
)

type checkOptions struct {
	press.Request
	catalog string
	print   string
	json    bool
}

// stages are what --print can show: the values between the steps of a build.
var stages = []string{"catalog", "texts", "jobs", "scene", "sheet"}

func newCheckCommand(s terminal.Streams) *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check [GAME…]",
		Short: "Check games: data, translations, and whether every text fits",
		Long: `Checks every game of the catalog in all its languages, editions, papers and inks, and the questions about the topics,
and writes nothing.
With --print it shows what a step of a build makes: the catalog as it was understood, the texts of a language,
the files that are to be made, the drawing of each piece, or where each piece lies on which sheet.`,
		Example: `  kitpress check
  kitpress check --catalog my-game
  kitpress check cyber-survival --lang de --print texts
  kitpress check cyber-survival --lang ja --only threat-cards --print sheet --json`,
		ValidArgsFunction: command.CompleteGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Games = args
			return runCheck(cmd.Context(), o, s)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.catalog, "catalog", "", "`folder` with your own games (default: the game of this folder, or those kitpress ships)")
	f.StringVar(&o.print, "print", "", "show a `step` instead: catalog, texts, jobs, scene or sheet")
	f.StringSliceVarP(&o.Langs, "lang", "l", nil, "`languages`, separated by commas (default: all)")
	f.StringVar(&o.Paper, "paper", "", "only this `paper`")
	f.StringVar(&o.Sides, "sides", "", "only this `way` of printing")
	f.StringVar(&o.Ink, "ink", "", "only this `ink`")
	f.StringVar(&o.Edition, "edition", "", "only this `edition`")
	f.StringVar(&o.BaseURL, "base-url", "", "`address` your explanation pages are served at")
	f.StringVar(&o.QR, "qr", "", "`what` QR codes hold: url or none")
	f.StringSliceVar(&o.Only, "only", nil, "`components`, separated by commas (default: all)")
	f.BoolVar(&o.Draft, "draft", false, "take missing translations for warnings")
	command.AddJSON(cmd, &o.json)
	return cmd
}

func runCheck(ctx context.Context, o checkOptions, s terminal.Streams) error {
	if o.print != "" && !slices.Contains(stages, o.print) {
		return terminal.Usage(terminal.Guess(o.print, stages, "known: "+strings.Join(stages, ", ")), "cannot print %q", o.print)
	}
	games, err := command.OpenGames(s, o.catalog, o.Games...)
	if err != nil {
		return err
	}
	defer games.Close()
	o.Catalog = games.FS
	if o.print == "" {
		return checkAll(ctx, o, games, s)
	}
	if len(o.Games) == 0 {
		if o.Games, err = catalog.Games(games.FS); err != nil {
			return games.Explain(err)
		}
	}
	if len(o.Langs) == 0 {
		o.Langs = []string{press.LangAll}
	}
	return games.Explain(printStage(ctx, o, s))
}

// checkAll reports the problems of all games, or that there are none.
func checkAll(ctx context.Context, o checkOptions, in *command.Catalog, s terminal.Streams) error {
	games, problems, err := press.Check(ctx, o.Request)
	asked := 0
	if err == nil || errors.As(err, new(*source.DataError)) {
		asked, problems, err = checkQuestions(o, games, problems, err)
	}
	if err != nil {
		return in.Explain(err)
	}
	problems = in.Locate(problems)
	if o.json {
		return terminal.PrintJSON(s.Out, struct {
			Games     []press.Checked `json:"games"`
			Questions int             `json:"questions"`
			Problems  source.Problems `json:"problems"`
		}{games, asked, problems})
	}
	problems.Print(s.Err, terminal.MaxProblems)
	for _, g := range games {
		fmt.Fprintf(s.Out, "%s: %s in %s, %s, %s\n", g.Game, terminal.Plural(g.Texts, "text"), terminal.Plural(len(g.Langs), "language"),
			terminal.Plural(g.Pieces, "piece"), problems.Count())
	}
	if asked > 0 {
		fmt.Fprintf(s.Out, "%s about the topics\n", terminal.Plural(asked, "question"))
	}
	return nil
}

func printStage(ctx context.Context, o checkOptions, s terminal.Streams) error {
	if o.print == "sheet" {
		return printSheet(ctx, o, s)
	}
	locals, _, err := press.Localise(ctx, o.Request)
	if err != nil {
		return err
	}
	switch o.print {
	case "catalog":
		return printCatalog(locals, o.json, s.Out)
	case "texts":
		return printTexts(locals, o.json, s.Out)
	case "jobs":
		return printJobs(locals, o.json, s.Out)
	}
	return printScenes(locals, o.json, s.Out)
}

// printCatalog prints each game once, in its source language.
func printCatalog(locals []*press.Localization, asJSON bool, w io.Writer) error {
	type record struct {
		ID       string         `json:"id"`
		Quantity int            `json:"quantity"`
		Source   string         `json:"source"`
		Fields   map[string]any `json:"fields"`
	}
	type deck struct {
		Game     string   `json:"game"`
		ID       string   `json:"id"`
		Template string   `json:"template"`
		Back     string   `json:"back,omitempty"`
		Cards    []record `json:"cards"`
	}
	list := []deck{}
	var last *catalog.Game
	for _, l := range locals {
		if last != nil && l.Game.ID == last.ID {
			continue
		}
		last = l.Game
		for _, d := range l.Game.Decks {
			x := deck{l.Game.ID, d.ID, d.Template, d.Back, nil}
			for _, c := range d.Cards {
				r := record{c.ID, c.Quantity, c.Pos.String(), map[string]any{}}
				for name, v := range c.Fields {
					r.Fields[name] = sourceValue(v)
				}
				x.Cards = append(x.Cards, r)
			}
			list = append(list, x)
		}
	}
	if asJSON {
		return terminal.PrintJSON(w, list)
	}
	for _, d := range list {
		fmt.Fprintf(w, "deck %s/%s template=%s %s\n", d.Game, d.ID, d.Template, d.Back)
		for _, c := range d.Cards {
			fmt.Fprintf(w, "  card %s ×%d  %s\n", c.ID, c.Quantity, c.Source)
			for _, name := range sortedKeys(c.Fields) {
				fmt.Fprintf(w, "    %s: %s\n", name, terminal.OneLine(c.Fields[name]))
			}
		}
	}
	return nil
}

func sortedKeys(m map[string]any) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// printTexts prints every text of the games in each language, by id.
func printTexts(locals []*press.Localization, asJSON bool, w io.Writer) error {
	type text struct {
		Game string `json:"game"`
		Lang string `json:"lang"`
		ID   string `json:"id"`
		Text string `json:"text"`
	}
	list := []text{}
	for _, l := range locals {
		for _, m := range l.Game.Messages() {
			list = append(list, text{l.Game.ID, l.Lang, m.ID, l.Texts.Text(m)})
		}
	}
	if asJSON {
		return terminal.PrintJSON(w, list)
	}
	for _, t := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\n", t.Lang, t.ID, terminal.OneLine(t.Text))
	}
	return nil
}

// printJobs prints what is to be made: a line for each file.
func printJobs(locals []*press.Localization, asJSON bool, w io.Writer) error {
	jobs, err := press.Plan(locals)
	if err != nil {
		return err
	}
	type job struct {
		Game      string `json:"game"`
		Lang      string `json:"lang"`
		Component string `json:"component"`
		Paper     string `json:"paper"`
		Sides     string `json:"sides"`
		Sheet     string `json:"sheet,omitempty"` // layout pieces are put on
		File      string `json:"file"`
	}
	list := []job{}
	t := terminal.Table{Head: []string{"LANG", "COMPONENT", "PAPER", "SIDES", "SHEET", "FILE"}}
	for _, j := range jobs {
		x := job{j.In.Game.ID, j.In.Lang, j.ID, j.Paper, string(j.Sides), j.Sheet, j.Name + ".pdf"}
		list = append(list, x)
		t.Rows = append(t.Rows, []string{x.Lang, x.Component, x.Paper, x.Sides, x.Sheet, x.File})
	}
	if asJSON {
		return terminal.PrintJSON(w, list)
	}
	return t.Print(w)
}

// printScenes prints what is drawn for each face.
func printScenes(locals []*press.Localization, asJSON bool, w io.Writer) error {
	type scene struct {
		Lang string `json:"lang"`
		Name string `json:"name"`
		Dump string `json:"dump"`
	}
	list := []scene{}
	for _, l := range locals {
		scenes, err := l.Scenes()
		if err != nil {
			return err
		}
		for _, s := range scenes {
			var b strings.Builder
			if err := layout.Dump(&b, s); err != nil {
				return err
			}
			list = append(list, scene{l.Lang, s.Name, b.String()})
		}
	}
	if asJSON {
		return terminal.PrintJSON(w, list)
	}
	for _, s := range list {
		fmt.Fprintf(w, "# %s\n%s\n", s.Lang, s.Dump)
	}
	return nil
}

// printSheet prints where each face lies.
func printSheet(ctx context.Context, o checkOptions, s terminal.Streams) error {
	list, err := press.Placements(ctx, o.Request)
	if err != nil {
		return err
	}
	if o.json {
		return terminal.PrintJSON(s.Out, list)
	}
	t := terminal.Table{Head: []string{"FILE", "PAGE", "SIDE", "FACE", "X", "Y", "W", "H", "QR"}}
	for _, p := range list {
		t.Rows = append(t.Rows, []string{p.File, fmt.Sprint(p.Page), p.Role, p.Face,
			fmt.Sprintf("%.2f", p.X), fmt.Sprintf("%.2f", p.Y), fmt.Sprintf("%.2f", p.W), fmt.Sprintf("%.2f", p.H), p.QR})
	}
	return t.Print(s.Out)
}
