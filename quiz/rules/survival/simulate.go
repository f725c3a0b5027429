package survival

import (
	"fmt"
	"slices"

	"kitpress/quiz/referee"
	"kitpress/quiz/simulate"
)

// Simulation returns what there is to simulate in Cyber Survival.
func Simulation() simulate.Game {
	return simulate.Game{Deal: deal, Model: "simulate.model-survival", OutOfPlay: true, Alone: optionAlone.Name, PlaysOn: "plays-on"}
}

// A world is what lies face down: the threats, the power-ups and the hands,
// and who knows the answer to the question of the round.
type world struct {
	m     *referee.Match
	r     *simulate.Rand
	notes *simulate.Notes
	faces []string

	threats  []string // the last one lies on top
	powerUps []string
	hands    map[referee.Seat][]string
	knows    map[referee.Seat]bool
}

// deal shuffles both piles.
func deal(m *referee.Match, r *simulate.Rand, n *simulate.Notes) simulate.Table {
	w := &world{m: m, r: r, notes: n, hands: map[referee.Seat][]string{}, knows: map[referee.Seat]bool{}}
	g := m.Setup().Game
	for _, i := range g.Set("countermeasures").Items {
		w.faces = append(w.faces, i.ID)
	}
	w.threats, w.powerUps = simulate.Cards(g.Deck("threats").Cards), simulate.Cards(g.Deck("power-ups").Cards)
	simulate.Shuffle(r, w.threats)
	simulate.Shuffle(r, w.powerUps)
	return w
}

func (w *world) now() state { return w.m.State().(state) }

// Ways returns the legal moves the cards allow: only the power-up on top can be
// drawn, and only cards in hand can be played.
func (w *world) Ways() []referee.Command {
	s := w.now()
	moves := simulate.Moves(w.m)
	ways := make([]referee.Command, 0, len(moves))
	for _, mv := range moves {
		c := mv.Command
		switch c.Verb {
		case verbDeal, verbReveal:
			if w.toTurn(c.Verb) > len(w.threats) {
				continue
			}
		case verbReroll:
			for _, dice := range subsets(s.Dice) {
				ways = append(ways, referee.Command{Verb: c.Verb, Seat: c.Seat, Args: referee.Args{"dice": dice}})
			}
			continue
		case verbDraw:
			if c.Args.Word("back") != s.table.powerUps[w.top()].back {
				continue
			}
		case verbPlay:
			if !slices.Contains(w.hands[c.Seat], c.Args.Word("card")) {
				continue
			}
		case verbEarn:
			if !w.knows[c.Seat] {
				continue
			}
		}
		ways = append(ways, c)
	}
	return ways
}

// toTurn returns how many threats are turned face up.
func (w *world) toTurn(verb string) int {
	s := w.now()
	if verb == verbDeal {
		return s.table.n("openThreats")
	}
	return s.toReveal()
}

// top returns the power-up on top of the pile, "" when there is none.
func (w *world) top() string {
	if len(w.powerUps) == 0 {
		return ""
	}
	return w.powerUps[len(w.powerUps)-1]
}

// subsets returns the different choices of some of the dice.
func subsets(dice []string) [][]string {
	sorted := slices.Sorted(slices.Values(dice))
	var list [][]string
	for mask := 1; mask < 1<<min(len(sorted), 8); mask++ {
		var some []string
		twice := false
		for i, d := range sorted {
			switch in := mask&(1<<i) != 0; {
			case in:
				some = append(some, d)
			case i+1 < len(sorted) && sorted[i+1] == d && mask&(1<<(i+1)) != 0:
				twice = true // of equal dice the first ones stand for all
			}
		}
		if !twice {
			list = append(list, some)
		}
	}
	return list
}

// Chance turns threats face up and rolls dice.
func (w *world) Chance(c referee.Command) referee.Command {
	switch c.Verb {
	case verbDeal, verbReveal:
		n := len(w.threats) - w.toTurn(c.Verb)
		return simulate.Fill(c, "threats", slices.Clone(w.threats[n:]))
	case verbRoll:
		return simulate.Fill(c, "dice", simulate.Draws(w.r, w.faces, w.now().table.n("dice")))
	case verbReroll:
		return simulate.Fill(c, "to", simulate.Draws(w.r, w.faces, len(c.Args["dice"])))
	}
	return c
}

// Follow moves the hidden cards.
func (w *world) Follow(rec referee.Record) error {
	for _, e := range rec.Events {
		switch e.Kind {
		case "dealt", "revealed":
			ids := e.Args["threats"]
			w.threats = w.threats[:len(w.threats)-len(ids)]
			w.notes.Drawn(ids...)
			w.notes.Round(w.now().table.n("firstRound"))
		case "round":
			w.notes.Round(e.Args.Number("n"))
		case "turn":
			w.notes.Turn()
		case "asked":
			for _, seat := range w.m.Setup().Seats {
				w.knows[seat] = w.r.IntN(2) == 0
			}
		case "resolved":
			w.notes.Used(e.Args.Word("threat"))
		case "drew":
			id := w.top()
			w.powerUps = w.powerUps[:len(w.powerUps)-1]
			w.hands[e.Seat] = append(w.hands[e.Seat], id)
			w.notes.Drawn(id)
		case "played":
			w.hands[e.Seat] = referee.Without(w.hands[e.Seat], []string{e.Args.Word("card")})
			w.notes.Used(e.Args.Word("card"))
		case "out":
			delete(w.hands, e.Seat)
		case "reshuffled":
			w.reshuffle()
		}
	}
	if s := w.now(); len(w.powerUps) != s.pileSize() {
		return fmt.Errorf("%d power-ups lie in the pile, %d should", len(w.powerUps), s.pileSize())
	}
	return nil
}

// reshuffle makes a pile of all power-ups that are in no hand: CSG-R13.
func (w *world) reshuffle() {
	w.powerUps = simulate.Cards(w.m.Setup().Game.Deck("power-ups").Cards)
	for _, hand := range w.hands {
		w.powerUps = referee.Without(w.powerUps, hand)
	}
	simulate.Shuffle(w.r, w.powerUps)
}
