package flow

import (
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
)

// addEntry sets an article: its head, which stays with what follows, then the
// lead and the parts beside their titles.
func (b *builder) addEntry(e *Entry) {
	if b.style.Entry == nil {
		b.problems.Errorf(e.Origin, "internal", "the style %q does not say how an entry is set", b.style.Name)
		return
	}
	first := len(b.pieces)
	plain := b.plain
	b.plain = b.style.Entry.Text
	b.addEntryHead(e)
	b.addLead(e)
	if len(e.Parts) > 0 {
		b.keepFrom(first) // no head at the bottom of a page without what it is about
	}
	for i := range e.Parts {
		b.addPart(&e.Parts[i], e.Origin)
	}
	for i := first; i < len(b.pieces); i++ {
		b.pieces[i].entry = e
	}
	b.plain = plain
	b.heading = false
}

// addEntryHead sets the key and the title on one line, under a rule. Both are
// one heading.
func (b *builder) addEntryHead(e *Entry) {
	st := b.style.Entry
	left := b.style.Margin.Left
	key := b.set(e.Key, &st.Key, false, st.Label-left, e.Origin)
	title := b.set(e.Title, &st.Title, false, b.right()-st.Text, e.Origin)
	base := max(key.baseline, title.baseline)
	key.baseline, title.baseline = base, base
	tag := layout.Tag{Role: "H2", ID: b.id()}
	head := &Heading{Level: 2, Text: e.Key + " " + i18n.Plain(e.Title)}
	gap, elastic := b.above(st.Gap)
	b.add(piece{
		height: st.Pad + max(key.Height(), title.Height()), gap: gap, elastic: elastic, keep: true,
		anchor: e.Anchor, origin: e.Origin, what: "the head of an entry",
		draw: func(p *painter, at layout.Point) {
			p.anchor(e.Anchor, layout.Point{X: left, Y: at.Y})
			p.bookmark(head, at.Y)
			p.artifact(b.entryRule(at.Y))
			at.Y += st.Pad
			p.tagged(tag, key.lines(0, len(key.Lines), at)...)
			p.tagged(tag, title.lines(0, len(title.Lines), layout.Point{X: st.Text, Y: at.Y})...)
		},
	})
	b.heading = false
}

// entryRule is the line above an entry.
func (b *builder) entryRule(y layout.Length) layout.Item {
	st := b.style.Entry
	line := layout.PolylineOutline(layout.Point{X: b.style.Margin.Left, Y: y}, layout.Point{X: b.right(), Y: y})
	return &layout.Path{Outline: line, Stroke: &layout.Stroke{Paint: b.paint(st.Paint), Width: st.Line}}
}

// addLead sets the sentence an entry opens with, and its kind in the margin.
func (b *builder) addLead(e *Entry) {
	st := b.style.Entry
	first := len(b.pieces)
	text := b.set(e.Lead, &st.Lead, true, b.right()-st.Text, e.Origin)
	var height layout.Length
	if e.Kind != nil {
		height = b.kindInMargin(e.Kind, text.baseline, e.Origin)
	}
	if len(text.Lines) == 0 {
		b.add(piece{height: height, origin: e.Origin, what: "the kind of an entry", draw: func(*painter, layout.Point) {}})
		return
	}
	b.addLines(text, st.Text, 0, neverSplit, layout.Tag{Role: "P", ID: b.id()}, nil)
	b.beside(first, height)
}

// kindInMargin draws mark and word of a kind beside the next piece and returns
// how high they are.
func (b *builder) kindInMargin(k *Kind, baseline layout.Length, origin source.Pos) layout.Length {
	st := b.style.Entry
	left := b.style.Margin.Left
	name := st.Name
	name.Hyphenate = true // a long word is better broken than refused
	word := b.set(k.Word, &name, false, st.Label-left-st.Indent, origin)
	word.baseline = baseline
	tag := layout.Tag{Role: "P", ID: b.id()}
	b.margin = func(p *painter, top layout.Length) {
		if scene := p.scene(st.Mark, map[string]any{"kind": k.ID}); scene != nil {
			face := b.setter.Fonts().Face(b.lang, st.Name.Weight)
			y := top + baseline - face.CapHeight(st.Name.Size)/2 - scene.Size.H/2
			p.artifact(&layout.Group{Transform: layout.Translate(layout.Point{X: left, Y: y}), Items: scene.Items})
		}
		p.tagged(tag, word.lines(0, len(word.Lines), layout.Point{X: left + st.Indent, Y: top})...)
	}
	return word.Height()
}

// addPart sets a part: its title in the margin, its blocks beside it.
func (b *builder) addPart(part *Part, origin source.Pos) {
	st := b.style.Entry
	first := len(b.pieces)
	left := b.style.Margin.Left
	title := b.set(part.Title, &st.Name, false, st.Label-left, origin)
	title.baseline = b.style.Texts.Body.Lead.Mul(b.style.Texts.Body.Baseline)
	tag := layout.Tag{Role: "H3", ID: b.id()}
	b.margin = func(p *painter, top layout.Length) {
		p.tagged(tag, title.lines(0, len(title.Lines), layout.Point{X: left, Y: top})...)
	}
	if part.Ground {
		b.inset = st.Ground.PadX
	}
	for _, block := range part.Blocks {
		switch block := block.(type) {
		case *Paragraph:
			b.addParagraph(block)
		case *List:
			b.addList(block)
		default:
			b.problems.Errorf(origin, "internal", "a part of an entry holds paragraphs and lists, no %T", block)
		}
	}
	b.inset = 0
	if b.margin = nil; len(b.pieces) == first {
		return
	}
	b.pieces[first].gap, b.pieces[first].elastic = st.Part, true
	if part.Whole {
		b.keepFrom(first)
		b.pieces[len(b.pieces)-1].keep = false
	}
	if part.Ground {
		b.addGround(first)
	}
	b.beside(first, title.Height())
}

// beside makes the pieces from first on at least as high as what stands beside
// them, and keeps as many of them together.
func (b *builder) beside(first int, height layout.Length) {
	var have layout.Length
	for i := first; i < len(b.pieces); i++ {
		if i > first {
			have += b.pieces[i].gap
		}
		have += b.pieces[i].height
		last := i == len(b.pieces)-1
		switch {
		case have >= height:
			return
		case last:
			b.pieces[i].height += height - have
		default:
			b.pieces[i].keep = true
		}
	}
}

// A ground is what the pieces of a part stand on; on each page it is drawn
// under those of them that are there.
type ground struct{ rect layout.Rect } // X and W

// addGround puts the pieces from first on on a ground.
func (b *builder) addGround(first int) {
	st := b.style.Entry
	g := &ground{layout.Rect{X: st.Text - st.Ground.PadX, W: b.right() - st.Text + st.Ground.PadX}}
	draw := b.pieces[first].draw
	b.pieces[first].draw = func(p *painter, at layout.Point) {
		at.Y += st.Ground.PadY
		draw(p, at)
	}
	b.pieces[first].height += st.Ground.PadY
	b.pieces[len(b.pieces)-1].height += st.Ground.PadY
	for i := first; i < len(b.pieces); i++ {
		b.pieces[i].ground = g
	}
}

// under draws the ground of the pieces that begin at the height y.
func (p *painter) under(pieces []piece, y, grow layout.Length) {
	g := pieces[0].ground
	rect := g.rect
	rect.Y = y
	for i := range pieces {
		if pieces[i].ground != g {
			break
		}
		if i > 0 {
			rect.H += pieces[i].gap
			if pieces[i].elastic {
				rect.H += grow
			}
		}
		rect.H += pieces[i].height
	}
	st := p.b.style.Entry.Ground
	p.artifact(&layout.Path{Outline: layout.RectOutline(rect, st.Radius), Fill: p.b.paint(st.Paint), Stroke: p.b.drawer.Line(st.Paint)})
}

// head draws from which key to which the entries of a page go.
func (p *painter) head(pieces []piece, side string, band bool) {
	var first, last *Entry
	for i := range pieces {
		if e := pieces[i].entry; e != nil {
			if first == nil {
				first = e
			}
			last = e
		}
	}
	if first == nil || p.b.style.Head == "" {
		return
	}
	p.template(p.b.style.Head, map[string]any{"from": first.Key, "to": last.Key, "side": side, "band": band}, false)
}
