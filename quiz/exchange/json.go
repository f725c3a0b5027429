package exchange

import (
	_ "embed"
	"io"

	"kitpress/quiz"
)

// jsonFormat is the version of the data; schema.json describes it.
const jsonFormat = 1

//go:embed schema.json
var schema []byte

// Schema returns the JSON schema of the format json.
func Schema() []byte { return schema }

// A jsonFile is a whole file.
type jsonFile struct {
	Format    int         `json:"format"`
	Title     string      `json:"title,omitempty"`
	Language  string      `json:"language"`
	Questions []quiz.Item `json:"questions"`
}

// writeJSON writes all there is to know about the questions.
func writeJSON(w io.Writer, items []quiz.Item, meta Meta) error {
	data, err := asJSON(jsonFile{jsonFormat, meta.Title, meta.Lang, items})
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// each returns what f makes of each value of a list; nil of none.
func each[A, B any](list []A, f func(A) B) []B {
	var out []B
	for _, x := range list {
		out = append(out, f(x))
	}
	return out
}
