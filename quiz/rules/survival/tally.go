package survival

import (
	"maps"

	"kitpress/quiz/referee"
)

// Tally counts the points, and says who has won: CSG-R18, R19, R22.
func (rules) Tally(s state) referee.Tally {
	t := referee.Tally{Over: s.Phase == phaseOver, Rule: s.Ended}
	for _, seat := range s.table.setup.Seats {
		p := s.Seats[seat]
		values := maps.Clone(p.Tracks)
		values["cards"] = len(p.Hand)
		t.Rows = append(t.Rows, referee.Row{Seat: seat, Values: values, Total: p.total(), Out: p.Out})
	}
	t.Place(ahead)
	return t
}

// ahead reports whether a row stands before another: who is in before who is
// out, then points, then power-ups in hand; those who are out are all equal.
func ahead(a, b referee.Row) bool {
	switch {
	case a.Out != b.Out:
		return b.Out
	case a.Out:
		return false
	case a.Total != b.Total:
		return a.Total > b.Total
	}
	return a.Values["cards"] > b.Values["cards"]
}

// A view is what everybody sees: everything the referee knows lies open.
type view struct {
	state
	Pile     map[string]int `json:"pile"`     // backs still to be drawn
	ToReveal int            `json:"toReveal"` // threats, while the start player reveals
	Rerolls  int            `json:"rerollsLeft"`
}

// View returns the state: hands are known by their backs, which all have seen.
func (rules) View(s state, _ referee.Seat) any {
	v := view{state: s, Pile: s.pile(), Rerolls: s.rerollsLeft()}
	if s.Phase == phaseReveal {
		v.ToReveal = s.toReveal()
	}
	return v
}
