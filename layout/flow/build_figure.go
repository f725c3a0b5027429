package flow

import (
	"math"

	"kitpress/layout"
)

// addFigure sets a scene with its caption; both stay together. A scene wider
// than the text is made smaller, a narrower one keeps its size, so that the
// type in it does too.
func (b *builder) addFigure(f *Figure) {
	st := b.style
	room := b.right() - st.Margin.Left
	scale := figureScale(f, room)
	least := scale * b.leastScale(f.Scene, scale)
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

// figureScale returns the scale a figure is drawn at where there is room.
func figureScale(f *Figure, room layout.Length) float64 {
	width := f.Scene.Size.W
	if f.Width > 0 {
		width = f.Width
	}
	return min(width, room).MM() / f.Scene.Size.W.MM()
}

// leastScale returns how small a figure drawn at scale may become, from 1 for
// not at all. Its own words stay readable; what is written on pieces it shows
// is part of the picture.
func (b *builder) leastScale(s *layout.Scene, scale float64) float64 {
	least := b.style.Shrink
	if least == 0 {
		return 1
	}
	if words := smallest(s.Items, scale); words > 0 {
		least = max(least, b.style.Floor.MM()/words.MM())
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
