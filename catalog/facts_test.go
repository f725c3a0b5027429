package catalog_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/load"
)

// The folder of hand-made copies of the games' facts, one folder per game; see
// its README. Package i18n holds the names against it too.
var transcription = os.DirFS("testdata/transcription")

// Tables with a meaning of their own; every other one lists cards or items.
var special = []string{"rules.tsv", "tests.tsv", "ids.tsv", "sums.tsv", "params.tsv", "editions.tsv"}

// eachTranscribed runs a test for every game that has a transcription.
func eachTranscribed(t *testing.T, test func(t *testing.T, g *catalog.Game)) {
	t.Helper()
	dirs, err := fs.ReadDir(transcription, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if !d.IsDir() {
			continue
		}
		t.Run(d.Name(), func(t *testing.T) {
			g, problems := load.Game(catalog.Embedded(), d.Name())
			if problems.HasErrors() {
				t.Fatal(problems.Err())
			}
			test(t, g)
		})
	}
}

func table(t *testing.T, g *catalog.Game, name string) *catalogtest.Table {
	t.Helper()
	tab, err := catalogtest.ReadTable(transcription, path.Join(g.ID, name))
	if err != nil || len(tab.Rows) == 0 {
		t.Fatalf("%s has no rows: %v", name, err)
	}
	return tab
}

// Every shipped game has a transcription, so that a new one is not forgotten.
func TestEveryShippedGameIsTranscribed(t *testing.T) {
	ids, err := load.Games(catalog.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		if _, err := fs.Stat(transcription, id+"/rules.tsv"); err != nil {
			t.Error(err)
		}
	}
}

// Every card and item a table lists is in the catalog with the same facts, and
// the catalog has no others in that deck or set.
func TestCardsAgreeWithTheTables(t *testing.T) {
	eachTranscribed(t, func(t *testing.T, g *catalog.Game) {
		files, err := fs.Glob(transcription, g.ID+"/*.tsv")
		if err != nil || len(files) < 4 {
			t.Fatalf("%d tables: %v", len(files), err)
		}
		for _, f := range files {
			if !slices.Contains(special, path.Base(f)) {
				compareTable(t, g, table(t, g, path.Base(f)))
			}
		}
	})
}

func compareTable(t *testing.T, g *catalog.Game, tab *catalogtest.Table) {
	t.Helper()
	next := map[string]int{} // rows seen of each deck or set
	for i, row := range tab.Rows {
		kind, of := tab.Kind, tab.Of
		if deck := row.Cells["deck"]; deck != "" {
			kind, of = "deck", deck
		}
		schema, records := recordsOf(g, kind, of)
		where := fmt.Sprintf("%s:%d", tab.Name, row.Line)
		var r *catalog.Record
		if id, named := row.Cells["id"]; named && tab.Kind == "" {
			if at := slices.IndexFunc(records, func(r *catalog.Record) bool { return r.ID == id }); at >= 0 {
				r = records[at]
			}
		} else if next[of] < len(records) {
			r = records[next[of]] // the order of the table
		}
		next[of]++
		if r == nil {
			t.Errorf("%s: %s %q has no card for this row", where, kind, of)
			continue
		}
		if no, ok := row.Cells["no"]; ok && no != strconv.Itoa(i+1) {
			t.Errorf("%s: number %s is in row %d", where, no, i+1)
		}
		for _, c := range tab.Columns {
			want := row.Cells[c]
			if got, ok := agrees(schema, r, c, want); !ok {
				t.Errorf("%s: %s %s: %s is %q, want %q", where, of, r.ID, c, got, want)
			}
		}
	}
	for of, n := range next {
		kind := tab.Kind
		if kind == "" {
			kind = "deck"
		}
		if _, records := recordsOf(g, kind, of); len(records) != n {
			t.Errorf("%s: %s %q has %d records, the table %d", tab.Name, kind, of, len(records), n)
		}
	}
}

func recordsOf(g *catalog.Game, kind, id string) (catalog.Schema, []*catalog.Record) {
	switch kind {
	case "deck":
		if d := g.Deck(id); d != nil {
			return d.Schema, d.Cards
		}
	case "set":
		if s := g.Set(id); s != nil {
			return s.Schema, s.Items
		}
	}
	return nil, nil
}

// agrees compares a column of a table with a record. "" and "*" are not
// compared, "-" stands for nothing, "effect?" asks whether there is one; names
// ("title:ja") are compared in package i18n, remarks "(so)" not at all.
func agrees(schema catalog.Schema, r *catalog.Record, column, want string) (got string, ok bool) {
	if want == "" || want == "*" || strings.HasPrefix(column, "(") || strings.Contains(column, ":") {
		return "", true
	}
	switch column {
	case "no", "deck":
		return "", true
	case "id":
		return r.ID, r.ID == want
	case "copies":
		return strconv.Itoa(r.Quantity), strconv.Itoa(r.Quantity) == want
	}
	if name, asks := strings.CutSuffix(column, "?"); asks {
		got = "no"
		if content(r, name) != "-" {
			got = "yes"
		}
		return got, got == want
	}
	name, _, _ := strings.Cut(column, ".")
	if _, declared := schema.Field(name); !declared {
		return "no such field", want == "-" || want == "no"
	}
	got = content(r, column)
	zero := want == "0" || want == "no"
	return got, got == want || zero && got == "-"
}

// content returns the content of a field as a table writes it.
func content(r *catalog.Record, field string) string {
	name, item, ofItem := strings.Cut(field, ".")
	v, ok := r.Fields[name]
	if !ok {
		return "-"
	}
	switch v.Type {
	case catalog.TypeNumber:
		return strconv.Itoa(v.Number)
	case catalog.TypeFlag:
		if v.Flag {
			return "yes"
		}
		return "no"
	case catalog.TypeItems, catalog.TypeCards, catalog.TypeWords:
		if len(v.List) == 0 {
			return "-"
		}
		return strings.Join(v.List, " ")
	case catalog.TypeNumbers:
		if ofItem {
			return strconv.Itoa(v.Numbers[item])
		}
		return strconv.Itoa(total(v))
	case catalog.TypeText:
		return v.Text.Text
	}
	return v.Word
}

func total(v catalog.Value) int {
	sum := 0
	for _, n := range v.Numbers {
		sum += n
	}
	return sum
}
