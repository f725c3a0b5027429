package output

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
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

// A File is what is noted about a written file.
type File struct {
	Name   string `json:"name"` // with extension
	Format string `json:"format"`
	Pages  int    `json:"pages"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // in hexadecimal
}

// WriteTo writes d to w and returns what to note about the file.
func (f Format) WriteTo(w io.Writer, d *layout.Document) (File, error) {
	m := &meter{w: w, hash: sha256.New()}
	if err := f.Write(m, d); err != nil {
		return File{}, fmt.Errorf("%s: %w", d.Name+f.Ext, err)
	}
	return File{
		Name:   d.Name + f.Ext,
		Format: f.Name,
		Pages:  len(d.Pages),
		Bytes:  m.n,
		SHA256: hex.EncodeToString(m.hash.Sum(nil)),
	}, nil
}

// A meter counts and hashes what passes through it.
type meter struct {
	w    io.Writer
	hash hash.Hash
	n    int64
}

func (m *meter) Write(p []byte) (int, error) {
	n, err := m.w.Write(p)
	m.hash.Write(p[:n])
	m.n += int64(n)
	return n, err
}
