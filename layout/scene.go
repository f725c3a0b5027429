package layout

import (
	"unicode/utf8"

	"kitpress/catalog/source"
	"kitpress/layout/shape"
)

// A Scene is one face of a piece or one page: a size and the items drawn on
// it, first item at the bottom. Its trim begins at (0, 0); art that runs out
// reaches into the bleed around it with negative coordinates.
type Scene struct {
	Name  string // "threats/data-loss/front", for dumps and messages
	Size  Size   // the trim
	Bleed Length // how far art reaches past the trim on every side; 0 when nothing runs out
	Items []Item
}

// An Item is one thing to draw. The set is closed: Text, Path, QR, Image,
// Link, Group and Use.
type Item interface{ item() }

// A Text is one line, or part of a line, of one font in one colour.
type Text struct {
	Origin   source.Pos // the catalog line the words come from
	At       Point      // start of the baseline
	Face     *Face
	Size     Length // em size
	Content  string // NFC, only runes the face has; in the order it is read
	Lang     string // BCP 47: some letters look different in some languages
	RTL      bool   // it runs from right to left; At is its left end nevertheless
	Width    Length // advance as measured, tracking included
	Tracking Length // added between letters, the marks on them not counted
	Fill     *Paint
	Forms    shape.Forms
	Over     bool  // it says how the characters below it are read
	Line     *Line // it is part of; nil when it is no part of a text that was set in lines
}

// Left returns where the letters of a text begin: a sign of Japanese that opens
// leaves the left half of its square empty.
func (t *Text) Left() Length {
	if r, _ := utf8.DecodeRuneInString(t.Content); opens(r) && t.Width >= t.Size {
		return t.At.X + t.Size/2
	}
	return t.At.X
}

// A Path is a shape, filled, stroked or both (fill first).
type Path struct {
	Origin  source.Pos
	Outline Outline
	Fill    *Paint
	Stroke  *Stroke
}

// A QR is a QR code: drawn as one path, black on what lies below it.
type QR struct {
	Origin source.Pos
	At     Point  // top left module; the quiet zone lies outside
	Module Length // side of a module
	Code   *Code
	Fill   *Paint
}

// An Image is a raster picture with its place.
type Image struct {
	Origin  source.Pos
	Rect    Rect
	Picture *Picture
}

// A Link is a place that leads somewhere when the page is read on a screen.
type Link struct {
	Origin source.Pos
	Rect   Rect
	URL    string // https only; empty when Anchor is set
	Anchor string // name of an Anchor item in the same document
}

// An Anchor names a place that links, bookmarks and cross references lead to.
type Anchor struct {
	Name string
	At   Point
}

// A Group moves, turns, scales or clips its items, and may say what they mean.
type Group struct {
	Transform Matrix
	Clip      *Outline // in the group's own coordinates; nil for none
	Tag       *Tag     // nil when the items are decoration or the document is not tagged
	Items     []Item
}

// A Use draws a symbol; writers may store the symbol once.
type Use struct {
	Symbol    *Symbol
	Transform Matrix
}

// A Symbol is a drawing used in many places. Its identity is its address.
type Symbol struct {
	Name  string
	Box   Rect // everything drawn lies within it
	Items []Item
	Page  bool // the whole page of another document: writers may store it as they do the page itself

	Upright bool    // looks the same on a page that is mirrored
	Whole   *Symbol // what it leaves something out of, nil for most
}

// A Tag says what a part of a page means to a reader who does not see it:
// the structure of a tagged PDF and of HTML.
type Tag struct {
	Role  string // "H1" "H2" "P" "L" "LI" "Lbl" "LBody" "Table" "TR" "TH" "TD" "Figure" "Caption" "Span"; "Artifact" for page furniture
	Alt   string // what a Figure shows
	ID    int    // groups with the same non-zero ID are parts of one element (a paragraph over two pages)
	Under int    // ID of the enclosing element, 0 for the document
}

func (*Text) item()   {}
func (*Path) item()   {}
func (*QR) item()     {}
func (*Image) item()  {}
func (*Link) item()   {}
func (*Anchor) item() {}
func (*Group) item()  {}
func (*Use) item()    {}
