// Package verify reads the QR codes of kits from pictures of their pages, and
// compares kits with what would be built now.
//
// In go sheets as they are composed, or folders of kits; out comes a Report with
// every code and what is wrong. The package must not know how kits are written.
package verify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/cmd/internal/kit/manifest"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
	"kitpress/output"
)

// A Request says which kits to look at.
type Request struct {
	Paths    []string // folders of kits, or PDF files in them
	Catalog  fs.FS    // what the kits were built from; nil for the catalog kitpress ships
	Scans    []Scan   // none: DefaultScans
	Progress func(press.Progress)
}

// GamesOf returns the ids of the games that kits are kits of, so that somebody
// can say where those are.
func GamesOf(paths []string) []string {
	kits, _ := openKits(paths) // Kits says what is wrong with them
	var ids []string
	for _, k := range kits {
		ids = append(ids, k.manifest.Game)
	}
	return press.Dedupe(ids)
}

// Kits compares kits with what would be built now, and reads every code of
// them from pictures of the pages it stands on. What is wrong with a kit comes
// back as findings; an error means that a kit could not be looked at.
func Kits(ctx context.Context, req Request) (*Report, error) {
	if len(req.Scans) == 0 {
		req.Scans = DefaultScans()
	}
	for _, s := range req.Scans {
		if err := s.check(); err != nil {
			return nil, err
		}
	}
	kits, err := openKits(req.Paths)
	if err != nil {
		return nil, err
	}
	all := newReport(req.Scans)
	for _, k := range kits {
		r, err := k.verify(ctx, req)
		if err != nil {
			return nil, err
		}
		all.Files, all.Pages = all.Files+r.Files, all.Pages+r.Pages
		all.Codes = append(all.Codes, r.Codes...)
		all.Findings = append(all.Findings, r.Findings...)
	}
	all.sum()
	return all, nil
}

// A kitFolder is the kit of one game on the disk.
type kitFolder struct {
	dir      string // as it was typed
	manifest *manifest.Manifest
	only     []string // file names; none: all
	findings []Finding
}

// openKits reads the manifests of folders, and of the folders files lie in.
func openKits(paths []string) ([]*kitFolder, error) {
	var kits []*kitFolder
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, fmt.Errorf("cannot look at %s: %w", p, publish.Plain(err))
		}
		if !info.IsDir() {
			dir, name := filepath.Split(p)
			if kits, err = addFile(kits, filepath.Clean(dir), name); err != nil {
				return nil, err
			}
			continue
		}
		more, err := openFolder(p)
		if err != nil {
			return nil, err
		}
		kits = append(kits, more...)
	}
	return kits, nil
}

// addFile adds a file to its kit: files of one kit are looked at together.
func addFile(kits []*kitFolder, dir, name string) ([]*kitFolder, error) {
	for _, k := range kits {
		if k.dir == dir && len(k.only) > 0 {
			k.only = append(k.only, name)
			return kits, nil
		}
	}
	m, err := manifest.Read(dir)
	if err != nil {
		return nil, err
	}
	return append(kits, &kitFolder{dir: dir, manifest: &m.Manifest, only: []string{name}}), nil
}

// openFolder opens the kit in a folder, or those of several games below it.
func openFolder(dir string) ([]*kitFolder, error) {
	top, err := manifest.Read(dir)
	if err != nil {
		return nil, err
	}
	if len(top.Games) == 0 {
		return []*kitFolder{{dir: dir, manifest: &top.Manifest}}, nil
	}
	var kits []*kitFolder
	for _, g := range top.Games {
		in, err := g.Folder(dir)
		if err != nil {
			return nil, err
		}
		m, err := manifest.Read(in)
		if err != nil {
			return nil, err
		}
		k := &kitFolder{dir: in, manifest: &m.Manifest}
		if sum, err := sumOf(filepath.Join(k.dir, manifest.Name)); err != nil || sum != g.SHA256 {
			k.finding(RuleManifest, manifest.Name, "the manifest is not the one the kit was built with", "build the kit again")
		}
		kits = append(kits, k)
	}
	return kits, nil
}

func (k *kitFolder) finding(rule, file, message, hint string) {
	k.findings = append(k.findings, Finding{Rule: rule, Game: k.manifest.Game, File: file, Message: message, Hint: hint})
}

// verify builds the kit again in memory, compares and reads its codes.
func (k *kitFolder) verify(ctx context.Context, with Request) (*Report, error) {
	m := k.manifest
	r := &Report{}
	if m.Tool != press.Tool {
		k.finding(RuleVersion, manifest.Name, fmt.Sprintf("the kit was made by %s, and this is %s", m.Tool, press.Tool), "build the kit again, or verify it with the program that made it")
	}
	files := k.files()
	if m.Handouts {
		return nil, &press.UsageError{Message: fmt.Sprintf("%s holds handouts, which are checked as they are made", k.dir), Hint: "kitpress quiz sheet --verify"}
	}
	if m.Request == nil || m.Game == "" {
		k.finding(RuleManifest, manifest.Name, "the manifest does not say how the kit was built", "build the kit again")
		r.Findings = k.findings
		return r, nil
	}
	req := m.Again(with.Catalog, files)
	req.Progress = with.Progress
	if err := k.known(&req); err != nil {
		return nil, err
	}
	locals, _, err := press.Localise(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("cannot build %s again: %w", k.dir, err)
	}
	if now := locals[0].Game.Version; now != m.Version {
		k.finding(RuleVersion, manifest.Name, fmt.Sprintf("the kit is version %s of %s, and the catalog has %s", m.Version, m.Game, now), "build the kit again")
	}
	look, err := NewInspector(req.Format, with.Scans)
	if err != nil {
		return nil, err
	}
	jobs, err := press.Plan(locals)
	if err != nil {
		return nil, err
	}
	made, _, err := press.Run(ctx, jobs, look.After(ctx, hashOnly(locals[0].Request.Output())), req.Progress)
	if err != nil {
		return nil, fmt.Errorf("cannot build %s again: %w", k.dir, err)
	}
	sums := map[string]string{}
	for _, f := range made {
		for _, part := range f.File.Parts {
			sums[part.Path] = part.SHA256
		}
	}
	r = look.Report(made)
	k.compare(files, sums)
	if len(k.only) == 0 {
		k.others()
	}
	in := func(name string) bool {
		return slices.ContainsFunc(files, func(f press.File) bool { return f.Path == name })
	}
	r.Files = len(files)
	r.Codes = slices.DeleteFunc(r.Codes, func(c CheckedCode) bool { return !in(c.File) })
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool { return !in(f.File) })
	r.Findings = append(k.findings, r.Findings...)
	return r, nil
}

// known reports a game the catalog does not have.
func (k *kitFolder) known(req *press.Request) error {
	fsys := req.Catalog
	if fsys == nil {
		fsys = catalog.Embedded()
	}
	ids, err := load.Games(fsys)
	if err != nil {
		return err
	}
	if !slices.Contains(ids, k.manifest.Game) {
		return &press.UsageError{Message: fmt.Sprintf("%s is a kit of %q, a game the catalog does not have", k.dir, k.manifest.Game), Hint: "name the folder of the game with --catalog"}
	}
	return nil
}

// files returns the files to look at; those the manifest does not list are
// findings.
func (k *kitFolder) files() []press.File {
	if len(k.only) == 0 {
		return k.manifest.Files
	}
	var files []press.File
	for _, name := range k.only {
		i := slices.IndexFunc(k.manifest.Files, func(f press.File) bool { return f.Path == name })
		if i < 0 {
			k.finding(RuleUnlisted, name, "the file is not in the "+manifest.Name+" beside it", "verify files in the folder they were built into")
			continue
		}
		files = append(files, k.manifest.Files[i])
	}
	return files
}

// compare compares the files on the disk with those that would be written.
func (k *kitFolder) compare(files []press.File, sums map[string]string) {
	for _, f := range files {
		want, again := sums[f.Path]
		have, err := sumOf(filepath.Join(k.dir, filepath.FromSlash(f.Path)))
		switch {
		case !fs.ValidPath(f.Path):
			k.finding(RuleManifest, f.Path, "the file lies outside of the kit", "build the kit again")
		case errors.Is(err, fs.ErrNotExist):
			k.finding(RuleMissing, f.Path, "the file is gone", "build the kit again")
		case err != nil:
			k.finding(RuleMissing, f.Path, fmt.Sprintf("the file cannot be read: %v", publish.Plain(err)), "")
		case have != f.SHA256:
			k.finding(RuleChecksum, f.Path, "the file was changed after it was built", "build the kit again")
		case !again:
			k.finding(RuleCatalog, f.Path, "the catalog has no such file any more", "build the kit again")
		case have != want:
			k.finding(RuleChecksum, f.Path, "the file is not what would be written now: the catalog or the program has changed", "build the kit again, or name the catalog it was built from with --catalog")
		}
	}
}

// others compares what is not for the printer with the manifest.
func (k *kitFolder) others() {
	for _, o := range slices.Concat(k.manifest.Other, k.manifest.Explanations) {
		have, err := sumOf(filepath.Join(k.dir, filepath.FromSlash(o.Path)))
		switch {
		case !fs.ValidPath(o.Path) || errors.Is(err, fs.ErrNotExist):
			k.finding(RuleMissing, o.Path, "the file is gone", "build the kit again")
		case err != nil || have != o.SHA256:
			k.finding(RuleChecksum, o.Path, "the file was changed after it was built", "build the kit again")
		}
	}
}

// hashOnly writes nothing and says what would be written.
func hashOnly(format output.Format) func(*press.Sheets) (press.File, error) {
	return func(s *press.Sheets) (press.File, error) {
		return s.Write(format, func(file output.File) (int64, string, error) { return digest(file.Write) })
	}
}

// digest returns how many bytes are written and their SHA-256, hexadecimal.
func digest(write func(io.Writer) error) (bytes int64, sum string, err error) {
	h, n := sha256.New(), new(counter)
	err = write(io.MultiWriter(h, n))
	return int64(*n), hex.EncodeToString(h.Sum(nil)), err
}

type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// sumOf returns the SHA-256 of a file.
func sumOf(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	_, sum, err := digest(func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
	return sum, err
}
