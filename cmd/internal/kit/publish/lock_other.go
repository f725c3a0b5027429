//go:build !unix

package publish

import (
	"errors"
	"io/fs"
	"os"
)

// lockFile takes the lock at path or returns errLocked. A file that is held
// open cannot be removed on these systems, so one that can was left behind by
// a build that did not end properly.
func lockFile(path string) (release func(), err error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errLocked
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, errLocked
	}
	if err != nil {
		return nil, err
	}
	return func() { f.Close(); os.Remove(path) }, nil
}

// sameDevice reports whether a rename from a to b can work; when it is wrong
// about that, the rename fails and the previous kit stays.
func sameDevice(a, b string) bool { return true }
