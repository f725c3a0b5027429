package catalog

import (
	"io"
	"io/fs"
	"os"
	"strings"
)

// OpenPack opens a folder that somebody else may have written. Nothing outside
// of it can be reached through the file system it returns, neither by a path
// nor by a link, and only folders and regular files can be opened: a pipe
// would make the program wait for ever. Close it after the build.
func OpenPack(dir string) (fs.FS, io.Closer, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, err
	}
	return packFS{root.FS()}, root, nil
}

// packFS passes on what is a folder or a regular file.
type packFS struct{ fs.FS }

// Open opens a folder or a regular file.
func (p packFS) Open(name string) (fs.File, error) {
	info, err := p.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	return p.FS.Open(name)
}

// Stat describes a file without opening it.
func (p packFS) Stat(name string) (fs.FileInfo, error) {
	// A backslash or a colon is part of a name here and a path on Windows.
	if !fs.ValidPath(name) || strings.ContainsAny(name, `\:`) {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrInvalid}
	}
	return fs.Stat(p.FS, name)
}
