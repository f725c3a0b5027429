package pdf

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"kitpress/layout"
	"kitpress/output/check"
)

// A Writer writes documents. It keeps the working memory of one for the next.
// The zero value is ready; it is safe for concurrent use.
type Writer struct {
	tools sync.Pool // of *tool
}

// Write writes d to w as a PDF file. The file depends on d alone. Nothing is
// written when d cannot be: a document without pages, a text its face has no
// glyph for, a link that is not https.
func (pw *Writer) Write(w io.Writer, d *layout.Document) error {
	f, err := pw.build(d)
	if err != nil {
		return fmt.Errorf("pdf: %w", err)
	}
	return f.write(w)
}

// Write writes a single document; see Writer.Write.
func Write(w io.Writer, d *layout.Document) error { return new(Writer).Write(w, d) }

// build returns the file. fpdf panics where it could return an error, so
// nothing of what happens here may end the program.
func (pw *Writer) build(d *layout.Document) (out *file, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("document %q cannot be written: %v", d.Name, r)
		}
	}()
	if err := check.Pages(d); err != nil {
		return nil, err
	}
	p, err := collect(d)
	if err != nil {
		return nil, err
	}
	f := &finisher{doc: d, plan: p, writer: pw}
	if err := f.draw(); err != nil {
		return nil, err
	}
	if f.skeleton, err = assemble(d, f.drawings, p.pictures); err != nil {
		return nil, err
	}
	return f.finish()
}

// draw draws pages and symbols and cuts fonts, on all processors. Contents are
// deflated at once: there is never more than one page a processor in full.
func (d *finisher) draw() error {
	forms, fonts, pages := len(d.plan.forms), len(d.plan.fonts), len(d.doc.Pages)
	d.forms, d.fonts, d.drawings = make([]*drawing, forms), make([]*fontFile, fonts), make([]*drawing, pages)
	errs := make([]error, fonts+forms+pages)
	d.writer.parallel(len(errs), func(t *tool, i int) {
		defer func() { // a panic in a goroutine would end the program
			if r := recover(); r != nil {
				errs[i] = fmt.Errorf("drawing: %v", r)
			}
		}()
		switch {
		case i < fonts:
			d.fonts[i], errs[i] = d.plan.fonts[i].embed()
		case i < fonts+forms:
			d.forms[i-fonts] = drawForm(d.plan, d.plan.forms[i-fonts], t)
		default:
			d.drawings[i-fonts-forms] = drawPage(d.plan, d.doc.Pages[i-fonts-forms].Scene, t)
		}
	})
	return errors.Join(errs...)
}
