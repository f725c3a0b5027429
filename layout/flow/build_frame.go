package flow

import (
	"slices"
	"sort"
	"strconv"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// A box is a frame set for a place on the page.
type box struct {
	look   *FrameStyle
	frame  *Frame
	x, w   layout.Length
	head   layout.Length // height of the heading
	height layout.Length
	title  textBlock
	role   string // of the title: a heading below the last one
	pieces []piece
	top    layout.Length // of an entry’s frame, on its page
	extra  layout.Length // what that is higher than it need be
	drop   layout.Length // what its text stands lower
}

// frameGrow is by which part of its height a frame grows at most to fill a page.
const frameGrow = 0.3

// addFrame adds a frame as wide as the text, or two of half the width and equal
// height.
func (b *builder) addFrame(p *Frame) {
	frames, x, w, between := []*Frame{p}, b.style.Margin.Left, b.right()-b.style.Margin.Left, b.style.Gap.Figure
	if p.Half {
		between = b.style.Gap.Term
		w = (w - between) / 2
	}
	if p.Beside != nil {
		frames = append(frames, p.Beside)
	}
	var boxes []*box
	var height layout.Length
	for _, f := range frames {
		if box := b.box(f, x, w); box != nil {
			boxes, height, x = append(boxes, box), max(height, box.height), x+w+between
		}
	}
	if len(boxes) == 0 {
		return
	}
	var head layout.Length
	for _, box := range boxes {
		head = max(head, box.head)
	}
	for _, box := range boxes { // what they say begins at one height
		box.height += head - box.head
		box.head, height = head, max(height, box.height)
	}
	gap, glue := b.above(between)
	row := piece{height: height, gap: gap, glue: glue, origin: p.Origin, what: "frame " + p.Look}
	if boxes[0].look.Grows {
		row.grow = height.Mul(frameGrow)
	}
	row.draw = func(q *painter, at layout.Point) {
		more := row.grow.Mul(q.large)
		for _, x := range boxes {
			box := *x
			box.head += more / 3
			box.drop = more / 3
			q.box(&box, at.Y, height+more-box.height)
		}
	}
	b.add(row)
	b.heading = false
}

// box sets a frame w wide with its left edge at x.
func (b *builder) box(p *Frame, x, w layout.Length) *box {
	look := b.style.Frames[p.Look]
	if look == nil {
		b.problems.Errorf(p.Origin, "internal", "the style %q does not say how a frame %q is set", b.style.Name, p.Look)
		return nil
	}
	if look.Size > 0 {
		whole := b.style
		b.style = whole.sized(look.Size)
		defer func() { b.style = whole }()
	}
	out := &box{look: look, frame: p, x: x, w: w, role: "H" + strconv.Itoa(b.level+1)}
	if p.Title != "" {
		style := b.style.Texts.Frame
		style.Paint = look.Paint
		out.title = b.set(p.Title, &style, false, w-look.X-look.Right, p.Origin)
		out.head = max(look.Head, out.title.Height()+2*look.Pad)
	}
	out.pieces = b.column(p.Blocks, x+look.Left, x+w-look.Right, p.Origin)
	out.height = out.head + columnHeight(out.pieces)
	if len(out.pieces) > 0 {
		out.height += look.Top + look.Bottom
	}
	return out
}

// column sets blocks between two edges of the page, apart from what was added
// so far.
func (b *builder) column(blocks []Block, left, right layout.Length, origin source.Pos) []piece {
	saved := *b
	b.pieces, b.band, b.opens, b.heading = nil, nil, false, false
	b.plain, b.inset = left, b.style.Page.W-b.style.Margin.Right-right
	for _, block := range blocks {
		switch block := block.(type) {
		case *Paragraph:
			b.addParagraph(block)
		case *List:
			b.addList(block)
		default:
			b.problems.Errorf(origin, "internal", "a frame holds paragraphs and lists, no %T", block)
		}
	}
	pieces := b.pieces
	b.pieces, b.band, b.opens, b.heading = saved.pieces, saved.band, saved.opens, saved.heading
	b.plain, b.inset = saved.plain, saved.inset
	return pieces
}

// between returns what more there is between the paragraphs of an entry's frame.
func (x *box) between(st *EntryStyle) layout.Length {
	gaps := layout.Length(0)
	for i, c := range x.pieces {
		if i > 0 && c.gap > 0 {
			gaps++
		}
	}
	if gaps == 0 || x.extra == 0 {
		return 0
	}
	return min(x.extra/(gaps+1), st.Grow)
}

// box draws a frame from a height on the page, extra higher than it need be.
func (p *painter) box(x *box, top, extra layout.Length) {
	if x.look.Template != "" {
		vars := map[string]any{"width": x.w.MM(), "height": (x.height + extra).MM(), "head": x.head.MM(), "look": x.frame.Look, "drop": x.drop.MM()}
		for name, v := range x.frame.Vars {
			vars[name] = v
		}
		if scene := p.scene(x.look.Template, vars); scene != nil {
			p.artifact(&layout.Group{Transform: layout.Translate(layout.Point{X: x.x, Y: top}), Items: scene.Items})
		}
	}
	if n := len(x.title.Lines); n > 0 {
		at := layout.Point{X: x.x + x.look.X, Y: top + (x.head-x.title.Height())/2}
		p.tagged(layout.Tag{Role: x.role, ID: p.b.id()}, x.title.lines(0, n, at)...)
	}
	at := layout.Point{X: x.x, Y: top + x.head + x.look.Top + x.drop}
	between := x.between(p.b.style.Entry)
	for i, c := range x.pieces {
		if i > 0 && c.gap > 0 {
			at.Y += c.gap + between
		}
		c.draw(p, at)
		at.Y += c.height
	}
}

// A grid is where the frames of all entries stand: in one size of type, and each
// at the same height on every page. Entries with too much text for that are set
// in the largest type that has room, or the smallest.
type grid struct {
	size  layout.Length
	gap   layout.Length      // between frames
	slots [2][]layout.Length // by column: how high its frames may be, from the top
}

// mostHeld is which share of the entries a grid holds at least, if any size of
// type allows it.
const mostHeld = 0.85

// gridOf returns the grid of the flow: that of the largest type with room for most
// entries. What has room in one size has in a smaller one.
func gridOf(b *builder) *grid {
	if b.slots != nil {
		return b.slots
	}
	sizes := b.style.Entry.Sizes
	tried := make([]*grid, len(sizes))
	best := sort.Search(len(sizes)-1, func(i int) bool {
		var held int
		tried[i], held = gridIn(b, sizes[i])
		return float64(held) >= mostHeld*float64(len(b.entries))
	})
	if tried[best] == nil {
		tried[best], _ = gridIn(b, sizes[best])
	}
	b.slots, b.read = tried[best], nil
	return b.slots
}

// gridIn returns the grid of the entries in a size of type, and how many of them
// it holds.
func gridIn(b *builder, size layout.Length) (g *grid, held int) {
	whole, ids := b.style, b.ids
	defer func() { b.style, b.ids = whole, ids }() // what is only tried is not in the file
	st := whole.Entry
	g = &grid{size: size, gap: st.Gap}
	var pairs [][]boxColumn
	for _, e := range b.entries {
		eb := entryBuilder{b, e}
		b.style = whole
		room := eb.room(eb.notes(st.Number, 0))
		b.style = whole.sized(size)
		pairs = append(pairs, eb.pair(room))
	}
	for i := range g.slots {
		g.slots[i] = slotsOf(pairs, i, st.Area.H-st.Least-st.Gap, st.Gap)
	}
	for _, pair := range pairs {
		if g.holds(pair, pair[0].room.H) {
			held++
		}
	}
	return g, held
}

// slotsOf divides the height of a column among its frames so that as few entries as
// possible have a frame that is higher.
func slotsOf(pairs [][]boxColumn, column int, room, gap layout.Length) []layout.Length {
	var slots []layout.Length
	var needs [][]layout.Length // of the entries that fit
	for _, pair := range pairs {
		var need []layout.Length
		for k, x := range pair[column].boxes {
			need = append(need, x.height)
			if k == len(slots) {
				slots = append(slots, 0)
			}
			slots[k] = max(slots[k], x.height)
		}
		needs = append(needs, need)
	}
	n := layout.Length(len(slots))
	if n == 0 {
		return nil
	}
	free := func() layout.Length {
		left := room - (n-1)*gap
		for _, s := range slots {
			left -= s
		}
		return left
	}
	for free() < 0 {
		best, next, cost := -1, layout.Length(0), 0.0
		for k, slot := range slots {
			lower, lost := layout.Length(0), 0
			for _, need := range needs {
				switch {
				case len(need) <= k:
				case need[k] == slot:
					lost++
				default:
					lower = max(lower, need[k])
				}
			}
			if c := float64(lost) / max(slot-lower, 1).MM(); lower > 0 && (best < 0 || c < cost) {
				best, next, cost = k, lower, c
			}
		}
		if best < 0 {
			break // one entry alone has too much
		}
		needs = slices.DeleteFunc(needs, func(need []layout.Length) bool { return len(need) > best && need[best] > next })
		for k := range slots { // what was high in those that are out no longer counts
			slots[k] = 0
			for _, need := range needs {
				if len(need) > k {
					slots[k] = max(slots[k], need[k])
				}
			}
		}
	}
	more := max(0, free()) / n
	for k := range slots {
		slots[k] += more
	}
	return slots
}

// holds reports whether an entry whose columns may be so high has no frame that is
// higher than its place.
func (g *grid) holds(pair []boxColumn, room layout.Length) bool {
	for i := range pair {
		top := layout.Length(0)
		for k, x := range pair[i].boxes {
			if k >= len(g.slots[i]) || x.height > min(g.slots[i][k], room-top) {
				return false
			}
			top += g.slots[i][k] + g.gap
		}
	}
	return true
}

// place puts the frames of a column at their heights, or as near as their own
// allow; each reaches to the next one.
func (g *grid) place(c *boxColumn, slots []layout.Length, st *EntryStyle) {
	top, least := c.room.Y, c.room.Y
	for k, x := range c.boxes {
		x.top = max(top, least)
		least = x.top + x.height + g.gap
		if k < len(slots) {
			top += slots[k] + g.gap
		}
	}
	end := c.room.Bottom()
	for k := len(c.boxes) - 1; k >= 0; k-- {
		x := c.boxes[k]
		x.top = min(x.top, end-x.height)
		if x.look.Grows && slots != nil {
			x.extra = end - x.top - x.height
		}
		end = x.top - g.gap
	}
}
