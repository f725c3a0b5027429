package flow

import "kitpress/layout"

// A Style is how a Flow is set on pages: sizes and distances, and roles of
// the theme instead of colours. It is read from layout/templates/flows.
type Style struct {
	Name   string
	Page   layout.Size
	Bleed  layout.Length // how far bands and tints reach past the page
	Margin Margin
	Column Columns
	Band   Band
	Foot   Foot
	Cover  string // template of the first page when a flow has no cover of its own; empty for none
	Fill   Fill   // templates of pages a booklet has to spare
	Texts  Texts
	Gap    Gaps
	Mark   Mark
	Table  TableStyle
	Note   NoteStyle
	Box    Box
	Frames map[string]*FrameStyle // by look; none in styles that set no frames
	Entry  *EntryStyle            // nil when the style sets no entries
	Shrink float64                // how small a figure may be drawn to fit its page; 1 is full size, 0 for never smaller
	Floor  layout.Length          // no words of a figure become smaller than this

	languages map[string]override // by language: what differs there
}

// A Margin is the paper left empty around the text.
type Margin struct{ Left, Right, Top, Bottom layout.Length }

// Columns are measured from the left edge of the page.
type Columns struct {
	Number layout.Length // right edge of rule numbers
	Text   layout.Length // left edge of rules, and of paragraphs among them
	Indent layout.Length // of a list's items, from its mark
	Gutter layout.Length // between the two columns of a glossary
}

// A BandMode says what a chapter's title looks like.
type BandMode string

// The modes of a band.
const (
	BandPage   BandMode = "page"   // a new page that opens with a band
	BandInline BandMode = "inline" // a heading in the text
)

// A Band is the head of a chapter's first page: the template draws the ground
// and the icon, the title is set on it as text.
type Band struct {
	Mode     BandMode
	Template string        // drawn from the top left corner of the page with vars title and icon
	Room     layout.Length // how much of the page must be free for a chapter to run on; less, and it opens a page
	Minor    string        // template of a minor chapter, drawn at its title's line with vars title and icon; may be empty
	Strip    Strip
	Top      layout.Length // of the first line under the band
	X, Y     layout.Length // start of the title's baseline
	Width    layout.Length // room for the title
	Sizes    []layout.Length
}

// A Strip is the band of a chapter that runs on: as strong, but lower, across
// the page where the chapter begins.
type Strip struct {
	Template string        // drawn from the left edge of the page with vars title and icon; empty if no chapter runs on
	Height   layout.Length // of the template
	Over     layout.Length // distance from what stands above
	Under    layout.Length // distance to what stands below
	X, Y     layout.Length // start of the title's baseline
	Width    layout.Length // room for the title
	Sizes    []layout.Length
}

// A Foot is drawn on every page but the cover. Without a template the running
// title and the page number are set as plain text.
type Foot struct {
	Template string        // ends at the bottom of the page; vars number, title and side, "left" or "right": the outer one
	Baseline layout.Length // of the plain foot, from the bottom of the page
}

// Texts are the kinds of text on a page.
type Texts struct {
	Body, Number, Band, H1, H2, Caption, Term, Cell, Head, Foot, Frame TextStyle // Frame: the titles of frames
}

// A TextStyle is how one kind of text is set.
type TextStyle struct {
	Size, Lead layout.Length
	Weight     int
	Paint      string  // role
	Baseline   float64 // where in its line box the baseline lies, 0 top to 1 bottom
	Tracking   float64 // em
	Figures    layout.Figures
	Upper      bool
	Hyphenate  bool
	BySense    bool // lines end by sense, as those of cards, and are not filled
}

// Gaps are the distances between line boxes.
type Gaps struct {
	Block   layout.Length // between paragraphs, rules, before a list
	Item    layout.Length // between the items of a list
	Heading layout.Length // above a heading
	Under   layout.Length // under a heading
	Figure  layout.Length // around figures and tables
	Caption layout.Length // between a figure and its caption
	Term    layout.Length // between the terms of a glossary
	Stretch float64       // a gap grows by at most this part of itself to fill a page
}

// A Mark stands before headings of level 2 and list items.
type Mark struct {
	X     layout.Length // left edge, from the left edge of the page
	Text  layout.Length // left edge of the heading
	Size  layout.Length // side of the square; 0 for none
	Item  layout.Length // side of the square before list items
	Paint string
}

// A TableStyle is what a table has beside text.
type TableStyle struct {
	PadX, PadY layout.Length
	Line       layout.Length // thickness of the line under each row
	Paint      string        // role of the lines
	HeadPaint  string        // role of the header's ground; empty for none
}

// A NoteStyle is how paragraphs with an icon are set.
type NoteStyle struct {
	Template string        // of the ground, from the left edge of the page, with vars icon and height in mm; empty: as other paragraphs
	Pad      layout.Length // above and below the text
	Right    layout.Length // between the text and the right edge of the page’s text
	Gap      layout.Length // between two
}

// A Box is the ground credits stand on; it reaches past the page.
type Box struct {
	Paint string
	Pad   layout.Length // above the text
	Foot  layout.Length // between the text and the end of the text area
}

// A FrameStyle is one look of frames. Its template is drawn below the text,
// from the upper left corner of the frame, with the vars width, height and head
// in mm, look, and those of the frame.
type FrameStyle struct {
	Template                 string        // empty for text alone; it is told drop as well, what the text stands lower
	Paint                    string        // role of the title
	X                        layout.Length // from the left edge to the title
	Pad                      layout.Length // above and below the title
	Head                     layout.Length // how high the heading is at least
	Left, Right, Top, Bottom layout.Length // from the edges, and from the heading, to the text
	Size                     layout.Length // of its text; 0 for that of all texts
	Grows                    bool          // may be higher than its text, to fill a page
}

// An EntryStyle is how entries are set: a head across the page, with title and
// lead on the template, then two columns of frames.
type EntryStyle struct {
	Template          string // of the head, drawn from the corner of the page with the entry's vars and side, key, kind, word, tab, tabs, colour, on and pattern
	Title, Lead       TextStyle
	TitleBox, LeadBox HeadBox

	Area   layout.Rect     // of frames and notes on the first page
	Gap    layout.Length   // between frames, and above the notes
	Grow   layout.Length   // between the items of a frame higher than it need be: at most this
	Gutter layout.Length   // between the columns
	Number layout.Length   // beside the notes, for the number of the page
	Least  layout.Length   // height left for the notes at least
	Left   layout.Length   // how wide the left column is
	First  []string        // looks of the frames in the left column
	Sizes  []layout.Length // of the frames' text: the largest in which most entries have room is taken, the last one for the others
}

// A HeadBox is the room of a text in the head of a right page; on left pages
// it lies mirrored.
type HeadBox struct {
	X, Y, W, H layout.Length
	Sizes      []layout.Length
	Bottom     bool // the text stands on its lower edge
}

// An override holds what differs in one language. Zero values change nothing.
type override struct {
	texts map[string]TextStyle // by kind
	floor layout.Length
}

// A namedText is one kind of text with its key in the style's file.
type namedText struct {
	name  string
	style *TextStyle
}

func (s *Style) allTexts() []namedText {
	t := &s.Texts
	all := []namedText{
		{"body", &t.Body}, {"number", &t.Number}, {"band", &t.Band}, {"h1", &t.H1}, {"h2", &t.H2},
		{"caption", &t.Caption}, {"term", &t.Term}, {"cell", &t.Cell}, {"head", &t.Head}, {"foot", &t.Foot},
	}
	if len(s.Frames) > 0 {
		all = append(all, namedText{"frame", &t.Frame})
	}
	if e := s.Entry; e != nil {
		all = append(all, namedText{"title", &e.Title}, namedText{"lead", &e.Lead})
	}
	return all
}

// On returns the style for pages of another size, with the same margins.
func (s *Style) On(page layout.Size) *Style {
	c := *s
	c.Page = page
	return &c
}

// in returns the style as it is in one language.
func (s *Style) in(lang string) Style {
	c := *s
	o, ok := s.languages[lang]
	if !ok {
		o = s.languages[baseLanguage(lang)]
	}
	if s.Entry != nil {
		e := *s.Entry
		c.Entry = &e
	}
	for _, t := range c.allTexts() {
		if change, ok := o.texts[t.name]; ok {
			t.style.change(change)
		}
	}
	if o.floor > 0 {
		c.Floor = o.floor
	}
	return c
}

// change takes over what o states.
func (t *TextStyle) change(o TextStyle) {
	if o.Size > 0 {
		t.Size = o.Size
	}
	if o.Lead > 0 {
		t.Lead = o.Lead
	}
	if o.Weight > 0 {
		t.Weight = o.Weight
	}
	if o.Baseline > 0 {
		t.Baseline = o.Baseline
	}
	t.BySense = t.BySense || o.BySense
}

// baseLanguage returns "de" for "de-CH".
func baseLanguage(lang string) string {
	for i := range len(lang) {
		if lang[i] == '-' {
			return lang[:i]
		}
	}
	return lang
}

// area returns the text area of a page; below the band when it has one.
func (s *Style) area(band bool) layout.Rect {
	top := s.Margin.Top
	if band {
		top = s.Band.Top
	}
	return layout.Rect{
		X: s.Margin.Left, Y: top,
		W: s.Page.W - s.Margin.Left - s.Margin.Right,
		H: s.Page.H - s.Margin.Bottom - top,
	}
}

// Fill names the templates of the pages that bring a booklet to full sheets;
// empty for white pages.
type Fill struct {
	Notes string // the rest of a page
	Page  string // a whole one within; as Notes when it is not said
	Back  string // the last one, outside
}
