package kit

import (
	"context"
	"io"
	"path"

	"kitpress/catalog/source"
	"kitpress/output"
)

// Build makes the kits of a request in eight steps. A build that fails, is
// interrupted or finds errors in the data leaves the output folder as it was;
// errors in the data come back as a *source.DataError with all of them.
func Build(ctx context.Context, req Request) (*Report, error) {
	s, err := openShared()
	if err != nil {
		return nil, err
	}
	// 1 Request, 2 Load, 3 Check, 4 Localise: what is to be printed.
	locals, warnings, err := prepare(ctx, s, &req)
	if err != nil {
		return nil, err
	}
	if req.Format == FormatSite {
		return buildSite(ctx, &req, locals, warnings)
	}
	// 5 Compose, 6 Impose, 7 Write: file by file, into a staging folder.
	dir, err := openStaging(req.Out)
	if err != nil {
		return nil, err
	}
	defer dir.discard()
	w := newWriter(dir, locals)
	files, more, verified, err := w.writeAll(ctx, &req)
	if err != nil {
		return nil, err
	}
	// 8 Seal: credits, manifests, and the new kit takes the place of the old.
	report, err := w.seal(ctx, files)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	report.Problems, report.Verified = append(warnings, more...), verified
	if err := dir.commit(); err != nil {
		return nil, err
	}
	report.Removed = dir.removed
	return report, nil
}

// A writer writes the files of one or several games into a staging folder.
type writer struct {
	to     *staging
	locals []*Local
	format output.Format
}

func newWriter(to *staging, locals []*Local) *writer {
	return &writer{to: to, locals: locals, format: locals[0].request.files()}
}

// writeAll writes all files and, when that was asked for, reads the codes on
// them: a kit with a code that fails takes nobody's place.
func (w *writer) writeAll(ctx context.Context, req *Request) ([][]made, source.Problems, *Verification, error) {
	if len(req.Verify) == 0 {
		files, problems, err := produce(ctx, w.locals, w.write, req.Progress)
		return files, problems, nil, err
	}
	look := newInspector(req.Verify)
	files, problems, err := produce(ctx, w.locals, look.after(ctx, w.write), req.Progress)
	if err != nil {
		return nil, nil, nil, err
	}
	verified := look.result(w.locals, files)
	return files, problems, verified, verified.err(req)
}

// write is the sink of a build.
func (w *writer) write(l *Local, d document) (File, error) {
	f := File{Path: d.Name + w.format.Ext, Component: d.component, Lang: l.Lang, Paper: d.paper, Pages: len(d.Pages)}
	for _, file := range w.format.Files(d.Document) {
		out, err := w.to.write(path.Join(l.dir, file.Name), file.Write)
		if err != nil {
			return f, err
		}
		part := f
		part.Path, part.Pages, part.Bytes, part.SHA256 = file.Name, file.Pages, out.bytes, out.sum
		f.parts = append(f.parts, part)
	}
	return f, nil
}

// seal writes the credits and the manifest of each game, and one on top when
// games have folders of their own.
func (w *writer) seal(ctx context.Context, files [][]made) (*Report, error) {
	report := &Report{Tool: Tool, Out: w.locals[0].request.Out}
	top := &Index{Format: manifestFormat, Tool: Tool}
	for from := 0; from < len(w.locals); {
		to := from
		for to < len(w.locals) && w.locals[to].Game.ID == w.locals[from].Game.ID {
			to++
		}
		kit, manifest, err := w.sealGame(ctx, w.locals[from:to], files[from:to])
		if err != nil {
			return nil, err
		}
		report.Kits = append(report.Kits, kit)
		top.add(kit, manifest)
		from = to
	}
	if w.locals[0].dir == "" {
		return report, nil
	}
	_, err := w.to.write(manifestName, func(to io.Writer) error { return encodeJSON(to, top) })
	return report, err
}

// sealGame writes the credits and the manifest of one game.
func (w *writer) sealGame(ctx context.Context, locals []*Local, files [][]made) (Kit, Other, error) {
	g, req := locals[0].Game, locals[0].request
	dir := locals[0].dir
	m := &Manifest{
		Format: manifestFormat, Tool: Tool, Game: g.ID, Version: g.Version,
		Editions: map[string]string{}, Sides: req.Sides, Ink: req.Ink, Draft: req.Draft, Files: []File{},
	}
	kit := Kit{Game: g.ID, Name: locals[0].Texts.Text(g.Name), Version: g.Version, Dir: dir, Paper: req.Paper, Sides: req.Sides, Ink: req.Ink}
	for i, l := range locals {
		m.Editions[l.Lang] = l.Edition.ID
		kit.Langs = append(kit.Langs, l.Lang)
		for _, f := range files[i] {
			m.Files = append(m.Files, f.file.parts...)
		}
	}
	if req.Handouts == nil { // nobody could make handouts again without what they are made of
		m.Request = req.asked()
	}
	m.Handouts = req.Handouts != nil
	m.Edition = joinEditions(kit.Langs, m.Editions)
	kit.Edition, kit.Files = m.Edition, m.Files
	if req.wantsSite(locals) {
		var err error
		if m.Explanations, err = w.site(ctx, dir, explanations, locals); err != nil {
			return kit, Other{}, err
		}
		kit.Site = summary(explanations, m.Explanations, locals)
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
	out, err := w.to.write(name, content)
	return Other{Path: name, Bytes: out.bytes, SHA256: out.sum}, err
}
