package layout

// A Fit is a slot a text must go into.
type Fit struct {
	Style      Style
	Sizes      []Length // tried in order, largest first; nil is Style.Size alone
	LeadFactor float64  // lead = size times LeadFactor when Style.Lead is 0; 0 is 1.2
	Width      Length
	Height     Length // 0 is no limit
	MaxLines   int    // 0 is no limit
}

// An Overflow says why and by how much a text does not go into its slot at the
// smallest size.
type Overflow struct {
	NeedWidth  Length // the width it needs: of its widest word, or in a one-line slot of the text
	NeedHeight Length // the height it needs at the slot's width
	OverBy     Length // how much is missing, in width if the width is at fault, otherwise in height; 0 when only runes are missing
	Lines      int
	Missing    []Missing
}

// Fit sets text at the first size that goes into the slot. When none does, the
// block is the text at the smallest size, for drafts, and the overflow is not
// nil.
func (t *Typesetter) Fit(text string, f Fit) (Block, *Overflow) { return Block{}, nil }
