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

// The exit codes, listed in the help of every command.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitProblems    = 3
	exitRefused     = 4
	exitInterrupted = 130
)

const exitHelp = "0 done · 1 failed · 2 wrong usage · 3 problems in the data ·\n  4 refused by the rules · 130 interrupted"

// maxProblems is how many problems are printed; --json has all of them.
const maxProblems = 20

// usage returns an error for something typed wrongly.
func usage(hint, format string, args ...any) error {
	return &press.UsageError{Message: fmt.Sprintf(format, args...), Hint: hint}
}

// report says on Err what went wrong and returns the exit code.
func report(s Streams, err error) int {
	var wrong *press.UsageError
	var told *toldError
	var data *source.DataError
	var folder *publish.FolderError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &told):
		return told.code
	case errors.Is(err, context.Canceled):
		complain(s, "interrupted, nothing was changed", "")
		return exitInterrupted
	case errors.Is(err, syscall.EPIPE): // nobody listens any more
		return exitFailed
	case errors.As(err, &wrong):
		complain(s, wrong.Message, wrong.Hint)
		return exitUsage
	case errors.As(err, &folder):
		complain(s, folder.Message, folder.Hint)
		return exitFailed
	case errors.As(err, &data):
		data.Problems.Print(s.Err, maxProblems)
		hint := ""
		switch {
		case data.Problems.AreAll(i18n.CodeMissing, i18n.CodeStale):
			hint = "to print without these translations: --draft shows the source text in their place, --lang leaves the language out"
		case len(data.Problems) > maxProblems:
			hint = "kitpress check --json lists all of them"
		}
		complain(s, data.Problems.Count()+", nothing was written", hint)
		return exitProblems
	}
	complain(s, err.Error(), "")
	return exitFailed
}

// A toldError has been reported already; only the exit code remains.
type toldError struct{ code int }

func (e *toldError) Error() string { return "already reported" }

// forMachines prints the problems in an error as JSON when that was asked for.
func forMachines(s Streams, wanted bool, err error) error {
	var data *source.DataError
	if !wanted || !errors.As(err, &data) {
		return err
	}
	if err := printJSON(s.Out, problemsJSON{data.Problems.Sorted()}); err != nil {
		return err
	}
	return &toldError{exitProblems}
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

// failedForMachines prints why a command could not be carried out as JSON, as
// whoever asked for JSON expects.
func failedForMachines(s Streams, err error) error {
	var told *toldError
	var data *source.DataError
	if err == nil || errors.As(err, &told) || errors.Is(err, context.Canceled) || errors.Is(err, syscall.EPIPE) {
		return err
	}
	if errors.As(err, &data) {
		return forMachines(s, true, err)
	}
	failed := struct {
		Message string `json:"message"`
		Hint    string `json:"hint,omitempty"`
		Exit    int    `json:"exit"`
	}{Message: err.Error(), Exit: exitFailed}
	var wrong *press.UsageError
	var folder *publish.FolderError
	switch {
	case errors.As(err, &wrong):
		failed.Hint, failed.Exit = wrong.Hint, exitUsage
	case errors.As(err, &folder):
		failed.Hint = folder.Hint
	}
	if err := printJSON(s.Out, struct {
		Error any `json:"error"`
	}{failed}); err != nil {
		return err
	}
	return &toldError{failed.Exit}
}

type problemsJSON struct {
	Problems source.Problems `json:"problems"`
}

func complain(s Streams, message, hint string) {
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
