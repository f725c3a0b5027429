package terminal

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A calmWriter hands text on without what could command a terminal or turn the
// reading direction: names, reasons and files come from others, and whoever
// wrote them must not repaint the screen. U+FFFD stands in for it.
type calmWriter struct {
	to     io.Writer
	colour bool // our own red may pass
	say    func(string) string

	mu   sync.Mutex
	rest []byte // the beginning of a character that was cut in two
}

// The sequences of Streams.red.
const (
	redOn  = "\x1b[1;31m"
	redOff = "\x1b[0m"
)

// Write implements io.Writer. It reports all of p as written when the text it
// became was.
func (w *calmWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := append(w.rest, p...)
	w.rest = nil
	var b bytes.Buffer
	for len(text) > 0 {
		if own := w.own(text); own > 0 {
			b.Write(text[:own])
			text = text[own:]
			continue
		}
		if !utf8.FullRune(text) {
			w.rest = bytes.Clone(text)
			break
		}
		r, n := utf8.DecodeRune(text)
		b.WriteRune(calmRune(r))
		text = text[n:]
	}
	if _, err := w.to.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// own returns how long a sequence of our own is that text begins with.
func (w *calmWriter) own(text []byte) int {
	for _, s := range []string{redOn, redOff} {
		if w.colour && bytes.HasPrefix(text, []byte(s)) {
			return len(s)
		}
	}
	return 0
}

// calmRune replaces a character that is more than text.
func calmRune(r rune) rune {
	if r != '\n' && r != '\t' && commands(r) {
		return '\uFFFD'
	}
	return r
}

// commands reports whether a character moves a cursor or turns the reading
// direction. Marks for line breaking are text.
func commands(r rune) bool {
	switch {
	case unicode.IsControl(r), r == '\u061C', r == '\u200E', r == '\u200F', r == '\u2028', r == '\u2029':
		return true
	}
	return r >= '\u202A' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069'
}

// calmJSON writes such characters as JSON escapes: it says the same, and a
// terminal only shows it. They can only stand inside strings.
func calmJSON(data []byte) []byte {
	if !bytes.ContainsFunc(data, func(r rune) bool { return r != '\n' && commands(r) }) {
		return data
	}
	var b strings.Builder
	for _, r := range string(data) {
		if r != '\n' && commands(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return []byte(b.String())
}
