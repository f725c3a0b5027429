package svg

import (
	"bufio"
	"fmt"
	"io"

	"kitpress/layout"
	"kitpress/output/check"
)

// Options say what a file tells about itself and how much of a scene it shows.
type Options struct {
	Title string // the scene's name when empty
	Desc  string
	Lang  string // BCP 47
	Bleed bool   // the bleed is part of the picture; otherwise it ends at the trim
}

// Write writes a scene as an SVG file. It fails, and nothing is written, for
// scenes that no format can write.
func Write(w io.Writer, s *layout.Scene, o Options) error {
	if err := check.Scene(s); err != nil {
		return fmt.Errorf("svg: %w", err)
	}
	return write(w, s, o, func(anchor string) string { return "" })
}

// WritePage writes a page of a document, counted from 0. Links to other pages
// lead to the files these have when they are written side by side. Nothing is
// written when the document cannot be.
func WritePage(w io.Writer, d *layout.Document, page int) error {
	if err := check.Document(d); err != nil {
		return fmt.Errorf("svg: %w", err)
	}
	if page < 0 || page >= len(d.Pages) {
		return fmt.Errorf("svg: document has no page %d", page+1)
	}
	home := anchors(d)
	o := Options{Title: d.Title, Desc: d.Subject, Lang: d.Lang}
	if o.Title != "" && len(d.Pages) > 1 {
		o.Title = fmt.Sprintf("%s (%d/%d)", d.Title, page+1, len(d.Pages))
	}
	return write(w, d.Pages[page].Scene, o, func(anchor string) string {
		if at := home[anchor]; at != page {
			return d.PageName(at) + Ext
		}
		return ""
	})
}

// Ext is how the names of files end.
const Ext = ".svg"

func write(w io.Writer, s *layout.Scene, o Options, home func(anchor string) string) error {
	d := newDrawing(home)
	d.count(s.Items)
	d.items(&d.body, s.Items)
	out := bufio.NewWriter(w)
	var bleed layout.Length
	if o.Bleed {
		bleed = max(0, s.Bleed)
	}
	width, height := s.Size.W+2*bleed, s.Size.H+2*bleed
	out.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	out.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1"`)
	if o.Lang != "" {
		fmt.Fprintf(out, ` lang="%s" xml:lang="%[1]s"`, escape(o.Lang))
	}
	// A corner may reach as far as in PDF files.
	fmt.Fprintf(out, ` width="%s" height="%s" viewBox="%d %d %d %d" stroke-miterlimit="10">`+"\n", millimetres(width), millimetres(height), -bleed, -bleed, width, height)
	if o.Title == "" {
		o.Title = s.Name
	}
	element(out, "title", o.Title)
	element(out, "desc", o.Desc)
	if d.defs.Len() > 0 {
		out.WriteString("<defs>\n" + d.defs.String() + "</defs>\n")
	}
	out.WriteString(d.body.String() + "</svg>\n")
	return out.Flush()
}

// element writes an element with a text, if there is one.
func element(out *bufio.Writer, name, text string) {
	if text != "" {
		fmt.Fprintf(out, "<%s>%s</%[1]s>\n", name, escape(text))
	}
}
