package catalog_test

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"testing"

	"kitpress/catalog"
)

// What the files of a game cite, rules (CSG-R7), test cases (T), unclear places
// (A) and differences of editions (D), exists: a slip would send the reader
// looking for nothing.
func TestCitationsLeadSomewhere(t *testing.T) {
	eachTranscribed(t, func(t *testing.T, g *catalog.Game) {
		count := map[string]int{}
		for _, row := range table(t, g, "ids.tsv").Rows {
			n, err := strconv.Atoi(row.Cells["count"])
			if err != nil {
				t.Fatalf("line %d: %v", row.Line, err)
			}
			count[row.Cells["kind"]] = n
		}
		if r, c := len(table(t, g, "rules.tsv").Rows), len(table(t, g, "tests.tsv").Rows); r != count["R"] || c != count["T"] {
			t.Errorf("%d rules and %d test cases are listed, want %d and %d", r, c, count["R"], count["T"])
		}
		cited := regexp.MustCompile(g.Prefix + `-([A-Z])([0-9]+)\b`)
		found := 0
		err := fs.WalkDir(catalog.Embedded(), g.Dir(), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(name) != ".yaml" {
				return err
			}
			data, err := fs.ReadFile(catalog.Embedded(), name)
			for _, m := range cited.FindAllStringSubmatch(string(data), -1) {
				found++
				if n, _ := strconv.Atoi(m[2]); n < 1 || n > count[m[1]] {
					t.Error(fmt.Sprint(name, ": there is no ", m[0]))
				}
			}
			return err
		})
		if err != nil || found == 0 {
			t.Errorf("%d citations: %v", found, err)
		}
	})
}

// Every difference of the editions that is a switch is a param with a value in
// each, and the rules it changes are printed differently.
func TestEditionsAgreeWithTheTable(t *testing.T) {
	compared := 0
	eachTranscribed(t, func(t *testing.T, g *catalog.Game) {
		if len(g.Editions) == 0 {
			return // no table: nothing differs
		}
		for _, row := range table(t, g, "editions.tsv").Rows {
			compared++
			if row.Cells["param"] == "-" {
				continue
			}
			for _, e := range editionsOf(g) {
				p := g.ParamsFor(e)[row.Cells["param"]]
				got := strconv.Itoa(p.Number)
				if p.IsWord {
					got = p.Word
				}
				if got != row.Cells[e.ID] {
					t.Errorf("%s: %s in %s is %q, want %q", row.Cells["id"], row.Cells["param"], e.ID, got, row.Cells[e.ID])
				}
			}
			for _, id := range regexp.MustCompile(`R[0-9]+`).FindAllString(row.Cells["by"], -1) {
				if !differs(g, id) {
					t.Errorf("%s: %s-%s is the same in all editions", row.Cells["id"], g.Prefix, id)
				}
			}
		}
	})
	if compared == 0 {
		t.Error("no game has editions")
	}
}

// differs reports whether a rule has a text of its own in an edition, or is
// not in all of them.
func differs(g *catalog.Game, id string) bool {
	for _, s := range g.Sections {
		for _, b := range s.Blocks {
			if b.Rule != nil && b.Rule.ID == id && (len(b.Editions) > 0 || len(b.Rule.ByEdition) > 0) {
				return true
			}
		}
	}
	return false
}
