package layout

// Extent returns the upright rectangle around box and everything items draw.
func Extent(box Rect, items []Item) Rect {
	all := box
	for _, item := range items {
		all = union(all, extentOf(item))
	}
	return all
}

func extentOf(item Item) Rect {
	switch it := item.(type) {
	case *Text:
		return Rect{it.At.X, it.At.Y - it.Size, it.Width, it.Size + it.Size/2}
	case *Path:
		r := it.Outline.Bounds()
		if it.Stroke != nil {
			r = r.Inset(-it.Stroke.Width) // half of it, and air for pointed joins
		}
		return r
	case *QR:
		side := it.Module * Length(it.Code.Size)
		return Rect{it.At.X, it.At.Y, side, side}
	case *Image:
		return it.Rect
	case *Link:
		return it.Rect
	case *Group:
		r := Extent(Rect{}, it.Items)
		if it.Clip != nil {
			r = overlap(r, it.Clip.Bounds())
		}
		return movedBounds(it.Transform, r)
	case *Use:
		return movedBounds(it.Transform, it.Symbol.Box)
	}
	return Rect{}
}

func movedBounds(m Matrix, r Rect) Rect {
	if r == (Rect{}) || m == (Matrix{}) {
		return r
	}
	return m.Bounds(r)
}

// union returns the rectangle around two; a zero one counts for nothing.
func union(a, b Rect) Rect {
	switch {
	case a == (Rect{}):
		return b
	case b == (Rect{}):
		return a
	}
	x, y := min(a.X, b.X), min(a.Y, b.Y)
	return Rect{x, y, max(a.Right(), b.Right()) - x, max(a.Bottom(), b.Bottom()) - y}
}

// overlap returns what two rectangles share, the zero one for nothing.
func overlap(a, b Rect) Rect {
	x, y := max(a.X, b.X), max(a.Y, b.Y)
	r := Rect{x, y, min(a.Right(), b.Right()) - x, min(a.Bottom(), b.Bottom()) - y}
	if r.W <= 0 || r.H <= 0 {
		return Rect{}
	}
	return r
}
