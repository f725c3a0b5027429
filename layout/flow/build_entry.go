package flow

import (
	"maps"
	"slices"

	"kitpress/i18n"
	"kitpress/layout"
)

// addEntry sets an article on a page of its own; one too long for a page goes on
// over more.
func (b *builder) addEntry(e *Entry) {
	if b.style.Entry == nil {
		b.problems.Errorf(e.Origin, "internal", "the style %q does not say how an entry is set", b.style.Name)
		return
	}
	eb := entryBuilder{b, e}
	st, area := b.style.Entry, b.style.Entry.Area
	left, right := eb.notes(st.Number, 0), eb.notes(0, st.Number)
	more := area
	more.Y = b.style.Margin.Top
	more.H = area.Bottom() - more.Y
	for i, page := range eb.columns(eb.room(left), more) {
		b.opens = len(b.pieces) > 0 || b.band != nil
		p := piece{height: b.style.area(false).H, entry: true, origin: e.Origin, what: "an entry", draw: func(p *painter, _ layout.Point) {
			if i == 0 {
				p.entryHead(e)
			}
			for _, c := range page {
				for _, x := range c.boxes {
					p.box(x, x.top, x.extra)
				}
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
// first page has less room than those that follow.
func (b entryBuilder) columns(first, area layout.Rect) [][]boxColumn {
	g := gridOf(b.builder)
	whole := b.style
	defer func() { b.style = whole }()
	var pair []boxColumn
	for _, size := range whole.Entry.Sizes {
		if size > g.size {
			continue
		}
		b.style = whole.sized(size)
		if pair = b.pair(first); g.holds(pair, first.H) {
			break
		}
	}
	tall := func() bool { return pair[0].height(g.gap) > first.H || pair[1].height(g.gap) > first.H }
	if tall() {
		b.style.Texts.Body.Lead = b.style.Texts.Body.Lead.Mul(closer)
		pair = b.pair(first)
	}
	if tall() {
		return b.overflow(first, area)
	}
	for i := range pair {
		g.place(&pair[i], g.slots[i], b.style.Entry)
	}
	return [][]boxColumn{pair}
}

// closer is what is left of the lead where nothing else makes room.
const closer = 0.93

// room returns where the frames of an entry with such notes have room.
func (b entryBuilder) room(notes []piece) layout.Rect {
	st := b.style.Entry
	room := st.Area
	room.H -= max(columnHeight(notes), st.Least) + st.Gap
	return room
}

// sized returns the style with body text of a size, and leads to match.
func (s *Style) sized(size layout.Length) *Style {
	c := *s
	body := &c.Texts.Body
	body.Lead, body.Size = body.Lead.Mul(size.MM()/body.Size.MM()), size
	return &c
}

// pair sets the frames of an entry in two columns.
func (b entryBuilder) pair(room layout.Rect) []boxColumn {
	st := b.style.Entry
	left, right := room, room
	left.W = st.Left
	right.X += st.Left + st.Gutter
	right.W -= st.Left + st.Gutter
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
	for _, page := range pages {
		for i := range page {
			(&grid{gap: st.Gap}).place(&page[i], nil, st)
		}
	}
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
	title := st.TitleBox
	if e.Subject != "" {
		title.H -= st.Lead.Lead
	}
	under := title
	under.Sizes, under.H, under.Y = st.LeadBox.Sizes, st.Lead.Lead, p.fitted(e.Title, "H2", &st.Title, &title, on, side, e)+st.Lead.Lead/6
	p.fitted(e.Subject, "P", &st.Lead, &under, on, side, e)
	p.fitted(e.Lead, "P", &st.Lead, &st.LeadBox, on, side, e)
}

// fitted sets a text of a head in its room, which lies mirrored on left pages, and
// returns where it ends.
func (p *painter) fitted(text, role string, t *TextStyle, at *HeadBox, paint, side string, e *Entry) layout.Length {
	if text == "" {
		return at.Y
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
		return at.Y
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
	return at.Y + block.Height()
}
