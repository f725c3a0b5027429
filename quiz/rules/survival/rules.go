package survival

import (
	"kitpress/quiz/referee"
)

// Rules returns the rules of Cyber Survival.
func Rules() referee.Rules { return referee.Of[state](rules{}) }

type rules struct{}

// The verbs of this game.
const (
	verbDeal    = "deal"
	verbReveal  = "reveal"
	verbAsk     = "ask"
	verbEarn    = "earn"
	verbRoll    = "roll"
	verbReroll  = "reroll"
	verbResolve = "resolve"
	verbDraw    = "draw"
	verbPlay    = "play"
	verbEnd     = "end"
)

// most is how many values an argument may have when the rules say how many.
const most = 30

func (rules) Verbs() []referee.Verb {
	card := func(name string, min, max int) referee.Arg {
		return referee.Arg{Name: name, Kind: referee.ArgCard, Of: []string{"threats"}, Min: min, Max: max}
	}
	die := func(name string, min, max int) referee.Arg {
		return referee.Arg{Name: name, Kind: referee.ArgItem, Of: []string{"countermeasures"}, Min: min, Max: max}
	}
	track := func(min int) referee.Arg {
		return referee.Arg{Name: "resource", Kind: referee.ArgItem, Of: []string{"resources"}, Min: min, Max: 1}
	}
	return []referee.Verb{
		{Name: verbDeal, Table: true, Rule: "R2", Args: []referee.Arg{card("threats", 1, most)}},
		{Name: verbReveal, Rule: "R4", Args: []referee.Arg{card("threats", 1, most)}},
		{Name: verbAsk, Rule: "R27", Only: "quiz=on", Args: []referee.Arg{card("about", 1, 1)}},
		{Name: verbEarn, Rule: "R28", Only: "quiz=on", Args: []referee.Arg{track(1)}},
		{Name: verbRoll, Rule: "R6", Args: []referee.Arg{die("dice", 1, most)}},
		{Name: verbReroll, Rule: "R9", Args: []referee.Arg{die("dice", 1, most), die("to", 1, most)}},
		{Name: verbResolve, Rule: "R7", Args: []referee.Arg{card("threat", 1, 1), die("with", 0, most)}},
		{Name: verbDraw, Rule: "R10", Args: []referee.Arg{die("back", 1, 1), die("pay", 0, 1)}},
		{Name: verbPlay, Rule: "R12", Args: []referee.Arg{
			{Name: "card", Kind: referee.ArgCard, Of: []string{"power-ups"}, Min: 1, Max: 1},
			card("threat", 0, 1), card("to", 0, 1),
			{Name: "of", Kind: referee.ArgSeat, Max: 1},
			track(0),
		}},
		{Name: verbEnd, Rule: "R5"},
	}
}

func (rules) Options() []referee.Option { return []referee.Option{optionQuiz, optionAlone} }

// Start sets up the boards: CSG-R1, R3.
func (rules) Start(setup referee.Setup) (state, *referee.Refusal) {
	t := newTable(setup)
	s := state{table: t, Phase: phaseDeal, Round: t.n("firstRound"), Start: setup.Seats[0], Seats: map[referee.Seat]player{}}
	for _, seat := range setup.Seats {
		p := player{Tracks: map[string]int{}, Supply: t.n("supply")}
		for _, r := range t.tracks {
			p.Tracks[r] = t.n("trackMax")
		}
		s.Seats[seat] = p
	}
	return s, nil
}

// Decide looks at who and when, and hands the command to its verb.
func (rules) Decide(s state, c referee.Command) ([]referee.Event, *referee.Refusal) {
	if s.Phase == phaseOver {
		return nil, referee.Refuse(s.Ended, "game-over")
	}
	if c.Seat != "" && s.Seats[c.Seat].Out {
		return nil, referee.Refuse("R17", "seat-out", "Seat", string(c.Seat))
	}
	switch c.Verb {
	case verbDeal:
		return s.deal(c)
	case verbReveal:
		return s.reveal(c)
	case verbAsk:
		return s.ask(c)
	case verbEarn:
		return s.earn(c)
	}
	switch {
	case s.Phase == phaseDeal:
		return nil, referee.Refuse("R2", "not-dealt")
	case s.Phase == phaseReveal:
		return nil, referee.Refuse("R4", "not-revealed", "Seat", string(s.Start), "N", s.toReveal())
	case c.Seat != s.Turn:
		return nil, referee.Refuse("R5", "not-your-turn", "Turn", string(s.Turn))
	case !s.Rolled && c.Verb != verbRoll && c.Verb != verbPlay:
		return nil, referee.Refuse("R6", "not-rolled")
	}
	switch c.Verb {
	case verbRoll:
		return s.roll(c)
	case verbReroll:
		return s.reroll(c)
	case verbResolve:
		return s.resolve(c)
	case verbDraw:
		return s.draw(c)
	case verbPlay:
		return s.play(c)
	}
	return s.end(c)
}

// event is an event of a seat; args are names and lists in turn.
func event(kind string, seat referee.Seat, args referee.Args) referee.Event {
	return referee.Event{Kind: kind, Seat: seat, Args: args}
}
