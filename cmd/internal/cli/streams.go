package cli

import (
	"io"
	"os"

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
}

// System returns the streams of the process.
func System() Streams {
	s := Streams{Out: os.Stdout, Err: os.Stderr, Env: os.Getenv}
	if fd := int(os.Stderr.Fd()); term.IsTerminal(fd) {
		s.Columns = 80
		if w, _, err := term.GetSize(fd); err == nil && w > 0 {
			s.Columns = w
		}
	}
	return s
}

// colour reports whether messages may be coloured: on a terminal that can, to
// a person who has not said no.
func (s Streams) colour() bool {
	return s.Columns > 0 && s.Env("NO_COLOR") == "" && s.Env("TERM") != "dumb"
}

// red sets text in bold red where that is possible.
func (s Streams) red(text string) string {
	if !s.colour() {
		return text
	}
	return "\x1b[1;31m" + text + "\x1b[0m"
}
