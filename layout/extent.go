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

// OpenAtEdge returns items, placed by m, without the parts of lines of these
// strokes that lie past the trim: an area that runs off the page has no edge
// there, and a line in the bleed shows after a cut that is not exact. It returns
// the items themselves when there are none.
func OpenAtEdge(items []Item, lines map[*Stroke]bool, m Matrix, trim Rect) []Item {
	if len(lines) == 0 {
		return items
	}
	out := make([]Item, 0, len(items))
	changed := false
	for _, item := range items {
		open := openAtEdge(item, lines, m, trim)
		changed = changed || len(open) != 1 || open[0] != item
		out = append(out, open...)
	}
	if !changed {
		return items
	}
	return out
}

func openAtEdge(item Item, lines map[*Stroke]bool, m Matrix, trim Rect) []Item {
	switch it := item.(type) {
	case *Path:
		if it.Stroke == nil || !lines[it.Stroke] {
			break
		}
		line, cut := it.Outline.inside(m, trim)
		if !cut {
			break
		}
		var out []Item
		if it.Fill != nil {
			out = append(out, &Path{Origin: it.Origin, Outline: it.Outline, Fill: it.Fill})
		}
		if len(line.Points) > 0 {
			out = append(out, &Path{Origin: it.Origin, Outline: line, Stroke: it.Stroke})
		}
		return out
	case *Group:
		if items := OpenAtEdge(it.Items, lines, it.Transform.Then(m), trim); !same(items, it.Items) {
			group := *it
			group.Items = items
			return []Item{&group}
		}
	case *Use: // what is upright is a page itself, and its lines are its own
		at := it.Transform.Then(m)
		if it.Symbol.Upright || trim.Contains(at.Bounds(it.Symbol.Box)) {
			break
		}
		if items := OpenAtEdge(it.Symbol.Items, lines, at, trim); !same(items, it.Symbol.Items) {
			open := *it.Symbol
			open.Items = items
			return []Item{&Use{Symbol: &open, Transform: it.Transform}}
		}
	}
	return []Item{item}
}

// same reports whether two lists are one.
func same(a, b []Item) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// inside returns the outline, mapped by m, without the edges that lie wholly
// beyond one side of r, in the coordinates it has, and whether there were any.
// What is left of a closed sub-path is open.
func (o Outline) inside(m Matrix, r Rect) (Outline, bool) {
	var out Outline
	cut := false
	for _, sub := range o.SubPaths() {
		start, at, joined := sub.Points[0], sub.Points[0], false
		points := sub.Points[1:]
		for _, v := range sub.Verbs[1:] {
			edge := points[:min(len(points), [...]int{LineTo: 1, CubicTo: 3, Close: 0}[v])]
			points = points[len(edge):]
			if v == Close {
				edge = []Point{start}
			}
			switch {
			case beyond(append([]Point{at}, edge...), m, r):
				cut, joined = true, false
			case v == CubicTo:
				out.from(at, joined)
				out.Cubic(edge[0], edge[1], edge[2])
				joined = true
			case v == LineTo || at != start:
				out.from(at, joined)
				out.Line(edge[0])
				joined = true
			}
			at = edge[len(edge)-1]
		}
	}
	if !cut {
		return o, false
	}
	return out, true
}

// from begins a sub-path unless the last one goes on.
func (o *Outline) from(p Point, joined bool) {
	if !joined {
		o.Move(p)
	}
}

// beyond reports whether points, mapped by m, lie beyond the same side of r.
func beyond(points []Point, m Matrix, r Rect) bool {
	sides := [4]bool{true, true, true, true}
	for _, p := range points {
		q := m.Apply(p)
		sides = [4]bool{sides[0] && q.X < r.X, sides[1] && q.X > r.Right(), sides[2] && q.Y < r.Y, sides[3] && q.Y > r.Bottom()}
	}
	return sides[0] || sides[1] || sides[2] || sides[3]
}
