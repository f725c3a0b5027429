// Package publish puts files into the folder of a kit, all of them or none.
//
// In go the name of the folder and the content of each file; out comes the
// folder, exchanged as a whole for the one that was there: a program that is
// killed, a full disk or an error leaves the old kit or the new one, never a
// mixture. A kit's folder is the kit's own. It is known by its manifest and by
// holding nothing but what that lists; a folder with anything else in it is
// refused, so that nothing of anybody's is ever replaced or deleted.
//
// The package must not know what the files are made of.
package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// Manifest is the name of the file that says what a kit's folder holds.
const Manifest = "manifest.json"

// Names of what lies beside the folder while a kit is made; the lock keeps
// them ours, so leftovers of a killed program may be removed.
const (
	freshSuffix = ".kitpress-new"
	oldSuffix   = ".kitpress-old"
	lockSuffix  = ".kitpress-lock"
)

var errLocked = errors.New("another kitpress is building into this folder: wait until it is done, or choose another folder with -o")

// A FolderError says why no kit can go into a folder, and the way out.
type FolderError struct{ Message, Hint string }

// Error returns the message; the hint is for whoever prints it.
func (e *FolderError) Error() string { return e.Message }

// A Folder is the folder of a kit that is being made.
type Folder struct {
	target  string  // absolute, links resolved
	fresh   string  // where files are written, beside the target
	old     string  // where the previous kit goes for a moment
	parent  string  // the innermost folder above that was there before
	before  holding // what the target holds; nil when it is not there
	release func()  // of the lock

	mu    sync.Mutex
	files map[string]bool // those written: whether their bytes are new to the disk
}

// Open prepares the folder dir, which need not exist, for a new kit. A folder
// the kit must not replace is a *FolderError. Discard must follow.
func Open(dir string) (*Folder, error) {
	target, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(target); err == nil {
		target = real
	}
	if info, err := os.Stat(target); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file, not a folder: choose another folder with -o", dir)
	}
	if err := refusePlace(dir, target); err != nil {
		return nil, err
	}
	above, base := filepath.Split(target)
	at := func(suffix string) string { return filepath.Join(above, "."+base+suffix) }
	f := &Folder{target: target, fresh: at(freshSuffix), old: at(oldSuffix), parent: filepath.Dir(target), files: map[string]bool{}}
	for !exists(f.parent) && f.parent != filepath.Dir(f.parent) {
		f.parent = filepath.Dir(f.parent)
	}
	if err = os.MkdirAll(above, 0o777); err == nil {
		f.release, err = lockFile(at(lockSuffix))
	}
	if err == nil {
		err = f.prepare(dir)
	}
	if err == nil {
		return f, nil
	}
	f.Discard()
	switch {
	case errors.As(err, new(*FolderError)):
		return nil, err
	case errors.Is(err, errLocked):
		return nil, fmt.Errorf("%s: %w", dir, err)
	case isDir(target):
		return nil, &FolderError{fmt.Sprintf("cannot replace the folder %s: %v", dir, Plain(err)), insteadHint(dir)}
	}
	return nil, fmt.Errorf("cannot write into %s: %w", dir, Plain(err))
}

// refusePlace refuses a folder that cannot be exchanged: the one kitpress was
// called in, one above it, or a disk.
func refusePlace(dir, target string) error {
	why := ""
	switch parent, base := filepath.Split(target); {
	case base == "" || isDir(target) && !sameDevice(parent, target):
		why = "it is a disk of its own"
	case inUse(target):
		why = "kitpress was called in it"
	default:
		return nil
	}
	return &FolderError{fmt.Sprintf("a kit replaces its folder, and %s cannot be replaced: %s", dir, why), insteadHint(dir)}
}

func insteadHint(dir string) string { return "choose a folder in it: -o " + filepath.Join(dir, "kit") }

// inUse reports whether this process works in the folder or below it.
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

// prepare looks at what is in the target, puts right what a killed program
// left, and creates the fresh folder.
func (f *Folder) prepare(dir string) (err error) {
	if !exists(f.target) && isDir(f.old) { // killed between two renames
		if err := os.Rename(f.old, f.target); err != nil {
			return err
		}
	}
	if err := errors.Join(os.RemoveAll(f.fresh), os.RemoveAll(f.old)); err != nil {
		return err
	}
	if f.before, err = inspect(f.target, dir); err != nil {
		return err
	}
	return os.Mkdir(f.fresh, 0o777)
}

// Write writes one file, name relative to the folder and slash separated, and
// returns its size and SHA-256. That it is on the disk is Commit's business:
// asking file by file makes the disk wait for each of them. It is safe for
// concurrent use.
func (f *Folder) Write(name string, content func(io.Writer) error) (bytes int64, sum string, err error) {
	if !fs.ValidPath(name) {
		return 0, "", fmt.Errorf("%q leads out of the output folder", name)
	}
	local := filepath.FromSlash(name)
	d := &draft{name: filepath.Join(f.fresh, local)}
	if _, listed := f.before[name]; listed {
		d.compareWith(filepath.Join(f.target, local))
	}
	hash := sha256.New()
	err = os.MkdirAll(filepath.Dir(d.name), 0o777)
	if err == nil {
		err = content(both{hash, d})
	}
	fresh, cerr := d.close(err == nil)
	if err == nil {
		err = cerr
	}
	if err != nil {
		return 0, "", fmt.Errorf("cannot write %s: %w", name, Plain(err))
	}
	f.mu.Lock()
	f.files[name] = fresh
	f.mu.Unlock()
	return d.bytes, hex.EncodeToString(hash.Sum(nil)), nil
}

// both writes to a sum and to a file, side by side where there is much of it.
type both struct {
	sum  io.Writer // never fails
	file io.Writer
}

// much is from where on a second processor is worth it.
const much = 128 << 10

func (b both) Write(p []byte) (int, error) {
	if len(p) < much {
		b.sum.Write(p)
		return b.file.Write(p)
	}
	var sum sync.WaitGroup
	sum.Go(func() { b.sum.Write(p) })
	defer sum.Wait()
	return b.file.Write(p)
}

// Commit puts the files written so far in the place of the previous kit and
// returns how many of its files are gone. It either succeeds or leaves the
// previous kit as it was.
func (f *Folder) Commit() (removed int, err error) {
	if err = f.sync(); err == nil {
		err = f.exchange()
	}
	if err != nil {
		return 0, fmt.Errorf("cannot put the kit into %s: %w; the previous one is unchanged", filepath.Base(f.target), Plain(err))
	}
	os.RemoveAll(f.old) // or the next build does
	f.Discard()
	return f.Gone(), nil
}

// Gone returns how many files of the previous kit are not among those written.
func (f *Folder) Gone() int {
	gone := 0
	for name := range f.before {
		if _, again := f.files[name]; !again {
			gone++
		}
	}
	return gone
}

// exchange puts the fresh folder in the place of the target.
func (f *Folder) exchange() error {
	now, err := hold(f.target)
	if err != nil {
		return err
	}
	if !maps.Equal(now, f.before) {
		return errors.New("something in it changed while the new one was made")
	}
	if now == nil {
		err = os.Rename(f.fresh, f.target)
	} else {
		err = swapFolders(f.fresh, f.target, f.old)
	}
	return err
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

// maxSyncs is how many files are open at once while sync waits.
const maxSyncs = 64

// sync waits until what is new is on the disk: a power cut after the exchange
// must not find names without content. Asked for together, most systems write
// files in one go. A kit that is the same again has nothing to wait for.
func (f *Folder) sync() error {
	var all sync.WaitGroup
	slots := make(chan struct{}, maxSyncs)
	errs := make([]error, len(f.files))
	some := false
	for i, name := range slices.Sorted(maps.Keys(f.files)) {
		if !f.files[name] {
			continue
		}
		some = true
		slots <- struct{}{}
		all.Go(func() {
			file, err := os.OpenFile(filepath.Join(f.fresh, filepath.FromSlash(name)), os.O_WRONLY, 0)
			if err == nil {
				err = errors.Join(file.Sync(), file.Close())
			}
			errs[i] = err
			<-slots
		})
	}
	all.Wait()
	if some {
		syncFolder(f.fresh)
	}
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

// Discard removes all traces of a kit that did not come to its end. After
// Commit it does nothing.
func (f *Folder) Discard() {
	if f.release != nil {
		os.RemoveAll(f.fresh)
		f.release()
		f.release = nil
	}
	for p := filepath.Dir(f.target); len(p) > len(f.parent) && os.Remove(p) == nil; p = filepath.Dir(p) {
	}
}
