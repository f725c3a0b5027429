package online

import (
	"slices"

	"kitpress/quiz/referee"
)

// Needs returns how many cards a move takes, and which a hand can have.
func (rules) Needs(s state, m referee.Move) []referee.Need {
	hand := s.Hands[m.Seat]
	switch m.Verb {
	case verbExchange:
		return []referee.Need{{Arg: "cards", Max: min(hand, most), Of: s.holdable(hand)}}
	case verbStop:
		n := max(hand-s.table.n("handSize"), 0)
		return []referee.Need{{Arg: "trash", Min: n, Max: n, Of: s.holdable(hand)}}
	}
	return nil
}

// holdable returns the cards that can be in a hand of a size, each as often as
// it can be there.
func (s state) holdable(size int) []string {
	ids := []string{}
	for _, kind := range []string{kindAccess, kindFile, kindBlock, kindPower} {
		for _, c := range s.table.setup.Game.Deck(kind).Cards {
			ids = append(ids, slices.Repeat([]string{c.ID}, max(0, min(size, s.hidden(c.ID))))...)
		}
	}
	return ids
}
