package press

import (
	"math"
	"os"
	"slices"
	"testing"

	"kitpress/layout"
)

// The net of every box folds: its four walls close to a tube that is as wide and
// as deep on one side as on the other, bottom and lid are as deep as it is, the
// cards go in with their dividers and blanks, and it keeps off the edges of the paper.
func TestBoxesFold(t *testing.T) {
	papers := []string{"a4", "letter"}
	if os.Getenv("KITPRESS_LONG") == "" {
		papers = papers[:1]
	}
	shippedGames(t, func(t *testing.T, id string) {
		for _, paper := range papers {
			for _, s := range sheetsOf(t, Request{Games: []string{id}, Langs: []string{"en"}, Paper: paper, Only: []string{"tuck-box"}}) {
				cards := 0
				for _, deck := range s.Of.Decks {
					if d := s.In.Game.Deck(deck); d.Kind() == "cards" {
						cards += d.Count()
					}
				}
				net := netOf(s.Pages[0].Scene)
				if len(net.upright) != 4 {
					t.Fatalf("%d upright folds", len(net.upright))
				}
				x := func(i int) float64 { return net.upright[i].X.MM() }
				depth, front, other, high := x(1)-x(0), x(2)-x(1), x(3)-x(2), net.upright[0].H.MM()
				back := net.right - x(3)
				for _, same := range [][2]float64{{depth, other}, {front, back}, {front, 65}, {high, 90}, {net.bottom - net.upright[0].Bottom().MM(), depth}, {net.upright[0].Y.MM() - net.lid, depth}} {
					if math.Abs(same[0]-same[1]) > 0.01 {
						t.Errorf("%s: %.2f mm meet %.2f mm", paper, same[0], same[1])
					}
				}
				if need := 0.32*float64(cards+5) + 2; depth < need || depth > max(9, need+1) {
					t.Errorf("%s: %d cards in %.1f mm", paper, cards, depth)
				}
				size := s.Pages[0].Scene.Size
				if inside := (layout.Rect{W: size.W, H: size.H}).Inset(5 * layout.Millimetre); !inside.Contains(net.all) {
					t.Errorf("%s: the net covers %v of %v", paper, net.all, inside)
				}
			}
		}
	})
}

// A net is the folds and cuts of a box.
type net struct {
	upright            []layout.Rect // folds, from the left
	right, bottom, lid float64       // of the back wall, of the bottom, of the fold of the lid, in mm
	all                layout.Rect
}

func netOf(s *layout.Scene) net {
	var n net
	var across []layout.Rect
	Walk(s.Items, layout.Identity(), func(items []layout.Item, m layout.Matrix) bool {
		for _, it := range items {
			p, ok := it.(*layout.Path)
			if !ok || p.Stroke == nil {
				continue
			}
			b := m.Bounds(p.Outline.Bounds())
			fold := len(p.Stroke.Dash) == 2 && p.Stroke.Dash[1] == 1200 && p.Stroke.Width == 400 // pictures have other dashes
			switch {
			case fold && b.H > b.W:
				n.upright = append(n.upright, b)
			case fold:
				across = append(across, b)
			case p.Stroke.Paint.Role == "cut-line":
				n.all = union(n.all, b)
			}
		}
		return true
	})
	slices.SortFunc(n.upright, func(a, b layout.Rect) int { return int(a.X - b.X) })
	n.lid = s.Size.H.MM()
	for _, b := range across {
		if b.X <= n.upright[3].X+1 { // what is beside the net has folds of its own
			n.right, n.lid = max(n.right, b.Right().MM()), min(n.lid, b.Y.MM())
		}
	}
	n.bottom = n.upright[0].Bottom().MM()
	Walk(s.Items, layout.Identity(), func(items []layout.Item, m layout.Matrix) bool {
		for _, it := range items { // the lowest cut below the front
			if p, ok := it.(*layout.Path); ok && p.Stroke != nil && p.Stroke.Paint.Role == "cut-line" {
				n.bottom = max(n.bottom, lowest(p.Outline, m, n.upright[1].X, n.upright[2].X))
			}
		}
		return true
	})
	return n
}

// lowest returns how far down an outline reaches between two places.
func lowest(o layout.Outline, m layout.Matrix, from, to layout.Length) (mm float64) {
	for _, p := range o.Points {
		if q := m.Apply(p); q.X >= from && q.X <= to {
			mm = max(mm, q.Y.MM())
		}
	}
	return mm
}

func union(a, b layout.Rect) layout.Rect {
	if a == (layout.Rect{}) {
		return b
	}
	x, y := min(a.X, b.X), min(a.Y, b.Y)
	return layout.Rect{X: x, Y: y, W: max(a.Right(), b.Right()) - x, H: max(a.Bottom(), b.Bottom()) - y}
}
