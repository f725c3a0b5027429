package siege

import (
	"maps"
	"slices"

	"kitpress/quiz/referee"
)

// The phases of a turn.
const (
	phaseDraw   = "draw"   // SIE-R4
	phasePlay   = "play"   // sets may be laid, then a card is discarded: R6, R9
	phaseChoose = "choose" // an attack card was discarded: attack or spare, R10
	phaseDefend = "defend" // the attacked player answers: R12
	phaseLose   = "lose"   // the victim discards cards: effect DAMAGE
	phaseOver   = "over"
)

// A state is a match at one moment.
type state struct {
	table *table

	Phase   string                  `json:"phase"`
	Turn    referee.Seat            `json:"turn"`
	Seats   map[referee.Seat]player `json:"seats"`
	Red     int                     `json:"red"`              // cards in the red pile
	Purple  int                     `json:"purple"`           // set cards in the pile
	Grey    int                     `json:"grey"`             // 1-point cards left
	Discard []string                `json:"discard"`          // the last one lies on top
	Attack  string                  `json:"attack,omitempty"` // that is being made
	Last    bool                    `json:"last,omitempty"`   // the purple pile is empty: this turn is the last
	Ended   string                  `json:"ended,omitempty"`
}

// A player is one seat.
type player struct {
	Hand    int      `json:"hand"`  // red cards
	Known   []string `json:"known"` // of these, taken openly
	Sets    int      `json:"sets"`  // set cards in hand
	Laid    []string `json:"laid"`  // set cards
	Points  int      `json:"points"`
	Blocked bool     `json:"blocked,omitempty"` // may lay no set in the next turn, or in this one
	Delayed bool     `json:"delayed,omitempty"` // may neither take from the discards nor attack
}

func (s state) clone() state {
	s.Discard = slices.Clone(s.Discard)
	s.Seats = maps.Clone(s.Seats)
	for seat, p := range s.Seats {
		p.Known, p.Laid = slices.Clone(p.Known), slices.Clone(p.Laid)
		s.Seats[seat] = p
	}
	return s
}

// next returns the seat that is attacked, and on turn next: SIE-R3, R11.
func (s state) next() referee.Seat { return s.table.setup.After(s.Turn)[0] }

// worth returns the points of the laid sets of a seat: SIE-R16.
func (s state) worth(seat referee.Seat) int {
	sum := 0
	for _, id := range s.Seats[seat].Laid {
		sum += len(s.table.sets[id].members)
	}
	return sum
}

func (s state) total(seat referee.Seat) int { return s.worth(seat) + s.Seats[seat].Points }

// canHold reports whether a seat can hold these cards all at once, by what is
// known.
func (s state) canHold(seat referee.Seat, cards []string) bool {
	p := s.Seats[seat]
	if len(cards) > p.Hand {
		return false
	}
	unseen := referee.Without(cards, p.Known)
	for _, c := range unseen {
		if referee.Copies(unseen, c) > s.hidden(c) {
			return false
		}
	}
	return len(unseen) <= p.Hand-len(p.Known)
}

// hidden returns how many copies of a card nobody has seen: they lie in the
// red pile or in hands.
func (s state) hidden(card string) int {
	n := s.table.cards[card].copies - referee.Copies(s.Discard, card)
	for _, p := range s.Seats {
		n -= referee.Copies(p.Known, card)
	}
	return n
}

// unlaid returns how many copies of a set card can still be in hands.
func (s state) unlaid(id string) int {
	n := s.table.sets[id].copies
	for _, p := range s.Seats {
		n -= referee.Copies(p.Laid, id)
	}
	return n
}

// take removes cards from a hand.
func (s *state) take(seat referee.Seat, cards []string) {
	p := s.Seats[seat]
	p.Known = referee.Without(p.Known, cards)
	p.Hand -= len(cards)
	s.Seats[seat] = p
	s.Discard = append(s.Discard, cards...)
}

// give draws red cards for a seat, as far as there are any, shuffling the
// discards in between: SIE-R5.
func (s *state) give(seat referee.Seat, n int) {
	p := s.Seats[seat]
	for range n {
		if s.refill(); s.Red == 0 {
			break
		}
		s.Red--
		p.Hand++
	}
	s.Seats[seat] = p
	s.refill()
}

// refill makes the discards the new red pile once that is empty: SIE-R5.
func (s *state) refill() {
	if s.Red == 0 {
		s.Red, s.Discard = len(s.Discard), nil
	}
}
