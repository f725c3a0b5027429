package refereetest

import (
	"io/fs"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/quiz/referee"
)

// Game returns a game kitpress ships.
func Game(t testing.TB, id string) *catalog.Game {
	t.Helper()
	g, problems := load.Game(catalog.Embedded(), id)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return g
}

// Breaks runs the plays of fsys: each of the rules named is broken by one and
// refused with that very rule, and no rule is cited that the catalog lacks.
func Breaks(t *testing.T, rules referee.Rules, g *catalog.Game, fsys fs.FS, broken ...string) {
	t.Helper()
	cited := Plays(t, rules, g, fsys)
	for _, rule := range broken {
		if !cited[rule] {
			t.Errorf("no play breaks %s", rule)
		}
	}
	for rule := range cited {
		if rule != "" && g.Rule(rule) == nil {
			t.Errorf("%s refused something and is not in the catalog", rule)
		}
	}
}
