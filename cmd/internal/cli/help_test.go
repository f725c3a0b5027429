package cli

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kitpress/cmd/internal/cli/terminal"
	"kitpress/i18n/messages"
)

func TestWrapped(t *testing.T) {
	long := strings.Repeat("word ", 20)
	for _, tc := range []struct{ text, indent, want string }{
		{"short", "", "short"},
		{"One sentence.\nAnother one", "", "One sentence.\nAnother one"},
		{"a line that\ngoes on", "", "a line that goes on"},
		{"as it is:\n  {\"a\": 1}\nand on", "", "as it is:\n  {\"a\": 1}\nand on"},
		{long, "", strings.TrimSpace(strings.Repeat("word ", 16)) + "\nword word word word"},
		{long, "          ", strings.TrimSpace(strings.Repeat("word ", 14)) + "\n          word word word word word word"},
		{"y " + strings.Repeat("x", 80), "", "y\n" + strings.Repeat("x", 80)},
	} {
		if got := wrapped(io.Discard, tc.text, tc.indent); got != tc.want {
			t.Errorf("%.30q: got\n%s\nwant\n%s", tc.text, got, tc.want)
		}
	}
}

// Help fits a terminal in every language; only examples, forms of data and how a
// command is called may be wider.
func TestHelpFits(t *testing.T) {
	for _, lang := range messages.Languages() {
		s := terminal.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer), Say: terminal.Speaks(lang), Env: func(string) string { return "" }}.Calm()
		var look func(cmd *cobra.Command)
		look = func(cmd *cobra.Command) {
			var out bytes.Buffer
			s := s
			s.Out = &out
			printHelp(cmd, s.Calm().Out)
			text := strings.Replace(out.String(), cmd.Example, "", 1)
			about, flags, _ := strings.Cut(text, "\n"+s.Say("Flags:")+"\n")
			for line := range strings.Lines(about) {
				if terminal.Columns(strings.TrimSpace(line)) > helpColumns && !strings.HasPrefix(line, " ") {
					t.Errorf("%s: %s: %s", lang, cmd.CommandPath(), line)
				}
			}
			for line := range strings.Lines(flags) {
				if terminal.Columns(strings.TrimRight(line, "\n")) > helpColumns {
					t.Errorf("%s: %s: %s", lang, cmd.CommandPath(), line)
				}
			}
			for _, c := range cmd.Commands() {
				look(c)
			}
		}
		look(newRootCommand(s))
	}
}

// Columns of flags stand below each other where characters take two columns.
func TestFlagsInJapanese(t *testing.T) {
	var out bytes.Buffer
	s := terminal.Streams{Out: &out, Err: new(bytes.Buffer), Say: terminal.Speaks("ja"), Env: func(string) string { return "" }}.Calm()
	flags := pflag.NewFlagSet("x", pflag.ContinueOnError)
	flags.StringP("out", "o", "kit", "`folder` for the files")
	flags.Bool("quiet", false, "show no progress")
	want := "  -o, --out フォルダー   ファイルを書き出すフォルダー （省略時：\"kit\"）\n      --quiet            進行状況を表示しない\n"
	if got := flagUsages(flags, s.Out); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
