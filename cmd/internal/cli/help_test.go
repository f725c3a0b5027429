package cli

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/terminal"
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

// Help fits a terminal; only examples and forms of data may be wider.
func TestHelpFits(t *testing.T) {
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		var out bytes.Buffer
		printHelp(cmd, &out)
		text, _, _ := strings.Cut(out.String(), "\nFlags:")
		text = strings.Replace(text, cmd.Example, "", 1)
		for line := range strings.Lines(text) {
			if utf8.RuneCountInString(strings.TrimSpace(line)) > helpColumns && !strings.HasPrefix(line, " ") {
				t.Errorf("%s: %s", cmd.CommandPath(), line)
			}
		}
		for _, c := range cmd.Commands() {
			look(c)
		}
	}
	look(newRootCommand(terminal.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer), Env: func(string) string { return "" }}))
}
