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

const exitHelp = "0 done · 1 failed · 2 wrong usage · 3 problems in the data ·\n4 refused by the rules · 130 interrupted"

// newHelpCommand is help as a command of its own: kitpress help build.
func newHelpCommand(s terminal.Streams) *cobra.Command {
	man := ""
	cmd := &cobra.Command{
		Use:    "help [COMMAND|" + strings.Join(press.Manuals(), "|") + "]",
		Short:  "Say more about a command, or about the files of a game",
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if man != "" {
				return writeMan(cmd.Root(), s, man)
			}
			if len(args) == 1 {
				if manual := press.Manual(args[0], s.Lang); manual != nil {
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
	cmd.Flags().StringVar(&man, "man", "", "`folder` to write a man page of each command into, in the language of the help")
	command.Folder(cmd, "man")
	return cmd
}

// printHelp writes the help of a command in the language of its reader,
// examples first.
func printHelp(cmd *cobra.Command, w io.Writer) {
	fmt.Fprintf(w, "%s\n", wrapped(w, cmd.Short, ""))
	if cmd.Long != "" {
		fmt.Fprintf(w, "\n%s\n", wrapped(w, strings.TrimSpace(cmd.Long), ""))
	}
	if cmd.Example != "" {
		fmt.Fprintf(w, "\n%s\n%s\n", terminal.Say(w, "Examples:"), examples(w, cmd.Example))
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\n%s\n", terminal.Say(w, "Commands:"))
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(w, "  %-12s %s\n", c.Name(), wrapped(w, c.Short, strings.Repeat(" ", 15)))
			}
		}
		fmt.Fprintf(w, "\n%s\n", wrapped(w, cmd.CommandPath()+" COMMAND --help says more about a command.", ""))
		if !cmd.HasParent() {
			fmt.Fprintf(w, "kitpress help %s\n  %s\n", strings.Join(press.Manuals(), "|"), wrapped(w, "prints the manual about files of a game.", "  "))
			fmt.Fprintf(w, "\n%s\n%s", terminal.Say(w, "Flags of every command:"), flagUsages(cmd.PersistentFlags(), w))
			return
		}
	}
	fmt.Fprintf(w, "\n%s\n  %s\n", terminal.Say(w, "Usage:"), wrapped(w, usageLine(w, cmd), "      "))
	if cmd.LocalFlags().HasAvailableFlags() {
		fmt.Fprintf(w, "\n%s\n%s", terminal.Say(w, "Flags:"), flagUsages(cmd.LocalFlags(), w))
	}
	fmt.Fprintf(w, "\n%s\n", terminal.Say(w, "Exit codes:"))
	for line := range strings.SplitSeq(exitHelp, "\n") {
		fmt.Fprintf(w, "  %s\n", terminal.Say(w, line))
	}
}

// usageLine is how a command is called; what stands for something is a word.
func usageLine(w io.Writer, cmd *cobra.Command) string {
	line, ok := strings.CutSuffix(cmd.UseLine(), "[flags]")
	if ok {
		line += terminal.Say(w, "[flags]")
	}
	return line
}

// examples translates what is said about examples, behind #.
func examples(w io.Writer, text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if before, said, ok := strings.Cut(line, "# "); ok {
			lines[i] = before + "# " + terminal.Say(w, said)
		}
	}
	return strings.Join(lines, "\n")
}

// flagUsages describes flags. pflag measures in bytes and breaks at blanks: what
// it says in English is broken by it, everything else by columns.
func flagUsages(flags *pflag.FlagSet, w io.Writer) string {
	english := true
	var usages []string
	flags.VisitAll(func(f *pflag.Flag) {
		usage := strings.ReplaceAll(f.Usage, "\n", " ") // they are broken anew
		f.Usage = terminal.Say(w, usage)
		english = english && f.Usage == usage
		if !f.Hidden {
			_, usage = pflag.UnquoteUsage(f)
			usages = append(usages, usage)
		}
	})
	if english {
		return flags.FlagUsagesWrapped(helpColumns)
	}
	var names []string
	width := 0
	for i, line := range strings.Split(strings.TrimRight(flags.FlagUsages(), "\n"), "\n") {
		at := strings.LastIndex(line, "  "+usages[i])
		names = append(names, strings.TrimRight(line[:at], " "))
		usages[i] = line[at+2:]
		if text, usual, ok := strings.Cut(usages[i], " (default "); ok {
			usages[i] = text + " " + terminal.Say(w, "(default "+usual)
		}
		width = max(width, terminal.Columns(names[i]))
	}
	var b strings.Builder
	indent := min(width+3, helpColumns/2)
	for i, name := range names {
		fill := strings.Repeat(" ", max(0, indent-terminal.Columns(name)))
		if fill == "" {
			fill = "\n" + strings.Repeat(" ", indent)
		}
		lines := terminal.Wrap(usages[i], helpColumns-indent)
		b.WriteString(name + fill + strings.Join(lines, "\n"+strings.Repeat(" ", indent)) + "\n")
	}
	return b.String()
}

// helpColumns is how wide help is: a terminal as it opens.
const helpColumns = 80

// wrapped breaks a text into lines of help; all but the first begin with
// indent, which the first one's place is as wide as. Each paragraph is
// translated.
func wrapped(w io.Writer, text, indent string) string {
	var lines []string
	for _, p := range paragraphs(text) {
		if strings.HasPrefix(p, " ") {
			lines = append(lines, p)
			continue
		}
		if !strings.Contains(p, "With --json") { // what programs read is said in English, not in two languages
			p = terminal.Say(w, p)
		}
		lines = append(lines, terminal.Wrap(p, helpColumns-len(indent))...)
	}
	return strings.Join(lines, "\n"+indent)
}

// paragraphs takes a text of help apart. A line that ends a sentence is the last
// of its paragraph, one that begins with a blank is a paragraph of its own and
// stays as it is.
func paragraphs(text string) []string {
	var all []string
	ended := true
	for line := range strings.SplitSeq(text, "\n") {
		asIs := line == "" || strings.HasPrefix(line, " ")
		if ended || asIs {
			all = append(all, line)
		} else {
			all[len(all)-1] += " " + line
		}
		ended = asIs || strings.ContainsAny(line[len(line)-1:], ".:!?")
	}
	for i, p := range all {
		if !strings.HasPrefix(p, " ") {
			all[i] = strings.Join(strings.Fields(p), " ")
		}
	}
	return all
}
