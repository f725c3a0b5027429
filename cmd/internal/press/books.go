package press

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
	"kitpress/layout/flow"
	"kitpress/layout/sheet"
	"kitpress/output"
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
	read := Job{In: l, ID: c.ID, Of: c, Title: l.Texts.Name(c.Name), Stock: c.Paper, content: content}
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
	g := *l.Game
	g.Topics = explained(l)
	return flow.FromTopics(&g, c, l.Edition, l.Texts, l.composer, LicenceOf(l.Request.Catalog).Name)
}

// explained returns the topics of a game that guides explain.
func explained(l *Localization) map[string]*catalog.Topic {
	if len(l.Request.Topics) == 0 {
		return l.Game.Topics
	}
	chosen := map[string]*catalog.Topic{}
	for id, t := range l.Game.Topics {
		if t.Named && slices.ContainsFunc(l.Request.Topics, func(s string) bool { return chooses(t, s) }) {
			chosen[id] = t
		}
	}
	return chosen
}

// chooses reports whether a word of Request.Topics means a topic.
func chooses(t *catalog.Topic, word string) bool {
	return strings.EqualFold(word, t.ID) || strings.EqualFold(word, string(t.Kind)) || strings.EqualFold(word, t.Code)
}

// checkTopics refuses words of Request.Topics that mean no topic of any game.
func (r *Request) checkTopics(games []loaded) error {
	var known []string
	for _, word := range r.Topics {
		found := false
		for _, g := range games {
			for _, t := range g.game.Topics {
				if t.Named {
					known, found = append(known, t.ID, string(t.Kind)), found || chooses(t, word)
				}
			}
		}
		if slices.Sort(known); !found && !r.oneOf {
			return Unknown("--topics", word, slices.Compact(known))
		}
	}
	return nil
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
	d.Spare, d.Bookmarks, d.Tagged = c.spare, c.bookmarks, j.ID != PrintPlan && (j.Of == nil || !j.Of.Read)
	return d, nil
}

// toRead makes of the job of a component one whose pages are as its templates
// draw them, on no sheet.
func toRead(j Job) Job {
	l := j.In
	j.Paper, j.Sheet, j.Sides = l.shared.paperOf(l.composer.Size(l.Game.Deck(j.Of.Decks[0]).Template)), "", sheet.Single
	j.Name, j.reading, j.impose = l.fileName(j.ID, j.Paper), true, pagesToRead
	j.content = &content{compose: func(k *content, _ []Result) source.Problems {
		var faces content
		problems := l.compose(j.Of, &faces)
		for _, p := range faces.pieces {
			k.pages = append(k.pages, layout.Page{Scene: p.Front})
		}
		return problems
	}}
	return j
}

// imposeBooklet puts the pages of a content on sheets to fold.
func imposeBooklet(j *Job, c *content) (*layout.Document, error) {
	pages, err := j.In.shared.specs.Booklet(slices.Concat(c.pages, c.spare), j.Paper, i18n.LocaleOf(j.In.Lang).RTL)
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

// PrintShop is the value of Request.For for files a print shop takes: PDF/X-4
// with the inks of Request.Profile, a page for each side of each piece, or, for
// what is punched or cut along a line, sheets with gaps.
const PrintShop = "print-shop"

// Cutter is the value of Request.For for machines that cut what was printed: each
// sheet with registration marks, and its cut lines as drawings beside it.
const Cutter = "cutter"

// forCutter returns the jobs of pieces that go on sheets, on those of a machine.
func forCutter(l *Localization, jobs []Job) []Job {
	jobs = slices.DeleteFunc(jobs, func(j Job) bool {
		spec, _ := l.shared.specs.Spec(j.Sheet)
		return spec == nil || spec.Kind != sheet.Grid
	})
	for i := range jobs {
		j := &jobs[i]
		j.Sheet, j.Name = Cutter, l.fileName(j.ID+"-"+Cutter, j.Paper)
		if j.Sides == sheet.Fold {
			j.Sides = sheet.DuplexLong
		}
		j.impose = func(j *Job, c *content) (*layout.Document, error) {
			d, err := imposePieces(j, &content{pieces: c.pieces[:len(c.pieces)-c.helps]})
			if err == nil {
				d.Pages = sheet.ForCutter(d.Pages)
			}
			return d, err
		}
	}
	return jobs
}

// punched is the layout of what carries its own cut line.
const punched = "print-shop"

// checkFor refuses what does not go with whoever prints.
func (r *Request) checkFor() error {
	switch {
	case r.For == "" && r.Profile != nil:
		return &UsageError{"--profile is for a print shop", "add --for " + PrintShop}
	case r.For == "":
		return nil
	case r.For != PrintShop && r.For != Cutter:
		return Unknown("--for", r.For, []string{PrintShop, Cutter})
	case r.For == Cutter && r.Profile != nil:
		return &UsageError{"--profile is for a print shop", "leave it out"}
	case r.Format != FormatKit && r.Format != FormatPDF:
		return &UsageError{fmt.Sprintf("--for %s makes PDF files, and --format %s none", r.For, r.Format), "leave one of them out"}
	}
	r.Format, r.pressed = FormatPDF, output.Cutter()
	if r.For == Cutter {
		return nil
	}
	var err error
	if r.pressed, err = output.PrintShop(r.Profile); err != nil {
		return &UsageError{fmt.Sprintf("--profile: %v", err), "leave it out for coated paper as in FOGRA39"}
	}
	return nil
}

// forShop returns the jobs a print shop does in the place of the usual ones:
// nothing that tells how to print or glue, and no booklets, which it imposes
// itself.
func forShop(l *Localization, jobs []Job) []Job {
	kind := func(j *Job) *sheet.Spec { spec, _ := l.shared.specs.Spec(j.Sheet); return spec }
	jobs = slices.DeleteFunc(jobs, func(j Job) bool {
		spec := kind(&j)
		return j.ID == PrintPlan || j.booklet() || j.Of != nil && j.Of.Read || spec != nil && spec.Kind == sheet.Tiles
	})
	for i := range jobs {
		j := &jobs[i]
		j.Name = l.fileName(j.ID, PrintShop)
		if j.Sides == sheet.Fold {
			j.Sides = sheet.DuplexLong
		}
		j.impose = separate
		if spec := kind(j); spec != nil && spec.Kind == sheet.Grid && spec.Marks == sheet.NoMarks {
			j.Sheet, j.impose = punched, imposePieces
		}
		j.content = withBleed(j)
	}
	return jobs
}

// withBleed returns the content of a job with the bleed of a print shop on every
// piece, and with pages of a kit on their paper.
func withBleed(j *Job) *content {
	inner, on := j.content.compose, *j
	return &content{compose: func(c *content, others []Result) source.Problems {
		problems := inner(c, others)
		if problems.HasErrors() {
			return problems
		}
		if c.pieces = c.pieces[:len(c.pieces)-c.helps]; on.Of.Kind == catalog.KindPage {
			pages, err := on.In.shared.specs.Impose(sheet.Job{Name: on.Name, Pieces: c.pieces, Spec: on.Sheet, Paper: on.Paper})
			if err != nil {
				problems.Errorf(on.pos(), "sheet", "%v", err)
				return problems
			}
			c.pages = append(c.pages, pages...)
			c.pieces = nil
		}
		for i := range c.pages {
			c.pieces = append(c.pieces, sheet.Piece{Front: c.pages[i].Scene})
		}
		for i, p := range c.pieces {
			if on.Sheet != punched || p.Front.Bleed > 0 {
				c.pieces[i] = sheet.Piece{Front: sheet.WithBleed(p.Front, sheet.ShopBleed), Back: sheet.WithBleed(p.Back, sheet.ShopBleed)}
			}
		}
		c.helps = 0
		return problems
	}}
}

// separate gives each side of a piece, and each page of a book, a page of its
// own with bleed and crop marks.
func separate(j *Job, c *content) (*layout.Document, error) {
	var corner layout.Length
	if spec, ok := j.In.shared.specs.Spec(j.Sheet); ok {
		corner = spec.Corner
	}
	pages, err := sheet.Separate(sheet.Job{Name: j.Name, Pieces: c.pieces, Sides: j.Sides, BacksOnly: j.backs()}, corner)
	if err != nil {
		return nil, err
	}
	for i := range c.pages {
		pages[i].Label = c.pages[i].Label
	}
	d := j.In.document(j, pages)
	d.Bookmarks = c.bookmarks
	return d, nil
}
