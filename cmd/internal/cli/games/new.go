package games

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit"
)

type newOptions struct{ dir string }

func newNewCommand(s terminal.Streams) *cobra.Command {
	var o newOptions
	cmd := &cobra.Command{
		Use:   "new DIR",
		Short: "Write a small game of your own to start from; it builds at once",
		Long:  "The name of the folder becomes the id of the game. The folder must not exist, or be empty.",
		Example: `  kitpress new my-game
  kitpress build --catalog my-game -o print`,
		Args: command.Exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.dir = args[0]
			return runNew(cmd.Context(), o, s)
		},
	}
	return cmd
}

func runNew(_ context.Context, o newOptions, s terminal.Streams) error {
	files, err := kit.NewGame(o.dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		fmt.Fprintln(s.Out, filepath.Join(o.dir, filepath.FromSlash(f)))
	}
	_, err = fmt.Fprintf(s.Err, "now try: kitpress build --catalog %s -o print\n", o.dir)
	return err
}
