package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"kitpress/i18n/messages"
)

// Speaks returns what says messages in the first of some languages that kitpress
// speaks. Its words are read when the first one is said.
func Speaks(langs ...string) func(string) string {
	lang := messages.Speaks(langs...)
	read := sync.OnceValue(func() *messages.Messages {
		m, _ := messages.In(lang) // what is wrong with it would be a fault of ours, and tests find it
		return m
	})
	return func(text string) string {
		if lang == "en" {
			return text
		}
		return read().Say(text)
	}
}

// Say says a text in the language of what it is written to.
func Say(w io.Writer, text string) string {
	if c, ok := w.(*calmWriter); ok && c.say != nil {
		return c.say(text)
	}
	return text
}

// Printf writes a message of kitpress in the language of whoever reads it, line
// by line.
func Printf(w io.Writer, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		lines[i] = Say(w, line)
	}
	_, err := io.WriteString(w, strings.Join(lines, ""))
	return err
}

// Elapsed says how long something took, to those who want to know everything.
func (s Streams) Elapsed(since time.Time) {
	if s.Verbose {
		Printf(s.Err, "it took %.1f s\n", time.Since(since).Seconds())
	}
}
