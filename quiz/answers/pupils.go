package answers

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
)

// A Pupil is a line of a list of names: somebody and what they reached.
type Pupil struct {
	Name    string
	Reached string // a number of points, or words; empty when nothing is said
	Of      int    // how many points there were; 0 when nothing is said
}

// ReadPupils reads the first sheet of a file of names: with a row of headings,
// as a report has it, or without, the names first and what was reached behind
// them. Rows without a name are left out. Where a row does not say how many points
// there were, there were asked of them.
func ReadPupils(file string, data []byte, asked int) ([]Pupil, source.Problems) {
	sheets, ps := spreadsheet.Read(file, data)
	if ps.HasErrors() {
		return nil, ps
	}
	s, first := sheets[0], 1
	known, _ := headings()
	known = slices.Concat(slices.DeleteFunc(slices.Clone(known), func(c spreadsheet.Column) bool { return c.ID != "pupil" && c.ID != "first" && c.ID != "last" }), scores())
	at, _ := s.Columns(0, known) // other columns are about something else
	if !has(at, "pupil") && !has(at, "first") && !has(at, "last") {
		at, first = map[string]int{"pupil": 0, "points": 1, "of": 2}, 0
	}
	cell := func(row int, id string) string {
		if !has(at, id) {
			return ""
		}
		return strings.TrimSpace(s.Cell(row, at[id]))
	}
	var list []Pupil
	for row := first; row < len(s.Rows); row++ {
		p := Pupil{Name: cell(row, "pupil"), Reached: cell(row, "points")}
		if p.Name == "" {
			p.Name = strings.TrimSpace(cell(row, "first") + " " + cell(row, "last"))
		}
		if of := cell(row, "of"); of != "" {
			n, err := strconv.Atoi(of)
			if err != nil || n < 1 {
				ps.Errorf(s.Pos(row, at["of"]), CodeNothing, "%q is not a number of points", source.ClipTo(of, 40)).Hint = "write how many points there were, as in 12"
			}
			p.Of = n
		}
		if points, err := strconv.Atoi(p.Reached); err == nil && p.Name != "" && points > cmp.Or(p.Of, asked) {
			ps.Errorf(s.Pos(row, at["points"]), CodeNothing, "%d points of %d", points, cmp.Or(p.Of, asked)).Hint = fmt.Sprintf("write how many there were into a column called of, or give -n %d", points)
		}
		if p.Name != "" {
			list = append(list, p)
		}
	}
	if len(list) == 0 && !ps.HasErrors() {
		ps.Errorf(source.Pos{File: file}, CodeNothing, "there is no name in the file").Hint = "a column called name, or a name on each line"
	}
	return list, ps
}

func has(at map[string]int, id string) bool { _, ok := at[id]; return ok }
