package placement

import (
	"slices"

	"kitpress/quiz/referee"
)

// ready returns an attacker that can do something, or why it cannot: CAP-R6,
// R14. The rule is the one for an attacker that has acted.
func (s players) ready(seat referee.Seat, n int, rule string) (pawn, attacker, *referee.Refusal) {
	p, ok := s.pawn(seat, n)
	if !ok {
		return p, attacker{Arrested: true}, referee.Refuse("R10", "no-such-attacker", "N", n)
	}
	a := s.attacker(p)
	switch {
	case a.Arrested:
		return p, a, referee.Refuse("R6", "arrested", "N", n)
	case a.Acted:
		return p, a, referee.Refuse(rule, "acted", "N", n)
	}
	return p, a, nil
}

// move takes an attacker one level up: CAP-R13, R29, A5.
func (s judge) move(c referee.Command) ([]referee.Event, *referee.Refusal) {
	p, a, no := s.ready(c.Seat, c.Args.Number("by"), "R14")
	if a.Arrested {
		return nil, no
	}
	target := c.Args.Word("site")
	switch {
	case a.Level >= s.table.levels:
		return nil, referee.Refuse("R13", "at-top-level", "Max", s.table.levels)
	case a.Level == 0 && target == "":
		return nil, referee.Refuse("R13", "which-site")
	case a.Level > 0 && target != "" && target != a.Site:
		return nil, referee.Refuse("R13", "no-way", "Item", target)
	case a.Level > 0:
		target = a.Site
	}
	with := c.Args["with"]
	switch {
	case !s.has(c.Seat, with) && no != nil:
		return nil, no
	case !s.has(c.Seat, with):
		return nil, referee.Refuse("R13", "tokens-missing", "Tokens", with)
	}
	ch := chain{s: s.state}
	ch.pay(c.Seat, with)
	ch.rise(p, target, a.Level+1)
	events := ch.done()
	price := s.movePrice(a, target)
	switch {
	case no != nil:
		return events, no
	case s.shut(target):
		return events, referee.Refuse("R21", "shut", "Item", target)
	case !price.paidBy(target, with):
		return events, price.refuse(price.rule(len(with)), target, with)
	}
	return events, nil
}

// movePrice returns what the next step of an attacker costs: CAP-R29.
func (s board) movePrice(a attacker, target string) price {
	action := actionLateral
	if a.Level == 0 {
		action = actionInfiltrate
	}
	base := s.table.steps[a.Level+1]
	return s.price(action, "R13", target, a.Level, base[0], base[1], false)
}

// retreat takes an attacker back to the start: CAP-R14, R15.
func (s judge) retreat(c referee.Command) ([]referee.Event, *referee.Refusal) {
	p, a, no := s.ready(c.Seat, c.Args.Number("by"), "R15")
	switch {
	case a.Arrested:
		return nil, no
	case a.Level == 0:
		return nil, referee.Refuse("R15", "at-start")
	}
	ch := chain{s: s.state}
	ch.toStart(p)
	ch.acted(p)
	ch.score(s.table.retreat[a.Level], c.Seat)
	return ch.done(), no
}

// buy buys an event card: CAP-R23, R24, A1.
func (s judge) buy(c referee.Command) ([]referee.Event, *referee.Refusal) {
	with, event := c.Args["with"], c.Args.Word("event")
	if !s.has(c.Seat, with) {
		return nil, referee.Refuse("R23", "tokens-missing", "Tokens", with)
	}
	if no := s.canDraw("R23", event); no != nil {
		return nil, no
	}
	ch := chain{s: s.state}
	ch.pay(c.Seat, with)
	ch.drawEvent(c.Seat, event)
	events := ch.done()
	n := s.table.n("eventPrice")
	switch {
	case s.Gained >= s.table.n("eventsPerTurn"):
		return events, referee.Refuse("R24", "events-enough", "Max", s.table.n("eventsPerTurn"))
	case len(with) != n || len(count(with)) != n:
		return events, referee.Refuse("R23", "not-different", "Want", n, "Given", with)
	}
	return events, nil
}

// trade moves what two players agree on: CAP-R33, R35.
func (s judge) trade(c referee.Command) ([]referee.Event, *referee.Refusal) {
	whom := referee.Seat(c.Args.Word("whom"))
	me, you := s.Seats[c.Seat], s.Seats[whom]
	give, get := c.Args["give"], c.Args["get"]
	n := c.Args.Number
	switch {
	case whom == c.Seat:
		return nil, referee.Refuse("R33", "with-oneself")
	case you.Out:
		return nil, referee.Refuse("R5", "seat-out", "Seat", string(whom))
	case !s.has(c.Seat, give) || !s.has(whom, get):
		return nil, referee.Refuse("R33", "tokens-missing", "Tokens", slices.Concat(give, get))
	case n("give-attacks") > me.Attacks.N || n("give-events") > me.Events.N || n("get-attacks") > you.Attacks.N || n("get-events") > you.Events.N:
		return nil, referee.Refuse("R33", "cards-missing")
	case n("give-points") > me.Points || n("get-points") > you.Points:
		return nil, referee.Refuse("R33", "points-missing")
	}
	sum := len(give) + len(get)
	for _, x := range []string{"give-attacks", "give-events", "give-points", "get-attacks", "get-events", "get-points"} {
		sum += n(x)
	}
	if sum == 0 && !c.Args.Has("promise") {
		return nil, referee.Refuse("R33", "nothing-traded")
	}
	ch := chain{s: s.state}
	ch.add("traded", c.Seat, c.Args)
	ch.win()
	events := ch.done()
	if !s.table.special {
		return events, referee.Refuse("R33", "not-agreed")
	}
	for _, id := range slices.Concat(give, get) {
		if s.blocked(id) {
			return events, referee.Refuse("R35", "blocked-site", "Item", id)
		}
	}
	return events, nil
}

// end refills the hand and passes the dice: CAP-R11.
func (s judge) end(c referee.Command) ([]referee.Event, *referee.Refusal) {
	discard := c.Args["discard"]
	size, n := s.table.n("handSize"), s.Seats[c.Seat].Attacks.N
	if !s.canHold(c.Seat, deckAttacks, discard...) {
		return nil, referee.Refuse("R11", "cannot-hold", "Cards", discard)
	}
	ch := chain{s: s.state}
	if len(discard) > 0 {
		ch.add("discarded", c.Seat, referee.Args{"deck": {deckAttacks}, "cards": discard})
	}
	ch.draw(c.Seat, deckAttacks, size-n+len(discard))
	ch.add("ended", c.Seat, nil)
	ch.next()
	events := ch.done()
	if len(discard) != max(0, n-size) {
		return events, referee.Refuse("R11", "wrong-count", "Given", len(discard), "Want", max(0, n-size))
	}
	return events, nil
}
