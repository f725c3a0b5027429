package spreadsheet

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"kitpress/catalog/source"
)

// Workbooks write characters XML does not have as _x000B_, and a text that
// looks like one with its first character so: _x005F_x000B_.
var escaped = source.Pattern(`_x[0-9A-Fa-f]{4}_`)

// looksEscaped is the beginning of such a text: what follows it may be written
// with the line it lacks.
var looksEscaped = source.Pattern(`_x[0-9A-Fa-f]{4}`)

// unescape reads such characters.
func unescape(s string) string {
	if !strings.Contains(s, "_x") {
		return lineEnds(s)
	}
	s = escaped().ReplaceAllStringFunc(s, func(m string) string {
		n, _ := strconv.ParseUint(m[2:6], 16, 32)
		if r := rune(n); utf8.ValidRune(r) {
			return string(r)
		}
		return m
	})
	return lineEnds(s)
}

// crlf are the line ends of Windows, and what is left of those that were
// converted once too often.
var crlf = source.Pattern(`\r+\n`)

// lineEnds gives lines in a cell one kind of end.
func lineEnds(s string) string {
	if !strings.Contains(s, "\r\n") {
		return s
	}
	return crlf().ReplaceAllString(s, "\n")
}

// escape writes a text for a cell: characters XML does not have as above, the
// others as XML wants them.
func escape(s string) string {
	s = looksEscaped().ReplaceAllString(s, "_x005F$0")
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r < 0x20 && r != '\t' && r != '\n', r == 0xFFFE, r == 0xFFFF:
			b.WriteString("_x" + strings.ToUpper(strconv.FormatUint(0x10000+uint64(r), 16)[1:]) + "_")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
