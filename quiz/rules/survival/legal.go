package survival

import (
	"maps"
	"slices"

	"kitpress/quiz/referee"
)

// Legal returns what a seat may do now; "" is the table.
func (r rules) Legal(s state, seat referee.Seat) []referee.Move {
	if s.Phase == phaseOver || seat != "" && s.Seats[seat].Out {
		return nil
	}
	var l moves
	switch {
	case seat == "":
		if s.Phase == phaseDeal {
			l.add("R2", verbDeal, seat, nil, "threats")
		}
		return l
	case s.Phase == phaseReveal && seat == s.Start:
		l.add("R4", verbReveal, seat, nil, "threats")
	case s.Phase == phaseTurn && seat == s.Turn:
		l = make(moves, 0, usual)
		l.turn(s, seat)
	}
	l.question(s, seat)
	return l
}

// usual is how many moves a seat on turn mostly has.
const usual = 24

// moves is a list that is being written.
type moves []referee.Move

func (l *moves) add(rule, verb string, seat referee.Seat, args referee.Args, open ...string) *referee.Move {
	*l = append(*l, referee.Move{Command: referee.Command{Verb: verb, Seat: seat, Args: args}, Open: open, Rule: rule})
	return &(*l)[len(*l)-1]
}

// turn lists what whoever is on turn may do.
func (l *moves) turn(s state, seat referee.Seat) {
	if !s.Rolled {
		l.add("R6", verbRoll, seat, nil, "dice")
		l.powerUps(s, seat)
		return
	}
	p := s.Seats[seat]
	for _, o := range s.Open {
		if slices.Contains(o.Tokens, seat) || p.Supply < 1 {
			continue
		}
		if with := s.table.payment(s.table.threats[o.ID].counter, s.Dice); with != nil {
			m := l.add("R7", verbResolve, seat, referee.Args{"threat": {o.ID}, "with": with})
			for _, d := range with {
				m.Cost = append(m.Cost, referee.Cost{Of: d, N: 1, Rule: "R7"})
			}
		}
	}
	if s.Drawn < s.table.n("powerUpsDrawn") {
		left := s.pile()
		for _, back := range slices.Sorted(maps.Keys(left)) {
			for _, pay := range []string{back, joker} {
				if left[back] > 0 && slices.Contains(s.Dice, pay) {
					m := l.add("R10", verbDraw, seat, referee.Args{"back": {back}, "pay": {pay}})
					m.Cost = []referee.Cost{{Of: pay, N: s.table.n("powerUpCost"), Rule: "R10"}}
				}
			}
		}
	}
	l.powerUps(s, seat)
	if s.rerollsLeft() > 0 && len(s.Dice) > 0 {
		l.add("R9", verbReroll, seat, nil, "dice", "to")
	}
	l.add("R5", verbEnd, seat, nil)
}

// powerUps lists the cards a seat may hold, as far as is known, with every way
// to play them.
func (l *moves) powerUps(s state, seat referee.Seat) {
	if s.table.is("powerUpsPerTurn", "one") && s.Played >= 1 {
		return
	}
	for _, id := range s.table.cards {
		p := s.table.powerUps[id]
		if slices.Contains(s.Discard, id) || !slices.Contains(s.Seats[seat].Hand, p.back) {
			continue
		}
		switch p.effect {
		case effectIgnore:
			for _, o := range s.Open {
				if !slices.Contains(o.Tokens, seat) {
					l.add("R12", verbPlay, seat, referee.Args{"card": {id}, "threat": {o.ID}})
				}
			}
		case effectMove:
			l.tokenMoves(s, seat, id)
		case effectRecover:
			for _, track := range s.table.tracks {
				if p.gain[track] > 0 {
					l.add("R12", verbPlay, seat, referee.Args{"card": {id}, "resource": {track}})
				}
			}
		}
	}
}

// tokenMoves lists the tokens a card may move, and where to.
func (l *moves) tokenMoves(s state, seat referee.Seat, card string) {
	for _, from := range s.Open {
		for _, of := range from.Tokens {
			for _, to := range s.Open {
				if slices.Contains(to.Tokens, of) {
					continue
				}
				args := referee.Args{"card": {card}, "threat": {from.ID}, "to": {to.ID}}
				if of != seat {
					args["of"] = []string{string(of)}
				}
				l.add("R12", verbPlay, seat, args)
			}
		}
	}
}

// question lists what the quiz variant allows.
func (l *moves) question(s state, seat referee.Seat) {
	switch {
	case !s.table.quiz || len(s.New) == 0:
	case s.Question == "" && seat == s.Start && !s.Rolled && len(s.Done) == 0:
		for _, id := range s.New {
			l.add("R27", verbAsk, seat, referee.Args{"about": {id}})
		}
	case s.Question != "" && seat != s.Start && !slices.Contains(s.Earned, seat):
		for _, track := range s.table.tracks {
			if s.Seats[seat].Tracks[track] < s.table.n("trackMax") {
				l.add("R28", verbEarn, seat, referee.Args{"resource": {track}})
			}
		}
	}
}
