package online

import (
	"slices"

	"kitpress/quiz/referee"
)

// Clone returns a state that may be changed without changing s.
func (rules) Clone(s state) state { return s.clone() }

// Apply folds an event into the state.
func (rules) Apply(s *state, e referee.Event) {
	if _, known := s.Hands[e.Seat]; e.Seat != "" && !known {
		return
	}
	switch e.Kind {
	case "turn":
		s.begin(e)
	case "skipped":
		s.Skip = referee.With(s.Skip, e.Seat, s.Skip[e.Seat]-1)
	case "drew":
		s.Phase = phasePlay
		s.draw(e.Seat, s.table.n("drawn"))
	case "exchanged":
		s.shed(e.Seat, e.Args["cards"]...)
		s.draw(e.Seat, len(e.Args["cards"]))
	case "laid":
		s.Hands = referee.With(s.Hands, e.Seat, s.Hands[e.Seat]-1)
		s.put(e.Args.Word("card"), referee.Seat(e.Args.Word("on")))
		s.note(e.Seat, e.Args.Word("card"), referee.Seat(e.Args.Word("on")))
	case "backed":
		if a, ok := s.Areas[s.table.team[e.Seat]]; ok {
			a.Backed = referee.With(a.Backed, e.Args.Word("row"), true)
			s.Areas = referee.With(s.Areas, s.table.team[e.Seat], a)
		}
	case "called":
		s.throw(e.Seat, e.Args.Word("card"))
		s.Phase = phaseHack
	case "patrolled":
		s.throw(e.Seat, cardPatrol)
		s.Skip = referee.With(s.Skip, s.turn(), s.Skip[s.turn()]+1)
	case "hacked":
		s.hacked(e)
	case "searched":
		s.throw(e.Seat, cardSearch)
		if e.Args.Has("card") {
			s.Bank--
			s.put(e.Args.Word("card"), referee.Seat(e.Args.Word("on")))
			s.count(e.Seat, e.Args.Word("card"), referee.Seat(e.Args.Word("on")))
		}
		s.refill()
	case "stopped":
		s.shed(e.Seat, e.Args["trash"]...)
		s.refill()
	case "finished":
		s.Phase, s.Ended = phaseOver, e.Args.Word("rule")
	}
}

// begin gives the turn to a seat and fills its hand: ONL-R5.
func (s *state) begin(e referee.Event) {
	at := e.Args.Number("at")
	if at >= len(s.table.order) {
		return
	}
	s.At, s.Phase, s.Files, s.Played, s.Reply = at, phaseStart, 0, 0, nil
	seat := s.turn()
	s.First = referee.With(s.First, seat, false)
	if n := s.table.n("handSize") - s.Hands[seat]; n > 0 {
		s.draw(seat, n)
	}
	s.refill()
}

// throw takes a card from a hand to the trash.
func (s *state) throw(seat referee.Seat, id string) {
	s.shed(seat, id)
	s.Played++
}

// shed takes cards from a hand to the trash.
func (s *state) shed(seat referee.Seat, cards ...string) {
	s.Hands = referee.With(s.Hands, seat, s.Hands[seat]-len(cards))
	s.Trash = append(s.Trash, cards...)
}

// put lays a card on an area.
func (s *state) put(id string, owner referee.Seat) {
	a, ok := s.Areas[owner]
	if !ok {
		s.Trash = append(s.Trash, id)
		return
	}
	switch {
	case s.table.card(id).kind == kindFile:
		a.Rows = referee.With(a.Rows, id, a.Rows[id]+1)
	case s.table.isMemory(id):
		a.Memory = append(slices.Clip(a.Memory), id)
	default:
		a.Connection = append(slices.Clip(a.Connection), id)
	}
	s.Areas = referee.With(s.Areas, owner, a)
}

// note counts what was laid, and remembers who may answer: ONL-R13, R16.
func (s *state) note(seat referee.Seat, id string, owner referee.Seat) {
	if seat != s.turn() {
		return // an answer
	}
	s.Played++
	if s.table.card(id).kind == kindFile {
		s.Files++
	}
	if s.table.card(id).kind == kindBlock {
		s.blocked(id, owner)
	}
}

// blocked remembers what may be unlocked at once: ONL-R16.
func (s *state) blocked(id string, owner referee.Seat) {
	r := s.Reply[owner]
	r.Memory = r.Memory || s.table.isMemory(id)
	r.Connection = r.Connection || !s.table.isMemory(id)
	s.Reply = referee.With(s.Reply, owner, r)
}

// count counts a hacked or searched file: ONL-R25.
func (s *state) count(seat referee.Seat, id string, owner referee.Seat) {
	switch kind := s.table.card(id).kind; {
	case kind == kindFile && owner == s.table.team[seat] && s.table.counts:
		s.Files++
	case kind == kindBlock && owner != s.table.team[seat]:
		s.blocked(id, owner)
	}
}

// hacked moves the hacked card: ONL-R22.
func (s *state) hacked(e referee.Event) {
	s.Phase = phasePlay
	id := e.Args.Word("card")
	if id == "" {
		return
	}
	if of := referee.Seat(e.Args.Word("of")); of == "" {
		if n := len(s.Trash); n > 1 {
			s.Trash = slices.Concat(s.Trash[:n-2], s.Trash[n-1:])
		}
	} else if a, ok := s.Areas[of]; ok {
		switch {
		case s.table.card(id).kind == kindFile && a.Rows[id] > 0:
			a.Rows = referee.With(a.Rows, id, a.Rows[id]-1)
		case top(a.Connection) == id:
			a.Connection = a.Connection[:len(a.Connection)-1]
		case top(a.Memory) == id:
			a.Memory = a.Memory[:len(a.Memory)-1]
		}
		s.Areas = referee.With(s.Areas, of, a)
	}
	to := referee.Seat(e.Args.Word("to"))
	s.put(id, to)
	s.count(e.Seat, id, to)
}
