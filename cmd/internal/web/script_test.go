package web

import (
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/quiz/referee"
	"kitpress/quiz/rules"
	"kitpress/quiz/simulate"
	"kitpress/quiz/store"
)

// aMatch returns what a match of a game starts from, with the fewest seats or
// as many as are given.
func aMatch(t testing.TB, game string, seats ...referee.Seat) (store.Match, referee.Setup) {
	t.Helper()
	g, problems := load.Game(catalog.Embedded(), game)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	if len(seats) == 0 {
		seats = []referee.Seat{"red", "blue", "green", "grey"}[:g.Players.Min]
	}
	m, s := store.Match{Game: game, Seats: seats}, referee.Setup{Game: g, Seats: seats}
	if len(g.Editions) > 0 {
		m.Edition, s.Edition = g.Editions[0].ID, &g.Editions[0]
	}
	return m, s
}

// script returns the commands of a whole game, or its first so many: legal
// ones, taken by chance.
func script(t testing.TB, setup referee.Setup, seed uint64, most int) []referee.Command {
	t.Helper()
	r, _ := rules.For(setup.Game.ID)
	game, ok := rules.Simulation(setup.Game.ID)
	m, no := referee.New(r, setup)
	if !ok || no != nil {
		t.Fatal(setup.Game.ID, ok, no)
	}
	chance := simulate.NewRand(seed, 0)
	table := game.Deal(m, chance, &simulate.Notes{})
	var out []referee.Command
	for len(out) < most {
		ways := table.Ways()
		if len(ways) == 0 {
			break
		}
		c := table.Chance(ways[chance.IntN(len(ways))])
		rec, no := m.Decide(c)
		if no != nil {
			t.Fatalf("%s: %+v: %+v", setup.Game.ID, c, no)
		}
		if err := m.Append(rec); err != nil {
			t.Fatal(err)
		}
		if err := table.Follow(rec); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}
