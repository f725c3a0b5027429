package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
)

// Main runs kitpress with the arguments after its name and returns the exit
// code. The first interrupt ends a build properly, the second one at once.
// Whoever stops reading what is printed (kitpress build | head) does not kill
// it in the middle of its work.
func Main(args []string, s Streams) int {
	limitMemory()
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return Run(ctx, args, s)
}

// Run is Main for callers with a context of their own.
func Run(ctx context.Context, args []string, s Streams) int {
	said := &measured{to: s.Out}
	s.Out = said
	s = s.calm()
	root := newRootCommand(s)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	asJSON := slices.Contains(args, "--json") && said.n == 0 // what has a form of its own was said
	return int(report(s, err, asJSON))
}

// newRootCommand lists every command kitpress has.
func newRootCommand(s Streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "kitpress",
		Short: "Print whole games: cards, boards, tokens, dice and rulebooks, in several languages",
		Example: `  kitpress build                       # Cyber Survival in your language, into ./kit
  kitpress build --lang de,it -o kit   # in German and Italian`,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
	}
	root.AddCommand(kitCommands(s)...)
	root.AddCommand(gameCommands(s)...)
	root.AddCommand(newServeCommand(s), newQuizCommand(s), newRefereeCommand(s), newSimulateCommand(s), newVersionCommand(s))
	root.Version = press.Version
	root.SetVersionTemplate("kitpress {{.Version}}\n")
	root.SetHelpCommand(newHelpCommand(s))
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd, s.Out) })
	root.SetFlagErrorFunc(flagError)
	root.Args = cobra.ArbitraryArgs
	return root
}

// newHelpCommand is help as a command of its own: kitpress help build.
func newHelpCommand(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:    "help [COMMAND]",
		Short:  "Say more about a command",
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(cmd.Root(), strings.Join(args, " "))
			}
			printHelp(found, s.Out)
			return nil
		},
	}
}

func unknownCommand(root *cobra.Command, name string) error {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return usage(guess(name, names, "kitpress --help lists the commands"), "unknown command %q", name)
}

// flagError turns what pflag says into our words, with a suggestion.
func flagError(cmd *cobra.Command, err error) error {
	if errors.Is(err, pflag.ErrHelp) {
		return err
	}
	hint := cmd.CommandPath() + " --help lists the flags"
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && len(unknown.GetSpecifiedName()) > 1 {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if s := source.Suggest(unknown.GetSpecifiedName(), names); s != "" {
			hint = fmt.Sprintf("did you mean %q?", "--"+s)
		}
	}
	message := err.Error()
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) && strings.HasPrefix(invalid.GetFlag().Value.Type(), "int") {
		message = fmt.Sprintf("--%s: %q is no whole number", invalid.GetFlag().Name, invalid.GetValue())
	}
	return &press.UsageError{Message: message, Hint: hint}
}

// guess returns "did you mean …?", or otherwise when nothing is near.
func guess(word string, known []string, otherwise string) string {
	if s := source.Suggest(word, known); s != "" {
		return fmt.Sprintf("did you mean %q?", s)
	}
	return otherwise
}

// exactly refuses another number of arguments; use is the line that shows how.
func exactly(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		return usage("usage: "+cmd.UseLine(), "%s takes %s, not %d", cmd.CommandPath(), plural(n, "argument"), len(args))
	}
}

// printHelp writes the help of a command, examples first.
func printHelp(cmd *cobra.Command, w io.Writer) {
	fmt.Fprintf(w, "%s\n", wrapped(cmd.Short, ""))
	if cmd.Long != "" {
		fmt.Fprintf(w, "\n%s\n", wrapped(strings.TrimSpace(cmd.Long), ""))
	}
	if cmd.Example != "" {
		fmt.Fprintf(w, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprint(w, "\nCommands:\n")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(w, "  %-12s %s\n", c.Name(), wrapped(c.Short, strings.Repeat(" ", 15)))
			}
		}
		fmt.Fprintf(w, "\n%s COMMAND --help says more about a command.\n", cmd.CommandPath())
		if !cmd.HasParent() {
			return
		}
	}
	fmt.Fprintf(w, "\nUsage:\n  %s\n", wrapped(cmd.UseLine(), "      "))
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { f.Usage = strings.ReplaceAll(f.Usage, "\n", " ") }) // they are broken anew
	if flags := cmd.LocalFlags().FlagUsagesWrapped(helpColumns); flags != "" {
		fmt.Fprintf(w, "\nFlags:\n%s", flags)
	}
	fmt.Fprintf(w, "\nExit codes:\n  %s\n", exitHelp)
}

// helpColumns is how wide help is: a terminal as it opens.
const helpColumns = 80

// wrapped breaks a text into lines of help; all but the first begin with
// indent, which the first one's place is as wide as. A line that ends a
// sentence stays the last of its paragraph, one that begins with a blank is a
// paragraph of its own.
func wrapped(text, indent string) string {
	var out strings.Builder
	column := len(indent)
	for i, line := range strings.Split(text, "\n") {
		ends := i > 0 && (strings.HasPrefix(line, " ") || line == "" || column == len(indent))
		if ends {
			out.WriteString("\n" + indent)
			column = len(indent)
		}
		if strings.HasPrefix(line, " ") { // as it is written
			out.WriteString(line)
			column = len(indent)
			continue
		}
		for _, word := range strings.Fields(line) {
			width := utf8.RuneCountInString(word)
			switch {
			case column == len(indent):
			case column+1+width > helpColumns:
				out.WriteString("\n" + indent)
				column = len(indent)
			default:
				out.WriteByte(' ')
				column++
			}
			out.WriteString(word)
			column += width
		}
		if line == "" || strings.ContainsAny(line[len(line)-1:], ".:!?") {
			column = len(indent)
		}
	}
	return out.String()
}
