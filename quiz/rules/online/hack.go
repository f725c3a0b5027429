package online

import (
	"kitpress/quiz/referee"
)

// hack moves one card: ONL-R22 to R26.
func (s judge) hack(c referee.Command) ([]referee.Event, *referee.Refusal) {
	if s.Phase != phaseHack {
		return nil, referee.Refuse("R22", "no-hacker")
	}
	id := c.Args.Word("card")
	ch := chain{s: s.state}
	if id == "" {
		ch.add("hacked", c.Seat, nil)
		if len(s.hacks(c.Seat)) > 0 {
			return ch.events, referee.Refuse("R22", "must-hack")
		}
		return ch.events, nil
	}
	if no := s.canTake(c, id); no != nil {
		return nil, no
	}
	args := referee.Args{"card": {id}}
	if c.Args.Has("of") {
		of, _ := s.target(c, "of")
		args["of"] = []string{string(of)}
	}
	over, no := s.canPut(c, id)
	if no != nil {
		return nil, no
	}
	if c.Args.Has("to") {
		to, _ := s.target(c, "to")
		args["to"] = []string{string(to)}
	}
	ch.add("hacked", c.Seat, args)
	ch.settle()
	return ch.events, over
}

// canTake: a block off the own stacks, the top of another's stack or a file of
// a row that lies open, or the top of the trash.
func (s state) canTake(c referee.Command, id string) *referee.Refusal {
	kind := s.table.card(id).kind
	if !c.Args.Has("of") {
		if len(s.Trash) < 2 || s.Trash[len(s.Trash)-2] != id { // the hacker itself lies on top: A9
			return referee.Refuse("R22", "not-top", "Card", id)
		}
		if kind == kindPower {
			return referee.Refuse("R23", "cannot-lay", "Card", id)
		}
		return nil
	}
	of, own := s.target(c, "of")
	a := s.Areas[of]
	switch {
	case kind == kindFile && own:
		return referee.Refuse("R22", "own-area", "Card", id)
	case kind == kindFile && a.Backed[id]:
		return referee.Refuse("R26", "backed", "Card", id)
	case kind == kindFile && a.Rows[id] == 0:
		return referee.Refuse("R22", "not-top", "Card", id)
	case kind == kindFile:
		return nil
	case top(a.Connection) != id && top(a.Memory) != id:
		return referee.Refuse("R22", "not-top", "Card", id)
	case own && kind != kindBlock:
		return referee.Refuse("R22", "own-area", "Card", id)
	}
	return nil
}

// canPut: into the trash, or onto an area where the card could be laid; over is
// what a ruling may overlook.
func (s state) canPut(c referee.Command, id string) (over, no *referee.Refusal) {
	if !c.Args.Has("to") {
		if !c.Args.Has("of") {
			return nil, referee.Refuse("R23", "lay-it")
		}
		return nil, nil
	}
	to, own := s.target(c, "to")
	if of, _ := s.target(c, "of"); c.Args.Has("of") && of == to {
		return nil, referee.Refuse("R23", "lies-there", "Card", id)
	}
	kind := s.table.card(id).kind
	if no := s.place(id, s.Areas[to], own || kind == kindAccess && c.Args.Has("of")); no != nil {
		if kind == kindFile && own {
			no.Rule = "R24"
		}
		return nil, no
	}
	if kind == kindFile && !own && !c.Args.Has("of") {
		return nil, referee.Refuse("R22", "others-area", "Card", id)
	}
	if kind == kindFile && own && s.table.counts {
		return s.limited(c.Seat), nil
	}
	return nil, nil
}

// hacks returns every card that can be hacked, and where to.
func (s state) hacks(seat referee.Seat) []referee.Args {
	var list []referee.Args
	try := func(id, of string) {
		from := referee.Args{"card": {id}}
		if of != "" {
			from["of"] = []string{of}
		}
		c := referee.Command{Verb: verbHack, Seat: seat, Args: from}
		if s.canTake(c, id) != nil {
			return
		}
		for _, to := range append([]referee.Seat{""}, s.table.areas...) {
			if c.Args = from; to != "" {
				c.Args = referee.With(from, "to", []string{string(to)})
			}
			if over, no := s.canPut(c, id); over == nil && no == nil {
				list = append(list, c.Args)
			}
		}
	}
	for _, owner := range s.table.areas {
		a := s.Areas[owner]
		for _, id := range []string{top(a.Connection), top(a.Memory)} {
			if id != "" {
				try(id, string(owner))
			}
		}
		for _, c := range s.table.setup.Game.Deck(kindFile).Cards {
			try(c.ID, string(owner))
		}
	}
	if n := len(s.Trash); n > 1 {
		try(s.Trash[n-2], "")
	}
	return list
}
