package terminal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
)

// An ExitCode ends the program. As an error it stands for one that was
// reported already.
type ExitCode int

// The exit codes, listed in the help of every command.
const (
	exitDone        ExitCode = 0
	exitFailed      ExitCode = 1
	exitUsage       ExitCode = 2
	ExitProblems    ExitCode = 3
	ExitRefused     ExitCode = 4
	ExitInterrupted ExitCode = 130
)

func (c ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// maxProblems is how many problems are printed; --json has all of them.
const maxProblems = 20

// Problems prints problems on Err.
func (s Streams) Problems(ps source.Problems) {
	most := maxProblems
	if s.Verbose {
		most = 0
	}
	ps.PrintIn(s.Err, most, func(text string) string { return Say(s.Err, text) })
}

// Usage returns an error for something typed wrongly.
func Usage(hint, format string, args ...any) error {
	return &press.UsageError{Message: fmt.Sprintf(format, args...), Hint: hint}
}

// OneOf refuses a word that is not known, with a format for the word.
func OneOf(word string, known []string, format string) error {
	if slices.Contains(known, word) {
		return nil
	}
	return Usage(Guess(word, known, "known: "+strings.Join(known, ", ")), format, word)
}

// Report says what went wrong, on Out as JSON or on Err in words, and returns
// the exit code.
func Report(s Streams, err error, asJSON bool) ExitCode {
	var code ExitCode
	var data *source.DataError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &code):
		return code
	case errors.Is(err, context.Canceled):
		s.Complain("interrupted, nothing was changed", "")
		return ExitInterrupted
	case errors.Is(err, syscall.EPIPE): // nobody listens any more
		return exitFailed
	case errors.As(err, &data) && asJSON:
		if err := s.JSON(map[string]source.Problems{"problems": data.Problems.Sorted()}); err != nil {
			return Report(s, err, false)
		}
		return ExitProblems
	case errors.As(err, &data):
		s.reportProblems(data.Problems)
		return ExitProblems
	}
	failed := struct {
		Message string   `json:"message"`
		Hint    string   `json:"hint,omitempty"`
		Exit    ExitCode `json:"exit"`
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
		s.Complain(failed.Message, failed.Hint)
	} else if err := s.JSON(map[string]any{"error": failed}); err != nil {
		return Report(s, err, false)
	}
	return failed.Exit
}

// reportProblems prints the problems that kept something from being written.
func (s Streams) reportProblems(ps source.Problems) {
	s.Problems(ps)
	hint := ""
	switch {
	case ps.AreAll(i18n.CodeMissing, i18n.CodeStale):
		hint = "to print without these translations: --draft shows the source text in their place, --lang leaves the language out"
	case len(ps) > maxProblems && !s.Verbose:
		hint = "kitpress check --json lists all of them"
	}
	s.Complain(ps.Count()+", nothing was written", hint)
}

// Complain says on Err what is wrong.
func (s Streams) Complain(message, hint string) {
	fmt.Fprintf(s.Err, "%s %s\n", s.Red("kitpress:"), Say(s.Err, message))
	if hint != "" {
		fmt.Fprintf(s.Err, "  %s %s\n", Say(s.Err, "hint:"), Say(s.Err, hint))
	}
}

// Guess returns "did you mean …?", or otherwise when nothing is near.
func Guess(word string, known []string, otherwise string) string {
	if s := source.Suggest(word, known); s != "" {
		return fmt.Sprintf("did you mean %q?", s)
	}
	return otherwise
}
