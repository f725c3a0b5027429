package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
)

// AtMostOneGame refuses more than one argument.
func AtMostOneGame(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return &press.UsageError{Message: fmt.Sprintf("%s takes at most one game, not %d", cmd.CommandPath(), len(args)), Hint: "usage: " + cmd.UseLine()}
	}
	return nil
}

func Unknown(root *cobra.Command, name string) error {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return terminal.Usage(terminal.Guess(name, names, "kitpress --help lists the commands"), "unknown command %q", name)
}

// Exactly refuses another number of arguments; use is the line that shows how.
func Exactly(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		return terminal.Usage("usage: "+cmd.UseLine(), "%s takes %s, not %d", cmd.CommandPath(), terminal.Plural(n, "argument"), len(args))
	}
}
