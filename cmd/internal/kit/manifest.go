package kit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
)

// The version of the manifest's format, and the highest one read.
const manifestFormat = 1

const (
	manifestName     = publish.Manifest
	creditsName      = "CREDITS.txt"
	maxManifestBytes = 16 << 20
)

// A Manifest says what a kit folder holds: the file manifest.json. It lies in
// the folder of each game; on top of several games lies an Index.
type Manifest struct {
	Format   int               `json:"format"`
	Tool     string            `json:"tool"` // "kitpress 0.1.0"
	Game     string            `json:"game,omitempty"`
	Version  string            `json:"version,omitempty"`  // of the game's texts and art
	Edition  string            `json:"edition"`            // of the rules; several are joined by commas
	Editions map[string]string `json:"editions,omitempty"` // language -> edition
	Sides    string            `json:"sides,omitempty"`
	Ink      string            `json:"ink,omitempty"`
	Draft    bool              `json:"draft,omitempty"`
	Preview  bool              `json:"preview,omitempty"`  // pictures of faces, nothing to print
	Request  *Asked            `json:"request,omitempty"`  // how to build the same files again
	Handouts bool              `json:"handouts,omitempty"` // made for an occasion, not from the catalog
	Part     *Part             `json:"part,omitempty"`     // when the kit is one part of a build
	Files    []press.File      `json:"files"`
	Other    []Other           `json:"other,omitempty"` // what is not printed: credits
	// Explanations are the files of the site, so that each can be checked.
	Explanations []Other `json:"explanations,omitempty"`
}

// A Part says which part of a kit a folder holds, until Merge puts all together.
type Part struct {
	press.Shard
	Name  string   `json:"name"` // of the game, in the first language
	Langs []string `json:"langs"`
	Jobs  []int    `json:"jobs"` // of each file, its place among all jobs
}

// An Index is the manifest.json on top of a folder that holds several games.
type Index struct {
	Format int          `json:"format"`
	Tool   string       `json:"tool"`
	Games  []IndexEntry `json:"games"`
}

// An IndexEntry leads to the kit of one game.
type IndexEntry struct {
	Game     string   `json:"game"`
	Name     string   `json:"name"` // in the first language of the kit
	Version  string   `json:"version"`
	Edition  string   `json:"edition"`
	Langs    []string `json:"langs"`
	Dir      string   `json:"dir"`
	Manifest string   `json:"manifest"` // path of its manifest, relative to this one
	SHA256   string   `json:"sha256"`   // of its manifest
	Files    int      `json:"files"`
	Pages    int      `json:"pages"`
	Bytes    int64    `json:"bytes"` // of the files
}

func (x *Index) add(k Kit, manifest Other) {
	e := IndexEntry{
		Game: k.Game, Name: k.Name, Version: k.Version, Edition: k.Edition, Langs: k.Langs, Dir: k.Dir,
		Manifest: manifest.Path, SHA256: manifest.SHA256, Files: len(k.Files),
	}
	for _, f := range k.Files {
		e.Pages += f.Pages
		e.Bytes += f.Bytes
	}
	x.Games = append(x.Games, e)
}

// An Other is a file of a kit that is not meant for the printer.
type Other struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// encodeJSON writes a manifest as indented JSON, one value per line so that two
// can be compared by eye.
func encodeJSON(w io.Writer, manifest any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(manifest)
}

// errForeignManifest means that a folder has a manifest.json which kitpress
// did not write.
var errForeignManifest = errors.New("not a manifest of kitpress")

// A listed is what an earlier kitpress may have left: a Manifest or an Index.
type listed struct {
	Manifest
	Games []IndexEntry `json:"games"`
}

// readManifest reads dir/manifest.json of a kit folder; nil when there is none.
func readManifest(kit fs.FS, dir string) (*listed, error) {
	name := path.Join(dir, manifestName)
	f, err := kit.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var m listed
	if err := json.NewDecoder(io.LimitReader(f, maxManifestBytes)).Decode(&m); err != nil {
		return nil, fmt.Errorf("%s: %w", name, errForeignManifest)
	}
	if m.Format < 1 || m.Format > manifestFormat || !strings.HasPrefix(m.Tool, "kitpress ") {
		return nil, fmt.Errorf("%s: %w", name, errForeignManifest)
	}
	return &m, nil
}

// joinEditions returns the editions used, in the order of the languages.
func joinEditions(langs []string, editions map[string]string) string {
	var used []string
	for _, l := range langs {
		if e := editions[l]; !slices.Contains(used, e) {
			used = append(used, e)
		}
	}
	return strings.Join(used, ",")
}
