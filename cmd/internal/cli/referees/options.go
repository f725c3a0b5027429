package referees

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/desk"
	"kitpress/quiz/referee"
)

func newOptionsCommand(s terminal.Streams) *cobra.Command {
	o := new(Options)
	cmd := &cobra.Command{
		Use:   "options GAME",
		Short: "Show what is agreed on before a match: editions, options, and what is usual",
		Long: `What is listed first is usual. kitpress referee new takes it as --edition ID and --option NAME=VALUE; yes and no are good for on and off too.
With --json: editions (id, name, usual) and options (name, label, rule, text, values with id, label, usual).`,
		Example: `  kitpress referee options online
  kitpress referee options attacker-placement --lang de --json`,
		Args:              command.Exactly(1),
		ValidArgsFunction: command.CompleteGames,
		RunE:              command.Run(s, o.agreements),
	}
	o.AddLang(cmd)
	command.AddJSON(cmd, &o.JSON)
	return cmd
}

type choiceJSON struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Usual bool   `json:"usual,omitempty"`
}

type agreementJSON struct {
	Name   string       `json:"name"`
	Label  string       `json:"label"`
	Rule   string       `json:"rule"`
	Text   string       `json:"text"`
	Values []choiceJSON `json:"values"`
}

// agreements prints what can be agreed on.
func (o *Options) agreements(_ context.Context, s terminal.Streams, args []string) error {
	d := &desk.Desk{Catalog: catalog.Embedded()}
	g, rules, err := d.Game(args[0])
	if err != nil {
		return wrongUse(err)
	}
	presenter, err := o.Presenter(s, d.Catalog, g, nil)
	if err != nil {
		return err
	}
	usual := g.EditionFor(presenter.Lang())
	editions := []choiceJSON{}
	for i := range g.Editions {
		e := &g.Editions[i]
		editions = append(editions, choiceJSON{e.ID, presenter.Text(e.Name), e == usual})
	}
	options := []agreementJSON{}
	for _, opt := range rules.Options() {
		options = append(options, agreement(opt, usual, presenter))
	}
	if o.JSON {
		return s.JSON(struct {
			Editions []choiceJSON    `json:"editions"`
			Options  []agreementJSON `json:"options"`
		}{editions, options})
	}
	printAgreements(s, editions, options, presenter)
	return nil
}

// agreement says what an option and its values mean.
func agreement(opt referee.Option, e *catalog.Edition, presenter *desk.Presenter) agreementJSON {
	a := agreementJSON{Name: opt.Name, Label: presenter.Word("table.option." + opt.Name), Rule: presenter.RuleID(opt.Rule), Text: presenter.Rule(opt.Rule, e)}
	for i, v := range opt.Values {
		a.Values = append(a.Values, choiceJSON{v, presenter.Word("table.value." + v), i == 0})
	}
	return a
}

func printAgreements(s terminal.Streams, editions []choiceJSON, options []agreementJSON, presenter *desk.Presenter) {
	if len(editions)+len(options) == 0 {
		fmt.Fprintln(s.Out, presenter.Word("match.no-options"))
		return
	}
	line := func(flag string, c choiceJSON) {
		mark := ""
		if c.Usual {
			mark = " (" + presenter.Word("match.usual") + ")"
		}
		fmt.Fprintf(s.Out, "  %-32s %s%s\n", flag+c.ID, c.Label, mark)
	}
	for _, e := range editions {
		line("--edition ", e)
	}
	for _, opt := range options {
		fmt.Fprintf(s.Out, "%s (%s)\n", strings.TrimSpace(opt.Label), opt.Rule)
		for _, v := range opt.Values {
			line("--option "+opt.Name+"=", v)
		}
	}
}
