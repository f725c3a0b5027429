package compose

import (
	"strings"
	"testing"

	"kitpress/layout"
)

// The cover of a guide shows four cards, one for each when there are fewer and
// its signs when there are none, in every game and ink.
func TestGuideCover(t *testing.T) {
	shippedGames(t, "", func(t *testing.T, c *Composer) {
		var all []string
		for _, d := range c.game.Decks[:2] {
			for _, card := range d.Cards {
				all = append(all, card.ID)
			}
		}
		for n, want := range map[int]int{len(all): 3, 2: 2, 0: 0} {
			scene, ps := c.Draw("guide-cover", map[string]any{"title": "T", "line": "L", "about": "A", "cards": all[:n], "code": "7F3K-R", "page": 4})
			if len(ps) > 0 {
				t.Fatal(printed(ps))
			}
			pieces := 0
			for _, item := range scene.Items {
				if use, ok := item.(*layout.Use); ok && len(use.Symbol.Name) > len(pieceSymbols) && use.Symbol.Name[:len(pieceSymbols)] == pieceSymbols {
					pieces++
				}
			}
			if pieces != want {
				t.Errorf("%d cards of %d are shown, want %d", pieces, n, want)
			}
		}
	})
}

// Words of a piece that a group cuts off are left out, those it shows in part stay.
func TestWordsCutOffAreLeftOut(t *testing.T) {
	t.Parallel()
	mm := layout.MM
	text := func(s string, y float64) *layout.Text {
		return &layout.Text{Content: s, At: layout.Point{X: mm(5), Y: mm(y)}, Width: mm(20), Size: mm(3)}
	}
	inner := &layout.Symbol{Name: "name", Items: []layout.Item{text("inner", 30)}}
	face := &layout.Symbol{Name: pieceSymbols + "x", Box: layout.Rect{W: mm(63), H: mm(88)}, Items: []layout.Item{
		text("above", 5), text("edge", 11), text("shown", 25),
		&layout.Use{Symbol: inner, Transform: layout.Identity()},
		&layout.Group{Transform: layout.Translate(layout.Point{Y: mm(40)}), Items: []layout.Item{text("below", 30)}},
	}}
	clip := layout.RectOutline(layout.Rect{Y: mm(10), W: mm(63), H: mm(30)}, 0)
	g := &layout.Group{Clip: &clip, Items: []layout.Item{&layout.Use{Symbol: face, Transform: layout.Identity()}}}
	(&drawing{}).cutPieces(g)
	var got []string
	var walk func([]layout.Item)
	walk = func(items []layout.Item) {
		for _, it := range items {
			switch it := it.(type) {
			case *layout.Text:
				got = append(got, it.Content)
			case *layout.Group:
				walk(it.Items)
			case *layout.Use:
				walk(it.Symbol.Items)
			}
		}
	}
	walk(g.Items)
	if s := strings.Join(got, " "); s != "edge shown inner" {
		t.Errorf("left are %q", s)
	}
	if len(face.Items) != 5 {
		t.Error("the face itself was changed")
	}
}
