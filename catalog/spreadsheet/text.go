package spreadsheet

import (
	"slices"
	"strings"

	"kitpress/catalog/source"
)

// readText reads CSV and text with tabs.
func readText(name, ext string, data []byte) ([]Sheet, source.Problems) {
	s := Sheet{File: name}
	text, encoding, ps := decode(s, data)
	if ps.HasErrors() {
		return nil, ps
	}
	s.Encoding = encoding
	// Excel's own way to say what separates: a first line "sep=;".
	said := false
	if rest, ok := strings.CutPrefix(text, "sep="); ok && len(rest) > 1 && strings.ContainsRune(",;\t", rune(rest[0])) && (rest[1] == '\n' || rest[1] == '\r') {
		s.Separator, said = rune(rest[0]), true
	}
	if !said {
		s.Separator = separator(text, ext)
	}
	r := textReader{sheet: s, text: text, separator: byte(s.Separator)}
	if s.Separator == 0 {
		r.separator = ',' // a quoted cell still has to end somewhere
	}
	r.read()
	if said && len(r.rows) > 0 {
		r.rows[0] = nil // the row stays, so that the others keep their numbers
	}
	s.Rows = trimRows(r.rows)
	if len(s.Rows) == 0 && !r.ps.HasErrors() {
		r.ps.Errorf(source.Pos{File: name}, CodeEmpty, "there is nothing in the file")
	}
	return []Sheet{s}, append(ps, r.ps...)
}

// separator returns what separates the cells: what cuts most of the first
// rows into as many cells as the first one, and more than one. 0 when
// nothing does.
func separator(text, ext string) rune {
	candidates := []rune{';', ',', '\t'}
	if ext == ".tsv" {
		candidates = []rune{'\t', ';', ','}
	}
	best, bestScore := rune(0), 0
	for _, c := range candidates {
		r := textReader{text: text, separator: byte(c), most: 32}
		r.read()
		r.rows = slices.DeleteFunc(r.rows, func(row []string) bool {
			return len(row) == 0 || len(row) == 1 && strings.HasPrefix(row[0], "#") // a comment
		})
		if len(r.rows) == 0 || len(r.rows[0]) < 2 {
			continue
		}
		score := 0
		for _, row := range r.rows {
			if len(row) > 1 && len(row) <= len(r.rows[0]) {
				score += 100
			}
		}
		score += min(len(r.rows[0]), 99)
		if score > bestScore {
			best, bestScore = c, score
		}
	}
	return best
}

// A textReader cuts text into rows and cells. It is forgiving where the
// meaning is plain: a quotation mark inside a cell without them is a letter.
type textReader struct {
	sheet     Sheet
	text      string
	separator byte
	most      int // rows to read, 0 for all

	at    int
	rows  [][]string
	row   []string
	cells int
	ps    source.Problems
}

func (r *textReader) read() {
	for r.at < len(r.text) && (r.most == 0 || len(r.rows) < r.most) {
		r.cell()
		if r.at < len(r.text) && r.text[r.at] == r.separator {
			if r.at++; r.at == len(r.text) {
				r.endRow()
			}
			continue
		}
		r.endLine()
		if !r.endRow() {
			return
		}
	}
}

// cell reads one cell and stops at what ends it.
func (r *textReader) cell() {
	if r.at < len(r.text) && r.text[r.at] == '"' {
		r.quoted()
		return
	}
	from := r.at
	for r.at < len(r.text) && r.text[r.at] != r.separator && r.text[r.at] != '\n' && r.text[r.at] != '\r' {
		r.at++
	}
	r.add(r.text[from:r.at])
}

// quoted reads a cell between quotation marks, in which two stand for one.
func (r *textReader) quoted() {
	var b strings.Builder
	pos := r.sheet.Pos(len(r.rows), len(r.row))
	r.at++
	for {
		end := strings.IndexByte(r.text[r.at:], '"')
		if end < 0 {
			r.ps.Errorf(pos, CodeQuote, "the quotation mark at the beginning of the cell is never closed").Hint = `a quotation mark inside a cell is written twice: ""`
			b.WriteString(r.text[r.at:])
			r.at = len(r.text)
			r.add(b.String())
			return
		}
		b.WriteString(r.text[r.at : r.at+end])
		r.at += end + 1
		if r.at == len(r.text) || r.text[r.at] != '"' {
			break
		}
		b.WriteByte('"')
		r.at++
	}
	from := r.at
	for r.at < len(r.text) && r.text[r.at] != r.separator && r.text[r.at] != '\n' && r.text[r.at] != '\r' {
		r.at++
	}
	if rest := r.text[from:r.at]; !blank(rest) {
		r.ps.Errorf(pos, CodeQuote, "text behind the quotation mark that closes the cell: %q", cut(rest, 20)).Hint = `a quotation mark inside a cell is written twice: ""`
	}
	r.add(lineEnds(b.String()))
}

func (r *textReader) add(cell string) {
	if len(r.row) <= MaxColumns {
		r.row = append(r.row, unguard(cell))
	}
}

// endLine steps over one line end: CR LF, LF or CR.
func (r *textReader) endLine() {
	if strings.HasPrefix(r.text[r.at:], "\r\n") {
		r.at++
	}
	if r.at < len(r.text) {
		r.at++
	}
}

// endRow keeps the row and reports whether there may be more.
func (r *textReader) endRow() bool {
	row := slices.Clone(trimRow(r.row))
	r.row = r.row[:0]
	r.cells += len(row)
	r.rows = append(r.rows, row)
	return withinLimits(r.sheet, len(r.rows), len(row), r.cells, &r.ps)
}

// mostRows is how many rows a spreadsheet program has, blank ones included.
const mostRows = 1 << 20

// withinLimits reports a row that is too much.
func withinLimits(s Sheet, rows, columns, cells int, ps *source.Problems) bool {
	switch {
	case columns > MaxColumns:
		ps.Errorf(s.Pos(rows-1, MaxColumns), CodeTooLarge, "more than %d columns", MaxColumns)
	case columns > 0 && rows > MaxRows || rows > mostRows:
		ps.Errorf(s.Pos(rows-1, -1), CodeTooLarge, "more than %d rows", MaxRows)
	case cells > MaxCells:
		ps.Errorf(s.Pos(rows-1, -1), CodeTooLarge, "more than %d cells", MaxCells)
	default:
		return true
	}
	return false
}

// cut returns at most the first n runes of a text.
func cut(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i] + "…"
		}
	}
	return s
}
