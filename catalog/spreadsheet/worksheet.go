package spreadsheet

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// readSheet reads the cells of a sheet, row by row as they come.
func (w *workbook) readSheet(s *Sheet, part string, date1904 bool) error {
	r := &rowReader{w: w, sheet: s, date1904: date1904}
	err := w.each(part, func(d *partReader, e xml.StartElement) error {
		switch e.Name.Local {
		case "row":
			return r.startRow(e)
		case "c":
			return r.cell(d, e)
		}
		return nil
	})
	if err == io.EOF { // a limit was met and reported
		err = nil
	}
	s.Rows = trimRows(s.Rows)
	for i, row := range s.Rows {
		s.Rows[i] = trimRow(row)
	}
	return err
}

// A rowReader is where reading a sheet stands.
type rowReader struct {
	w        *workbook
	sheet    *Sheet
	date1904 bool
	row, col int // of the cell read last, from 1
}

func (r *rowReader) startRow(e xml.StartElement) error {
	r.row, r.col = r.row+1, 0
	if v := attr(e, "r"); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > 1<<20 {
			return fmt.Errorf("a row with the number %q", cut(v, 20))
		}
		r.row = n
	}
	return nil
}

// cell reads one cell and keeps it when there is something in it.
func (r *rowReader) cell(d *partReader, e xml.StartElement) error {
	r.col++
	if v := attr(e, "r"); v != "" {
		col, row, ok := cellName(v)
		if !ok {
			return fmt.Errorf("a cell with the name %q", cut(v, 20))
		}
		r.row, r.col = row, col
	}
	raw, err := rawCell(d)
	if err != nil || r.row < 1 {
		return err
	}
	value := r.value(e, raw)
	if blank(value) {
		return nil
	}
	r.w.cells++
	if !withinLimits(*r.sheet, r.row, r.col, r.w.cells, &r.w.ps) {
		return io.EOF
	}
	for len(r.sheet.Rows) < r.row {
		r.sheet.Rows = append(r.sheet.Rows, nil)
		r.w.cells++ // blank rows take room, and so do blank cells
	}
	row := r.sheet.Rows[r.row-1]
	for len(row) < r.col {
		row = append(row, "")
		if len(row) < r.col {
			r.w.cells++
		}
	}
	row[r.col-1] = value
	r.sheet.Rows[r.row-1] = row
	return nil
}

// A content is what a cell holds in the file.
type content struct {
	value, inline string
	formula       bool
}

// rawCell reads to the end of a cell.
func rawCell(d *partReader) (content, error) {
	var c content
	var value strings.Builder
	in := ""
	for {
		t, err := d.Token()
		if err != nil {
			return c, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			switch in = t.Name.Local; in {
			case "is":
				if c.inline, err = richText(d); err != nil {
					return c, err
				}
			case "f":
				c.formula = true
			}
		case xml.CharData:
			if in == "v" {
				value.Write(t)
			}
		case xml.EndElement:
			if in = ""; t.Name.Local == "c" {
				c.value = value.String()
				return c, nil
			}
		}
	}
}

// value returns what a cell shows, as text.
func (r *rowReader) value(e xml.StartElement, c content) string {
	pos := r.sheet.Pos(r.row-1, r.col-1)
	if c.formula && c.value == "" {
		r.w.ps.Errorf(pos, CodeNotSolved, "a formula whose result is not in the file").Hint = "copy the column and paste it as values"
		return ""
	}
	switch attr(e, "t") {
	case "s":
		n, err := strconv.Atoi(c.value)
		if err != nil || n < 0 || n >= len(r.w.strings) {
			r.w.ps.Errorf(pos, CodeFormat, "the text of this cell is missing in the file")
			return ""
		}
		return r.w.strings[n]
	case "inlineStr":
		return c.inline
	case "str":
		return unescape(c.value)
	case "b":
		if c.value == "1" {
			return "TRUE"
		}
		return "FALSE"
	case "e":
		r.w.ps.Errorf(pos, CodeCell, "the cell holds the error %s", cut(c.value, 20))
		return ""
	case "d":
		r.warnDate(c.value)
		return c.value
	}
	return r.number(e, c.value)
}

// number returns a number as it was typed. A date is stored as a number too:
// it is returned as such a date, with a warning.
func (r *rowReader) number(e xml.StartElement, raw string) string {
	style, _ := strconv.Atoi(attr(e, "s"))
	format := cellFormat(general)
	if style >= 0 && style < len(r.w.formats) {
		format = r.w.formats[style]
	}
	v, err := strconv.ParseFloat(raw, 64)
	switch {
	case err != nil:
		return raw
	case format == percent:
		return decimal(strconv.FormatFloat(v*100, 'g', 15, 64)) + "%"
	case format == date:
		text := dateOf(v, r.date1904)
		r.warnDate(text)
		return text
	case strings.ContainsAny(raw, ".eE"):
		return decimal(raw)
	}
	return raw
}

func (r *rowReader) warnDate(text string) {
	r.w.ps.Warnf(r.sheet.Pos(r.row-1, r.col-1), CodeDate, "the cell holds a date, read as %s", cut(text, 30)).Hint =
		"format the column as text where no date is meant"
}

// decimal writes a number without an exponent and without the digits binary
// fractions add: 1.1000000000000001 is 1.1. Very large and very small ones
// keep the exponent.
func decimal(raw string) string {
	v, err := strconv.ParseFloat(raw, 64)
	if err != nil {
		return raw
	}
	if a := max(v, -v); a != 0 && (a < 1e-9 || a >= 1e21) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// cellName takes a name such as AB12 apart.
func cellName(name string) (col, row int, ok bool) {
	i := 0
	for i < len(name) && i < 3 && name[i] >= 'A' && name[i] <= 'Z' {
		col = col*26 + int(name[i]-'A') + 1
		i++
	}
	row, err := strconv.Atoi(name[i:])
	return col, row, i > 0 && err == nil && row >= 1 && row <= 1<<20 && col <= 1<<14
}

// columnName returns the letters of a column, which counts from 0.
func columnName(col int) string {
	name := ""
	for col++; col > 0; col = (col - 1) / 26 {
		name = string(rune('A'+(col-1)%26)) + name
	}
	return name
}
