package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
)

// An exitCode ends the program. As an error it stands for one that was
// reported already.
type exitCode int

// The exit codes, listed in the help of every command.
const (
	exitDone        exitCode = 0
	exitFailed      exitCode = 1
	exitUsage       exitCode = 2
	exitProblems    exitCode = 3
	exitRefused     exitCode = 4
	exitInterrupted exitCode = 130
)

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

const exitHelp = "0 done · 1 failed · 2 wrong usage · 3 problems in the data ·\n  4 refused by the rules · 130 interrupted"

// maxProblems is how many problems are printed; --json has all of them.
const maxProblems = 20

// usage returns an error for something typed wrongly.
func usage(hint, format string, args ...any) error {
	return &press.UsageError{Message: fmt.Sprintf(format, args...), Hint: hint}
}

// report says what went wrong, on Out as JSON or on Err in words, and returns
// the exit code.
func report(s Streams, err error, asJSON bool) exitCode {
	var code exitCode
	var data *source.DataError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &code):
		return code
	case errors.Is(err, context.Canceled):
		s.complain("interrupted, nothing was changed", "")
		return exitInterrupted
	case errors.Is(err, syscall.EPIPE): // nobody listens any more
		return exitFailed
	case errors.As(err, &data) && asJSON:
		if err := printJSON(s.Out, problemsJSON{data.Problems.Sorted()}); err != nil {
			return report(s, err, false)
		}
		return exitProblems
	case errors.As(err, &data):
		s.reportProblems(data.Problems)
		return exitProblems
	}
	failed := struct {
		Message string   `json:"message"`
		Hint    string   `json:"hint,omitempty"`
		Exit    exitCode `json:"exit"`
	}{Message: err.Error(), Exit: exitFailed}
	var wrong *press.UsageError
	var folder *publish.FolderError
	switch {
	case errors.As(err, &wrong):
		failed.Message, failed.Hint, failed.Exit = wrong.Message, wrong.Hint, exitUsage
	case errors.As(err, &folder):
		failed.Message, failed.Hint = folder.Message, folder.Hint
	}
	if !asJSON {
		s.complain(failed.Message, failed.Hint)
	} else if err := printJSON(s.Out, map[string]any{"error": failed}); err != nil {
		return report(s, err, false)
	}
	return failed.Exit
}

// reportProblems prints the problems that kept something from being written.
func (s Streams) reportProblems(ps source.Problems) {
	ps.Print(s.Err, maxProblems)
	hint := ""
	switch {
	case ps.AreAll(i18n.CodeMissing, i18n.CodeStale):
		hint = "to print without these translations: --draft shows the source text in their place, --lang leaves the language out"
	case len(ps) > maxProblems:
		hint = "kitpress check --json lists all of them"
	}
	s.complain(ps.Count()+", nothing was written", hint)
}

// A measured stream knows how much went through it.
type measured struct {
	to io.Writer
	n  int64
}

func (c *measured) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}

type problemsJSON struct {
	Problems source.Problems `json:"problems"`
}

// complain says on Err what is wrong.
func (s Streams) complain(message, hint string) {
	fmt.Fprintf(s.Err, "%s %s\n", s.red("kitpress:"), message)
	if hint != "" {
		fmt.Fprintf(s.Err, "  hint: %s\n", hint)
	}
}

// plural returns "1 file" or "2 files".
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
