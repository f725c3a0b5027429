package kit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// commit puts the files written so far in the place of the previous kit. It
// either succeeds or leaves the previous kit as it was; files in the output
// folder that no kit put there stay in any case.
func (s *staging) commit() error {
	names, err := filesBelow(s.fresh)
	if err != nil {
		return err
	}
	err = syncFiles(s.fresh, names)
	if err == nil {
		err = s.replace(names)
	}
	if err != nil {
		return fmt.Errorf("cannot put the kit into %s: %w; the previous one is unchanged", filepath.Base(s.target), plain(err))
	}
	s.made = nil
	s.discard()
	return nil
}

func (s *staging) replace(names []string) error {
	syncFolder(s.fresh)
	if !isDir(s.target) {
		if err := os.Rename(s.fresh, s.target); err != nil {
			return err
		}
		syncFolder(filepath.Dir(s.target))
		return nil
	}
	own, err := ownFiles(s.target)
	if err != nil {
		return err
	}
	if err := refuseForeign(s.target, names, own); err != nil {
		return err
	}
	gone := stale(s.target, names, own)
	s.removed = len(gone)
	if !s.inside && !inUse(s.target) && onlyOwn(s.target, names, own) {
		if err := swapFolders(s.fresh, s.target, s.old); err == nil {
			syncFolder(filepath.Dir(s.target))
			os.RemoveAll(s.old)
			return nil
		}
	}
	return s.replaceFiles(names, gone)
}

// refuseForeign stops a kit from overwriting somebody else's manifest.json or
// CREDITS.txt: names that are not kitpress's alone.
func refuseForeign(target string, names []string, own map[string]string) error {
	for _, name := range names {
		if base := filepath.Base(name); base != manifestName && base != creditsName {
			continue
		}
		if _, ours := own[name]; ours {
			continue
		}
		if _, err := os.Lstat(filepath.Join(target, name)); err == nil {
			return fmt.Errorf("there is a %s that kitpress did not write: choose another folder with -o", name)
		}
	}
	return nil
}

// onlyOwn reports whether the folder holds nothing but files of the previous
// kit, unchanged or about to be replaced, and may be exchanged as a whole.
func onlyOwn(target string, names []string, own map[string]string) bool {
	have, err := filesBelow(target)
	if err != nil || hasEmptyFolder(target) {
		return false
	}
	for _, name := range have {
		if !slices.Contains(names, name) && !unchanged(target, name, own) {
			return false
		}
	}
	return true
}

// hasEmptyFolder reports whether somebody made a folder below dir that holds
// nothing yet: no kit has one.
func hasEmptyFolder(dir string) bool {
	err := fs.WalkDir(os.DirFS(dir), ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && p != "." {
			if inner, err := os.ReadDir(filepath.Join(dir, filepath.FromSlash(p))); err == nil && len(inner) == 0 {
				return fs.ErrExist
			}
		}
		return err
	})
	return err != nil
}

// stale lists the files of the previous kit that the new one does not have.
// One that somebody changed since is not ours to remove.
func stale(target string, names []string, own map[string]string) []string {
	var out []string
	for name := range own {
		if !slices.Contains(names, name) && unchanged(target, name, own) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// unchanged reports whether name is a file of the previous kit with the bytes
// its manifest states.
func unchanged(target, name string, own map[string]string) bool {
	sum, ours := own[name]
	if !ours {
		return false
	}
	if sum == "" {
		return true // the manifest on top, which cannot state its own hash
	}
	f, err := os.Open(filepath.Join(target, filepath.FromSlash(name)))
	if err != nil {
		return false
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return false
	}
	return hex.EncodeToString(h.Sum(nil)) == sum
}

// inUse reports whether this process works in the folder or below it: then
// the folder must stay and only its files may change.
func inUse(target string) bool {
	wd, err := os.Getwd()
	if err != nil {
		return true
	}
	if real, err := filepath.EvalSymlinks(wd); err == nil {
		wd = real
	}
	rel, err := filepath.Rel(target, wd)
	return err == nil && filepath.IsLocal(rel)
}

// swapInTwo exchanges two folders by two renames; clean undoes the first when
// the process is killed before the second.
func swapInTwo(fresh, target, old string) error {
	if err := os.Rename(target, old); err != nil {
		return err
	}
	if err := os.Rename(fresh, target); err != nil {
		return errors.Join(err, os.Rename(old, target))
	}
	return nil
}

// journalName is the file in the folder of replaced files that lists the
// names which were not there before, so that a half-done exchange can be
// undone. It is the first to be written and the first to be removed.
const journalName = ".added"

// replaceFiles moves the new files in one by one, the manifest last, and the
// replaced and stale ones aside; on an error it moves everything back.
func (s *staging) replaceFiles(names, stale []string) error {
	aside := filepath.Join(s.target, oldSuffix)
	if err := writeJournal(aside, s.target, names); err != nil {
		os.RemoveAll(aside)
		return err
	}
	slices.SortStableFunc(names, func(a, b string) int { return depth(a) - depth(b) })
	err := func() error {
		for _, name := range names {
			if err := moveOver(s.fresh, s.target, aside, name); err != nil {
				return err
			}
		}
		for _, name := range stale {
			if err := moveAside(s.target, aside, name); err != nil {
				return err
			}
		}
		return nil
	}()
	if err != nil {
		return errors.Join(err, restoreFiles(s.target))
	}
	syncFolder(s.target)
	os.Remove(filepath.Join(aside, journalName))
	os.RemoveAll(aside)
	for _, name := range stale {
		os.Remove(filepath.Dir(filepath.Join(s.target, filepath.FromSlash(name)))) // when it is empty now
	}
	return nil
}

// depth orders the files of a kit: the manifest on top comes last.
func depth(name string) int {
	if name == manifestName {
		return 1
	}
	return 0
}

func writeJournal(aside, target string, names []string) error {
	if err := os.Mkdir(aside, 0o777); err != nil {
		return err
	}
	var added []string
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(target, filepath.FromSlash(name))); errors.Is(err, fs.ErrNotExist) {
			added = append(added, name)
		}
	}
	f, err := os.OpenFile(filepath.Join(aside, journalName), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := io.WriteString(f, strings.Join(added, "\n")); err != nil {
		return err
	}
	return f.Sync()
}

func moveOver(fresh, target, aside, name string) error {
	if err := moveAside(target, aside, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return move(fresh, target, name)
}

func moveAside(target, aside, name string) error {
	if _, err := os.Lstat(filepath.Join(target, filepath.FromSlash(name))); err != nil {
		return err
	}
	return move(target, aside, name)
}

func move(from, to, name string) error {
	name = filepath.FromSlash(name)
	dst := filepath.Join(to, name)
	if err := os.MkdirAll(filepath.Dir(dst), 0o777); err != nil {
		return err
	}
	return os.Rename(filepath.Join(from, name), dst)
}

// restoreFiles undoes a replaceFiles that did not come to its end; without a
// journal there is nothing to undo.
func restoreFiles(target string) error {
	aside := filepath.Join(target, oldSuffix)
	journal, err := os.ReadFile(filepath.Join(aside, journalName))
	if err != nil {
		return os.RemoveAll(aside)
	}
	for _, name := range strings.Split(string(journal), "\n") {
		if name != "" && fs.ValidPath(name) {
			os.Remove(filepath.Join(target, filepath.FromSlash(name)))
		}
	}
	names, err := filesBelow(aside)
	if err != nil {
		return err
	}
	for _, name := range names {
		if name == journalName {
			continue
		}
		if err := move(aside, target, name); err != nil {
			return err
		}
	}
	return os.RemoveAll(aside)
}

// filesBelow lists what lies below dir that is not a folder, slash separated
// and sorted; kitpress's own working files are left out.
func filesBelow(dir string) ([]string, error) {
	var names []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == freshSuffix || d.Name() == oldSuffix):
			return fs.SkipDir
		case !d.IsDir() && d.Name() != lockSuffix:
			names = append(names, p)
		}
		return nil
	})
	return names, err
}

// syncFiles waits until files are on the disk. Asked for together, most
// systems write them in one go.
func syncFiles(dir string, names []string) error {
	errs := make([]error, len(names))
	var all sync.WaitGroup
	for i, name := range names {
		all.Go(func() {
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
