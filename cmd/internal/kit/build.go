package kit

import (
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"kitpress/cmd/internal/kit/manifest"
	"kitpress/cmd/internal/kit/pages"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/kit/verify"
	"kitpress/cmd/internal/press"
	"kitpress/output"
	"kitpress/output/site"
)

// Build makes the kits of a request in eight steps. What there is to make says
// plan: press.Plan for the files of the games. A build that fails, is
// interrupted or finds errors in the data leaves the output folder as it was;
// errors in the data come back as a *source.DataError with all of them. With
// scans, every code is read under each of these before the kit is put in place.
func Build(ctx context.Context, req press.Request, plan func([]*press.Localization) ([]press.Job, error), scans []verify.Scan) (*Report, error) {
	look, err := verify.NewInspector(req.Format, scans)
	if err != nil {
		return nil, err
	}
	// 1 Request, 2 Load, 3 Check, 4 Localise: the games in their languages.
	locals, warnings, err := press.Localise(ctx, req)
	if err != nil {
		return nil, err
	}
	// What is to be made: a job for each file.
	jobs, err := plan(locals)
	if err != nil {
		return nil, err
	}
	to, err := publish.Open(req.Out)
	if err != nil {
		return nil, err
	}
	defer to.Discard()
	w := &writer{to: to, request: locals[0].Request, format: locals[0].Request.Output()}
	// 5 Compose, 6 Impose, 7 Write: file by file, into a staging folder.
	files, more, err := press.Run(ctx, jobs, look.After(ctx, w.write), req.Progress)
	if err != nil {
		return nil, err
	}
	verified := look.Report(files)
	if err := verified.Err(w.request.Catalog); err != nil { // a kit with a code that fails takes nobody's place
		return nil, err
	}
	// 8 Seal: credits, manifests, and the new kit takes the place of the old.
	report, err := w.seal(ctx, locals, files)
	if err != nil {
		return nil, err
	}
	report.Problems, report.Verified = append(warnings, more...), verified
	return report, report.commit(ctx, to, req.DryRun)
}

// A writer writes the files of one or several games into a staging folder.
type writer struct {
	to      *publish.Folder
	request *press.Request
	format  output.Format
}

// write writes the pages of a job.
func (w *writer) write(s *press.Sheets) (press.File, error) {
	return s.Write(w.format, func(file output.File) (bytes int64, sum string, err error) {
		return w.to.Write(path.Join(s.In.Dir, file.Name), file.Write)
	})
}

// seal writes the credits and the manifest of each game, and the site of all of
// them when that was asked for.
func (w *writer) seal(ctx context.Context, locals []*press.Localization, files []press.Result) (*Report, error) {
	report := &Report{Tool: press.Tool, Out: w.request.Out, Kits: []Kit{}}
	if w.request.Format == press.FormatSite {
		m := manifest.New(w.request)
		var err error
		if report.Site, err = w.site(ctx, "", "", locals, m); err == nil {
			_, err = w.sealWith(m, "", locals)
		}
		return report, err
	}
	for len(locals) > 0 {
		game := func(l *press.Localization) bool { return l.Game == locals[0].Game }
		n := slices.IndexFunc(locals, func(l *press.Localization) bool { return !game(l) })
		if n < 0 {
			n = len(locals)
		}
		kit, err := w.sealGame(ctx, len(report.Kits), locals[:n], slices.DeleteFunc(slices.Clone(files), func(r press.Result) bool { return !game(r.In) }))
		if err != nil {
			return nil, err
		}
		report.Kits, locals = append(report.Kits, kit), locals[n:]
	}
	return report, nil
}

// sealGame writes the site, the credits and the manifest of the n-th game.
func (w *writer) sealGame(ctx context.Context, n int, locals []*press.Localization, files []press.Result) (Kit, error) {
	g, req, m := locals[0].Game, w.request, manifest.New(w.request)
	m.Game, m.Version, m.Editions, m.Sides, m.Ink = g.ID, g.Version, map[string]string{}, req.Sides, req.Ink
	kit := Kit{Game: g.ID, Name: locals[0].Texts.Name(g.Name), Version: g.Version, Dir: locals[0].Dir, Paper: req.Paper, Sides: req.Sides, Ink: req.Ink}
	for _, l := range locals {
		m.Editions[l.Lang] = l.Edition.ID
		kit.Langs = append(kit.Langs, l.Lang)
	}
	if req.Shard.Of > 0 {
		m.Part = &manifest.Part{Shard: req.Shard, Name: kit.Name, Langs: kit.Langs, Jobs: []int{}}
	}
	for _, f := range files {
		m.Files = append(m.Files, f.File.Parts...)
		for range f.File.Parts {
			if m.Part != nil {
				m.Part.Jobs = append(m.Part.Jobs, f.Index)
			}
		}
		m.Handouts = m.Handouts || f.Of == nil && f.ID != press.PrintPlan && f.ID != press.CardList
	}
	if !m.Handouts && req.Profile == nil { // nobody could make handouts again without what they are made of, nor inks without their profile
		m.Request = manifest.RequestOf(req)
	}
	m.Edition = manifest.JoinEditions(kit.Langs, m.Editions)
	kit.Edition, kit.Files = m.Edition, m.Files
	var err error
	if wantsSite(req, locals) && req.Shard.Takes(n) {
		if kit.Site, err = w.site(ctx, kit.Dir, press.Explanations, locals, m); err != nil {
			return kit, err
		}
	}
	kit.manifest, err = w.sealWith(m, kit.Dir, locals)
	return kit, err
}

// sealWith writes the credits and a manifest.
func (w *writer) sealWith(m *manifest.Manifest, dir string, locals []*press.Localization) (manifest.File, error) {
	credits, err := manifest.Add(w.to, dir, creditsName, func(to io.Writer) error { return writeCredits(to, locals) })
	if err != nil {
		return credits, err
	}
	m.Other = []manifest.File{credits}
	return manifest.Write(w.to, dir, m)
}

// wantsSite reports whether the kit of each game has its site.
func wantsSite(r *press.Request, locals []*press.Localization) bool {
	return r.Format == press.FormatKit && r.Wants(press.Explanations) &&
		slices.ContainsFunc(locals, func(l *press.Localization) bool { return len(l.Game.Topics) > 0 })
}

// site writes the site of some games into a folder of a kit, which lies in dir
// of the output folder, and lists its files in the manifest of the kit.
func (w *writer) site(ctx context.Context, dir, folder string, locals []*press.Localization, m *manifest.Manifest) (*Site, error) {
	all, err := pages.Of(ctx, locals)
	if err != nil {
		return nil, err
	}
	// Topics are counted whatever the language.
	report := &Site{Dir: folder, Start: path.Join(folder, site.Index), Topics: len(all.Topics)}
	err = site.Write(all, func(name string, content []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		f, err := manifest.Add(w.to, dir, path.Join(folder, name), func(to io.Writer) error {
			_, err := to.Write(content)
			return err
		})
		m.Explanations = append(m.Explanations, f)
		report.Files++
		report.Bytes += f.Bytes
		if strings.HasSuffix(name, ".html") {
			report.Pages++
		}
		return err
	})
	return report, err
}
