package games

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/kit/schemas"
	"kitpress/cmd/internal/press"
)

func newLookCommand(s terminal.Streams) *cobra.Command {
	dir := ""
	cmd := &cobra.Command{
		Use:   "look LOOK",
		Short: "Write a look into the folder of a game, to change it there",
		Long: `The game then draws its own templates/LOOK.yaml instead of the one kitpress ships. What may stand in it:
kitpress help templates.`,
		Example: `  kitpress look picture-card --catalog my-game
  kitpress list looks`,
		Args: command.Exactly(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return press.Templates(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: command.Run(s, func(_ context.Context, s terminal.Streams, args []string) error {
			data, err := press.Look(args[0])
			if err != nil {
				return err
			}
			if _, err := os.Stat(filepath.Join(dir, "game.yaml")); err != nil {
				return terminal.Usage("name the folder of the game: --catalog my-game", "there is no game in %s", dir)
			}
			name := filepath.Join(dir, "templates", args[0]+".yaml")
			if _, err := os.Stat(name); err == nil {
				return terminal.Usage("change it there, or delete it first", "%s is there already", name)
			}
			if err := errors.Join(schemas.Write(dir), publish.ReplaceFile(name, append([]byte(schemas.Line("template", "../")), data...))); err != nil {
				return err
			}
			_, err = fmt.Fprintln(s.Out, name)
			return err
		}),
	}
	cmd.Flags().StringVar(&dir, "catalog", ".", "`folder` of the game")
	command.Folder(cmd, "catalog")
	return cmd
}
