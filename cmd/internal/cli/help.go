package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
)

const exitHelp = "0 done · 1 failed · 2 wrong usage · 3 problems in the data ·\n  4 refused by the rules · 130 interrupted"

// newHelpCommand is help as a command of its own: kitpress help build.
func newHelpCommand(s terminal.Streams) *cobra.Command {
	return &cobra.Command{
		Use:    "help [COMMAND|" + strings.Join(press.Manuals(), "|") + "]",
		Short:  "Say more about a command, or about the files of a game",
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				if manual := press.Manual(args[0]); manual != nil {
					_, err := s.Out.Write(manual)
					return err
				}
			}
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return command.Unknown(cmd.Root(), strings.Join(args, " "))
			}
			printHelp(found, s.Out)
			return nil
		},
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
			fmt.Fprintf(w, "kitpress help %s\n  prints the manual about files of a game.\n", strings.Join(press.Manuals(), "|"))
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
// paragraph of its own and stays as it is.
func wrapped(text, indent string) string {
	var paragraphs []string
	ended := true
	for line := range strings.SplitSeq(text, "\n") {
		asIs := line == "" || strings.HasPrefix(line, " ")
		if ended || asIs {
			paragraphs = append(paragraphs, line)
		} else {
			paragraphs[len(paragraphs)-1] += " " + line
		}
		ended = asIs || strings.ContainsAny(line[len(line)-1:], ".:!?")
	}
	var lines []string
	for _, p := range paragraphs {
		if strings.HasPrefix(p, " ") {
			lines = append(lines, p)
			continue
		}
		lines = append(lines, terminal.Wrap(strings.Join(strings.Fields(p), " "), helpColumns-len(indent))...)
	}
	return strings.Join(lines, "\n"+indent)
}
