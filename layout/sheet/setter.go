package sheet

import (
	"fmt"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// Proportions of the furniture's type, in em.
const (
	baseline = 0.8 // from the top of a line
	leading  = 1.2
)

// A setter sets the texts of the furniture. It keeps the first error: a text
// with a letter no font has.
type setter struct {
	f   Furniture
	ink *layout.Paint
	err error
}

// line sets a text in lines of at most width with their top at y and returns
// the room they take.
func (s *setter) line(text string, weight int, pt float64, at layout.Point, width layout.Length, align layout.Align) ([]layout.Item, layout.Size) {
	size := layout.Pt(pt)
	style := layout.Style{
		Lang: s.f.Lang, Weight: weight, Size: size, Lead: size.Mul(leading), Fill: s.ink, Align: align,
	}
	block, missing := s.f.Typesetter.Break(text, style, width)
	if len(missing) > 0 && s.err == nil {
		m := missing[0]
		s.err = fmt.Errorf("the text %q in the margin cannot be set: %q: %s", m.Text, m.Rune, m.Reason)
	}
	items := block.Items(at.X, at.Y+size.Mul(baseline), max(block.Width, 0), source.Pos{})
	return items, layout.Size{W: block.Width, H: size.Mul(leading) * layout.Length(len(block.Lines))}
}

// column sets a bold line and small ones below it.
func (s *setter) column(texts []string, sc scale, width layout.Length, align layout.Align) column {
	var c column
	lines := make([][]layout.Item, len(texts))
	widths := make([]layout.Length, len(texts))
	for i, t := range texts {
		weight, pt := 400, sc.small
		if i == 0 {
			weight, pt = 900, sc.bold
		}
		items, size := s.line(t, weight, pt, layout.Point{Y: c.size.H}, width, align)
		lines[i], widths[i] = items, size.W
		c.size.H += size.H
		c.size.W = max(c.size.W, size.W)
	}
	for i, items := range lines {
		if align == layout.AlignRight {
			items = moved(layout.Point{X: c.size.W - widths[i]}, items)
		}
		c.items = append(c.items, items...)
	}
	c.size.H = max(0, c.size.H-layout.Pt(sc.small).Mul(leading-1))
	return c
}

// withIcon sets a column with the printer beside it.
func (s *setter) withIcon(texts []string, sc scale, width layout.Length) column {
	if s.f.Printer == nil {
		return s.column(texts, sc, width, layout.AlignLeft)
	}
	box := min(iconBox, layout.Pt(sc.bold).Mul(leading)+layout.Pt(sc.small)) // as high as two lines
	c := s.column(texts, sc, width-box-iconGap, layout.AlignLeft)
	items := []layout.Item{s.icon(box)}
	items = append(items, moved(layout.Point{X: box + iconGap}, c.items)...)
	return column{items: items, size: layout.Size{W: c.size.W + box + iconGap, H: max(c.size.H, box)}}
}

// icon draws the printer into a square.
func (s *setter) icon(box layout.Length) layout.Item {
	icon := s.f.Printer
	k := float64(box) / float64(max(icon.Box.W, icon.Box.H, 1))
	m := layout.Translate(layout.Point{X: -icon.Box.X, Y: -icon.Box.Y}).Then(layout.Scale(k, k))
	var o layout.Outline
	for _, shape := range icon.Shapes {
		o.Append(shape.Outline.Transform(m))
	}
	return &layout.Path{Outline: o, Fill: s.ink}
}

// ruler draws 50 mm in five blocks of 10 mm, with its labels below.
func (s *setter) ruler(labels []string) column {
	var blocks layout.Outline
	for x := layout.Length(0); x < rulerLength; x += 2 * rulerBlock {
		blocks.Append(layout.RectOutline(layout.Rect{X: x, W: rulerBlock, H: rulerBar}, 0))
	}
	frame := layout.RectOutline(layout.Rect{W: rulerLength, H: rulerBar}.Inset(rulerFrame/2), 0)
	c := column{items: []layout.Item{
		&layout.Path{Outline: blocks, Fill: s.ink},
		&layout.Path{Outline: frame, Stroke: &layout.Stroke{Paint: s.ink, Width: rulerFrame}},
	}}
	for _, pt := range []float64{6.5, 6, 5.5} {
		items, size, fits := s.labels(labels, pt)
		if !fits && pt > 5.5 {
			continue
		}
		if !fits && s.err == nil {
			s.err = fmt.Errorf("the text %q does not fit under the ruler: use a shorter word", labels[1])
		}
		c.items = append(c.items, items...)
		c.size = size
		break
	}
	return c
}

// labels sets what stands under the ruler: 0 at its start, a text in the
// middle, the length centred on its end.
func (s *setter) labels(labels []string, pt float64) (items []layout.Item, size layout.Size, fits bool) {
	top := rulerBar + layout.MM(0.5)
	put := func(text string, weight int, centre layout.Length) span {
		_, room := s.line(text, weight, pt, layout.Point{}, rulerLength*4, layout.AlignLeft)
		x := max(centre-room.W/2, 0)
		drawn, _ := s.line(text, weight, pt, layout.Point{X: x, Y: top}, rulerLength*4, layout.AlignLeft)
		items = append(items, drawn...)
		return span{x, x + room.W}
	}
	start := put(labels[0], 700, 0)
	end := put(labels[2], 700, rulerLength)
	middle := put(labels[1], 400, rulerLength/2)
	const apart = layout.Millimetre
	fits = labels[1] == "" || middle.from >= start.to+apart && middle.to+apart <= end.from
	return items, layout.Size{W: end.to, H: top + layout.Pt(pt)}, fits
}
