package press

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/flow"
	"kitpress/layout/sheet"
)

// bookJobs returns the two files of a book: pages to read and a booklet to
// print.
func (l *Localization) bookJobs(c *catalog.Component) []Job {
	style, compose := l.shared.rulebook(), l.rulebook
	if c.Kind == catalog.KindGuide {
		style, compose = l.shared.guide(), l.guide
	}
	content := &content{compose: func(k *content, _ []Result) source.Problems {
		f, problems := compose(c)
		if problems.HasErrors() {
			return problems
		}
		return append(problems, l.book(k, f, style)...)
	}}
	read := Job{In: l, ID: c.ID, Of: c, Title: l.Texts.Text(c.Name), Stock: c.Paper, content: content}
	booklet := read
	read.Paper, read.Sides, read.reading, read.impose = l.shared.paperOf(style.Page), sheet.Single, true, pagesToRead
	booklet.ID += BookletSuffix
	booklet.Paper, booklet.Sides, booklet.impose = l.Request.Paper, sheet.DuplexShort, imposeBooklet
	read.Name, booklet.Name = l.fileName(read.ID, read.Paper), l.fileName(booklet.ID, booklet.Paper)
	return []Job{read, booklet}
}

// rulebook returns the rules.
func (l *Localization) rulebook(*catalog.Component) (*flow.Flow, source.Problems) {
	return flow.FromRulebook(l.Game, l.Edition, l.Texts, l.composer)
}

// guide returns the explanations of the topics behind the codes.
func (l *Localization) guide(c *catalog.Component) (*flow.Flow, source.Problems) {
	return flow.FromTopics(l.Game, c, l.Edition, l.Texts, l.composer, LicenceOf(l.Request.Catalog).Name)
}

// book sets a flow once for both files.
func (l *Localization) book(to *content, f *flow.Flow, style *flow.Style) source.Problems {
	book, problems := f.Pages(style, l.composer)
	if problems.HasErrors() {
		return problems
	}
	spare, more := f.Fill(style, l.composer, len(book.Pages))
	to.pages, to.spare, to.bookmarks = book.Pages, spare, book.Bookmarks
	return append(problems, more...)
}

// pagesToRead gives the pages of a content as they are.
func pagesToRead(j *Job, c *content) (*layout.Document, error) {
	d := j.In.document(j, c.pages)
	d.Spare, d.Bookmarks, d.Tagged = c.spare, c.bookmarks, j.ID != PrintPlan
	return d, nil
}

// imposeBooklet puts the pages of a content on sheets to fold.
func imposeBooklet(j *Job, c *content) (*layout.Document, error) {
	pages, err := j.In.shared.specs.Booklet(slices.Concat(c.pages, c.spare), j.Paper)
	if err != nil {
		return nil, err
	}
	return j.In.document(j, j.In.Request.corrected(pages, j.Sides)), nil
}

// A Licence is that of the explanations.
type Licence struct{ Name, URL string }

var licenceFile = regexp.MustCompile(`^LICENSE-CC-([A-Z-]+)-(\d\.\d)\.txt$`)

// LicenceOf reads from the name of the file in topics which Creative Commons
// licence the explanations have; a catalog that has no such file claims none.
func LicenceOf(fsys fs.FS) Licence {
	entries, err := fs.ReadDir(fsys, "topics")
	if err != nil {
		return Licence{}
	}
	for _, e := range entries {
		if m := licenceFile.FindStringSubmatch(e.Name()); m != nil {
			return Licence{"CC " + m[1] + " " + m[2], "https://creativecommons.org/licenses/" + strings.ToLower(m[1]) + "/" + m[2] + "/"}
		}
	}
	return Licence{}
}
