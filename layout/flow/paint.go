package flow

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
)

// A painter collects the items of one page.
type painter struct {
	b     *builder
	page  int     // index of the page
	small float64 // which part of what figures can give this page takes
	large float64 // which part of what its pieces can grow they do
	loose float64 // how loose its gaps are, in parts of their glue
	items []layout.Item
	marks []layout.Bookmark
}

// tagged adds items as content of an element. Parts of one element that follow
// each other become one group.
func (p *painter) tagged(tag layout.Tag, items ...layout.Item) {
	if len(items) == 0 {
		return
	}
	if n := len(p.items); n > 0 {
		if g, ok := p.items[n-1].(*layout.Group); ok && g.Tag != nil && g.Tag.ID == tag.ID && tag.ID != 0 {
			g.Items = append(g.Items, items...)
			return
		}
	}
	p.items = append(p.items, &layout.Group{Transform: layout.Identity(), Tag: &tag, Items: items})
}

// container adds an element that only holds others.
func (p *painter) container(tag layout.Tag) {
	p.items = append(p.items, &layout.Group{Transform: layout.Identity(), Tag: &tag})
}

// artifact adds decoration.
func (p *painter) artifact(items ...layout.Item) { p.tagged(layout.Tag{Role: "Artifact"}, items...) }

// anchor names a place; an empty name adds nothing.
func (p *painter) anchor(name string, at layout.Point) {
	if name != "" {
		p.items = append(p.items, &layout.Anchor{Name: name, At: at})
	}
}

// bookmark adds a heading to the outline.
func (p *painter) bookmark(h *Heading, y layout.Length) {
	if h.Text != "" {
		p.marks = append(p.marks, layout.Bookmark{Title: i18n.Plain(h.Text), Level: h.Level - 1, Page: p.page, Y: y})
	}
}

// linked returns items with a link over every rule number in them that the
// flow has a rule for.
func (p *painter) linked(items []layout.Item) []layout.Item {
	out := items
	for _, it := range items {
		t, ok := it.(*layout.Text)
		if !ok {
			continue
		}
		for at := 0; at < len(t.Content); {
			word := wordAt(t.Content[at:])
			if anchor := p.b.rules[word]; anchor != "" {
				out = append(out, p.link(t, at, at+len(word), anchor))
			}
			if word == "" {
				_, n := utf8.DecodeRuneInString(t.Content[at:])
				at += n
			}
			at += len(word)
		}
	}
	return out
}

// wordAt returns the letters and digits s begins with.
func wordAt(s string) string {
	if n := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }); n >= 0 {
		return s[:n]
	}
	return s
}

// link returns a link over the bytes from..to of a text.
func (p *painter) link(t *layout.Text, from, to int, anchor string) layout.Item {
	at := t.Carets()
	left, right := min(at[from], at[to]), max(at[from], at[to])
	if p.b.drawer.Mirror() != nil {
		left, right = t.Width-right, t.Width-left
	}
	return &layout.Link{Origin: t.Origin, Anchor: anchor, Rect: layout.Rect{
		X: t.At.X + left, Y: t.At.Y - t.Size.Mul(0.8), W: right - left, H: t.Size,
	}}
}

// drawPage draws the pieces of a leaf as page number n (from 1).
func (b *builder) drawPage(pieces []piece, l leaf, n int, f *Flow) (layout.Page, []layout.Bookmark) {
	p := &painter{b: b, page: n - 1, small: squeeze(pieces, l, b.style)}
	alone := pieces[l.from].box
	if alone && !p.above(pieces, l, f) {
		alone = false
		p.ground(0) // credits that leave no room for anything else: under the band as well
	}
	if band := pieces[l.from].band; band != nil {
		p.band(band)
	}
	p.loose, p.large = stretch(pieces, l, b.style)
	area := b.style.area(pieces[l.from].band != nil)
	at := layout.Point{X: area.X, Y: area.Y}
	for i := l.from; i < l.to; {
		c := &pieces[i]
		switch {
		case i > l.from:
			at.Y += c.gap
			at.Y += c.glue.Mul(p.loose)
		case c.head != nil:
			c.head.draw(p, at)
			at.Y += c.head.height
		}
		if c.box && (alone && i == l.from || i > l.from && !pieces[i-1].box) {
			at.Y = max(at.Y, area.Bottom()-columnHeight(pieces[i:l.to]))
			p.ground(at.Y)
		}
		n := 1
		if c.run > 0 {
			n = runLength(pieces[i:l.to])
			at.Y += p.columns(pieces[i:i+n], at)
		} else {
			if c.draw != nil {
				c.draw(p, at)
			}
			at.Y += c.height - c.give.Mul(p.small) + c.grow.Mul(p.large)
		}
		i += n
	}
	running := f.Running
	if pieces[l.from].entry {
		running = ""
	}
	p.foot(n, running)
	return b.page(n, p.items), p.marks
}

// columns draws a run in two columns and returns its height. What can grow in the
// lower one does so until it ends level with the other.
func (p *painter) columns(run []piece, at layout.Point) layout.Length {
	st := p.b.style
	second, height := balance(run)
	height += runGlue(run, second).Mul(p.loose) + runGrow(run, second).Mul(p.large)
	large := p.large
	for i, column := range [][]piece{run[:second], run[second:]} {
		left := at
		left.X += (p.b.right() - st.Margin.Left + st.Column.Gutter).Mul(0.5 * float64(i))
		if grow := columnGrow(column); grow > 0 {
			p.large = max(0, min(1, (height-columnHeight(column)-columnGlue(column).Mul(p.loose)).MM()/grow.MM()))
		}
		for i, c := range column {
			if i > 0 {
				left.Y += c.gap + c.glue.Mul(p.loose)
			}
			c.draw(p, left)
			left.Y += c.height + c.grow.Mul(p.large)
		}
	}
	p.large = large
	return height
}

// The room above credits that is worth lines for notes, and a cover.
const (
	leastNotes = 44 * layout.Millimetre
	leastCover = 90 * layout.Millimetre
)

// above draws what stands above credits that are alone on a page: the back cover
// when it is the outer page of a sheet, lines for notes otherwise. It draws
// nothing where there is no room.
func (p *painter) above(pieces []piece, l leaf, f *Flow) bool {
	st := p.b.style
	height := st.area(false).Bottom() - columnHeight(pieces[l.from:l.to]) - st.Box.Pad
	if pieces[l.from].band != nil || height < leastNotes {
		return false
	}
	template, tag := st.Fill.Notes, layout.Tag{Role: "Artifact"}
	if f.Back != nil && f.Back.Scene == nil && l.to == len(pieces) && (p.page+1)%4 == 0 && height >= leastCover {
		template, tag = st.Fill.Back, layout.Tag{Role: "Figure", Alt: f.Back.Alt, ID: p.b.id()}
	}
	if template == "" {
		return false
	}
	if scene := p.scene(template, map[string]any{"height": height.MM()}); scene != nil {
		p.tagged(tag, &layout.Group{Transform: layout.Identity(), Items: scene.Items})
	}
	return true
}

// ground draws what credits stand on: from above their first line to the
// bottom of the page and past it.
func (p *painter) ground(top layout.Length) {
	st := p.b.style
	off := max(st.Bleed, layout.MM(1)) // past the paper where nothing is cut
	y := top - st.Box.Pad
	if y <= 0 {
		y = -off
	}
	r := layout.Rect{X: -off, Y: y, W: st.Page.W + 2*off, H: st.Page.H + off - y}
	line := p.b.drawer.Line(st.Box.Paint)
	area := &layout.Path{Outline: layout.RectOutline(r, 0), Fill: p.b.paint(st.Box.Paint), Stroke: line}
	p.artifact(layout.OpenAtEdge([]layout.Item{area}, map[*layout.Stroke]bool{line: line != nil}, layout.Identity(), layout.Rect{W: st.Page.W, H: st.Page.H})...)
}

// band draws the head of a chapter: the template's ground and icon, and the
// title on it in the largest size that fits.
func (p *painter) band(h *Heading) {
	st := &p.b.style.Band
	p.templateAt(st.Template, h, 0)
	p.title(h, layout.Rect{X: st.X, Y: 0, W: st.Width, H: st.Top}, st.Y, st.Sizes)
}

// strip draws the head of a chapter that runs on.
func (p *painter) strip(h *Heading, top layout.Length) {
	st := &p.b.style.Band.Strip
	p.templateAt(st.Template, h, top)
	p.title(h, layout.Rect{X: st.X, Y: top, W: st.Width, H: st.Height}, st.Y, st.Sizes)
}

// title sets the title of a chapter on one line of a room, baseline below its
// top.
func (p *painter) title(h *Heading, room layout.Rect, baseline layout.Length, sizes []layout.Length) {
	b := p.b
	s := b.layoutStyle(&b.style.Texts.Band)
	block, over := b.setter.Fit(h.Text, layout.Fit{Style: s, Sizes: sizes, LeadFactor: 1.1, Width: room.W, Height: room.H, MaxLines: 1})
	if over != nil {
		b.problems.Errorf(h.Origin, "overflow", "the title %q is %s mm too wide for its band (%s)", i18n.Plain(h.Text), over.OverBy, b.lang).Hint = "use a shorter title"
		return
	}
	p.anchor(h.Anchor, layout.Point{Y: room.Y})
	p.bookmark(h, room.Y)
	p.tagged(layout.Tag{Role: "H1", ID: b.id()}, block.Items(room.X, room.Y+baseline, room.W, h.Origin)...)
}

// templateAt draws the ground of a title across the page.
func (p *painter) templateAt(name string, h *Heading, top layout.Length) {
	if scene := p.scene(name, map[string]any{"title": i18n.Plain(h.Text), "icon": h.Icon}); scene != nil {
		p.artifact(&layout.Group{Transform: layout.Translate(layout.Point{Y: top}), Items: scene.Items})
	}
}

// outer returns on which side page n has its outer margin.
func outer(n int) string {
	if n%2 == 0 {
		return "left"
	}
	return "right"
}

// foot draws the page number and the running title.
func (p *painter) foot(n int, running string) {
	st := p.b.style
	number, side := strconv.Itoa(n), outer(n)
	if st.Foot.Template != "" {
		if scene := p.scene(st.Foot.Template, map[string]any{"number": number, "title": running, "side": side}); scene != nil {
			p.artifact(&layout.Group{Transform: layout.Translate(layout.Point{Y: st.Page.H - scene.Size.H}), Items: scene.Items})
		}
		return
	}
	if st.Foot.Baseline == 0 {
		return
	}
	s := p.b.layoutStyle(&st.Texts.Foot)
	area := st.area(false)
	y := st.Page.H - st.Foot.Baseline
	for _, t := range []struct {
		text  string
		align layout.Align
	}{{running, layout.AlignLeft}, {number, layout.AlignRight}} {
		s.Align = t.align
		block, _ := p.b.setter.Break(t.text, s, area.W)
		p.artifact(block.Items(area.X, y, area.W, source.Pos{})...)
	}
}

// scene draws page furniture; nil when its template is at fault.
func (p *painter) scene(name string, vars map[string]any) *layout.Scene {
	scene, problems := drawn(p.b.drawer, name, vars)
	for _, problem := range problems {
		if !slices.Contains(p.b.problems, problem) { // furniture is the same on every page
			p.b.problems.Add(problem)
		}
	}
	return scene
}

// drawn draws a template as parts of a page are: the page is mirrored when it
// is done.
func drawn(d Drawer, name string, vars map[string]any) (*layout.Scene, source.Problems) {
	scene, problems := d.Draw(name, vars)
	return d.Mirror().Scene(scene), problems
}

// page wraps items as page number n.
func (b *builder) page(n int, items []layout.Item) layout.Page {
	number := strconv.Itoa(n)
	return layout.Page{
		Scene: b.drawer.Mirror().Scene(&layout.Scene{Name: b.style.Name + "/" + number, Size: b.style.Page, Bleed: b.style.Bleed, Items: items}),
		Label: number,
	}
}
