package outputtest

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
)

// The values of a PDF file: nil, bool, float64, string (of a string), Name,
// Ref, []any and Dict; in content streams also Op.
type (
	// A Name is a name without its slash.
	Name string
	// A Ref is a reference to an object of generation 0.
	Ref int
	// A Dict is a dictionary.
	Dict map[Name]any
	// An Op is an operator of a content stream or a keyword.
	Op string
)

var errEnd = errors.New("end of data")

// A lexer reads values from a file or a content stream.
type lexer struct {
	data []byte
	at   int
}

func isSpace(c byte) bool { return bytes.IndexByte([]byte("\x00\t\n\f\r "), c) >= 0 }
func isDelim(c byte) bool { return bytes.IndexByte([]byte("()<>[]{}/%"), c) >= 0 }

func (l *lexer) skipSpace() {
	for l.at < len(l.data) {
		switch c := l.data[l.at]; {
		case isSpace(c):
			l.at++
		case c == '%':
			for l.at < len(l.data) && l.data[l.at] != '\n' && l.data[l.at] != '\r' {
				l.at++
			}
		default:
			return
		}
	}
}

// word reads up to the next space or delimiter.
func (l *lexer) word() string {
	start := l.at
	for l.at < len(l.data) && !isSpace(l.data[l.at]) && !isDelim(l.data[l.at]) {
		l.at++
	}
	return string(l.data[start:l.at])
}

func (l *lexer) starts(s string) bool { return bytes.HasPrefix(l.data[l.at:], []byte(s)) }

// value reads the next value; errEnd when there is none.
func (l *lexer) value() (any, error) {
	l.skipSpace()
	if l.at >= len(l.data) {
		return nil, errEnd
	}
	switch c := l.data[l.at]; {
	case c == '/':
		l.at++
		return Name(l.word()), nil
	case c == '(':
		return l.literal()
	case l.starts("<<"):
		l.at += 2
		return l.dict()
	case c == '<':
		return l.hex()
	case c == '[':
		l.at++
		return l.until("]")
	case isDelim(c):
		return nil, fmt.Errorf("unexpected %q at %d", c, l.at)
	}
	return l.plain(), nil
}

// plain reads a number, a keyword or an operator; "5 0 R" becomes a Ref.
func (l *lexer) plain() any {
	w := l.word()
	n, err := strconv.ParseFloat(w, 64)
	switch {
	case err == nil:
		if end := l.at + len(" 0 R"); l.starts(" 0 R") && (end == len(l.data) || isSpace(l.data[end]) || isDelim(l.data[end])) {
			l.at = end
			return Ref(n)
		}
		return n
	case w == "true" || w == "false":
		return w == "true"
	case w == "null":
		return nil
	}
	return Op(w)
}

func (l *lexer) until(end string) ([]any, error) {
	var list []any
	for {
		l.skipSpace()
		if l.starts(end) {
			l.at += len(end)
			return list, nil
		}
		v, err := l.value()
		if err != nil {
			return nil, fmt.Errorf("%q expected: %w", end, err)
		}
		list = append(list, v)
	}
}

func (l *lexer) dict() (Dict, error) {
	list, err := l.until(">>")
	if err != nil || len(list)%2 != 0 {
		return nil, fmt.Errorf("dictionary with %d values before %d: %w", len(list), l.at, err)
	}
	d := Dict{}
	for i := 0; i < len(list); i += 2 {
		key, ok := list[i].(Name)
		if _, twice := d[key]; !ok || twice {
			return nil, fmt.Errorf("key %v of a dictionary before %d is no name or there twice", list[i], l.at)
		}
		d[key] = list[i+1]
	}
	return d, nil
}

func (l *lexer) hex() (string, error) {
	end := bytes.IndexByte(l.data[l.at:], '>')
	if end < 0 {
		return "", errEnd
	}
	raw, err := hex.DecodeString(string(l.data[l.at+1 : l.at+end]))
	l.at += end + 1
	return string(raw), err
}

func (l *lexer) literal() (string, error) {
	var out []byte
	for depth := 0; l.at < len(l.data); l.at++ {
		c := l.data[l.at]
		switch c {
		case '(':
			if depth++; depth == 1 {
				continue
			}
		case ')':
			if depth--; depth == 0 {
				l.at++
				return string(out), nil
			}
		case '\r':
			return "", fmt.Errorf("carriage return in a string at %d", l.at)
		case '\\':
			l.at++
			if l.at == len(l.data) {
				return "", errEnd
			}
			c = l.data[l.at]
			if i := bytes.IndexByte([]byte("nrtbf"), c); i >= 0 {
				c = "\n\r\t\b\f"[i]
			}
		}
		out = append(out, c)
	}
	return "", errEnd
}
