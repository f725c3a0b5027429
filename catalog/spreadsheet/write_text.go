package spreadsheet

import (
	"bufio"
	"io"
	"strings"

	"kitpress/catalog/source"
)

// pointLanguages are those whose spreadsheet programs take a comma between the
// cells, since their decimal sign is a point.
const pointLanguages = " en ja zh ko he th hi "

// SeparatorOf returns what separates the cells of a CSV file so that a double
// click opens it where a language is spoken: a semicolon, or a comma.
func SeparatorOf(lang string) rune {
	base, _, _ := strings.Cut(lang, "-")
	if strings.Contains(pointLanguages, " "+base+" ") {
		return ','
	}
	return ';'
}

// WriteCSV writes rows as CSV: UTF-8 with a byte order mark, so that Excel
// reads it as such, CR LF, and between the cells the separator, which is a
// comma or a semicolon. A cell a spreadsheet program would take for a formula,
// because it begins with = + - @ or another sign of that kind, gets an
// apostrophe in front; plain numbers below zero do not. So does such a sign
// behind something that separates cells elsewhere: a program that cuts there,
// whatever the quotation marks say, finds a text.
func WriteCSV(w io.Writer, rows [][]string, separator rune) error {
	b := bufio.NewWriter(w)
	b.WriteString("\uFEFF") // errors are kept by b until Flush
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				b.WriteRune(separator)
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

// inside is a sign behind something that may separate cells, and what may
// stand between the two. A hyphen at the end of a line computes nothing.
var inside = source.Pattern("([,;\t\r\n][\"']*)([=+@＝＋－＠]|-+[^\\s,;-])")

// guarded is a sign with the apostrophe guard has put before it.
var guarded = source.Pattern("([,;\t\r\n][\"']*)'([=+@＝＋－＠]|-+[^\\s,;-])")

// guard makes a cell that looks like a formula a text, and what would look
// like one if the cell were cut. What already looks guarded gets one apostrophe
// more, so that unguard gives it back.
func guard(cell string) string {
	cell = inside().ReplaceAllString(cell, "$1'$2")
	if bare := strings.TrimLeft(cell, "'"); bare != "" && strings.ContainsRune(signs, []rune(bare[:min(len(bare), 4)])[0]) && !plainNumber(cell) {
		return "'" + cell
	}
	return cell
}

// unguard takes off the apostrophes guard has put on.
func unguard(cell string) string {
	if !strings.Contains(cell, "'") {
		return cell
	}
	if rest := guarded().ReplaceAllString(strings.TrimPrefix(cell, "'"), "$1$2"); guard(rest) == cell {
		return rest
	}
	if rest := guarded().ReplaceAllString(cell, "$1$2"); guard(rest) == cell {
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
