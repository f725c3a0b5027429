package i18n

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
)

// The hand-made copies of the games' facts, see package catalog.
var transcription = os.DirFS("../catalog/testdata/transcription")

// Cards and items bear the names the sources give them, in every language a
// table has: in the columns "title:ja", "name:de" and so on.
func TestNamesAgreeWithTheTables(t *testing.T) {
	files, err := fs.Glob(transcription, "*/*.tsv")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	games := map[string]*catalog.Game{}
	compared := 0
	for _, f := range files {
		tab, err := catalogtest.ReadTable(transcription, f)
		if err != nil {
			t.Fatal(err)
		}
		id := path.Dir(f)
		for _, column := range tab.Columns {
			field, lang, ok := strings.Cut(column, ":")
			if !ok {
				continue
			}
			if games[id] == nil {
				g, problems := shippedGame(t, id)
				if problems.HasErrors() {
					t.Fatal(problems.Err())
				}
				games[id] = g
			}
			if !slices.Contains(games[id].Languages, lang) {
				continue // not translated yet
			}
			t.Run(f+"/"+column, func(t *testing.T) { compareNames(t, games[id], tab, field, lang) })
			compared++
		}
	}
	if compared == 0 {
		t.Error("no table has names")
	}
}

func compareNames(t *testing.T, g *catalog.Game, tab *catalogtest.Table, field, lang string) {
	texts, problems := shippedTexts(t, g, lang)
	if problems.HasErrors() {
		t.Fatal(problems.Err())
	}
	next := map[string]int{} // rows seen of each deck
	for _, row := range tab.Rows {
		want := row.Cells[field+":"+lang]
		deck := tab.Of
		if own := row.Cells["deck"]; own != "" {
			deck = own
		}
		r, err := namedRecord(g, tab, row, deck, next[deck])
		next[deck]++
		if err != nil {
			t.Errorf("line %d: %v", row.Line, err)
			continue
		}
		if got := plain(texts.Text(r.Fields[field].Text)); !slices.Contains(strings.Split(want, " | "), got) {
			t.Errorf("line %d: %s is %q, want %q", row.Line, r.ID, got, want)
		}
	}
}

// namedRecord returns the record a row is about: by its id, or the n-th.
func namedRecord(g *catalog.Game, tab *catalogtest.Table, row catalogtest.Row, deck string, n int) (*catalog.Record, error) {
	var records []*catalog.Record
	switch {
	case tab.Kind == "set" && g.Set(tab.Of) != nil:
		records = g.Set(tab.Of).Items
	case g.Deck(deck) != nil:
		records = g.Deck(deck).Cards
	}
	if id, ok := row.Cells["id"]; ok {
		n = slices.IndexFunc(records, func(r *catalog.Record) bool { return r.ID == id })
	}
	if n < 0 || n >= len(records) {
		return nil, fmt.Errorf("%s has no record for %v", deck, row.Cells)
	}
	return records[n], nil
}

// plain leaves out what setting a name adds: soft hyphens, and spaces and
// hyphens at which a line must not end.
func plain(s string) string {
	return strings.NewReplacer("\u00AD", "", "\u200B", "", "\u00A0", " ", "\u202F", " ", "\u2060", "", "\u2005", "", "\u2011", "-").Replace(s)
}
