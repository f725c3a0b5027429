package siege

import (
	"slices"

	"kitpress/quiz/referee"
)

// Legal returns what a seat may do now.
func (rules) Legal(s state, seat referee.Seat) []referee.Move {
	var l []referee.Move
	add := func(rule, verb string, args referee.Args, open ...string) {
		l = append(l, referee.Move{Command: referee.Command{Verb: verb, Seat: seat, Args: args}, Open: open, Rule: rule})
	}
	p := s.Seats[seat]
	switch {
	case seat == "" || s.Phase == phaseOver:
	case s.Phase == phaseDefend && seat == s.next():
		if p.Hand > 0 {
			add("R12", verbDefend, nil, "with")
		}
		add("R13", verbYield, nil)
	case s.Phase == phaseLose && seat == s.next():
		add("R13", verbLose, nil, "cards")
	case seat != s.Turn:
	case s.Phase == phaseDraw:
		add("R4", verbDraw, referee.Args{"from": {fromPile}})
		if len(s.Discard) > 0 && !p.Delayed {
			add("R4", verbDraw, referee.Args{"from": {fromDiscard}})
		}
	case s.Phase == phasePlay:
		if p.Sets > 0 && !p.Blocked {
			for _, c := range s.table.setup.Game.Deck("set-cards").Cards {
				if members := s.table.sets[c.ID].members; s.unlaid(c.ID) > 0 && len(members) <= p.Hand {
					add("R6", verbLay, referee.Args{"set": {c.ID}}, "with")
				}
			}
		}
		if p.Hand > 0 {
			open := []string{"card"}
			if s.table.is("adminAttack", "allowed") && !p.Delayed && s.canHold(seat, []string{joker}) {
				open = append(open, "as") // R15
			}
			add("R9", verbDiscard, nil, open...)
		}
	case s.Phase == phaseChoose:
		if !p.Delayed {
			add("R10", verbAttack, referee.Args{"whom": {string(s.next())}})
		}
		add("R10", verbSpare, nil)
	}
	return l
}

// Tally counts the points: SIE-R16 to R18.
func (rules) Tally(s state) referee.Tally {
	t := referee.Tally{Over: s.Phase == phaseOver, Rule: s.Ended}
	for _, seat := range s.table.setup.Seats {
		t.Rows = append(t.Rows, referee.Row{
			Seat: seat, Total: s.total(seat),
			Values: map[string]int{"sets": s.worth(seat), "points": s.Seats[seat].Points},
		})
	}
	t.Place(func(a, b referee.Row) bool { return a.Total > b.Total })
	return t
}

// A view is what everybody sees; a seat sees no more here, for its own hand is
// in its hand.
type view struct {
	state
	Top string `json:"top"` // of the discards
}

// View returns the state without what lies below the top of the discards.
func (rules) View(s state, _ referee.Seat) any {
	v := view{state: s.clone(), Top: s.top()}
	v.Discard = v.Discard[:0:0]
	slices.Sort(v.Discard)
	return v
}
