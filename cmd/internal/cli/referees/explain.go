package referees

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
)

func newExplainCommand(s terminal.Streams) *cobra.Command {
	o, edition := new(Options), ""
	cmd := &cobra.Command{
		Use:   "explain GAME RULE",
		Short: "Show what a rule says",
		Example: `  kitpress referee explain cyber-survival R21 --lang de
  kitpress referee explain cyber-survival 9 --edition italian`,
		Args:              command.Exactly(2),
		ValidArgsFunction: command.CompleteGames,
		RunE: func(_ *cobra.Command, args []string) error {
			g, e, presenter, err := o.rules(s, args[0], edition)
			if err != nil {
				return err
			}
			id, err := ruleID(g, args[1])
			if err != nil {
				return err
			}
			text := presenter.Rule(id, e)
			if o.JSON {
				return s.JSON(struct {
					Rule string `json:"rule"`
					Lang string `json:"lang"`
					Text string `json:"text"`
				}{presenter.RuleID(id), presenter.Lang(), text})
			}
			_, err = fmt.Fprintf(s.Out, "%s  %s\n", presenter.RuleID(id), text)
			return err
		},
	}
	o.AddLang(cmd)
	cmd.Flags().StringVar(&edition, "edition", "", "`edition` of the rules (default: that of the language)")
	command.AddJSON(cmd, &o.JSON)
	return cmd
}

// ruleID returns the rule meant by R7, r7 or 7, with or without the prefix of the game.
func ruleID(g *catalog.Game, typed string) (string, error) {
	id := strings.TrimPrefix(strings.ToUpper(typed), g.Prefix+"-")
	if !strings.HasPrefix(id, "R") {
		id = "R" + id
	}
	if g.Rule(id) != nil {
		return id, nil
	}
	var known []string
	for _, section := range g.Sections {
		for _, b := range section.Blocks {
			if b.Rule != nil {
				known = append(known, b.Rule.ID)
			}
		}
	}
	return "", terminal.Usage(terminal.Guess(id, known, ""), "%s has no rule %q", g.ID, typed)
}
