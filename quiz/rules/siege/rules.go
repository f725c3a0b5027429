package siege

import (
	"maps"
	"strconv"

	"kitpress/quiz/referee"
)

// Rules returns the rules of Cyber Siege.
func Rules() referee.Rules { return referee.Of[state](rules{}) }

type rules struct{}

// The verbs of this game.
const (
	verbDraw    = "draw"
	verbLay     = "lay"
	verbDiscard = "discard"
	verbAttack  = "attack"
	verbSpare   = "spare"
	verbDefend  = "defend"
	verbYield   = "yield"
	verbLose    = "lose"
)

// Where a card is drawn from.
const (
	fromPile    = "pile"
	fromDiscard = "discards"
)

// most is how many values an argument may have when the rules say how many.
const most = 10

func (rules) Verbs() []referee.Verb {
	red := func(name string, min, max int, decks ...string) referee.Arg {
		return referee.Arg{Name: name, Kind: referee.ArgCard, Of: decks, Min: min, Max: max}
	}
	any := []string{"attacks", "defences", "admins"}
	return []referee.Verb{
		{Name: verbDraw, Rule: "R4", Args: []referee.Arg{{Name: "from", Kind: referee.ArgWord, Of: []string{fromPile, fromDiscard}, Max: 1}}},
		{Name: verbLay, Rule: "R6", Args: []referee.Arg{red("set", 1, 1, "set-cards"), red("with", 1, most, any...)}},
		{Name: verbDiscard, Rule: "R9", Args: []referee.Arg{red("card", 1, 1, any...), red("as", 0, 1, "attacks", "defences")}},
		{Name: verbAttack, Rule: "R10", Args: []referee.Arg{{Name: "whom", Kind: referee.ArgSeat, Max: 1}}},
		{Name: verbSpare, Rule: "R10"},
		{Name: verbDefend, Rule: "R12", Args: []referee.Arg{red("with", 1, 1, any...), red("as", 0, 1, "attacks", "defences")}},
		{Name: verbYield, Rule: "R13"},
		{Name: verbLose, Rule: "R13", Args: []referee.Arg{red("cards", 0, most, any...)}},
	}
}

func (rules) Options() []referee.Option { return []referee.Option{optionJoker} }

// Start deals: SIE-R1, R2, R3.
func (rules) Start(setup referee.Setup) (state, *referee.Refusal) {
	t := newTable(setup)
	s := state{table: t, Phase: phaseDraw, Turn: setup.Seats[0], Red: t.red, Purple: t.purple, Grey: t.grey, Seats: map[referee.Seat]player{}}
	for _, seat := range setup.Seats {
		s.Seats[seat] = player{Hand: t.n("startCards"), Sets: t.n("startSets")}
		s.Red -= t.n("startCards")
		s.Purple -= t.n("startSets")
	}
	return s, nil
}

// Decide looks at who and when, and hands the command to its verb.
func (rules) Decide(s state, c referee.Command) ([]referee.Event, *referee.Refusal) {
	if s.Phase == phaseOver {
		return nil, referee.Refuse(s.Ended, "game-over")
	}
	switch c.Verb {
	case verbDefend, verbYield:
		return s.answer(c)
	case verbLose:
		return s.lose(c)
	}
	switch {
	case s.Phase == phaseDefend:
		return nil, referee.Refuse("R12", "attack-open", "Seat", string(s.next()))
	case s.Phase == phaseLose:
		return nil, referee.Refuse("R13", "effect-open", "Seat", string(s.next()))
	case c.Seat != s.Turn:
		return nil, referee.Refuse("R3", "not-your-turn", "Turn", string(s.Turn))
	case s.Phase == phaseDraw && c.Verb != verbDraw:
		return nil, referee.Refuse("R4", "not-drawn")
	}
	switch c.Verb {
	case verbDraw:
		return s.draw(c)
	case verbLay:
		return s.lay(c)
	case verbDiscard:
		return s.discard(c)
	}
	return s.choose(c)
}

// A chain is events that follow from one another.
type chain struct {
	s      state
	events []referee.Event
}

func (c *chain) add(kind string, seat referee.Seat, args referee.Args) {
	e := referee.Event{Kind: kind, Seat: seat, Args: args}
	c.apply(e)
	c.events = append(c.events, e)
}

// apply folds an event into the state, which becomes the chain's own with the
// first one.
func (c *chain) apply(e referee.Event) {
	if c.events == nil {
		c.s = c.s.clone()
	}
	rules{}.Apply(&c.s, e)
}

// drawing adds an event after which cards are drawn, with how many: the log
// says what the table has to do. change is how many cards go from the hand.
func (c *chain) drawing(kind string, seat referee.Seat, args referee.Args, change int) {
	before := c.s.Seats[seat]
	e := referee.Event{Kind: kind, Seat: seat, Args: maps.Clone(args)}
	c.apply(e)
	after := c.s.Seats[seat]
	if n := after.Hand - before.Hand - change; n > 0 {
		e.Args["drawn"] = []string{strconv.Itoa(n)}
	}
	if n := after.Sets - before.Sets + 1; kind == "laid" && n > 0 {
		e.Args["sets"] = []string{strconv.Itoa(n)}
	}
	c.events = append(c.events, e)
}

// scored ends the match when a seat has reached the goal, and reports whether
// it has: SIE-R17.
func (c *chain) scored(seat referee.Seat) bool {
	if c.s.total(seat) < c.s.table.n("goal") {
		return false
	}
	c.add("finished", seat, referee.Args{"rule": {"R17"}})
	return true
}

// finish ends a turn, and the match when the purple pile is empty: SIE-R17.
func (c *chain) finish() {
	if c.s.Last {
		c.add("finished", "", referee.Args{"rule": {"R17"}})
		return
	}
	c.add("turn", c.s.next(), nil)
}
