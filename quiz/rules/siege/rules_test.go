package siege

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"kitpress/catalog"
	"kitpress/quiz/referee"
	"kitpress/quiz/referee/refereetest"
)

func game(t testing.TB) *catalog.Game { return refereetest.Game(t, "cyber-siege") }

func TestPlays(t *testing.T) {
	refereetest.Breaks(t, Rules(), game(t), os.DirFS("testdata"),
		"R3", "R4", "R6", "R9", "R11", "R12", "R13", "R14", "R15", "R17")
}

func TestRandomPlay(t *testing.T) { random(t).Run(t) }

// Nonsense is refused, and what is accepted keeps what must hold.
func TestWildCommands(t *testing.T) { random(t).Wild(t) }

// What a form lets through is legal.
func TestForms(t *testing.T) { random(t).Forms(t, "referee.cannot-hold") }

// random is how games are played at random.
func random(t *testing.T) refereetest.Random {
	g := game(t)
	d := dealer{}
	return refereetest.Random{
		Rules: Rules(),
		Setup: func(r *rand.Rand) referee.Setup {
			return referee.Setup{Game: g, Seats: []referee.Seat{"red", "blue", "green", "grey"}[:2+r.IntN(3)]}
		},
		Complete: d.complete,
		Choose:   choose,
		Holds:    holds,
		Longest:  3000,
	}
}

// choose seldom lays a set: whoever claims a set every turn has won after four.
func choose(r *rand.Rand, _ *referee.Match, moves []referee.Move) referee.Move {
	for range 4 {
		if m := moves[r.IntN(len(moves))]; m.Verb != verbLay {
			return m
		}
	}
	return moves[r.IntN(len(moves))]
}

// A dealer names cards that can be in a hand.
type dealer struct{}

func (dealer) complete(r *rand.Rand, m *referee.Match, mv referee.Move) referee.Command {
	s := m.State().(state)
	c := mv.Command
	c.Args = referee.Args{}
	for name, list := range mv.Args {
		c.Args[name] = list
	}
	pick := func(n int) []string {
		var all, cards []string
		for id := range s.table.cards {
			all = append(all, id)
		}
		slices.Sort(all)
		for range 400 {
			if id := all[r.IntN(len(all))]; len(cards) < n && s.canHold(c.Seat, append(slices.Clone(cards), id)) {
				cards = append(cards, id)
			}
		}
		return cards
	}
	switch c.Verb {
	case verbLay:
		c.Args["with"] = slices.Clone(s.table.sets[c.Args.Word("set")].members)
		if r.IntN(4) == 0 {
			c.Args["with"][0] = joker
		}
	case verbDiscard:
		c.Args["card"] = pick(1)
		if slices.Contains(c.Args["card"], joker) && r.IntN(2) == 0 {
			c.Args["as"] = []string{"attack-3-1"}
		}
	case verbDefend:
		c.Args["with"] = pick(1)
	case verbLose:
		c.Args["cards"] = pick(min(s.table.n("damageCards"), s.Seats[c.Seat].Hand))
	}
	return c
}

// holds: every card is somewhere, once.
func holds(m *referee.Match) error {
	s := m.State().(state)
	t := s.table
	red, purple, grey := s.Red+len(s.Discard), s.Purple, s.Grey
	for seat, p := range s.Seats {
		red += p.Hand
		purple += p.Sets + len(p.Laid)
		grey += p.Points
		if len(p.Known) > p.Hand || p.Hand < 0 || p.Sets < 0 {
			return fmt.Errorf("%s holds %d cards, %d of them known, and %d sets", seat, p.Hand, len(p.Known), p.Sets)
		}
	}
	if red != t.red || red != t.n("redCards") || purple != t.purple || grey != t.grey {
		return fmt.Errorf("%d red, %d purple and %d grey cards", red, purple, grey)
	}
	for id := range t.cards {
		if s.hidden(id) < 0 {
			return fmt.Errorf("%d copies of %s are hidden", s.hidden(id), id)
		}
	}
	if open := s.Phase == phaseChoose || s.Phase == phaseDefend; (s.Attack != "") != open {
		return fmt.Errorf("attack %q in phase %s", s.Attack, s.Phase)
	}
	if s.Red == 0 && len(s.Discard) > 0 {
		return fmt.Errorf("the discards were not shuffled")
	}
	return nil
}
