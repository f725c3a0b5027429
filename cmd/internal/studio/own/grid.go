package own

import (
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/cmd/internal/studio/yamledit"
)

// A grid is the table of a deck.
type grid struct {
	File    string
	Fixed   bool // it is changed in a spreadsheet program only
	ByHand  bool // the cards stand in a file that is no table
	Columns []gridColumn
	Rows    []gridRow
	More    int // rows that are not shown
	Fields  []string
	Missing []string // fields that have no column
}

type gridColumn struct {
	N int
	column
}

type gridRow struct {
	N        int
	Card, On bool
	Note     bool // it is no card: a remark, or left out
	Ill      bool
	Cells    []gridCell
}

type gridCell struct {
	Col         int
	Text, Label string
	ID          string // of the text, when it is in no table
	Fixed       bool
	Ill, Warn   bool
	Said        []fault
	Picture     string
	Takes       bool // a picture that is dropped on it
	Icon        string
	Long        bool
}

// grid shows the cards of a deck as rows.
func (d *deckPage) grid(s *state, deck *catalog.Deck, g *catalog.Game) *grid {
	v := &grid{File: d.Table, Fields: knownFields}
	if d.Table == "" {
		v.File, v.ByHand = deck.Pos.File, true
		d.byHand(v, deck)
		return v
	}
	t, err := readTable(s.files, d.Table)
	if err != nil {
		return v
	}
	v.Fixed = !t.editable()
	columns := columnsOf(t, deck, g)
	have := map[string]bool{}
	for i, c := range columns {
		v.Columns = append(v.Columns, gridColumn{i + 1, c})
		for k := range d.Faults { // of a card, about its picture
			if f := &d.Faults[k]; c.Field == "picture" && f.Row > 0 && f.Col == 0 && f.Code == "picture-coarse" {
				f.Col = i + 1
			}
		}
		have[c.Field] = true
	}
	for _, f := range knownFields {
		if !have[f] {
			v.Missing = append(v.Missing, f)
		}
	}
	cards := map[int]bool{}
	for _, c := range deck.Cards {
		cards[c.Pos.Line] = true
	}
	last := len(t.sheet.Rows)
	if !v.Fixed {
		last += spare
	}
	for row := t.head + 1; row < last; row++ {
		if len(v.Rows) >= mostShown {
			v.More = len(t.sheet.Rows) - row
			break
		}
		r := gridRow{N: row + 1, Card: cards[row+1], On: row+1 == d.Row}
		r.Note = !r.Card && row < len(t.sheet.Rows) && strings.TrimSpace(strings.Join(t.sheet.Rows[row], "")) != ""
		for i, c := range columns {
			cell := gridCell{Col: i + 1, Text: t.cell(row, i), Label: t.sheet.Pos(row, i).Cell + " " + c.Header, Fixed: v.Fixed}
			d.cell(&cell, c, row+1)
			r.Ill = r.Ill || cell.Ill
			r.Cells = append(r.Cells, cell)
		}
		for _, f := range d.Faults {
			r.Ill = r.Ill || f.Ill && f.Row == row+1 && f.Col == 0
		}
		v.Rows = append(v.Rows, r)
	}
	return v
}

// longFields hold more than a word or two.
var longFields = []string{"text", "question", "answer", "goal", "reward"}

// cell says what is wrong with a cell and shows what its word stands for.
func (d *deckPage) cell(cell *gridCell, c column, row int) {
	for _, f := range d.Faults {
		if f.Row == row && f.Col == cell.Col {
			cell.Said = append(cell.Said, f)
			cell.Ill, cell.Warn = cell.Ill || f.Ill, cell.Warn || !f.Ill
		}
	}
	cell.Takes = c.Field == "picture" && !cell.Fixed
	switch {
	case c.Field == "picture" && placeOf(cell.Text) != "" && !strings.ContainsAny(cell.Text, "%?#\\"):
		cell.Picture = "/own/" + d.ID + "/art/" + cell.Text
	case c.Field == "icon" && yamledit.PlainWord(cell.Text):
		cell.Icon = cell.Text
	}
	cell.Long = slices.Contains(longFields, c.Field)
}

// byHand shows cards that stand in a file: their texts can be changed.
func (d *deckPage) byHand(v *grid, deck *catalog.Deck) {
	for i, f := range deck.Schema {
		v.Columns = append(v.Columns, gridColumn{i + 1, column{f.Name, f.Name, ""}})
	}
	for i, c := range deck.Cards {
		if i >= mostShown {
			v.More = len(deck.Cards) - i
			break
		}
		r := gridRow{N: i + 1, Card: true, On: i+1 == d.Row}
		for k, f := range deck.Schema {
			value, ok := c.Fields[f.Name]
			cell := gridCell{Col: k + 1, Label: c.ID + " " + f.Name, Fixed: true}
			if ok && f.Type == catalog.TypeText {
				cell.Text, cell.ID, cell.Fixed, cell.Long = value.Text.Text, value.Text.ID, false, true
				for _, p := range d.Faults {
					if p.Where == value.Text.Pos.String() {
						cell.Said, cell.Ill = append(cell.Said, p), cell.Ill || p.Ill
					}
				}
			} else if ok {
				cell.Text = plainValue(value)
			}
			r.Ill = r.Ill || cell.Ill
			r.Cells = append(r.Cells, cell)
		}
		v.Rows = append(v.Rows, r)
	}
}

// plainValue writes a value that cannot be changed here.
func plainValue(v catalog.Value) string {
	switch v.Type {
	case catalog.TypeNumber:
		return strconv.Itoa(v.Number)
	case catalog.TypeFlag:
		if v.Flag {
			return "✓"
		}
		return ""
	}
	if v.Word != "" {
		return v.Word
	}
	return strings.Join(v.List, ", ")
}
