package kit

import (
	"io/fs"
	"strings"
	"testing/fstest"
)

// memFile returns a file system with one file.
func memFile(name, text string) fs.FS {
	return fstest.MapFS{name: {Data: []byte(text)}}
}

// catalogOf is a catalog of several packs: games/<id>/….
type catalogOf map[string]fs.FS

func (c catalogOf) Open(name string) (fs.File, error) {
	if rest, ok := strings.CutPrefix(name, "games/"); ok {
		id, inner, _ := strings.Cut(rest, "/")
		if pack := c[id]; pack != nil {
			if inner == "" {
				inner = "."
			}
			return pack.Open(inner)
		}
	}
	if name == "." || name == "games" {
		dirs := fstest.MapFS{}
		for id := range c {
			dirs["games/"+id+"/game.yaml"] = &fstest.MapFile{}
		}
		return dirs.Open(name)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// renamed is the game night-walk under another id.
type renamed struct {
	fs.FS
	id string
}

func (r renamed) Open(name string) (fs.File, error) {
	if name != "game.yaml" {
		return r.FS.Open(name)
	}
	text, err := fs.ReadFile(r.FS, name)
	if err != nil {
		return nil, err
	}
	return memFile(name, strings.ReplaceAll(string(text), "night-walk", r.id)).Open(name)
}
