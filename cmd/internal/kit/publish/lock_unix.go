//go:build unix

package publish

import (
	"errors"
	"os"
	"syscall"
)

// lockFile takes the lock at path or returns errLocked. The kernel lets go of
// it when the process ends in whatever way, so a lock never goes stale.
func lockFile(path string) (release func(), err error) {
	for {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
		if err != nil {
			return nil, err
		}
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			f.Close()
			if errors.Is(err, syscall.EWOULDBLOCK) {
				return nil, errLocked
			}
			return nil, &os.PathError{Op: "lock", Path: path, Err: err}
		}
		// The owner before us may have removed the file between our open and
		// our lock: then we hold a lock nobody else will ever see.
		if held, err := f.Stat(); err == nil {
			if now, err := os.Stat(path); err == nil && os.SameFile(held, now) {
				return func() { os.Remove(path); f.Close() }, nil
			}
		}
		f.Close()
	}
}

// sameDevice reports whether a rename from a to b can work.
func sameDevice(a, b string) bool {
	var sa, sb syscall.Stat_t
	if syscall.Stat(a, &sa) != nil || syscall.Stat(b, &sb) != nil {
		return false
	}
	return sa.Dev == sb.Dev
}
