package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
)

// writeMan writes a man page of every command below root into a folder.
func writeMan(root *cobra.Command, s terminal.Streams, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var write func(cmd *cobra.Command) error
	write = func(cmd *cobra.Command) error {
		var page bytes.Buffer
		manPage(&page, cmd, func(text string) string { return terminal.Say(s.Out, text) })
		name := filepath.Join(dir, strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1")
		if err := publish.ReplaceFile(name, page.Bytes()); err != nil {
			return err
		}
		fmt.Fprintln(s.Out, name)
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				if err := write(c); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return write(root)
}

// manPage writes what the help of a command says in the form of man, see
// man(7). Names of sections are those man knows.
func manPage(w io.Writer, cmd *cobra.Command, say func(string) string) {
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	fmt.Fprintf(w, ".TH %s 1 \"\" %q\n.SH NAME\n%s \\- %s\n", strings.ToUpper(name), "kitpress "+press.Version, roff(name), roff(say(cmd.Short)))
	fmt.Fprintf(w, ".SH SYNOPSIS\n.B %s\n", roff(cmd.UseLine()))
	if cmd.Long != "" {
		fmt.Fprint(w, ".SH DESCRIPTION\n")
		for _, p := range paragraphs(strings.TrimSpace(cmd.Long)) {
			form := ".PP\n%s\n"
			if strings.HasPrefix(p, " ") {
				form = ".nf\n%s\n.fi\n"
			}
			fmt.Fprintf(w, form, roff(say(p)))
		}
	}
	if flags := cmd.NonInheritedFlags(); flags.HasAvailableFlags() {
		fmt.Fprint(w, ".SH OPTIONS\n")
		flags.VisitAll(func(f *pflag.Flag) {
			f.Usage = say(strings.ReplaceAll(f.Usage, "\n", " "))
			value, usage := pflag.UnquoteUsage(f)
			short := ""
			if f.Shorthand != "" {
				short = "-" + f.Shorthand + ", "
			}
			fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(short+"--"+f.Name+" "+value)), roff(usage))
		})
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprint(w, ".SH COMMANDS\n")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(strings.ReplaceAll(c.CommandPath(), " ", "-")+"(1)"), roff(say(c.Short)))
			}
		}
	}
	if cmd.Example != "" {
		fmt.Fprintf(w, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(cmd.Example))
	}
	fmt.Fprint(w, ".SH EXIT STATUS\n.nf\n")
	for line := range strings.SplitSeq(exitHelp, "\n") {
		fmt.Fprintln(w, roff(say(line)))
	}
	fmt.Fprint(w, ".fi\n")
}

// roff writes a text so that man takes none of it for a command.
func roff(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
