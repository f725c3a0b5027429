package flow

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// keepLines is the length up to which a rule stays on one page; longer ones
// and paragraphs leave at least two lines on either side of a page's end.
const keepLines = 6

// A builder turns blocks into pieces.
type builder struct {
	lang     string
	size     float64 // of panels
	style    *Style
	drawer   Drawer
	setter   *layout.Typesetter
	problems source.Problems
	paints   map[string]*layout.Paint
	rules    map[string]string // number -> anchor, for links

	pages  map[string]int // page of each anchor, as far as it is known
	refers bool           // a text names a page
	cache  map[setKey]setText
	read   map[setKey]*layout.Reading // by text and style, of any size

	entries []*Entry // of the flow
	slots   *grid    // of them; nil as long as it is not known

	pieces  []piece
	ids     int               // last tag ID given
	runs    int               // last two-column run
	list    int               // tag ID of the list of rules being built, 0 for none
	band    *Heading          // waits for the first piece of its page
	opens   bool              // the next piece begins a page
	plain   layout.Length     // left edge of paragraphs in this chapter
	inset   layout.Length     // from the right margin to the right edge of texts
	heading bool              // the last piece is a heading
	level   int               // of the last heading
	head    int               // its first piece
	under   layout.Length     // gap under it
	ranOn   map[int]*Heading  // chapters that run on, by their first piece
	banded  map[*Heading]bool // those that are not to
}

func newBuilder(f *Flow, style *Style, d Drawer) *builder {
	b := &builder{
		lang: f.Lang, size: f.size, style: style, drawer: d, setter: d.Typesetter(), cache: map[setKey]setText{}, read: map[setKey]*layout.Reading{},
		paints: map[string]*layout.Paint{}, rules: map[string]string{},
		ranOn: map[int]*Heading{},
		plain: style.Margin.Left,
	}
	for _, block := range f.Blocks {
		switch block := block.(type) {
		case *Rule:
			if block.Anchor != "" {
				b.rules[block.Number] = block.Anchor
			}
		case *Entry:
			b.entries = append(b.entries, block)
		}
	}
	return b
}

// build makes the pieces of all blocks.
func (b *builder) build(blocks []Block) {
	b.blocks(blocks)
	if b.band != nil {
		b.add(piece{})
	}
}

func (b *builder) blocks(blocks []Block) {
	for i, block := range blocks {
		if _, ok := block.(*Rule); !ok {
			b.list = 0
		}
		if h, ok := block.(*Heading); ok && h.Level == 1 {
			b.plain = b.paragraphEdge(blocks[i+1:])
		} else if i == 0 && len(b.pieces) == 0 {
			b.plain = b.paragraphEdge(blocks)
		}
		switch block := block.(type) {
		case *Heading:
			b.addHeading(block)
		case *Paragraph:
			b.addParagraph(block)
		case *Rule:
			b.addRule(block)
		case *List:
			b.addList(block)
		case *Table:
			b.addTable(block)
		case *Figure:
			b.addFigure(block)
		case *Glossary:
			b.addGlossary(block)
		case *Directory:
			b.addDirectory(block)
		case *Entry:
			b.addEntry(block)
		case *Panels:
			b.addPanels(block)
		case *Frame:
			b.addFrame(block)
		case *Credits:
			b.addCredits(block)
		case *PageBreak:
			b.addBreak()
		}
	}
}

// paragraphEdge returns where the paragraphs of a chapter begin: on the edge
// of the rules when it has any, so that all text keeps one edge.
func (b *builder) paragraphEdge(chapter []Block) layout.Length {
	for _, block := range chapter {
		switch block := block.(type) {
		case *Rule:
			return b.style.Column.Text
		case *Heading:
			if block.Level == 1 {
				return b.style.Margin.Left
			}
		}
	}
	return b.style.Margin.Left
}

func (b *builder) right() layout.Length { return b.style.Page.W - b.style.Margin.Right - b.inset }

func (b *builder) id() int { b.ids++; return b.ids }

// add appends a piece; what waits for the next piece is bound to it.
func (b *builder) add(p piece) {
	p.band, b.band = b.band, nil
	p.opens = b.opens || p.band != nil
	b.opens = false
	b.pieces = append(b.pieces, p)
}

// addBreak makes the next piece begin a page. A heading just before the break
// moves along: it belongs to what follows.
func (b *builder) addBreak() {
	i := len(b.pieces)
	for i > 0 && b.pieces[i-1].keep {
		i--
	}
	if i < len(b.pieces) {
		b.pieces[i].opens = true
		return
	}
	b.opens = len(b.pieces) > 0
}

// paint returns the colour of a role; one the theme lacks is a problem.
func (b *builder) paint(role string) *layout.Paint {
	p, known := b.paints[role]
	if !known {
		if p = b.drawer.Paint(role); p == nil {
			b.problems.Errorf(source.Pos{}, "theme", "the theme has no colour %q, which the style %q needs", role, b.style.Name)
			p = layout.Black()
		}
		b.paints[role] = p
	}
	return p
}

// layoutStyle returns how a kind of text is set.
func (b *builder) layoutStyle(t *TextStyle) layout.Style {
	return layout.Style{
		Lang: b.lang, Weight: t.Weight, Size: t.Size, Lead: t.Lead, Tracking: t.Tracking, Upper: t.Upper, Figures: t.Figures,
		Hyphenate: t.Hyphenate, Fill: b.paint(t.Paint), Mirrored: b.drawer.Mirror() != nil,
	}
}

// A textBlock is a text broken into the lines of its column.
type textBlock struct {
	layout.Block
	origin   source.Pos
	baseline layout.Length // of the first line, from its top
	width    layout.Length // of the column
	links    []lineLink
}

// A setKey is what the lines of a text depend on.
type setKey struct {
	text  string
	style layout.Style
	width layout.Length
}

// A setText is a text that was set before: pages may have to be divided again
// because they name each other's numbers, and most texts stay the same.
type setText struct {
	block   layout.Block
	missing []layout.Missing
}

// set breaks a text into lines and reports what does not fit or cannot be set.
func (b *builder) set(text string, t *TextStyle, running bool, width layout.Length, origin source.Pos) textBlock {
	s := b.layoutStyle(t)
	s.Running = running && !t.BySense
	return b.setAs(text, s, t, width, origin)
}

func (b *builder) setAs(text string, s layout.Style, t *TextStyle, width layout.Length, origin source.Pos) textBlock {
	text, spans := b.cutLinks(text)
	key := setKey{text, s, width}
	done, ok := b.cache[key]
	if !ok {
		done = breakText(b, text, s, width)
		b.cache[key] = done
	}
	for _, m := range done.missing {
		b.problems.Errorf(origin, "glyph", "%s (%s)", m, b.lang).Hint = m.Hint
	}
	if over := done.block.Width - width; over > 0 {
		p := b.problems.Errorf(origin, "overflow", "%q is %s mm too wide for its column of %s mm (%s)", widest(done.block), over, width, b.lang)
		p.Hint = "use a shorter word, or put a soft hyphen (U+00AD) where it may be broken"
	}
	out := textBlock{Block: done.block, origin: origin, baseline: t.Lead.Mul(t.Baseline), width: width}
	if len(spans) > 0 {
		out.links = placeLinks(done.block, spans)
	}
	return out
}

// breakText breaks a text into lines. What is read of it for one size of type is kept
// while a grid is tried in several.
func breakText(b *builder, text string, s layout.Style, width layout.Length) setText {
	if b.slots != nil || len(b.entries) == 0 {
		block, missing := b.setter.Break(text, s, width)
		return setText{block, missing}
	}
	key := setKey{text: text, style: s}
	key.style.Size, key.style.Lead = 0, 0
	r := b.read[key]
	if r == nil {
		r = b.setter.Read(text, s)
		b.read[key] = r
	}
	return setText{r.Break(s, width), r.Missing()}
}

// widest returns the text of the widest line.
func widest(block layout.Block) string {
	for _, l := range block.Lines {
		if l.Width == block.Width {
			var text strings.Builder
			for _, r := range l.Runs {
				if !r.Over {
					text.WriteString(r.Content)
				}
			}
			return text.String()
		}
	}
	return ""
}

// lines returns the items of the lines from..to with the top of the first
// line at the given point.
func (t textBlock) lines(from, to int, at layout.Point) []layout.Item {
	part := layout.Block{Style: t.Style, Lines: t.Lines[from:to], Width: t.Width}
	items := part.Items(at.X, at.Y+t.baseline, t.width, t.origin)
	for _, l := range t.links {
		if from <= l.line && l.line < to {
			items = append(items, t.link(l, from, at))
		}
	}
	return items
}

// link returns a link over its words when the line from is drawn at a point.
func (t textBlock) link(l lineLink, from int, at layout.Point) *layout.Link {
	x := at.X + l.x
	if t.Style.Mirrored {
		x = at.X + t.Lines[l.line].Width - l.x - l.w
	}
	if t.Style.Align == layout.AlignRight {
		x += t.width - t.Lines[l.line].Width
	}
	y := at.Y + t.baseline + t.Style.Lead.Mul(float64(l.line-from))
	link := &layout.Link{Origin: t.origin, Rect: layout.Rect{X: x, Y: y - t.Style.Size.Mul(0.8), W: l.w, H: t.Style.Size}}
	if anchor, ok := strings.CutPrefix(l.target, "#"); ok {
		link.Anchor = anchor
	} else {
		link.URL = l.target
	}
	return link
}

// addLines adds a text line by line, as parts of one tagged element. before is
// drawn with the first line.
func (b *builder) addLines(t textBlock, x, gap layout.Length, together int, tag layout.Tag, before func(p *painter, top layout.Length)) {
	n := len(t.Lines)
	for i := range n {
		p := piece{
			height: t.Style.Lead, origin: t.origin, what: fmt.Sprintf("line %d of a text", i+1),
			keep: i < n-1 && (n <= together || i == 0 || i == n-2 || t.Lines[i].Split || hyphened(&t.Lines[i])),
			draw: func(p *painter, at layout.Point) {
				if i == 0 && before != nil {
					before(p, at.Y)
				}
				p.tagged(tag, p.linked(t.lines(i, i+1, layout.Point{X: x, Y: at.Y}))...)
			},
		}
		if i == 0 {
			p.gap, p.glue = b.above(gap)
		}
		b.add(p)
	}
	b.heading = false
}

// hyphened reports whether a line ends with a hyphen, of its own or of the text:
// no page does.
func hyphened(l *layout.Line) bool {
	if len(l.Runs) == 0 {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(l.Runs[len(l.Runs)-1].Content)
	return r == '-' || r == '\u2010' || r == '\u2011' || r == '\u00AD'
}

// above returns the gap above a block and its glue: it is smaller and fixed
// under a heading.
func (b *builder) above(gap layout.Length) (wide, glue layout.Length) {
	if b.heading {
		return b.under, 0
	}
	return gap, gap
}
