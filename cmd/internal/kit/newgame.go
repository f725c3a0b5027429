package kit

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kitpress/catalog/form"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/kit/schemas"
	"kitpress/cmd/internal/press"
)

// The small game NewGame writes. Its id in the files is newGameID.
//
//go:embed newgame
var newGame embed.FS

const newGameID = "my-game"

var gameID = source.Pattern(`^[a-z][a-z0-9-]{0,62}$`)

// NewGame writes a small game that builds into dir, which must not exist or be
// empty, and returns its files; a dry run writes none of them. The name of the
// folder is the id of the game.
func NewGame(dir string, dryRun bool) ([]string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	id := filepath.Base(abs)
	if !gameID().MatchString(id) {
		return nil, &press.UsageError{Message: fmt.Sprintf("%q cannot be the id of a game: small letters without accents, digits and hyphens only", id),
			Hint: "try kitpress new " + filepath.Join(filepath.Dir(dir), nearestID(id))}
	}
	entries, err := os.ReadDir(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("cannot write a game into %s: %w", dir, publish.Plain(err))
	case len(entries) > 0:
		return nil, fmt.Errorf("%s is not empty: choose another folder", dir)
	}
	var files []string
	pack, err := fs.Sub(newGame, "newgame")
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(pack, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if files = append(files, name); dryRun {
			return nil
		}
		data, err := fs.ReadFile(pack, name)
		if err != nil {
			return err
		}
		return publish.ReplaceFile(filepath.Join(abs, filepath.FromSlash(name)), bytes.ReplaceAll(data, []byte(newGameID), []byte(id)))
	})
	if err == nil && !dryRun {
		err = schemas.Write(abs)
	}
	return files, err
}

// nearestID returns an id of a game that looks like a name.
func nearestID(name string) string {
	if id := strings.TrimLeft(form.IDFrom(name), "-0123456789"); id != "" {
		return id
	}
	return newGameID
}
