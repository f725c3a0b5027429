package spreadsheet

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"kitpress/catalog/source"
)

// A Column is one that a sheet may have.
type Column struct {
	ID    string
	Names []string // in any language, beside the id
	Need  bool     // the sheet is of no use without it
}

// Columns finds the columns of a header row, whatever the case, the spaces
// and the hyphens of their names. It returns the place of each column by its
// id, from 0. A column that is needed and not there, and one that is there
// twice, are errors; one that nobody knows is a warning with a suggestion.
func (s Sheet) Columns(row int, known []Column) (map[string]int, source.Problems) {
	var ps source.Problems
	ids, names := map[string]string{}, []string(nil)
	for _, c := range known {
		for _, name := range append([]string{c.ID}, c.Names...) {
			ids[headerKey(name)] = c.ID
			names = append(names, name)
		}
	}
	found := map[string]int{}
	var header []string
	if row >= 0 && row < len(s.Rows) {
		header = s.Rows[row]
	}
	for i, name := range header {
		if blank(name) {
			continue
		}
		id, ok := ids[headerKey(name)]
		if !ok {
			ps.Warnf(s.Pos(row, i), CodeNotKnown, "the column %q is not known and not read", cut(name, 40)).Hint = source.DidYouMean(strings.TrimSpace(cut(name, 40)), names)
			continue
		}
		if first, double := found[id]; double {
			ps.Errorf(s.Pos(row, i), CodeColumn, "the column %q stands in %s already", cut(name, 40), columnName(first))
			continue
		}
		found[id] = i
	}
	for _, c := range known {
		if _, ok := found[c.ID]; c.Need && !ok {
			p := ps.Errorf(s.Pos(row, -1), CodeColumn, "the column %q is missing", c.ID)
			if len(c.Names) > 0 {
				p.Hint = fmt.Sprintf("it may also be called %s", strings.Join(c.Names[:min(len(c.Names), 5)], ", "))
			}
		}
	}
	return found, ps
}

// headerKey is what names of columns are compared by.
func headerKey(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKC.String(name))
}

// ReadColumns reads what columns may be called beside their ids: a mapping of
// ids to lists of names.
func ReadColumns(v source.Value) []Column {
	var all []Column
	for e := range v.Map().All() {
		all = append(all, Column{ID: e.Key, Names: e.Value.Texts()})
	}
	return all
}
