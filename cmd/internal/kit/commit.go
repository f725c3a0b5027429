package kit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// commit puts the files written so far in the place of the previous kit. It
// either succeeds or leaves the previous kit as it was.
func (s *staging) commit() error {
	names, err := filesBelow(s.fresh)
	if err == nil {
		err = syncFiles(s.fresh, names)
	}
	if err == nil {
		err = s.exchange()
	}
	if err != nil {
		return fmt.Errorf("cannot put the kit into %s: %w; the previous one is unchanged", filepath.Base(s.target), plain(err))
	}
	for name := range s.before {
		if !slices.Contains(names, name) {
			s.removed++
		}
	}
	s.made = nil
	s.discard()
	return nil
}

// exchange puts the fresh folder in the place of the target.
func (s *staging) exchange() error {
	syncFolder(s.fresh)
	now, err := hold(s.target)
	if err != nil {
		return err
	}
	if !maps.Equal(now, s.before) {
		return errors.New("something in it changed while the new one was made")
	}
	if now == nil {
		err = os.Rename(s.fresh, s.target)
	} else {
		err = swapFolders(s.fresh, s.target, s.old)
	}
	if err != nil {
		return err
	}
	syncFolder(filepath.Dir(s.target))
	return os.RemoveAll(s.old)
}

// swapInTwo exchanges two folders by two renames; prepare undoes the first
// when the process is killed before the second.
func swapInTwo(fresh, target, old string) error {
	if err := os.Rename(target, old); err != nil {
		return err
	}
	if err := os.Rename(fresh, target); err != nil {
		return errors.Join(err, os.Rename(old, target))
	}
	return nil
}

// A holding is what a folder holds: its files, links and empty folders by
// their names, slash separated and relative to it.
type holding map[string]stamp

// A stamp tells whether a file was changed between two looks at it.
type stamp struct {
	bytes int64
	time  time.Time
}

// litter are the files that a look at a folder with Finder or Explorer leaves.
var litter = []string{".DS_Store", "Thumbs.db", "desktop.ini"}

// hold looks at what is in a folder; nil when there is none.
func hold(dir string) (holding, error) {
	if !isDir(dir) {
		return nil, nil
	}
	h := holding{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		delete(h, path.Dir(name)) // it is not empty
		switch {
		case d.IsDir():
			h[name] = stamp{}
		case !slices.Contains(litter, d.Name()):
			h[name] = stamp{info.Size(), info.ModTime()}
		}
		return nil
	})
	return h, err
}

// inspect returns what is in the target, shown to people as dir. Anything but
// a kit, whole or in part and as kitpress wrote it, is a *FolderError: whatever
// else is in the folder would be lost with it.
func inspect(target, dir string) (holding, error) {
	if top, err := os.ReadDir(target); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err == nil && !slices.ContainsFunc(top, func(e fs.DirEntry) bool { return e.Name() == manifestName }) {
		var names []string // not more of them: they can be many
		for _, e := range top {
			if !slices.Contains(litter, e.Name()) {
				names = append(names, e.Name())
			}
		}
		if len(names) > 0 {
			return nil, &FolderError{fmt.Sprintf("%s is not empty: it holds %s", dir, someOf(names)), "a kit has a folder of its own: choose another one with -o"}
		}
	}
	own, err := ownFiles(target)
	if errors.Is(err, errForeignManifest) {
		return nil, &FolderError{fmt.Sprintf("%s is no kit: %v", dir, err), "a kit has a folder of its own: choose another one with -o"}
	}
	if err != nil {
		return nil, err
	}
	h, err := hold(target)
	if err != nil {
		return nil, err
	}
	var foreign, changed []string
	for _, name := range slices.Sorted(maps.Keys(h)) {
		switch sum, ours := own[name]; {
		case !ours:
			foreign = append(foreign, name)
		case name != manifestName && !hasSum(filepath.Join(target, filepath.FromSlash(name)), sum):
			changed = append(changed, name)
		}
	}
	var parts []string
	if len(foreign) > 0 {
		parts = append(parts, "is not of the kit in it: "+someOf(foreign))
	}
	if len(changed) > 0 {
		parts = append(parts, "was changed since it was built: "+someOf(changed))
	}
	if len(parts) == 0 {
		return h, nil
	}
	return nil, &FolderError{fmt.Sprintf("%s holds what %s", dir, strings.Join(parts, ", and what ")),
		"a kit's folder is replaced as a whole: move what you want to keep out of it, or choose another folder with -o"}
}

// someOf lists names, the first of them when they are many.
func someOf(names []string) string {
	const most = 5
	if len(names) <= most+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// hasSum reports whether name is a file with the bytes its manifest states.
func hasSum(name, sum string) bool {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return err == nil && hex.EncodeToString(h.Sum(nil)) == sum
}

// filesBelow lists what lies below dir that is not a folder, slash separated
// and sorted.
func filesBelow(dir string) ([]string, error) {
	var names []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, p)
		}
		return err
	})
	return names, err
}

// maxSyncs is how many files are open at once while syncFiles waits.
const maxSyncs = 64

// syncFiles waits until files are on the disk. Asked for together, most
// systems write them in one go.
func syncFiles(dir string, names []string) error {
	errs := make([]error, len(names))
	slots := make(chan struct{}, maxSyncs)
	var all sync.WaitGroup
	for i, name := range names {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			f, err := os.OpenFile(filepath.Join(dir, filepath.FromSlash(name)), os.O_WRONLY, 0)
			if err != nil {
				errs[i] = err
				return
			}
			errs[i] = errors.Join(f.Sync(), f.Close())
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// syncFolder makes renames in a folder durable where the system can do that;
// where it cannot, nothing is lost that could be kept.
func syncFolder(dir string) {
	if f, err := os.Open(dir); err == nil {
		f.Sync()
		f.Close()
	}
}
