package referees

import (
	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/kits"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/handout"
	"kitpress/cmd/internal/press"
)

func newPrintCommand(s terminal.Streams) *cobra.Command {
	var o Options
	var print kits.HandoutOptions
	cmd := &cobra.Command{
		Use:   "print ID",
		Short: "Print a match: a result sheet with its log, a certificate for every seat",
		Example: `  kitpress referee print k7m3pw --lang de -o evening
  kitpress referee print k7m3pw --only result --ink mono`,
		Args: command.Exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.open(cmd.Context(), s, args[0], func(t *desk.Table, speak *desk.Speaker) error {
				in, err := command.OpenCatalog("")
				if err != nil {
					return err
				}
				defer in.Close()
				t.Match.Created = t.Match.Created.Local()
				for i := range t.Log {
					t.Log[i].At = t.Log[i].At.Local()
				}
				print.JSON = o.JSON
				print.Games, print.Langs = []string{t.Match.Game}, []string{speak.Lang()}
				return print.Make(cmd.Context(), s, in, func(l *press.Localization) []press.Handout { return handout.Match(l, t, speak) })
			})
		},
	}
	o.flags(cmd)
	print.Flags(cmd, handout.ResultParts())
	return cmd
}
