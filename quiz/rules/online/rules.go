package online

import (
	"slices"

	"kitpress/quiz/referee"
)

// Rules returns the rules of Online.
func Rules() referee.Rules { return referee.Of[state](rules{}) }

type rules struct{}

// The verbs of this game.
const (
	verbExchange = "exchange"
	verbDraw     = "draw"
	verbLay      = "lay"
	verbBackup   = "backup"
	verbHacker   = "hacker"
	verbPatrol   = "patrol"
	verbHack     = "hack"
	verbSearch   = "search"
	verbStop     = "stop"
	verbTime     = "time"
)

// most is how many values an argument may have when the rules say how many.
const most = 10

func (rules) Verbs() []referee.Verb {
	all := []string{kindAccess, kindFile, kindBlock, kindPower}
	card := func(name string, min, max int, decks ...string) referee.Arg {
		return referee.Arg{Name: name, Kind: referee.ArgCard, Of: decks, Min: min, Max: max}
	}
	seat := func(name string) referee.Arg { return referee.Arg{Name: name, Kind: referee.ArgSeat, Max: 1} }
	return []referee.Verb{
		{Name: verbExchange, Rule: "R6", Args: []referee.Arg{card("cards", 0, most, all...)}},
		{Name: verbDraw, Rule: "R7", Understood: true},
		{Name: verbLay, Rule: "R7", Args: []referee.Arg{card("card", 1, 1, kindAccess, kindFile, kindBlock), seat("on")}},
		{Name: verbBackup, Rule: "R21", Args: []referee.Arg{card("row", 1, 1, kindFile)}},
		{Name: verbHacker, Rule: "R22"},
		{Name: verbPatrol, Rule: "R27"},
		{Name: verbHack, Rule: "R22", Args: []referee.Arg{card("card", 0, 1, all...), seat("of"), seat("to")}},
		{Name: verbSearch, Rule: "R31", Args: []referee.Arg{card("card", 0, 1, all...), seat("on")}},
		{Name: verbStop, Rule: "R8", Args: []referee.Arg{card("trash", 0, 1, all...)}},
		{Name: verbTime, Table: true, Rule: "R35", Only: "teams=alone"},
	}
}

func (rules) Options() []referee.Option { return []referee.Option{optionTeams, optionHack} }

// Start deals: ONL-R2 to R4.
func (rules) Start(setup referee.Setup) (state, *referee.Refusal) {
	teams, n := setup.Option(optionTeams), len(setup.Seats)
	if teams == "two" && n != 6 && n != 4 {
		return state{}, referee.Refuse("R2", "no-such-teams", "Players", n)
	}
	t := newTable(setup)
	s := state{
		table: t, Phase: phaseStart, Bank: t.total,
		Hands: map[referee.Seat]int{}, Areas: map[referee.Seat]area{}, Skip: map[referee.Seat]int{}, First: map[referee.Seat]bool{},
	}
	for _, seat := range setup.Seats {
		s.Hands[seat], s.First[seat] = t.n("handSize"), true
		s.Bank -= t.n("handSize")
	}
	for _, owner := range t.areas {
		s.Areas[owner] = area{Rows: map[string]int{}, Backed: map[string]bool{}}
	}
	s.First[s.turn()] = false
	return s, nil
}

// A judge decides commands.
type judge struct{ state }

// Decide looks at who and when, and hands the command to its verb.
func (rules) Decide(now state, c referee.Command) ([]referee.Event, *referee.Refusal) {
	s := judge{now}
	switch {
	case s.Phase == phaseOver:
		return nil, referee.Refuse(s.Ended, "game-over")
	case c.Verb == verbTime:
		return s.time()
	case c.Verb == verbPatrol:
		return s.patrol(c)
	case s.Phase == phaseHack && (c.Verb != verbHack || c.Seat != s.turn()):
		return nil, referee.Refuse("R22", "hack-open", "Seat", string(s.turn()))
	case c.Verb == verbLay && c.Seat != s.turn() && s.mayReply(c.Seat):
		return s.reply(c)
	case c.Seat != s.turn():
		return nil, referee.Refuse("R4", "not-your-turn", "Turn", string(s.turn()))
	case s.Phase == phaseStart && c.Verb != verbExchange && c.Verb != verbDraw:
		return nil, referee.Refuse("R7", "not-drawn")
	}
	switch c.Verb {
	case verbExchange:
		return s.exchange(c)
	case verbDraw:
		if s.Phase != phaseStart {
			return nil, referee.Refuse("R7", "drawn")
		}
		return []referee.Event{{Kind: "drew", Seat: c.Seat}}, nil
	case verbLay:
		return s.lay(c)
	case verbBackup:
		return s.backup(c)
	case verbHacker:
		return s.power(c)
	case verbHack:
		return s.hack(c)
	case verbSearch:
		return s.search(c)
	}
	return s.stop(c)
}

// A chain is events that follow from one another.
type chain struct {
	s      state
	events []referee.Event
}

func (c *chain) add(kind string, seat referee.Seat, args referee.Args) {
	e := referee.Event{Kind: kind, Seat: seat, Args: args}
	if c.events == nil {
		c.s = c.s.clone() // the chain's own from here on
	}
	rules{}.Apply(&c.s, e)
	c.events = append(c.events, e)
}

// settle ends the match when an area has the full goal: ONL-R33.
func (c *chain) settle() {
	if owner := c.s.won(); owner != "" {
		c.add("finished", owner, referee.Args{"rule": {"R33"}})
	}
}

// next hands the turn on, passing over seats that lose theirs: ONL-R4, R28.
func (c *chain) next() {
	n := len(c.s.table.order)
	for at := (c.s.At + 1) % n; ; at = (at + 1) % n {
		seat := c.s.table.order[at]
		if c.s.Skip[seat] == 0 {
			c.add("turn", seat, referee.Args{"at": {itoa(at)}})
			return
		}
		c.add("skipped", seat, nil)
	}
}

// behind returns the place in the order of turns at which a seat comes next.
func (s state) behind(seat referee.Seat) int {
	n := len(s.table.order)
	for i := 1; i <= n; i++ {
		if at := (s.At + i) % n; s.table.order[at] == seat {
			return at
		}
	}
	return s.At
}

// opponents returns the owners of the areas a seat does not play on.
func (s state) opponents(seat referee.Seat) []referee.Seat {
	return slices.DeleteFunc(slices.Clone(s.table.areas), func(a referee.Seat) bool { return a == s.table.team[seat] })
}
