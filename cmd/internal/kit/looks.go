package kit

import (
	"embed"
	"io/fs"
)

// looksPack is a game whose decks are the looks kitpress ships, one each.
//
//go:embed looks
var looksPack embed.FS

// Looks returns a game that shows every look once: what it is read from, and
// its id.
func Looks() (fsys fs.FS, games []string) {
	fsys, _ = fs.Sub(looksPack, "looks") // the name is valid
	return fsys, []string{"looks"}
}
