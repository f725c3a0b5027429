package answers

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"kitpress/catalog/source"
)

// A givenJSON is an answer in a JSON file.
type givenJSON struct {
	Pupil    scalar `json:"pupil"`
	Question scalar `json:"question"`
	Answer   scalar `json:"answer"`
	Lang     scalar `json:"lang"`
	Variant  scalar `json:"variant"`
}

// A scalar is a text, or a number or a truth as it is written: forms export
// 7 for an answer as well as "7".
type scalar string

var errScalar = errors.New("pupil, question, answer, lang and variant have to be texts")

// UnmarshalJSON reads a scalar.
func (s *scalar) UnmarshalJSON(data []byte) error {
	switch {
	case len(data) > 0 && (data[0] == '{' || data[0] == '['):
		return errScalar
	case len(data) > 0 && data[0] == '"':
		return json.Unmarshal(data, (*string)(s))
	case string(data) != "null":
		*s = scalar(data)
	}
	return nil
}

// maxJSONProblems is how many problems are named: who has more gave another
// file than they meant.
const maxJSONProblems = 1000

// readJSON reads a list of answers, alone or as "answers" of an object: what
// the report of this package holds can be read again.
func readJSON(name string, data []byte, find func(string) (string, bool)) ([]Given, source.Problems) {
	data = source.TrimBOM(data)
	r := &jsonReader{file: name, data: data, dec: json.NewDecoder(bytes.NewReader(data)), cursor: source.NewCursor(name, data)}
	if !utf8.Valid(data) {
		r.ps.Errorf(source.Pos{File: name}, CodeJSON, "the file is not UTF-8")
		return nil, r.ps
	}
	if err := r.find(); err != nil {
		r.fail(err)
		return nil, r.ps
	}
	for r.dec.More() {
		pos := r.here()
		if len(r.ps) >= maxJSONProblems {
			r.ps.Errorf(pos, CodeJSON, "there are more problems than %d: nothing is read from here on", maxJSONProblems)
			return r.given, r.ps
		}
		var g givenJSON
		var kind *json.UnmarshalTypeError
		if err := r.dec.Decode(&g); errors.Is(err, errScalar) || errors.As(err, &kind) {
			r.ps.Errorf(pos, CodeJSON, "%v", errScalar)
			continue // the next one can be read
		} else if err != nil {
			r.fail(err)
			return r.given, r.ps
		}
		if strings.TrimSpace(string(g.Pupil)) == "" {
			r.ps.Errorf(pos, CodePupil, "the answer has no name").Hint = `give it a "pupil"`
		}
		if strings.TrimSpace(string(g.Question)) == "" {
			r.ps.Errorf(pos, CodeQuestion, "the answer says not to which question").Hint = `give it a "question"`
			continue
		}
		r.given = append(r.given, Given{Pupil: strings.TrimSpace(string(g.Pupil)), Question: idOf(string(g.Question), find), Lang: strings.TrimSpace(string(g.Lang)), Answer: string(g.Answer),
			Variant: strings.TrimSpace(string(g.Variant)), Pos: pos, QuestionPos: pos, LangPos: pos, VariantPos: pos})
	}
	if _, err := r.dec.Token(); err != nil {
		r.fail(err)
	}
	if len(r.given) == 0 && !r.ps.HasErrors() {
		r.ps.Errorf(source.Pos{File: name}, CodeNothing, "there is no answer in it")
	}
	return r.given, r.ps
}

type jsonReader struct {
	file   string
	data   []byte
	dec    *json.Decoder
	cursor *source.Cursor
	given  []Given
	ps     source.Problems
}

var errForm = errors.New(`want a list of answers, [{"pupil": …, "question": …, "answer": …}], or an object with such a list called "answers"`)

// find goes to the first answer.
func (r *jsonReader) find() error {
	tok, err := r.dec.Token()
	if err != nil {
		return err
	}
	if tok == json.Delim('[') {
		return nil
	}
	if tok != json.Delim('{') {
		return errForm
	}
	for r.dec.More() {
		key, err := r.dec.Token()
		if err != nil {
			return err
		}
		if key == "answers" {
			if tok, err = r.dec.Token(); err == nil && tok != json.Delim('[') {
				err = errForm
			}
			return err
		}
		var skipped json.RawMessage
		if err := r.dec.Decode(&skipped); err != nil {
			return err
		}
	}
	return errForm
}

// here returns where the next value starts.
func (r *jsonReader) here() source.Pos {
	at := int(r.dec.InputOffset())
	for at < len(r.data) && strings.ContainsRune(" \t\r\n,:", rune(r.data[at])) {
		at++
	}
	return r.cursor.Pos(at)
}

func (r *jsonReader) fail(err error) {
	pos := r.here()
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		pos = r.cursor.Pos(int(syntax.Offset))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		pos = r.cursor.Pos(len(r.data))
	}
	r.ps.Errorf(pos, CodeJSON, "%s", source.JSONFault(err))
}
