package answers

import (
	"slices"
	"testing"

	"kitpress/catalog/spreadsheet"
)

// The columns the readers ask for are those the file names, and each has a
// name of its own in every language.
func TestHeadings(t *testing.T) {
	all, ps := readHeadings("columns")
	if len(ps) > 0 {
		t.Fatal(ps)
	}
	var ids []string
	owner := map[string]string{}
	for _, c := range all {
		ids = append(ids, c.ID)
		for _, name := range c.Names {
			found, ps := spreadsheet.Sheet{Rows: [][]string{{name}}}.Columns(0, all)
			if _, ok := found[c.ID]; !ok || len(ps) > 0 {
				t.Errorf("%q is not read as %s: %v %v", name, c.ID, found, ps)
			}
			if owner[name] != "" {
				t.Errorf("%q is of %s and of %s", name, owner[name], c.ID)
			}
			owner[name] = c.ID
		}
	}
	want := []string{"pupil", "first", "last", "mail", "user", "question", "answer", "variant", "ruling", "lang"}
	if !slices.Equal(ids, want) {
		t.Errorf("columns %v, want %v", ids, want)
	}
}
