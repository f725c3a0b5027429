package survival

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

func game(t testing.TB) *catalog.Game { return refereetest.Game(t, "cyber-survival") }

// Each rule that can be broken at the table has a play that breaks it and is
// refused with that very rule.
func TestPlays(t *testing.T) {
	refereetest.Breaks(t, Rules(), game(t), os.DirFS("testdata"),
		"R2", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13", "R17", "R18", "R19", "R22", "R23", "R24", "R25", "R27", "R28", "R29")
}

func TestRandomPlay(t *testing.T) { random(t).Run(t) }

// Nonsense is refused, and what is accepted keeps what must hold.
func TestWildCommands(t *testing.T) { random(t).Wild(t) }

// What a form lets through is legal.
func TestForms(t *testing.T) { random(t).Forms(t) }

// random is how games are played at random.
func random(t *testing.T) refereetest.Random {
	g := game(t)
	seats := []referee.Seat{"lina", "otto", "kai", "zoe"}
	return refereetest.Random{
		Rules: Rules(),
		Setup: func(r *rand.Rand) referee.Setup {
			s := referee.Setup{Game: g, Seats: seats[:2+r.IntN(3)], Options: map[string]string{}}
			s.Edition = &g.Editions[r.IntN(len(g.Editions))]
			for _, o := range (rules{}).Options() {
				s.Options[o.Name] = o.Values[r.IntN(len(o.Values))]
			}
			return s
		},
		Complete: complete,
		Holds:    holds,
		Longest:  2000,
	}
}

// complete draws threats that were not seen yet, and rolls dice.
func complete(r *rand.Rand, m *referee.Match, mv referee.Move) referee.Command {
	s := m.State().(state)
	c := mv.Command
	c.Args = referee.Args{}
	for name, list := range mv.Args {
		c.Args[name] = list
	}
	faces := []string{"INF", "SYS", "ACC", "NET", "BEH", joker}
	roll := func(n int) []string {
		var dice []string
		for range n {
			dice = append(dice, faces[r.IntN(len(faces))])
		}
		return dice
	}
	switch c.Verb {
	case verbDeal, verbReveal:
		n := s.table.n("openThreats")
		if c.Verb == verbReveal {
			n = s.toReveal()
		}
		var fresh []string
		for _, card := range s.table.setup.Game.Deck("threats").Cards {
			if s.find(card.ID) == nil && !slices.Contains(s.Gone, card.ID) {
				fresh = append(fresh, card.ID)
			}
		}
		r.Shuffle(len(fresh), func(i, j int) { fresh[i], fresh[j] = fresh[j], fresh[i] })
		c.Args["threats"] = fresh[:n]
	case verbRoll:
		c.Args["dice"] = roll(s.table.n("dice"))
	case verbReroll:
		dice := slices.Clone(s.Dice)
		r.Shuffle(len(dice), func(i, j int) { dice[i], dice[j] = dice[j], dice[i] })
		dice = dice[:1+r.IntN(len(dice))]
		c.Args["dice"], c.Args["to"] = dice, roll(len(dice))
	}
	return c
}

// holds: counts of threats, tokens, power-ups and dice, and the ends of the
// tracks (CSG-R1, R23, R26).
func holds(m *referee.Match) error {
	s := m.State().(state)
	t := s.table
	if n := len(s.Open) + len(s.Gone); n > t.n("mostThreats") {
		return fmt.Errorf("%d threats were revealed, at most %d are needed", n, t.n("mostThreats"))
	}
	seen := map[string]bool{}
	for _, id := range append(slices.Clone(s.Gone), ids(s.Open)...) {
		if seen[id] {
			return fmt.Errorf("%s lies there twice", id)
		}
		seen[id] = true
	}
	for seat, p := range s.Seats {
		onCards := 0
		for _, o := range s.Open {
			for _, owner := range o.Tokens {
				if owner == seat {
					onCards++
				}
			}
		}
		if p.Supply+onCards != t.n("supply") {
			return fmt.Errorf("%s has %d tokens and %d on cards", seat, p.Supply, onCards)
		}
		if p.Out && (onCards > 0 || len(p.Hand) > 0) {
			return fmt.Errorf("%s is out and still has something on the table", seat)
		}
		for track, n := range p.Tracks {
			if n < 0 || n > t.n("trackMax") {
				return fmt.Errorf("%s has %s at %d", seat, track, n)
			}
		}
	}
	for back, n := range s.pile() {
		if n < 0 {
			return fmt.Errorf("%d power-ups with the back %s in the pile", n, back)
		}
	}
	if s.pileSize() == 0 && len(s.Discard)+len(s.Left) > 0 {
		return fmt.Errorf("the discards were not shuffled")
	}
	if len(s.Dice) > t.n("dice") || s.Drawn > t.n("powerUpsDrawn") || s.Round > t.n("rounds") {
		return fmt.Errorf("%d dice, %d drawn, round %d", len(s.Dice), s.Drawn, s.Round)
	}
	return nil
}

func ids(open []openThreat) []string {
	var list []string
	for _, o := range open {
		list = append(list, o.ID)
	}
	return list
}

// CSG-R26: the worst cases of the param mostThreats.
func TestThreatsNeverRunOut(t *testing.T) {
	g := game(t)
	for i := range g.Editions {
		p := g.ParamsFor(&g.Editions[i])
		m, no := referee.New(Rules(), referee.Setup{Game: g, Edition: &g.Editions[i], Seats: []referee.Seat{"lina", "otto"}})
		if no != nil {
			t.Fatal(no)
		}
		s := m.State().(state)
		revealed := p["openThreats"].Number
		for s.Round = 1; s.Round <= p["rounds"].Number; s.Round++ {
			s.Open = nil // all were resolved by all
			revealed += s.toReveal()
		}
		if revealed != p["mostThreats"].Number || revealed > len(g.Deck("threats").Cards) {
			t.Errorf("%s: %d threats, want %d", g.Editions[i].ID, revealed, p["mostThreats"].Number)
		}
	}
}
