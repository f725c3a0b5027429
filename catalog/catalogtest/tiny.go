package catalogtest

import (
	"embed"
	"io/fs"
)

//go:embed tiny
var files embed.FS

// Tiny returns the folder of the game tiny. It has no problems.
func Tiny() fs.FS {
	sub, err := fs.Sub(files, "tiny")
	if err != nil {
		return files // cannot happen: the folder is embedded
	}
	return sub
}
