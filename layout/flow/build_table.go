package flow

import (
	"kitpress/catalog/source"
	"kitpress/layout"
)

// addTable sets a table over the width of the text, row by row. The header is
// drawn again on every page the table runs over, there as decoration: a
// reader who listens hears it once.
func (b *builder) addTable(t *Table) {
	table := layout.Tag{Role: "Table", ID: b.id()}
	widths := b.columnWidths(t.Columns)
	var head *piece
	if len(t.Head) > 0 {
		row := b.row(t, Row{Origin: t.Origin, Cells: t.Head}, widths, &b.style.Texts.Head)
		again := b.rowPiece(row, "", table, false)
		first := b.rowPiece(row, "TH", table, true)
		first.gap, first.elastic = b.above(b.style.Gap.Figure)
		first.keep = true
		b.add(first)
		head = &again
	}
	for i, r := range t.Rows {
		p := b.rowPiece(b.row(t, r, widths, &b.style.Texts.Cell), "TD", table, head == nil && i == 0)
		p.head = head
		if head == nil && i == 0 {
			p.gap, p.elastic = b.above(b.style.Gap.Figure)
		}
		if i == 0 && head != nil {
			p.head = nil // never first on a page: the header holds it
		}
		b.add(p)
	}
	b.heading = false
}

// columnWidths shares what fixed columns leave of the text's width.
func (b *builder) columnWidths(columns []Column) []layout.Length {
	free := b.right() - b.style.Margin.Left
	shares := 0.0
	for _, c := range columns {
		if c.Width > 0 {
			free -= c.Width
			continue
		}
		shares += share(c)
	}
	widths := make([]layout.Length, len(columns))
	for i, c := range columns {
		widths[i] = c.Width
		if c.Width == 0 {
			widths[i] = max(0, free).Mul(share(c) / shares)
		}
	}
	return widths
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
	ground string // role, empty for none
}

func (b *builder) row(t *Table, r Row, widths []layout.Length, style *TextStyle) tableRow {
	pad := b.style.Table
	row := tableRow{widths: widths, origin: r.Origin, height: r.Least}
	if style == &b.style.Texts.Head {
		row.ground = pad.HeadPaint
	}
	if len(r.Cells) != len(widths) {
		b.problems.Errorf(r.Origin, "internal", "a table of %d columns has a row of %d cells", len(widths), len(r.Cells))
		r.Cells = append(r.Cells, make([]string, len(widths))...)[:len(widths)]
	}
	for i, text := range r.Cells {
		cell := b.set(text, style, true, widths[i]-2*pad.PadX, r.Origin)
		cell.Style.Align = t.Columns[i].Align
		row.cells = append(row.cells, cell)
		row.height = max(row.height, cell.Height())
	}
	row.height += 2 * pad.PadY
	return row
}

// rowPiece returns the piece that draws a row: with tags of the given role for
// its cells, or as decoration when that is "".
func (b *builder) rowPiece(row tableRow, role string, table layout.Tag, opens bool) piece {
	tr := layout.Tag{Role: "TR", Under: table.ID}
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
				p.container(table)
			}
			p.artifact(b.rowGround(row, at)...)
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

// rowGround returns the ground of a row and the line under it.
func (b *builder) rowGround(row tableRow, at layout.Point) []layout.Item {
	st := b.style.Table
	var width layout.Length
	for _, w := range row.widths {
		width += w
	}
	var items []layout.Item
	if row.ground != "" {
		r := layout.Rect{X: at.X, Y: at.Y, W: width, H: row.height}
		items = append(items, &layout.Path{Outline: layout.RectOutline(r, 0), Fill: b.paint(row.ground), Stroke: b.drawer.Line(row.ground)})
	}
	if st.Line > 0 {
		y := at.Y + row.height - st.Line/2
		line := layout.PolylineOutline(layout.Point{X: at.X, Y: y}, layout.Point{X: at.X + width, Y: y})
		items = append(items, &layout.Path{Outline: line, Stroke: &layout.Stroke{Paint: b.paint(st.Paint), Width: st.Line}})
	}
	return items
}
