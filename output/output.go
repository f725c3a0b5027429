package output

import (
	"fmt"
	"io"
	"slices"

	"kitpress/layout"
	"kitpress/output/cut"
	"kitpress/output/icc"
	"kitpress/output/pdf"
	"kitpress/output/png"
	"kitpress/output/svg"
)

// A Format is a kind of file. Some hold a whole document, some one page; one
// of Write and WritePage is set. Both write everything or, when they return an
// error before the writer did, nothing. They may be called from several
// goroutines at once and give the same bytes every time.
type Format struct {
	Name      string // "pdf", as in --format
	Ext       string // ".pdf"
	Write     func(w io.Writer, d *layout.Document) error
	WritePage func(w io.Writer, d *layout.Document, page int) error // page counts from 0
	cuts      bool                                                  // beside the document, the lines of its pages a machine cuts
}

// Formats returns all formats, the usual one first.
func Formats() []Format {
	return []Format{
		{Name: "pdf", Ext: ".pdf", Write: new(pdf.Writer).Write},
		PNG(png.DefaultDPI),
		{Name: "svg", Ext: svg.Ext, WritePage: svg.WritePage},
	}
}

// PNG is the format of that name at a resolution of one's own.
func PNG(dpi float64) Format {
	w := &png.Writer{Options: png.Options{DPI: dpi}}
	return Format{Name: "png", Ext: ".png", WritePage: w.WritePage}
}

// PrintShop is the format of files for a print shop: PDF/X-4, with the inks of an
// ICC profile; nil for that of coated paper.
func PrintShop(profile []byte) (Format, error) {
	if profile == nil {
		profile = icc.FOGRA39
	}
	p, err := icc.Read(profile)
	return Format{Name: "pdf", Ext: ".pdf", Write: (&pdf.Writer{Profile: p}).Write}, err
}

// PlainPrintShop is the same for those whose programs are older and who want
// less ink, in percent: PDF/X-1a:2003, in which nothing is see-through.
func PlainPrintShop(profile []byte, most int) (Format, error) {
	if profile == nil {
		profile = icc.FOGRA39
	}
	p, err := icc.Read(profile)
	if err != nil {
		return Format{}, err
	}
	return Format{Name: "pdf", Ext: ".pdf", Write: (&pdf.Writer{Profile: p.WithMost(most), Plain: true}).Write}, nil
}

// Cutter is the format of what is printed and then cut by a machine: a document,
// and for its sheets what to cut, as drawings of two kinds.
func Cutter() Format {
	f := Formats()[0]
	f.cuts = true
	return f
}

// cuts returns the drawings of what is cut, one for all sheets that follow each
// other and are cut alike; their first page is in the name.
func cuts(d *layout.Document) []File {
	var files []File
	var last []layout.Outline
	for i := range d.Pages {
		p := &d.Pages[i]
		if len(p.Cuts) == 0 || slices.EqualFunc(last, p.Cuts, func(a, b layout.Outline) bool {
			return slices.Equal(a.Verbs, b.Verbs) && slices.Equal(a.Points, b.Points)
		}) {
			continue
		}
		last = p.Cuts
		name := fmt.Sprintf("%s-cut-%d", d.Name, i+1)
		files = append(files,
			File{Name: name + svg.Ext, Write: func(w io.Writer) error { return cut.WriteSVG(w, p) }},
			File{Name: name + ".dxf", Write: func(w io.Writer) error { return cut.WriteDXF(w, p) }})
	}
	return files
}

// DPI returns the lowest and the highest resolution of pictures.
func DPI() (lowest, highest float64) { return png.MinDPI, png.MaxDPI }

// A File is one file of a document in a format.
type File struct {
	Name  string // "cards_de_a4.pdf", "cards_de_a4-07.png"
	Pages int    // in it
	Write func(w io.Writer) error
}

// Files returns the files a document becomes: one with everything in it, or
// one for each page.
func (f Format) Files(d *layout.Document) []File {
	if f.Write != nil {
		files := []File{{Name: d.Name + f.Ext, Pages: len(d.Pages), Write: func(w io.Writer) error { return f.Write(w, d) }}}
		if f.cuts {
			files = append(files, cuts(d)...)
		}
		return files
	}
	var files []File
	for i := range d.Pages {
		files = append(files, File{Name: d.PageName(i) + f.Ext, Pages: 1, Write: func(w io.Writer) error { return f.WritePage(w, d, i) }})
	}
	return files
}
