package rules

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/quiz/referee"
	"kitpress/quiz/simulate"
)

// request returns a request for a shipped game, with the first edition and as
// many players as there may be.
func request(t testing.TB, id, player string, seats, games int) simulate.Request {
	t.Helper()
	g, problems := load.Game(catalog.Embedded(), id)
	if problems.HasErrors() {
		t.Fatal(problems.Err())
	}
	q := simulate.Request{Players: []string{player}, Games: games, Seed: 1, Workers: 2}
	q.Rules, _ = For(id)
	q.Game, _ = Simulation(id)
	q.Setup = referee.Setup{Game: g}
	if len(g.Editions) > 0 {
		q.Setup.Edition = &g.Editions[0]
	}
	for i := range seats {
		q.Setup.Seats = append(q.Setup.Seats, referee.Seat(fmt.Sprint(i+1)))
	}
	return q
}

// Every game can be simulated with every number of players, of every kind;
// hands and piles always fit what the referee counts, and replaying the log
// leads to the same score. SIMULATE_GAMES says how many games to play of each.
func TestSimulations(t *testing.T) {
	games, longest := 2, 700 // random players need many more, at times
	if n, err := strconv.Atoi(os.Getenv("SIMULATE_GAMES")); err == nil {
		games, longest = n, simulate.Longest
	}
	for _, id := range Games() {
		for _, player := range simulate.Kinds() {
			g, _ := load.Game(catalog.Embedded(), id)
			for seats := g.Players.Min; seats <= g.Players.Max; seats++ {
				q := request(t, id, player, seats, games)
				q.Longest = longest
				var once sync.Once
				q.Played = func(_ int, m *referee.Match) {
					once.Do(func() {
						again, err := referee.Replay(q.Rules, m.Setup(), m.Log())
						if err != nil || !reflect.DeepEqual(again.Tally(), m.Tally()) {
							t.Errorf("%s: replay leads to another score: %v", id, err)
						}
					})
				}
				res, err := simulate.Run(context.Background(), q)
				if err != nil {
					t.Errorf("%s, %d %s players: %v", id, seats, player, err)
					continue
				}
				t.Logf("%s, %d %s players: %.1f rounds, %d records, %d unfinished, ends %v", id, seats, player, res.Rounds.Mean, res.Records, res.Unfinished, res.Ends)
				if player == simulate.Sensible && res.Unfinished > 0 {
					t.Errorf("%s: %d games of sensible players came to no end", id, res.Unfinished)
				}
			}
		}
	}
}

// The same games come out on any number of processors.
func TestWorkersMakeNoDifference(t *testing.T) {
	for _, id := range Games() {
		var want string
		for _, workers := range []int{1, 2, 5} {
			q := request(t, id, simulate.Sensible, 3, 6)
			q.Workers, q.Row = workers, true
			res, err := simulate.Run(context.Background(), q)
			if err != nil {
				t.Fatal(err)
			}
			got, _ := json.Marshal(struct {
				*simulate.Result
				Rows []simulate.Row
			}{res, res.Rows})
			if want == "" {
				want = string(got)
			}
			if string(got) != want {
				t.Errorf("%s with %d workers:\n%s\nwith one:\n%s", id, workers, got, want)
			}
		}
	}
}

func BenchmarkSimulate(b *testing.B) {
	for _, id := range Games() {
		b.Run(id, func(b *testing.B) {
			q := request(b, id, simulate.Sensible, 4, b.N)
			q.Workers = 1
			if _, err := simulate.Run(context.Background(), q); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// Whatever number of a game a designer changes: the games are played, or it is
// said that they cannot be; nothing hangs.
func TestAnyNumberCanBeChanged(t *testing.T) {
	values := []string{"0", "1", "20"}
	if os.Getenv("KITPRESS_LONG") == "" {
		values = values[:1]
	}
	for _, id := range Games() {
		played, stuck := 0, 0
		base := request(t, id, simulate.Sensible, 3, 2)
		params := base.Setup.Game.ParamsFor(base.Setup.Edition)
		for _, name := range slices.Sorted(maps.Keys(params)) {
			p := params[name]
			for _, value := range values {
				q := base
				if p.IsWord {
					continue
				}
				var err error
				if q.Setup.Game, q.Setup.Edition, err = simulate.With(q.Setup.Game, q.Setup.Edition, map[string]string{name: value}); err != nil {
					t.Fatal(err)
				}
				q.Games, q.Longest = 1, 150
				ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
				var asked *simulate.StuckError
				var no *simulate.RefusedError
				switch _, err := simulate.Run(ctx, q); {
				case err == nil:
					played++
				case errors.As(err, &no), errors.Is(err, context.DeadlineExceeded): // many attackers take their time
				case errors.As(err, &asked):
					stuck++
					t.Logf("%s: %s = %s: %v", id, name, value, err)
				default:
					t.Errorf("%s: %s = %s: %v", id, name, value, err)
				}
				stop()
			}
		}
		t.Logf("%s: %d changes can be played, %d cannot", id, played, stuck)
	}
}
