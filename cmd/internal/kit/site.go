package kit

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
	"kitpress/output/site"
)

// An Explained is a site in memory.
type Explained struct {
	Site  *site.Site
	Files map[string][]byte
}

// Explain makes the site of the games of a request in memory, for whoever
// serves it.
func Explain(ctx context.Context, req press.Request) (*Explained, source.Problems, error) {
	req.Format = press.FormatSite
	locals, warnings, err := press.Localise(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	e := &Explained{Files: map[string][]byte{}}
	if e.Site, err = siteOf(locals); err != nil {
		return nil, nil, err
	}
	e.Site.Search = true
	err = site.Write(e.Site, func(name string, content []byte) error {
		e.Files[name] = content
		return ctx.Err()
	})
	return e, warnings, err
}

// buildSite builds a request that asks for the site alone: one site of all its
// games.
func buildSite(ctx context.Context, req *press.Request, locals []*press.Localization, warnings source.Problems) (*Report, error) {
	dir, err := publish.Open(req.Out)
	if err != nil {
		return nil, err
	}
	defer dir.Discard()
	w := &writer{to: dir, request: req}
	report := &Report{Tool: press.Tool, Out: req.Out, Kits: []Kit{}, Problems: warnings}
	m := &Manifest{Format: manifestFormat, Tool: press.Tool, Draft: req.Draft, Files: []press.File{}}
	if m.Explanations, err = w.site(ctx, "", "", locals); err != nil {
		return nil, err
	}
	report.Site = summary("", m.Explanations, locals)
	credits, err := w.other("", creditsName, func(to io.Writer) error { return writeCredits(to, locals) })
	if err != nil {
		return nil, err
	}
	m.Other = []Other{credits}
	if _, err := w.other("", manifestName, func(to io.Writer) error { return encodeJSON(to, m) }); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if report.Removed, err = dir.Commit(); err != nil {
		return nil, err
	}
	return report, nil
}

// site writes the site of some games into a folder of a kit, which lies in dir
// of the output folder.
func (w *writer) site(ctx context.Context, dir, folder string, locals []*press.Localization) ([]Other, error) {
	s, err := siteOf(locals)
	if err != nil {
		return nil, err
	}
	var files []Other
	err = site.Write(s, func(name string, content []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		name = path.Join(folder, name)
		f, err := w.other(dir, name, func(to io.Writer) error {
			_, err := to.Write(content)
			return err
		})
		f.Path = name
		files = append(files, f)
		return err
	})
	return files, err
}

// A Site is the site of a Report.
type Site struct {
	Dir   string `json:"dir"` // below Report.Out, "" for Out itself
	Start string `json:"start"`
	Files int    `json:"files"`
	Pages int    `json:"pages"`
	Bytes int64  `json:"bytes"`
	// Topics counts the topics explained, whatever the language.
	Topics int `json:"topics"`
}

// summary says what a site is.
func summary(dir string, files []Other, locals []*press.Localization) *Site {
	s := &Site{Dir: dir, Start: path.Join(dir, site.Index), Files: len(files)}
	for _, f := range files {
		s.Bytes += f.Bytes
		if strings.HasSuffix(f.Path, ".html") {
			s.Pages++
		}
	}
	codes := map[string]bool{}
	for _, l := range locals {
		for _, t := range l.Game.Topics {
			codes[t.Code] = true
		}
	}
	s.Topics = len(codes)
	return s
}

// siteOf puts the topics of some games, in all their languages, into the words
// of a site.
func siteOf(locals []*press.Localization) (*site.Site, error) {
	m := &siteMaker{site: &site.Site{Redirects: map[string]string{}}, topics: map[string]*site.Topic{}, icons: map[drawn]*site.Icon{}, shown: map[string]bool{}, leadsOf: map[string][]catalog.Lead{}, licence: press.LicenceOf(locals[0].Request.Catalog)}
	m.site.LicenceURL = m.licence.URL
	m.site.Root = locals[0].Request.SitePath()
	for _, l := range locals {
		if len(l.Game.Topics) == 0 {
			continue
		}
		m.l = l
		m.language()
		m.game()
		if err := m.topicsOf(); err != nil {
			return nil, err
		}
	}
	if len(m.topics) == 0 {
		return nil, fmt.Errorf("nothing to explain: no card leads to a topic")
	}
	for _, code := range m.codes {
		m.site.Topics = append(m.site.Topics, *m.topics[code])
	}
	m.nameApart()
	return m.site, nil
}

// wantsSite reports whether the kit of each game has its site.
func wantsSite(r *press.Request, locals []*press.Localization) bool {
	return r.Format == press.FormatKit && r.Wants(press.Explanations) &&
		slices.ContainsFunc(locals, func(l *press.Localization) bool { return len(l.Game.Topics) > 0 })
}
