package online

import (
	"kitpress/quiz/referee"
)

// exchange is option A: ONL-R6.
func (s judge) exchange(c referee.Command) ([]referee.Event, *referee.Refusal) {
	cards := c.Args["cards"]
	switch {
	case s.Phase != phaseStart:
		return nil, referee.Refuse("R6", "drawn")
	case !s.canHold(c.Seat, cards):
		return nil, referee.Refuse("R6", "cannot-hold", "Cards", cards)
	}
	ch := chain{s: s.state}
	ch.add("exchanged", c.Seat, referee.Args{"cards": cards})
	ch.next()
	return ch.events, nil
}

// lay plays a card: ONL-R9 to R20.
func (s judge) lay(c referee.Command) ([]referee.Event, *referee.Refusal) {
	whom, own := s.target(c, "on")
	if cards := c.Args["card"]; !s.canHold(c.Seat, cards) {
		return nil, referee.Refuse("R7", "cannot-hold", "Cards", cards)
	}
	fatal, no := s.mayLay(c.Seat, c.Args.Word("card"), whom, own)
	if fatal != nil {
		return nil, fatal
	}
	ch := chain{s: s.state}
	ch.add("laid", c.Seat, referee.Args{"card": {c.Args.Word("card")}, "on": {string(whom)}})
	ch.settle()
	return ch.events, no
}

// mayLay returns what speaks against laying a card of the hand. The first refusal leaves
// nothing to rule over, the second one may be overruled.
func (s state) mayLay(seat referee.Seat, id string, whom referee.Seat, own bool) (fatal, no *referee.Refusal) {
	file := s.table.card(id).kind == kindFile
	switch no := s.place(id, s.Areas[whom], own); {
	case no != nil:
		return no, nil
	case file && !own:
		return referee.Refuse("R12", "others-area", "Card", id), nil
	case file:
		return nil, s.limited(seat)
	}
	return nil, nil
}

// target returns the area an argument names, the own one when it is left out,
// and whether it is the own one.
func (s state) target(c referee.Command, arg string) (owner referee.Seat, own bool) {
	mine := s.table.team[c.Seat]
	if !c.Args.Has(arg) {
		return mine, true
	}
	owner = s.table.team[referee.Seat(c.Args.Word(arg))]
	return owner, owner == mine
}

// mayReply reports whether a seat may unlock out of turn: somebody on turn has
// blocked its area in this turn.
func (s state) mayReply(seat referee.Seat) bool {
	_, blocked := s.Reply[s.table.team[seat]]
	return blocked
}

// reply unlocks out of turn what an opponent has just blocked: ONL-R16, R17.
func (s judge) reply(c referee.Command) ([]referee.Event, *referee.Refusal) {
	id := c.Args.Word("card")
	whom, own := s.target(c, "on")
	kind := s.table.card(id).kind
	switch {
	case kind == kindFile:
		return nil, referee.Refuse("R17", "wait", "Card", id)
	case kind != kindAccess || !own || !s.unlocking(id, whom):
		return nil, referee.Refuse("R16", "only-unlock", "Card", id)
	case !s.canHold(c.Seat, []string{id}):
		return nil, referee.Refuse("R16", "cannot-hold", "Cards", []string{id})
	}
	if no := s.place(id, s.Areas[whom], true); no != nil {
		return nil, no
	}
	return []referee.Event{{Kind: "laid", Seat: c.Seat, Args: referee.Args{"card": {id}, "on": {string(whom)}}}}, nil
}

// unlocking reports whether a card goes onto a stack that was blocked in this
// turn and is not open again.
func (s state) unlocking(id string, owner referee.Seat) bool {
	a, blocked := s.Areas[owner], s.Reply[owner]
	if s.table.isMemory(id) {
		return blocked.Memory && len(a.Memory) > 0 && !s.roomy(a)
	}
	return blocked.Connection && len(a.Connection) > 0 && !s.online(a)
}

// backup turns a complete row face down: ONL-R21.
func (s judge) backup(c referee.Command) ([]referee.Event, *referee.Refusal) {
	id := c.Args.Word("row")
	a := s.area(c.Seat)
	events := []referee.Event{{Kind: "backed", Seat: c.Seat, Args: referee.Args{"row": {id}}}}
	switch goal := s.table.card(id).goal; {
	case a.Backed[id]:
		return nil, referee.Refuse("R21", "backed", "Card", id)
	case a.Rows[id] < goal:
		return events, referee.Refuse("R21", "row-short", "Card", id, "Given", a.Rows[id], "Want", goal)
	}
	return events, nil
}

// power calls "Hacker!": ONL-R22.
func (s judge) power(c referee.Command) ([]referee.Event, *referee.Refusal) {
	cards := []string{cardHacker}
	if !s.canHold(c.Seat, cards) {
		return nil, referee.Refuse("R22", "cannot-hold", "Cards", cards)
	}
	return []referee.Event{{Kind: "called", Seat: c.Seat, Args: referee.Args{"card": cards}}}, nil
}

// patrol stops a hacker: ONL-R27 to R30.
func (s judge) patrol(c referee.Command) ([]referee.Event, *referee.Refusal) {
	switch {
	case s.Phase != phaseHack:
		return nil, referee.Refuse("R27", "no-hacker")
	case c.Seat == s.turn():
		return nil, referee.Refuse("R27", "own-hacker")
	case !s.canHold(c.Seat, []string{cardPatrol}):
		return nil, referee.Refuse("R27", "cannot-hold", "Cards", []string{cardPatrol})
	}
	ch := chain{s: s.state}
	ch.add("patrolled", c.Seat, referee.Args{"whom": {string(s.turn())}})
	ch.add("turn", c.Seat, referee.Args{"at": {itoa(s.behind(c.Seat))}})
	return ch.events, nil
}

// search finds a card in the bank and lays it at once: ONL-R31, A10.
func (s judge) search(c referee.Command) ([]referee.Event, *referee.Refusal) {
	whom, own := s.target(c, "on")
	if cards := []string{cardSearch}; !s.canHold(c.Seat, cards) {
		return nil, referee.Refuse("R31", "cannot-hold", "Cards", cards)
	}
	fatal, no := s.maySearch(c.Seat, c.Args.Word("card"), whom, own)
	if fatal != nil {
		return nil, fatal
	}
	ch := chain{s: s.state}
	if !c.Args.Has("card") {
		ch.add("searched", c.Seat, nil)
		return ch.events, nil
	}
	ch.add("searched", c.Seat, referee.Args{"card": {c.Args.Word("card")}, "on": {string(whom)}})
	ch.settle()
	return ch.events, no
}

// maySearch returns what speaks against a search, as mayLay does.
func (s state) maySearch(seat referee.Seat, id string, whom referee.Seat, own bool) (fatal, no *referee.Refusal) {
	if id == "" {
		return nil, nil
	}
	kind := s.table.card(id).kind
	switch {
	case kind == kindPower:
		return referee.Refuse("R31", "cannot-lay", "Card", id), nil
	case s.Bank == 0 || s.hidden(id) < 1:
		return referee.Refuse("R31", "card-seen", "Card", id), nil
	}
	switch no := s.place(id, s.Areas[whom], own); {
	case no != nil:
		return no, nil
	case kind == kindFile && !own:
		return referee.Refuse("R31", "others-area", "Card", id), nil
	case kind == kindFile && s.table.counts:
		return nil, s.limited(seat)
	}
	return nil, nil
}

// stop ends the turn: ONL-R8.
func (s judge) stop(c referee.Command) ([]referee.Event, *referee.Refusal) {
	trash := c.Args["trash"]
	left := s.Hands[c.Seat] - len(trash)
	switch {
	case !s.canHold(c.Seat, trash):
		return nil, referee.Refuse("R8", "cannot-hold", "Cards", trash)
	case len(trash) > 0 && s.Played > 0:
		return nil, referee.Refuse("R8", "played")
	}
	ch := chain{s: s.state}
	ch.add("stopped", c.Seat, referee.Args{"trash": trash})
	ch.next()
	if left > s.table.n("handSize") {
		return ch.events, referee.Refuse("R8", "hand-full", "Given", left, "Max", s.table.n("handSize"))
	}
	return ch.events, nil
}

// time ends a match of players each alone who agreed on a time: ONL-R35.
func (s judge) time() ([]referee.Event, *referee.Refusal) {
	if s.table.setup.Option(optionTeams) != "alone" {
		return nil, referee.Refuse("R35", "no-time-limit")
	}
	return []referee.Event{{Kind: "finished", Args: referee.Args{"rule": {"R35"}}}}, nil
}
