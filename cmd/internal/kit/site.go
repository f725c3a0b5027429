package kit

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/output/site"
)

// explanations is the folder of a kit with the site of its game, and the name
// --only knows it by.
const explanations = "explanations"

// explanationFolder is where a catalog has its explanations; one without the
// folder explains topics by their summaries.
const explanationFolder = "topics/explanations"

// The values of Request.Format.
const (
	FormatKit  = "kit"  // PDF files, and the site of each game in a folder
	FormatPDF  = "pdf"  // PDF files alone
	FormatPNG  = "png"  // a picture of each page
	FormatSVG  = "svg"  // a drawing of each page
	FormatSite = "site" // one site of all games, nothing else
)

// Formats lists what a build can make.
func Formats() []string { return []string{FormatKit, FormatPDF, FormatPNG, FormatSVG, FormatSite} }

// An Explained is a site in memory.
type Explained struct {
	Site  *site.Site
	Files map[string][]byte
}

// Explain makes the site of the games of a request in memory, for whoever
// serves it.
func Explain(ctx context.Context, req Request) (*Explained, source.Problems, error) {
	s, err := openShared()
	if err != nil {
		return nil, nil, err
	}
	req.Format = FormatSite
	locals, warnings, err := prepare(ctx, s, &req)
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
func buildSite(ctx context.Context, req *Request, locals []*Local, warnings source.Problems) (*Report, error) {
	dir, err := openStaging(req.Out)
	if err != nil {
		return nil, err
	}
	defer dir.discard()
	w := &writer{to: dir, request: req}
	report := &Report{Tool: Tool, Out: req.Out, Kits: []Kit{}, Problems: warnings}
	m := &Manifest{Format: manifestFormat, Tool: Tool, Draft: req.Draft, Files: []File{}}
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
	if err := dir.commit(); err != nil {
		return nil, err
	}
	report.Removed = dir.removed
	return report, nil
}

// site writes the site of some games into a folder of a kit, which lies in dir
// of the output folder.
func (w *writer) site(ctx context.Context, dir, folder string, locals []*Local) ([]Other, error) {
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
func summary(dir string, files []Other, locals []*Local) *Site {
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
func siteOf(locals []*Local) (*site.Site, error) {
	m := &siteMaker{site: &site.Site{Redirects: map[string]string{}}, topics: map[string]*site.Topic{}, icons: map[drawn]*site.Icon{}, shown: map[string]bool{}, leadsOf: map[string][]catalog.Lead{}, licence: licenceOf(locals[0].request.Catalog)}
	m.site.LicenceURL = m.licence.url
	m.site.Root = locals[0].request.base.path()
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

// A licence is that of the explanations.
type licence struct{ name, url string }

var licenceFile = regexp.MustCompile(`^LICENSE-CC-([A-Z-]+)-(\d\.\d)\.txt$`)

// licenceOf reads from the name of the file in topics which Creative Commons
// licence the explanations have; a catalog that has no such file claims none.
func licenceOf(fsys fs.FS) licence {
	entries, err := fs.ReadDir(fsys, "topics")
	if err != nil {
		return licence{}
	}
	for _, e := range entries {
		if m := licenceFile.FindStringSubmatch(e.Name()); m != nil {
			return licence{"CC " + m[1] + " " + m[2], "https://creativecommons.org/licenses/" + strings.ToLower(m[1]) + "/" + m[2] + "/"}
		}
	}
	return licence{}
}

// path returns the path of the address, "" for none or the top of a host.
func (b baseURL) path() string {
	u, err := url.Parse(string(b))
	if err != nil {
		return ""
	}
	return u.EscapedPath()
}

// wantsSite reports whether the kit of each game has its site.
func (r *Request) wantsSite(locals []*Local) bool {
	return r.Format == FormatKit && r.wants(explanations) &&
		slices.ContainsFunc(locals, func(l *Local) bool { return len(l.Game.Topics) > 0 })
}
