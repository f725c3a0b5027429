package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
	"kitpress/quiz"
	"kitpress/quiz/language"
)

// maxDepth is how deep JSON may be nested; questions need six levels.
const maxDepth = 12

// readJSON reads the format json. Unknown keys and keys that are there twice
// are problems: the standard library would take the last one in silence.
func readJSON(name string, data []byte, o Options) (Reading, source.Problems) {
	w := jsonWalker{data: source.TrimBOM(data)}
	w.cursor = source.NewCursor(name, w.data)
	switch {
	case len(data) > spreadsheet.MaxText:
		w.ps.Errorf(source.Pos{File: name}, spreadsheet.CodeTooLarge, "the file has %d bytes, at most %d MiB are read", len(data), spreadsheet.MaxText>>20)
	case !utf8.Valid(w.data):
		w.ps.Errorf(source.Pos{File: name}, spreadsheet.CodeEncoding, "not UTF-8")
	default:
		w.walk()
	}
	if w.ps.HasErrors() {
		return Reading{}, w.ps
	}
	var file struct {
		Format    int               `json:"format"`
		Title     string            `json:"title"`
		Language  string            `json:"language"`
		Questions []json.RawMessage `json:"questions"`
	}
	if err := strictly(w.data, &file); err != nil {
		w.ps.Errorf(source.Pos{File: name}, CodeJSON, "%s", source.JSONFault(err))
		return Reading{}, w.ps
	}
	if file.Format != jsonFormat {
		w.ps.Errorf(source.Pos{File: name}, CodeJSON, "format %d is not known, only %d", file.Format, jsonFormat)
		return Reading{}, w.ps
	}
	if file.Language != "" {
		o.Lang = file.Language
	}
	var list []placed
	for i, raw := range file.Questions {
		pos := source.Pos{File: name}
		if i < len(w.questions) {
			pos = w.questions[i]
		}
		list = append(list, readQuestion(raw, pos, o, &w.ps))
	}
	items, problems := checkAll(list, o)
	return Reading{Items: items}, append(w.ps, problems...)
}

// readQuestion reads one question and reports what is wrong with it at its
// beginning.
func readQuestion(raw []byte, pos source.Pos, o Options, ps *source.Problems) placed {
	var j quiz.Item
	at := func(string) source.Pos { return pos }
	if err := strictly(raw, &j); err != nil {
		ps.Errorf(pos, CodeJSON, "%s", source.JSONFault(err))
		return placed{at: pos, place: at}
	}
	if j.Lang == "" {
		j.Lang = o.Lang
	}
	before := len(*ps)
	fail := func(format string, args ...any) { ps.Errorf(pos, CodeJSON, format, args...) }
	topic, id, ok := strings.Cut(j.ID, "/")
	base, _, _ := strings.Cut(j.Lang, "-")
	switch {
	case !ok || !idForm().MatchString(id) || topic != j.Topic || !idForm().MatchString(topic):
		fail("the id %q is not %s/name in lower-case letters, digits and hyphens", source.Clip(j.ID), source.Clip(j.Topic))
	case !slices.Contains(quiz.Kinds(), j.Kind):
		fail("unknown kind %q", source.Clip(string(j.Kind)))
	case j.Level < 1 || j.Level > 3:
		fail("the level %d is not 1, 2 or 3", j.Level)
	case j.Ask == "":
		fail("there is no question")
	case !slices.Contains(language.Languages(), base) || len(j.Lang) > 10:
		fail("unknown language %q", source.Clip(j.Lang))
	}
	for _, l := range slices.Concat(j.Options, j.Left, j.Right) {
		if !idForm().MatchString(l.ID) {
			fail("%q is no id of an option", source.Clip(l.ID))
		}
	}
	for _, s := range j.Strict {
		if !slices.Contains(quiz.Stricts(), s) {
			fail("strict: unknown word %q", source.Clip(s))
		}
	}
	return placed{Item: j, at: pos, place: at, ok: len(*ps) == before}
}

// strictly decodes one value and nothing else.
func strictly(data []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is something behind the end")
	}
	return nil
}

// A jsonWalker looks at every token once: is it well formed, are keys there
// twice, how deep is it, where do questions begin.
type jsonWalker struct {
	data      []byte
	cursor    *source.Cursor
	questions []source.Pos
	ps        source.Problems
}

// A level is an object or a list the walker is in.
type level struct {
	object bool
	key    bool // the next string is a key
	name   string
	seen   map[string]bool
}

func (w *jsonWalker) walk() {
	d := json.NewDecoder(bytes.NewReader(w.data))
	d.UseNumber()
	var in []level
	for {
		start := int(d.InputOffset())
		t, err := d.Token()
		if err == io.EOF && len(in) == 0 {
			return
		}
		if err != nil {
			w.ps.Errorf(w.cursor.Pos(int(d.InputOffset())), CodeJSON, "%s", source.JSONFault(err))
			return
		}
		delim, _ := t.(json.Delim)
		if delim == '}' || delim == ']' {
			in = in[:len(in)-1]
			continue
		}
		name := ""
		if len(in) > 0 {
			top := &in[len(in)-1]
			if key, ok := t.(string); ok && top.object && top.key {
				folded := strings.ToLower(key) // the standard library takes both for the same
				if top.seen[folded] {
					w.ps.Errorf(w.cursor.Pos(w.skip(start)), CodeJSON, "the key %q is there twice", source.Clip(key))
				}
				top.seen[folded], top.key, top.name = true, false, key
				continue
			}
			top.key, name = top.object, top.name
		}
		if len(in) == 2 && in[1].name == "questions" {
			if len(w.questions) == maxQuestions {
				w.ps.Errorf(w.cursor.Pos(start), spreadsheet.CodeTooLarge, "more than %d questions", maxQuestions)
				return
			}
			w.questions = append(w.questions, w.cursor.Pos(w.skip(start)))
		}
		if delim == '{' || delim == '[' {
			if len(in) == maxDepth {
				w.ps.Errorf(w.cursor.Pos(start), CodeJSON, "nested more than %d levels deep", maxDepth)
				return
			}
			in = append(in, level{object: delim == '{', key: delim == '{', name: name, seen: map[string]bool{}})
		}
	}
}

// skip steps over what stands between values.
func (w *jsonWalker) skip(at int) int {
	for at < len(w.data) && strings.IndexByte(" \t\r\n,:", w.data[at]) >= 0 {
		at++
	}
	return at
}
