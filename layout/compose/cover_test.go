package compose

import (
	"testing"

	"kitpress/layout"
)

// The tiles on the cover of a guide stand out from its ground, in every game
// and ink, and the codes from their tiles.
func TestGuideCoverTilesAreSeen(t *testing.T) {
	shippedGames(t, "", func(t *testing.T, c *Composer) {
		scene, ps := c.Draw("guide-cover", map[string]any{"title": "T", "line": "L", "tag": "T", "codes": []string{"A", "B", "C", "D", "E", "F", "G", "H"}})
		if len(ps) > 0 {
			t.Fatal(printed(ps))
		}
		ground := scene.Items[0].(*layout.Path).Fill
		tiles := 0
		for _, item := range scene.Items {
			g, ok := item.(*layout.Group)
			if !ok {
				continue
			}
			var tile *layout.Path
			for _, item := range g.Items {
				switch item := item.(type) {
				case *layout.Path:
					tile = item
					if got := layout.Contrast(tile.Fill.RGB, ground.RGB); got < 1.5 && tile.Stroke == nil {
						t.Errorf("a tile in %s has a contrast of %.2f to its ground", tile.Fill.Role, got)
					}
					tiles++
				case *layout.Text:
					if got := layout.Contrast(item.Fill.RGB, tile.Fill.RGB); got < 4.5 {
						t.Errorf("a code in %s has a contrast of %.2f to its tile", item.Fill.Role, got)
					}
				}
			}
		}
		if tiles != 8 {
			t.Errorf("%d tiles", tiles)
		}
	})
}
