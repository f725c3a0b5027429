package press

import (
	"slices"
	"testing"

	"kitpress/catalog"
	"kitpress/layout"
	"kitpress/layout/sheet"
)

// All cards of a kind have a box of one size for their codes, however long the
// addresses are: cards lie beside each other, and every difference shows.
func TestCodeBoxesAreOfOneSize(t *testing.T) {
	shared, err := openShared()
	if err != nil {
		t.Fatal(err)
	}
	shippedGames(t, func(t *testing.T, game string) {
		req := Request{Catalog: catalog.Embedded(), Games: []string{game}, Langs: []string{LangAll}, Paper: "a4", Ink: "full", Sides: string(sheet.Single)}
		locals, _, err := prepare(t.Context(), shared, &req)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range locals {
			for _, d := range l.Game.Decks {
				var middles []layout.Length
				for _, rec := range d.Cards {
					scene, problems := l.Composer.Face(d.ID, rec.ID, "front")
					if problems.HasErrors() {
						t.Fatal(problems.Err())
					}
					for _, item := range scene.Items {
						if group, ok := item.(*layout.Group); ok && len(group.Items) > 0 {
							item = group.Items[0]
						}
						if q, ok := item.(*layout.QR); ok {
							middles = append(middles, q.At.X+q.Module*layout.Length(q.Code.Size)/2) // of a box in a corner, which tells its size
						}
					}
				}
				if len(middles) > 0 && slices.Max(middles)-slices.Min(middles) > layout.MM(0.05) {
					t.Errorf("%s/%s: the middles of codes are from %v to %v mm", l.Lang, d.ID, slices.Min(middles), slices.Max(middles))
				}
			}
		}
	})
}
