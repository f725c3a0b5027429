package output

import (
	"io"

	"kitpress/layout"
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
		return []File{{Name: d.Name + f.Ext, Pages: len(d.Pages), Write: func(w io.Writer) error { return f.Write(w, d) }}}
	}
	var files []File
	for i := range d.Pages {
		files = append(files, File{Name: d.PageName(i) + f.Ext, Pages: 1, Write: func(w io.Writer) error { return f.WritePage(w, d, i) }})
	}
	return files
}
