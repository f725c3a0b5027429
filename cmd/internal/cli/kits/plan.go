package kits

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
)

type planOptions struct {
	press.Request
	catalog string
	json    bool
}

func newPlanCommand(s terminal.Streams) *cobra.Command {
	o := new(planOptions)
	cmd := &cobra.Command{
		Use:   "plan [GAME…]",
		Short: "Say what a kit takes before it is printed: sheets, minutes, and what saves most",
		Long: `Sheets by stock and side, minutes of printing, cutting and gluing and what they are made of, what each table needs and
what the class needs once, and what saves most. The print plan of kitpress build says the same.`,
		Example: `  kitpress plan cyber-survival --pupils 28
  kitpress plan cyber-survival --pupils 28 --stand-in dice,counters --json`,
		ValidArgsFunction: command.CompleteGames,
		RunE:              command.Run(s, o.run),
	}
	f := cmd.Flags()
	f.BoolVarP(&o.All, "all", "a", false, "every game of the catalog")
	addPrinted(cmd, &o.Request)
	command.AddCatalog(cmd, &o.catalog)
	command.AddJSON(cmd, &o.json)
	command.CompletePrint(cmd)
	return cmd
}

func (o *planOptions) run(ctx context.Context, s terminal.Streams, games []string) error {
	if len(o.Langs) == 0 {
		o.Prefer = command.Reading(s)
	}
	return command.InGames(s, o.catalog, games, func(in *command.Catalog) error {
		if len(games) == 0 && !o.All && in.Dir == "" {
			games = []string{command.DefaultGame}
		}
		o.Catalog, o.Games, o.Format = in.FS, games, press.FormatPDF
		plans, err := press.Estimates(ctx, o.Request)
		if err != nil {
			return err
		}
		if o.json {
			return s.JSON(plans)
		}
		for i, e := range plans {
			if i > 0 {
				fmt.Fprintln(s.Out)
			}
			printEstimate(s.Out, e)
		}
		return nil
	})
}

// printEstimate says what a kit takes.
func printEstimate(w io.Writer, e *press.Estimate) {
	terminal.Printf(w, "%s · %s: %s, about %s\n", e.Name, terminal.Plural(e.Sets, "set"), e.Sheets, terminal.Plural(e.Minutes, "minute"))
	t := terminal.Table{Head: []string{"SHEETS", "PAPER", "MINUTES", "STOCK", "SIDES AND FILES"}}
	for _, p := range e.Piles {
		sheets := strconv.Itoa(p.Sheets)
		if p.Most > p.Sheets {
			sheets += "–" + strconv.Itoa(p.Most)
		}
		t.Add(sheets, p.Paper, strconv.Itoa(p.Minutes), p.Stock, p.Sides)
		for _, f := range p.Files {
			count := strconv.Itoa(f.Sheets)
			if f.Times > 1 {
				count += " × " + strconv.Itoa(f.Times)
			}
			t.Add("", "", "", "", "  "+f.Name+": "+count)
		}
	}
	_ = t.Print(w) // like all that is printed here: whoever closed the stream does not want to know
	list := func(head string, lines []string) {
		if len(lines) > 0 {
			terminal.Printf(w, "%s\n", head)
		}
		for _, l := range lines {
			fmt.Fprintln(w, "  "+l)
		}
	}
	list("once for each table", e.Table)
	list("once for all", e.Class)
	var save []string
	for _, x := range e.Savings {
		done := "  " + x.Flag
		if x.Flag == "" {
			done = "  " + terminal.Say(w, "(counted already)")
		}
		save = append(save, x.Saves+"  "+x.What+done)
	}
	list("what saves most", save)
	list("the minutes assume", e.Assumed)
	list("to know", e.Notes)
}
