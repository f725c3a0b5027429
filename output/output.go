package output

import (
	"io"

	"kitpress/layout"
	"kitpress/output/pdf"
)

// A Format is a kind of file. Write writes a whole document or, when it
// returns an error before the writer did, nothing. It may be called from
// several goroutines at once and gives the same bytes every time.
type Format struct {
	Name  string // "pdf", as in --format
	Ext   string // ".pdf"
	Write func(w io.Writer, d *layout.Document) error
}

// Formats returns all formats, the usual one first.
func Formats() []Format {
	return []Format{
		{Name: "pdf", Ext: ".pdf", Write: new(pdf.Writer).Write},
	}
}
