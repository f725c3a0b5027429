package referee_test

import (
	"maps"
	"strconv"

	"kitpress/catalog"
	"kitpress/quiz/referee"
)

// A race is a toy: in turn, everybody rolls and moves so far, or passes;
// whoever first stands on the last field wins, nobody passes twice in a row.
// It has all that rules can have, and fits on a page.
type race struct{}

type raceState struct {
	setup  referee.Setup
	At     map[referee.Seat]int `json:"at"`
	Passed map[referee.Seat]bool
	Turn   referee.Seat `json:"turn"`
	Over   bool         `json:"over"`
}

const fields, mostEyes = 20, 6

func (race) Verbs() []referee.Verb {
	return []referee.Verb{
		{Name: "roll", Rule: "R1", Args: []referee.Arg{{Name: "eyes", Kind: referee.ArgNumber, Min: 1, Max: 1}, {Name: "note", Kind: referee.ArgText, Max: 1}}},
		{Name: "pass", Rule: "R2"},
		{Name: "push", Rule: "R3", Args: []referee.Arg{{Name: "whom", Kind: referee.ArgSeat, Min: 1, Max: 2}, {Name: "by", Kind: referee.ArgWord, Of: []string{"one", "two"}, Max: 1}}},
	}
}

func (race) Options() []referee.Option {
	return []referee.Option{{Name: "push", Values: []string{"off", "on"}, Rule: "R3"}}
}

func (race) Start(s referee.Setup) (raceState, *referee.Refusal) {
	at := map[referee.Seat]int{}
	for _, seat := range s.Seats {
		at[seat] = 0
	}
	return raceState{setup: s, At: at, Passed: map[referee.Seat]bool{}, Turn: s.Seats[0]}, nil
}

func (r race) Decide(s raceState, c referee.Command) ([]referee.Event, *referee.Refusal) {
	event := []referee.Event{{Kind: c.Verb, Seat: c.Seat, Args: c.Args}}
	switch {
	case s.Over:
		return nil, referee.Refuse("R4", "over")
	case c.Seat != s.Turn:
		return event, referee.Refuse("R1", "not-your-turn", "Turn", string(s.Turn))
	case c.Verb == "roll" && (c.Args.Number("eyes") < 1 || c.Args.Number("eyes") > mostEyes):
		return nil, referee.Refuse("R1", "no-such-roll")
	case c.Verb == "pass" && s.Passed[c.Seat]:
		return event, referee.Refuse("R2", "passed")
	case c.Verb == "push" && s.setup.Option(r.Options()[0]) == "off":
		return event, referee.Refuse("R3", "not-agreed")
	}
	return event, nil
}

func (race) Clone(s raceState) raceState {
	s.At, s.Passed = maps.Clone(s.At), maps.Clone(s.Passed)
	return s
}

func (race) Apply(s *raceState, e referee.Event) {
	switch e.Kind {
	case "roll":
		s.At[e.Seat] = min(fields, s.At[e.Seat]+e.Args.Number("eyes"))
		s.Over = s.At[e.Seat] == fields
	case "push":
		for _, seat := range e.Args["whom"] {
			s.At[referee.Seat(seat)] = max(0, s.At[referee.Seat(seat)]-1)
		}
	case "pass":
	default:
		return
	}
	s.Passed[e.Seat] = e.Kind == "pass"
	s.Turn = s.setup.After(e.Seat)[0]
}

func (race) Tally(s raceState) referee.Tally {
	t := referee.Tally{Over: s.Over}
	for _, seat := range s.setup.Seats {
		t.Rows = append(t.Rows, referee.Row{Seat: seat, Values: map[string]int{"at": s.At[seat]}, Total: s.At[seat]})
		if s.At[seat] == fields {
			t.Winners = append(t.Winners, seat)
		}
	}
	return t
}

func (race) Legal(s raceState, seat referee.Seat) []referee.Move {
	if s.Over || seat != s.Turn {
		return nil
	}
	moves := []referee.Move{{Command: referee.Command{Verb: "roll", Seat: seat}, Open: []string{"eyes"}, Rule: "R1"}}
	for eyes := 1; eyes <= mostEyes; eyes += 5 {
		moves = append(moves, referee.Move{Command: referee.Command{Verb: "roll", Seat: seat, Args: referee.Args{"eyes": {strconv.Itoa(eyes)}}}, Rule: "R1"})
	}
	if !s.Passed[seat] {
		moves = append(moves, referee.Move{Command: referee.Command{Verb: "pass", Seat: seat}, Rule: "R2"})
	}
	return moves
}

func (race) View(s raceState, seat referee.Seat) any {
	if seat == "" {
		return s
	}
	return map[string]any{"mine": s.At[seat]}
}

func (race) Needs(s raceState, mv referee.Move) []referee.Need { return nil }

func toyGame() *catalog.Game {
	return &catalog.Game{ID: "race", Players: catalog.Range{Min: 2, Max: 4}}
}
