package kit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"kitpress/catalog"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
	"kitpress/output"
)

// A VerifyRequest says which kits to look at.
type VerifyRequest struct {
	Paths    []string // folders of kits, or PDF files in them
	Catalog  fs.FS    // what the kits were built from; nil for the catalog kitpress ships
	Scans    []Scan   // none: DefaultScans
	Progress func(press.Progress)
}

// GamesOf returns the ids of the games that kits are kits of, so that somebody
// can say where those are.
func GamesOf(paths []string) []string {
	kits, _ := openKits(paths) // Verify says what is wrong with them
	var ids []string
	for _, k := range kits {
		ids = append(ids, k.manifest.Game)
	}
	return press.Dedupe(ids)
}

// Verify compares kits with what would be built now, and reads every code of
// them from pictures of the pages it stands on. What is wrong with a kit comes
// back as findings; an error means that a kit could not be looked at.
func Verify(ctx context.Context, req VerifyRequest) (*Verification, error) {
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
	all := &Verification{Tool: press.Tool, Scans: req.Scans, Codes: []CheckedCode{}, Findings: []Finding{}}
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
	manifest *Manifest
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
	m, err := manifestIn(dir)
	if err != nil {
		return nil, err
	}
	return append(kits, &kitFolder{dir: dir, manifest: &m.Manifest, only: []string{name}}), nil
}

// manifestIn reads the manifest of a folder, which must have one.
func manifestIn(dir string) (*listed, error) {
	m, err := readManifest(os.DirFS(dir), ".")
	switch {
	case errors.Is(err, errForeignManifest):
		return nil, fmt.Errorf("%s is no kit: its %s was not written by this kitpress or an earlier one", dir, manifestName)
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", filepath.Join(dir, manifestName), publish.Plain(err))
	case m == nil:
		return nil, fmt.Errorf("%s is no kit: it has no %s, which says how its files were built", dir, manifestName)
	}
	return m, nil
}

// openFolder opens the kit in a folder, or those of several games below it.
func openFolder(dir string) ([]*kitFolder, error) {
	top, err := manifestIn(dir)
	if err != nil {
		return nil, err
	}
	if len(top.Games) == 0 {
		return []*kitFolder{{dir: dir, manifest: &top.Manifest}}, nil
	}
	var kits []*kitFolder
	for _, g := range top.Games {
		if !fs.ValidPath(g.Dir) {
			return nil, fmt.Errorf("%s leads out of its folder: %q", filepath.Join(dir, manifestName), g.Dir)
		}
		k := &kitFolder{dir: filepath.Join(dir, filepath.FromSlash(g.Dir))}
		m, err := manifestIn(k.dir)
		if err != nil {
			return nil, err
		}
		k.manifest = &m.Manifest
		if sum, err := sumOf(filepath.Join(k.dir, manifestName)); err != nil || sum != g.SHA256 {
			k.finding(RuleManifest, manifestName, "the manifest is not the one the kit was built with", "build the kit again")
		}
		kits = append(kits, k)
	}
	return kits, nil
}

func (k *kitFolder) finding(rule, file, message, hint string) {
	k.findings = append(k.findings, Finding{Rule: rule, Game: k.manifest.Game, File: file, Message: message, Hint: hint})
}

// verify builds the kit again in memory, compares and reads its codes.
func (k *kitFolder) verify(ctx context.Context, with VerifyRequest) (*Verification, error) {
	m := k.manifest
	r := &Verification{}
	if m.Tool != press.Tool {
		k.finding(RuleVersion, manifestName, fmt.Sprintf("the kit was made by %s, and this is %s", m.Tool, press.Tool), "build the kit again, or verify it with the program that made it")
	}
	files := k.files()
	if m.Handouts {
		return nil, &press.UsageError{Message: fmt.Sprintf("%s holds handouts, which are checked as they are made", k.dir), Hint: "kitpress quiz sheet --verify"}
	}
	if m.Request == nil || m.Game == "" {
		k.finding(RuleManifest, manifestName, "the manifest does not say how the kit was built", "build the kit again")
		r.Findings = k.findings
		return r, nil
	}
	req := m.again(with.Catalog, files)
	req.Progress = with.Progress
	if err := k.known(&req); err != nil {
		return nil, err
	}
	locals, _, err := press.Localise(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("cannot build %s again: %w", k.dir, err)
	}
	if now := locals[0].Game.Version; now != m.Version {
		k.finding(RuleVersion, manifestName, fmt.Sprintf("the kit is version %s of %s, and the catalog has %s", m.Version, m.Game, now), "build the kit again")
	}
	look := newInspector(with.Scans)
	jobs, err := press.Plan(locals)
	if err != nil {
		return nil, err
	}
	made, _, err := press.Run(ctx, jobs, look.after(ctx, hashOnly(locals[0].Request.Output())), req.Progress)
	if err != nil {
		return nil, fmt.Errorf("cannot build %s again: %w", k.dir, err)
	}
	sums := map[string]string{}
	for _, f := range made {
		for _, part := range f.File.Parts {
			sums[part.Path] = part.SHA256
		}
	}
	r = look.result(made)
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
	ids, err := catalog.Games(fsys)
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
			k.finding(RuleUnlisted, name, "the file is not in the "+manifestName+" beside it", "verify files in the folder they were built into")
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

// again returns the request a kit was built with, for the components and
// languages of some of its files.
func (m *Manifest) again(fsys fs.FS, files []press.File) press.Request {
	a := m.Request
	req := press.Request{
		Catalog: fsys, Games: []string{m.Game}, Edition: a.Edition, Paper: a.Paper, Sides: m.Sides, Ink: m.Ink,
		BaseURL: a.BaseURL, QR: a.QR, Draft: m.Draft, Format: press.FormatPDF, DPI: a.DPI,
	}
	if a.Format != "" {
		req.Format = a.Format
	}
	if t, err := time.Parse(time.RFC3339, a.Date); err == nil {
		req.Date = t
	}
	for _, f := range files {
		req.Only, req.Langs = append(req.Only, f.Component), append(req.Langs, f.Lang)
	}
	req.Only, req.Langs = press.Dedupe(req.Only), press.Dedupe(req.Langs)
	return req
}

// An Asked is the part of a request that decides how a kit looks and that its
// manifest says nowhere else.
type Asked struct {
	Edition string  `json:"edition,omitempty"` // when one was chosen for all languages
	Paper   string  `json:"paper"`
	QR      string  `json:"qr"`
	BaseURL string  `json:"baseURL,omitempty"`
	Format  string  `json:"format,omitempty"` // of files that are not PDF
	DPI     float64 `json:"dpi,omitempty"`
	Date    string  `json:"date,omitempty"` // when it is not that of the game; RFC 3339
}

func asked(r *press.Request) *Asked {
	a := &Asked{Edition: r.Edition, Paper: r.Paper, QR: r.QR, BaseURL: r.BaseURL}
	if r.Pictures() {
		a.Format, a.DPI = r.Format, r.DPI
	}
	if !r.Date.IsZero() {
		a.Date = r.Date.UTC().Format(time.RFC3339)
	}
	return a
}

// hashOnly writes nothing and says what would be written.
func hashOnly(format output.Format) func(*press.Sheets) (press.File, error) {
	return func(s *press.Sheets) (press.File, error) {
		f := s.File(format.Ext)
		for _, file := range format.Files(s.Document) {
			sum, n := sha256.New(), &counter{}
			if err := file.Write(io.MultiWriter(sum, n)); err != nil {
				return f, err
			}
			part := f
			part.Path, part.Pages, part.Bytes, part.SHA256 = file.Name, file.Pages, n.n, hexOf(sum)
			f.Parts = append(f.Parts, part)
		}
		return f, nil
	}
}

func hexOf(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// sumOf returns the SHA-256 of a file.
func sumOf(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hexOf(h), nil
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}
