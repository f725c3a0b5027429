package kit

import (
	"slices"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/flow"
	"kitpress/layout/sheet"
)

// rulebook composes the rules.
func (l *Local) rulebook(c *catalog.Component) ([]document, source.Problems) {
	f, problems := flow.FromRulebook(l.Game, l.Edition, l.Texts, l.composer)
	if problems.HasErrors() {
		return nil, problems
	}
	docs, more := l.book(c, f, l.shared.rulebook)
	return docs, append(problems, more...)
}

// guide composes the explanations of the topics behind the codes.
func (l *Local) guide(c *catalog.Component) ([]document, source.Problems) {
	f, problems := flow.FromTopics(l.Game, c, l.Edition, l.Texts, l.composer, licenceOf(l.request.Catalog).name)
	if problems.HasErrors() {
		return nil, problems
	}
	docs, more := l.book(c, f, l.shared.guide)
	return docs, append(problems, more...)
}

// book composes a flow once and gives two files: pages to read and a booklet
// to print.
func (l *Local) book(c *catalog.Component, f *flow.Flow, style *flow.Style) ([]document, source.Problems) {
	book, problems := f.Pages(style, l.composer)
	if problems.HasErrors() {
		return nil, problems
	}
	title := l.Texts.Text(c.Name)
	read := document{component: c.ID, of: c, paper: l.shared.paperOf(style.Page), screen: true, sides: sheet.Single}
	read.Document = l.document(c.ID, read.paper, title, book.Pages)
	read.Bookmarks, read.Tagged = book.Bookmarks, true

	id := c.ID + bookletSuffix
	spare, more := f.Fill(style, l.composer, len(book.Pages))
	if problems = append(problems, more...); problems.HasErrors() {
		return nil, problems
	}
	pages, err := l.shared.specs.Booklet(slices.Concat(book.Pages, spare), l.request.Paper)
	if err != nil {
		problems.Errorf(c.Pos, "sheet", "component %q in %s on %s: %v", id, l.Lang, l.request.Paper, err)
		return nil, problems
	}
	print := document{component: id, of: c, paper: l.request.Paper, sides: sheet.DuplexShort}
	print.Document = l.document(id, print.paper, title, pages)
	print.Duplex = layout.FlipShort
	return []document{read, print}, problems
}
