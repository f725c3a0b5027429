package games

import (
	"bytes"
	"encoding/json"
	"testing"

	"kitpress/cmd/internal/cli/terminal"
)

// What the list of components says adds up: decks to components, components to
// totals, each deck once.
func TestComponentsAddUp(t *testing.T) {
	var out bytes.Buffer
	if err := (&listOptions{json: true}).run(t.Context(), terminal.Streams{Out: &out}, []string{"components"}); err != nil {
		t.Fatal(err)
	}
	var list struct {
		Components []listedComponent
		Totals     []listedTotal
	}
	if err := json.Unmarshal(out.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	want := map[string]listedTotal{}
	seen := map[string]bool{}
	for _, c := range list.Components {
		pieces, total := 0, want[c.Game]
		total.Game = c.Game
		for _, d := range c.Decks {
			pieces += d.Pieces
			if d.Different < 1 || d.Pieces < d.Different {
				t.Errorf("%s: deck %+v", c.Game, d)
			}
			if key := c.Game + "/" + d.ID; d.Counted && !seen[key] {
				seen[key] = true
				if d.Kind == "cards" {
					total.Cards += d.Pieces
				} else {
					total.Others += d.Pieces
				}
				total.Pieces += d.Pieces
			}
		}
		if pieces != c.Pieces {
			t.Errorf("%s: the decks of %s have %d pieces, the component %d", c.Game, c.ID, pieces, c.Pieces)
		}
		want[c.Game] = total
	}
	if len(list.Totals) < 4 || len(want) != len(list.Totals) {
		t.Errorf("%d totals of %d games", len(list.Totals), len(want))
	}
	for _, got := range list.Totals {
		if got != want[got.Game] || got.Pieces == 0 {
			t.Errorf("the totals are %+v, want %+v", got, want[got.Game])
		}
	}
}
