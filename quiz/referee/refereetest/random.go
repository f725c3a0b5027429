package refereetest

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"kitpress/quiz/referee"
)

// Random plays games at random and sees that what must always hold does.
type Random struct {
	Rules referee.Rules
	// Setup draws how many play, in which edition, with which options.
	Setup func(*rand.Rand) referee.Setup
	// Complete says the open arguments of a move as the table would: what a
	// roll showed, which card was drawn. nil: any values the verb takes.
	Complete func(*rand.Rand, *referee.Match, referee.Move) referee.Command
	// Choose picks one of the moves; nil: any.
	Choose func(*rand.Rand, *referee.Match, []referee.Move) referee.Move
	// Holds reports what must hold in every state of this game: counts of
	// cards and tokens, limits of tracks.
	Holds func(*referee.Match) error
	// Longest is after how many records a game is given up.
	Longest int
}

// events returns how many events to play: a few thousand, or what the
// environment says in REFEREE_EVENTS.
func events(t *testing.T) int {
	if n, err := strconv.Atoi(os.Getenv("REFEREE_EVENTS")); err == nil {
		return n
	}
	if testing.Short() {
		return 1500
	}
	return 6000
}

// Run plays until enough events have happened.
func (r Random) Run(t *testing.T) {
	t.Helper()
	want := events(t)
	total, games, over, silly, legalSilly := 0, 0, 0, 0, 0
	for seed := uint64(1); total < want; seed++ {
		rnd := rand.New(rand.NewPCG(seed, 7))
		m, no := referee.New(r.Rules, r.Setup(rnd))
		if no != nil {
			t.Fatalf("seed %d: %v", seed, refusal(no))
		}
		start := JSON(m.State())
		for len(m.Log()) < r.Longest && !m.Tally().Over {
			n, accepted := r.nonsense(t, rnd, m)
			silly, legalSilly = silly+n, legalSilly+accepted
			if !r.step(t, rnd, m) {
				break
			}
		}
		for _, rec := range m.Log() {
			total += len(rec.Events)
		}
		if games++; m.Tally().Over {
			over++
		}
		r.audit(t, rnd, m, start)
		if t.Failed() {
			t.Fatalf("seed %d, after %d records", seed, len(m.Log()))
		}
	}
	t.Logf("%d events in %d games, %d of them played to the end; %d commands at random, %d of them legal", total, games, over, silly, legalSilly)
	if over == 0 && want > 1000 {
		t.Error("no game came to its end")
	}
}

// step plays one move and reports whether there was one.
func (r Random) step(t *testing.T, rnd *rand.Rand, m *referee.Match) bool {
	moves := r.moves(m)
	if len(moves) == 0 {
		t.Errorf("nobody can do anything, and the game is not over: %s", JSON(m.State()))
		return false
	}
	before := JSON(m.State())
	for range 200 {
		mv := moves[rnd.IntN(len(moves))]
		if r.Choose != nil {
			mv = r.Choose(rnd, m, moves)
		}
		c := r.complete(rnd, m, mv)
		rec, no := m.Decide(c)
		if after := JSON(m.State()); after != before {
			t.Errorf("deciding %q changed the state", m.Line(c))
			return false
		}
		if no != nil {
			if len(mv.Open) == 0 {
				t.Errorf("offered and refused: %s: %v", m.Line(c), refusal(no))
				return false
			}
			continue
		}
		if err := m.Append(rec); err != nil {
			t.Error(err)
			return false
		}
		if r.Holds != nil {
			if err := r.Holds(m); err != nil {
				t.Errorf("after %s: %v\n%s", m.Line(c), err, JSON(m.State()))
				return false
			}
		}
		return true
	}
	t.Errorf("200 moves were refused in a row; the last ones offered: %s", JSON(moves))
	return false
}

// moves returns what all seats and the table may do.
func (r Random) moves(m *referee.Match) []referee.Move {
	moves := slices.Clone(m.Legal(""))
	for _, s := range m.Setup().Seats {
		moves = append(moves, m.Legal(s)...)
	}
	return moves
}

func (r Random) complete(rnd *rand.Rand, m *referee.Match, mv referee.Move) referee.Command {
	if r.Complete != nil {
		return r.Complete(rnd, m, mv)
	}
	return Fill(rnd, m, mv)
}

// Fill says the open arguments of a move with any values the verb takes.
func Fill(rnd *rand.Rand, m *referee.Match, mv referee.Move) referee.Command {
	c := mv.Command
	c.Args = referee.Args{}
	for name, list := range mv.Args {
		c.Args[name] = slices.Clone(list)
	}
	for _, v := range m.Verbs() {
		for _, a := range v.Args {
			if v.Name == c.Verb && slices.Contains(mv.Open, a.Name) {
				c.Args[a.Name] = anyValues(rnd, a)
			}
		}
	}
	return c
}

func anyValues(rnd *rand.Rand, a referee.Arg) []string {
	list := []string{}
	for range a.Min + rnd.IntN(a.Max-a.Min+1) {
		switch known := a.Values(); {
		case a.Kind == referee.ArgNumber:
			list = append(list, strconv.Itoa(rnd.IntN(12)))
		case a.Kind == referee.ArgText:
			list = append(list, "because")
		case len(known) > 0:
			list = append(list, known[rnd.IntN(len(known))])
		}
	}
	return list
}

// nonsense tries a few commands at random: none may panic or change the state.
func (r Random) nonsense(t *testing.T, rnd *rand.Rand, m *referee.Match) (tried, accepted int) {
	before := JSON(m.State())
	for range 2 {
		v := m.Verbs()[rnd.IntN(len(m.Verbs()))]
		c := referee.Command{Verb: v.Name}
		if !v.Table {
			c.Seat = m.Setup().Seats[rnd.IntN(len(m.Setup().Seats))]
		}
		var open []string
		for _, a := range v.Args {
			open = append(open, a.Name)
		}
		c = Fill(rnd, m, referee.Move{Command: c, Open: open})
		tried++
		rec, no := m.Decide(c)
		switch {
		case no == nil && len(rec.Events) == 0:
			t.Errorf("nothing happens by %q, and it is not refused", m.Line(c))
		case no == nil:
			accepted++
		}
		if back, no := m.Parse(m.Line(c)); no != nil || JSON(tidy(back)) != JSON(tidy(c)) {
			t.Errorf("%q is read as %s, not as %s", m.Line(c), JSON(back), JSON(c))
		}
	}
	if after := JSON(m.State()); after != before {
		t.Errorf("deciding changed the state:\n%s\n%s", before, after)
	}
	return tried, accepted
}

// tidy drops empty arguments: given or not, they say the same.
func tidy(c referee.Command) referee.Command {
	args := referee.Args{}
	for name, list := range c.Args {
		if len(list) > 0 {
			args[name] = list
		}
	}
	c.Args = args
	return c
}

// audit sees that the log leads to the same state again, also after taking
// back a few records, and back to the start when all are taken back.
func (r Random) audit(t *testing.T, rnd *rand.Rand, m *referee.Match, start string) {
	again, err := referee.Replay(r.Rules, m.Setup(), m.Log())
	if err != nil {
		t.Fatal(err)
	}
	if JSON(again.State()) != JSON(m.State()) {
		t.Error("replay leads to another state")
	}
	keep := 0
	if n := len(m.Log()); n > 0 {
		keep = rnd.IntN(n)
	}
	prefix, err := referee.Replay(r.Rules, m.Setup(), m.Log()[:keep])
	if err != nil {
		t.Fatal(err)
	}
	for range len(m.Log()) - keep {
		rec, no := again.Undo()
		if no != nil || again.Append(rec) != nil {
			t.Fatal("cannot undo")
		}
	}
	if JSON(again.State()) != JSON(prefix.State()) {
		t.Errorf("taking back %d records leads to another state than never having played them", len(m.Log())-keep)
	}
	if keep == 0 && JSON(again.State()) != start {
		t.Error("taking back everything does not lead to the start")
	}
}
