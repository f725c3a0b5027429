package rules

import (
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/load"
)

// Every game in the list has rules, is in the catalog, and cites only rules
// the catalog has; its verbs name only decks and sets it has.
func TestGames(t *testing.T) {
	if _, ok := For("chess"); ok {
		t.Error("there are rules for a game nobody knows")
	}
	for _, id := range Games() {
		rules, ok := For(id)
		if !ok {
			t.Errorf("%s has no rules", id)
			continue
		}
		g, problems := load.Game(catalog.Embedded(), id)
		if problems.HasErrors() {
			t.Fatal(problems.Err())
		}
		for _, v := range rules.Verbs() {
			if g.Rule(v.Rule) == nil {
				t.Errorf("%s: %s cites %q", id, v.Name, v.Rule)
			}
			for _, a := range v.Args {
				for _, of := range a.Of {
					if a.Kind == "card" && g.Deck(of) == nil || a.Kind == "item" && g.Set(of) == nil {
						t.Errorf("%s: %s %s is of %q", id, v.Name, a.Name, of)
					}
				}
			}
		}
		for _, o := range rules.Options() {
			if g.Rule(o.Rule) == nil {
				t.Errorf("%s: option %s cites %q", id, o.Name, o.Rule)
			}
		}
	}
}
