package flow

import (
	"kitpress/catalog/source"
	"kitpress/layout"
)

// A Flow is a document before it has pages: blocks in reading order. Texts
// are localised and may carry **bold** mark-up and links: [words](#anchor) or
// [words](https://…). A link without words, [](#anchor), is set as the number
// of the page its anchor is on.
type Flow struct {
	Title   string // of the document
	Running string // printed in the foot of every page
	Lang    string // BCP 47
	Cover   *Cover // nil for none
	Blocks  []Block
}

// A Cover is the first page: a scene of its own, or the style's cover template.
type Cover struct {
	Scene *layout.Scene
	Alt   string         // what it says, for readers who do not see it
	Vars  map[string]any // for the template, when Scene is nil
}

// A Block is one element of a Flow. The set is closed: Heading, Paragraph,
// Rule, List, Table, Figure, Glossary, Entry, Together, Room, Credits and
// PageBreak.
type Block interface{ block() }

// A Heading opens a chapter (level 1) or a part of one (level 2).
type Heading struct {
	Origin source.Pos
	Level  int
	Text   string
	Icon   string // of a chapter's band
	RunOn  bool   // level 1: if the page has room, goes on where the chapter before ends
	Minor  bool   // level 1: less looked for than the others; no band, and no page of its own
	Anchor string // name links and bookmarks lead to; may be empty
}

// A Paragraph is running text.
type Paragraph struct {
	Origin source.Pos
	Text   string
	Whole  bool // no word of it is broken: addresses, codes
}

// A Rule is a paragraph with its number in the margin.
type Rule struct {
	Origin source.Pos
	Number string // "R7"
	Anchor string
	Text   string
}

// A List has a mark, a number or a label before each item.
type List struct {
	Ordered bool
	Labels  []string // one for each item instead of a mark: a, b, c
	Boxes   bool     // a box to tick or to write in before each item
	Items   []Paragraph
}

// Together keeps blocks on one page where they fit on one.
type Together struct{ Blocks []Block }

// A Room is left for somebody to write in: lines, or boxes in a row for a
// letter each.
type Room struct {
	Lines int
	Lead  layout.Length // distance of the lines
	Boxes int
}

// A Table has a header row, repeated on every page it runs over, and rows of
// as many cells as it has columns.
type Table struct {
	Origin  source.Pos
	Columns []Column
	Head    []string // empty for no header
	Rows    []Row
}

// A Column says how wide the cells of a column are: a fixed width, or a share
// of what the fixed ones leave.
type Column struct {
	Width layout.Length
	Share float64 // counts when Width is 0; 0 is read as 1
	Align layout.Align
}

// A Row is one row of a Table.
type Row struct {
	Origin source.Pos
	Cells  []string
	Least  layout.Length // how high the text of the row is at least: room to write
}

// A Figure is a scene in the text.
type Figure struct {
	Origin  source.Pos
	Name    string // for problems
	Scene   *layout.Scene
	Alt     string
	Caption string        // below it; may be empty
	Width   layout.Length // 0: the scene's own, at most the text's
}

// A Glossary is set in two columns of equal height.
type Glossary struct{ Terms []Term }

// A Term is one entry of a Glossary.
type Term struct {
	Origin      source.Pos
	Name, About string
}

// Credits stand in a box at the bottom of a page.
type Credits struct {
	Title string
	Lines []Paragraph
}

// A PageBreak ends a page. Breaks never make an empty page.
type PageBreak struct{}

func (*Heading) block()   {}
func (*Paragraph) block() {}
func (*Rule) block()      {}
func (*List) block()      {}
func (*Table) block()     {}
func (*Figure) block()    {}
func (*Glossary) block()  {}
func (*Together) block()  {}
func (*Room) block()      {}
func (*Credits) block()   {}
func (*PageBreak) block() {}
