package spreadsheet

import (
	"archive/zip"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// written is the time all parts of a written workbook carry: the first one a
// zip file can hold, so that the same rows give the same bytes.
var written = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

const (
	xmlHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	mainNS  = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	relNS   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	packNS  = "http://schemas.openxmlformats.org/package/2006/"
	typeNS  = "application/vnd.openxmlformats-officedocument.spreadsheetml."
)

// WriteXLSX writes sheets as a workbook. Cells are texts, so nothing is ever
// computed; only plain numbers in the columns a sheet names are numbers.
func WriteXLSX(w io.Writer, sheets []Sheet) error {
	if err := checkNames(sheets); err != nil {
		return err
	}
	t := &texts{index: map[string]int{}}
	type part struct{ name, text string }
	var parts []part
	for i, s := range sheets {
		parts = append(parts, part{fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1), worksheet(s, t)})
	}
	parts = append([]part{
		{"[Content_Types].xml", contentTypes(len(sheets))},
		{"_rels/.rels", relationships([2]string{"officeDocument", "xl/workbook.xml"})},
		{"xl/workbook.xml", workbookPart(sheets)},
		{"xl/_rels/workbook.xml.rels", workbookRelations(len(sheets))},
		{"xl/styles.xml", stylesPart},
		{"xl/sharedStrings.xml", t.part()},
	}, parts...)
	z := zip.NewWriter(w)
	for _, p := range parts {
		f, err := z.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Deflate, Modified: written})
		if err != nil {
			return err
		}
		if _, err := io.WriteString(f, p.text); err != nil {
			return err
		}
	}
	return z.Close()
}

// checkNames refuses names a spreadsheet program would.
func checkNames(sheets []Sheet) error {
	seen := map[string]bool{}
	for _, s := range sheets {
		key := strings.ToLower(s.Name)
		if s.Name == "" || len([]rune(s.Name)) > 31 || strings.ContainsAny(s.Name, `[]:*?/\`) || strings.Trim(s.Name, "'") != s.Name || seen[key] {
			return fmt.Errorf("a sheet cannot be named %q", s.Name)
		}
		seen[key] = true
	}
	if len(sheets) == 0 {
		return fmt.Errorf("a workbook needs a sheet")
	}
	return nil
}

// texts are the texts cells share, in the order they come.
type texts struct {
	index map[string]int
	list  []string
	uses  int
}

func (t *texts) add(s string) int {
	t.uses++
	i, ok := t.index[s]
	if !ok {
		i = len(t.list)
		t.index[s] = i
		t.list = append(t.list, s)
	}
	return i
}

func (t *texts) part() string {
	var b strings.Builder
	fmt.Fprintf(&b, `%s<sst xmlns="%s" count="%d" uniqueCount="%d">`, xmlHead, mainNS, t.uses, len(t.list))
	for _, s := range t.list {
		b.WriteString(`<si><t xml:space="preserve">` + escape(s) + `</t></si>`)
	}
	b.WriteString("</sst>")
	return b.String()
}

// The styles cells use: 0 is text, 1 the header, 2 a number.
const stylesPart = xmlHead + `<styleSheet xmlns="` + mainNS + `">` +
	`<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>` +
	`<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>` +
	`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
	`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
	`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
	`<cellXfs count="3">` +
	`<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>` +
	`<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>` +
	`<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top"/></xf>` +
	`</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

// worksheet returns the part with the cells of a sheet. Its elements have to
// come in this order.
func worksheet(s Sheet, t *texts) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<worksheet xmlns="` + mainNS + `">`)
	if s.Header {
		b.WriteString(`<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`)
	}
	if len(s.Widths) > 0 {
		b.WriteString("<cols>")
		for i, width := range s.Widths {
			if width == 0 {
				width = 10
			}
			fmt.Fprintf(&b, `<col min="%d" max="%d" width="%d" style="0" customWidth="1"/>`, i+1, i+1, width)
		}
		b.WriteString("</cols>")
	}
	b.WriteString("<sheetData>")
	for i, row := range s.Rows {
		fmt.Fprintf(&b, `<row r="%d">`, i+1)
		for j, cell := range row {
			writeXLSXCell(&b, s, t, i, j, cell)
		}
		b.WriteString("</row>")
	}
	b.WriteString("</sheetData>")
	writeRestrictions(&b, s.Choices)
	b.WriteString("</worksheet>")
	return b.String()
}

func writeXLSXCell(b *strings.Builder, s Sheet, t *texts, row, col int, cell string) {
	name := columnName(col) + strconv.Itoa(row+1)
	header := s.Header && row == 0
	switch {
	case cell == "":
	case !header && slices.Contains(s.Numbers, col) && plainNumber(cell) && !strings.Contains(cell, ","):
		fmt.Fprintf(b, `<c r="%s" s="2"><v>%s</v></c>`, name, cell)
	case header:
		fmt.Fprintf(b, `<c r="%s" s="1" t="s"><v>%d</v></c>`, name, t.add(cell))
	default:
		fmt.Fprintf(b, `<c r="%s" s="0" t="s"><v>%d</v></c>`, name, t.add(cell))
	}
}

// writeRestrictions writes lists of values as a spreadsheet program offers
// them. A list may have 255 characters; a longer one is left out, as it only
// helps with typing.
func writeRestrictions(b *strings.Builder, list []Restriction) {
	list = slices.DeleteFunc(slices.Clone(list), func(r Restriction) bool {
		return len([]rune(strings.Join(r.Values, ","))) > 255 || slices.ContainsFunc(r.Values, func(v string) bool { return strings.ContainsAny(v, `,"`) })
	})
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, `<dataValidations count="%d">`, len(list))
	for _, r := range list {
		col := columnName(r.Column)
		fmt.Fprintf(b, `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="%s2:%s%d"><formula1>"%s"</formula1></dataValidation>`,
			col, col, 10000, escape(strings.Join(r.Values, ",")))
	}
	b.WriteString("</dataValidations>")
}

func workbookPart(sheets []Sheet) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<workbook xmlns="` + mainNS + `" xmlns:r="` + relNS + `"><bookViews><workbookView/></bookViews><sheets>`)
	for i, s := range sheets {
		fmt.Fprintf(&b, `<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, escape(s.Name), i+1, i+1)
	}
	b.WriteString("</sheets></workbook>")
	return b.String()
}

func workbookRelations(sheets int) string {
	var list [][2]string
	for i := range sheets {
		list = append(list, [2]string{"worksheet", fmt.Sprintf("worksheets/sheet%d.xml", i+1)})
	}
	return relationships(append(list, [2]string{"styles", "styles.xml"}, [2]string{"sharedStrings", "sharedStrings.xml"})...)
}

// relationships names parts by the role they play.
func relationships(list ...[2]string) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<Relationships xmlns="` + packNS + `relationships">`)
	for i, r := range list {
		fmt.Fprintf(&b, `<Relationship Id="rId%d" Type="%s/%s" Target="%s"/>`, i+1, relNS, r[0], r[1])
	}
	b.WriteString("</Relationships>")
	return b.String()
}

func contentTypes(sheets int) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<Types xmlns="` + packNS + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>`)
	for _, p := range [][2]string{{"workbook", "sheet.main"}, {"styles", "styles"}, {"sharedStrings", "sharedStrings"}} {
		fmt.Fprintf(&b, `<Override PartName="/xl/%s.xml" ContentType="%s%s+xml"/>`, p[0], typeNS, p[1])
	}
	for i := range sheets {
		fmt.Fprintf(&b, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>`, i+1, typeNS)
	}
	b.WriteString("</Types>")
	return b.String()
}
