package online

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

func game(t testing.TB) *catalog.Game { return refereetest.Game(t, "online") }

func TestPlays(t *testing.T) {
	refereetest.Breaks(t, Rules(), game(t), os.DirFS("testdata"),
		"R4", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15", "R16", "R17", "R18", "R19", "R21", "R22", "R23", "R24", "R26", "R27", "R31", "R33", "R35")
}

func TestRandomPlay(t *testing.T) { random(t).Run(t) }

// Nonsense is refused, and what is accepted keeps what must hold.
func TestWildCommands(t *testing.T) { random(t).Wild(t) }

// What a form lets through is legal.
func TestForms(t *testing.T) { random(t).Forms(t) }

// random is how games are played at random.
func random(t *testing.T) refereetest.Random {
	g := game(t)
	return refereetest.Random{
		Rules: Rules(),
		Setup: func(r *rand.Rand) referee.Setup {
			n := 2 + r.IntN(5)
			s := referee.Setup{Game: g, Seats: []referee.Seat{"a", "b", "c", "d", "e", "f"}[:n], Options: map[string]string{}}
			s.Options[optionTeams.Name] = optionTeams.Values[r.IntN(2)]
			if n == 6 && r.IntN(2) == 0 {
				s.Options[optionTeams.Name] = "two"
			}
			s.Options[optionHack.Name] = optionHack.Values[r.IntN(3)]
			return s
		},
		Complete: complete,
		Choose:   choose,
		Holds:    holds,
		Longest:  4000,
	}
}

// choose seldom calls time, and rather lays files, so that games come to an
// end by the goal.
func choose(r *rand.Rand, m *referee.Match, moves []referee.Move) referee.Move {
	s := m.State().(state)
	for range 6 {
		mv := moves[r.IntN(len(moves))]
		if mv.Verb == verbLay && s.table.cards[mv.Args.Word("card")].kind == kindFile {
			return mv
		}
	}
	mv := moves[r.IntN(len(moves))]
	if mv.Verb == verbTime && r.IntN(300) > 0 {
		return choose(r, m, moves)
	}
	return mv
}

// complete names cards that can be in a hand.
func complete(r *rand.Rand, m *referee.Match, mv referee.Move) referee.Command {
	s := m.State().(state)
	c := mv.Command
	c.Args = referee.Args{}
	for name, list := range mv.Args {
		c.Args[name] = list
	}
	var all []string
	for id := range s.table.cards {
		all = append(all, id)
	}
	slices.Sort(all)
	pick := func(n int) []string {
		var cards []string
		for range 300 {
			if id := all[r.IntN(len(all))]; len(cards) < n && s.canHold(c.Seat, append(slices.Clone(cards), id)) {
				cards = append(cards, id)
			}
		}
		return cards
	}
	switch c.Verb {
	case verbExchange:
		c.Args["cards"] = pick(r.IntN(s.Hands[c.Seat] + 1))
	case verbStop:
		if slices.Contains(mv.Open, "trash") {
			c.Args["trash"] = pick(1)
		}
	}
	return c
}

// holds: every card is somewhere, once, and the teams are right.
func holds(m *referee.Match) error {
	s := m.State().(state)
	n := s.Bank + len(s.Trash)
	for seat, k := range s.Hands {
		n += k
		if k < 0 || k > s.table.n("fullHand") {
			return fmt.Errorf("%s holds %d cards", seat, k)
		}
	}
	for owner, a := range s.Areas {
		n += len(a.Connection) + len(a.Memory)
		for id, k := range a.Rows {
			if n += k; k < 0 {
				return fmt.Errorf("%s has %d of %s", owner, k, id)
			}
		}
		for i, id := range a.Connection {
			if i > 0 && s.table.cards[id].kind == kindBlock && s.table.cards[a.Connection[i-1]].kind == kindBlock {
				return fmt.Errorf("a block on a block: %v", a.Connection)
			}
		}
	}
	if n != s.table.total || n != s.table.n("cards") {
		return fmt.Errorf("%d cards, %d there are", n, s.table.total)
	}
	for id := range s.table.cards {
		if s.hidden(id) < 0 {
			return fmt.Errorf("%d copies of %s are hidden", s.hidden(id), id)
		}
	}
	if s.Bank < 0 || s.Bank == 0 && len(s.Trash) > 0 && s.Phase != phaseOver {
		return fmt.Errorf("%d cards in the bank, %d in the trash", s.Bank, len(s.Trash))
	}
	return nil
}
