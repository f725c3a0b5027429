package spreadsheet

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzText reads arbitrary bytes as CSV: no panic, within the limits, and
// what was read can be written and read again.
func FuzzText(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "\xEF\xBB\xBFa;\"b\nc\"\r\n'=1;2", "\xFF\xFEa\x00;\x00", "a\tM\xFCll\r\r", "sep=;\na", "\x96\xBC\x82\xA6", "\"", "ü,\xFC"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sheets, ps := Read("x.csv", data)
		if ps.HasErrors() {
			return
		}
		rows := sheets[0].Rows
		for _, row := range rows {
			for _, cell := range row {
				if !utf8.ValidString(cell) || len(row) > MaxColumns {
					t.Fatalf("%q", row)
				}
			}
		}
		again := writeAndRead(t, rows)
		if got, want := shown(again), shown(sheets); got != want {
			t.Errorf("%q became %q", want, got)
		}
	})
}

// writeAndRead gives rows a first row with two cells, so that the separator
// is plain, and takes it off again.
func writeAndRead(t *testing.T, rows [][]string) []Sheet {
	var b bytes.Buffer
	if err := WriteCSV(&b, append([][]string{{"first", "row"}}, rows...), ';'); err != nil {
		t.Fatal(err)
	}
	sheets, ps := Read("y.csv", b.Bytes())
	if ps.HasErrors() {
		t.Fatalf("%q: %s", b.String(), problemLines(ps))
	}
	sheets[0].Rows = sheets[0].Rows[1:]
	return sheets
}

// FuzzCell writes arbitrary texts as cells of both formats and reads them.
func FuzzCell(f *testing.F) {
	f.Add("=1+1", "'=x")
	f.Add("-5", "a\"b\r\nc")
	f.Add("_x0041_", "\x00\x1F\uFFFE")
	f.Fuzz(func(t *testing.T, a, b string) {
		if !utf8.ValidString(a) || !utf8.ValidString(b) {
			return
		}
		b += "|" // so that the row ends with something
		var book bytes.Buffer
		if err := WriteXLSX(&book, []Sheet{{Name: "S", Rows: [][]string{{a, b}}}}); err != nil {
			t.Fatal(err)
		}
		sheets, ps := Read("x.xlsx", book.Bytes())
		if ps.HasErrors() || sheets[0].Cell(0, 1) != lineEnds(b) || !blank(a) && sheets[0].Cell(0, 0) != lineEnds(a) {
			t.Errorf("%q, %q became %q %s", a, b, shown(sheets), problemLines(ps))
		}
		if strings.ContainsRune(a+b, 0) {
			return
		}
		if again := writeAndRead(t, [][]string{{a, b}}); again[0].Cell(0, 1) != lineEnds(b) || again[0].Cell(0, 0) != lineEnds(a) {
			t.Errorf("%q, %q became %q", a, b, shown(again))
		}
	})
}

// FuzzWorkbook reads arbitrary bytes as a workbook and arbitrary text as its
// parts: no panic, within the limits.
func FuzzWorkbook(f *testing.F) {
	f.Add([]byte("PK\x03\x04"), `<row r="1"><c r="A1" t="s"><v>0</v></c></row>`, `<sst><si><t>a</t></si></sst>`)
	f.Add(book(f, nil), `<row><c s="1"><v>46085</v></c><c t="inlineStr"><is><r><t>x</t></r></is></c></row>`, `<sst/>`)
	f.Fuzz(func(t *testing.T, data []byte, cells, shared string) {
		Read("x.xlsx", data)
		sheets, ps := Read("x.xlsx", book(t, map[string]string{"xl/worksheets/sheet1.xml": "<sheetData>" + cells + "</sheetData>", "xl/sharedStrings.xml": shared}))
		if ps.HasErrors() {
			return
		}
		for _, s := range sheets {
			for _, row := range s.Rows {
				if len(row) > MaxColumns || len(s.Rows) > MaxRows {
					t.Fatal("more than the limit")
				}
			}
		}
	})
}
