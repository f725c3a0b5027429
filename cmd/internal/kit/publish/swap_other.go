//go:build !linux

package publish

// swapFolders puts fresh in the place of target and what was there into old.
func swapFolders(fresh, target, old string) error { return swapInTwo(fresh, target, old) }
