package source

import (
	"bytes"
	"unicode/utf8"
)

// MaxDepth is the deepest nesting of mappings and lists in a file.
const MaxDepth = 32

// scan looks at the bytes before the YAML library does: encoding, characters
// that are invisible or act on terminals, and nesting far beyond MaxDepth.
// It reports the first finding only, since the rest follows from it.
func scan(name string, data []byte, ps *Problems) bool {
	if bytes.HasPrefix(data, []byte{0xFF, 0xFE}) || bytes.HasPrefix(data, []byte{0xFE, 0xFF}) {
		ps.Errorf(Pos{File: name, Line: 1, Col: 1}, CodeEncoding, "the file is UTF-16, want UTF-8").Hint = "save the file as UTF-8"
		return false
	}
	var nest nesting
	pos := Pos{File: name, Line: 1, Col: 1}
	for i := 0; i < len(data); {
		r, size := rune(data[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(data[i:])
		}
		if r == utf8.RuneError && size == 1 {
			p := ps.Errorf(pos, CodeEncoding, "byte 0x%02X is not UTF-8", data[i])
			p.Hint, p.Excerpt = "save the file as UTF-8", lineAt(data, i)
			return false
		}
		if forbidden(r) || r == '\r' && (i+1 == len(data) || data[i+1] != '\n') {
			p := ps.Errorf(pos, CodeControl, "character U+%04X is not allowed", r)
			p.Hint, p.Excerpt = "delete the character", lineAt(data, i)
			return false
		}
		if nest.step(r, pos.Col) {
			ps.Errorf(pos, CodeDepth, "nested too deeply, at most %d levels", MaxDepth).Excerpt = lineAt(data, i)
			return false
		}
		i += size
		pos.Col++
		if r == '\n' {
			pos.Line++
			pos.Col = 1
		}
	}
	return true
}

// forbidden reports whether r may not stand in a file: control characters,
// line ends only YAML 1.1 knows, and a byte order mark inside the file.
func forbidden(r rune) bool {
	switch {
	case r == '\n' || r == '\r' || r == '\t':
		return false
	case r < 0x20 || r >= 0x7F && r < 0xA0:
		return true
	}
	return r == '\u2028' || r == '\u2029' || r == '\uFEFF' || r == '\uFFFE' || r == '\uFFFF'
}

// nestingLimit is where the scan gives up. It is twice MaxDepth since the
// scan only guesses what is text and what is structure; the exact limit is
// checked on the tree, which this keeps small.
const nestingLimit = 2 * MaxDepth

// nesting guesses from single characters how deep the structure is: brackets
// where a value may start, and runs of list dashes in one line.
type nesting struct {
	brackets []int // columns of the lines the open brackets stand in
	indent   int   // column of the first character of the line, 0 before it
	compact  int   // dashes and question marks at the start of the line
	prev     rune  // last character that was no blank
	blank    bool  // the character before was a blank or a line end
	quote    rune  // the quote the scan is in
}

// step takes the next character and reports whether it is nested too deeply.
func (n *nesting) step(r rune, col int) bool {
	switch {
	case r == '\n':
		*n = nesting{brackets: n.brackets, quote: n.quote, blank: true, prev: '\n'}
		return false
	case r == ' ' || r == '\t' || r == '\r':
		n.blank = true
		return false
	case n.quote != 0:
		if r == n.quote && n.prev != '\\' {
			n.quote = 0
		}
		n.prev, n.blank = r, false
		return false
	}
	if n.indent == 0 {
		n.indent = col
		n.dedent(col)
	}
	start := n.valueStart()
	switch {
	case (r == '[' || r == '{') && start:
		n.brackets = append(n.brackets, n.indent)
	case (r == ']' || r == '}') && len(n.brackets) > 0:
		n.brackets = n.brackets[:len(n.brackets)-1]
	case (r == '-' || r == '?') && n.compact >= 0 && start:
		n.compact++
	case (r == '"' || r == '\'') && start:
		n.quote, n.compact = r, -1
	default:
		n.compact = -1
		if r == '[' || r == '{' {
			r = 'x' // a letter of a text
		}
	}
	n.prev, n.blank = r, false
	return len(n.brackets)+max(n.compact, 0) > nestingLimit
}

// dedent forgets brackets a line cannot be inside of: they were text. A list
// in brackets may go on at the same column, but only in the first.
func (n *nesting) dedent(col int) {
	for col > 1 && len(n.brackets) > 0 && n.brackets[len(n.brackets)-1] >= col {
		n.brackets = n.brackets[:len(n.brackets)-1]
	}
}

// valueStart reports whether a value may start here.
func (n *nesting) valueStart() bool {
	switch n.prev {
	case 0, '\n', '[', '{':
		return true
	case ',':
		return len(n.brackets) > 0
	case ':':
		return n.blank || len(n.brackets) > 0
	case '-', '?':
		return n.blank
	}
	return false
}

// lineAt returns the line that holds byte i.
func lineAt(data []byte, i int) string {
	from := bytes.LastIndexByte(data[:i], '\n') + 1
	line := data[from:]
	if to := bytes.IndexByte(line, '\n'); to >= 0 {
		line = line[:to]
	}
	return string(bytes.TrimSuffix(line, []byte("\r")))
}
