package catalogtest

import (
	"bufio"
	"fmt"
	"io/fs"
	"strings"
)

// A Table is a file of tab-separated facts that somebody copied by hand, for
// tests to hold against a catalog. Lines that begin with "#" are remarks; one
// of them may say what all rows are about: "# deck attacks".
type Table struct {
	Name    string
	Kind    string // "deck", "set", or "" when the rows say it themselves
	Of      string // its id
	Columns []string
	Rows    []Row
}

// A Row is one line of a Table.
type Row struct {
	Line  int
	Cells map[string]string
}

// ReadTable reads one file.
func ReadTable(fsys fs.FS, name string) (*Table, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t := &Table{Name: name}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if remark, ok := strings.CutPrefix(line, "#"); ok {
			if words := strings.Fields(remark); len(words) == 2 && (words[0] == "deck" || words[0] == "set") {
				t.Kind, t.Of = words[0], words[1]
			}
			continue
		}
		cells := strings.Split(line, "\t")
		if t.Columns == nil {
			t.Columns = cells
			continue
		}
		if len(cells) != len(t.Columns) {
			return nil, fmt.Errorf("%s:%d: %d cells, the head has %d", name, n, len(cells), len(t.Columns))
		}
		row := Row{Line: n, Cells: map[string]string{}}
		for i, c := range t.Columns {
			row.Cells[c] = cells[i]
		}
		t.Rows = append(t.Rows, row)
	}
	if t.Columns == nil && lines.Err() == nil {
		return nil, fmt.Errorf("%s: no head", name)
	}
	return t, lines.Err()
}
