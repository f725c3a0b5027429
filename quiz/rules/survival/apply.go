package survival

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
	case "dealt", "revealed":
		s.open(e)
	case "turn":
		s.Phase, s.Turn, s.Rolled, s.Dice, s.Drawn, s.Played = phaseTurn, e.Seat, false, nil, 0, 0
		if !s.table.is("rerollScope", "table") {
			s.Rerolls = 0
		}
	case "asked":
		s.Question = e.Args.Word("about")
	case "earned":
		s.Earned = append(s.Earned, e.Seat)
		s.gain(e.Seat, e.Args.Word("resource"), s.table.n("quizPoints"))
	case "rolled":
		s.Rolled, s.Dice = true, slices.Clone(e.Args["dice"])
	case "rerolled":
		s.Dice = referee.Without(s.Dice, e.Args["dice"])
		s.Dice = append(s.Dice, e.Args["to"]...)
		s.Rerolls++
	case "resolved":
		s.Dice = referee.Without(s.Dice, e.Args["with"])
		if open := s.find(e.Args.Word("threat")); open != nil {
			open.Tokens = append(open.Tokens, e.Seat)
			p.Supply--
			s.Seats[e.Seat] = p
		}
	case "drew":
		s.Dice = referee.Without(s.Dice, e.Args["pay"])
		s.Drawn++
		p.Hand = append(p.Hand, e.Args.Word("back"))
		s.Seats[e.Seat] = p
	case "played":
		s.played(e)
	case "reshuffled":
		s.Discard, s.Left = nil, nil
	case "ended":
		s.Done, s.Turn, s.Dice, s.Rolled = append(s.Done, e.Seat), "", nil, false
	default:
		s.applyRound(e)
	}
}

// applyRound folds what happens between the turns.
func (s *state) applyRound(e referee.Event) {
	switch e.Kind {
	case "lost":
		for track := range e.Args {
			s.gain(e.Seat, track, -e.Args.Number(track))
		}
	case "removed":
		s.removed(e.Args["threats"])
	case "struck":
		for _, seat := range s.active() {
			for _, track := range s.table.tracks {
				s.gain(seat, track, -s.table.n("concentratedLoss"))
			}
		}
	case "out":
		s.leave(e.Seat)
	case "round":
		s.Phase, s.Round, s.Start, s.Rerolls = phaseReveal, e.Args.Number("n"), e.Seat, 0
		s.Done, s.New, s.Earned, s.Question = nil, nil, nil, ""
		for seat, p := range s.Seats {
			p.Ignored = nil
			s.Seats[seat] = p
		}
	case "finished":
		s.Phase, s.Ended = phaseOver, e.Args.Word("rule")
	}
}

// open lays threats face up.
func (s *state) open(e referee.Event) {
	for _, id := range e.Args["threats"] {
		s.Open = append(s.Open, openThreat{ID: id})
	}
	if s.Phase = phaseReveal; e.Kind == "revealed" {
		s.New = slices.Clone(e.Args["threats"])
	}
}

// gain moves a token along its track, never beyond its ends: CSG-R14, R23.
func (s *state) gain(seat referee.Seat, track string, n int) {
	p := s.Seats[seat]
	if _, known := p.Tracks[track]; known {
		p.Tracks[track] = min(max(p.Tracks[track]+n, 0), s.table.n("trackMax"))
	}
}

// played takes a card out of the hand and carries it out.
func (s *state) played(e referee.Event) {
	card := s.table.powerUps[e.Args.Word("card")]
	p := s.Seats[e.Seat]
	if i := slices.Index(p.Hand, card.back); i >= 0 {
		p.Hand = slices.Delete(p.Hand, i, i+1)
	}
	switch card.effect {
	case effectIgnore:
		p.Ignored = append(p.Ignored, e.Args.Word("threat"))
	case effectMove:
		s.move(s.find(e.Args.Word("threat")), s.find(e.Args.Word("to")), owner(e.Args, e.Seat))
	case effectRecover:
		track := e.Args.Word("resource")
		s.gain(e.Seat, track, card.gain[track])
	}
	s.Seats[e.Seat] = p
	s.Discard = append(s.Discard, e.Args.Word("card"))
	s.Played++
}

func (s *state) move(from, to *openThreat, of referee.Seat) {
	if from == nil || to == nil {
		return
	}
	if i := slices.Index(from.Tokens, of); i >= 0 {
		from.Tokens = slices.Delete(from.Tokens, i, i+1)
		to.Tokens = append(to.Tokens, of)
	}
}

// removed takes threats away for good; their tokens return to the supplies.
func (s *state) removed(ids []string) {
	for _, id := range ids {
		i := slices.IndexFunc(s.Open, func(o openThreat) bool { return o.ID == id })
		if i < 0 {
			continue
		}
		for _, seat := range s.Open[i].Tokens {
			p := s.Seats[seat]
			p.Supply++
			s.Seats[seat] = p
		}
		s.Open = slices.Delete(s.Open, i, i+1)
		s.Gone = append(s.Gone, id)
	}
}

// leave takes a player out of the game: CSG-R17. The hand goes to the discards,
// where the referee knows no more than its backs.
func (s *state) leave(seat referee.Seat) {
	p := s.Seats[seat]
	s.Left = append(s.Left, p.Hand...)
	p.Out, p.Ignored, p.Hand = true, nil, nil
	for i := range s.Open {
		if j := slices.Index(s.Open[i].Tokens, seat); j >= 0 {
			s.Open[i].Tokens = slices.Delete(s.Open[i].Tokens, j, j+1)
			p.Supply++
		}
	}
	s.Seats[seat] = p
}
