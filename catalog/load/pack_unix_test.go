//go:build unix

package load

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"kitpress/catalog"
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
		_, ps := Game(pack, "")
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

// A link that cannot be followed is said, wherever it lies: what it stands for
// would be looked for among kitpress's own files, or not at all.
func TestLinksThatCannotBeFollowed(t *testing.T) {
	targets := map[string]string{"out of the pack": "", "nowhere": "none", "in a circle": "circle"}
	for what, target := range targets {
		for _, name := range []string{
			"templates", "themes", "art", "locales", "topics", "topics/explanations",
			"templates/simple-card.yaml", "themes/plain.yaml", "art/leaf.svg", "cards.yaml", "board.yaml",
		} {
			pack, dir, secret := openBesideSecret(t)
			file := filepath.Join(dir, "tiny", filepath.FromSlash(name))
			to := target
			switch {
			case to == "":
				to = secret
			case to == "circle":
				to = filepath.Base(file)
			}
			if err := os.RemoveAll(file); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(to, file); err != nil {
				t.Fatal(err)
			}
			_, ps := Game(pack, "", WithExplanations(nil))
			said := 0
			for _, p := range ps {
				if p.Pos.File == name && p.Severity == source.Error {
					said++
				}
			}
			if said != 1 {
				t.Errorf("%s, %s: said %d times in %v", name, what, said, ps)
			}
		}
	}
}

// A game that is a link out of the catalog does not vanish from it.
func TestGameThatIsALink(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "all", "games"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../elsewhere", filepath.Join(dir, "all", "games", "mine")); err != nil {
		t.Fatal(err)
	}
	pack, closer, err := catalog.OpenPack(filepath.Join(dir, "all"))
	if err != nil {
		t.Fatal(err)
	}
	defer closer.Close()
	if _, err := Games(pack); err == nil || !strings.Contains(err.Error(), "games/mine is a link") {
		t.Error(err)
	}
}
