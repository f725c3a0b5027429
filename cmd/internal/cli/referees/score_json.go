package referees

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"

	"kitpress/catalog/source"
)

// codeJSON is the code of what is wrong with JSON somebody wrote.
const codeJSON = "json"

// utf8BOM is the mark some editors put at the start of a file.
var utf8BOM = []byte("\xEF\xBB\xBF")

// readJSON reads one JSON object and nothing else; unknown fields are refused.
// What is wrong is a problem with its place in the file.
func readJSON(file string, data []byte, into any) error {
	data = bytes.TrimPrefix(data, utf8BOM)
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errMore
		}
	}
	if err == nil {
		return nil
	}
	at, message := jsonFault(err, int(dec.InputOffset()), len(data))
	var ps source.Problems
	ps.Add(source.Problem{Pos: placeIn(file, data, at), Code: codeJSON, Message: message, Excerpt: lineAt(data, at)})
	return ps.Err()
}

var errMore = errors.New("something follows behind the object")

// dataError is one thing wrong with a whole file.
func dataError(file, code, hint, format string, args ...any) error {
	var ps source.Problems
	ps.Errorf(source.Pos{File: file}, code, format, args...).Hint = hint
	return ps.Err()
}

// jsonFault returns where JSON is wrong, in bytes from the start, and why. at
// is how far the decoder came.
func jsonFault(err error, at, size int) (int, string) {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return size, "the JSON ends in the middle"
	case errors.As(err, &syntax):
		return max(0, int(syntax.Offset)-1), syntax.Error()
	case errors.As(err, &kind):
		message := "here belongs " + jsonKind(kind.Type) + ", not " + jsonWord(kind.Value)
		if kind.Field != "" {
			message = kind.Field + ": " + message
		}
		return int(kind.Offset), message
	}
	return at, strings.Replace(err.Error(), "json: unknown field", "there is no field", 1)
}

// jsonKind says what a field of a type takes.
func jsonKind(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text"
	case reflect.Slice, reflect.Array:
		return "a list […]"
	case reflect.Struct, reflect.Map:
		return "an object {…}"
	}
	return "a whole number"
}

// jsonWord says what stands there.
func jsonWord(value string) string {
	word, _, _ := strings.Cut(value, " ")
	switch word {
	case "string":
		return "a text"
	case "number":
		return strings.TrimSpace("the " + value)
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "bool":
		return "true or false"
	}
	return value
}

// placeIn turns an offset into a place.
func placeIn(file string, data []byte, at int) source.Pos {
	before := data[:min(at, len(data))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return source.Pos{File: file, Line: bytes.Count(before, []byte("\n")) + 1, Col: utf8.RuneCount(before[start:]) + 1}
}

// lineAt returns the line an offset is in.
func lineAt(data []byte, at int) string {
	at = min(at, len(data))
	start := bytes.LastIndexByte(data[:at], '\n') + 1
	line, _, _ := bytes.Cut(data[start:], []byte("\n"))
	return string(bytes.TrimSuffix(line, []byte("\r")))
}
