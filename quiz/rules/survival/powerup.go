package survival

import (
	"slices"

	"kitpress/quiz/referee"
)

// wants are the arguments each effect needs, beside the card.
var wants = map[string][]string{
	effectIgnore:  {"threat"},
	effectMove:    {"threat", "to"},
	effectRecover: {"resource"},
}

// play carries out a power-up: CSG-R12 and what is printed on the card.
func (s state) play(c referee.Command) ([]referee.Event, *referee.Refusal) {
	id := c.Args.Word("card")
	p := s.table.powerUps[id]
	if no := form(p.effect, c); no != nil {
		return nil, no
	}
	switch {
	case slices.Contains(s.Discard, id):
		return nil, referee.Refuse("R12", "card-seen", "Card", id)
	case !slices.Contains(s.Seats[c.Seat].Hand, p.back):
		return nil, referee.Refuse("R12", "not-in-hand", "Card", id)
	}
	var no *referee.Refusal
	switch p.effect {
	case effectIgnore:
		no = s.canIgnore(c)
	case effectMove:
		no = s.canMove(c)
	case effectRecover:
		if p.gain[c.Args.Word("resource")] == 0 {
			no = referee.Refuse("R12", "not-for", "Card", id, "Item", c.Args.Word("resource"))
		}
	}
	if no != nil {
		return nil, no
	}
	ch := chain{s: s}
	ch.add("played", c.Seat, c.Args)
	ch.settle()
	if s.table.is("powerUpsPerTurn", "one") && s.Played >= 1 {
		return ch.events, referee.Refuse("R12", "played-enough", "Max", 1)
	}
	return ch.events, nil
}

// form asks for the arguments of an effect, and for no others.
func form(effect string, c referee.Command) *referee.Refusal {
	for _, name := range wants[effect] {
		if !c.Args.Has(name) {
			return referee.Refuse("", "too-few-values", "Verb", c.Verb, "Arg", name, "Min", 1, "Given", 0)
		}
	}
	for _, name := range []string{"threat", "to", "of", "resource"} {
		wanted := slices.Contains(wants[effect], name) || name == "of" && effect == effectMove
		if c.Args.Has(name) && !wanted {
			return referee.Refuse("", "unknown-argument", "Verb", c.Verb, "Arg", name)
		}
	}
	return nil
}

// canIgnore: a threat without a token of one's own, CSG-T8, D12.
func (s state) canIgnore(c referee.Command) *referee.Refusal {
	id := c.Args.Word("threat")
	switch open := s.find(id); {
	case open == nil:
		return referee.Refuse("R12", "not-open", "Card", id)
	case slices.Contains(open.Tokens, c.Seat):
		return referee.Refuse("R12", "has-token", "Card", id, "Seat", string(c.Seat))
	}
	return nil
}

// canMove: a token from its threat to another one that has none of the same
// player: CSG-D8, R25.
func (s state) canMove(c referee.Command) *referee.Refusal {
	from, to, of := s.find(c.Args.Word("threat")), s.find(c.Args.Word("to")), owner(c.Args, c.Seat)
	switch {
	case from == nil:
		return referee.Refuse("R12", "not-open", "Card", c.Args.Word("threat"))
	case to == nil:
		return referee.Refuse("R12", "not-open", "Card", c.Args.Word("to"))
	case !slices.Contains(from.Tokens, of):
		return referee.Refuse("R12", "no-token-there", "Card", from.ID, "Seat", string(of))
	case slices.Contains(to.Tokens, of):
		return referee.Refuse("R25", "has-token", "Card", to.ID, "Seat", string(of))
	}
	return nil
}

// owner returns whose token is moved: one's own unless said otherwise.
func owner(args referee.Args, seat referee.Seat) referee.Seat {
	if args.Has("of") {
		return referee.Seat(args.Word("of"))
	}
	return seat
}
