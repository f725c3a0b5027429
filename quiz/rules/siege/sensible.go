package siege

import (
	"slices"

	"kitpress/quiz/referee"
	"kitpress/quiz/simulate"
)

// Sensible plays greedily: it takes the top of the discards when one of its
// set cards asks for it, but never in two turns running, lays the largest set it can, discards the card its
// set cards need least, attacks before defences, and always carries an attack
// out. It fends attacks off with the defence it needs least, never with a
// joker.
func (w *world) Sensible(ways []referee.Command) int {
	s := w.now()
	return simulate.Best(ways, func(c referee.Command) float64 { return w.worth(s, c) })
}

// worth returns how good a way is, among those there are at the same time.
func (w *world) worth(s state, c referee.Command) float64 {
	const sure = 1000
	switch c.Verb {
	case verbDraw:
		if c.Args.Word("from") == fromDiscard && (w.took[c.Seat] || !w.asks(s, c.Seat, s.top())) {
			return 0
		} else if c.Args.Word("from") == fromDiscard {
			return 2
		}
		return 1
	case verbLay:
		return sure + float64(len(c.Args["with"]))
	case verbDiscard:
		if c.Args.Has("as") {
			return 0
		}
		return sure - w.use(s, c.Seat, c.Args.Word("card"))
	case verbDefend:
		if c.Args.Word("with") == joker {
			return 0
		}
		return sure - w.use(s, c.Seat, c.Args.Word("with"))
	case verbAttack:
		return 2
	}
	return 1
}

// asks reports whether a set card in hand asks for a card the hand lacks.
func (w *world) asks(s state, seat referee.Seat, card string) bool {
	return !slices.Contains(w.hands[seat], card) && slices.ContainsFunc(w.sets[seat], func(set string) bool {
		return card == joker || slices.Contains(s.table.sets[set].members, card)
	})
}

// use returns how much a card in hand is needed: by a set that is nearly
// complete and large, as a defence, and least as an attack, which scores when
// it is discarded.
func (w *world) use(s state, seat referee.Seat, card string) float64 {
	hand := w.hands[seat]
	if card == joker {
		return 100
	}
	best := 0.0
	for _, set := range w.sets[seat] {
		members := s.table.sets[set].members
		if !slices.Contains(members, card) {
			continue
		}
		missing := len(referee.Without(members, hand))
		best = max(best, 10*float64(len(members))/float64(1+missing))
	}
	others := referee.Without(hand, []string{card})
	if slices.Contains(others, card) {
		best = 0 // one of two is enough
	}
	if !s.table.cards[card].attack {
		best++
	}
	return best
}

// least returns the card of a hand that is needed least.
func (w *world) least(seat referee.Seat) string {
	s := w.now()
	hand := simulate.Different(w.hands[seat])
	least := hand[0]
	for _, id := range hand[1:] {
		if w.use(s, seat, id) < w.use(s, seat, least) {
			least = id
		}
	}
	return least
}
