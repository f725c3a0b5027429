// Package shelf keeps what somebody makes in folders of their own: read as a
// whole, changed in memory, undone and done again, kept as a draft until it is
// saved, so that nothing typed is lost when the program ends.
//
// In go a folder and names, out come files as they are now. No name leads out
// of the folder, and links are not followed. The package must not know what the
// files say.
package shelf

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"sync"

	"kitpress/catalog/form"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/kit/tree"
)

// Limits of what is read of one.
const (
	MostFiles = 2000
	MostBytes = 64 << 20
)

// draftFolder holds what was changed and not saved.
const draftFolder = ".draft"

// goneFile lists the files a draft has deleted.
const goneFile = ".gone"

// ErrNone says that there is nothing of a name.
var ErrNone = errors.New("there is nothing of that name")

// A Shelf is a folder with a folder for each thing.
type Shelf struct {
	Dir    string     // where they lie; made with the first of them
	Main   string     // the file each of them has
	Usual  string     // the name of one that has none
	Beside tree.Files // what is put into a new folder beside its own files

	mu   sync.Mutex
	open map[string]*Pack
}

// An Entry is one of the shelf.
type Entry struct {
	ID    string
	Draft bool // something in it is not saved
}

// root opens the folder: no name in it leads out.
func (d *Shelf) root(create bool) (*os.Root, error) {
	if create {
		if err := os.MkdirAll(d.Dir, 0o777); err != nil {
			return nil, publish.Plain(err)
		}
	}
	return os.OpenRoot(d.Dir)
}

// List returns what is on the shelf.
func (d *Shelf) List() ([]Entry, error) {
	root, err := d.root(false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, publish.Plain(err)
	}
	defer root.Close() // only read
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, publish.Plain(err)
	}
	var list []Entry
	for _, e := range entries {
		if !e.IsDir() || form.IDFrom(e.Name()) != e.Name() {
			continue
		}
		_, saved := fs.Stat(root.FS(), e.Name()+"/"+d.Main)
		_, draft := fs.Stat(root.FS(), e.Name()+"/"+draftFolder)
		if draft == nil && saved != nil { // a draft of what was never saved is ours when it has the file
			_, saved = fs.Stat(root.FS(), path.Join(e.Name(), draftFolder, d.Main))
		}
		if saved == nil {
			list = append(list, Entry{e.Name(), draft == nil})
		}
	}
	return list, nil
}

// Pack opens one, with what was changed and not saved.
func (d *Shelf) Pack(id string) (*Pack, error) {
	if id == "" || form.IDFrom(id) != id {
		return nil, ErrNone
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if p := d.open[id]; p != nil {
		return p, nil
	}
	root, err := d.root(false)
	if err != nil {
		return nil, ErrNone
	}
	defer root.Close() // only read
	saved, err := readFolder(root, id, true)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, err
	}
	now, draft := saved.Clone(), path.Join(id, draftFolder)
	changed, err := readFolder(root, draft, false)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for name, data := range changed {
		if name != goneFile {
			now[name] = data
		}
	}
	for name := range strings.Lines(string(changed[goneFile])) {
		delete(now, strings.TrimSpace(name))
	}
	if now[d.Main] == nil {
		return nil, ErrNone
	}
	return d.keep(&Pack{shelf: d, ID: id, saved: saved, now: now, drafted: changed}), nil
}

// keep notes what is open; it is called under the lock.
func (d *Shelf) keep(p *Pack) *Pack {
	if d.open == nil {
		d.open = map[string]*Pack{}
	}
	d.open[p.ID] = p
	return p
}

// New makes one of files, as a draft; its id is made of a name.
func (d *Shelf) New(name string, files func(id string) (tree.Files, error)) (*Pack, error) {
	root, err := d.root(true)
	if err != nil {
		return nil, err
	}
	defer root.Close() // each write says what is wrong
	d.mu.Lock()
	defer d.mu.Unlock()
	stem := strings.TrimLeft(form.IDFrom(name), "-0123456789")
	if len(stem) > 40 {
		stem = strings.Trim(stem[:40], "-")
	}
	if stem == "" {
		stem = d.Usual
	}
	id := stem
	for n := 2; ; n++ {
		if _, err := root.Lstat(id); errors.Is(err, fs.ErrNotExist) && d.open[id] == nil {
			break
		}
		id = stem + "-" + strconv.Itoa(n)
	}
	made, err := files(id)
	if err != nil {
		return nil, err
	}
	p := &Pack{shelf: d, ID: id, saved: tree.Files{}, now: made}
	if err := p.writeDraft(); err != nil {
		return nil, err
	}
	return d.keep(p), nil
}

// readFolder reads the files of a folder, without those that are hidden when it
// is the folder itself. Links are not followed.
func readFolder(root *os.Root, dir string, top bool) (tree.Files, error) {
	files, total := tree.Files{}, int64(0)
	err := fs.WalkDir(root.FS(), dir, func(name string, e fs.DirEntry, err error) error {
		rel := strings.TrimPrefix(strings.TrimPrefix(name, dir), "/")
		switch {
		case err != nil:
			return err
		case top && rel != "" && strings.HasPrefix(e.Name(), "."):
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		case e.IsDir() && top && isKit(root, name):
			return fs.SkipDir
		case !e.Type().IsRegular():
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if total += info.Size(); total > MostBytes || len(files) >= MostFiles {
			return fmt.Errorf("%s: it has at most %d files and %d MiB", dir, MostFiles, MostBytes>>20)
		}
		files[rel], err = root.ReadFile(name)
		return err
	})
	return files, err
}

// isKit reports whether a kit was built into a folder.
func isKit(root *os.Root, dir string) bool {
	_, err := root.Lstat(path.Join(dir, publish.Manifest))
	return err == nil
}

// replace writes a file of the folder, as a whole or not at all.
func replace(root *os.Root, name string, data []byte) error {
	if !fs.ValidPath(name) {
		return &fs.PathError{Op: "write", Path: name, Err: fs.ErrInvalid}
	}
	if err := root.MkdirAll(path.Dir(name), 0o777); err != nil {
		return publish.Plain(err)
	}
	fresh := path.Join(path.Dir(name), "."+path.Base(name)+".kitpress-new")
	if err := root.WriteFile(fresh, data, 0o666); err != nil {
		return publish.Plain(err)
	}
	if err := root.Rename(fresh, name); err != nil {
		_ = root.Remove(fresh) // what went wrong before is said
		return publish.Plain(err)
	}
	return nil
}
