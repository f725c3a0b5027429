package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v4"
)

// A document is one parsed file.
type document struct {
	name  string
	data  []byte
	lines []string // made when the first excerpt is asked for
	ps    *Problems
	found int // problems reported

	// Of a row of a table, whose nodes know their places by number:
	places []Pos
	cells  map[Pos]string // what is written there
}

// maxFound is how many problems of one file are reported: a damaged file of
// eight megabytes could have millions, each as large as a line.
const maxFound = 1000

// line returns source line n, counted from 1.
func (d *document) line(n int) string {
	if d.lines == nil {
		d.lines = splitLines(d.data)
	}
	if n < 1 || n > len(d.lines) {
		return ""
	}
	return d.lines[n-1]
}

func (d *document) pos(n *node) Pos {
	if d.places != nil {
		return d.places[n.line]
	}
	return Pos{File: d.name, Line: int(n.line), Col: int(n.col)}
}

func (d *document) errorf(pos Pos, code, format string, args ...any) *Problem {
	if d.found++; d.found > maxFound {
		return &Problem{}
	}
	p := d.ps.Errorf(pos, code, format, args...)
	if d.places != nil {
		p.Excerpt = d.cells[pos]
	} else {
		p.Excerpt = d.line(pos.Line)
	}
	return p
}

// Parse reads one YAML document. When it returns false, ps says why and the
// Value is nothing.
func Parse(name string, data []byte, ps *Problems) (Value, bool) {
	data = bytes.TrimPrefix(data, []byte(bom))
	if len(data) > MaxFile {
		ps.Errorf(Pos{File: name}, CodeFileTooLarge, "file is too large: %d bytes, at most %d MiB are read", len(data), MaxFile>>20)
		return Value{}, false
	}
	if n := marks(data); n > maxMarks {
		ps.Errorf(Pos{File: name}, CodeFileTooLarge, "file is too large: %d commas, colons and other signs of structure, at most %d are read", n, maxMarks)
		return Value{}, false
	}
	if !scan(name, data, ps) {
		return Value{}, false
	}
	d := &document{name: name, data: data, ps: ps}
	tree, ok := d.decode()
	root := &node{}
	if !ok || !d.take(root, tree, 1) {
		return Value{}, false
	}
	return Value{doc: d, node: root}, true
}

// marks counts the characters that can begin a value, wherever they stand.
func marks(data []byte) int {
	n := 0
	for _, sign := range []string{",", ":", "-", "?", "[", "{", "\n"} {
		n += bytes.Count(data, []byte(sign))
	}
	return n
}

// decode lets the YAML library build the tree of the only document.
func (d *document) decode() (root *yaml.Node, ok bool) {
	dec := yaml.NewDecoder(bytes.NewReader(d.data))
	var doc, rest yaml.Node
	err := decodeNode(dec, &doc)
	if errors.Is(err, io.EOF) || err == nil && emptyDocument(&doc) {
		d.errorf(Pos{File: d.name, Line: 1, Col: 1}, CodeFileEmpty, "the file is empty")
		return nil, false
	}
	if err == nil {
		err = decodeNode(dec, &rest)
		if err == nil {
			d.errorf(Pos{File: d.name, Line: rest.Line, Col: rest.Column}, CodeDocuments, "the file holds more than one document").Hint = `delete the "---" line and what follows, or make it a file of its own`
			return nil, false
		}
	}
	if !errors.Is(err, io.EOF) {
		d.syntaxError(err)
		return nil, false
	}
	return doc.Content[0], true
}

// emptyDocument reports whether a document holds nothing but comments.
func emptyDocument(doc *yaml.Node) bool {
	return len(doc.Content) != 1 || doc.Content[0].Kind == yaml.ScalarNode && doc.Content[0].Tag == "!!null" && doc.Content[0].Value == ""
}

// decodeNode decodes the next document. The library panics on what it holds
// for its own mistakes; a file somebody wrote must not end the program.
func decodeNode(dec *yaml.Decoder, n *yaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	return dec.Decode(n)
}

// syntaxError turns the library's error into a positioned problem.
func (d *document) syntaxError(err error) {
	text, pos := err.Error(), Pos{File: d.name, Line: 1, Col: 1}
	var at *yaml.LoadError
	if errors.As(err, &at) {
		text, pos.Line, pos.Col = at.Message, at.Mark.Line, at.Mark.Column
		if m := at.ContextMark; m.Line > 0 && (strings.HasPrefix(text, "could not find expected ':'") || strings.HasPrefix(text, "found unexpected end of stream")) {
			pos.Line, pos.Col = m.Line, m.Column // the key or quote, not what follows it
		}
	}
	pos = d.clamp(pos)
	switch {
	case strings.Contains(text, "exceeded max depth"):
		d.errorf(pos, CodeDepth, "nested too deeply, at most %d levels", MaxDepth)
		return
	case strings.HasPrefix(text, "unknown anchor"):
		d.errorf(pos, CodeAlias, "aliases are not allowed").Hint = hintAlias
		return
	}
	d.errorf(pos, CodeSyntax, "not valid YAML: %s", text).Hint = d.syntaxHint(pos, text)
}

// clamp brings a position the parser ran past the end with back into the file.
func (d *document) clamp(p Pos) Pos {
	d.line(1)
	last := len(d.lines)
	for last > 1 && strings.TrimSpace(d.lines[last-1]) == "" {
		last--
	}
	if p.Line > last {
		p.Line, p.Col = last, len([]rune(d.lines[last-1]))+1
	}
	return p
}

// syntaxHint says what usually causes an error.
func (d *document) syntaxHint(pos Pos, text string) string {
	line := d.line(pos.Line)
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	switch {
	case strings.Contains(indent, "\t"):
		return "indent with spaces, not with tabs"
	case strings.Contains(text, "mapping values are not allowed"):
		return `put a text that contains ": " in quotes`
	case strings.Contains(text, "cannot start any token"):
		return "put a text that starts with this character in quotes"
	case strings.Contains(text, "unexpected end of stream"):
		return "a quote is opened but never closed"
	case strings.Contains(text, "did not find expected"):
		return "check the indentation, the quotes and the brackets just before"
	}
	return ""
}
