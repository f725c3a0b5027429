package schemas

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"kitpress/catalog"
	"kitpress/layout"
	"kitpress/layout/sheet"
)

// schemaOf returns the schema a file of a game is written after, "" for none.
func schemaOf(name string) string {
	dir, base := path.Base(path.Dir(name)), strings.TrimSuffix(path.Base(name), ".yaml")
	switch {
	case !strings.HasSuffix(name, ".yaml"):
		return ""
	case dir == "locales":
		return "locale"
	case dir == "templates" && base == "symbols":
		return "symbols"
	case dir == "templates":
		return "template"
	case dir == "themes":
		return "theme"
	case dir == "topics":
		return "topic"
	}
	switch base {
	case "game", "rules", "score", "redirects":
		return base
	case "cards", "board", "tokens", "dice", "figures", "lesson":
		return "cards"
	case "papers", "layouts", "stocks": // what sheets.yaml of a game adds to
		return "sheets"
	}
	return ""
}

func compiled(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	entries, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	c, all := jsonschema.NewCompiler(), map[string]*jsonschema.Schema{}
	for _, e := range entries {
		data, _ := files.ReadFile(e.Name())
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(e.Name(), err)
		}
		if err := c.AddResource(e.Name(), doc); err != nil {
			t.Fatal(err)
		}
		s, err := c.Compile(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(e.Name(), ".json")] = s
	}
	return all
}

func read(t *testing.T, data []byte) any {
	t.Helper()
	var doc any
	if err := yaml.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	return plain(doc)
}

// plain turns keys and dates of YAML into those of JSON.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			v[k] = plain(x)
		}
	case map[any]any:
		m := map[string]any{}
		for k, x := range v {
			if s, ok := k.(string); ok {
				m[s] = plain(x)
			}
		}
		return m
	case []any:
		for i, x := range v {
			v[i] = plain(x)
		}
	case string, bool, int, float64, nil:
	default:
		return "2026-11-20" // a date
	}
	return v
}

// Every file of the games and looks that are shipped keeps to its schema.
func TestShippedFilesKeepToTheSchemas(t *testing.T) {
	all, seen := compiled(t), map[string]int{}
	for _, fsys := range []fs.FS{catalog.Embedded(), layout.Files, sheet.Files, os.DirFS("../newgame"), os.DirFS("../looks")} {
		err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
			if d.IsDir() && (name == "topics/explanations" || name == "topics/questions" || name == "templates/flows") {
				return fs.SkipDir
			}
			schema := schemaOf(name)
			if err != nil || schema == "" {
				return err
			}
			data, err := fs.ReadFile(fsys, name)
			if err != nil {
				return err
			}
			seen[schema]++
			if err := all[schema].Validate(read(t, data)); err != nil {
				t.Errorf("%s: %.900s", name, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	for name := range all {
		if seen[name] == 0 {
			t.Errorf("no file was tried with %s", name)
		}
	}
}

// What kitpress refuses is underlined.
func TestSchemasRefuse(t *testing.T) {
	all := compiled(t)
	for _, c := range []struct{ schema, text string }{
		{"game", "format: 1\nid: x\n"},
		{"game", "format: 1\nid: x\nprefix: X\nversion: 1\ndate: 2026-11-20\nsource: en\nlanguages: [en]\ntheme: plain\nname: X\nplayers: {min: 1, max: 2}\ncomponents: [{id: c, kind: peices, name: C}]\n"},
		{"cards", "format: 1\ndecks: [{id: a, name: A, template: t, fields: {title: txet}, cards: []}]\n"},
		{"cards", "format: 1\ndecks: [{id: a, name: A, template: t, fields: {title: text}}]\n"},
		{"rules", "format: 1\nsections: [{id: a, title: A, blocks: [{rulle: R1, text: x}]}]\n"},
		{"template", "format: 1\nsize: [63, 88]\ndraw: [{recht: [0, 0, 1, 1]}]\n"},
		{"template", "format: 1\nsize: [63, 88]\ndraw: [{text: a, at: [1, 2], colour: red}]\n"},
		{"template", "format: 1\nsize: [63, 88]\ndraw: [{image: a, at: [1, 2], size: [3, 4], shade: red}]\n"},
		{"theme", "format: 1\nid: a\ncolours: {ink: blue}\n"},
		{"sheets", "format: 1\nstocks: [{id: a, name: A, paper: a4, source: mine, rows: 5, columns: 2, x: 15, y: 13.5}]\n"},
		{"sheets", "format: 1\nlayouts: [{id: a, kind: grid}]\n"},
		{"sheets", "format: 1\npapers: [{id: a, name: A, width: 100, height: 200, egde: 5}]\n"},
		{"redirects", "format: 1\ncodes: {7F3K-R: Other Topic}\n"},
		{"redirects", "format: 1\ncode: {}\n"},
		{"topic", "format: 1\nid: a\ncode: 7F3K-R\ntitle: A\nsummary: B\nkind: thread\n"},
		{"topic", "format: 1\nid: a\ncode: O0I1-R\ntitle: A\nsummary: B\nkind: threat\n"},
		{"cards", "format: 1\ndecks: [{id: slides, name: A, template: slide, fields: {lines: text-list}, cards: []}]\n"},
		{"locale", "format: 1\nlanguage: de\ntexts: {a: {text: b}}\n"},
	} {
		if all[c.schema].Validate(read(t, []byte(c.text))) == nil {
			t.Errorf("%s takes %s", c.schema, c.text)
		}
	}
}
