package catalogtest

import (
	"embed"
	"io/fs"
)

//go:embed tiny keepsakes
var files embed.FS

// Tiny returns the folder of the game tiny. It has no problems.
func Tiny() fs.FS { return folder("tiny") }

// Keepsakes returns the folder of the game keepsakes. It has no problems.
func Keepsakes() fs.FS { return folder("keepsakes") }

func folder(name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		return files // cannot happen: the folder is embedded
	}
	return sub
}
