// Package mirror turns pages round for languages that run from right to left:
// what stands at the left stands at the right after it. Templates and flows
// draw as if every language ran from the left; words, pictures and codes keep
// their looks and only change their place.
package mirror

import (
	"sync"

	"kitpress/layout"
)

// A Mirror turns pages and what they share. Twice makes them what they were.
// The nil Mirror changes nothing. It is safe for concurrent use.
type Mirror struct {
	lock    sync.Mutex
	symbols map[*layout.Symbol]*layout.Symbol // both ways
}

// New returns a mirror.
func New() *Mirror { return &Mirror{symbols: map[*layout.Symbol]*layout.Symbol{}} }

// Scene returns a scene mirrored about the middle of its trim; nil for nil.
func (m *Mirror) Scene(s *layout.Scene) *layout.Scene {
	if m == nil || s == nil {
		return s
	}
	out := *s
	out.Items = m.items(s.Items, s.Size.W)
	return &out
}

// items returns items with every x in its place counted from w backwards.
func (m *Mirror) items(items []layout.Item, w layout.Length) []layout.Item {
	out := make([]layout.Item, len(items))
	for i, item := range items {
		out[i] = m.item(item, w)
	}
	return out
}

func (m *Mirror) item(item layout.Item, w layout.Length) layout.Item {
	switch it := item.(type) {
	case *layout.Text:
		t := *it
		t.At.X = w - it.At.X - it.Width
		return &t
	case *layout.Path:
		p := *it
		p.Outline = outline(it.Outline, w)
		return &p
	case *layout.QR:
		q := *it
		q.At.X = w - it.At.X - it.Module*layout.Length(it.Code.Size)
		return &q
	case *layout.Image:
		p := *it
		p.Rect = rect(it.Rect, w)
		return &p
	case *layout.Link:
		l := *it
		l.Rect = rect(it.Rect, w)
		return &l
	case *layout.Anchor:
		return &layout.Anchor{Name: it.Name, At: layout.Point{X: w - it.At.X, Y: it.At.Y}}
	case *layout.Group:
		g := *it
		g.Transform = matrix(it.Transform, w)
		g.Items = m.items(it.Items, 0)
		if it.Clip != nil {
			clip := outline(*it.Clip, 0)
			g.Clip = &clip
		}
		return &g
	case *layout.Use:
		if box := it.Symbol.Box; it.Symbol.Upright {
			back := layout.Translate(layout.Point{X: -2*box.X - box.W})
			return &layout.Use{Symbol: it.Symbol, Transform: back.Then(matrix(it.Transform, w))}
		}
		return &layout.Use{Symbol: m.symbol(it.Symbol), Transform: matrix(it.Transform, w)}
	}
	return item
}

// symbol returns the mirror image of a symbol, always the same one.
func (m *Mirror) symbol(s *layout.Symbol) *layout.Symbol {
	m.lock.Lock()
	defer m.lock.Unlock()
	if done := m.symbols[s]; done != nil {
		return done
	}
	m.lock.Unlock() // it may hold others
	out := *s
	out.Box, out.Items = rect(s.Box, 0), m.items(s.Items, 0)
	m.lock.Lock()
	if done := m.symbols[s]; done != nil { // somebody else was faster
		return done
	}
	m.symbols[s], m.symbols[&out] = &out, s
	return &out
}

// matrix returns the map of mirrored coordinates that does what t does.
func matrix(t layout.Matrix, w layout.Length) layout.Matrix {
	return layout.Matrix{A: t.A, B: 0 - t.B, C: 0 - t.C, D: t.D, E: float64(w) - t.E, F: t.F}
}

func rect(r layout.Rect, w layout.Length) layout.Rect {
	r.X = w - r.Right()
	return r
}

func outline(o layout.Outline, w layout.Length) layout.Outline {
	points := make([]layout.Point, len(o.Points))
	for i, p := range o.Points {
		points[i] = layout.Point{X: w - p.X, Y: p.Y}
	}
	return layout.Outline{Verbs: o.Verbs, Points: points}
}
