package form

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

// FormatVersion is the version of every file of a pack.
const FormatVersion = 1

// maxHints bounds the searches for similar names: each looks at all ids, and
// a damaged pack can hold as many wrong references as ids.
const maxHints = 50

// A Pack is what the readers of a catalog share: its files, and the problems
// found in them. Readers report what they find and go on; only a file that
// could not be read at all makes the pack broken, since then every reference
// into it would be reported as well.
type Pack struct {
	FS fs.FS
	source.Problems
	Broken bool

	hints int                 // suggestions made
	lines map[string][]string // of files problems were found in
}

// NewPack returns a pack nobody has read from yet.
func NewPack(fsys fs.FS) *Pack { return &Pack{FS: fsys, lines: map[string][]string{}} }

// Open opens a file of the pack and reads its format.
func (pk *Pack) Open(file string) (*source.Map, bool) {
	m, ok := OpenFile(pk.FS, file, &pk.Problems)
	pk.Broken = pk.Broken || !ok
	return m, ok
}

// OpenFile does the same where problems are collected elsewhere.
func OpenFile(fsys fs.FS, file string, ps *source.Problems) (*source.Map, bool) {
	v, ok := source.ReadFile(fsys, file, ps)
	m := v.Map()
	return m, ok && m != nil && m.Format(FormatVersion)
}

// ReadDir lists a folder that need not be there.
func (pk *Pack) ReadDir(dir string) []fs.DirEntry {
	entries, err := fs.ReadDir(pk.FS, dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		pk.Errorf(source.Pos{File: dir}, source.CodeFileRead, "cannot be read: %v", err)
		pk.Broken = true
	}
	return entries
}

// Entries lists a folder that need not be there, without what is hidden, and
// reports links that cannot be followed.
func (pk *Pack) Entries(dir string) []fs.DirEntry {
	return slices.DeleteFunc(pk.ReadDir(dir), func(e fs.DirEntry) bool {
		if strings.HasPrefix(e.Name(), ".") || strings.HasSuffix(e.Name(), "~") {
			return true
		}
		return pk.BadLink(path.Join(dir, e.Name()), e)
	})
}

// IsLink reports whether an entry of a folder stands for another one.
func IsLink(e fs.DirEntry) bool { return e.Type()&fs.ModeSymlink != 0 }

// IsDir reports whether there is a folder of that name.
func (pk *Pack) IsDir(name string) bool {
	info, err := fs.Stat(pk.FS, name)
	return err == nil && info.IsDir()
}

// BadLink reports a link that leads out of the pack, in a circle or nowhere.
// What it stands for would be looked for elsewhere, and nobody would know.
func (pk *Pack) BadLink(name string, e fs.DirEntry) bool {
	if !IsLink(e) {
		return false
	}
	if _, err := fs.Stat(pk.FS, name); err == nil {
		return false
	}
	pk.Broken = true
	if slices.ContainsFunc(pk.Problems, func(p source.Problem) bool { return p.Pos.File == name }) {
		return true // whoever wanted to read it has said so
	}
	pk.Errorf(source.Pos{File: name}, source.CodeFileEscapes, "this link leads out of the folder of the catalog, or nowhere").Hint = "put the files themselves here"
	return true
}

// Unknown reports a name that is not there and what it may have meant. known
// is only asked while there are suggestions to make: a large deck may have as
// many wrong references as cards.
func (pk *Pack) Unknown(pos source.Pos, message, name string, known func() []string) {
	pk.Suggest(pk.Errorf(pos, CodeUnknownRef, "%s", message), name, known)
}

// Suggest says in a problem what a name may have meant.
func (pk *Pack) Suggest(p *source.Problem, name string, known func() []string) {
	if pk.hints++; pk.hints <= maxHints {
		p.Hint = source.DidYouMean(name, known())
	}
}

// Keys returns the keys of a map in order.
func Keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// KeysOf returns what lists the keys of a map when it is asked, for Unknown.
func KeysOf[V any](m map[string]V) func() []string { return func() []string { return Keys(m) } }

// Locate returns where some words of a text stand: the exact place when they
// are found in the lines of its file, else that of the text.
func (pk *Pack) Locate(m catalog.Msg, words string) source.Pos {
	lines, read := pk.lines[m.Pos.File]
	if !read {
		var ignored source.Problems
		data, _ := source.ReadBytes(pk.FS, m.Pos.File, &ignored)
		lines = strings.Split(strings.TrimPrefix(string(data), "\uFEFF"), "\n")
		pk.lines[m.Pos.File] = lines
	}
	for n := m.Pos.Line; words != "" && n <= min(len(lines), m.Pos.Line+strings.Count(m.Text, " ")+1); n++ {
		before, _, found := strings.Cut(lines[n-1], words)
		if col := len([]rune(before)) + 1; found && (n > m.Pos.Line || col >= m.Pos.Col) {
			return source.Pos{File: m.Pos.File, Line: n, Col: col}
		}
	}
	return m.Pos
}
