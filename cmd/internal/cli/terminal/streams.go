// Package terminal is how kitpress speaks: two streams that show text as text,
// tables, JSON, progress, errors with their hints and exit codes.
//
// It must not know what any command does.
package terminal

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"

	"github.com/inconshreveable/mousetrap"
	"golang.org/x/term"
)

// Streams are a command's connections to the outside, so that a test can hold
// them.
type Streams struct {
	Out io.Writer // results
	Err io.Writer // messages and progress
	// Columns is the width of the terminal Err leads to, 0 when it leads
	// elsewhere.
	Columns int
	Env     func(string) string

	Data io.Writer // Out, for files: byte for byte
	Bar  io.Writer // Err, for what moves the cursor

	In io.Reader // answers; nil for none

	Plain   bool // no colours
	Verbose bool // every problem, every file, how long it took

	// Say says a message of kitpress in the language of its user, Lang; nil
	// says it in English.
	Say  func(string) string
	Lang string
	// Hidden reads a line of a person that is not shown while it is typed; nil
	// when In is no terminal.
	Hidden func(context.Context) (string, error)
}

// System returns the streams of the process.
func System() Streams {
	s := Streams{Out: os.Stdout, Err: os.Stderr, Env: os.Getenv, In: os.Stdin}
	if term.IsTerminal(int(os.Stdin.Fd())) {
		s.Hidden = readHidden
	}
	if fd := int(os.Stderr.Fd()); term.IsTerminal(fd) {
		s.Columns = 80
		if w, _, err := term.GetSize(fd); err == nil && w > 0 {
			s.Columns = w
		}
	}
	return s
}

// DoubleClicked reports whether somebody started the program from a desktop, and
// not from a terminal: there nobody reads what it prints.
func DoubleClicked(env func(string) string) bool {
	if mousetrap.StartedByExplorer() {
		return true
	}
	for _, f := range []*os.File{os.Stdin, os.Stdout, os.Stderr} {
		if term.IsTerminal(int(f.Fd())) {
			return false
		}
	}
	switch runtime.GOOS {
	case "windows":
		return false
	case "darwin": // the bundle of a release; a program that is started by another has that one's
		return env("__CFBundleIdentifier") == "kitpress.studio"
	}
	return env("DISPLAY") != "" || env("WAYLAND_DISPLAY") != ""
}

// Colour reports whether messages may be coloured: on a terminal that can, to
// a person who has not said no.
func (s Streams) Colour() bool {
	return !s.Plain && s.Columns > 0 && s.Env("NO_COLOR") == "" && s.Env("TERM") != "dumb"
}

// Red sets text in bold red where that is possible.
func (s Streams) Red(text string) string {
	if !s.Colour() {
		return text
	}
	return redOn + text + redOff
}

// Calm returns streams that show text as text.
func (s Streams) Calm() Streams {
	s.Data, s.Bar = s.Out, s.Err
	if s.Say == nil {
		s.Say = func(text string) string { return text }
	}
	s.Out, s.Err = &calmWriter{to: s.Out, say: s.Say}, &calmWriter{to: s.Err, colour: s.Colour(), say: s.Say}
	return s
}

// readHidden reads a line from the terminal without showing it. When the
// context ends the terminal is as it was before.
func readHidden(ctx context.Context) (string, error) {
	fd := int(os.Stdin.Fd())
	before, err := term.GetState(fd)
	if err != nil {
		return "", err
	}
	text, err := Await(ctx, func() ([]byte, error) { return term.ReadPassword(fd) })
	if ctx.Err() != nil {
		err = errors.Join(ctx.Err(), term.Restore(fd, before))
	}
	return string(text), err
}

// Await returns what read returns, or the error of ctx when that ends first;
// then read ends with the program.
func Await[T any](ctx context.Context, read func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := read()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return *new(T), ctx.Err()
	}
}
