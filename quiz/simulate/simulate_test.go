package simulate

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/quiz/referee"
)

// A coin is a game of one toss: heads and the first seat has won.
type coin struct{ stuck, panics int }

type coinState struct{ Ended, Winner string }

func (coin) Verbs() []referee.Verb {
	return []referee.Verb{{Name: "toss", Table: true, Rule: "R1", Args: []referee.Arg{{Name: "side", Kind: referee.ArgWord, Of: []string{"heads", "tails"}, Min: 1, Max: 1}}}}
}
func (coin) Options() []referee.Option                         { return nil }
func (coin) Start(referee.Setup) (coinState, *referee.Refusal) { return coinState{}, nil }
func (coin) View(s coinState, _ referee.Seat) any              { return s }
func (coin) Clone(s coinState) coinState                       { return s }
func (coin) Apply(s *coinState, e referee.Event)               { *s = coinState{"R1", e.Args.Word("side")} }

func (coin) Decide(s coinState, c referee.Command) ([]referee.Event, *referee.Refusal) {
	return []referee.Event{{Kind: "tossed", Args: c.Args}}, nil
}

func (coin) Needs(coinState, referee.Move) []referee.Need { return nil }

func (coin) Legal(s coinState, seat referee.Seat) []referee.Move {
	if s.Ended != "" || seat != "" {
		return nil
	}
	return []referee.Move{{Command: referee.Command{Verb: "toss"}, Open: []string{"side"}, Rule: "R1"}}
}

func (coin) Tally(s coinState) referee.Tally {
	t := referee.Tally{Over: s.Ended != "", Rule: s.Ended, Rows: []referee.Row{{Seat: "1", Rank: 1}, {Seat: "2", Rank: 1}}}
	switch s.Winner {
	case "heads":
		t.Winners, t.Rows[0].Total, t.Rows[1].Out = []referee.Seat{"1"}, 3, true
	case "tails":
		t.Winners = []referee.Seat{"1", "2"}
	}
	return t
}

type coinTable struct {
	coin
	m *referee.Match
	r *Rand
	n *Notes
}

func (c coin) Deal(m *referee.Match, r *Rand, n *Notes) Table { return &coinTable{c, m, r, n} }

func (t *coinTable) Ways() []referee.Command {
	if t.panics > 0 {
		panic("no such deck")
	}
	var ways []referee.Command
	for _, mv := range Moves(t.m) {
		ways = append(ways, mv.Command)
	}
	if t.stuck > 0 {
		return nil
	}
	return ways
}

func (t *coinTable) Sensible([]referee.Command) int { return 0 }

func (t *coinTable) Chance(c referee.Command) referee.Command {
	return Fill(c, "side", []string{[]string{"heads", "tails"}[t.r.IntN(2)]})
}

func (t *coinTable) Follow(rec referee.Record) error {
	t.n.Turn()
	if rec.Events[0].Args.Word("side") == "heads" {
		t.n.Drawn("a", "a")
		t.n.Used("a", "a")
	}
	return nil
}

func coinGame() *catalog.Game {
	g := &catalog.Game{ID: "coin", Players: catalog.Range{Min: 2, Max: 2}}
	g.Params = catalog.Params{"sides": {Name: "sides", Number: 2}, "metal": {Name: "metal", Word: "gold", IsWord: true}}
	g.Decks = []*catalog.Deck{{ID: "d", Cards: []*catalog.Record{{ID: "a", Quantity: 2}, {ID: "b", Quantity: 1}}}}
	return g
}

func toss(c coin, games, workers int) (*Result, error) {
	return Run(context.Background(), Request{
		Rules: referee.Of[coinState](c), Game: Game{Deal: c.Deal}, Setup: referee.Setup{Game: coinGame(), Seats: []referee.Seat{"1", "2"}},
		Players: []string{Random}, Games: games, Seed: 7, Workers: workers, Row: true,
	})
}

func TestCounts(t *testing.T) {
	r, err := toss(coin{}, 1000, 3)
	if err != nil {
		t.Fatal(err)
	}
	heads := 0
	for i, row := range r.Rows {
		if row.Game != i+1 || row.Turns != 1 || row.Rounds != 1 || row.Rule != "R1" {
			t.Fatalf("%+v", row)
		}
		if row.Seats[0].Total == 3 {
			heads++
		}
	}
	if heads < 430 || heads > 570 {
		t.Errorf("%d of 1000 are heads", heads)
	}
	want := Card{Deck: "d", Card: "a", Copy: 2, Drawn: 2 * heads, Used: 2 * heads, Games: heads}
	if r.Cards[0] != want || r.Cards[1] != (Card{Deck: "d", Card: "b", Copy: 1}) {
		t.Errorf("%+v", r.Cards)
	}
	if r.Games != 1000 || r.Events != 1000 || r.Shared != 1000-heads || r.Seats[0].Wins != 1000 || r.Seats[1].Wins != 1000-heads || r.Seats[1].Out != heads {
		t.Errorf("%+v", r)
	}
	if r.Left[1].Games != heads || r.Left[2].Games != 1000-heads || !slices.Equal(r.Ends, []End{{"R1", 1000}}) {
		t.Errorf("%+v %+v", r.Left, r.Ends)
	}
	if again, _ := toss(coin{}, 1000, 1); !reflect.DeepEqual(again, r) {
		t.Error("one worker counts otherwise than three")
	}
}

func TestGamesThatCannotBePlayed(t *testing.T) {
	for _, c := range []struct {
		coin
		want string
	}{
		{coin{stuck: 1}, "game 1, record 0: nobody can do anything"},
		{coin{panics: 1}, "the rules cannot be played with this catalog: no such deck"},
	} {
		_, err := toss(c.coin, 50, 4)
		if err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err := Run(ctx, Request{Rules: referee.Of[coinState](coin{}), Game: Game{Deal: coin{}.Deal}, Setup: referee.Setup{Game: coinGame(), Seats: []referee.Seat{"1", "2"}}, Games: 9})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	var no *RefusedError
	if _, err = Run(context.Background(), Request{Rules: referee.Of[coinState](coin{}), Game: Game{Deal: coin{}.Deal}, Setup: referee.Setup{Game: coinGame()}, Games: 9}); !errors.As(err, &no) {
		t.Error(err)
	}
}

func TestWith(t *testing.T) {
	g := coinGame()
	g.Editions = []catalog.Edition{
		{ID: "x", Params: catalog.Params{"metal": {Name: "metal", Word: "gold", IsWord: true}, "sides": {Name: "sides", Number: 3}}},
		{ID: "y", Params: catalog.Params{"metal": {Name: "metal", Word: "silver", IsWord: true}}},
	}
	changed, e, err := With(g, &g.Editions[0], map[string]string{"sides": "5", "metal": "silver"})
	if err != nil {
		t.Fatal(err)
	}
	if p := changed.ParamsFor(e); p["sides"].Number != 5 || p["metal"].Word != "silver" {
		t.Errorf("%+v", p)
	}
	if p := g.ParamsFor(&g.Editions[0]); p["sides"].Number != 3 || p["metal"].Word != "gold" {
		t.Errorf("the game itself was changed: %+v", p)
	}
	for set, want := range map[string][2]string{
		"side=5": {`the game has no param "side"`, "sides"}, "sides=-1": {`sides is a number from 0 to 999, not "-1"`, ""},
		"sides=x": {`sides is a number from 0 to 999, not "x"`, ""}, "metal=silber": {`metal cannot be "silber"`, "silver"},
	} {
		name, value, _ := strings.Cut(set, "=")
		_, _, err := With(g, &g.Editions[0], map[string]string{name: value})
		var wrong *ParamError
		if !errors.As(err, &wrong) || wrong.Error() != want[0] || wrong.Guess() != want[1] {
			t.Errorf("%s: %v, want %v", set, err, want)
		}
	}
}

func TestSpread(t *testing.T) {
	s := spread(map[int]int{0: 1, 2: 5, 3: 3, 5: 1})
	want := Spread{Mean: 2.4, Min: 0, Median: 2, P90: 3, Max: 5, Bins: []Bin{{0, 1}, {1, 0}, {2, 5}, {3, 3}, {4, 0}, {5, 1}}}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("%+v, want %+v", s, want)
	}
	if s := spread(map[int]int{0: 9, 1: 1}); s.Median != 0 || s.P90 != 0 || s.Max != 1 {
		t.Errorf("%+v", s)
	}
}

// Ten tosses are the example of every text book.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		hits, n   int
		low, high float64
	}{{0, 10, 0, 0.2775}, {5, 10, 0.2366, 0.7634}, {10, 10, 0.7225, 1}, {250, 1000, 0.2242, 0.2777}, {0, 0, 0, 1}} {
		low, high := wilson(c.hits, c.n)
		if math.Abs(low-c.low) > 1e-4 || math.Abs(high-c.high) > 1e-4 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", c.hits, c.n, low, high, c.low, c.high)
		}
	}
}

// The numbers of a seed are the same on every machine, and all faces of a die
// come up equally often.
func TestRand(t *testing.T) {
	r := NewRand(1, 0)
	var got []int
	for range 8 {
		got = append(got, r.IntN(6))
	}
	if want := []int{2, 2, 0, 2, 2, 0, 4, 4}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	counts := make([]int, 6)
	for game := range uint64(600) {
		r := NewRand(1, game)
		for range 100 {
			counts[r.IntN(6)]++
		}
	}
	sum := 0.0
	for _, n := range counts {
		sum += float64((n-10000)*(n-10000)) / 10000
	}
	if sum > 15.1 { // one run in a hundred is above
		t.Errorf("%v: chi² %.1f", counts, sum)
	}
	if r.IntN(0) != 0 || r.IntN(1) != 0 {
		t.Error("there is but one number below 1")
	}
}

func TestPile(t *testing.T) {
	r := NewRand(3, 0)
	p := Pile{Cards: []string{"x", "y"}}
	fresh := []string{"b", "a", "c"}
	got := p.Draw(r, 4, &fresh)
	if len(got) != 4 || got[0] != "y" || got[1] != "x" || len(p.Cards) != 1 || len(fresh) != 0 {
		t.Errorf("%v, %v left, %v fresh", got, p.Cards, fresh)
	}
	if rest := p.Draw(r, 3, &fresh); len(rest) != 1 || p.Top() != "" {
		t.Errorf("%v, %v left", rest, p.Cards)
	}
	if left := referee.Without([]string{"a", "b", "a", "c"}, []string{"a"}, []string{"c", "c"}); !slices.Equal(left, []string{"b", "a"}) {
		t.Errorf("%v", left)
	}
}
