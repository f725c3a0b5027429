package referees

import (
	"context"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/kits"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/handout"
	"kitpress/cmd/internal/press"
)

func newPrintCommand(s terminal.Streams) *cobra.Command {
	var print kits.HandoutOptions
	cmd := new(Options).matchCommand(s, &cobra.Command{
		Use:   "print ID",
		Short: "Print a match: a result sheet with its log, a certificate for every seat",
		Example: `  kitpress referee print k7m3pw --lang de -o evening
  kitpress referee print k7m3pw --only result --ink mono`,
		Args: command.Exactly(1),
	}, func(ctx context.Context, v view, _ []string) error {
		t := v.table
		t.Match.Created = t.Match.Created.Local()
		for i := range t.Log {
			t.Log[i].At = t.Log[i].At.Local()
		}
		print.JSON, print.Games, print.Langs = v.JSON, []string{t.Match.Game}, []string{v.presenter.Lang()}
		return print.Make(ctx, s, "", func(l *press.Localization) []press.Handout { return handout.Match(l, t, v.presenter) })
	})
	print.Flags(cmd, handout.ResultParts())
	return cmd
}
