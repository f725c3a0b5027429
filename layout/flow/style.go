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
	Head   string // template at the top of pages with entries, with vars from, to, side and band; empty for none
	Cover  string // template of the first page when a flow has no cover of its own; empty for none
	Fill   Fill   // templates of pages a booklet has to spare
	Texts  Texts
	Gap    Gaps
	Mark   Mark
	Table  TableStyle
	Box    Box
	Entry  *EntryStyle   // nil when the style sets no entries
	Shrink float64       // how small a figure may be drawn to fit its page; 1 is full size, 0 for never smaller
	Floor  layout.Length // no words of a figure become smaller than this

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
	Body, Number, Band, H1, H2, Caption, Term, Cell, Head, Foot TextStyle
}

// A TextStyle is how one kind of text is set.
type TextStyle struct {
	Size, Lead layout.Length
	Weight     int
	Paint      string  // role
	Baseline   float64 // where in its line box the baseline lies, 0 top to 1 bottom
	Tracking   float64 // em
	Upper      bool
	Hyphenate  bool
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
	Stretch layout.Length // a gap grows by at most this to fill a page
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

// A Box is the ground credits stand on; it reaches past the page.
type Box struct {
	Paint string
	Pad   layout.Length // above the text
	Foot  layout.Length // between the text and the end of the text area
}

// An EntryStyle is how entries are set: two columns, one for keys, kinds and
// titles, one for texts.
type EntryStyle struct {
	Key, Title, Name, Lead TextStyle // Name is the titles of parts and the word of a kind

	Label  layout.Length // right edge of the titles, from the left edge of the page
	Text   layout.Length // left edge of the texts
	Gap    layout.Length // above an entry
	Part   layout.Length // above a part
	Line   layout.Length // thickness of the rule above an entry
	Pad    layout.Length // under the rule
	Paint  string        // role of the rule
	Mark   string        // template of a kind's mark, with vars kind and letter
	Indent layout.Length // of the word beside the mark
	Ground Ground
	// How much paper may be left empty to keep an entry from running over to
	// the facing page, or to the next one.
	Facing, Turn layout.Length
	// How much more, to keep the ground of a part from being cut, a text from
	// being cut, and only a few lines of an entry from running over.
	Cut, Inside, Rest layout.Length
	// How much in all, before a page more is better; 0 if that never is.
	Spare layout.Length
}

// A Ground is what a part stands on that is to be told from the others.
type Ground struct {
	Paint      string
	PadX, PadY layout.Length
	Radius     layout.Length
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
	if e := s.Entry; e != nil {
		all = append(all, namedText{"key", &e.Key}, namedText{"title", &e.Title}, namedText{"name", &e.Name}, namedText{"lead", &e.Lead})
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
	Notes string // within
	Back  string // the last one, outside
}
