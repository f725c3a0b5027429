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
}

// String returns "file:line:col" without the parts that are not known.
func (p Pos) String() string {
	s := p.File
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
