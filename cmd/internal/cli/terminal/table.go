package terminal

import (
	"io"
	"slices"
	"strings"
	"unicode"
)

// A Table is a list as it is printed: rows of cells, and the same for machines.
type Table struct {
	Head    []string
	Rows    [][]string
	Numbers bool // all cells of a row but the first and the last are
	Said    bool // the last cell of a row is a message of kitpress
	Data    any
}

// Add adds a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Table prints a table, or its data as JSON.
func (s Streams) Table(t Table, asJSON bool) error {
	if asJSON {
		return s.JSON(t.Data)
	}
	return t.Print(s.Out)
}

// Print writes the table with aligned columns.
func (t Table) Print(w io.Writer) error {
	var rows [][]string
	if t.Head != nil {
		head := slices.Clone(t.Head)
		for i, cell := range head {
			head[i] = Say(w, cell)
		}
		rows = append(rows, head)
	}
	body := t.Rows
	if t.Said {
		body = slices.Clone(t.Rows)
		for i, row := range body {
			body[i] = slices.Clone(row)
			body[i][len(row)-1] = Say(w, row[len(row)-1])
		}
	}
	var widths []int
	for _, row := range append(rows, body...) {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Columns(printable(cell)))
		}
	}
	var b strings.Builder
	for _, row := range append(rows, body...) {
		line := ""
		for i, cell := range row {
			cell = printable(cell)
			pad := strings.Repeat(" ", widths[i]-Columns(cell))
			switch {
			case i == len(row)-1:
				line += cell
			case t.Numbers && i > 0:
				line += pad + cell + "  "
			default:
				line += cell + pad + "  "
			}
		}
		if t.Numbers {
			line = strings.TrimRight(line, " ")
		}
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Columns returns how many columns of a terminal a text takes: kanji, kana and
// characters as wide as these take two, marks for line breaking none.
func Columns(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r):
		case r >= 0x1100 && r <= 0x115F, r >= 0x2E80 && r <= 0xA4CF, r >= 0xAC00 && r <= 0xD7A3, r >= 0xF900 && r <= 0xFAFF, r >= 0xFE30 && r <= 0xFE4F,
			r >= 0xFF00 && r <= 0xFF60, r >= 0xFFE0 && r <= 0xFFE6, r >= 0x1F300 && r <= 0x1FAFF, r >= 0x20000 && r <= 0x3FFFD:
			n += 2
		default:
			n++
		}
	}
	return n
}

// printable puts spaces for tabs, line breaks and what else may command a
// terminal: cells come from files of others.
func printable(cell string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, cell)
}
