package own

import (
	"bytes"
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"kitpress/catalog/load"
	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/studio/yamledit"
)

// A table is one of a deck: CSV, which can be changed, or a workbook.
type table struct {
	name  string
	sheet spreadsheet.Sheet
	head  int
	more  int // sheets beside it
}

// readTable reads a table of a deck.
func readTable(files fs.ReadFileFS, name string) (*table, error) {
	data, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	sheets, ps := spreadsheet.Read(name, data)
	if len(sheets) == 0 {
		return nil, cmp.Or(ps.Err(), error(shelf.ErrNone))
	}
	t := &table{name: name, more: len(sheets) - 1, sheet: sheets[0]}
	for _, s := range sheets {
		if !s.Hidden && len(s.Rows) > 0 {
			t.sheet = s
			break
		}
	}
	t.head = max(0, slices.IndexFunc(t.sheet.Rows, func(row []string) bool { return !load.CommentRow(row) }))
	return t, nil
}

// editable reports whether the table can be written again without losing what
// only a spreadsheet program knows.
func (t *table) editable() bool { return strings.ToLower(path.Ext(t.name)) != ".xlsx" }

func (t *table) cell(row, col int) string { return t.sheet.Cell(row, col) }

// width returns how many columns there are.
func (t *table) width() (n int) {
	for _, row := range t.sheet.Rows {
		n = max(n, len(row))
	}
	return n
}

// set changes a cell, and makes the table as large as it takes.
func (t *table) set(row, col int, text string) {
	t.sheet.Rows = slices.Clone(t.sheet.Rows)
	for len(t.sheet.Rows) <= row {
		t.sheet.Rows = append(t.sheet.Rows, nil)
	}
	cells := slices.Clone(t.sheet.Rows[row])
	for len(cells) <= col {
		cells = append(cells, "")
	}
	cells[col] = text
	t.sheet.Rows[row] = cells
}

// write puts the table into the files.
func (t *table) write(files tree.Files) error {
	if !t.editable() {
		return yamledit.ErrByHand
	}
	separator := t.sheet.Separator
	if separator == 0 {
		separator = ','
	}
	width := t.width()
	rows := make([][]string, len(t.sheet.Rows))
	for i, row := range t.sheet.Rows { // as wide as the widest: a row of nothing is a row
		rows[i] = append(slices.Clone(row), make([]string, width-len(row))...)
	}
	var b bytes.Buffer
	if strings.ToLower(path.Ext(t.name)) == ".tsv" {
		for _, row := range rows {
			for i, cell := range row {
				if row[i] = cell; strings.ContainsAny(cell, "\"\t\r\n") {
					row[i] = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
				}
			}
			b.WriteString(strings.Join(row, "\t") + "\n")
		}
	} else if err := spreadsheet.WriteCSV(&b, rows, separator); err != nil {
		return err
	}
	files[t.name] = b.Bytes()
	return nil
}
