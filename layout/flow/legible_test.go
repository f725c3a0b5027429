package flow

import (
	"math"
	"testing"

	"kitpress/layout"
)

// leastText is the smallest type of a rulebook, in points. What a figure shows
// of a piece in smaller type are bars.
const leastText = 5

// Nothing in a rulebook is set so small that nobody can read it.
func TestRulebooksAreLegible(t *testing.T) {
	everyBook(t, func(t *testing.T, b shippedBook) {
		if b.style.Name != "rulebook" {
			return
		}
		for _, p := range b.book.Pages {
			small := map[string]float64{}
			smallTexts(p.Scene.Items, 1, small)
			for text, size := range small {
				t.Errorf("page %s: %q is set in %.1f pt", p.Label, text, size)
			}
		}
	})
}

// smallTexts collects the texts among items that are set too small when they
// are drawn at a scale.
func smallTexts(items []layout.Item, scale float64, small map[string]float64) {
	for _, item := range items {
		switch item := item.(type) {
		case *layout.Text:
			if size := item.Size.Pt() * scale; size < leastText-0.01 {
				small[item.Content] = size
			}
		case *layout.Group:
			smallTexts(item.Items, scale*scaleOf(item.Transform), small)
		case *layout.Use:
			smallTexts(item.Symbol.Items, scale*scaleOf(item.Transform), small)
		}
	}
}

func scaleOf(m layout.Matrix) float64 { return math.Sqrt(math.Abs(m.A*m.D - m.B*m.C)) }
