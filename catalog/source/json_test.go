package source

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestCursor(t *testing.T) {
	data := "aü\n\nb日c\r\nd"
	c := NewCursor("f", []byte(data))
	for _, x := range []struct {
		offset, line, col int
	}{{0, 1, 1}, {1, 1, 2}, {3, 1, 3}, {5, 3, 1}, {6, 3, 2}, {9, 3, 3}, {12, 4, 1}, {99, 4, 2}, {6, 3, 2}, {-1, 1, 1}} {
		if p := c.Pos(x.offset); p.Line != x.line || p.Col != x.col || p.File != "f" {
			t.Errorf("%d is at %v, want %d:%d", x.offset, p, x.line, x.col)
		}
	}
}

// What is wrong with JSON is said without a word of Go.
func TestJSONFault(t *testing.T) {
	type form struct {
		A int    `json:"a"`
		B []bool `json:"b"`
	}
	for data, want := range map[string]string{
		``:             "the file ends in the middle",
		`{"a":`:        "the file ends in the middle",
		`{"a":"x"}`:    "a: want a whole number, found a text",
		`{"b":3}`:      "b: want a list, found number",
		`[]`:           "want an object, found a list",
		`{"a" 3}`:      `this is not JSON: '3' where a colon should stand`,
		`{"a":3 "b"}`:  `this is not JSON: '"' where a comma or } should stand`,
		`{"b":[true 1`: `this is not JSON: '1' where a comma or ] should stand`,
		`{a:3}`:        `this is not JSON: 'a' where a name in quotation marks should stand`,
		`{"a":x}`:      `this is not JSON: 'x' where a value should begin`,
		`{"a":3} x`:    `this is not JSON: 'x' behind the end`,
		"{\"a\n":       `this is not JSON: '\n' inside a text: write a line break as \n`,
		`{"a":trux}`:   `this is not JSON: 'x' inside a word: only true, false and null need no quotation marks`,
		`{"a":1.x}`:    `this is not JSON: 'x' inside a number`,
		`{"a":3.5}`:    "a: want a whole number, found number 3.5",
	} {
		var f form
		err := json.Unmarshal([]byte(data), &f)
		if err == nil {
			t.Errorf("%s is read", data)
			continue
		}
		if got := JSONFault(err); !strings.HasPrefix(got, want) || strings.Contains(got, "Go") {
			t.Errorf("%s: %s, want %s", data, got, want)
		}
	}
}
