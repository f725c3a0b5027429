package placement

import (
	"kitpress/quiz/referee"
)

// Tally counts the points: CAP-R4, R5.
func (rules) Tally(s state) referee.Tally {
	t := referee.Tally{Over: s.Phase == phaseOver, Rule: s.Ended}
	for _, seat := range s.table.setup.Seats {
		p := s.Seats[seat]
		arrested := 0
		for _, a := range p.Attackers {
			if a.Arrested {
				arrested++
			}
		}
		t.Rows = append(t.Rows, referee.Row{
			Seat: seat, Total: p.Points, Out: p.Out,
			Values: map[string]int{"points": p.Points, "arrested": arrested},
		})
	}
	ahead := func(a, b referee.Row) bool {
		switch {
		case t.Over && (a.Seat == s.Winner) != (b.Seat == s.Winner):
			return a.Seat == s.Winner
		case a.Out != b.Out:
			return b.Out
		}
		return a.Total > b.Total
	}
	for i := range t.Rows {
		t.Rows[i].Rank = 1
		for _, b := range t.Rows {
			if ahead(b, t.Rows[i]) {
				t.Rows[i].Rank++
			}
		}
	}
	if t.Over && s.Winner != "" {
		t.Winners = []referee.Seat{s.Winner}
	}
	return t
}

// A view is what everybody sees: hands are counts, and what was named openly.
type view struct {
	state
	Start referee.Seat          `json:"start"`
	Piles map[string]int        `json:"piles"`
	Costs map[string][]costLine `json:"costs"` // of the three steps, by site
}

// A costLine is what a step costs now.
type costLine struct {
	S int `json:"s"`
	O int `json:"o"`
}

// View returns the state with what follows from it; nobody sees more, for each
// hand is in its hand.
func (rules) View(s state, _ referee.Seat) any {
	v := view{state: s.clone(), Start: s.start(), Piles: map[string]int{}, Costs: map[string][]costLine{}}
	for _, deck := range decks {
		v.Piles[deck] = s.pile(deck)
	}
	for _, site := range s.table.sites {
		for level := range s.table.n("levels") {
			p := s.movePrice(attacker{Level: level}, site)
			v.Costs[site] = append(v.Costs[site], costLine{p.s, p.o})
		}
	}
	return v
}
