package siege

import (
	"slices"

	"kitpress/quiz/referee"
)

// Clone returns a state that may be changed without changing s.
func (rules) Clone(s state) state { return s.clone() }

// Apply folds an event into the state.
func (rules) Apply(s *state, e referee.Event) {
	p, known := s.Seats[e.Seat]
	if e.Seat != "" && !known {
		return
	}
	switch e.Kind {
	case "turn":
		s.endTurn(e.Seat)
	case "drew":
		s.Phase = phasePlay
		if e.Args.Word("from") == fromPile {
			s.give(e.Seat, s.table.n("cardsDrawn"))
		} else if n := len(s.Discard); n > 0 {
			p.Known = append(p.Known, s.Discard[n-1])
			p.Hand++
			s.Discard = s.Discard[:n-1]
			s.Seats[e.Seat] = p
		}
	case "laid":
		s.lays(e)
	case "discarded":
		card := e.Args.Word("card")
		s.take(e.Seat, []string{card})
		if e.Args.Has("as") {
			card = e.Args.Word("as")
		}
		if s.table.cards[card].attack {
			s.Phase, s.Attack = phaseChoose, card
		}
	case "attacked":
		s.Phase = phaseDefend
	case "fended":
		s.Attack = ""
		s.take(e.Seat, e.Args["with"])
		s.give(e.Seat, s.table.n("defenceRedrawn"))
		s.score(e.Seat, s.table.n("defencePoints"))
	case "hit":
		s.score(s.Turn, s.table.n("attackPoints"))
		s.effect(e.Seat, e.Args.Word("effect"))
		s.Attack = ""
	case "lost":
		s.take(e.Seat, e.Args["cards"])
		s.give(e.Seat, len(e.Args["cards"]))
	case "finished":
		s.Phase, s.Ended = phaseOver, e.Args.Word("rule")
	case "spared":
		s.Attack = ""
	}
}

// endTurn hands the turn on; what an effect forbade for a turn is over when
// that turn is.
func (s *state) endTurn(next referee.Seat) {
	p := s.Seats[s.Turn]
	p.Blocked, p.Delayed = false, false
	s.Seats[s.Turn] = p
	s.Phase, s.Turn, s.Attack = phaseDraw, next, ""
	s.refill()
}

// lays puts a set card down and draws as many red cards as went: SIE-R6; and a
// set card when it was the last in hand: SIE-R7.
func (s *state) lays(e referee.Event) {
	with := e.Args["with"]
	s.take(e.Seat, with)
	p := s.Seats[e.Seat]
	p.Laid = append(p.Laid, e.Args.Word("set"))
	p.Sets--
	if p.Sets == 0 && s.Purple > 0 {
		n := min(s.table.n("newSetCards"), s.Purple)
		p.Sets += n
		s.Purple -= n
	}
	s.Seats[e.Seat] = p
	s.Last = s.Last || s.Purple == 0
	s.give(e.Seat, len(with))
}

// score takes 1-point cards while there are any: SIE-R19.
func (s *state) score(seat referee.Seat, n int) {
	n = min(n, s.Grey)
	s.Grey -= n
	p := s.Seats[seat]
	p.Points += n
	s.Seats[seat] = p
}

// effect applies the icon of an attack to its victim: SIE-R13.
func (s *state) effect(victim referee.Seat, effect string) {
	p := s.Seats[victim]
	switch effect {
	case effectTheft:
		if p.Hand > 0 {
			p.Known = nil
			a := s.Seats[s.Turn]
			a.Known = nil
			s.Seats[s.Turn] = a
		}
	case effectDamage:
		s.Phase = phaseLose
	case effectBlock:
		p.Blocked = true
	case effectDelay:
		p.Delayed = true
	}
	s.Seats[victim] = p
}

// top returns the card on top of the discards, "" for none.
func (s state) top() string {
	if len(s.Discard) == 0 {
		return ""
	}
	return slices.Clone(s.Discard)[len(s.Discard)-1]
}
