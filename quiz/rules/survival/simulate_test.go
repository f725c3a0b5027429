package survival

import (
	"context"
	"os"
	"runtime"
	"testing"

	"kitpress/quiz/referee"
	"kitpress/quiz/simulate"
)

func simulated(t testing.TB, edition string, players, games int, player string, set map[string]string) *simulate.Result {
	t.Helper()
	g := game(t)
	g, e, err := simulate.With(g, g.Edition(edition), set)
	if err != nil {
		t.Fatal(err)
	}
	sim := Simulation()
	setup := referee.Setup{Game: g, Edition: e, Seats: []referee.Seat{"1", "2", "3", "4"}[:players], Options: map[string]string{sim.Alone: sim.PlaysOn}}
	res, err := simulate.Run(context.Background(), simulate.Request{
		Rules: Rules(), Game: sim, Setup: setup, Players: []string{player}, Games: games, Seed: 1, Workers: runtime.NumCPU(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// Measured elsewhere with another greedy player, 5000 games a row (games.md
// 1.10): how many of the players are left after the last round.
func TestSurvivorsAreAsManyAsWereMeasured(t *testing.T) {
	games := 1500
	if os.Getenv("KITPRESS_LONG") == "" {
		games = 120
	}
	for _, c := range []struct {
		edition   string
		set       map[string]string
		low, high float64
	}{
		{"italian", nil, 0.57, 0.73}, // 65 %
		{"german", nil, 0.26, 0.40},  // two greedy players gave 26 % and 40 %
		{"german", map[string]string{"concentratedCount": "notAllTokens"}, 0.08, 0.22}, // 14 %
	} {
		r := simulated(t, c.edition, 4, games, simulate.Sensible, c.set)
		t.Logf("%s %v: %.1f %% left, %.1f points each", c.edition, c.set, 100*r.LeftShare, r.LeftTotal.Mean)
		if r.LeftShare < c.low || r.LeftShare > c.high {
			t.Errorf("%s %v: %.1f %% of the players are left, want %.0f to %.0f %%", c.edition, c.set, 100*r.LeftShare, 100*c.low, 100*c.high)
		}
		if r.Unfinished > 0 || r.Rounds.Min != 5 && r.Left[0].Games == 0 {
			t.Errorf("%d games unfinished, rounds %+v", r.Unfinished, r.Rounds)
		}
	}
}

// Who plays by chance is worse off.
func TestSensiblePlayersDoBetter(t *testing.T) {
	if r := simulated(t, "italian", 4, 200, simulate.Random, nil); r.LeftShare > 0.1 {
		t.Errorf("%.1f %% of random players are left", 100*r.LeftShare)
	}
}
