package press

import (
	"slices"
	"strings"
	"testing"

	"kitpress/layout"
)

// codeBoxes are the middles of the codes on the fronts of cards, by language
// and deck: of a box in a corner, which tells its size. All cards of a kind have
// a box of one size for their codes, however long the addresses are: cards lie
// beside each other, and every difference shows.
type codeBoxes map[string][]layout.Length

func (boxes codeBoxes) look(d *Sheets) {
	for _, scene := range d.faces {
		if scene == nil || !strings.HasSuffix(scene.Name, "/front") {
			continue
		}
		deck, _, _ := strings.Cut(scene.Name, "/")
		for _, item := range scene.Items {
			if group, ok := item.(*layout.Group); ok && len(group.Items) > 0 {
				item = group.Items[0]
			}
			if q, ok := item.(*layout.QR); ok {
				name := d.In.Lang + "/" + deck
				boxes[name] = append(boxes[name], q.At.X+q.Module*layout.Length(q.Code.Size)/2)
			}
		}
	}
}

func (boxes codeBoxes) check(t *testing.T) {
	t.Helper()
	for name, middles := range boxes {
		if least, most := slices.Min(middles), slices.Max(middles); most-least > layout.MM(0.05) {
			t.Errorf("%s: the middles of codes are from %v to %v mm", name, least, most)
		}
	}
}
