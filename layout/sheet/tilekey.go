package sheet

import (
	"fmt"
	"strconv"

	"kitpress/layout"
)

// How the sheet looks that shows how tiles go together.
const (
	keyGap    = 6 * layout.Millimetre // between title, picture and steps
	keyNumber = 6 * layout.Millimetre // from the number of a step to its text
	keyShare  = 0.6                   // of the room for the picture
	keyDisc   = 7 * layout.Millimetre // radius of the disc around a part's name, at most
)

// keyPage draws the sheet that comes first: the piece, small, with its parts
// and their names, and what to do.
func (im *imposer) keyPage(t tiled, symbol *layout.Symbol) {
	im.done++
	s := setter{f: im.job.Furniture, ink: layout.Black()}
	room := t.tiling.area
	items, height := s.keyTitle(room)
	room.Y, room.H = room.Y+height, room.H-height
	picture, text := room, room
	if t.tiling.paper.W > t.tiling.paper.H {
		picture.W = room.W.Mul(keyShare)
		text.X, text.W = room.X+picture.W+keyGap, room.W-picture.W-keyGap
	} else {
		picture.H = room.H.Mul(keyShare)
	}
	drawn := s.keyPicture(t.tiling, symbol, picture)
	items = append(items, drawn.items...)
	if t.tiling.paper.W <= t.tiling.paper.H {
		text.Y, text.H = room.Y+drawn.size.H+keyGap, room.H-drawn.size.H-keyGap
	}
	items = append(items, s.keySteps(t.tiling, text)...)
	items = append(items, im.tileFurniture(t.tiling, nil, &s)...)
	im.fail(s.err)
	scene := &layout.Scene{Name: fmt.Sprintf("%s/%d-key", im.job.Name, im.done), Size: t.tiling.paper, Items: items}
	im.pages = append(im.pages, layout.Page{Scene: scene, Role: layout.RoleFront})
}

// keyTitle sets what the sheet is about and returns the room that takes.
func (s *setter) keyTitle(room layout.Rect) ([]layout.Item, layout.Length) {
	if s.f.Typesetter == nil {
		return nil, 0
	}
	at := layout.Point{X: room.X, Y: room.Y}
	what, size := s.line(s.f.Title, 600, 10, at, room.W, layout.AlignLeft)
	at.Y += size.H
	title, more := s.line(s.f.Tiles.Title, 900, 20, at, room.W, layout.AlignLeft)
	return append(what, title...), size.H + more.H + keyGap
}

// keyPicture draws the piece with its cuts and the names of its parts into the
// upper left corner of the room.
func (s *setter) keyPicture(t tiling, symbol *layout.Symbol, room layout.Rect) column {
	k := min(float64(room.W)/float64(t.piece.W), float64(room.H)/float64(t.piece.H))
	at := layout.Scale(k, k).Then(layout.Translate(layout.Point{X: room.X, Y: room.Y}))
	trim := layout.RectOutline(layout.Rect{W: t.piece.W, H: t.piece.H}, 0)
	items := []layout.Item{&layout.Group{Transform: at, Clip: &trim, Items: []layout.Item{
		&layout.Use{Symbol: symbol, Transform: layout.Identity()},
	}}}
	var cuts layout.Outline
	for _, x := range t.xs[1 : len(t.xs)-1] {
		cuts.Append(layout.PolylineOutline(layout.Point{X: x}, layout.Point{X: x, Y: t.piece.H}))
	}
	for _, y := range t.ys[1 : len(t.ys)-1] {
		cuts.Append(layout.PolylineOutline(layout.Point{Y: y}, layout.Point{X: t.piece.W, Y: y}))
	}
	cuts = cuts.Transform(at)
	items = append(items,
		&layout.Path{Outline: cuts, Stroke: &layout.Stroke{Paint: layout.White(), Width: layout.MM(1.2)}},
		&layout.Path{Outline: cuts, Stroke: &layout.Stroke{Paint: s.ink, Width: layout.MM(0.4), Dash: []layout.Length{layout.MM(2), layout.MM(1.2)}}},
		&layout.Path{Outline: trim.Transform(at), Stroke: &layout.Stroke{Paint: s.ink, Width: layout.MM(0.3)}},
	)
	for row := range t.rows() {
		for col := range t.columns() {
			cell := at.Bounds(layout.Rect{X: t.xs[col], Y: t.ys[row], W: t.xs[col+1] - t.xs[col], H: t.ys[row+1] - t.ys[row]})
			items = append(items, s.keyName(part{row, col}, cell)...)
		}
	}
	size := at.Bounds(layout.Rect{W: t.piece.W, H: t.piece.H}).Size()
	return column{size: size, items: items}
}

// keyName draws the name of a part on a disc in the middle of it.
func (s *setter) keyName(p part, cell layout.Rect) []layout.Item {
	r := min(keyDisc, min(cell.W, cell.H).Mul(0.4))
	centre := layout.Point{X: cell.X + cell.W/2, Y: cell.Y + cell.H/2}
	items := []layout.Item{&layout.Path{
		Outline: layout.EllipseOutline(centre, r, r), Fill: layout.White(), Stroke: &layout.Stroke{Paint: s.ink, Width: layout.MM(0.4)},
	}}
	if s.f.Typesetter == nil {
		return items
	}
	return append(items, s.centred(p.name(), r.Mul(0.95).Pt(), centre)...)
}

// centred sets a short name around a point.
func (s *setter) centred(name string, pt float64, centre layout.Point) []layout.Item {
	const wide = 1000 * layout.Millimetre
	_, size := s.line(name, 900, pt, layout.Point{}, wide, layout.AlignLeft)
	const capHeight = 0.66 // of a bold capital, in em
	top := centre.Y - layout.Pt(pt).Mul(baseline-capHeight/2)
	items, _ := s.line(name, 900, pt, layout.Point{X: centre.X - size.W/2, Y: top}, wide, layout.AlignLeft)
	return items
}

// keySteps sets what to do, in the largest size that goes into the room.
func (s *setter) keySteps(t tiling, room layout.Rect) []layout.Item {
	if s.f.Typesetter == nil || s.f.Tiles.Steps == nil {
		return nil
	}
	steps := s.f.Tiles.Steps(t.parts(), t.rows(), t.columns())
	for _, pt := range []float64{12, 11, 10, 9, 8} {
		at := layout.Point{X: room.X, Y: room.Y}
		var items []layout.Item
		for i, step := range steps {
			number, _ := s.line(strconv.Itoa(i+1), 900, pt, at, keyNumber, layout.AlignLeft)
			text, size := s.line(step, 400, pt, layout.Point{X: at.X + keyNumber, Y: at.Y}, room.W-keyNumber, layout.AlignLeft)
			items = append(append(items, number...), text...)
			at.Y += size.H + layout.Pt(pt).Mul(0.7)
		}
		if at.Y <= room.Bottom() {
			return items
		}
	}
	if s.err == nil {
		s.err = fmt.Errorf("the steps for gluing the parts together do not fit into %s: use fewer words", inMM(room.Size()))
	}
	return nil
}

// tileFurniture draws the furniture of a sheet; for a part with its name and
// a little map of where it belongs.
func (im *imposer) tileFurniture(t tiling, p *part, s *setter) []layout.Item {
	if t.band == nil || s.f.Typesetter == nil {
		return nil
	}
	b := *t.band
	var items []layout.Item
	if p != nil {
		_, thickness := b.size()
		items = append(items, &layout.Group{Transform: b.matrix(), Items: s.tileName(t, *p, thickness)})
		if b.at == atRight {
			b.rect.H -= labelRoom
		} else {
			b.rect.X, b.rect.W = b.rect.X+labelRoom, b.rect.W-labelRoom
		}
	}
	texts, err := im.furniture(b, layout.RoleFront)
	im.fail(err)
	return append(items, texts...)
}

// tileName draws the name of a part and where it belongs, into a band lying at
// (0, 0).
func (s *setter) tileName(t tiling, p part, thickness layout.Length) []layout.Item {
	height := min(thickness-feedSkew/2, 11*layout.Millimetre)
	top := thickness - height - feedSkew/2
	k := min(float64(height)/float64(t.piece.H), float64(14*layout.Millimetre)/float64(t.piece.W))
	width := layout.Length(k * float64(t.piece.W))
	at := layout.Scale(k, k).Then(layout.Translate(layout.Point{X: labelRoom - columnGap/2 - width, Y: top}))
	var lines layout.Outline
	var items []layout.Item
	for row := range t.rows() {
		for col := range t.columns() {
			cell := layout.RectOutline(at.Bounds(layout.Rect{X: t.xs[col], Y: t.ys[row], W: t.xs[col+1] - t.xs[col], H: t.ys[row+1] - t.ys[row]}), 0)
			lines.Append(cell)
			if p == (part{row, col}) {
				items = append(items, &layout.Path{Outline: cell, Fill: s.ink})
			}
		}
	}
	items = append(items, &layout.Path{Outline: lines, Stroke: &layout.Stroke{Paint: s.ink, Width: layout.MM(0.2)}})
	room := labelRoom - columnGap/2 - width
	pt := min(22, height.Pt())
	return append(items, s.centred(p.name(), pt, layout.Point{X: room / 2, Y: top + height/2})...)
}
