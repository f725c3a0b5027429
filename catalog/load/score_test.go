package load

import (
	"testing"
	"testing/fstest"
)

// A worth or a goal is a number or a param, which editions may set.
func TestScoreAmounts(t *testing.T) {
	files := tiny(t)
	files["score.yaml"] = &fstest.MapFile{Data: []byte(`format: 1
rule: R2
goal: 950
categories:
  - {id: SUN, of: suits, worth: 25, goal: rounds}
  - {id: fox, of: animals, worth: -2}
  - {id: cards, name: Cards in hand}
total: [SUN, fox]
`)}
	g, ps := Game(files, "")
	if ps.HasErrors() {
		t.Fatal(ps.Err())
	}
	s := g.Score
	long, short := g.ParamsFor(g.Edition("long")), g.ParamsFor(g.Edition("short"))
	if !s.Goal.IsSet() || s.Goal.In(long) != 950 {
		t.Errorf("the goal is %+v", s.Goal)
	}
	sun, fox, cards := s.Categories[0], s.Categories[1], s.Categories[2]
	if sun.Worth.In(long) != 25 || sun.Goal.In(long) != 3 || sun.Goal.In(short) != 1 {
		t.Errorf("suns: %+v", sun)
	}
	if fox.Worth.In(long) != -2 || fox.Deck != "animals" || fox.Card != "fox" || fox.Set != "" || fox.Goal.IsSet() {
		t.Errorf("foxes: %+v", fox)
	}
	if cards.Worth.IsSet() || cards.Worth.In(long) != 1 {
		t.Errorf("cards: %+v", cards)
	}
}
