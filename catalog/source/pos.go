package source

import (
	"cmp"
	"strconv"
)

// A Pos is a place in a file. The zero Pos is nowhere.
type Pos struct {
	File string `json:"file"`           // relative to the pack root, slash separated
	Line int    `json:"line,omitempty"` // from 1; 0 when the whole file is meant
	Col  int    `json:"col,omitempty"`  // from 1, counted in runes; 0 when the whole line is meant
	// Cell is the place in a table as spreadsheet programs write it: "C12",
	// "Sheet1!C12", "Sheet1!12" for a row. Line and Col are then row and column.
	Cell string `json:"cell,omitempty"`
}

// String returns "file:line:col" without the parts that are not known, or
// "file:Sheet1!C12" in a table.
func (p Pos) String() string {
	s := p.File
	if p.Cell != "" {
		return s + ":" + p.Cell
	}
	if p.Line > 0 {
		s += ":" + strconv.Itoa(p.Line)
		if p.Col > 0 {
			s += ":" + strconv.Itoa(p.Col)
		}
	}
	return s
}

// IsValid reports whether p names a file.
func (p Pos) IsValid() bool { return p.File != "" }

// Compare orders positions by file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}
