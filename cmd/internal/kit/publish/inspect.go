package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A holding is what a folder holds: its files, links and empty folders by
// their names, slash separated and relative to it.
type holding map[string]stamp

// A stamp tells whether a file was changed between two looks at it.
type stamp struct {
	bytes int64
	time  time.Time
}

// litter are the files that a look at a folder with Finder or Explorer leaves.
var litter = []string{".DS_Store", "Thumbs.db", "desktop.ini"}

// hold looks at what is in a folder; nil when there is none.
func hold(dir string) (holding, error) {
	if !isDir(dir) {
		return nil, nil
	}
	h := holding{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		delete(h, path.Dir(name)) // it is not empty
		switch {
		case d.IsDir():
			h[name] = stamp{}
		case !slices.Contains(litter, d.Name()):
			h[name] = stamp{info.Size(), info.ModTime()}
		}
		return nil
	})
	return h, err
}

// inspect returns what is in the target, shown to people as dir. Anything but
// a kit, whole or in part and as kitpress wrote it, is a *FolderError: whatever
// else is in the folder would be lost with it.
func inspect(target, dir string) (holding, error) {
	if top, err := os.ReadDir(target); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err == nil && !slices.ContainsFunc(top, func(e fs.DirEntry) bool { return e.Name() == Manifest }) {
		var names []string // not more of them: they can be many
		for _, e := range top {
			if !slices.Contains(litter, e.Name()) {
				names = append(names, e.Name())
			}
		}
		if len(names) > 0 {
			return nil, &FolderError{fmt.Sprintf("%s is not empty: it holds %s", dir, someOf(names)), "a kit has a folder of its own: choose another one with -o"}
		}
	}
	own, err := ownFiles(target)
	if errors.Is(err, ErrForeign) {
		return nil, &FolderError{fmt.Sprintf("%s is no kit: %v", dir, err), "a kit has a folder of its own: choose another one with -o"}
	}
	if err != nil {
		return nil, err
	}
	h, err := hold(target)
	if err != nil {
		return nil, err
	}
	var foreign, changed []string
	buffer := make([]byte, 64<<10)
	for _, name := range slices.Sorted(maps.Keys(h)) {
		switch sum, ours := own[name]; {
		case !ours:
			foreign = append(foreign, name)
		case name != Manifest && !hasSum(filepath.Join(target, filepath.FromSlash(name)), sum, buffer):
			changed = append(changed, name)
		}
	}
	var parts []string
	if len(foreign) > 0 {
		parts = append(parts, "is not of the kit in it: "+someOf(foreign))
	}
	if len(changed) > 0 {
		parts = append(parts, "was changed since it was built: "+someOf(changed))
	}
	if len(parts) == 0 {
		return h, nil
	}
	return nil, &FolderError{fmt.Sprintf("%s holds what %s", dir, strings.Join(parts, ", and what ")),
		"a kit's folder is replaced as a whole: move what you want to keep out of it, or choose another folder with -o"}
}

// someOf lists names, the first of them when they are many.
func someOf(names []string) string {
	const most = 5
	if len(names) <= most+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// hasSum reports whether name is a file with the bytes its manifest states; it
// is read by way of a buffer.
func hasSum(name, sum string, buffer []byte) bool {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.CopyBuffer(h, struct{ io.Reader }{f}, buffer) // an *os.File would make a buffer of its own
	return err == nil && hex.EncodeToString(h.Sum(nil)) == sum
}

const maxManifestBytes = 16 << 20

// ManifestFormat is the version of the format of manifests, and the highest
// one read.
const ManifestFormat = 1

// ErrForeign means that a folder has a manifest.json which kitpress did not
// write.
var ErrForeign = errors.New("not a manifest of kitpress")

// ReadManifest reads a manifest, name in a folder, into m.
func ReadManifest(folder fs.FS, name string, m any) error {
	f, err := folder.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var head struct {
		Format int
		Tool   string
	}
	data, err := io.ReadAll(io.LimitReader(f, maxManifestBytes))
	if err != nil || json.Unmarshal(data, &head) != nil || head.Format < 1 || head.Format > ManifestFormat ||
		!strings.HasPrefix(head.Tool, "kitpress ") || json.Unmarshal(data, m) != nil {
		return fmt.Errorf("%s: %w", name, ErrForeign)
	}
	return nil
}

// A listing is what a manifest says of files: those of one kit, or where the
// manifests of several games lie.
type listing struct {
	Files, Other, Explanations []struct{ Path, SHA256 string }
	Games                      []struct{ Manifest, SHA256 string }
}

// ownFiles returns what the manifests of a folder list, manifests included: a
// path relative to the folder and its SHA-256, "" for the manifest on top.
// Names that would lead out of the folder are left out: what they name in it
// is not the kit's.
func ownFiles(dir string) (map[string]string, error) {
	kit := os.DirFS(dir)
	own := map[string]string{}
	var read func(name, sum string, games bool) error
	read = func(name, sum string, games bool) error {
		var m listing
		if err := ReadManifest(kit, name, &m); errors.Is(err, fs.ErrNotExist) {
			return nil
		} else if err != nil {
			return err
		}
		own[name] = sum
		for _, f := range slices.Concat(m.Files, m.Other, m.Explanations) {
			if fs.ValidPath(f.Path) {
				own[path.Join(path.Dir(name), f.Path)] = f.SHA256
			}
		}
		for _, g := range m.Games {
			if games && path.Base(g.Manifest) == Manifest && fs.ValidPath(g.Manifest) {
				if err := read(g.Manifest, g.SHA256, false); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return own, read(Manifest, "", true)
}
