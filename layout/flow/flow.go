package flow

import (
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/mirror"
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
	Back    *Cover // the last page of all, outside; nil for none

	// Sizes are values of the name "size" of panels to try, the largest first:
	// the first that needs the fewest pages counts.
	Sizes []float64
	size  float64
}

// A Cover is the first page: a scene of its own, or the style's cover template.
type Cover struct {
	Scene  *layout.Scene
	Alt    string         // what it says, for readers who do not see it
	Vars   map[string]any // for the template, when Scene is nil
	Anchor string         // whose page the template is told as "page"; may be empty
}

// A Block is one element of a Flow. The set is closed: Heading, Paragraph,
// Rule, List, Table, Figure, Panels, Frame, Glossary, Directory, Entry, Credits
// and PageBreak.
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
	Icon   string // one of a row of notes, each on a ground of its own; empty for running text
	Whole  bool   // no word of it is broken: addresses, codes
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
	Items   []Paragraph
}

// A Table has a header row, repeated on every page it runs over, and rows of
// as many cells as it has columns.
type Table struct {
	Origin  source.Pos
	Columns []Column
	Head    []string // empty for no header
	Rows    []Row
	Whole   bool // all rows stand on one page
	Loose   bool // rows grow to fill a page
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
}

// A Figure is a scene in the text.
type Figure struct {
	Origin  source.Pos
	Name    string // for problems
	Scene   *layout.Scene
	Alt     string
	Caption string // below it; may be empty
}

// Panels stand side by side over the width of the text, drawn by a template
// whose height follows from what is in it: all become as high as the highest.
// The template draws from its top left corner and is told four values beside
// those of the panel: size, one of the Sizes of the flow, wide, its width in mm, high, the height of the row
// in mm, 0 as long as it is not known, and more, by how much that is higher
// than what is in the panel.
type Panels struct {
	Template string
	Heading  *Heading // the first panel is; nil for none
	Spare    bool     // left out where it would begin a page
	Pairs    bool     // rows of two; an odd one has the width to itself, early where that fills a page
	Columns  bool     // in two columns, not in rows of one height
	Grow     float64  // by which share of their height rows may grow to fill a page
	Cells    []Panel
}

// A Panel is what one of the Panels shows, and that in words.
type Panel struct {
	Vars map[string]any
	Alt  string
}

// A Glossary is set in two columns of equal height.
type Glossary struct{ Terms []Term }

// A Term is one entry of a Glossary.
type Term struct {
	Origin      source.Pos
	Name, About string
}

// A Directory leads to other pages: words with the numbers of their rules and
// pages.
type Directory struct {
	Columns int // 1 or 2
	Rows    []DirectoryRow
}

// A DirectoryRow is one line of a Directory.
type DirectoryRow struct {
	Origin  source.Pos
	Icon    string // stands before the text in one column; may be empty
	Text    string
	Note    string   // rule numbers; may be empty
	Anchors []string // their pages are named
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
func (*Panels) block()    {}
func (*Directory) block() {}
func (*Credits) block()   {}
func (*PageBreak) block() {}

// A Drawer draws what is not running text, in one game's theme and one
// language. compose.Composer is one.
type Drawer interface {
	// Draw returns the scene of a template: bands, feet, covers.
	Draw(template string, vars map[string]any) (*layout.Scene, source.Problems)
	// Paint returns the colour of a role, nil when the theme has none.
	Paint(role string) *layout.Paint
	// Line returns the outline shapes in a role get, nil for none: on paper
	// that takes no tints an outline stands in for them.
	Line(role string) *layout.Stroke
	// Typesetter returns what breaks lines.
	Typesetter() *layout.Typesetter
	// Mirror returns what mirrored the scenes, and mirrors the pages: nil for
	// languages that run from the left.
	Mirror() *mirror.Mirror
}

// An Entry is one article of a work to look things up in. It has a page of its
// own: a head with a picture, frames in two columns, notes at the foot.
type Entry struct {
	Origin  source.Pos
	Anchor  string
	Key     string // what readers look it up by: a code
	Title   string
	Subject string // what it is about, where the title is another name; may be empty
	Kind    Kind
	Lead    string         // what it says in one sentence; may be empty
	Vars    map[string]any // what the template of the head is told beside title and kind
	Alt     string         // what the head shows, for readers who do not see it
	Frames  []Frame
	Notes   []Paragraph // at the foot of the page
}

// A Kind is the group of entries an entry stands in. Its pages have the colours
// "kind-<id>" and "on-kind-<id>" of the theme, and a tab at the outer edge.
type Kind struct {
	ID    string // "threats"
	Word  string // one of them: "Threat"
	Group string // all of them: "Threats"
	Tab   int    // its place among the kinds of the book, from 0
	Tabs  int    // how many there are
	Opens bool   // this entry is the first of its kind
}

// A Frame is a box with a look of its own: an icon heading with what belongs
// to it, a note somebody says.
type Frame struct {
	Origin source.Pos
	Look   string // one of the style's frames
	Title  string
	Vars   map[string]any // for the template of the look
	Blocks []Block        // paragraphs and lists
	Half   bool           // half as wide as the text
	Beside *Frame         // on its right, of equal height; nil for none
}

func (*Entry) block() {}
func (*Frame) block() {}
