//go:build unix

package catalog

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"kitpress/catalog/source"
)

func TestOpenPackLinksAndPipes(t *testing.T) {
	pack, dir, secret := openBesideSecret(t)
	tokens, dice := filepath.Join(dir, "tiny", "tokens.yaml"), filepath.Join(dir, "tiny", "dice.yaml")
	if err := os.Symlink(secret, tokens); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(dice, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("board.yaml", filepath.Join(dir, "tiny", "inside")); err != nil {
		t.Fatal(err)
	}
	if _, err := fs.ReadFile(pack, "inside"); err != nil {
		t.Errorf("a link inside the pack: %v", err)
	}
	done := make(chan source.Problems, 1)
	go func() {
		_, ps := Load(pack, "")
		done <- ps
	}()
	select {
	case ps := <-done:
		if len(ps) != 2 || ps[0].Code != source.CodeFileKind || ps[0].Pos.File != "dice.yaml" || ps[1].Code != source.CodeFileEscapes || ps[1].Pos.File != "tokens.yaml" {
			t.Error(ps)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("waits for a pipe")
	}
}
