package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
)

// An openedCatalog is the folder of --catalog, or the catalog kitpress ships.
type openedCatalog struct {
	fsys  fs.FS
	dir   string // as it was typed; "" for the shipped one
	close func()
}

// hereCatalog is the folder kitpress was called in.
const hereCatalog = "."

// catalogOf returns the folder to take games from: that of --catalog, or the
// one kitpress was called in when that is a game of one's own and no other one
// is named, or "" for the games kitpress ships.
func catalogOf(s Streams, dir string, games ...string) string {
	if dir != "" {
		return dir
	}
	id := gameHere()
	if id == "" || slices.ContainsFunc(games, func(g string) bool { return g != "" && g != id }) {
		return ""
	}
	fmt.Fprintf(s.Err, "the game of this folder, %s: as with --catalog %s\n", id, hereCatalog)
	return hereCatalog
}

// gameHere returns the id of the game in the folder kitpress was called in, ""
// when there is none. A file of that name may be another program's.
func gameHere() string {
	here, closer, err := catalog.OpenPack(hereCatalog)
	if err != nil {
		return ""
	}
	defer closer.Close()
	text, err := fs.ReadFile(here, "game.yaml")
	if err != nil || !ourGame.Match(text) {
		return ""
	}
	if id := ourID.FindSubmatch(text); id != nil {
		return string(id[1])
	}
	return "game.yaml"
}

var (
	ourGame = regexp.MustCompile(`(?m)^format:\s*[0-9]`)
	ourID   = regexp.MustCompile(`(?m)^id:\s*["']?([a-z][a-z0-9-]*)`)
)

// openGames opens the folder of --catalog, or what catalogOf takes for it, for
// a command about some games.
func openGames(s Streams, dir string, games ...string) (*openedCatalog, error) {
	in, err := openCatalog(catalogOf(s, dir, games...))
	if err != nil || in.dir != "" {
		return in, err
	}
	known, _ := catalog.Games(in.fsys) // what is wrong with it is said when it is read
	for _, name := range games {
		info, err := os.Stat(filepath.Join(name, "game.yaml"))
		if name != "" && !slices.Contains(known, name) && err == nil && !info.IsDir() {
			in.close()
			return nil, usage("the folder of that name holds a game: --catalog "+name, "kitpress ships no game %q", name)
		}
	}
	return in, nil
}

// openCatalog opens the folder of --catalog, or the shipped catalog for "".
func openCatalog(dir string) (*openedCatalog, error) {
	if dir == "" {
		return &openedCatalog{catalog.Embedded(), "", func() {}}, nil
	}
	fsys, closer, err := catalog.OpenPack(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open the catalog %q: %w", dir, err)
	}
	return &openedCatalog{fsys, dir, func() { closer.Close() }}, nil
}

// locate returns problems with the paths of their files as seen from where
// kitpress was called: what was typed after --catalog, then the file. Files
// kitpress ships get the folder they have in its own source.
func (c *openedCatalog) locate(ps source.Problems) source.Problems {
	var out source.Problems
	for _, p := range ps {
		p.Pos = c.place(p.Pos)
		out = append(out, p)
	}
	return out
}

func (c *openedCatalog) place(pos source.Pos) source.Pos {
	switch {
	case pos.File == "":
	case !exists(c.fsys, pos.File) && exists(layout.Files, pos.File):
		pos.File = path.Join("layout", pos.File)
	case c.dir != "":
		pos.File = filepath.Join(c.dir, filepath.FromSlash(pos.File))
	}
	return pos
}

func exists(fsys fs.FS, name string) bool {
	_, err := fs.Stat(fsys, name)
	return err == nil
}

// explain returns an error with its problems located.
func (c *openedCatalog) explain(err error) error {
	var data *source.DataError
	if !errors.As(err, &data) {
		return err
	}
	return &source.DataError{Problems: c.locate(data.Problems)}
}
