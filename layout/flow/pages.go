package flow

import (
	"fmt"
	"maps"
	"strconv"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// A Book is a Flow on pages.
type Book struct {
	Pages     []layout.Page
	Bookmarks []layout.Bookmark // chapters and their parts
}

// Pages sets the flow in a style. The cover, when there is one, is page 1.
func (f *Flow) Pages(style *Style, d Drawer) (*Book, source.Problems) {
	st := style.in(f.Lang)
	b, leaves := f.fewest(&st, d)
	book := &Book{}
	if f.Cover != nil {
		f.Cover.open(b, book)
	}
	for _, l := range leaves {
		b.checkLeaf(l)
		page, marks := b.drawPage(b.pieces, l, len(book.Pages)+1, f)
		book.Pages = append(book.Pages, page)
		book.Bookmarks = append(book.Bookmarks, marks...)
	}
	if f.Back != nil {
		f.Back.close(b, book)
	}
	return book, b.problems
}

// fewest ends the pages in the largest of the sizes that needs the fewest, and in
// which all can be drawn.
func (f *Flow) fewest(style *Style, d Drawer) (*builder, []leaf) {
	if len(f.Sizes) == 0 {
		return f.leaves(style, d)
	}
	var b *builder
	var leaves []leaf
	for _, size := range f.Sizes {
		sized := *f
		sized.size = size
		other, more := sized.leaves(style, d)
		if b == nil || b.problems.HasErrors() || len(more) < len(leaves) && !other.problems.HasErrors() {
			b, leaves = other, more
		}
	}
	return b, leaves
}

// mostPasses bounds how often pages are divided again because a number in
// them grew by a digit.
const mostPasses = 8

// leaves builds the pieces and ends the pages. A chapter that was to run on
// and came out first on its page after all, because what follows its title
// needed more room than there was, is built again with a band; and all is
// built again until the page numbers in the texts are those of the pages.
func (f *Flow) leaves(style *Style, d Drawer) (*builder, []leaf) {
	banded := map[*Heading]bool{}
	before := newBuilder(f, style, d)
	for passes := 0; ; {
		b := newBuilder(f, style, d)
		b.banded, b.pages, b.cache = banded, before.pages, before.cache
		b.build(f.Blocks)
		leaves := paginate(b.pieces, b.style)
		again := false
		for _, l := range leaves {
			if h := b.ranOn[l.from]; h != nil && style.Band.Mode == BandPage {
				banded[h], again = true, true
			}
		}
		pages := b.anchors(leaves, f.firstPage(style))
		if b.refers && !maps.Equal(pages, b.pages) {
			again = true
			if passes++; passes > mostPasses {
				b.problems.Errorf(source.Pos{}, "internal", "the page numbers in %q do not come to rest (%s)", f.Title, f.Lang)
				return b, leaves
			}
		}
		if !again {
			return b, leaves
		}
		b.pages = pages
		before = b
	}
}

// firstPage returns the number of the page after the cover.
func (f *Flow) firstPage(style *Style) int {
	if f.Cover != nil && (f.Cover.Scene != nil || style.Cover != "") {
		return 2
	}
	return 1
}

// anchors returns the page of every anchor.
func (b *builder) anchors(leaves []leaf, first int) map[string]int {
	pages := map[string]int{}
	for n, l := range leaves {
		if band := b.pieces[l.from].band; band != nil {
			pages[band.Anchor] = first + n
		}
		for i := l.from; i < l.to; i++ {
			pages[b.pieces[i].anchor] = first + n
		}
	}
	delete(pages, "")
	return pages
}

// open draws page 1: one picture, whose text readers get as its alternative.
func (c *Cover) open(b *builder, book *Book) {
	scene := c.Scene
	if scene == nil && b.style.Cover != "" {
		var problems source.Problems
		vars := maps.Clone(c.Vars)
		if c.Anchor != "" {
			vars["page"] = b.pages[c.Anchor]
		}
		scene, problems = b.drawer.Draw(b.style.Cover, vars)
		b.problems = append(b.problems, problems...)
	}
	c.add(b, scene, book)
}

// close ends a book on full sheets with its back cover; pages between are for
// notes. A cover without a scene is the style's, and no reason for a sheet.
func (c *Cover) close(b *builder, book *Book) {
	if c.Scene == nil && len(book.Pages)%4 == 0 {
		return
	}
	for len(book.Pages)%4 != 3 {
		number := strconv.Itoa(len(book.Pages) + 1)
		page, problems := b.style.spare(b.drawer, b.style.Fill.Page, number)
		b.problems = append(b.problems, problems...)
		page.Label = number
		book.Pages = append(book.Pages, page)
	}
	scene := c.Scene
	if scene == nil && b.style.Fill.Back != "" {
		var problems source.Problems
		scene, problems = b.drawer.Draw(b.style.Fill.Back, map[string]any{"height": b.style.Page.H.MM()})
		b.problems = append(b.problems, problems...)
	}
	c.add(b, scene, book)
}

// add adds a page that is one picture.
func (c *Cover) add(b *builder, scene *layout.Scene, book *Book) {
	if scene == nil {
		return
	}
	tag := &layout.Tag{Role: "Figure", Alt: c.Alt, ID: b.id()}
	book.Pages = append(book.Pages, b.page(len(book.Pages)+1, []layout.Item{
		&layout.Group{Transform: layout.Identity(), Tag: tag, Items: b.drawer.Mirror().Scene(scene).Items},
	}))
}

// Fill returns the pages a booklet has to spare after n pages: four go on a
// sheet. The last one is its back cover, the others are for notes.
func (f *Flow) Fill(style *Style, d Drawer, n int) ([]layout.Page, source.Problems) {
	var pages []layout.Page
	var problems source.Problems
	spare := (4 - n%4) % 4
	for i := range spare {
		template := style.Fill.Page
		if i == spare-1 {
			template = style.Fill.Back
		}
		page, more := style.spare(d, template, fmt.Sprintf("spare-%d", i+1))
		problems = append(problems, more...)
		pages = append(pages, page)
	}
	return pages, problems
}

// spare draws a page without a word of the flow; it is white without a
// template.
func (s *Style) spare(d Drawer, template, name string) (layout.Page, source.Problems) {
	page := layout.Page{Scene: &layout.Scene{Name: s.Name + "/" + name, Size: s.Page, Bleed: s.Bleed}}
	if template == "" {
		return page, nil
	}
	scene, problems := d.Draw(template, map[string]any{"height": s.Page.H.MM()})
	if scene != nil {
		page.Scene.Items = scene.Items
	}
	return page, problems
}

// checkLeaf reports a page whose pieces are more than it holds.
func (b *builder) checkLeaf(l leaf) {
	pieces := b.pieces[l.from:l.to]
	s := measure(pieces, b.style)
	over := s.height - s.give - b.style.area(pieces[0].band != nil).H
	if over <= 0 {
		return
	}
	tallest := &pieces[0]
	for i := range pieces {
		if pieces[i].height > tallest.height {
			tallest = &pieces[i]
		}
	}
	p := b.problems.Errorf(tallest.origin, "overflow", "%s makes its page %s mm too high (%s)", tallest.what, over, b.lang)
	p.Hint = "make it lower, or split it"
}
