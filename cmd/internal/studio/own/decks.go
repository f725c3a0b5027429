package own

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kitpress/catalog/form"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/kit/tree"
)

// Limits of what is read into a deck.
const (
	mostFiles = 2000
	mostBytes = 64 << 20
)

// draftFolder holds what was changed and not saved, in the folder of a game.
const draftFolder = ".draft"

// goneFile lists the files a draft has deleted.
const goneFile = ".gone"

// ErrNone says that there is no deck of a name.
var ErrNone = errors.New("there is no such deck")

// Decks are the games in one folder.
type Decks struct {
	Dir string // where they lie; made with the first of them

	mu   sync.Mutex
	open map[string]*Pack
}

// An Entry is a deck in the folder.
type Entry struct {
	ID    string
	Draft bool // something in it is not saved
}

// root opens the folder: no name in it leads out.
func (d *Decks) root(create bool) (*os.Root, error) {
	if create {
		if err := os.MkdirAll(d.Dir, 0o777); err != nil {
			return nil, publish.Plain(err)
		}
	}
	return os.OpenRoot(d.Dir)
}

// List returns the games of the folder.
func (d *Decks) List() ([]Entry, error) {
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
		_, saved := fs.Stat(root.FS(), e.Name()+"/game.yaml")
		_, draft := fs.Stat(root.FS(), e.Name()+"/"+draftFolder)
		if saved == nil || draft == nil {
			list = append(list, Entry{e.Name(), draft == nil})
		}
	}
	return list, nil
}

// Pack opens a deck, with what was changed and not saved.
func (d *Decks) Pack(id string) (*Pack, error) {
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
	if now["game.yaml"] == nil {
		return nil, ErrNone
	}
	return d.keep(&Pack{decks: d, ID: id, saved: saved, now: now, drafted: changed}), nil
}

// keep notes a deck that is open; it is called under the lock.
func (d *Decks) keep(p *Pack) *Pack {
	if d.open == nil {
		d.open = map[string]*Pack{}
	}
	d.open[p.ID] = p
	return p
}

// New makes a deck of files, as a draft; its id is made of a name.
func (d *Decks) New(name string, files func(id string) (tree.Files, error)) (*Pack, error) {
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
		stem = "deck"
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
	p := &Pack{decks: d, ID: id, saved: tree.Files{}, now: made}
	if err := p.writeDraft(); err != nil {
		return nil, err
	}
	return d.keep(p), nil
}

// readFolder reads the files of a folder, without those that are hidden when it
// is the folder of a game. Links are not followed.
func readFolder(root *os.Root, dir string, game bool) (tree.Files, error) {
	files, total := tree.Files{}, int64(0)
	err := fs.WalkDir(root.FS(), dir, func(name string, e fs.DirEntry, err error) error {
		rel := strings.TrimPrefix(strings.TrimPrefix(name, dir), "/")
		switch {
		case err != nil:
			return err
		case game && rel != "" && strings.HasPrefix(e.Name(), "."):
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		case e.IsDir() && game && isKit(root, name):
			return fs.SkipDir
		case !e.Type().IsRegular():
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if total += info.Size(); total > mostBytes || len(files) >= mostFiles {
			return fmt.Errorf("%s: a deck has at most %d files and %d MiB", dir, mostFiles, mostBytes>>20)
		}
		files[rel], err = root.ReadFile(name)
		return err
	})
	return files, err
}

// isKit reports whether a kit was built into a folder of the game.
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

// pictureEndings and fontEndings are those of files that can be given to a deck.
var (
	pictureEndings = []string{".png", ".jpg", ".jpeg", ".webp", ".svg"}
	fontEndings    = []string{".ttf"}
)

// placeOf returns where a file that was given to a deck belongs, "" when it
// cannot be of use.
func placeOf(name string) string {
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	ext := strings.ToLower(path.Ext(base))
	if strings.HasPrefix(base, ".") || !fs.ValidPath(base) || base == "." || strings.ContainsAny(base, "\x00\n\r:*?\"<>|") {
		return ""
	}
	switch {
	case slices.Contains(pictureEndings, ext):
		return "art/" + base
	case slices.Contains(fontEndings, ext):
		return "fonts/" + base
	}
	return ""
}
