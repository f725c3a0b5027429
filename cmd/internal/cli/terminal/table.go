package terminal

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Table is a list as it is printed: rows of cells, and the same for machines.
type Table struct {
	Head []string
	Rows [][]string
	Data any
}

// Print writes the table with aligned columns.
func (t Table) Print(w io.Writer) error {
	var rows [][]string
	if t.Head != nil {
		rows = append(rows, t.Head)
	}
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = printable(cell)
		}
		rows = append(rows, cells)
	}
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], columnsOf(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			b.WriteString(cell)
			if i < len(row)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]-columnsOf(cell)+2))
			}
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// columnsOf returns how many columns of a terminal a text takes: kanji, kana
// and characters as wide as these take two.
func columnsOf(s string) int {
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

// PrintTable sets rows in columns; all but the first are numbers.
func PrintTable(w io.Writer, rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], Cells(cell))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-Cells(cell))
			if i == 0 || i == len(row)-1 {
				b.WriteString(cell + pad)
			} else {
				b.WriteString(pad + cell)
			}
			b.WriteString("  ")
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}

// Cells returns how many cells of a terminal a text takes: kana and kanji are
// two wide, marks for line breaking take none.
func Cells(text string) int {
	n := utf8.RuneCountInString(text)
	for _, r := range text {
		switch r {
		case '\u2060', '\u200B', '\u00AD':
			n--
		}
		if r >= 0x2E80 && r <= 0xA4CF || r >= 0xAC00 && r <= 0xD7A3 || r >= 0xFF01 && r <= 0xFF60 {
			n++
		}
	}
	return n
}
