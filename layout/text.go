package layout

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"kitpress/catalog/source"
	"kitpress/layout/shape"
)

// An Align says where lines stand in their slot.
type Align uint8

// The alignments.
const (
	AlignLeft Align = iota // where lines begin: on the right in languages that run from there
	AlignCentre
	AlignRight // where lines end
)

// A Style is how a text is set.
type Style struct {
	Lang      string  // BCP 47; chooses the font family and the rules of line breaking
	Font      string  // family of the game's own that goes before the others; "" for none
	Weight    int     // 400, 600, 700 or 900; 0 is 400
	Size      Length  // em size
	Lead      Length  // distance of baselines; 0 is 1.2 times Size
	Tracking  float64 // extra space between letters, in em
	Upper     bool    // set in capitals
	Figures   Figures // 0 is what the font has by itself
	Hyphenate bool    // break long words where the language allows
	Running   bool    // a paragraph of running text: lines are filled, and the last may be short but no stub. Otherwise (titles, card texts) lines are balanced and end by sense; Japanese from 11 pt on always does
	Fill      *Paint
	Align     Align
	Mirrored  bool // of a page that is mirrored after it is drawn (layout/mirror): lines stand as if every language ran from the left
}

// defaultLead is the distance of baselines in em where nothing else is said.
const defaultLead = 1.2

// filled returns the style with weight and lead filled in.
func (s Style) filled() Style {
	if s.Weight == 0 {
		s.Weight = 400
	}
	if s.Lead == 0 {
		s.Lead = s.Size.Mul(defaultLead)
	}
	return s
}

// tracking returns the space after every rune, to the micrometre, because
// that is how it is written.
func (s Style) tracking() Length {
	return Length(math.Round(s.Tracking * float64(s.Size)))
}

// way returns how texts in the style are shaped.
func way(s Style) shape.Way {
	return shape.Way{Lang: s.Lang, Loose: s.tracking() != 0, Forms: s.Figures}
}

// A Run is a part of a line in one face.
type Run struct {
	X       Length // from the start of the line
	Width   Length // tracking between runes included, after the last one not
	Face    *Face
	Content string // in the order it is read; of an icon :its-name:
	Spread  Length // what is added between its letters to fill the line
	Rise    Length // above the line
	RTL     bool   // runs from right to left
	Over    bool   // says how the characters below it are read
	Percent uint8  // of the size of the text; 0 is all of it
	Forms   shape.Forms

	icon *Icon // stands in the line instead of letters
}

// A Line is one line of a Block.
type Line struct {
	Width  Length // tracking between runes included, after the last one not
	Runs   []Run
	Slot   Length // it was chosen for; 0 when there was nothing to choose
	Nth    int32  // of its paragraph, from 0
	Last   bool   // of its paragraph
	Split  bool   // it ends inside a word
	Broken bool   // of Japanese, that is read as one and had no room
	Ran    bool   // of running text; see Style.Running
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
func (b Block) Items(x, firstBaseline, width Length, origin source.Pos) []Item {
	n := 0
	for _, l := range b.Lines {
		n += len(l.Runs)
	}
	items := make([]Item, 0, n)
	texts := make([]Text, n)
	for i := range b.Lines {
		l, left := &b.Lines[i], x
		switch align := b.Style.Align; {
		case align == AlignCentre:
			left += (width - l.Width) / 2
		case (align == AlignRight) != (!b.Style.Mirrored && rightToLeft(b.Style.Lang)):
			left += width - l.Width
		}
		for _, r := range l.Runs {
			at := Point{left + r.X, firstBaseline + Length(i)*b.Style.Lead - r.Rise}
			if b.Style.Mirrored {
				at.X = left + l.Width - r.X - r.Width
			}
			if r.icon != nil {
				items = append(items, b.icon(r.icon, at, origin))
				continue
			}
			t := &texts[len(items)]
			*t = b.Text(r)
			t.Origin, t.Line, t.At = origin, &b.Lines[i], at
			items = append(items, t)
		}
	}
	return items
}

// icon returns an icon in a line.
func (b Block) icon(icon *Icon, at Point, origin source.Pos) Item {
	p := &Path{Origin: origin, Outline: inLine(icon, b.Style.Size, at), Fill: b.Style.Fill}
	if !b.Style.Mirrored {
		return p
	}
	return &Use{Symbol: &Symbol{Name: "icon/" + icon.Name, Box: p.Outline.Bounds(), Items: []Item{p}, Upright: true}, Transform: Identity()}
}

// Text returns a run as a text at (0, 0).
func (b Block) Text(r Run) Text {
	t := Text{
		Face: r.Face, Size: b.Style.Size, Content: r.Content, Lang: b.Style.Lang, RTL: r.RTL,
		Width: r.Width, Tracking: b.Style.tracking() + r.Spread, Fill: b.Style.Fill, Forms: formsOf(b.Style.Figures, r.Forms), Over: r.Over,
	}
	if r.Percent != 0 {
		t.Size = b.Style.Size.Mul(float64(r.Percent) / 100)
	}
	if r.Over {
		t.Tracking = r.Spread
	}
	return t
}

// A Missing is a rune that cannot be set.
type Missing struct {
	Rune   rune
	Text   string // the text it stands in
	Reason string // one of the reasons below, or why there is no icon
	Hint   string // what helps
	Icon   string // the name of an icon there is none of
}

const leaveOut = "leave it out, or name an icon: :star: (kitpress list icons)"

// String says what cannot be set, and why.
func (m Missing) String() string {
	if m.Icon != "" {
		return m.Reason
	}
	return fmt.Sprintf("%q (U+%04X) cannot be set: %s", m.Rune, m.Rune, m.Reason)
}

// Why a rune cannot be set.
const (
	NoGlyph    = "no font has it"
	NoSmall    = "the font has no small capitals of it"
	NotUnicode = "the text is not valid UTF-8"
)

// A Typesetter breaks texts into lines. It is safe for concurrent use.
type Typesetter struct {
	fonts     *Fonts
	hyphens   *hyphenCache
	icons     func(name string) (*Icon, error)
	easy      bool      // to read; see Easy
	scratches sync.Pool // *scratch
}

// NewTypesetter returns a typesetter. hyphenate returns the byte offsets at
// which a word may be broken; it may be nil and must be safe for concurrent
// use.
func NewTypesetter(f *Fonts, hyphenate func(lang, word string) []int) *Typesetter {
	return &Typesetter{fonts: f, hyphens: &hyphenCache{ask: hyphenate}}
}

// WithIcons returns a typesetter that draws :name: as an icon, on the line and
// in the colour of the text. find must be safe for concurrent use.
func (t *Typesetter) WithIcons(find func(name string) (*Icon, error)) *Typesetter {
	return &Typesetter{fonts: t.fonts, hyphens: t.hyphens, icons: find, easy: t.easy}
}

// What makes a text easy to read, beside its letters.
const (
	easyTracking = 0.03 // em between letters, and twice that at a space
	easyLead     = 1.15 // of lines that need not go into a slot
	easyLeast    = 0.7  // of the smallest size of a slot: pieces are enlarged
)

// Easy returns a typesetter for readers who take letters for others: theirs are
// hard to confuse and stand farther apart, and so do lines that have the room.
// In a slot texts may be smaller than it says, for pieces that are enlarged.
func (t *Typesetter) Easy() *Typesetter {
	return &Typesetter{fonts: t.fonts, hyphens: t.hyphens, icons: t.icons, easy: true}
}

// eased returns a style as the typesetter sets it.
func (t *Typesetter) eased(s Style) Style {
	if t.easy {
		s.Font = easyFamily
		s.Tracking += easyTracking
	}
	return s
}

// Fonts returns the fonts the typesetter uses.
func (t *Typesetter) Fonts() *Fonts { return t.fonts }

// Break sets a text in lines of at most width. Every rune of the text comes
// out in order, but for the spaces at line ends and what is reported missing.
// A word wider than width that may not be broken stays whole: Block.Width
// tells. text may carry **bold** and *italic* mark-up and line feeds, which end a line.
func (t *Typesetter) Break(text string, s Style, width Length) (Block, []Missing) {
	w := t.scratch()
	defer t.scratches.Put(w)
	r := t.read(w, text, s)
	return r.Break(s, width), r.Missing()
}

// A Reading is a text with the places where its lines may end, to be set in
// several sizes and widths. It is not safe for concurrent use.
type Reading struct {
	t *Typesetter
	w *scratch
}

// Read reads a text that is to be set in a style.
func (t *Typesetter) Read(text string, s Style) *Reading { return t.read(new(scratch), text, s) }

func (t *Typesetter) read(w *scratch, text string, s Style) *Reading {
	s = t.eased(s.filled())
	w.prepare(t, text, s)
	w.findBreaks(t, s)
	return &Reading{t, w}
}

// Break is Typesetter.Break in a style that differs from that of the reading in
// Size and Lead, and not by so much that one is to be read and one displayed.
func (r *Reading) Break(s Style, width Length) Block {
	if s = r.t.eased(s.filled()); r.t.easy {
		s.Lead = s.Lead.Mul(easyLead)
	}
	s = r.w.rubies.lead(s)
	r.w.choose(s, width, false)
	return r.w.block(s)
}

// Missing returns the runes of the text that cannot be set.
func (r *Reading) Missing() []Missing { return r.w.missing }

// Missing returns the runes of a text that cannot be set in a language.
func (t *Typesetter) Missing(lang, text string) []Missing {
	if isASCII(text) && !strings.ContainsAny(text, ":^") {
		return nil
	}
	w := t.scratch()
	defer t.scratches.Put(w)
	w.read(t, text, Style{Lang: lang})
	return w.missing
}

// Measure returns the width of a text set on one line (of the widest line when
// it has line feeds).
func (t *Typesetter) Measure(text string, s Style) Length {
	s = t.eased(s.filled())
	w := t.scratch()
	defer t.scratches.Put(w)
	w.prepare(t, text, s)
	w.splitLines()
	var widest int64
	for _, l := range w.lines {
		widest = max(widest, w.measure(l.start, l.end, int64(s.Size), trackGrains(s)))
	}
	return grainsToLength(widest)
}

// scratch returns working memory from the pool.
func (t *Typesetter) scratch() *scratch {
	if w, ok := t.scratches.Get().(*scratch); ok {
		return w
	}
	return new(scratch)
}
