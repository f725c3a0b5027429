package siege

import (
	"slices"

	"kitpress/quiz/referee"
)

// draw begins a turn: SIE-R4.
func (s state) draw(c referee.Command) ([]referee.Event, *referee.Refusal) {
	from := c.Args.Word("from")
	if choice := len(s.Discard) > 0 && !s.Seats[c.Seat].Delayed; from == "" && !choice {
		from = fromPile
	}
	events := []referee.Event{{Kind: "drew", Seat: c.Seat, Args: referee.Args{"from": {from}}}}
	switch {
	case from == "":
		return nil, referee.Refuse("R4", "which-pile")
	case s.Phase != phaseDraw:
		return events, referee.Refuse("R4", "drawn")
	case from == fromDiscard && len(s.Discard) == 0:
		return nil, referee.Refuse("R4", "pile-empty")
	case from == fromDiscard && s.Seats[c.Seat].Delayed:
		return events, referee.Refuse("R13", "delayed")
	}
	return events, nil
}

// lay lays a set: SIE-R6, R7, R15.
func (s state) lay(c referee.Command) ([]referee.Event, *referee.Refusal) {
	id, with := c.Args.Word("set"), c.Args["with"]
	p := s.Seats[c.Seat]
	if s.Phase != phasePlay {
		return nil, referee.Refuse("R9", "discarded")
	}
	switch {
	case p.Sets < 1:
		return nil, referee.Refuse("R6", "no-set-cards")
	case s.unlaid(id) < 1:
		return nil, referee.Refuse("R6", "card-seen", "Card", id)
	case !s.canHold(c.Seat, with):
		return nil, referee.Refuse("R6", "cannot-hold", "Cards", with)
	}
	ch := chain{s: s}
	ch.drawing("laid", c.Seat, c.Args, -len(with))
	ch.scored(c.Seat)
	switch {
	case !s.completes(id, with):
		return ch.events, referee.Refuse("R6", "wrong-set", "Card", id, "Want", s.table.sets[id].members, "Given", with)
	case p.Blocked:
		return ch.events, referee.Refuse("R13", "no-sets-now")
	}
	return ch.events, nil
}

// completes reports whether cards are those of a set, jokers replacing any.
func (s state) completes(id string, cards []string) bool {
	members := s.table.sets[id].members
	others := referee.Without(cards, members)
	return len(others) == len(referee.Without(members, cards)) && !slices.ContainsFunc(others, func(c string) bool { return c != joker })
}

// discard ends the turn, unless the card is an attack: SIE-R9, R10, R15.
func (s state) discard(c referee.Command) ([]referee.Event, *referee.Refusal) {
	card, as := c.Args.Word("card"), c.Args.Word("as")
	switch {
	case s.Phase != phasePlay:
		return nil, referee.Refuse("R9", "discarded")
	case !s.canHold(c.Seat, []string{card}):
		return nil, referee.Refuse("R9", "cannot-hold", "Cards", []string{card})
	case as != "" && card != joker:
		return nil, referee.Refuse("R15", "no-joker", "Card", card)
	case as != "" && !s.table.cards[as].attack:
		return nil, referee.Refuse("R15", "no-attack", "Card", as)
	}
	ch := chain{s: s}
	ch.add("discarded", c.Seat, c.Args)
	if ch.s.Attack != "" && s.Seats[c.Seat].Delayed {
		ch.add("spared", c.Seat, nil) // R13: there is nothing to choose
	}
	if ch.s.Attack == "" {
		ch.finish()
	}
	if as != "" && !s.table.jokers {
		return ch.events, referee.Refuse("R15", "joker-attack")
	}
	return ch.events, nil
}

// choose carries an attack out or spares the next player: SIE-R10, R11, R14.
func (s state) choose(c referee.Command) ([]referee.Event, *referee.Refusal) {
	if s.Phase != phaseChoose {
		return nil, referee.Refuse("R14", "no-attack-card")
	}
	if c.Verb == verbSpare {
		ch := chain{s: s}
		ch.add("spared", c.Seat, nil)
		ch.finish()
		return ch.events, nil
	}
	events := []referee.Event{{Kind: "attacked", Seat: c.Seat, Args: referee.Args{
		"whom": {string(s.next())}, "card": {s.Attack}, "effect": {s.table.cards[s.Attack].effect},
	}}}
	if whom := c.Args.Word("whom"); whom != "" && referee.Seat(whom) != s.next() {
		return nil, referee.Refuse("R11", "wrong-victim", "Seat", string(s.next()))
	}
	return events, nil
}

// answer is what the attacked player does: SIE-R12, R13, R15, R19.
func (s state) answer(c referee.Command) ([]referee.Event, *referee.Refusal) {
	switch {
	case s.Phase != phaseDefend:
		return nil, referee.Refuse("R12", "no-attack-now")
	case c.Seat != s.next():
		return nil, referee.Refuse("R12", "not-attacked", "Seat", string(s.next()))
	case c.Verb == verbDefend:
		return s.defend(c)
	}
	ch := chain{s: s}
	ch.add("hit", c.Seat, referee.Args{"effect": {s.table.cards[s.Attack].effect}})
	if !ch.scored(s.Turn) && ch.s.Phase != phaseLose {
		ch.finish()
	}
	return ch.events, nil
}

func (s state) defend(c referee.Command) ([]referee.Event, *referee.Refusal) {
	with, as := c.Args.Word("with"), c.Args.Word("as")
	card := s.table.cards[with]
	switch {
	case !s.canHold(c.Seat, []string{with}):
		return nil, referee.Refuse("R12", "cannot-hold", "Cards", []string{with})
	case as != "" && with != joker:
		return nil, referee.Refuse("R15", "no-joker", "Card", with)
	case as != "":
		card = s.table.cards[as]
	}
	ch := chain{s: s}
	ch.drawing("fended", c.Seat, c.Args, -1)
	if !ch.scored(c.Seat) {
		ch.finish()
	}
	if with == joker && as == "" {
		return ch.events, nil // it stands for whatever is needed
	}
	rule := "R12"
	if as != "" {
		rule = "R15"
	}
	switch attack := s.table.cards[s.Attack]; {
	case card.attack:
		return ch.events, referee.Refuse(rule, "no-defence", "Card", with)
	case card.set != attack.set:
		return ch.events, referee.Refuse(rule, "other-set", "Card", with, "Other", s.Attack)
	}
	return ch.events, nil
}

// lose discards what the effect DAMAGE asks for.
func (s state) lose(c referee.Command) ([]referee.Event, *referee.Refusal) {
	cards := c.Args["cards"]
	want := min(s.table.n("damageCards"), s.Seats[s.next()].Hand)
	switch {
	case s.Phase != phaseLose:
		return nil, referee.Refuse("R13", "no-effect-now")
	case c.Seat != s.next():
		return nil, referee.Refuse("R13", "not-attacked", "Seat", string(s.next()))
	case !s.canHold(c.Seat, cards):
		return nil, referee.Refuse("R13", "cannot-hold", "Cards", cards)
	}
	ch := chain{s: s}
	ch.drawing("lost", c.Seat, referee.Args{"cards": cards}, -len(cards))
	ch.finish()
	if len(cards) != want {
		return ch.events, referee.Refuse("R13", "wrong-count", "Given", len(cards), "Want", want)
	}
	return ch.events, nil
}
