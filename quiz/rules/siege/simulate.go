package siege

import (
	"fmt"
	"slices"

	"kitpress/quiz/referee"
	"kitpress/quiz/simulate"
)

// Simulation returns what there is to simulate in Cyber Siege.
func Simulation() simulate.Game {
	return simulate.Game{Deal: deal, Model: "simulate.model-siege"}
}

// A world is what lies face down: both piles and all hands.
type world struct {
	m     *referee.Match
	r     *simulate.Rand
	notes *simulate.Notes

	all         []string // every red card
	red, purple simulate.Pile
	hands       map[referee.Seat][]string // red cards
	sets        map[referee.Seat][]string // set cards
	took        map[referee.Seat]bool     // from the discards, in its last turn
}

// deal shuffles and deals: SIE-R1, R2.
func deal(m *referee.Match, r *simulate.Rand, n *simulate.Notes) simulate.Table {
	w := &world{m: m, r: r, notes: n, hands: map[referee.Seat][]string{}, sets: map[referee.Seat][]string{}, took: map[referee.Seat]bool{}}
	g := m.Setup().Game
	for _, deck := range []string{"attacks", "defences", "admins"} {
		w.all = append(w.all, simulate.Cards(g.Deck(deck).Cards)...)
	}
	none, fresh, purple := []string(nil), slices.Clone(w.all), simulate.Cards(g.Deck("set-cards").Cards)
	w.red.Renew(r, &fresh)
	w.purple.Renew(r, &purple)
	s := w.now()
	for _, seat := range m.Setup().Seats {
		w.hands[seat] = w.red.Draw(r, s.table.n("startCards"), &none)
		w.sets[seat] = w.purple.Draw(r, s.table.n("startSets"), &none)
		n.Drawn(w.hands[seat]...)
		n.Drawn(w.sets[seat]...)
	}
	n.Turn()
	return w
}

func (w *world) now() state { return w.m.State().(state) }

// Ways returns the legal moves the hands allow.
func (w *world) Ways() []referee.Command {
	s := w.now()
	var ways []referee.Command
	for _, mv := range simulate.Moves(w.m) {
		c := mv.Command
		hand := w.hands[c.Seat]
		switch c.Verb {
		case verbLay:
			if with := s.complete(c.Args.Word("set"), hand); with != nil && slices.Contains(w.sets[c.Seat], c.Args.Word("set")) {
				ways = append(ways, simulate.Fill(c, "with", with))
			}
		case verbDiscard:
			ways = append(ways, s.discards(c, hand)...)
		case verbDefend:
			for _, id := range simulate.Different(hand) {
				card := s.table.cards[id]
				if id == joker || !card.attack && card.set == s.table.cards[s.Attack].set {
					ways = append(ways, simulate.Fill(c, "with", []string{id}))
				}
			}
		default:
			ways = append(ways, c)
		}
	}
	return ways
}

// complete returns the cards of a hand that make up a set, with jokers for
// those that are missing; nil when it lacks too many.
func (s state) complete(set string, hand []string) []string {
	left := slices.Clone(hand)
	var with []string
	for _, id := range s.table.sets[set].members {
		ok := false
		for _, use := range []string{id, joker} {
			if ok = slices.Contains(left, use); ok {
				left, with = referee.Without(left, []string{use}), append(with, use)
				break
			}
		}
		if !ok {
			return nil
		}
	}
	return with
}

// discards returns every way to discard a card, a joker as an attack too.
func (s state) discards(c referee.Command, hand []string) []referee.Command {
	var ways []referee.Command
	for _, id := range simulate.Different(hand) {
		way := simulate.Fill(c, "card", []string{id})
		ways = append(ways, way)
		if id != joker || !s.table.jokers {
			continue
		}
		for _, attack := range s.table.setup.Game.Deck("attacks").Cards {
			ways = append(ways, simulate.Fill(way, "as", []string{attack.ID}))
		}
	}
	return ways
}

// Chance picks the cards that damage destroys.
func (w *world) Chance(c referee.Command) referee.Command {
	if c.Verb != verbLose {
		return c
	}
	hand := slices.Clone(w.hands[c.Seat])
	simulate.Shuffle(w.r, hand)
	return simulate.Fill(c, "cards", hand[:min(w.now().table.n("damageCards"), len(hand))])
}

// Follow moves the hidden cards.
func (w *world) Follow(rec referee.Record) error {
	s := w.now()
	for _, e := range rec.Events {
		switch e.Kind {
		case "turn":
			w.notes.Turn()
		case "drew":
			w.took[e.Seat] = e.Args.Word("from") == fromDiscard
			if !w.took[e.Seat] {
				w.moves(s, e.Seat, nil, s.table.n("cardsDrawn"))
			} else {
				known := s.Seats[e.Seat].Known
				w.hands[e.Seat] = append(w.hands[e.Seat], known[len(known)-1])
			}
		case "laid":
			w.lays(s, e)
		case "discarded":
			w.moves(s, e.Seat, e.Args["card"], 0)
		case "attacked":
			w.notes.Used(s.Attack)
		case "fended":
			w.notes.Used(e.Args["with"]...)
			w.moves(s, e.Seat, e.Args["with"], s.table.n("defenceRedrawn"))
		case "hit":
			if e.Args.Word("effect") == effectTheft {
				w.steal(rec)
			}
		case "lost":
			w.moves(s, e.Seat, e.Args["cards"], len(e.Args["cards"]))
		}
	}
	return w.fits(s)
}

// moves takes cards out of a hand and draws others for it. What has become
// hidden beside is what was shuffled into a new pile: SIE-R5.
func (w *world) moves(s state, seat referee.Seat, out []string, n int) {
	w.hands[seat] = referee.Without(w.hands[seat], out)
	if s.Phase == phaseOver {
		return // nobody counts any more
	}
	held := [][]string{s.Discard, w.red.Cards}
	for _, hand := range w.hands {
		held = append(held, hand)
	}
	var fresh []string
	if len(w.red.Cards) <= n { // only then are the discards shuffled
		fresh = referee.Without(w.all, held...)
	}
	drawn := w.red.Draw(w.r, n, &fresh)
	w.hands[seat] = append(w.hands[seat], drawn...)
	w.notes.Drawn(drawn...)
}

func (w *world) lays(s state, e referee.Event) {
	set := e.Args.Word("set")
	w.notes.Used(set)
	w.notes.Used(e.Args["with"]...)
	w.sets[e.Seat] = referee.Without(w.sets[e.Seat], []string{set})
	if len(w.sets[e.Seat]) == 0 {
		var none []string
		w.sets[e.Seat] = w.purple.Draw(w.r, s.table.n("newSetCards"), &none)
		w.notes.Drawn(w.sets[e.Seat]...)
	}
	w.moves(s, e.Seat, e.Args["with"], len(e.Args["with"]))
}

// steal takes a card by chance from the victim for the attacker, who gives the
// one back that is of least use.
func (w *world) steal(rec referee.Record) {
	victim := rec.Command.Seat
	seats := w.m.Setup().Seats
	attacker := seats[(slices.Index(seats, victim)+len(seats)-1)%len(seats)]
	n := len(w.hands[victim])
	if n == 0 {
		return
	}
	stolen := w.hands[victim][w.r.IntN(n)]
	w.hands[victim] = referee.Without(w.hands[victim], []string{stolen})
	w.hands[attacker] = append(w.hands[attacker], stolen)
	back := w.least(attacker)
	w.hands[attacker] = referee.Without(w.hands[attacker], []string{back})
	w.hands[victim] = append(w.hands[victim], back)
}

// fits compares hands and piles with what the referee counts.
func (w *world) fits(s state) error {
	if s.Phase == phaseOver {
		return nil
	}
	if len(w.red.Cards) != s.Red || len(w.purple.Cards) != s.Purple {
		return fmt.Errorf("%d red and %d set cards lie in the piles, %d and %d should", len(w.red.Cards), len(w.purple.Cards), s.Red, s.Purple)
	}
	for seat, p := range s.Seats {
		if len(w.hands[seat]) != p.Hand || len(w.sets[seat]) != p.Sets {
			return fmt.Errorf("%s holds %d cards and %d sets, the referee counts %d and %d", seat, len(w.hands[seat]), len(w.sets[seat]), p.Hand, p.Sets)
		}
	}
	return nil
}
