package exchange

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"strings"

	"kitpress/catalog/source"
)

// The parts of XLIFF 2.0 that are written: one file, a unit of one segment for
// each text.
type (
	xliff struct {
		XMLName xml.Name    `xml:"urn:oasis:names:tc:xliff:document:2.0 xliff"`
		Version string      `xml:"version,attr"`
		Source  string      `xml:"srcLang,attr"`
		Target  string      `xml:"trgLang,attr"`
		Files   []xliffFile `xml:"file"`
	}
	xliffFile struct {
		ID    string      `xml:"id,attr"`
		Units []xliffUnit `xml:"unit"`
	}
	xliffUnit struct {
		ID       string         `xml:"id,attr"`
		Notes    *xliffNotes    `xml:"notes"`
		Segments []xliffSegment `xml:"segment"`
	}
	xliffNotes struct {
		Notes []string `xml:"note"`
	}
	xliffSegment struct {
		State  string     `xml:"state,attr,omitempty"`
		Sub    string     `xml:"subState,attr,omitempty"`
		Source xliffText  `xml:"source"`
		Target *xliffText `xml:"target"`
	}
	xliffText struct {
		Space string     `xml:"http://www.w3.org/XML/1998/namespace space,attr"`
		Text  string     `xml:",chardata"`
		Inner []xliffAny `xml:",any"`
	}
	xliffAny struct{ XMLName xml.Name }
)

// formMark stands between the id of a text and the name of a plural form.
const formMark = ":"

// stale is the state within a state of a translation that must be looked at.
const stale = "kitpress:stale"

func writeXLIFF(w io.Writer, head Head, units []Unit) error {
	doc := xliff{Version: "2.0", Source: head.Source, Target: head.Target, Files: []xliffFile{{ID: head.Name}}}
	for _, u := range units {
		s := xliffSegment{State: "initial", Source: xliffText{Space: "preserve", Text: u.Source}}
		if u.Target != "" {
			s.Target = &xliffText{Space: "preserve", Text: u.Target}
			if s.State = "translated"; u.Stale {
				s.State, s.Sub = "initial", stale
			}
		}
		unit := xliffUnit{ID: u.ID, Segments: []xliffSegment{s}}
		if u.Form != "" {
			unit.ID += formMark + u.Form
		}
		if u.Note != "" {
			unit.Notes = &xliffNotes{[]string{u.Note}}
		}
		doc.Files[0].Units = append(doc.Files[0].Units, unit)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func readXLIFF(file string, data []byte) (head Head, units []Unit, ps source.Problems) {
	d := xml.NewDecoder(bytes.NewReader(data))
	here := func() source.Pos {
		line, col := d.InputPos()
		return source.Pos{File: file, Line: line, Col: col}
	}
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			ps.Errorf(here(), codeFormat, "%v", err)
			break
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "xliff":
			if start.Name.Space != "urn:oasis:names:tc:xliff:document:2.0" {
				ps.Errorf(here(), codeFormat, "this is no XLIFF 2").Hint = "kitpress reads XLIFF 2.0 and 2.1, and PO"
				return head, nil, ps
			}
			for _, a := range start.Attr {
				switch a.Name.Local {
				case "srcLang":
					head.Source = a.Value
				case "trgLang":
					head.Target = a.Value
				}
			}
		case "unit":
			pos := here()
			var u xliffUnit
			if err := d.DecodeElement(&u, &start); err != nil {
				ps.Errorf(pos, codeFormat, "%v", err)
				return head, units, ps
			}
			if unit, ok := u.unit(pos, &ps); ok {
				units = append(units, unit)
			}
		default: // the first with an id is the file
			for _, a := range start.Attr {
				if a.Name.Local == "id" {
					head.Name = cmp.Or(head.Name, a.Value)
				}
			}
		}
	}
	if head == (Head{}) && len(ps) == 0 {
		ps.Errorf(source.Pos{File: file}, codeFormat, "this is no XLIFF 2").Hint = "kitpress reads XLIFF 2.0 and 2.1, and PO"
	}
	return head, units, ps
}

// unit returns a unit as it was read; the segments a program cut it into follow
// each other.
func (u *xliffUnit) unit(pos source.Pos, ps *source.Problems) (unit Unit, ok bool) {
	unit = Unit{Pos: pos}
	unit.ID, unit.Form, _ = strings.Cut(u.ID, formMark)
	for _, s := range u.Segments {
		unit.Source += s.Source.Text
		inner := s.Source.Inner
		if s.Target != nil {
			unit.Target += s.Target.Text
			inner = append(inner, s.Target.Inner...)
		}
		if len(inner) > 0 {
			ps.Errorf(pos, codeFormat, "%s: there is <%s> inside the text", u.ID, inner[0].XMLName.Local).Hint = "texts are plain; **bold**, *italic* and {{…}} are part of them"
			return unit, false
		}
		unit.Stale = unit.Stale || s.Sub == stale && s.State == "initial"
	}
	return unit, true
}
