package games

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/kit/fromtable"
)

func newNewCommand(s terminal.Streams) *cobra.Command {
	from := ""
	o := new(fromtable.Options)
	cmd := &cobra.Command{
		Use:   "new DIR",
		Short: "Write a small game of your own to start from; it builds at once",
		Long: `The name of the folder becomes the id of the game. The folder must not exist, or be empty. --from takes the cards from a
spreadsheet, as kitpress import does.`,
		Example: `  kitpress new my-game
  kitpress build --catalog my-game -o print
  kitpress new my-deck --from cards.xlsx`,
		Args: command.Exactly(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if from != "" {
				return makeFromTable(s, from, args[0], *o)
			}
			files, err := kit.NewGame(args[0], o.DryRun)
			if err != nil {
				return err
			}
			for _, f := range files {
				fmt.Fprintln(s.Out, filepath.Join(args[0], filepath.FromSlash(f)))
			}
			if o.DryRun {
				command.SayDryRun(s, true)
				return nil
			}
			err = terminal.Printf(s.Err, "now try: kitpress build --catalog %s -o print\n", args[0])
			return err
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "spreadsheet to take the cards from (.csv, .tsv, .xlsx)")
	addImport(cmd, o)
	return cmd
}
