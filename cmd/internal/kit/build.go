package kit

import (
	"context"
	"io"
	"path"
	"slices"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
	"kitpress/output"
)

// Build makes the kits of a request in eight steps. A build that fails, is
// interrupted or finds errors in the data leaves the output folder as it was;
// errors in the data come back as a *source.DataError with all of them. With
// scans, every code is read under each of these before the kit is put in place.
func Build(ctx context.Context, req press.Request, scans []Scan) (*Report, error) {
	if err := checkScans(req, scans); err != nil {
		return nil, err
	}
	// 1 Request, 2 Load, 3 Check, 4 Localise: the games in their languages.
	locals, warnings, err := press.Localise(ctx, req)
	if err != nil {
		return nil, err
	}
	if locals[0].Request.Format == press.FormatSite {
		return buildSite(ctx, locals[0].Request, locals, warnings)
	}
	// What is to be made: a job for each file.
	jobs, err := press.Plan(locals)
	if err != nil {
		return nil, err
	}
	return Make(ctx, locals, jobs, scans, warnings)
}

// Make does steps 5 to 8 for the jobs of games and puts what they give into the
// output folder of their request.
func Make(ctx context.Context, locals []*press.Localization, jobs []press.Job, scans []Scan, warnings source.Problems) (*Report, error) {
	req := locals[0].Request
	dir, err := publish.Open(req.Out)
	if err != nil {
		return nil, err
	}
	defer dir.Discard()
	w := &writer{to: dir, request: req, format: req.Output()}
	each := w.write
	look := newInspector(scans)
	if len(scans) > 0 { // a kit with a code that fails takes nobody's place
		each = look.after(ctx, each)
	}
	// 5 Compose, 6 Impose, 7 Write: file by file, into a staging folder.
	files, more, err := press.Run(ctx, jobs, each, req.Progress)
	if err != nil {
		return nil, err
	}
	var verified *Verification
	if len(scans) > 0 {
		verified = look.result(files)
		if err := verified.err(req); err != nil {
			return nil, err
		}
	}
	// 8 Seal: credits, manifests, and the new kit takes the place of the old.
	report, err := w.seal(ctx, locals, files)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	report.Problems, report.Verified = append(warnings, more...), verified
	if report.Removed, err = dir.Commit(); err != nil {
		return nil, err
	}
	return report, nil
}

// checkScans refuses scans that find nothing to read, and unknown ones.
func checkScans(req press.Request, scans []Scan) error {
	if req.Format == press.FormatSite && len(scans) > 0 {
		return &press.UsageError{Message: "--verify reads the codes on sheets, and --format site makes none", Hint: "leave one of them out"}
	}
	for _, s := range scans {
		if err := s.check(); err != nil {
			return err
		}
	}
	return nil
}

// A writer writes the files of one or several games into a staging folder.
type writer struct {
	to      *publish.Folder
	request *press.Request
	format  output.Format
}

// write writes the pages of a job.
func (w *writer) write(s *press.Sheets) (press.File, error) {
	f := s.File(w.format.Ext)
	for _, file := range w.format.Files(s.Document) {
		bytes, sum, err := w.to.Write(path.Join(s.In.Dir, file.Name), file.Write)
		if err != nil {
			return f, err
		}
		part := f
		part.Path, part.Pages, part.Bytes, part.SHA256 = file.Name, file.Pages, bytes, sum
		f.Parts = append(f.Parts, part)
	}
	return f, nil
}

// seal writes the credits and the manifest of each game, and one on top when
// games have folders of their own.
func (w *writer) seal(ctx context.Context, locals []*press.Localization, files []press.Result) (*Report, error) {
	report := &Report{Tool: press.Tool, Out: w.request.Out}
	top := &Index{Format: manifestFormat, Tool: press.Tool}
	for from := 0; from < len(locals); {
		game := func(l *press.Localization) bool { return l.Game.ID == locals[from].Game.ID }
		to := from
		for to < len(locals) && game(locals[to]) {
			to++
		}
		kit, manifest, err := w.sealGame(ctx, len(report.Kits), locals[from:to], slices.DeleteFunc(slices.Clone(files), func(r press.Result) bool { return !game(r.In) }))
		if err != nil {
			return nil, err
		}
		report.Kits = append(report.Kits, kit)
		top.add(kit, manifest)
		from = to
	}
	if locals[0].Dir == "" {
		return report, nil
	}
	_, _, err := w.to.Write(manifestName, func(to io.Writer) error { return encodeJSON(to, top) })
	return report, err
}

// sealGame writes the credits and the manifest of the n-th game.
func (w *writer) sealGame(ctx context.Context, n int, locals []*press.Localization, files []press.Result) (Kit, Other, error) {
	g, req := locals[0].Game, w.request
	dir := locals[0].Dir
	m := &Manifest{
		Format: manifestFormat, Tool: press.Tool, Game: g.ID, Version: g.Version,
		Editions: map[string]string{}, Sides: req.Sides, Ink: req.Ink, Draft: req.Draft, Files: []press.File{},
	}
	kit := Kit{Game: g.ID, Name: locals[0].Texts.Text(g.Name), Version: g.Version, Dir: dir, Paper: req.Paper, Sides: req.Sides, Ink: req.Ink}
	for _, l := range locals {
		m.Editions[l.Lang] = l.Edition.ID
		kit.Langs = append(kit.Langs, l.Lang)
	}
	if req.Shard.Of > 0 {
		m.Part = &Part{Shard: req.Shard, Name: kit.Name, Langs: kit.Langs, Jobs: []int{}}
	}
	for _, f := range files {
		m.Files = append(m.Files, f.File.Parts...)
		for range f.File.Parts {
			if m.Part != nil {
				m.Part.Jobs = append(m.Part.Jobs, f.Index)
			}
		}
		m.Handouts = m.Handouts || f.Of == nil && f.ID != press.PrintPlan
	}
	if !m.Handouts { // nobody could make handouts again without what they are made of
		m.Request = asked(req)
	}
	m.Edition = joinEditions(kit.Langs, m.Editions)
	kit.Edition, kit.Files = m.Edition, m.Files
	if wantsSite(req, locals) && req.Shard.TakesSite(n) {
		var err error
		if m.Explanations, err = w.site(ctx, dir, press.Explanations, locals); err != nil {
			return kit, Other{}, err
		}
		kit.Site = summary(press.Explanations, m.Explanations, locals)
	}
	credits, err := w.other(dir, creditsName, func(to io.Writer) error { return writeCredits(to, locals) })
	if err != nil {
		return kit, Other{}, err
	}
	credits.Path = creditsName
	m.Other = []Other{credits}
	manifest, err := w.other(dir, manifestName, func(to io.Writer) error { return encodeJSON(to, m) })
	return kit, manifest, err
}

// other writes a file that is not meant for the printer.
func (w *writer) other(dir, name string, content func(io.Writer) error) (Other, error) {
	name = path.Join(dir, name)
	bytes, sum, err := w.to.Write(name, content)
	return Other{Path: name, Bytes: bytes, SHA256: sum}, err
}
