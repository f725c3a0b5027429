package command

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"iter"
	"time"
)

// Changes yields whenever the files of a catalog are others than before, until
// ctx ends; one that is still being written is waited for. What changes while the caller is at work is seen next time.
func Changes(ctx context.Context, fsys fs.FS, every time.Duration) iter.Seq[struct{}] {
	seen := fingerprint(fsys)
	before := seen
	return func(yield func(struct{}) bool) {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			now := fingerprint(fsys)
			settled := now == before
			if before = now; !settled || now == seen {
				continue
			}
			seen = now
			if !yield(struct{}{}) {
				return
			}
		}
	}
}

// fingerprint tells two states of a catalog apart by the names, sizes and
// times of its files.
func fingerprint(fsys fs.FS) string {
	h := sha256.New()
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // a folder that goes away while it is read is seen next time
		}
		if info, err := d.Info(); err == nil {
			fmt.Fprintf(h, "%s\x00%d\x00%d\x00", name, info.Size(), info.ModTime().UnixNano())
		}
		return nil
	})
	return fmt.Sprintf("%x %v", h.Sum(nil), err)
}
