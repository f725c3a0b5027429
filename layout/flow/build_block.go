package flow

import (
	"math"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// addFigure sets a scene with its caption; both stay together. A scene wider
// than the text is made smaller, a narrower one keeps its size, so that the
// type in it does too.
func (b *builder) addFigure(f *Figure) {
	st, scene := b.style, b.drawer.Mirror().Scene(f.Scene)
	room := b.right() - st.Margin.Left
	scale := min(f.Scene.Size.W, room).MM() / f.Scene.Size.W.MM()
	least := scale * leastScale(st, f.Scene, scale)
	height := f.Scene.Size.H.Mul(scale)
	tag := layout.Tag{Role: "Figure", Alt: f.Alt, ID: b.id()}
	p := piece{height: height, give: height - f.Scene.Size.H.Mul(least), figure: true, origin: f.Origin, what: "figure"}
	if f.Name != "" {
		p.what += ` "` + f.Name + `"`
	}
	var caption textBlock
	captionTag := layout.Tag{Role: "Caption"}
	if f.Caption != "" {
		captionTag.ID = b.id()
		caption = b.set(f.Caption, &st.Texts.Caption, true, room, f.Origin)
		p.height += st.Gap.Caption + caption.Height()
	}
	p.gap, p.glue = b.above(st.Gap.Figure)
	if b.heading {
		p.gap = b.under + st.Gap.Block
	}
	p.draw = func(p *painter, at layout.Point) {
		s := scale - (scale-least)*p.small
		corner := layout.Point{X: at.X + (room-f.Scene.Size.W.Mul(s))/2, Y: at.Y}
		p.tagged(tag, place(b, scene, layout.Scale(s, s).Then(layout.Translate(corner))))
		at.Y += f.Scene.Size.H.Mul(s) + st.Gap.Caption
		p.tagged(captionTag, p.linked(caption.lines(0, len(caption.Lines), at))...)
	}
	b.add(p)
	b.heading = false
}

// leastScale returns how small a figure drawn at scale may become, from 1 for
// not at all. Its own words stay readable; what is written on pieces it shows
// is part of the picture.
func leastScale(st *Style, s *layout.Scene, scale float64) float64 {
	least := st.Shrink
	if least == 0 {
		return 1
	}
	if words := smallest(s.Items, scale); words > 0 {
		least = max(least, st.Floor.MM()/words.MM())
	}
	return min(1, least)
}

// smallest returns the size of the smallest text among items, 0 for none.
func smallest(items []layout.Item, scale float64) layout.Length {
	var size layout.Length
	for _, it := range items {
		var s layout.Length
		switch it := it.(type) {
		case *layout.Text:
			s = it.Size.Mul(scale)
		case *layout.Group:
			s = smallest(it.Items, scale*magnification(it.Transform))
		}
		if s > 0 && (size == 0 || s < size) {
			size = s
		}
	}
	return size
}

// magnification returns by how much a matrix makes things taller.
func magnification(m layout.Matrix) float64 { return math.Hypot(m.C, m.D) }

// place returns a scene as part of another, cut to its own size, but for the line
// an ink mode gives the ground of figures: half of it is past its edge, and others are
// up to twice as wide.
func place(b *builder, s *layout.Scene, m layout.Matrix) layout.Item {
	r := layout.Rect{W: s.Size.W, H: s.Size.H}
	if line := b.drawer.Line(b.style.Table.HeadPaint); line != nil {
		r = r.Inset(-line.Width)
	}
	clip := layout.RectOutline(r, 0)
	return &layout.Group{Transform: m, Clip: &clip, Items: s.Items}
}

// panelGap is between two panels of a row, and between two rows.
const panelGap = 4 * layout.Millimetre

// looseRow is which part of its height a row of a loose table grows by at most.
const looseRow = 0.65

// addPanels sets panels in rows, which are never split.
func (b *builder) addPanels(p *Panels) {
	if p.Columns {
		b.runs++
		for i := range p.Cells {
			row := newPanelRow(b, p, p.Cells[i:i+1])
			row.width, row.run = (row.width-b.style.Column.Gutter)/2, b.runs
			row.add()
		}
		return
	}
	if !p.Pairs {
		newPanelRow(b, p, p.Cells).add()
		return
	}
	for cells := p.Cells; len(cells) > 0; {
		row := newPanelRow(b, p, cells[:min(2, len(cells))])
		if len(cells)%2 == 1 && len(cells) > 1 {
			alone, room := newPanelRow(b, p, cells[:1]), b.room()-panelGap
			if row.needs() > room && alone.needs() <= room {
				row = alone
			}
		}
		row.add()
		cells = cells[len(row.cells):]
	}
}

func newPanelRow(b *builder, p *Panels, cells []Panel) panelRow {
	n := layout.Length(len(cells))
	return panelRow{p, cells, b, (b.right() - b.style.Margin.Left - (n-1)*panelGap) / n, 0}
}

// add makes a row a piece.
func (row panelRow) add() {
	b := row.b
	scenes, height, problems := row.draw(0)
	b.problems = append(b.problems, problems...)
	if problems.HasErrors() || row.Spare && b.room() < panelGap+height {
		return
	}
	tags := make([]layout.Tag, len(row.cells))
	for i, c := range row.cells {
		tags[i] = layout.Tag{Role: "Figure", Alt: c.Alt, ID: b.id()}
	}
	if row.Heading != nil {
		tags[0].Role, tags[0].Alt = "H1", ""
	}
	grow := height.Mul(row.Grow)
	b.add(piece{height: height, grow: grow, gap: panelGap, glue: panelGap / 2, run: row.run, what: "a row of panels", draw: func(p *painter, at layout.Point) {
		scenes := scenes
		if more := grow.Mul(p.large); more > 0 {
			scenes, _, _ = row.draw(more)
		}
		if row.Heading != nil {
			p.anchor(row.Heading.Anchor, at)
			p.bookmark(row.Heading, at.Y)
		}
		for i, scene := range scenes {
			p.tagged(tags[i], &layout.Group{Transform: layout.Translate(at), Items: scene.Items})
			at.X += row.width + panelGap
		}
	}})
	b.heading = false
}

// A panelRow is a row of panels of one width.
type panelRow struct {
	*Panels
	cells []Panel
	b     *builder
	width layout.Length
	run   int // of two columns, 0 for none
}

// needs returns how high a row is that does not grow.
func (row panelRow) needs() layout.Length {
	_, height, _ := row.draw(0)
	return height
}

// draw draws the cells of the row twice, to see how high each is and then
// as high as the highest and more, and returns that height.
func (row panelRow) draw(more layout.Length) (scenes []*layout.Scene, height layout.Length, problems source.Problems) {
	needs := make([]layout.Length, len(row.cells))
	for pass := range 2 {
		high := height + more.Mul(float64(pass))
		scenes, problems = nil, nil
		for i, c := range row.cells {
			vars := map[string]any{"size": row.b.size, "wide": row.width.MM(), "high": high.MM(), "more": (high - needs[i]).MM()}
			for name, v := range c.Vars {
				vars[name] = v
			}
			scene, more := drawn(row.b.drawer, row.Template, vars)
			if problems = append(problems, more...); more.HasErrors() {
				return nil, 0, problems
			}
			scenes = append(scenes, scene)
			drawn := layout.Extent(layout.Rect{}, scene.Items).Bottom()
			if pass == 0 {
				needs[i] = drawn
			}
			height = max(height, drawn)
		}
	}
	return scenes, height, problems
}

// A tableBuilder turns one table into pieces.
type tableBuilder struct {
	*builder
	columns []Column
	widths  []layout.Length
	tag     layout.Tag
}

// addTable sets a table over the width of the text, row by row. The header is
// drawn again on every page the table runs over, there as decoration: a
// reader who listens hears it once.
func (b *builder) addTable(t *Table) {
	tb := &tableBuilder{builder: b, columns: t.Columns, tag: layout.Tag{Role: "Table", ID: b.id()}}
	tb.share()
	var head *piece
	if len(t.Head) > 0 {
		row := tb.row(Row{Origin: t.Origin, Cells: t.Head}, &b.style.Texts.Head)
		again := tb.piece(row, "", false)
		first := tb.piece(row, "TH", true)
		first.gap, first.glue = b.above(b.style.Gap.Figure)
		first.keep = true
		b.add(first)
		head = &again
	}
	for i, r := range t.Rows {
		row := tb.row(r, &b.style.Texts.Cell)
		if t.Loose {
			row.grow = row.height.Mul(looseRow)
		}
		p := tb.piece(row, "TD", head == nil && i == 0)
		p.head = head
		if head == nil && i == 0 {
			p.gap, p.glue = b.above(b.style.Gap.Figure)
		}
		if i == 0 && head != nil {
			p.head = nil // never first on a page: the header holds it
		}
		p.keep = t.Whole && i < len(t.Rows)-1
		b.add(p)
	}
	b.heading = false
}

// share divides what fixed columns leave of the text's width among the others.
func (b *tableBuilder) share() {
	free := b.right() - b.style.Margin.Left
	shares := 0.0
	for _, c := range b.columns {
		if c.Width > 0 {
			free -= c.Width
			continue
		}
		shares += share(c)
	}
	b.widths = make([]layout.Length, len(b.columns))
	for i, c := range b.columns {
		b.widths[i] = c.Width
		if c.Width == 0 {
			b.widths[i] = max(0, free).Mul(share(c) / shares)
		}
	}
}

func share(c Column) float64 {
	if c.Share == 0 {
		return 1
	}
	return c.Share
}

// A tableRow is a row whose cells are set.
type tableRow struct {
	cells  []textBlock
	widths []layout.Length
	height layout.Length
	grow   layout.Length // how much higher it may be
	origin source.Pos
	paint  string // role of its ground, empty for none
}

// row sets the cells of a row; in Japanese their words stay whole.
func (b *tableBuilder) row(r Row, style *TextStyle) tableRow {
	pad := b.style.Table
	row := tableRow{widths: b.widths, origin: r.Origin}
	if style == &b.style.Texts.Head {
		row.paint = pad.HeadPaint
	}
	if len(r.Cells) != len(b.widths) {
		b.problems.Errorf(r.Origin, "internal", "a table of %d columns has a row of %d cells", len(b.widths), len(r.Cells))
		r.Cells = append(r.Cells, make([]string, len(b.widths))...)[:len(b.widths)]
	}
	for i, text := range r.Cells {
		cell := b.set(text, style, b.lang != "ja", b.widths[i]-2*pad.PadX, r.Origin)
		cell.Style.Align = b.columns[i].Align
		row.cells = append(row.cells, cell)
		row.height = max(row.height, cell.Height())
	}
	row.height += 2 * pad.PadY
	return row
}

// piece returns what draws a row: with tags of the given role for
// its cells, or as decoration when that is "".
func (b *tableBuilder) piece(row tableRow, role string, opens bool) piece {
	tr := layout.Tag{Role: "TR", Under: b.tag.ID}
	tags := make([]layout.Tag, len(row.cells))
	if role != "" {
		tr.ID = b.id()
		for i := range tags {
			tags[i] = layout.Tag{Role: role, ID: b.id(), Under: tr.ID}
		}
	}
	return piece{
		height: row.height, grow: row.grow, origin: row.origin, what: "a table row",
		draw: func(p *painter, at layout.Point) {
			row, more := row, row.grow.Mul(p.large)
			row.height += more
			if opens {
				p.container(b.tag)
			}
			p.artifact(row.ground(b.builder, at)...)
			if role != "" {
				p.container(tr)
			}
			at = at.Add(layout.Point{X: b.style.Table.PadX, Y: b.style.Table.PadY + more.Mul(0.5)})
			for i, cell := range row.cells {
				items := cell.lines(0, len(cell.Lines), at)
				if role == "" {
					p.artifact(items...)
				} else {
					p.tagged(tags[i], p.linked(items)...)
				}
				at.X += row.widths[i]
			}
		},
	}
}

// ground returns the ground of a row and the line under it. The line the ink
// mode gives the ground stands only there: around each row it makes boxes of a
// table.
func (row *tableRow) ground(b *builder, at layout.Point) []layout.Item {
	st := &b.style.Table
	var width layout.Length
	for _, w := range row.widths {
		width += w
	}
	var items []layout.Item
	line := &layout.Stroke{Paint: b.paint(st.Paint), Width: st.Line}
	if row.paint != "" {
		r := layout.Rect{X: at.X, Y: at.Y, W: width, H: row.height}
		items = append(items, &layout.Path{Outline: layout.RectOutline(r, 0), Fill: b.paint(row.paint)})
		if own := b.drawer.Line(row.paint); own != nil {
			line = own
		}
	}
	if line.Width > 0 {
		items = append(items, rowLine(line, layout.Point{X: at.X, Y: at.Y + row.height}, width))
	}
	return items
}

// rowLine returns the line under a row whose bottom left corner is given.
func rowLine(line *layout.Stroke, at layout.Point, width layout.Length) layout.Item {
	at.Y -= line.Width / 2
	return &layout.Path{Outline: layout.PolylineOutline(at, at.Add(layout.Point{X: width})), Stroke: line}
}
