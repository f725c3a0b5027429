package flow

import (
	"strconv"

	"kitpress/i18n"
	"kitpress/layout"
)

// neverSplit keeps all lines of a text on one page.
const neverSplit = 1 << 30

func (b *builder) addHeading(h *Heading) {
	b.level = min(h.Level, 2)
	if h.Level == 1 && !h.Minor && b.style.Band.Mode == BandPage {
		b.addChapter(h)
		return
	}
	t, x, mark, role, template := &b.style.Texts.H2, b.style.Mark.Text, b.style.Mark.Size, "H2", ""
	if h.Level == 1 {
		t, x, mark, role = &b.style.Texts.H1, b.style.Margin.Left, 0, "H1"
		if template = b.style.Band.Minor; template != "" {
			x = b.style.Column.Text
		}
	}
	text := b.set(h.Text, t, false, b.right()-x, h.Origin)
	tag := layout.Tag{Role: role, ID: b.id()}
	first := len(b.pieces)
	b.heading = false
	b.addLines(text, x, b.style.Gap.Heading, neverSplit, tag, func(p *painter, top layout.Length) {
		p.anchor(h.Anchor, layout.Point{X: b.style.Margin.Left, Y: top})
		p.bookmark(h, top)
		if template != "" {
			p.templateAt(template, h, top)
		}
		if mark > 0 {
			p.artifact(b.square(b.style.Mark.X, top+text.baseline, mark, t))
		}
	})
	keepTogether(b.pieces[first:])
	b.name(first, h.Anchor)
	if first < len(b.pieces) {
		b.pieces[first].title = true
	}
	b.heading, b.head, b.under = true, first, b.style.Gap.Under
	if template != "" {
		b.under += b.style.Gap.Block
	}
}

// addChapter opens a page with a band, or goes on with a strip where the page
// has room.
func (b *builder) addChapter(h *Heading) {
	st := &b.style.Band
	if !h.RunOn || b.banded[h] || st.Strip.Template == "" || b.room() < st.Room {
		if b.band != nil {
			b.add(piece{}) // a chapter without a word is still a page
		}
		b.band = h
		b.heading = false
		return
	}
	first := len(b.pieces)
	b.ranOn[first] = h
	b.add(piece{
		height: st.Strip.Height + st.Strip.Under, gap: st.Strip.Over, glue: st.Strip.Over, keep: true, title: true,
		anchor: h.Anchor, origin: h.Origin, what: "the title of a chapter",
		draw: func(p *painter, at layout.Point) { p.strip(h, at.Y) },
	})
	b.heading, b.head, b.under = true, first, 0
}

// room returns how much of the last page so far is free.
func (b *builder) room() layout.Length {
	leaves := paginate(b.pieces, b.style)
	if len(leaves) == 0 || b.band != nil {
		return 0
	}
	pieces := b.pieces[leaves[len(leaves)-1].from:]
	return b.style.area(pieces[0].band != nil).H - measure(pieces, b.style).height
}

// name gives a piece the name of an anchor.
func (b *builder) name(i int, anchor string) {
	if i < len(b.pieces) {
		b.pieces[i].anchor = anchor
	}
}

// keepTogether binds pieces to each other and to what follows.
func keepTogether(pieces []piece) {
	for i := range pieces {
		pieces[i].keep = true
	}
}

// square returns a mark beside a line, centred on its capitals.
func (b *builder) square(x, baseline, side layout.Length, t *TextStyle) layout.Item {
	face := b.setter.Fonts().Face(b.lang, t.Weight)
	y := baseline - face.CapHeight(t.Size)/2 - side/2
	return &layout.Path{
		Outline: layout.RectOutline(layout.Rect{X: x, Y: y, W: side, H: side}, 0),
		Fill:    b.paint(b.style.Mark.Paint), Stroke: b.drawer.Line(b.style.Mark.Paint),
	}
}

func (b *builder) addParagraph(g *Paragraph) {
	if g.Icon != "" && b.style.Note.Template != "" {
		b.add(note(b, g))
		b.heading = false
		return
	}
	text := b.body(g, b.right()-b.plain)
	b.addLines(text, b.plain, b.style.Gap.Block, 3, layout.Tag{Role: "P", ID: b.id()}, nil)
}

// note sets a paragraph on its ground, with its icon before it, which stays
// on one page. Its text keeps the edge of the rules.
func note(b *builder, g *Paragraph) piece {
	st := &b.style.Note
	x := b.style.Column.Text
	text := b.body(g, b.right()-x-st.Right)
	tag := layout.Tag{Role: "P", ID: b.id()}
	p := piece{height: text.Height() + 2*st.Pad, origin: g.Origin, what: "a note"}
	p.gap, p.glue = b.above(st.Gap)
	p.draw = func(p *painter, at layout.Point) {
		if scene := p.scene(st.Template, map[string]any{"icon": g.Icon, "height": (text.Height() + 2*st.Pad).MM()}); scene != nil {
			p.artifact(&layout.Group{Transform: layout.Translate(layout.Point{Y: at.Y}), Items: scene.Items})
		}
		p.tagged(tag, p.linked(text.lines(0, len(text.Lines), layout.Point{X: x, Y: at.Y + st.Pad}))...)
	}
	return p
}

// body sets a paragraph or an item of a list.
func (b *builder) body(g *Paragraph, width layout.Length) textBlock {
	t := b.style.Texts.Body
	t.Hyphenate = t.Hyphenate && !g.Whole
	return b.set(g.Text, &t, true, width, g.Origin)
}

// addRule sets a rule with its number in the margin. Rules that follow each
// other are one list.
func (b *builder) addRule(r *Rule) {
	st := b.style
	opens := b.list == 0
	if opens {
		b.list = b.id()
	}
	list, item := b.list, b.id()
	label := layout.Tag{Role: "Lbl", ID: b.id(), Under: item}
	number := b.set(r.Number, &st.Texts.Number, false, st.Column.Number-st.Margin.Left, r.Origin)
	number.Style.Align = layout.AlignRight
	text := b.set(r.Text, &st.Texts.Body, true, b.right()-st.Column.Text, r.Origin)
	defer b.name(len(b.pieces), r.Anchor)
	b.addLines(text, st.Column.Text, st.Gap.Block, keepLines, layout.Tag{Role: "LBody", ID: b.id(), Under: item}, func(p *painter, top layout.Length) {
		p.anchor(r.Anchor, layout.Point{X: st.Margin.Left, Y: top})
		if opens {
			p.container(layout.Tag{Role: "L", ID: list})
		}
		p.container(layout.Tag{Role: "LI", ID: item, Under: list})
		number.baseline = text.baseline
		p.tagged(label, number.lines(0, len(number.Lines), layout.Point{X: st.Margin.Left, Y: top})...)
	})
}

func (b *builder) addList(l *List) {
	st := b.style
	list := b.id()
	left := b.plain
	indent := b.labelColumn(l)
	x := left + indent
	for i, g := range l.Items {
		item := b.id()
		label := layout.Tag{Role: "Lbl", ID: b.id(), Under: item}
		var number textBlock
		if text := l.label(i); text != "" {
			number = b.set(text, &st.Texts.Number, false, indent, g.Origin)
		}
		text := b.body(&g, b.right()-x)
		gap, at := st.Gap.Item, len(b.pieces)
		if i == 0 {
			gap = st.Gap.Block
		}
		b.addLines(text, x, gap, 3, layout.Tag{Role: "LBody", ID: b.id(), Under: item}, func(p *painter, top layout.Length) {
			if i == 0 {
				p.container(layout.Tag{Role: "L", ID: list})
			}
			p.container(layout.Tag{Role: "LI", ID: item, Under: list})
			if l.label(i) == "" {
				p.artifact(b.square(left, top+text.baseline, st.Mark.Item, &st.Texts.Body))
				return
			}
			number.baseline = text.baseline
			p.tagged(label, number.lines(0, len(number.Lines), layout.Point{X: left, Y: top})...)
		})
		if i > 0 && at < len(b.pieces) {
			b.pieces[at].glue = 0 // lists look alike on every page
		}
	}
}

// labelColumn returns how wide the column before the items of a list is: the
// indent of the style, or what its widest label takes with a gap behind it.
func (b *builder) labelColumn(l *List) layout.Length {
	st, wide := b.style, b.style.Column.Indent
	for i := range l.Items {
		if text := l.label(i); text != "" {
			width := b.setter.Measure(text, b.layoutStyle(&st.Texts.Number))
			wide = max(wide, width+st.Texts.Number.Size/4)
		}
	}
	return wide
}

// label returns what stands before an item, "" for a mark.
func (l *List) label(i int) string {
	switch {
	case l.Ordered:
		return strconv.Itoa(i+1) + "."
	case i < len(l.Labels):
		return l.Labels[i]
	}
	return ""
}

// fewTerms is how many terms of a glossary begin or end it on one page at least:
// two rows of two.
const fewTerms = 4

func (b *builder) addGlossary(g *Glossary) {
	st := b.style
	width := (b.right() - st.Margin.Left - st.Column.Gutter) / 2
	list, n := b.id(), len(g.Terms)
	b.runs++
	for i, term := range g.Terms {
		item := b.id()
		label := layout.Tag{Role: "Lbl", ID: b.id(), Under: item}
		body := layout.Tag{Role: "LBody", ID: b.id(), Under: item}
		name := b.set(term.Name, &st.Texts.Term, false, width, term.Origin)
		about := b.set(term.About, &st.Texts.Body, true, width, term.Origin)
		p := piece{
			height: name.Height() + about.Height(), gap: st.Gap.Term, glue: st.Gap.Term, run: b.runs,
			origin: term.Origin, what: "glossary term " + strconv.Quote(i18n.Plain(term.Name)),
			keep: i < n-1 && (i < fewTerms-1 || i >= n-fewTerms),
			draw: func(p *painter, at layout.Point) {
				if i == 0 {
					p.container(layout.Tag{Role: "L", ID: list})
				}
				p.container(layout.Tag{Role: "LI", ID: item, Under: list})
				p.tagged(label, name.lines(0, len(name.Lines), at)...)
				at.Y += name.Height()
				p.tagged(body, p.linked(about.lines(0, len(about.Lines), at))...)
			},
		}
		if i == 0 {
			p.gap, p.glue = b.above(st.Gap.Block)
		}
		b.add(p)
		b.heading = false
	}
}

// addCredits sets the credits as a part of their own at the bottom of a page;
// what follows begins a new one.
func (b *builder) addCredits(c *Credits) {
	first := len(b.pieces)
	if b.heading && c.Title == "" { // the chapter's title is that of the box
		first = b.head
	}
	plain := b.plain
	b.plain = b.style.Margin.Left
	if c.Title != "" {
		b.addHeading(&Heading{Level: 2, Text: c.Title})
	}
	for _, g := range c.Lines {
		b.addParagraph(&g)
	}
	b.plain = plain
	if len(b.pieces) == first {
		return
	}
	box := b.pieces[first:]
	for i := range box {
		box[i].box, box[i].glue = true, 0
	}
	box[0].gap = b.style.Gap.Figure + b.style.Box.Pad
	box[len(box)-1].height += b.style.Box.Foot
	if columnHeight(box) <= b.style.area(false).H {
		keepTogether(b.pieces[first:])
	}
	b.pieces[len(b.pieces)-1].keep = false
	b.opens = true
	b.heading = false
}
