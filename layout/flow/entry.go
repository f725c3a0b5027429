package flow

import (
	"kitpress/catalog/source"
)

// An Entry is one article of a work to look things up in. Its key stands in
// the margin, large, and on the head of its page; so do the titles of its
// parts, beside their text.
type Entry struct {
	Origin source.Pos
	Anchor string
	Key    string // what readers look it up by, in the order of the work: a code
	Title  string
	Kind   *Kind  // nil for none
	Lead   string // what it says in one sentence; may be empty
	Parts  []Part
}

// A Kind says what sort of thing an entry is about: a word, and a mark that
// tells it without colour.
type Kind struct {
	ID   string // for the mark's template: "threat"
	Word string
}

// A Part is one part of an Entry: paragraphs and lists with a title in the
// margin.
type Part struct {
	Title  string
	Ground bool // stands on a ground of its own
	Whole  bool // is never split: one paragraph answers the other
	Blocks []Block
}

func (*Entry) block() {}
