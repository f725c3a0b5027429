// Package command is what commands share in what they take: arguments, flags,
// their completion, the environment, and the folder games come from.
//
// It must not know what any command does with them.
package command

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
	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/layout"
)

// DefaultGame is what `kitpress build` builds when nothing is named.
const DefaultGame = "cyber-survival"

// A Catalog is the folder of --catalog, or the catalog kitpress ships.
type Catalog struct {
	FS    fs.FS
	Dir   string // as it was typed; "" for the shipped one
	Close func()
}

// hereCatalog is the folder kitpress was called in.
const hereCatalog = "."

// catalogOf returns the folder to take games from: that of --catalog, or the
// one kitpress was called in when that is a game of one's own and no other one
// is named, or "" for the games kitpress ships.
func catalogOf(s terminal.Streams, dir string, games ...string) string {
	if dir != "" {
		return dir
	}
	id := gameHere()
	if id == "" || slices.ContainsFunc(games, func(g string) bool { return g != "" && g != id }) {
		return ""
	}
	terminal.Printf(s.Err, "the game of this folder, %s: as with --catalog %s\n", id, hereCatalog)
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

// InGames opens the folder of --catalog, or what catalogOf takes for it, for a
// command about some games, and calls do. Problems in its error are located.
func InGames(s terminal.Streams, dir string, games []string, do func(*Catalog) error) error {
	in, err := OpenCatalog(catalogOf(s, dir, games...))
	if err != nil {
		return err
	}
	defer in.Close()
	if in.Dir == "" {
		known, _ := load.Games(in.FS) // what is wrong with it is said when it is read
		for _, name := range games {
			info, err := os.Stat(filepath.Join(name, "game.yaml"))
			if name != "" && !slices.Contains(known, name) && err == nil && !info.IsDir() {
				return terminal.Usage("the folder of that name holds a game: --catalog "+name, "kitpress ships no game %q", name)
			}
		}
	}
	return in.Explain(do(in))
}

// Only returns the game of a catalog that has no other, "" for none.
func (c *Catalog) Only() string {
	known, _ := load.Games(c.FS) // what is wrong with it is said when it is read
	if len(known) == 1 {
		return known[0]
	}
	return ""
}

// OpenCatalog opens the folder of --catalog, or the shipped catalog for "".
func OpenCatalog(dir string) (*Catalog, error) {
	if dir == "" {
		return &Catalog{catalog.Embedded(), "", func() {}}, nil
	}
	fsys, closer, err := catalog.OpenPack(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open the catalog %q: %w", dir, err)
	}
	return &Catalog{fsys, dir, func() { closer.Close() }}, nil
}

// Locate returns problems with the paths of their files as seen from where
// kitpress was called: what was typed after --catalog, then the file. Files
// kitpress ships get the folder they have in its own source.
func (c *Catalog) Locate(ps source.Problems) source.Problems {
	var out source.Problems
	for _, p := range ps {
		p.Pos = c.Place(p.Pos)
		out = append(out, p)
	}
	return out
}

// Place returns where something is as seen from where kitpress was called.
func (c *Catalog) Place(pos source.Pos) source.Pos {
	switch {
	case pos.File == "":
	case !source.Exists(c.FS, pos.File) && source.Exists(layout.Files, pos.File):
		pos.File = path.Join("layout", pos.File)
	case c.Dir != "":
		pos.File = filepath.Join(c.Dir, filepath.FromSlash(pos.File))
	}
	return pos
}

// Explain returns an error with its problems located.
func (c *Catalog) Explain(err error) error {
	var data *source.DataError
	if !errors.As(err, &data) {
		return err
	}
	return &source.DataError{Problems: c.Locate(data.Problems)}
}

// LoadGames loads every game of a catalog, or one, or says what is wrong with
// any.
func LoadGames(fsys fs.FS, only string, opts ...load.Option) ([]*catalog.Game, error) {
	if only != "" {
		g, err := LoadGame(fsys, only, opts...)
		return []*catalog.Game{g}, err
	}
	ids, err := load.Games(fsys)
	if err != nil {
		return nil, err
	}
	var games []*catalog.Game
	var problems source.Problems
	for _, id := range ids {
		g, ps := load.Game(fsys, id, opts...)
		problems = append(problems, ps...)
		games = append(games, g)
	}
	return games, problems.Err()
}

// LoadGame loads one game of a catalog.
func LoadGame(fsys fs.FS, id string, opts ...load.Option) (*catalog.Game, error) {
	ids, err := load.Games(fsys)
	if err != nil {
		return nil, err
	}
	if err := terminal.OneOf(id, ids, "there is no game %q"); err != nil {
		return nil, err
	}
	g, problems := load.Game(fsys, id, opts...)
	return g, problems.Err()
}
