package press

import (
	"testing"

	"kitpress/layout"
)

// With light backs the fronts are those of a kit in full colour and the backs
// those of one that saves ink.
func TestLightBacks(t *testing.T) {
	faces := func(ink string) (front, back string) {
		locals, _, err := Localise(t.Context(), Request{Games: []string{"cyber-siege"}, Langs: []string{"en"}, Ink: ink})
		if err != nil {
			t.Fatal(err)
		}
		l := locals[0]
		deck := l.Game.Deck("points")
		scenes, problems := l.Faces(deck, deck.Cards[0].ID, true)
		if len(problems) > 0 {
			t.Fatal(problems.Err())
		}
		return colours(scenes[0].Items), colours(scenes[1].Items)
	}
	front, dark := faces("full")
	_, light := faces("low")
	gotFront, gotBack := faces(InkBacks)
	if light == dark || light == "" {
		t.Fatal("a back that saves ink is as dark as the other")
	}
	if gotFront != front || gotBack != light {
		t.Error("fronts in full colour, light backs: one of them is another")
	}
}

// colours returns the colours of all areas, in the order they are painted.
func colours(items []layout.Item) string {
	all := ""
	Walk(items, layout.Identity(), func(items []layout.Item, _ layout.Matrix) bool {
		for _, it := range items {
			if p, ok := it.(*layout.Path); ok && p.Fill != nil {
				all += p.Fill.Hex() + " "
			}
		}
		return true
	})
	return all
}
