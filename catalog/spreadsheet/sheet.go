package spreadsheet

import (
	"bytes"
	"path"
	"strconv"
	"strings"

	"kitpress/catalog/source"
)

// Limits: what is more is refused, whatever it would unpack to.
const (
	MaxBytes   = 64 << 20 // of a workbook, unpacked too
	MaxText    = 32 << 20 // of a file of text
	MaxRows    = 200_000  // of a sheet
	MaxColumns = 256      // of a sheet
	MaxCells   = 2 << 20  // of all sheets of a file
)

// The codes of the problems this package finds.
const (
	CodeFormat    = "sheet-format"    // the file is not what its name says
	CodeEncoding  = "sheet-encoding"  // not text, or two encodings mixed
	CodeTooLarge  = "sheet-too-large" // a limit is met
	CodeQuote     = "sheet-quote"     // a quotation mark is missing or one too many
	CodeCell      = "sheet-cell"      // a cell holds no value, such as #N/A
	CodeDate      = "sheet-date"      // a warning: a cell is a date
	CodeEmpty     = "sheet-empty"     // there is nothing in it
	CodeColumn    = "sheet-column"    // a column is missing or there twice
	CodeNotKnown  = "sheet-not-known" // a warning: a column nobody reads
	CodeNotSolved = "sheet-formula"   // a formula without its result
)

// A Sheet is one table of a file.
type Sheet struct {
	File string // the name of the file it is from
	Name string // of the sheet in a workbook, "" for text
	Rows [][]string

	Encoding  string // of text: "UTF-8"; "" for workbooks
	Separator rune   // of text: ';', ',' or '\t'; 0 when there is one column, or for workbooks
	Hidden    bool   // in a workbook

	// For writing workbooks only.
	Header  bool          // the first row is a header: bold and always in sight
	Widths  []int         // of columns, in characters; 0 for the usual one
	Numbers []int         // columns whose plain numbers are written as numbers, from 0
	Choices []Restriction // what may be typed
}

// A Restriction says that the cells of a column below the header hold one of
// a few values, which a spreadsheet program then offers.
type Restriction struct {
	Column int // from 0
	Values []string
}

// Pos returns the place of a cell; row and column count from 0. A column of
// -1 means the whole row, a row of -1 the whole sheet.
func (s Sheet) Pos(row, col int) source.Pos {
	p := source.Pos{File: s.File, Line: row + 1, Col: col + 1}
	if row >= 0 && col >= 0 {
		p.Cell = columnName(col)
	}
	if row >= 0 {
		p.Cell += strconv.Itoa(row + 1)
	}
	switch {
	case s.Name != "" && row >= 0:
		p.Cell = s.Name + "!" + p.Cell
	case s.Name != "":
		p.Cell = s.Name
	}
	return p
}

// Found returns how the text was read, "UTF-8, separated by semicolons", or
// "" for workbooks, where nothing is guessed.
func (s Sheet) Found() string {
	if s.Encoding == "" {
		return ""
	}
	switch s.Separator {
	case ';':
		return s.Encoding + ", separated by semicolons"
	case ',':
		return s.Encoding + ", separated by commas"
	case '\t':
		return s.Encoding + ", separated by tabs"
	}
	return s.Encoding + ", one column"
}

// Cell returns a cell, "" where there is none; row and column count from 0.
func (s Sheet) Cell(row, col int) string {
	if row < 0 || row >= len(s.Rows) || col < 0 || col >= len(s.Rows[row]) {
		return ""
	}
	return s.Rows[row][col]
}

// Extensions are the ends of the names Read knows.
func Extensions() []string { return []string{".csv", ".tsv", ".xlsx"} }

// Read reads a file by the end of its name: .csv, .tsv or .xlsx. Blank rows
// and columns behind the last cell with something in it are left out. Sheets
// are returned as far as they could be read; with an error among the problems
// they are not to be used.
func Read(name string, data []byte) ([]Sheet, source.Problems) {
	var ps source.Problems
	pos := source.Pos{File: name}
	ext := strings.ToLower(path.Ext(name))
	zipped, old := bytes.HasPrefix(data, []byte("PK\x03\x04")), bytes.HasPrefix(data, []byte("\xD0\xCF\x11\xE0"))
	most := MaxText
	if ext == ".xlsx" {
		most = MaxBytes
	}
	switch {
	case len(data) > most:
		ps.Errorf(pos, CodeTooLarge, "the file has %d bytes, at most %d MiB are read", len(data), most>>20)
	case old:
		ps.Errorf(pos, CodeFormat, "an old Excel workbook, or one with a password").Hint = "save it as .xlsx without a password"
	case ext == ".xlsx" && zipped:
		return readWorkbook(name, data)
	case ext == ".xlsx":
		ps.Errorf(pos, CodeFormat, "not an Excel workbook, although its name ends in .xlsx").Hint = "text is read when its name ends in .csv"
	case ext != ".csv" && ext != ".tsv":
		p := ps.Errorf(pos, CodeFormat, "only .csv, .tsv and .xlsx are read")
		p.Hint = "save the sheet as one of them"
	case zipped:
		ps.Errorf(pos, CodeFormat, "a workbook, although its name ends in %s", ext).Hint = "give it a name that ends in .xlsx"
	default:
		return readText(name, ext, data)
	}
	return nil, ps
}

// blank reports whether a cell has nothing in it.
func blank(s string) bool { return strings.TrimSpace(s) == "" }

// trimRow leaves out the blank cells at the end.
func trimRow(row []string) []string {
	for len(row) > 0 && blank(row[len(row)-1]) {
		row = row[:len(row)-1]
	}
	return row
}

// trimRows leaves out the blank rows at the end.
func trimRows(rows [][]string) [][]string {
	for len(rows) > 0 && len(rows[len(rows)-1]) == 0 {
		rows = rows[:len(rows)-1]
	}
	return rows
}
