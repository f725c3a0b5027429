package flow

import (
	"maps"
	"math"
	"slices"

	"kitpress/i18n"
	"kitpress/layout"
)

// addEntry sets an article on a page of its own, in the largest size of type
// at which its frames have room; one too long for any goes on over more pages.
func (b *builder) addEntry(e *Entry) {
	if b.style.Entry == nil {
		b.problems.Errorf(e.Origin, "internal", "the style %q does not say how an entry is set", b.style.Name)
		return
	}
	eb := entryBuilder{b, e}
	st, area := b.style.Entry, b.style.Entry.Area
	left, right := eb.notes(st.Number, 0), eb.notes(0, st.Number)
	room, more := area, area
	room.H -= max(columnHeight(left), st.Least) + st.Gap
	more.Y = b.style.Margin.Top
	more.H = area.Bottom() - more.Y
	for i, page := range eb.columns(room, more) {
		b.opens = len(b.pieces) > 0 || b.band != nil
		p := piece{height: b.style.area(false).H, entry: true, origin: e.Origin, what: "an entry", draw: func(p *painter, _ layout.Point) {
			if i == 0 {
				p.entryHead(e)
			}
			for _, c := range page {
				p.boxes(c)
			}
			notes := right
			if outer(p.page+1) == "left" {
				notes = left
			}
			if i == 0 {
				p.notes(notes, area.Bottom())
			}
		}}
		if i == 0 {
			p.anchor = e.Anchor
		}
		b.add(p)
	}
	b.opens, b.heading, b.level = true, false, 2
}

// An entryBuilder sets the parts of one entry.
type entryBuilder struct {
	*builder
	e *Entry
}

// A boxColumn is frames below each other.
type boxColumn struct {
	boxes []*box
	room  layout.Rect // from its first frame to the foot of the page
}

// height returns what the frames of a column take.
func (c *boxColumn) height(gap layout.Length) layout.Length {
	var h layout.Length
	for i, x := range c.boxes {
		if i > 0 {
			h += gap
		}
		h += x.height
	}
	return h
}

// columns divides the frames of an entry into columns, two on each page: the
// first page has less room than those that follow. Only sizes at which there is
// likely to be room are tried.
func (b entryBuilder) columns(first, area layout.Rect) [][]boxColumn {
	st := b.style.Entry
	whole := b.style
	defer func() { b.style = whole }()
	texts := b.weigh()
	for i := range len(st.Sizes) + 1 {
		b.style = whole.sized(st.Sizes[min(i, len(st.Sizes)-1)])
		if i == len(st.Sizes) { // the lines of the smallest type, closer together
			b.style.Texts.Body.Lead = b.style.Texts.Body.Lead.Mul(closer)
		}
		width, height := b.style.likely(texts, first.W)
		if i+1 < len(st.Sizes) && height.MM() > hopeless*first.H.MM() {
			continue
		}
		for range 2 {
			pair := b.pair(first, width)
			if pair[0].height(st.Gap) <= first.H && pair[1].height(st.Gap) <= first.H {
				return [][]boxColumn{pair}
			}
			width = st.balance(pair)
		}
	}
	return b.overflow(first, area)
}

// closer is what is left of the lead where nothing else makes room.
const closer = 0.93

// hopeless is by how much columns may seem too high that still have room.
const hopeless = 1.0

// A weight is what a text of an entry takes before it is broken into lines.
type weight struct {
	column int
	em     float64       // its width on one line
	edges  layout.Length // what its column is wider than its lines
	above  layout.Length // the gap before it, or all of a frame but its text
}

// weigh measures the texts of an entry.
func (b entryBuilder) weigh() []weight {
	st := b.style
	var out []weight
	body := b.layoutStyle(&st.Texts.Body)
	for i := range b.e.Frames {
		look := st.Frames[b.e.Frames[i].Look]
		if look == nil {
			continue
		}
		column := 1
		if slices.Contains(st.Entry.First, b.e.Frames[i].Look) {
			column = 0
		}
		above := max(look.Head, st.Texts.Frame.Lead+2*look.Pad) + look.Top + look.Bottom + st.Entry.Gap
		add := func(g *Paragraph, indent, gap layout.Length) {
			text, _ := b.cutLinks(g.Text)
			em := b.setter.Measure(text, body).MM() / body.Size.MM()
			out = append(out, weight{column, em, look.Left + look.Right + indent, above})
			above = gap
		}
		for _, block := range b.e.Frames[i].Blocks {
			switch block := block.(type) {
			case *Paragraph:
				add(block, 0, st.Gap.Block)
			case *List:
				for k := range block.Items {
					add(&block.Items[k], st.Column.Indent, st.Gap.Item)
				}
			}
		}
	}
	return out
}

// What lines lose at their ends, as a share of them, and what the last line of
// a text does.
const (
	lostInLines = 1.03
	lostAtEnd   = 0.2
)

// likely returns how wide the left column should be, and how high the columns
// probably come out then.
func (s *Style) likely(texts []weight, room layout.Length) (width, height layout.Length) {
	st := s.Entry
	size, lead := s.Texts.Body.Size.MM(), s.Texts.Body.Lead.MM()
	best := math.Inf(1)
	for left := st.Left[0]; left <= st.Left[1]; left += layout.Millimetre {
		wide := [2]layout.Length{left, room - st.Gutter - left}
		var high [2]float64
		for _, t := range texts {
			lines := math.Ceil(t.em*size*lostInLines/(wide[t.column]-t.edges).MM() + lostAtEnd)
			high[t.column] += t.above.MM() + lines*lead
		}
		if h := max(high[0], high[1]) - st.Gap.MM(); h < best {
			best, width, height = h, left, layout.MM(h)
		}
	}
	return width, height
}

// sized returns the style with body text of a size, and leads to match.
func (s *Style) sized(size layout.Length) *Style {
	c := *s
	body := &c.Texts.Body
	body.Lead, body.Size = body.Lead.Mul(size.MM()/body.Size.MM()), size
	return &c
}

// pair sets the frames of an entry in two columns, the left one as wide as
// given.
func (b entryBuilder) pair(room layout.Rect, width layout.Length) []boxColumn {
	st := b.style.Entry
	left, right := room, room
	left.W = width
	right.X += width + st.Gutter
	right.W -= width + st.Gutter
	pair := []boxColumn{{room: left}, {room: right}}
	for i := range b.e.Frames {
		c := &pair[1]
		if slices.Contains(st.First, b.e.Frames[i].Look) {
			c = &pair[0]
		}
		if x := b.box(&b.e.Frames[i], c.room.X, c.room.W); x != nil {
			c.boxes = append(c.boxes, x)
		}
	}
	return pair
}

// balance returns how wide the left column must be for both to be about as
// high as each other.
func (st *EntryStyle) balance(pair []boxColumn) layout.Length {
	area := func(c *boxColumn) float64 { return c.height(st.Gap).MM() * c.room.W.MM() }
	left, right := area(&pair[0]), area(&pair[1])
	width := layout.MM((pair[0].room.W + pair[1].room.W).MM() * left / max(left+right, 1))
	return min(max(width, st.Left[0]), st.Left[1])
}

// overflow sets frames in columns of the same width, in the smallest type and
// over as many pages as they take.
func (b entryBuilder) overflow(first, area layout.Rect) [][]boxColumn {
	st := b.style.Entry
	width := (area.W - st.Gutter) / 2
	var pages [][]boxColumn
	next := func(n int) boxColumn { // the column number n
		room := area
		if n < 2 {
			room = first
		}
		room.X, room.W = room.X+layout.Length(n%2)*(width+st.Gutter), width
		return boxColumn{room: room}
	}
	put := func(n int, c boxColumn) {
		if n%2 == 0 {
			pages = append(pages, nil)
		}
		pages[n/2] = append(pages[n/2], c)
	}
	n, c := 0, next(0)
	for i := range b.e.Frames {
		for {
			x := b.box(&b.e.Frames[i], c.room.X, c.room.W)
			if x == nil {
				break
			}
			c.boxes = append(c.boxes, x)
			over := c.height(st.Gap) - c.room.H
			if over <= 0 {
				break
			}
			if len(c.boxes) == 1 && n > 1 {
				b.problems.Errorf(b.e.Frames[i].Origin, "overflow", "%q is %s mm too high for a page (%s)", b.e.Frames[i].Title, over, b.lang).Hint = "shorten it"
				break
			}
			c.boxes = c.boxes[:len(c.boxes)-1]
			put(n, c)
			n++
			c = next(n)
		}
	}
	put(n, c)
	return pages
}

// notes sets what stands at the foot of an entry, beside the number of the page.
func (b entryBuilder) notes(left, right layout.Length) []piece {
	var blocks []Block
	for i := range b.e.Notes {
		blocks = append(blocks, &b.e.Notes[i])
	}
	whole := b.style
	defer func() { b.style = whole }()
	sized := *whole
	sized.Texts.Body, sized.Gap.Block = whole.Texts.Caption, whole.Gap.Item
	b.style = &sized
	return b.column(blocks, whole.Entry.Area.X+left, whole.Entry.Area.Right()-right, b.e.Origin)
}

func (p *painter) notes(pieces []piece, bottom layout.Length) {
	at := layout.Point{Y: bottom - columnHeight(pieces)}
	for i, c := range pieces {
		if i > 0 {
			at.Y += c.gap
		}
		c.draw(p, at)
		at.Y += c.height
	}
}

// boxes draws a column of frames. What room is left goes between them, as far
// as gaps may grow, and then into them.
func (p *painter) boxes(c boxColumn) {
	st := p.b.style.Entry
	gap := st.Gap
	free := c.room.H - c.height(gap)
	if n := layout.Length(len(c.boxes) - 1); n > 0 && free > 0 {
		grow := min(free/n, gap.Mul(p.b.style.Gap.Stretch))
		gap += grow
		free -= n * grow
	}
	grows := layout.Length(0)
	for _, x := range c.boxes {
		if x.look.Grows {
			grows++
		}
	}
	y := c.room.Y
	for _, x := range c.boxes {
		var extra layout.Length
		if x.look.Grows && free > 0 {
			extra = min(free/grows, st.Grow)
		}
		p.box(x, y, extra)
		y += x.height + extra + gap
	}
}

// KindPaint returns the role of the colour of a kind of cards, or what stands in
// for it in a theme without one.
func KindPaint(d Drawer, kind, prefix, other string) string {
	if role := prefix + "kind-" + kind; d.Paint(role) != nil {
		return role
	}
	return other
}

// entryHead draws the head of an entry: the template's picture, title and lead
// on it.
func (p *painter) entryHead(e *Entry) {
	b, st := p.b, p.b.style.Entry
	side := outer(p.page + 1)
	colour, on := KindPaint(b.drawer, e.Kind.ID, "", "band"), KindPaint(b.drawer, e.Kind.ID, "on-", "on-band")
	vars := maps.Clone(e.Vars)
	if vars == nil {
		vars = map[string]any{}
	}
	maps.Copy(vars, map[string]any{
		"side": side, "key": e.Key, "kind": e.Kind.ID, "word": e.Kind.Word, "tab": e.Kind.Tab, "tabs": e.Kind.Tabs,
		"colour": colour, "on": on, "pattern": KindPaint(b.drawer, e.Kind.ID, "pattern-", "band-dots"),
	})
	p.anchor(e.Anchor, layout.Point{})
	if e.Kind.Opens {
		p.bookmark(&Heading{Level: 1, Text: e.Kind.Group}, 0)
	}
	p.bookmark(&Heading{Level: 2, Text: e.Key + " " + i18n.Plain(e.Title)}, 0)
	if scene := p.scene(st.Template, vars); scene != nil {
		p.tagged(layout.Tag{Role: "Figure", Alt: e.Alt, ID: b.id()}, &layout.Group{Transform: layout.Identity(), Items: scene.Items})
	}
	p.fitted(e.Title, "H2", &st.Title, &st.TitleBox, on, side, e)
	p.fitted(e.Lead, "P", &st.Lead, &st.LeadBox, on, side, e)
}

// fitted sets a text of a head in its room, which lies mirrored on left pages.
func (p *painter) fitted(text, role string, t *TextStyle, at *HeadBox, paint, side string, e *Entry) {
	if text == "" {
		return
	}
	b := p.b
	style := *t
	style.Paint = paint
	s := b.layoutStyle(&style)
	s.Lead, s.Running = 0, role == "P" && s.Lang != "ja" // words of a head in Japanese stay whole
	block, over := b.setter.Fit(text, layout.Fit{
		Style: s, Sizes: at.Sizes, LeadFactor: t.Lead.MM() / t.Size.MM(), Width: at.W, Height: at.H,
	})
	if over != nil {
		b.problems.Errorf(e.Origin, "overflow", "%q is too long for the head of its page by %s mm (%s)", i18n.Plain(text), over.OverBy, b.lang).Hint = "shorten it"
		return
	}
	x := at.X
	if side == "left" {
		x = b.style.Page.W - at.X - at.W
	}
	y := at.Y + block.Style.Lead.Mul(t.Baseline)
	if at.Bottom {
		y += at.H - block.Height()
	}
	p.tagged(layout.Tag{Role: role, ID: b.id()}, block.Items(x, y, at.W, e.Origin)...)
}
