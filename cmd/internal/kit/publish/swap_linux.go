package publish

import (
	"os"

	"golang.org/x/sys/unix"
)

// swapFolders puts fresh in the place of target and what was there into old.
// Linux does it in one step, so that there is never a moment without a kit.
func swapFolders(fresh, target, old string) error {
	if err := unix.Renameat2(unix.AT_FDCWD, fresh, unix.AT_FDCWD, target, unix.RENAME_EXCHANGE); err == nil {
		return os.Rename(fresh, old)
	}
	return swapInTwo(fresh, target, old)
}
