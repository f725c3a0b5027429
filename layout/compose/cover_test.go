package compose

import (
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
		for n, want := range map[int]int{len(all): 4, 2: 2, 0: 0} {
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
