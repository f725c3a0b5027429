package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"kitpress/catalog/source"
)

// ReadFile reads a file of at most a size in bytes, or standard input for -.
func ReadFile(name string, most int64) ([]byte, error) {
	in := os.Stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close() // only read
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%s is longer than %d MiB", name, most>>20)
	}
	return data, err
}

// ReadJSON reads one JSON object and nothing else; unknown fields are refused.
// It returns what is wrong and where, nil when nothing is.
func ReadJSON(file string, data []byte, into any) *source.Problem {
	data = source.TrimBOM(data)
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	at := int(dec.InputOffset())
	if err == nil && dec.More() {
		err = errors.New("there is something behind the end")
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		at = len(data)
	case errors.As(err, &syntax):
		at = int(syntax.Offset) - 1
	case errors.As(err, &kind):
		at = int(kind.Offset)
	}
	pos := source.NewCursor(file, data).Pos(at)
	return &source.Problem{Pos: pos, Message: source.JSONFault(err), Excerpt: Line(data, pos.Line)}
}

// Line returns a line of a file, from 1.
func Line(data []byte, n int) string {
	return string(bytes.TrimSuffix(bytes.Split(data, []byte("\n"))[n-1], []byte("\r")))
}
