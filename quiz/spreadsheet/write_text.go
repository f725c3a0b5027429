package spreadsheet

import (
	"bufio"
	"io"
	"strings"
)

// WriteCSV writes rows as CSV: UTF-8 with a byte order mark, so that Excel
// reads it as such, commas, CR LF. A cell a spreadsheet program would take
// for a formula, because it begins with = + - @ or another sign of that kind,
// gets an apostrophe in front; plain numbers below zero do not.
func WriteCSV(w io.Writer, rows [][]string) error {
	b := bufio.NewWriter(w)
	b.WriteString("\uFEFF") // errors are kept by b until Flush
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				b.WriteByte(',')
			}
			writeCell(b, guard(cell), len(row) == 1)
		}
		b.WriteString("\r\n")
	}
	return b.Flush()
}

// writeCell writes a cell, in quotation marks where it needs them. Spaces at
// the ends need them too, as some readers drop those; and a row of a single
// empty cell, which would be no row.
func writeCell(b *bufio.Writer, cell string, alone bool) {
	quote := strings.ContainsAny(cell, "\",;\t\r\n") || cell != strings.TrimSpace(cell) || alone && cell == "" ||
		strings.HasPrefix(cell, "sep=")
	if !quote {
		b.WriteString(cell)
		return
	}
	b.WriteByte('"')
	b.WriteString(strings.ReplaceAll(cell, `"`, `""`))
	b.WriteByte('"')
}

// signs are the first characters that make a spreadsheet program compute, or
// that hide one which does.
const signs = "=+-@\t\r\n\x00＝＋－＠"

// guard makes a cell that looks like a formula a text. A cell that already
// looks guarded gets one apostrophe more, so that unguard gives it back.
func guard(cell string) string {
	if bare := strings.TrimLeft(cell, "'"); bare != "" && strings.ContainsRune(signs, []rune(bare[:min(len(bare), 4)])[0]) && !plainNumber(cell) {
		return "'" + cell
	}
	return cell
}

// unguard takes off the apostrophe guard has put on.
func unguard(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && guard(rest) == cell {
		return rest
	}
	return cell
}

// plainNumber reports whether a text is digits with at most one sign in front
// and one decimal sign between: nothing that could be computed.
func plainNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	point, digits := false, 0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case (r == '.' || r == ',') && !point && digits > 0:
			point = true
		default:
			return false
		}
	}
	return digits > 0 && s[len(s)-1] >= '0' && s[len(s)-1] <= '9'
}
