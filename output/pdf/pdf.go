package pdf

import (
	"errors"
	"fmt"
	"io"

	"kitpress/layout"
	"kitpress/output/check"
	"kitpress/output/icc"
)

// A Writer writes documents. It keeps the working memory of one for the next.
// The zero value is ready; it is safe for concurrent use.
type Writer struct {
	Profile *icc.Profile // of a print shop: files are PDF/X-4, of inks alone
	Plain   bool         // with a profile: PDF/X-1a:2003, which older programs read

	tools tools
	kept  kept
}

// Write writes d to w as a PDF file. The file depends on d alone. Nothing is
// written when d cannot be: a document without pages, a text its face has no
// glyph for, a link that is not https.
func (pw *Writer) Write(w io.Writer, d *layout.Document) error {
	f, err := pw.build(d)
	if err != nil {
		return fmt.Errorf("pdf: %w", err)
	}
	t := pw.tools.get(pw)
	defer pw.tools.put(t)
	return f.write(w, t)
}

// build returns the file. Nothing of what happens here may end the program.
func (pw *Writer) build(d *layout.Document) (out *file, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("document %q cannot be written: %v", d.Name, r)
		}
	}()
	if err := check.Pages(d); err != nil {
		return nil, err
	}
	if pw.Profile != nil {
		pressed := *d
		pressed.Tagged = false // nobody reads it aloud
		d = &pressed
	}
	p, err := collect(d)
	if err != nil {
		return nil, err
	}
	p.profile, p.plain = pw.Profile, pw.Plain && pw.Profile != nil
	f := &finisher{doc: d, plan: p, writer: pw}
	if err := f.draw(); err != nil {
		return nil, err
	}
	return f.finish()
}

// draw draws pages and symbols, cuts fonts and reads pictures, on all
// processors. Contents are deflated at once: there is never more than one page a processor in full.
func (d *finisher) draw() error {
	fonts, pictures, forms, pages := len(d.plan.fonts), len(d.plan.pictures), len(d.plan.forms), len(d.doc.Pages)
	d.fonts, d.rasters, d.forms, d.drawings = make([]*fontFile, fonts), make([]*raster, pictures), make([]*drawing, forms), make([]*drawing, pages)
	errs := make([]error, fonts+pictures+forms+pages)
	d.writer.parallel(len(errs), func(t *tool, i int) {
		defer func() { // a panic, as fpdf has for a damaged picture, would end the program
			if r := recover(); r != nil {
				errs[i] = fmt.Errorf("drawing: %v", r)
			}
		}()
		switch {
		case i < fonts:
			if d.fonts[i], errs[i] = d.plan.fonts[i].embed(); errs[i] == nil {
				d.fonts[i].program = t.kept.deflate(d.fonts[i].program, t)
			}
		case i < fonts+pictures:
			d.rasters[i-fonts], errs[i] = d.plan.pictures[i-fonts].raster(d.plan.profile, d.plan.plain, t)
		case i < fonts+pictures+forms:
			i -= fonts + pictures
			d.forms[i] = drawForm(d.plan, d.plan.forms[i], t)
		default:
			i -= fonts + pictures + forms
			d.drawings[i] = drawPage(d.plan, d.doc.Pages[i].Scene.Size, d.doc.Pages[i].Scene.Items, d.plan.tagged, t)
		}
	})
	return errors.Join(errs...)
}
