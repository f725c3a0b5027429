package spreadsheet

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"kitpress/catalog/source"
)

// maxMembers is how many files a workbook may consist of.
const maxMembers = 4096

var (
	errUnpacked = fmt.Errorf("unpacked it has more than %d MiB", MaxBytes>>20)
	errMissing  = errors.New("a part of the workbook is missing")
)

// A workbook is an opened .xlsx file.
type workbook struct {
	name    string
	members map[string]*zip.File // by lower-case name
	left    int64                // bytes that may still be unpacked
	cells   int                  // of all sheets so far

	strings []string
	formats []cellFormat // by the number of a style
	ps      source.Problems
}

// readWorkbook reads all sheets of an .xlsx file.
func readWorkbook(name string, data []byte) ([]Sheet, source.Problems) {
	w := &workbook{name: name, left: MaxBytes}
	sheets, err := w.open(data)
	if err != nil {
		w.report(source.Pos{File: name}, err)
		return nil, w.ps
	}
	filled := 0
	for i := range sheets {
		s := &sheets[i].Sheet
		if err := w.readSheet(s, sheets[i].part, sheets[i].date1904); err != nil {
			w.report(s.Pos(-1, -1), err)
			break
		}
		filled += len(s.Rows)
	}
	if filled == 0 && !w.ps.HasErrors() {
		w.ps.Errorf(source.Pos{File: name}, CodeEmpty, "there is nothing in the workbook")
	}
	out := make([]Sheet, len(sheets))
	for i, s := range sheets {
		out[i] = s.Sheet
	}
	return out, w.ps
}

// report turns what went wrong with the file into a problem.
func (w *workbook) report(pos source.Pos, err error) {
	var syntax *xml.SyntaxError
	switch {
	case errors.Is(err, errUnpacked):
		w.ps.Errorf(pos, CodeTooLarge, "%v", err)
	case errors.As(err, &syntax), errors.Is(err, zip.ErrFormat), errors.Is(err, zip.ErrChecksum), errors.Is(err, io.ErrUnexpectedEOF):
		w.ps.Errorf(pos, CodeFormat, "the workbook is damaged: %v", err).Hint = "open it in a spreadsheet program and save it again"
	default:
		w.ps.Errorf(pos, CodeFormat, "not a workbook that can be read: %v", err)
	}
}

// A namedSheet is a sheet and the part of the file its cells are in.
type namedSheet struct {
	Sheet
	part     string
	date1904 bool
}

// open reads what all sheets share and the list of sheets.
func (w *workbook) open(data []byte) ([]namedSheet, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // members are read by name, never written
		return nil, err
	}
	if len(z.File) > maxMembers {
		return nil, fmt.Errorf("it has %d parts, more than %d", len(z.File), maxMembers)
	}
	w.members = map[string]*zip.File{}
	total := uint64(0)
	for _, f := range z.File {
		if total += min(f.UncompressedSize64, MaxBytes+1); total > MaxBytes {
			return nil, errUnpacked // before anything is unpacked; part counts as well, as sizes can lie
		}
		w.members[strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/"))] = f
	}
	root, err := w.relations("_rels/.rels", "")
	if err != nil {
		return nil, err
	}
	main := "xl/workbook.xml"
	for _, r := range root {
		if r.kind == "officeDocument" {
			main = r.target
		}
	}
	dir, base := path.Split(main)
	relations, err := w.relations(dir+"_rels/"+base+".rels", dir)
	if err != nil {
		return nil, err
	}
	for _, r := range relations {
		switch r.kind {
		case "sharedStrings":
			err = w.readStrings(r.target)
		case "styles":
			err = w.readStyles(r.target)
		}
		if err != nil {
			return nil, err
		}
	}
	return w.sheets(main, relations)
}

// maxDepth is how deep elements may be nested; workbooks need ten levels.
const maxDepth = 64

// A partReader reads the XML of a part, not too deep.
type partReader struct {
	xml   *xml.Decoder
	depth int
}

// Token returns what comes next.
func (d *partReader) Token() (xml.Token, error) {
	t, err := d.xml.Token()
	switch t.(type) {
	case xml.StartElement:
		if d.depth++; d.depth > maxDepth {
			return nil, fmt.Errorf("its elements are nested more than %d levels deep", maxDepth)
		}
	case xml.EndElement:
		d.depth--
	}
	return t, err
}

// part opens a part of the file and counts what comes out of it.
func (w *workbook) part(name string) (*partReader, func() error, error) {
	f := w.members[strings.ToLower(name)]
	if f == nil {
		return nil, nil, fmt.Errorf("%w: %s", errMissing, name)
	}
	r, err := f.Open()
	if err != nil {
		return nil, nil, err
	}
	return &partReader{xml: xml.NewDecoder(&counted{r, w})}, r.Close, nil
}

// counted reads until more has come out of the workbook than may.
type counted struct {
	from io.Reader
	w    *workbook
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	if c.w.left -= int64(n); c.w.left < 0 {
		return 0, errUnpacked
	}
	return n, err
}

// each calls start for every element of a part, with a way to read on inside
// it.
func (w *workbook) each(name string, start func(d *partReader, e xml.StartElement) error) error {
	d, done, err := w.part(name)
	if err != nil {
		return err
	}
	defer done() // nothing was written
	for {
		t, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if e, ok := t.(xml.StartElement); ok {
			if err := start(d, e); err != nil {
				return err
			}
		}
	}
}

// attr returns an attribute by its name, whatever its namespace.
func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// A relation says which part of the file plays a role.
type relation struct{ id, kind, target string }

func (w *workbook) relations(name, dir string) ([]relation, error) {
	var list []relation
	err := w.each(name, func(_ *partReader, e xml.StartElement) error {
		if e.Name.Local == "Relationship" && attr(e, "TargetMode") != "External" {
			target := strings.ReplaceAll(attr(e, "Target"), `\`, "/")
			if !strings.HasPrefix(target, "/") {
				target = path.Join("/", dir, target)
			}
			list = append(list, relation{attr(e, "Id"), path.Base(attr(e, "Type")), strings.TrimPrefix(path.Clean(target), "/")})
		}
		return nil
	})
	return list, err
}

// sheets lists the sheets with cells; charts have none.
func (w *workbook) sheets(main string, relations []relation) ([]namedSheet, error) {
	parts := map[string]relation{}
	for _, r := range relations {
		parts[r.id] = r
	}
	var list []namedSheet
	date1904 := false
	err := w.each(main, func(_ *partReader, e xml.StartElement) error {
		switch e.Name.Local {
		case "workbookPr":
			v := attr(e, "date1904")
			date1904 = v == "1" || v == "true"
		case "sheet":
			id := ""
			for _, a := range e.Attr {
				if a.Name.Local == "id" && a.Name.Space != "" {
					id = a.Value
				}
			}
			if r, ok := parts[id]; ok && r.kind == "worksheet" {
				state := attr(e, "state")
				list = append(list, namedSheet{Sheet: Sheet{File: w.name, Name: attr(e, "name"), Hidden: state == "hidden" || state == "veryHidden"}, part: r.target})
			}
		}
		return nil
	})
	for i := range list {
		list[i].date1904 = date1904
	}
	if err == nil && len(list) == 0 {
		err = errors.New("it has no sheet")
	}
	return list, err
}

// readStrings reads the texts cells share.
func (w *workbook) readStrings(name string) error {
	return w.each(name, func(d *partReader, e xml.StartElement) error {
		if e.Name.Local != "si" {
			return nil
		}
		if len(w.strings) == MaxCells {
			return fmt.Errorf("more than %d texts", MaxCells)
		}
		s, err := richText(d)
		w.strings = append(w.strings, s)
		return err
	})
}

// richText returns the text inside an element, put together from its runs,
// without the readings that stand above Japanese.
func richText(d *partReader) (string, error) {
	var b strings.Builder
	depth, inText, reading := 1, false, 0
	for depth > 0 {
		t, err := d.Token()
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			depth++
			inText = t.Name.Local == "t"
			if t.Name.Local == "rPh" {
				reading = depth
			}
		case xml.EndElement:
			if depth == reading {
				reading = 0
			}
			depth--
			inText = false
		case xml.CharData:
			if inText && reading == 0 {
				b.Write(t)
			}
		}
	}
	return unescape(b.String()), nil
}
