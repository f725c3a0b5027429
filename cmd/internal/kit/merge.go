package kit

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"kitpress/cmd/internal/kit/manifest"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
)

// Merge puts the parts of a build that several machines shared together: the
// folder out then holds the very bytes one machine would have written. Every
// part must be there once, of one request, and no file may have changed. A dry
// run does all of it and leaves the folder as it was.
func Merge(ctx context.Context, out string, parts []string, dryRun bool) (*Report, error) {
	games, err := openParts(parts)
	if err != nil {
		return nil, err
	}
	to, err := publish.Open(out)
	if err != nil {
		return nil, err
	}
	defer to.Discard()
	report := &Report{Tool: press.Tool, Out: out}
	for _, g := range games {
		kit, err := g.merge(ctx, to)
		if err != nil {
			return nil, err
		}
		report.Kits = append(report.Kits, kit)
	}
	return report, report.commit(ctx, to, dryRun)
}

// A gameParts is the parts of one game.
type gameParts struct {
	game, dir string // its id; its folder, below that of all games
	parts     []*part
}

// openParts reads the manifests of all parts and groups them by game, in the
// order of the first.
func openParts(dirs []string) ([]*gameParts, error) {
	var games []*gameParts
	for _, dir := range dirs {
		top, err := manifest.Read(dir)
		if err != nil {
			return nil, err
		}
		entries := top.Games
		if len(entries) == 0 {
			entries = []manifest.Entry{{Game: top.Game}}
		}
		for _, e := range entries {
			k, err := openPart(dir, e)
			if err != nil {
				return nil, err
			}
			i := slices.IndexFunc(games, func(g *gameParts) bool { return g.game == e.Game })
			if i < 0 {
				i = len(games)
				games = append(games, &gameParts{game: e.Game, dir: e.Dir})
			}
			games[i].parts = append(games[i].parts, k)
		}
	}
	for _, g := range games {
		if err := g.check(); err != nil {
			return nil, err
		}
	}
	return games, nil
}

// A part is the kit of one game in a folder of parts.
type part struct {
	dir string
	*manifest.Manifest
}

func openPart(dir string, e manifest.Entry) (*part, error) {
	dir, err := e.Folder(dir)
	if err != nil {
		return nil, err
	}
	m, err := manifest.Read(dir)
	if err != nil {
		return nil, err
	}
	if m.Part == nil || len(m.Part.Jobs) != len(m.Files) {
		return nil, &press.UsageError{Message: dir + " is no part of a kit", Hint: "kitpress build --shard 1/3 makes the first of three parts"}
	}
	return &part{dir, &m.Manifest}, nil
}

// check refuses parts that are missing, there twice, or of different requests.
func (g *gameParts) check() error {
	slices.SortFunc(g.parts, func(a, b *part) int { return cmp.Compare(a.Part.Part, b.Part.Part) })
	first := g.parts[0]
	want, err := first.frame()
	if err != nil {
		return err
	}
	have := map[int]string{}
	for _, k := range g.parts {
		part := k.Part.Shard
		if other := have[part.Part]; other != "" {
			return fmt.Errorf("%s and %s are the same part, %d of %d", other, k.dir, part.Part, part.Of)
		}
		have[part.Part] = k.dir
		got, err := k.frame()
		if err != nil {
			return err
		}
		if part.Of != first.Part.Of || !bytes.Equal(got, want) {
			return fmt.Errorf("%s and %s are parts of different builds: build both with the same program, catalog and flags", first.dir, k.dir)
		}
	}
	for i := range first.Part.Of {
		if have[i+1] == "" {
			return fmt.Errorf("part %d of %d of %s is missing", i+1, first.Part.Of, g.game)
		}
	}
	return nil
}

// frame is what the manifests of all parts of a build have in common.
func (k *part) frame() ([]byte, error) {
	m := *k.Manifest
	m.Part, m.Files, m.Explanations = nil, nil, nil
	return json.Marshal(m)
}

// merge writes the files of a game, in the order one machine would have
// written them, and its manifest.
func (g *gameParts) merge(ctx context.Context, to *publish.Folder) (Kit, error) {
	m := *g.parts[0].Manifest
	part := m.Part
	m.Part, m.Files, m.Explanations = nil, []press.File{}, nil
	type placed struct {
		file press.File
		job  int
	}
	var files []placed
	for n, k := range g.parts {
		own := slices.Clone(k.Explanations)
		if n == 0 {
			own = append(own, k.Other...)
		}
		for i, f := range k.Files {
			files = append(files, placed{f, k.Part.Jobs[i]})
			own = append(own, manifest.File{Path: f.Path, SHA256: f.SHA256})
		}
		for _, f := range own {
			if err := errors.Join(ctx.Err(), k.copyTo(to, g.dir, f)); err != nil {
				return Kit{}, err
			}
		}
		m.Explanations = append(m.Explanations, k.Explanations...)
	}
	slices.SortStableFunc(files, func(a, b placed) int { return cmp.Compare(a.job, b.job) })
	for _, f := range files {
		m.Files = append(m.Files, f.file)
	}
	kit := Kit{
		Game: m.Game, Name: part.Name, Version: m.Version, Edition: m.Edition, Dir: g.dir, Langs: part.Langs,
		Sides: m.Sides, Ink: m.Ink, Files: m.Files,
	}
	if m.Request != nil {
		kit.Paper = m.Request.Paper
	}
	var err error
	kit.manifest, err = manifest.Write(to, g.dir, &m)
	return kit, err
}

// copyTo copies a file of a part, which must be what its manifest says.
func (k *part) copyTo(to *publish.Folder, dir string, f manifest.File) error {
	if !fs.ValidPath(f.Path) {
		return fmt.Errorf("%s leads out of its folder: %q", filepath.Join(k.dir, manifest.Name), f.Path)
	}
	name := filepath.Join(k.dir, filepath.FromSlash(f.Path))
	_, sum, err := to.Write(path.Join(dir, f.Path), func(w io.Writer) error {
		r, err := os.Open(name)
		if err != nil {
			return err
		}
		defer r.Close()
		_, err = io.Copy(w, r)
		return err
	})
	if err != nil {
		return fmt.Errorf("cannot take %s: %w", name, publish.Plain(err))
	}
	if sum != f.SHA256 {
		return fmt.Errorf("%s was changed after it was built: build the part again", name)
	}
	return nil
}
