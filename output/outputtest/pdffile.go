package outputtest

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"kitpress/layout"
)

// forbidden are the keys and names that make a viewer do something by
// itself or carry what nobody asked for.
var forbidden = map[Name]bool{
	"JavaScript": true, "JS": true, "Launch": true, "OpenAction": true, "AA": true, "EmbeddedFiles": true, "EmbeddedFile": true,
	"AcroForm": true, "RichMedia": true, "SubmitForm": true, "ImportData": true, "GoToR": true, "GoToE": true,
}

// A PDF is a file as read by ReadPDF.
type PDF struct {
	Version string
	Trailer Dict
	Catalog Dict
	Info    Dict
	Pages   []*PDFPage

	objects map[Ref]any
	streams map[Ref][]byte // inflated
}

// ReadPDF reads a file with a cross reference stream or table, strictly: all
// offsets and lengths must be exact, all streams must inflate, every content
// stream must be well nested, and nothing forbidden may be inside.
func ReadPDF(data []byte) (*PDF, error) {
	p := &PDF{objects: map[Ref]any{}, streams: map[Ref][]byte{}}
	var ok bool
	head, _, _ := bytes.Cut(data, []byte("\n"))
	if p.Version, ok = strings.CutPrefix(string(head), "%PDF-"); !ok {
		return nil, fmt.Errorf("file begins with %q", head)
	}
	entries, err := p.readXref(data)
	if err != nil {
		return nil, err
	}
	for i, e := range entries {
		if e.kind == 1 {
			if err := p.readObject(data, Ref(i+1), e.place); err != nil {
				return nil, fmt.Errorf("object %d: %w", i+1, err)
			}
		}
	}
	for i, e := range entries {
		if e.kind == 2 && e.number == 0 {
			if err := p.readPacked(Ref(e.place), entries); err != nil {
				return nil, fmt.Errorf("object stream %d: %w", e.place, err)
			}
		}
		if e.kind != 1 && p.objects[Ref(i+1)] == nil {
			return nil, fmt.Errorf("object %d is nowhere", i+1)
		}
	}
	p.Catalog, p.Info = p.Dict(p.Trailer["Root"]), p.Dict(p.Trailer["Info"])
	for r, v := range p.objects {
		if err := p.checkValue(v); err != nil {
			return nil, fmt.Errorf("object %d: %w", r, err)
		}
	}
	for _, kid := range p.Array(p.Dict(p.Catalog["Pages"])["Kids"]) {
		page, err := p.readPage(p.Dict(kid))
		if err != nil {
			return nil, fmt.Errorf("page %d: %w", len(p.Pages)+1, err)
		}
		p.Pages = append(p.Pages, page)
	}
	return p, nil
}

// readXref reads the cross reference stream: places in the file of objects
// that stand alone, and of those in an object stream which one.
func (p *PDF) readXref(data []byte) (entries []entry, err error) {
	tail := bytes.LastIndex(data, []byte("startxref\n"))
	if tail < 0 || !bytes.HasSuffix(data, []byte("\n%%EOF\n")) {
		return nil, fmt.Errorf("no startxref or no end mark")
	}
	start, err := strconv.Atoi(strings.TrimSuffix(string(data[tail+len("startxref\n"):]), "\n%%EOF\n"))
	if err != nil || start > tail {
		return nil, fmt.Errorf("startxref leads nowhere: %w", err)
	}
	if bytes.HasPrefix(data[start:], []byte("xref\n")) {
		return p.readTable(data[start:tail])
	}
	number, _, _ := bytes.Cut(data[start:], []byte(" "))
	self, err := strconv.Atoi(string(number))
	if err != nil {
		return nil, fmt.Errorf("no cross reference stream: %w", err)
	}
	if err := p.readObject(data, Ref(self), start); err != nil {
		return nil, err
	}
	p.Trailer = p.Dict(Ref(self))
	rows, columns := p.streams[Ref(self)], 1
	for _, w := range p.Array(p.Trailer["W"]) {
		n, _ := w.(float64)
		columns += int(n)
	}
	if columns != 8 || p.Trailer["Size"] != float64(self+1) || len(rows) != columns*(self+1) || p.Trailer["Type"] != Name("XRef") {
		return nil, fmt.Errorf("cross reference stream %v with %d bytes is damaged", p.Trailer, len(rows))
	}
	for i := range self + 1 {
		row := rows[columns*i:][:columns]
		if row[0] != 2 {
			return nil, fmt.Errorf("row %d has filter %d, want 2", i, row[0])
		}
		if i > 0 {
			for j := 1; j < columns; j++ {
				row[j] += rows[columns*(i-1)+j]
			}
			entries = append(entries, entry{row[1], int(binary.BigEndian.Uint32(row[2:])), int(binary.BigEndian.Uint16(row[6:]))})
		}
	}
	return entries, nil
}

// readTable reads a cross reference table, as PDF 1.4 has it.
func (p *PDF) readTable(table []byte) (entries []entry, err error) {
	var size int
	if _, err := fmt.Sscanf(string(table), "xref\n0 %d\n", &size); err != nil {
		return nil, fmt.Errorf("no cross reference table: %w", err)
	}
	rows, rest, ok := bytes.Cut(table, []byte("trailer\n"))
	const row = len("0000000000 00000 n \n")
	if rows = rows[len("xref\n0 \n")+len(strconv.Itoa(size)):]; !ok || len(rows) != row*size {
		return nil, fmt.Errorf("a table of %d rows has %d bytes", size, len(rows))
	}
	for i := 1; i < size; i++ {
		at, err := strconv.Atoi(string(rows[i*row : i*row+10]))
		if err != nil || string(rows[i*row+10:(i+1)*row]) != " 00000 n \n" {
			return nil, fmt.Errorf("row %d is %q", i, rows[i*row:(i+1)*row])
		}
		entries = append(entries, entry{1, at, 0})
	}
	v, err := (&lexer{data: rest}).value()
	p.Trailer, _ = v.(Dict)
	return entries, err
}

// An entry says where an object is: of kind 1 at a place in the file, of kind
// 2 as one of the objects of the stream with that number.
type entry struct {
	kind          byte
	place, number int
}

// readPacked reads the objects of an object stream.
func (p *PDF) readPacked(pack Ref, entries []entry) error {
	d, data := p.Dict(pack), p.streams[pack]
	first, ok := d["First"].(float64)
	n, ok2 := d["N"].(float64)
	if !ok || !ok2 || d["Type"] != Name("ObjStm") || int(first) > len(data) {
		return fmt.Errorf("no object stream: %v", d)
	}
	head, bodies := &lexer{data: data[:int(first)]}, data[int(first):]
	for i := range int(n) {
		number, err := head.value()
		if err != nil {
			return err
		}
		at, err := head.value()
		if err != nil {
			return err
		}
		r, place := int(number.(float64)), int(at.(float64))
		if r < 1 || r > len(entries) || entries[r-1] != (entry{2, int(pack), i}) || place >= len(bodies) || p.objects[Ref(r)] != nil {
			return fmt.Errorf("object %d in it is not where the table says", r)
		}
		l := &lexer{data: bodies, at: place}
		if p.objects[Ref(r)], err = l.value(); err != nil || !l.starts("\n") {
			return fmt.Errorf("object %d in it is damaged: %w", r, err)
		}
	}
	return nil
}

func (p *PDF) readObject(data []byte, r Ref, at int) error {
	head := fmt.Sprintf("%d 0 obj\n", r)
	if at >= len(data) || !bytes.HasPrefix(data[at:], []byte(head)) {
		return fmt.Errorf("not at offset %d", at)
	}
	l := &lexer{data: data, at: at + len(head)}
	v, err := l.value()
	if err != nil {
		return err
	}
	p.objects[r] = v
	if !l.starts("stream\n") {
		if !l.starts("\nendobj\n") {
			return fmt.Errorf("does not end where it should, at %d", l.at)
		}
		return nil
	}
	d, _ := v.(Dict)
	n, ok := d["Length"].(float64)
	l.at += len("stream\n")
	end := l.at + int(n)
	if !ok || end > len(data) || !bytes.HasPrefix(data[end:], []byte("\nendstream\nendobj\n")) {
		return fmt.Errorf("stream length %v is wrong", d["Length"])
	}
	raw := data[l.at:end]
	if d["Filter"] == Name("FlateDecode") && (d["DecodeParms"] == nil || d["Type"] == Name("XRef")) {
		z, err := zlib.NewReader(bytes.NewReader(raw))
		if err != nil {
			return err
		}
		if raw, err = io.ReadAll(z); err != nil {
			return err
		}
	}
	p.streams[r] = raw
	return nil
}

// checkValue fails on references to nowhere and on forbidden names.
func (p *PDF) checkValue(v any) error {
	switch v := v.(type) {
	case Ref:
		if _, ok := p.objects[v]; !ok {
			return fmt.Errorf("refers to object %d, which is missing", v)
		}
	case Name:
		if forbidden[v] {
			return fmt.Errorf("/%s is not allowed", v)
		}
	case []any:
		for _, e := range v {
			if err := p.checkValue(e); err != nil {
				return err
			}
		}
	case Dict:
		for key, e := range v {
			if forbidden[key] {
				return fmt.Errorf("/%s is not allowed", key)
			}
			if err := p.checkValue(e); err != nil {
				return err
			}
		}
		if uri, ok := v["URI"].(string); ok && !strings.HasPrefix(uri, "https://") {
			return fmt.Errorf("link to %q is not https", uri)
		}
	case Op:
		return fmt.Errorf("unexpected %q", v)
	}
	return nil
}

// Value follows references.
func (p *PDF) Value(v any) any {
	for {
		r, ok := v.(Ref)
		if !ok {
			return v
		}
		v = p.objects[r]
	}
}

// Dict returns a dictionary, following references; empty when v is none.
func (p *PDF) Dict(v any) Dict { d, _ := p.Value(v).(Dict); return d }

// Array returns an array, following references; empty when v is none.
func (p *PDF) Array(v any) []any { a, _ := p.Value(v).([]any); return a }

// Text returns a text string, UTF-16 or ASCII.
func (p *PDF) Text(v any) string {
	s, _ := p.Value(v).(string)
	rest, wide := strings.CutPrefix(s, "\xFE\xFF")
	if !wide {
		return s
	}
	var units []uint16
	for i := 0; i+1 < len(rest); i += 2 {
		units = append(units, uint16(rest[i])<<8|uint16(rest[i+1]))
	}
	return string(utf16.Decode(units))
}

// Stream returns the inflated stream of an object.
func (p *PDF) Stream(v any) []byte { r, _ := v.(Ref); return p.streams[r] }

// box returns a rectangle given in points from the lower left corner, from
// the upper left in µm. height is the page's, in points.
func (p *PDF) box(v any, height float64) layout.Rect {
	a := p.Array(v)
	if len(a) != 4 {
		return layout.Rect{}
	}
	var n [4]float64
	for i := range n {
		n[i], _ = a[i].(float64)
	}
	return layout.Rect{X: layout.Pt(n[0]), Y: layout.Pt(height - n[3]), W: layout.Pt(n[2] - n[0]), H: layout.Pt(n[3] - n[1])}
}
