// Package tree holds the files of a folder in memory and shows them as a file
// system, so that a game can be tried before anything of it is on the disk.
//
// In go names, slash separated and relative, and bytes; out comes an fs.FS.
// Bytes are shared and never changed. The package must not know what is in the
// files.
package tree

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// Files are the files of a folder by their names.
type Files map[string][]byte

// Clone returns files of which single ones can be replaced.
func (f Files) Clone() Files { return maps.Clone(f) }

// ReadFile returns the bytes of a file.
func (f Files) ReadFile(name string) ([]byte, error) {
	data, ok := f[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return bytes.Clone(data), nil
}

// Open opens a file or a folder.
func (f Files) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if data, ok := f[name]; ok {
		return &file{info{path.Base(name), int64(len(data)), false}, bytes.NewReader(data)}, nil
	}
	list, err := f.ReadDir(name)
	if err != nil {
		return nil, err
	}
	return &folder{info{path.Base(name), 0, true}, list}, nil
}

// Stat returns what is known of a file or a folder.
func (f Files) Stat(name string) (fs.FileInfo, error) {
	opened, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	return opened.Stat()
}

// ReadDir lists a folder: it is there when something is in it.
func (f Files) ReadDir(name string) ([]fs.DirEntry, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	prefix := name + "/"
	if name == "." {
		prefix = ""
	}
	found := map[string]fs.DirEntry{}
	for full, data := range f {
		rest, ok := strings.CutPrefix(full, prefix)
		if !ok {
			continue
		}
		first, _, below := strings.Cut(rest, "/")
		if below {
			found[first] = fs.FileInfoToDirEntry(info{first, 0, true})
		} else {
			found[first] = fs.FileInfoToDirEntry(info{first, int64(len(data)), false})
		}
	}
	if len(found) == 0 && name != "." {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	var list []fs.DirEntry
	for _, key := range slices.Sorted(maps.Keys(found)) {
		list = append(list, found[key])
	}
	return list, nil
}

// info is what is known of a file: it has no time.
type info struct {
	name string
	size int64
	dir  bool
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.size }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.dir }
func (i info) Sys() any           { return nil }
func (i info) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o755
	}
	return 0o644
}

type file struct {
	info
	*bytes.Reader
}

func (f *file) Size() int64                { return f.info.size }
func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *file) Close() error               { return nil }

type folder struct {
	info
	left []fs.DirEntry
}

func (d *folder) Stat() (fs.FileInfo, error) { return d.info, nil }
func (d *folder) Close() error               { return nil }
func (d *folder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.name, Err: fs.ErrInvalid}
}

func (d *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		list := d.left
		d.left = nil
		return list, nil
	}
	if len(d.left) == 0 {
		return nil, io.EOF
	}
	list := d.left[:min(n, len(d.left))]
	d.left = d.left[len(list):]
	return list, nil
}
