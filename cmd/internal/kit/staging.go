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
)

// Names of what lies beside the output folder while a build runs; the lock
// keeps them ours, so leftovers of a killed build may be removed.
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

// A staging holds the files of a kit until all of them are there. A kit's
// folder is the kit's own: it is exchanged as a whole, so that there is never
// a mixture of two kits, and a folder with anything else in it is refused.
type staging struct {
	target  string   // the output folder: absolute, links resolved
	fresh   string   // where files are written, beside the target
	old     string   // where the previous kit goes for a moment
	before  holding  // what the target holds; nil when it is not there
	removed int      // files of the previous kit that are gone, known after commit
	made    []string // parent folders created, outermost first
	release func()   // of the lock
}

// openStaging prepares a staging for the output folder dir, which need not
// exist. A folder the kit must not replace is a *FolderError.
func openStaging(dir string) (*staging, error) {
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
	parent, base := filepath.Split(target)
	at := func(suffix string) string { return filepath.Join(parent, "."+base+suffix) }
	s := &staging{target: target, fresh: at(freshSuffix), old: at(oldSuffix)}
	if err := s.makeParents(); err != nil {
		return nil, fmt.Errorf("cannot create the folder for the kit: %w", plain(err))
	}
	if s.release, err = lockFile(at(lockSuffix)); err == nil {
		err = s.prepare(dir)
	}
	if err == nil {
		return s, nil
	}
	s.discard()
	var refused *FolderError
	switch {
	case errors.As(err, &refused):
		return nil, err
	case errors.Is(err, errLocked):
		return nil, fmt.Errorf("%s: %w", dir, err)
	case isDir(target):
		return nil, &FolderError{fmt.Sprintf("cannot replace the folder %s: %v", dir, plain(err)), insteadHint(dir)}
	}
	return nil, fmt.Errorf("cannot write into %s: %w", dir, plain(err))
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

// prepare looks at what is in the target, puts right what a killed build left,
// and creates the fresh folder.
func (s *staging) prepare(dir string) (err error) {
	if !isDir(s.target) && isDir(s.old) { // killed between two renames
		if err := os.Rename(s.old, s.target); err != nil {
			return err
		}
	}
	if err := errors.Join(os.RemoveAll(s.fresh), os.RemoveAll(s.old)); err != nil {
		return err
	}
	if s.before, err = inspect(s.target, dir); err != nil {
		return err
	}
	return os.Mkdir(s.fresh, 0o777)
}

// makeParents creates the folders above the target and remembers which.
func (s *staging) makeParents() error {
	var missing []string
	for p := filepath.Dir(s.target); ; p = filepath.Dir(p) {
		if _, err := os.Stat(p); !errors.Is(err, fs.ErrNotExist) || p == filepath.Dir(p) {
			break
		}
		missing = append(missing, p)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		if err := os.Mkdir(missing[i], 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			s.removeParents()
			return err
		}
		s.made = append(s.made, missing[i])
	}
	return nil
}

// removeParents removes the folders makeParents created, when nothing else
// has moved in.
func (s *staging) removeParents() {
	for i := len(s.made) - 1; i >= 0; i-- {
		os.Remove(s.made[i])
	}
	s.made = nil
}

// A written file: its size and the hash of its bytes.
type written struct {
	bytes int64
	sum   string
}

// write writes one file of the kit, name relative to the output folder and
// slash separated. That it is on the disk is commit's business: asking file by
// file makes the disk wait for each of them.
func (s *staging) write(name string, content func(io.Writer) error) (w written, err error) {
	if !fs.ValidPath(name) {
		return w, fmt.Errorf("%q leads out of the output folder", name)
	}
	p := filepath.Join(s.fresh, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
		return w, fmt.Errorf("cannot write %s: %w", name, plain(err))
	}
	f, err := os.OpenFile(p, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return w, fmt.Errorf("cannot write %s: %w", name, plain(err))
	}
	hash := sha256.New()
	count := &counter{}
	err = content(io.MultiWriter(f, hash, count))
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return w, fmt.Errorf("cannot write %s: %w", name, plain(err))
	}
	return written{count.n, hex.EncodeToString(hash.Sum(nil))}, nil
}

// discard removes all traces of a build that did not come to its end. After
// commit it does nothing.
func (s *staging) discard() {
	if s.release != nil {
		os.RemoveAll(s.fresh)
		s.release()
		s.release = nil
	}
	s.removeParents()
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

func isDir(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.IsDir()
}

// plain strips the operation and the staging path from a file error: what
// remains is what a person can act on.
func plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err
	}
	return err
}
