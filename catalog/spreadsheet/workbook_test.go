package spreadsheet

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// book packs parts into a workbook as programs do, with shared strings.
func book(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	method := zip.Store // packing takes most of the time of a fuzz run
	for _, text := range parts {
		if len(text) > 1<<20 {
			method = zip.Deflate
		}
	}
	all := map[string]string{
		"_rels/.rels":                `<Relationships xmlns="p"><Relationship Id="rId1" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml":            `<workbook xmlns="m" xmlns:r="r"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="x/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="rId3" Type="x/styles" Target="styles.xml"/></Relationships>`,
		"xl/sharedStrings.xml":       `<sst><si><t>one</t></si><si><r><rPr><b/></rPr><t>bo</t></r><r><t xml:space="preserve">ld </t></r></si><si><t>漢字</t><rPh sb="0" eb="2"><t>かんじ</t></rPh></si><si><t>a_x000D_b_x005F_x0041_</t></si></sst>`,
		"xl/styles.xml":              `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\.mm\.yyyy"/><numFmt numFmtId="165" formatCode="0.00&quot;days&quot;"/><numFmt numFmtId="166" formatCode="[Red]0"/><numFmt numFmtId="167" formatCode="[h]:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/><xf numFmtId="166"/><xf numFmtId="167"/></cellXfs><cellStyles/></styleSheet>`,
	}
	for name, text := range parts {
		all[name] = text
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range all {
		f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadWorkbook(t *testing.T) {
	for _, x := range []struct{ name, cells, want, problem string }{
		{"shared texts", `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>`, "one|bold |漢字", ""},
		{"escaped characters", `<row><c t="s"><v>3</v></c></row>`, "a\rb_x0041_", ""},
		{"gaps", `<row r="3"><c r="C3"><v>1</v></c></row>`, "//||1", ""},
		{"no names", `<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>`, "1|2/3", ""},
		{"numbers as typed", `<row><c><v>1.1000000000000001</v></c><c><v>1234567890123456789</v></c><c><v>1.5E3</v></c><c><v>-0.5</v></c><c><v>1E-12</v></c></row>`, "1.1|1234567890123456789|1500|-0.5|1e-12", ""},
		{"inline and formula", `<row><c t="inlineStr"><is><t>in</t></is></c><c t="str"><f>A1</f><v>made</v></c><c><f>1+1</f><v>2</v></c></row>`, "in|made|2", ""},
		{"truths", `<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c></row>`, "TRUE|FALSE", ""},
		{"percent", `<row><c s="4"><v>0.07</v></c><c s="4"><v>0.5</v></c></row>`, "7%|50%", ""},
		{"formats that are no dates", `<row><c s="3"><v>5</v></c><c s="5"><v>6</v></c></row>`, "5|6", ""},
		{"blank cells with a style", `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="IV1" s="4"/><c r="XFD1" s="4"/></row><row r="1048576"><c r="A1048576" s="1"/></row>`, "one", ""},
		{"dates", `<row><c s="1"><v>46085</v></c><c s="2"><v>1.5</v></c><c s="6"><v>0.25</v></c><c t="d"><v>2026-03-04</v></c></row>`, "2026-03-04|1900-01-01 12:00:00|06:00:00|2026-03-04",
			"q.xlsx:Sheet1!A1: warning: the cell holds a date, read as 2026-03-04\nq.xlsx:Sheet1!B1: warning: the cell holds a date, read as 1900-01-01 12:00:00\nq.xlsx:Sheet1!C1: warning: the cell holds a date, read as 06:00:00\nq.xlsx:Sheet1!D1: warning: the cell holds a date, read as 2026-03-04"},
		{"errors", `<row r="2"><c r="B2" t="e"><v>#N/A</v></c><c><f>X</f></c></row>`, "", "q.xlsx:Sheet1!B2: error: the cell holds the error #N/A\nq.xlsx:Sheet1!C2: error: a formula whose result is not in the file"},
		{"no such text", `<row><c t="s"><v>99</v></c></row>`, "", "q.xlsx:Sheet1!A1: error: the text of this cell is missing in the file"},
		{"bad names", `<row><c r="A0"><v>1</v></c></row>`, "", `q.xlsx:Sheet1: error: not a workbook that can be read: a cell with the name "A0"`},
		{"bad rows", `<row r="x"/>`, "", `q.xlsx:Sheet1: error: not a workbook that can be read: a row with the number "x"`},
		{"too many columns", `<row><c r="IW1"><v>1</v></c></row>`, "", "q.xlsx:Sheet1!IW1: error: more than 256 columns"},
		{"too many rows", `<row r="200001"><c r="A200001"><v>1</v></c></row>`, "", "q.xlsx:Sheet1!200001: error: more than 200000 rows"},
		{"cut off", `<row><c><v>1</v></c></row><row><c>`, "", "q.xlsx:Sheet1: error: the workbook is damaged: XML syntax error on line 1: element <c> closed by </sheetData>"},
		{"nothing", ``, "", "q.xlsx: error: there is nothing in the workbook"},
	} {
		t.Run(x.name, func(t *testing.T) {
			data := book(t, map[string]string{"xl/worksheets/sheet1.xml": "<worksheet><sheetData>" + x.cells + "</sheetData></worksheet>"})
			sheets, ps := Read("q.xlsx", data)
			if got := problemLines(ps); got != x.problem {
				t.Fatalf("problems\n%s\nwant\n%s", got, x.problem)
			}
			if got := shown(sheets); !ps.HasErrors() && got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}

// Bombs are refused before they take memory.
func TestWorkbookLimits(t *testing.T) {
	cell := `<worksheet><sheetData><row><c t="inlineStr"><is><t>` + strings.Repeat("a", MaxBytes+1000) + `</t></is></c></row></sheetData></worksheet>`
	if _, ps := Read("q.xlsx", book(t, map[string]string{"xl/worksheets/sheet1.xml": cell})); problemLines(ps) != "q.xlsx: error: unpacked it has more than 64 MiB" {
		t.Error(problemLines(ps))
	}
	deep := strings.Repeat("<a>", 1000)
	if _, ps := Read("q.xlsx", book(t, map[string]string{"xl/worksheets/sheet1.xml": deep})); problemLines(ps) != "q.xlsx:Sheet1: error: not a workbook that can be read: its elements are nested more than 64 levels deep" {
		t.Error(problemLines(ps))
	}
	w := &workbook{left: 10}
	if n, err := (&counted{strings.NewReader(strings.Repeat("a", 20)), w}).Read(make([]byte, 20)); n != 0 || err != errUnpacked {
		t.Errorf("a part that says less than it holds: %d, %v", n, err)
	}
	parts := map[string]string{}
	for i := range maxMembers {
		parts[fmt.Sprint("x", i)] = ""
	}
	if _, ps := Read("q.xlsx", book(t, parts)); !ps.HasErrors() {
		t.Error("too many parts are read")
	}
	if _, ps := Read("q.xlsx", book(t, nil)); problemLines(ps) != "q.xlsx:Sheet1: error: not a workbook that can be read: a part of the workbook is missing: xl/worksheets/sheet1.xml" {
		t.Error(problemLines(ps))
	}
}

// A library that did not write it opens the workbook: names, texts, numbers
// and lists to choose from are there, and nothing is a formula.
func TestWriteXLSX(t *testing.T) {
	sheets := []Sheet{
		{Name: "Fragen & Antworten", Header: true, Widths: []int{20, 0, 40}, Numbers: []int{1}, Choices: []Restriction{{Column: 1, Values: []string{"1", "2"}}},
			Rows: [][]string{{"id", "level", "ask"}, {"=1+1", "2", "<b>&\"'"}, {"@x", "=2", "a\nb"}, nil, {"", "-1.5", " x_x0041_ \x01"}}},
		{Name: "Zweite", Rows: [][]string{{"漢字", "😀"}}},
	}
	var b, again bytes.Buffer
	if err := WriteXLSX(&b, sheets); err != nil {
		t.Fatal(err)
	}
	if err := WriteXLSX(&again, sheets); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Error("the same sheets gave other bytes", err)
	}
	got, ps := Read("q.xlsx", b.Bytes())
	if len(ps) > 0 || shown(got) != shown(sheets) {
		t.Errorf("%q\n%s", shown(got), problemLines(ps))
	}
	f, err := excelize.OpenReader(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if names := f.GetSheetList(); fmt.Sprint(names) != "[Fragen & Antworten Zweite]" {
		t.Error(names)
	}
	for cell, want := range map[string]string{"A1": "id", "A2": "=1+1", "B2": "2", "C2": `<b>&"'`, "A3": "@x", "B3": "=2", "C3": "a\nb", "B5": "-1.5"} {
		if v, err := f.GetCellValue(sheets[0].Name, cell); v != want || err != nil {
			t.Errorf("%s is %q, %v", cell, v, err)
		}
		if formula, _ := f.GetCellFormula(sheets[0].Name, cell); formula != "" {
			t.Errorf("%s is a formula", cell)
		}
	}
	for cell, want := range map[string]excelize.CellType{"A2": excelize.CellTypeSharedString, "B2": excelize.CellTypeUnset, "B3": excelize.CellTypeSharedString} {
		if kind, _ := f.GetCellType(sheets[0].Name, cell); kind != want {
			t.Errorf("%s has the type %v", cell, kind)
		}
	}
	lists, err := f.GetDataValidations(sheets[0].Name)
	if err != nil || len(lists) != 1 || lists[0].Sqref != "B2:B10000" {
		t.Errorf("%+v, %v", lists, err)
	}
	for _, bad := range [][]Sheet{nil, {{Name: ""}}, {{Name: "a/b"}}, {{Name: "a"}, {Name: "A"}}, {{Name: strings.Repeat("x", 32)}}} {
		if err := WriteXLSX(io.Discard, bad); err == nil {
			t.Errorf("%+v is written", bad)
		}
	}
	if err := WriteXLSX(failing{}, sheets); err == nil {
		t.Error("the writer's error is lost")
	}
}

// What another library writes is read: texts, numbers, truths, dates, rich
// text, streams with inline texts, a hidden sheet.
func TestReadOtherWriter(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(f.SetSheetRow("Sheet1", "A1", &[]any{"text", 1.1, 42, true, "=no formula", -0.07}))
	check(f.SetCellRichText("Sheet1", "B3", []excelize.RichTextRun{{Text: "rich "}, {Text: "text", Font: &excelize.Font{Bold: true}}}))
	check(f.SetCellValue("Sheet1", "A4", "two\nlines & <signs>"))
	style, err := f.NewStyle(&excelize.Style{NumFmt: 14})
	check(err)
	check(f.SetCellStyle("Sheet1", "C4", "C4", style))
	check(f.SetCellValue("Sheet1", "C4", 46085))
	_, err = f.NewSheet("Hidden")
	check(err)
	check(f.SetCellValue("Hidden", "A1", "secret"))
	check(f.SetSheetVisible("Hidden", false))
	_, err = f.NewSheet("Stream")
	check(err)
	stream, err := f.NewStreamWriter("Stream")
	check(err)
	check(stream.SetRow("A1", []any{"inline", 7}))
	check(stream.Flush())
	b, err := f.WriteToBuffer()
	check(err)
	sheets, ps := Read("q.xlsx", b.Bytes())
	if want := "q.xlsx:Sheet1!C4: warning: the cell holds a date, read as 2026-03-04"; problemLines(ps) != want {
		t.Error(problemLines(ps))
	}
	if want := "text|1.1|42|TRUE|=no formula|-0.07//|rich text/two\nlines & <signs>||2026-03-04//secret//inline|7"; shown(sheets) != want {
		t.Errorf("%q", shown(sheets))
	}
	if !sheets[1].Hidden || sheets[0].Hidden || sheets[2].Name != "Stream" {
		t.Errorf("%+v", sheets)
	}
}
