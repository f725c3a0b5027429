package flow

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
)

// addFigure sets a scene with its caption; both stay together. A scene wider
// than the text is made smaller, a narrower one keeps its size, so that the
// type in it does too.
func (b *builder) addFigure(f *Figure) {
	st := b.style
	room := b.right() - st.Margin.Left
	scale := min(f.Scene.Size.W, room).MM() / f.Scene.Size.W.MM()
	least := scale * leastScale(st, f.Scene, scale)
	height := f.Scene.Size.H.Mul(scale)
	tag := layout.Tag{Role: "Figure", Alt: f.Alt, ID: b.id()}
	p := piece{height: height, give: height - f.Scene.Size.H.Mul(least), origin: f.Origin, what: "figure"}
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
	p.gap, p.elastic = b.above(st.Gap.Figure)
	if b.heading {
		p.gap = b.under + st.Gap.Block
	}
	p.draw = func(p *painter, at layout.Point) {
		s := scale - (scale-least)*p.small
		corner := layout.Point{X: at.X + (room-f.Scene.Size.W.Mul(s))/2, Y: at.Y}
		p.tagged(tag, place(f.Scene, layout.Scale(s, s).Then(layout.Translate(corner))))
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

// place returns a scene as part of another, cut to its own size.
func place(s *layout.Scene, m layout.Matrix) layout.Item {
	clip := layout.RectOutline(layout.Rect{W: s.Size.W, H: s.Size.H}, 0)
	return &layout.Group{Transform: m, Clip: &clip, Items: s.Items}
}

// panelGap is between two panels of a row, and between two rows.
const panelGap = 4 * layout.Millimetre

// addPanels sets a row of panels; it is never split.
func (b *builder) addPanels(p *Panels) {
	row := panelRow{p, b.drawer, (b.right() - b.style.Margin.Left - layout.Length(len(p.Cells)-1)*panelGap) / layout.Length(len(p.Cells))}
	sizes := row.Sizes
	if len(sizes) == 0 {
		sizes = []float64{0}
	}
	room := b.style.area(false).H
	var scenes []*layout.Scene
	var height layout.Length
	var problems source.Problems
	for _, size := range sizes {
		if scenes, height, problems = row.draw(size); !problems.HasErrors() && height <= room {
			break
		}
	}
	b.problems = append(b.problems, problems...)
	if problems.HasErrors() || row.Spare && b.room() < panelGap+height {
		return
	}
	tags := make([]layout.Tag, len(row.Cells))
	for i, c := range row.Cells {
		tags[i] = layout.Tag{Role: "Figure", Alt: c.Alt, ID: b.id()}
	}
	if row.Heading != nil {
		tags[0].Role, tags[0].Alt = "H1", ""
	}
	b.add(piece{height: height, gap: panelGap, elastic: true, what: "a row of panels", draw: func(p *painter, at layout.Point) {
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
	drawer Drawer
	width  layout.Length
}

// draw draws the cells of the row twice, to see how high each is and then
// as high as the highest, and returns that height.
func (row panelRow) draw(size float64) (scenes []*layout.Scene, height layout.Length, problems source.Problems) {
	for range 2 {
		high := height.MM()
		scenes, problems = nil, nil
		for _, c := range row.Cells {
			vars := map[string]any{"size": size, "wide": row.width.MM(), "high": high}
			for name, v := range c.Vars {
				vars[name] = v
			}
			scene, more := row.drawer.Draw(row.Template, vars)
			if problems = append(problems, more...); more.HasErrors() {
				return nil, 0, problems
			}
			scenes = append(scenes, scene)
			height = max(height, layout.Extent(layout.Rect{}, scene.Items).Bottom())
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
		first.gap, first.elastic = b.above(b.style.Gap.Figure)
		first.keep = true
		b.add(first)
		head = &again
	}
	for i, r := range t.Rows {
		p := tb.piece(tb.row(r, &b.style.Texts.Cell), "TD", head == nil && i == 0)
		p.head = head
		if head == nil && i == 0 {
			p.gap, p.elastic = b.above(b.style.Gap.Figure)
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
	origin source.Pos
	paint  string // role of its ground, empty for none
}

// row sets the cells of a row.
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
		cell := b.set(text, style, true, b.widths[i]-2*pad.PadX, r.Origin)
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
		height: row.height, origin: row.origin, what: "a table row",
		draw: func(p *painter, at layout.Point) {
			if opens {
				p.container(b.tag)
			}
			p.artifact(row.ground(b.builder, at)...)
			if role != "" {
				p.container(tr)
			}
			at = at.Add(layout.Point{X: b.style.Table.PadX, Y: b.style.Table.PadY})
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

// ground returns the ground of a row and the line under it.
func (row *tableRow) ground(b *builder, at layout.Point) []layout.Item {
	st := &b.style.Table
	var width layout.Length
	for _, w := range row.widths {
		width += w
	}
	var items []layout.Item
	if row.paint != "" {
		r := layout.Rect{X: at.X, Y: at.Y, W: width, H: row.height}
		items = append(items, &layout.Path{Outline: layout.RectOutline(r, 0), Fill: b.paint(row.paint), Stroke: b.drawer.Line(row.paint)})
	}
	if st.Line > 0 {
		items = append(items, rowLine(st, b.paint(st.Paint), layout.Point{X: at.X, Y: at.Y + row.height}, width))
	}
	return items
}

// rowLine returns the line under a row whose bottom left corner is given.
func rowLine(st *TableStyle, paint *layout.Paint, at layout.Point, width layout.Length) layout.Item {
	at.Y -= st.Line / 2
	return &layout.Path{
		Outline: layout.PolylineOutline(at, at.Add(layout.Point{X: width})),
		Stroke:  &layout.Stroke{Paint: paint, Width: st.Line},
	}
}

// directoryWidths returns the room for the rule numbers and for the pages of a
// Directory: less when it stands in two columns.
func directoryWidths(columns int) (note, page layout.Length) {
	if columns > 1 {
		return layout.MM(18), layout.MM(10.5)
	}
	return layout.MM(20), layout.MM(12)
}

// addDirectory sets words with the numbers of their rules and of their pages,
// on a line each.
func (b *builder) addDirectory(d *Directory) {
	st := b.style
	width := b.right() - st.Margin.Left
	if d.Columns > 1 {
		width = (width - st.Column.Gutter) / 2
		b.runs++
	}
	noteWidth, pageWidth := directoryWidths(d.Columns)
	words, pad := &st.Texts.Head, st.Table.PadY.Mul(0.45) // chapters stand out
	if d.Columns > 1 {
		words, pad = &st.Texts.Caption, st.Table.PadY.Mul(0.4)
	}
	list := b.id()
	for i, row := range d.Rows {
		item := b.id()
		label := layout.Tag{Role: "Lbl", ID: b.id(), Under: item}
		body := layout.Tag{Role: "LBody", ID: b.id(), Under: item}
		text := b.set(row.Text, words, true, width-noteWidth-pageWidth, row.Origin)
		note := b.set(row.Note, &st.Texts.Number, false, noteWidth, row.Origin)
		page := b.set(pagesOf(b, row.Anchors), &st.Texts.Head, false, pageWidth, row.Origin)
		note.Style.Align, page.Style.Align = layout.AlignRight, layout.AlignRight
		note.baseline, page.baseline = text.baseline, text.baseline
		p := piece{
			height: text.Height() + 2*pad, origin: row.Origin, what: "an entry of a list " + strconv.Quote(i18n.Plain(row.Text)),
			draw: func(p *painter, at layout.Point) {
				if i == 0 {
					p.container(layout.Tag{Role: "L", ID: list})
				}
				p.container(layout.Tag{Role: "LI", ID: item, Under: list})
				at.Y += pad
				p.tagged(label, text.lines(0, len(text.Lines), at)...)
				right := layout.Point{X: at.X + width - pageWidth - noteWidth, Y: at.Y}
				p.tagged(body, p.linked(note.lines(0, len(note.Lines), right))...)
				right.X += noteWidth
				p.tagged(body, page.lines(0, len(page.Lines), right)...)
				p.artifact(rowLine(&st.Table, b.paint(st.Table.Paint), layout.Point{X: at.X, Y: at.Y + text.Height() + pad}, width))
			},
		}
		if d.Columns > 1 {
			p.run = b.runs
		}
		if i == 0 {
			p.gap, p.elastic = b.above(st.Gap.Block)
		}
		b.add(p)
		b.heading = false
	}
}

// pagesOf returns the numbers of the pages of anchors, each once, as links.
func pagesOf(b *builder, anchors []string) string {
	var seen, links []string
	for _, a := range anchors {
		if page := b.pageOf(a); !slices.Contains(seen, page) {
			seen, links = append(seen, page), append(links, "[](#"+a+")")
		}
	}
	return strings.Join(links, ", ")
}
