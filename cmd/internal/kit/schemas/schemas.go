// Package schemas holds JSON Schemas of the files of a game: with them editors
// complete what is typed and underline what kitpress would refuse.
//
// Write puts them into the folder of a game; a file names its own in its first
// line, see Line. What the schemas say is tried on every file that is shipped.
package schemas

import (
	"embed"
	"path/filepath"

	"kitpress/cmd/internal/kit/publish"
)

//go:embed *.json
var files embed.FS

// folder is where the schemas lie in the folder of a game.
const folder = ".schemas"

// Line returns the first line of a file that is written after a schema; up is
// the way from the file's folder to that of the game: "", "../".
func Line(schema, up string) string {
	return "# yaml-language-server: $schema=" + up + folder + "/" + schema + ".json\n"
}

// Files returns the schemas by their names in the folder of a game.
func Files() map[string][]byte {
	list := map[string][]byte{}
	entries, _ := files.ReadDir(".") // it is embedded, as what is in it
	for _, e := range entries {
		list[folder+"/"+e.Name()], _ = files.ReadFile(e.Name())
	}
	return list
}

// Write puts the schemas into the folder of a game.
func Write(dir string) error {
	for name, data := range Files() {
		if err := publish.ReplaceFile(filepath.Join(dir, filepath.FromSlash(name)), data); err != nil {
			return err
		}
	}
	return nil
}
