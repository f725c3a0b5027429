package layout

import "kitpress/catalog/source"

// An Align says where lines stand in their slot.
type Align uint8

// The alignments.
const (
	AlignLeft Align = iota
	AlignCentre
	AlignRight
)

// A Style is how a text is set.
type Style struct {
	Lang      string  // BCP 47; chooses the font family and the rules of line breaking
	Weight    int     // 400, 600, 700 or 900; 0 is 400
	Size      Length  // em size
	Lead      Length  // distance of baselines; 0 is 1.2 times Size
	Tracking  float64 // extra space between runes, in em
	Upper     bool    // set in capitals
	Hyphenate bool    // break long words where the language allows
	Running   bool    // a paragraph of running text: lines are filled and the last may be short. Otherwise (titles, card texts) lines are balanced and prefer to end with a sentence or a clause
	Fill      *Paint
	Align     Align
}

// A Span is a part of a text in one weight.
type Span struct {
	Text string
	Bold bool
}

// A Run is a part of a line in one face.
type Run struct {
	X       Length // from the start of the line
	Width   Length // tracking between runes included, after the last one not
	Face    *Face
	Content string
}

// A Line is one line of a Block.
type Line struct {
	Width Length // tracking between runes included, after the last one not
	Runs  []Run
}

// A Block is a text broken into lines.
type Block struct {
	Style Style // as set: Size, Weight and Lead are filled in
	Lines []Line
	Width Length // of the widest line
}

// Height returns the room the lines take: lines times lead.
func (b Block) Height() Length { return Length(len(b.Lines)) * b.Style.Lead }

// Items returns the block as positioned texts, aligned by Style.Align within
// [x, x+width]; firstBaseline is the y of the first line.
func (b Block) Items(x, firstBaseline, width Length, origin source.Pos) []Item { return nil }

// A Missing is a rune that cannot be set.
type Missing struct {
	Rune   rune
	Text   string // the text it stands in
	Reason string // "no font has it", "beyond U+FFFF", "not valid UTF-8"
}

// A Typesetter breaks texts into lines. It is safe for concurrent use.
type Typesetter struct{}

// NewTypesetter returns a typesetter. hyphenate returns the byte offsets at
// which a word may be broken; it may be nil and must be safe for concurrent
// use.
func NewTypesetter(f *Fonts, hyphenate func(lang, word string) []int) *Typesetter {
	return &Typesetter{}
}

// Fonts returns the fonts the typesetter uses.
func (t *Typesetter) Fonts() *Fonts { return nil }

// Break sets a text in lines of at most width. Every rune of the text comes
// out in order, but for the spaces at line ends and what is reported missing.
// A word wider than width that may not be broken stays whole: Block.Width
// tells. text may carry **bold** mark-up and line feeds, which end a line.
func (t *Typesetter) Break(text string, s Style, width Length) (Block, []Missing) {
	return Block{Style: s}, nil
}

// Measure returns the width of a text set on one line (of the widest line when
// it has line feeds).
func (t *Typesetter) Measure(text string, s Style) Length { return 0 }
