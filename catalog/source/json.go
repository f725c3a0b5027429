package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"
)

// A Cursor turns places in the bytes of a file into lines and columns. It is
// asked for places about in the order they come, and counts on from the last
// one: a file of one long line costs no more than one of many.
type Cursor struct {
	file string
	data []byte
	at   int
	pos  Pos
}

// NewCursor returns a cursor at the beginning of a file.
func NewCursor(file string, data []byte) *Cursor {
	return &Cursor{file: file, data: data, pos: Pos{File: file, Line: 1, Col: 1}}
}

// Pos returns the place of a byte.
func (c *Cursor) Pos(offset int) Pos {
	offset = max(0, min(offset, len(c.data)))
	if offset < c.at {
		*c = *NewCursor(c.file, c.data)
	}
	part := c.data[c.at:offset]
	if n := bytes.Count(part, []byte("\n")); n > 0 {
		c.pos.Line, c.pos.Col = c.pos.Line+n, 1
		part = part[bytes.LastIndexByte(part, '\n')+1:]
	}
	c.pos.Col += utf8.RuneCount(part)
	c.at = offset
	return c.pos
}

// TrimBOM returns data without the mark Windows programs put before UTF-8.
func TrimBOM(data []byte) []byte { return bytes.TrimPrefix(data, []byte(bom)) }

// jsonPlaces say where a character was met that does not belong there, by what
// the standard library calls it.
var jsonPlaces = [][2]string{
	{"looking for beginning of value", "where a value should begin"},
	{"looking for beginning of object key string", "where a name in quotation marks should stand"},
	{"after object key:value pair", "where a comma or } should stand"},
	{"after object key", "where a colon should stand"},
	{"after array element", "where a comma or ] should stand"},
	{"after top-level value", "behind the end"},
	{"in string literal", "inside a text: write a line break as \\n"},
	{"in string escape code", "behind a \\ in a text"},
	{"after decimal point in numeric literal", "inside a number"},
	{"in exponent of numeric literal", "inside a number"},
	{"in numeric literal", "inside a number"},
	{"in literal", "inside a word: only true, false and null need no quotation marks"},
}

// JSONFault says in plain words what is wrong with data that cannot be read as
// JSON, without the names of the program that reads it.
func JSONFault(err error) string {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), err.Error() == "unexpected end of JSON input":
		return "the file ends in the middle"
	case errors.As(err, &kind):
		word, number, _ := strings.Cut(kind.Value, " ")
		want := "want " + jsonKind(kind.Type) + ", found " + strings.TrimSpace(jsonWords[word]+" "+number)
		if kind.Field != "" {
			return kind.Field + ": " + want
		}
		return want
	case errors.As(err, &syntax):
		text := strings.TrimPrefix(syntax.Error(), "invalid character ")
		for _, place := range jsonPlaces {
			if sign, _, ok := strings.Cut(text, " "+place[0]); ok {
				return fmt.Sprintf("this is not JSON: %s %s", sign, place[1])
			}
		}
	}
	return strings.TrimPrefix(strings.Replace(err.Error(), "json: unknown field", "there is no field", 1), "json: ")
}

// jsonWords are what the standard library's words for values mean.
var jsonWords = map[string]string{"string": "a text", "number": "number", "array": "a list", "object": "an object", "bool": "true or false"}

// jsonKind returns what a type of Go is called in JSON.
func jsonKind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map, reflect.Pointer, reflect.Interface:
		return "an object"
	case reflect.Float64, reflect.Float32:
		return "a number"
	}
	return "a whole number"
}
