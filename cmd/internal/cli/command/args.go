package command

import (
	"context"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/terminal"
)

// Run makes of run what a command does.
func Run(s terminal.Streams, run func(ctx context.Context, s terminal.Streams, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error { return run(cmd.Context(), s, args) }
}

// Group makes cmd a command that only has others below it.
func Group(cmd *cobra.Command, below ...*cobra.Command) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return Unknown(cmd, args[0])
	}
	cmd.AddCommand(below...)
	return cmd
}

// Unknown says that a command has no such command below it.
func Unknown(above *cobra.Command, name string) error {
	var names []string
	for _, c := range above.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return terminal.Usage(terminal.Guess(name, names, above.CommandPath()+" --help lists the commands"), "unknown command %q", name)
}

// Exactly refuses another number of arguments.
func Exactly(n int) cobra.PositionalArgs {
	return Between(n, n, terminal.Plural(n, "argument"))
}

// AtLeast refuses fewer arguments.
func AtLeast(n int) cobra.PositionalArgs {
	return Between(n, math.MaxInt, "at least "+terminal.Plural(n, "argument"))
}

// AtMostOneGame refuses more than one argument.
func AtMostOneGame(cmd *cobra.Command, args []string) error {
	return Between(0, 1, "at most one game")(cmd, args)
}

// Between refuses fewer or more arguments and says what the command takes.
func Between(least, most int, takes string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if n := len(args); n < least || n > most {
			name := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
			return terminal.Usage("usage: "+cmd.UseLine(), "%s takes %s, not %d", name, takes, n)
		}
		return nil
	}
}

// Some refuses to go on without arguments and asks for them.
func Some(question string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return terminal.Usage("usage: "+cmd.UseLine(), "%s", question)
		}
		return nil
	}
}

// Assignments reads the values of a flag that takes name=value.
func Assignments(flag, hint string, list []string) (map[string]string, error) {
	values := map[string]string{}
	for _, a := range list {
		name, value, ok := strings.Cut(a, "=")
		if !ok {
			return nil, terminal.Usage(hint, "%s: %q is no name=value", flag, a)
		}
		values[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	return values, nil
}
