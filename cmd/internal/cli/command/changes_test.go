package command

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestChanges holds that what is saved is seen, what is only read is not, and
// that nothing is waited for once the caller is gone.
func TestChanges(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "cards.yaml")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	changes := Changes(ctx, os.DirFS(dir), time.Millisecond)
	write("ab") // before the first look, after the call
	seen := 0
	for range changes {
		if seen++; seen == 1 {
			write("abc")
			continue
		}
		if _, err := os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(20*time.Millisecond, cancel)
	}
	if seen != 2 {
		t.Errorf("%d changes were seen, there were 2", seen)
	}
}
