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

// Names of what lies beside or in the output folder while a build runs; the
// lock keeps them ours, so leftovers of a killed build may be removed.
const (
	freshSuffix = ".kitpress-new"
	oldSuffix   = ".kitpress-old"
	lockSuffix  = ".kitpress-lock"
)

var errLocked = errors.New("another kitpress is building into this folder: wait until it is done, or choose another folder with -o")

// A staging holds the files of a kit until all of them are there. The output
// folder is not touched before commit.
type staging struct {
	removed int      // files of the previous kit that are gone, known after commit
	target  string   // the output folder: absolute, links resolved
	fresh   string   // where files are written
	old     string   // where the previous kit goes for a moment
	inside  bool     // fresh and old lie in the target, not beside it
	made    []string // parent folders created, outermost first
	release func()   // of the lock
}

// openStaging prepares a staging for the output folder dir, which need not
// exist.
func openStaging(dir string) (*staging, error) {
	target, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(target); err == nil {
		target = real
	}
	s := &staging{target: target}
	if info, err := os.Stat(target); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file, not a folder: choose another folder with -o", dir)
	}
	if err := s.makeParents(); err != nil {
		return nil, fmt.Errorf("cannot create the folder for the kit: %w", plain(err))
	}
	if err := s.settle(); err != nil {
		s.removeParents()
		if errors.Is(err, errLocked) {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		return nil, fmt.Errorf("cannot write into %s: %w", dir, plain(err))
	}
	return s, nil
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

// settle takes the lock and creates the fresh folder: beside the target, so
// that one rename replaces it, or within when the folder above cannot be
// written or is another disk.
func (s *staging) settle() error {
	parent, base := filepath.Split(s.target)
	exists := isDir(s.target)
	if !exists || base != "" && sameDevice(parent, s.target) {
		err := s.settleAt(parent, "."+base)
		if err == nil || !exists || errors.Is(err, errLocked) {
			return err
		}
	}
	s.inside = true
	return s.settleAt(s.target, "")
}

func (s *staging) settleAt(dir, prefix string) (err error) {
	at := func(suffix string) string { return filepath.Join(dir, prefix+suffix) }
	s.fresh, s.old = at(freshSuffix), at(oldSuffix)
	if s.release, err = lockFile(at(lockSuffix)); err != nil {
		return err
	}
	if err = s.clean(); err == nil {
		err = os.Mkdir(s.fresh, 0o777)
	}
	if err != nil {
		s.release()
	}
	return err
}

// clean removes what a killed build left. If it was killed while it replaced
// the previous kit, the previous kit comes back.
func (s *staging) clean() error {
	if s.inside || isDir(s.target) {
		if err := restoreFiles(s.target); err != nil {
			return err
		}
	} else if isDir(s.old) {
		if err := os.Rename(s.old, s.target); err != nil {
			return err
		}
	}
	return errors.Join(os.RemoveAll(s.fresh), os.RemoveAll(s.old))
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
	if s.release == nil {
		return
	}
	os.RemoveAll(s.fresh)
	s.release()
	s.release = nil
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
