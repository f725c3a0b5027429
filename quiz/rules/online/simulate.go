package online

import (
	"fmt"
	"slices"

	"kitpress/quiz/referee"
	"kitpress/quiz/simulate"
)

// Simulation returns what there is to simulate in Online. Nobody calls time.
func Simulation() simulate.Game {
	return simulate.Game{Deal: deal, Model: "simulate.model-online"}
}

// A world is what lies face down: the bank and the hands.
type world struct {
	m     *referee.Match
	r     *simulate.Rand
	notes *simulate.Notes
	bank  simulate.Pile
	hands map[referee.Seat][]string
}

// deal shuffles and deals: ONL-R1, R3.
func deal(m *referee.Match, r *simulate.Rand, n *simulate.Notes) simulate.Table {
	w := &world{m: m, r: r, notes: n, hands: map[referee.Seat][]string{}}
	s := w.now()
	var all, none []string
	for id, c := range s.table.cards {
		all = append(all, slices.Repeat([]string{id}, c.copies)...)
	}
	w.bank.Renew(r, &all)
	for _, seat := range m.Setup().Seats {
		w.hands[seat] = w.bank.Draw(r, s.table.n("handSize"), &none)
		n.Drawn(w.hands[seat]...)
	}
	n.Turn()
	return w
}

func (w *world) now() state { return w.m.State().(state) }

// Ways returns the legal moves the cards allow. Of all the ways to exchange
// cards there are a few: one of them, all, and those of no use.
func (w *world) Ways() []referee.Command {
	s := w.now()
	moves := w.moves(s)
	ways := make([]referee.Command, 0, len(moves))
	for _, mv := range moves {
		c := mv.Command
		hand := w.hands[c.Seat]
		switch c.Verb {
		case verbExchange:
			for _, cards := range w.exchanges(s, c.Seat) {
				ways = append(ways, simulate.Fill(c, "cards", cards))
			}
		case verbStop:
			if len(mv.Open) == 0 {
				ways = append(ways, c)
				continue
			}
			for _, id := range simulate.Different(hand) {
				ways = append(ways, simulate.Fill(c, "trash", []string{id}))
			}
		default:
			if id := c.Args.Word("card"); c.Verb != verbSearch || id == "" || slices.Contains(w.bank.Cards, id) {
				ways = append(ways, c)
			}
		}
	}
	return ways
}

// moves returns the legal moves of all seats with the cards in their hands.
func (w *world) moves(s state) (list []referee.Move) {
	for _, seat := range w.m.Setup().Seats {
		hand := w.hands[seat]
		list = append(list, s.legal(seat, func(card string) bool { return slices.Contains(hand, card) })...)
	}
	return list
}

func (w *world) exchanges(s state, seat referee.Seat) [][]string {
	hand := w.hands[seat]
	var list [][]string
	if useless := w.useless(s, seat); len(useless) > 1 && len(useless) < len(hand) {
		list = append(list, useless)
	}
	for _, id := range simulate.Different(hand) {
		list = append(list, []string{id})
	}
	return append(list, slices.Clone(hand))
}

// Chance leaves a way as it is: all chance is in the bank.
func (w *world) Chance(c referee.Command) referee.Command { return c }

// Follow moves the hidden cards.
func (w *world) Follow(rec referee.Record) error {
	s := w.now()
	for _, e := range rec.Events {
		switch e.Kind {
		case "turn":
			w.notes.Turn()
			w.draw(s, e.Seat, s.table.n("handSize")-len(w.hands[e.Seat]))
		case "drew":
			w.draw(s, e.Seat, s.table.n("drawn"))
		case "exchanged":
			w.lose(e.Seat, e.Args["cards"]...)
			w.draw(s, e.Seat, len(e.Args["cards"]))
		case "laid":
			w.lose(e.Seat, e.Args.Word("card"))
			w.notes.Used(e.Args.Word("card"))
		case "called":
			w.lose(e.Seat, e.Args.Word("card"))
			w.notes.Used(e.Args.Word("card"))
		case "patrolled":
			w.lose(e.Seat, cardPatrol)
			w.notes.Used(cardPatrol)
		case "searched":
			w.searched(e)
		case "stopped":
			w.lose(e.Seat, e.Args["trash"]...)
		}
	}
	if s.Phase == phaseOver {
		return nil
	}
	w.draw(s, "", 0)
	return w.fits(s)
}

func (w *world) lose(seat referee.Seat, cards ...string) {
	w.hands[seat] = referee.Without(w.hands[seat], cards)
}

// searched takes a card out of the bank, which is shuffled then: ONL-R31.
func (w *world) searched(e referee.Event) {
	w.lose(e.Seat, cardSearch)
	w.notes.Used(cardSearch)
	if id := e.Args.Word("card"); id != "" {
		w.bank.Cards = referee.Without(w.bank.Cards, []string{id})
		simulate.Shuffle(w.r, w.bank.Cards)
		w.notes.Drawn(id)
		w.notes.Used(id)
	}
}

// draw draws cards for a seat. What is hidden and in no hand has become a new
// bank: ONL-R32.
func (w *world) draw(s state, seat referee.Seat, n int) {
	var fresh []string
	if len(w.bank.Cards) <= max(n, 0) {
		held := [][]string{w.bank.Cards}
		for _, hand := range w.hands {
			held = append(held, hand)
		}
		var hidden []string
		for _, id := range s.table.ids {
			hidden = append(hidden, slices.Repeat([]string{id}, max(0, s.hidden(id)))...)
		}
		fresh = referee.Without(hidden, held...)
	}
	drawn := w.bank.Draw(w.r, max(n, 0), &fresh)
	if len(drawn) > 0 {
		w.hands[seat] = append(w.hands[seat], drawn...)
		w.notes.Drawn(drawn...)
	}
}

// fits compares hands and bank with what the referee counts.
func (w *world) fits(s state) error {
	if len(w.bank.Cards) != s.Bank {
		return fmt.Errorf("%d cards lie in the bank, %d should", len(w.bank.Cards), s.Bank)
	}
	for seat, n := range s.Hands {
		if len(w.hands[seat]) != n {
			return fmt.Errorf("%s holds %d cards, the referee counts %d", seat, len(w.hands[seat]), n)
		}
	}
	return nil
}
