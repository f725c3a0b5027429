// Package output is the list of formats pages can be written in.
//
// In goes a layout.Document, out come the bytes of a file. It is step 7 of a
// build (Write); every format passes the contract suite of
// output/outputtest. It must not know games, cards or sheets.
package output

import (
	"io"

	"kitpress/layout"
	"kitpress/output/pdf"
)

// A Format is a kind of file. Write writes the whole document or returns an
// error; equal documents give equal bytes.
type Format struct {
	Name  string // "pdf"
	Ext   string // of file names, without the dot
	Write func(w io.Writer, d *layout.Document) error
}

// Formats lists the formats. A new one is a folder and a line here.
func Formats() []Format {
	return []Format{
		{Name: "pdf", Ext: "pdf", Write: pdf.Write},
	}
}
