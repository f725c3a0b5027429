// Package manifest says what the folder of a kit holds and how its files were
// made, so that they can be checked, made again and put together.
//
// In goes what a build made; out comes the file manifest.json, and from such a
// file what it says. The package must not know how anything is made or checked.
package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
)

// Name is what the file is called.
const Name = publish.Manifest

// A Manifest says what a kit folder holds: the file manifest.json. It lies in
// the folder of each game; on top of several games lies an Index.
type Manifest struct {
	Format   int               `json:"format"`
	Tool     string            `json:"tool"` // "kitpress 0.1.0"
	Game     string            `json:"game,omitempty"`
	Version  string            `json:"version,omitempty"`  // of the game's texts and art
	Edition  string            `json:"edition"`            // of the rules; several are joined by commas
	Editions map[string]string `json:"editions,omitempty"` // language -> edition
	Sides    string            `json:"sides,omitempty"`
	Ink      string            `json:"ink,omitempty"`
	Draft    bool              `json:"draft,omitempty"`
	Preview  bool              `json:"preview,omitempty"`  // pictures of faces, nothing to print
	Request  *Request          `json:"request,omitempty"`  // how to build the same files again
	Handouts bool              `json:"handouts,omitempty"` // made for an occasion, not from the catalog
	Part     *Part             `json:"part,omitempty"`     // when the kit is one part of a build
	Files    []press.File      `json:"files"`
	Other    []File            `json:"other,omitempty"` // what is not printed: credits
	// Explanations are the files of the site, so that each can be checked.
	Explanations []File `json:"explanations,omitempty"`
}

// New returns a manifest of no files yet.
func New(r *press.Request) *Manifest {
	return &Manifest{Format: publish.ManifestFormat, Tool: press.Tool, Draft: r.Draft, Files: []press.File{}}
}

// A Part says which part of a kit a folder holds, until all are put together.
type Part struct {
	press.Shard
	Name  string   `json:"name"` // of the game, in the first language
	Langs []string `json:"langs"`
	Jobs  []int    `json:"jobs"` // of each file, its place among all jobs
}

// A File is a file of a kit that is not meant for the printer.
type File struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// An Index is the manifest.json on top of a folder that holds several games.
type Index struct {
	Format int     `json:"format"`
	Tool   string  `json:"tool"`
	Games  []Entry `json:"games"`
}

// An Entry of an Index leads to the kit of one game.
type Entry struct {
	Game     string   `json:"game"`
	Name     string   `json:"name"` // in the first language of the kit
	Version  string   `json:"version"`
	Edition  string   `json:"edition"`
	Langs    []string `json:"langs"`
	Dir      string   `json:"dir"`
	Manifest string   `json:"manifest"` // path of its manifest, relative to this one
	SHA256   string   `json:"sha256"`   // of its manifest
	Files    int      `json:"files"`
	Pages    int      `json:"pages"`
	Bytes    int64    `json:"bytes"` // of the files
}

// Write writes a Manifest or an Index, one value per line so that two can be
// compared by eye, into dir of a folder.
func Write(to *publish.Folder, dir string, manifest any) (File, error) {
	return Add(to, dir, Name, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(manifest)
	})
}

// Add writes a file that is not meant for the printer into dir of a folder;
// its path begins there.
func Add(to *publish.Folder, dir, name string, content func(io.Writer) error) (File, error) {
	bytes, sum, err := to.Write(strings.TrimPrefix(dir+"/"+name, "/"), content)
	return File{Path: name, Bytes: bytes, SHA256: sum}, err
}

// Listed is what an earlier kitpress may have left: a Manifest or an Index.
type Listed struct {
	Manifest
	Games []Entry `json:"games"`
}

// Read reads the manifest of a folder, which must have one.
func Read(dir string) (*Listed, error) {
	var m Listed
	err := publish.ReadManifest(os.DirFS(dir), Name, &m)
	switch {
	case errors.Is(err, publish.ErrForeign):
		return nil, fmt.Errorf("%s is no kit: its %s was not written by this kitpress or an earlier one", dir, Name)
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s is no kit: it has no %s, which says how its files were built", dir, Name)
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", filepath.Join(dir, Name), publish.Plain(err))
	}
	return &m, nil
}

// Folder returns the folder of the kit of a game below dir, where its Index
// lies.
func (e *Entry) Folder(dir string) (string, error) {
	if e.Dir == "" {
		return dir, nil
	}
	if !fs.ValidPath(e.Dir) {
		return "", fmt.Errorf("%s leads out of its folder: %q", filepath.Join(dir, Name), e.Dir)
	}
	return filepath.Join(dir, filepath.FromSlash(e.Dir)), nil
}

// JoinEditions returns the editions used, in the order of the languages.
func JoinEditions(langs []string, editions map[string]string) string {
	var used []string
	for _, l := range langs {
		used = append(used, editions[l])
	}
	return strings.Join(press.Dedupe(used), ",")
}

// A Request is the part of a press.Request that decides how a kit looks and
// that its manifest says nowhere else.
type Request struct {
	Edition string         `json:"edition,omitempty"` // when one was chosen for all languages
	Paper   string         `json:"paper"`
	QR      string         `json:"qr"`
	BaseURL string         `json:"baseURL,omitempty"`
	Format  string         `json:"format,omitempty"` // of files that are not PDF
	DPI     float64        `json:"dpi,omitempty"`
	Printer *press.Printer `json:"printer,omitempty"` // whose faults were put right
	Reading string         `json:"reading,omitempty"`
	Stock   []string       `json:"stock,omitempty"`
	For     string         `json:"for,omitempty"`
	Sets    int            `json:"sets,omitempty"`
	Pupils  int            `json:"pupils,omitempty"`
	StandIn []string       `json:"standIn,omitempty"`
	Date    string         `json:"date,omitempty"` // when it is not that of the game; RFC 3339
}

// RequestOf returns that part of a request.
func RequestOf(r *press.Request) *Request {
	a := &Request{Edition: r.Edition, Paper: r.Paper, QR: r.QR, BaseURL: r.BaseURL, Sets: r.Sets, Pupils: r.Pupils, StandIn: r.StandIn, For: r.For, Reading: r.Reading, Stock: r.Stock}
	if r.Printer != (press.Printer{}) {
		a.Printer = &r.Printer
	}
	if r.Pictures() || r.Format == press.FormatPiles {
		a.Format, a.DPI = r.Format, r.DPI
	}
	if !r.Date.IsZero() {
		a.Date = r.Date.UTC().Format(time.RFC3339)
	}
	return a
}

// Again returns the request a kit was built with, for the components and
// languages of some of its files.
func (m *Manifest) Again(catalog fs.FS, files []press.File) press.Request {
	a := m.Request
	req := press.Request{
		Catalog: catalog, Games: []string{m.Game}, Edition: a.Edition, Paper: a.Paper, Sides: m.Sides, Ink: m.Ink,
		BaseURL: a.BaseURL, QR: a.QR, Draft: m.Draft, Format: press.FormatPDF, DPI: a.DPI, Sets: a.Sets, Pupils: a.Pupils, StandIn: a.StandIn, For: a.For, Reading: a.Reading, Stock: a.Stock,
	}
	if a.Format != "" {
		req.Format = a.Format
	}
	if a.Printer != nil {
		req.Printer = *a.Printer
	}
	if t, err := time.Parse(time.RFC3339, a.Date); err == nil {
		req.Date = t
	}
	for _, f := range files {
		if req.Langs = append(req.Langs, f.Lang); req.Format != press.FormatPiles { // whose files are not those of components
			req.Only = append(req.Only, f.Component)
		}
	}
	req.Only, req.Langs = press.Dedupe(req.Only), press.Dedupe(req.Langs)
	return req
}
