package exchange

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"kitpress/quiz"
)

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("questions.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("questions.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What is written as data is what the schema describes.
func TestSchema(t *testing.T) {
	s := compiled(t)
	eachSet(t, "json", func(t *testing.T, items []quiz.Item, data []byte) {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(doc); err != nil {
			t.Error(err)
		}
	})
}

// What the schema refuses is refused when it is read as well, and what it
// takes is read.
func TestSchemaAgreesWithReading(t *testing.T) {
	s := compiled(t)
	good := `{"format": 1, "language": "en", "questions": [{"id": "a/b", "topic": "a", "kind": "short", "level": 1, "ask": "Q?", "accept": ["x"]}]}`
	for _, change := range [][2]string{
		{"", ""}, {`"level": 1`, `"level": 4`}, {`"level": 1, `, ""}, {`"short"`, `"long"`}, {`"ask": "Q?"`, `"ask": ""`}, {`"ask": "Q?", `, ""}, {`"topic": "a", `, ""},
		{`"topic": "a"`, `"topic": "A"`}, {`["x"]`, `[]`}, {`["x"]`, `"x"`}, {`["x"]`, `["x"], "colour": 1`}, {`"format": 1`, `"format": 2`}, {`"format": 1, `, ``},
		{`["x"]`, `["x"], "strict": ["loud"]`}, {`["x"]`, `["x"], "strict": ["case"]`}, {`["x"]`, `["x"], "language": "xx"`}, {`["x"]`, `["x"], "language": "de-CH"`}, {`"questions"`, `"question"`},
		{`"kind": "short"`, `"kind": "number", "tolerance": "x"`}, {`["x"]`, `["x"], "wrong": [""]`},
	} {
		text := strings.Replace(good, change[0], change[1], 1)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		invalid := s.Validate(doc)
		if _, ps := Read("q.json", []byte(text), Options{Lang: "en"}); ps.HasErrors() != (invalid != nil) {
			t.Errorf("%s: the schema says %v, reading %v", text, invalid, ps)
		}
	}
}
