package online

import (
	"maps"

	"kitpress/quiz/referee"
)

// Legal returns what a seat may do now; "" is the table.
func (rules) Legal(s state, seat referee.Seat) []referee.Move {
	return s.legal(seat, func(card string) bool { return s.canHold(seat, []string{card}) })
}

// legal returns what a seat may do that has, or may have, each of those cards.
func (s state) legal(seat referee.Seat, has func(card string) bool) []referee.Move {
	l := &moves{seat: seat, has: has}
	switch {
	case s.Phase == phaseOver:
	case seat == "":
		if _, no := (judge{s}).time(); no == nil {
			l.add("R35", verbTime, nil)
		}
	case s.Phase == phaseHack && seat == s.turn():
		hacks := s.hacks(seat)
		for _, args := range hacks {
			l.add("R22", verbHack, args)
		}
		if len(hacks) == 0 {
			l.add("R22", verbHack, nil)
		}
	case s.Phase == phaseHack:
		if has(cardPatrol) {
			l.add("R27", verbPatrol, nil)
		}
	case seat == s.turn() && s.Phase == phaseStart:
		l.add("R6", verbExchange, nil, "cards")
		l.add("R7", verbDraw, nil)
	case seat == s.turn():
		l.turn(s)
	case s.mayReply(seat):
		for _, id := range s.table.ids {
			if !has(id) {
				continue
			}
			c := referee.Command{Verb: verbLay, Seat: seat, Args: referee.Args{"card": {id}}}
			if _, no := (judge{s}).reply(c); no == nil {
				l.add("R16", verbLay, c.Args)
			}
		}
	}
	return l.list
}

type moves struct {
	seat referee.Seat
	has  func(card string) bool // that is thought of
	list []referee.Move
}

func (l *moves) add(rule, verb string, args referee.Args, open ...string) {
	l.list = append(l.list, referee.Move{Command: referee.Command{Verb: verb, Seat: l.seat, Args: args}, Open: open, Rule: rule})
}

// free reports that nothing was refused.
func free(fatal, no *referee.Refusal) bool { return fatal == nil && no == nil }

// turn lists what whoever is on turn may play.
func (l *moves) turn(s state) {
	mine, search := s.table.team[l.seat], l.has(cardSearch)
	a := s.Areas[mine]
	for _, id := range s.table.ids {
		kind := s.table.card(id).kind
		switch {
		case kind == kindBlock && l.has(id):
			for _, whom := range s.opponents(l.seat) {
				if free(s.mayLay(l.seat, id, whom, false)) {
					l.add("R14", verbLay, referee.Args{"card": {id}, "on": {string(whom)}})
				}
			}
		case kind == kindAccess || kind == kindFile:
			if l.has(id) && free(s.mayLay(l.seat, id, mine, true)) {
				l.add("R7", verbLay, referee.Args{"card": {id}})
			}
			if search && free(s.maySearch(l.seat, id, mine, true)) {
				l.add("R31", verbSearch, referee.Args{"card": {id}})
			}
		}
		if kind == kindFile && !a.Backed[id] && a.Rows[id] >= s.table.card(id).goal {
			l.add("R21", verbBackup, referee.Args{"row": {id}})
		}
	}
	if l.has(cardHacker) {
		l.add("R22", verbHacker, nil)
	}
	if search {
		l.add("R31", verbSearch, nil)
	}
	if s.Hands[l.seat] <= s.table.n("handSize") {
		l.add("R8", verbStop, nil)
	} else if s.Played == 0 {
		l.add("R8", verbStop, nil, "trash")
	}
}

// Tally counts megabytes: ONL-R33 to R35. Whoever has the full goal is first.
func (rules) Tally(s state) referee.Tally {
	t := referee.Tally{Over: s.Phase == phaseOver, Rule: s.Ended}
	mb, winner := map[referee.Seat]int{}, s.won()
	for _, owner := range s.table.areas {
		for id, n := range s.Areas[owner].Rows {
			mb[owner] += n * s.table.card(id).worth
		}
	}
	ahead := func(a, b referee.Seat) bool {
		if (a == winner) != (b == winner) {
			return a == winner
		}
		return mb[a] > mb[b]
	}
	for _, seat := range s.table.setup.Seats {
		owner := s.table.team[seat]
		row := referee.Row{Seat: seat, Values: maps.Clone(s.Areas[owner].Rows), Total: mb[owner], Rank: 1}
		for _, other := range s.table.areas {
			if ahead(other, owner) {
				row.Rank++
			}
		}
		for mate, area := range s.table.team {
			if mate != seat && area == owner {
				row.Team = owner
			}
		}
		t.Rows = append(t.Rows, row)
		if t.Over && row.Rank == 1 {
			t.Winners = append(t.Winners, seat)
		}
	}
	return t
}

// A view is what everybody sees.
type view struct {
	state
	Turn  referee.Seat                  `json:"turn"`
	Teams map[referee.Seat]referee.Seat `json:"teams"`
}

// View returns the state; hands are known by their number only.
func (rules) View(s state, _ referee.Seat) any {
	return view{state: s, Turn: s.turn(), Teams: s.table.team}
}
