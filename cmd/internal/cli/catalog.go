package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
)

// An openedCatalog is the folder of --catalog, or the catalog kitpress ships.
type openedCatalog struct {
	fsys  fs.FS
	dir   string // as it was typed; "" for the shipped one
	close func()
}

// openCatalog opens the folder of --catalog, or the shipped catalog for "".
func openCatalog(dir string) (*openedCatalog, error) {
	if dir == "" {
		return &openedCatalog{catalog.Embedded(), "", func() {}}, nil
	}
	fsys, closer, err := catalog.OpenPack(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open the catalog %q: %w", dir, err)
	}
	return &openedCatalog{fsys, dir, func() { closer.Close() }}, nil
}

// locate returns problems with the paths of their files as seen from where
// kitpress was called: what was typed after --catalog, then the file. Files
// kitpress ships get the folder they have in its own source.
func (c *openedCatalog) locate(ps source.Problems) source.Problems {
	var out source.Problems
	for _, p := range ps {
		p.Pos = c.place(p.Pos)
		out = append(out, p)
	}
	return out
}

func (c *openedCatalog) place(pos source.Pos) source.Pos {
	switch {
	case pos.File == "":
	case !exists(c.fsys, pos.File) && exists(layout.Files, pos.File):
		pos.File = path.Join("layout", pos.File)
	case c.dir != "":
		pos.File = filepath.Join(c.dir, filepath.FromSlash(pos.File))
	}
	return pos
}

func exists(fsys fs.FS, name string) bool {
	_, err := fs.Stat(fsys, name)
	return err == nil
}

// explain returns an error with its problems located.
func (c *openedCatalog) explain(err error) error {
	var data *source.DataError
	if !errors.As(err, &data) {
		return err
	}
	return &source.DataError{Problems: c.locate(data.Problems)}
}
