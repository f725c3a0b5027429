package load

import (
	"testing"
	"testing/fstest"
)

// What people keep beside a game does not disturb: texts about it, what a
// picture was made from, what is hidden or left by an editor.
func TestFilesBesideAGame(t *testing.T) {
	pack := tiny(t)
	for _, name := range []string{
		"README.md", "LICENSE", "notes.txt", "rules.pdf", ".git/config", ".DS_Store", "cards.yaml~",
		"art/leaf.svg", "art/leaf.png", "art/leaf.kra", "art/animals/fox.svg", "art/CREDITS.txt", "templates/README.md", "topics/README.md", "kit/manifest.json", "kit/fox_cards_en_a4.pdf",
	} {
		pack[name] = &fstest.MapFile{Data: []byte("text")}
	}
	if _, ps := Game(pack, ""); len(ps) > 0 {
		t.Error(ps)
	}
}
