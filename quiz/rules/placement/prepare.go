package placement

import (
	"kitpress/quiz/referee"
)

// unused returns the every-turn cards that are to work in this turn: CAP-R18.
func (s state) unused() []laid {
	var list []laid
	for _, l := range s.Laid {
		if l.By == s.Turn && !l.Used {
			list = append(list, l)
		}
	}
	return list
}

// use lets an every-turn card work: CAP-R18.
func (s judge) use(c referee.Command) ([]referee.Event, *referee.Refusal) {
	p := pawn{c.Seat, c.Args.Number("by")}
	if whom := c.Args.Word("whom"); whom != "" {
		p.Seat = referee.Seat(whom)
	}
	want := c.Args.Word("card")
	for _, l := range s.unused() {
		if l.Pawn != p || want != "" && l.Card != want {
			continue
		}
		ch := chain{s: s.state}
		ch.add("used", c.Seat, referee.Args{"card": {l.Card}, "whom": {string(p.Seat)}, "by": number(p.N)})
		if c.Args.Word("roll") == s.attacker(p).Site {
			ch.score(s.table.of(l.Card, "Points"), c.Seat)
		}
		if s.Collected {
			return ch.events, referee.Refuse("R7", "collected")
		}
		return ch.done(), nil
	}
	return nil, referee.Refuse("R18", "no-every-turn", "N", p.N)
}

// collect takes the tokens where the order of phase 1 leaves a choice: CAP-R7,
// A2.
func (s judge) collect(c referee.Command) ([]referee.Event, *referee.Refusal) {
	if s.Collected {
		return nil, referee.Refuse("R7", "collected")
	}
	ch := chain{s: s.state}
	ch.collect()
	events := ch.done()
	if len(s.unused()) > 0 {
		return events, s.uncollected()
	}
	return events, nil
}

// exchange discards an attack card and draws one: CAP-R7.
func (s judge) exchange(c referee.Command) ([]referee.Event, *referee.Refusal) {
	card := c.Args.Word("card")
	first := !s.Seats[c.Seat].Started
	if card != "" && !s.canHold(c.Seat, deckAttacks, card) {
		return nil, referee.Refuse("R7", "cannot-hold", "Cards", []string{card})
	}
	ch := chain{s: s.state}
	ch.add("exchanged", c.Seat, nil)
	if card != "" {
		ch.add("discarded", c.Seat, referee.Args{"deck": {deckAttacks}, "cards": {card}})
		ch.draw(c.Seat, deckAttacks, s.table.n("exchange"))
	}
	events := ch.done()
	switch {
	case s.Exchanged:
		return events, referee.Refuse("R7", "exchanged", "Max", s.table.n("exchange"))
	case s.table.flow && !first && s.Collected:
		return events, referee.Refuse("R7", "collected")
	case !s.table.flow && !s.Collected:
		return events, s.uncollected()
	}
	return events, nil
}

// returns brings an attacker back through its backdoor: CAP-R16, A2, A5.
func (s judge) returns(c referee.Command) ([]referee.Event, *referee.Refusal) {
	p := pawn{c.Seat, c.Args.Number("by")}
	a := s.attacker(p)
	if a.Back == nil || !a.Back.Ready || a.Arrested {
		return nil, referee.Refuse("R16", "no-backdoor", "N", p.N)
	}
	ch := chain{s: s.state}
	if !s.Exchanged {
		ch.add("exchanged", c.Seat, nil)
	}
	ch.rise(p, a.Back.Site, a.Back.Level)
	events := ch.done()
	switch {
	case s.shut(a.Back.Site):
		return events, referee.Refuse("R21", "shut", "Item", a.Back.Site)
	case s.table.flow && !s.Exchanged:
		return events, referee.Refuse("R7", "not-exchanged")
	case !s.table.flow && !s.Collected:
		return events, s.uncollected()
	}
	return events, nil
}

// reveal reveals a vulnerability card: CAP-R27, R30.
func (s judge) reveal(c referee.Command) ([]referee.Event, *referee.Refusal) {
	card := c.Args.Word("card")
	if s.hidden(card) < 1 {
		return nil, referee.Refuse("R30", "card-seen", "Card", card)
	}
	ch := chain{s: s.state}
	ch.add("revealed", c.Seat, one("card", card))
	events := ch.done()
	switch {
	case !s.Due && c.Seat != s.start():
		return events, referee.Refuse("R30", "not-start-player", "Seat", string(s.start()))
	case !s.Due:
		return events, referee.Refuse("R30", "no-flaw-due")
	case !s.Collected:
		return events, referee.Refuse("R7", "not-collected")
	}
	return events, nil
}

// uncollected says what comes before the tokens are collected: CAP-R7, R18.
func (s state) uncollected() *referee.Refusal {
	if list := s.unused(); len(list) > 0 {
		return referee.Refuse("R18", "every-turn-due", "Card", list[0].Card)
	}
	return referee.Refuse("R7", "not-collected")
}

// prepared reports what is still to be done before phase 2.
func (s state) prepared() *referee.Refusal {
	switch {
	case !s.Collected:
		return s.uncollected()
	case s.Due:
		return referee.Refuse("R30", "flaw-due", "Seat", string(s.Turn))
	}
	return nil
}

// roll is phase 2 with dice: CAP-R8, R9.
func (s judge) roll(c referee.Command) ([]referee.Event, *referee.Refusal) {
	dice, six, face, event := c.Args["dice"], c.Args.Word("six"), c.Args.Word("face"), c.Args.Word("event")
	switch {
	case len(dice) != s.table.n("fourSided"):
		return nil, referee.Refuse("R8", "wrong-count", "Given", len(dice), "Want", s.table.n("fourSided"))
	case face == faceWhite && six != "", face != faceWhite && (six == "" || event != ""):
		return nil, referee.Refuse("R9", "no-such-roll")
	}
	if face == faceWhite {
		if no := s.canDraw("R9", event); no != nil && (event != "" || no.Rule != "R34") {
			return nil, no
		}
	}
	ch := chain{s: s.state}
	ch.add("informed", c.Seat, referee.Args{"dice": dice})
	ch.gain(c.Seat, dice)
	if face == faceWhite {
		ch.drawEvent(c.Seat, event)
	} else {
		ch.take(c.Seat, six, s.table.n("diceTokens"))
	}
	return ch.done(), s.prepared()
}

// canDraw reports why an event card cannot have been drawn: CAP-R25, R34. One
// that is not named is not the law.
func (s state) canDraw(rule, event string) *referee.Refusal {
	switch {
	case s.pile(deckEvents) == 0:
		return referee.Refuse("R34", "pile-empty")
	case event != "" && s.hidden(event) < 1:
		return referee.Refuse(rule, "card-seen", "Card", event)
	case event != "":
		return nil
	}
	left := -s.Unseen[deckEvents]
	for id, c := range s.table.cards {
		if c.deck == deckEvents && c.effect != effectArrest {
			left += s.hidden(id)
		}
	}
	for _, p := range s.Seats {
		left -= p.Events.N - len(p.Events.Known)
	}
	if left < 1 {
		return referee.Refuse("R25", "must-be-law")
	}
	return nil
}

// pick is phase 2 without dice: CAP-R8, A15.
func (s judge) pick(c referee.Command) ([]referee.Event, *referee.Refusal) {
	tokens := c.Args["tokens"]
	if no := s.canPick(tokens); no != nil {
		return nil, no
	}
	counts := count(tokens)
	ch := chain{s: s.state}
	ch.add("informed", c.Seat, nil)
	for _, site := range s.table.sites {
		ch.take(c.Seat, site, counts[site])
	}
	return ch.done(), s.prepared()
}

// canPick reports why tokens cannot be taken from the sites: CAP-R8, R35.
func (s board) canPick(tokens []string) *referee.Refusal {
	there := 0
	for _, site := range s.table.sites {
		if !s.blocked(site) {
			there += s.Sites[site].Tokens
		}
	}
	want := min(s.table.n("freeTokens"), there)
	if len(tokens) != want {
		return referee.Refuse("R8", "wrong-count", "Given", len(tokens), "Want", want)
	}
	for _, site := range s.table.sites {
		switch n := referee.Copies(tokens, site); {
		case n > 0 && s.blocked(site):
			return referee.Refuse("R35", "blocked-site", "Item", site)
		case n > s.Sites[site].Tokens:
			return referee.Refuse("R8", "not-on-site", "Item", site, "N", s.Sites[site].Tokens)
		}
	}
	return nil
}

// secure places the security card that was drawn: CAP-R19.
func (s judge) secure(c referee.Command) ([]referee.Event, *referee.Refusal) {
	card := c.Args.Word("card")
	switch {
	case len(s.Alarms) == 0:
		return nil, referee.Refuse("R20", "no-alarm")
	case s.hidden(card) < 1:
		return nil, referee.Refuse("R19", "card-seen", "Card", card)
	}
	ch := chain{s: s.state}
	ch.add("secured", "", referee.Args{"site": {s.Alarms[0]}, "card": {card}})
	return ch.done(), nil
}

// surrender has an attacker arrested that its owner chooses: CAP-R25, A14.
func (s judge) surrender(c referee.Command) ([]referee.Event, *referee.Refusal) {
	p := pawn{c.Seat, c.Args.Number("by")}
	if len(s.Law) == 0 || s.Law[0] != c.Seat {
		return nil, referee.Refuse("R25", "not-accused")
	}
	for _, h := range s.highest(c.Seat) {
		if h == p {
			ch := chain{s: s.state}
			ch.arrest(p)
			return ch.done(), nil
		}
	}
	return nil, referee.Refuse("R25", "not-highest", "N", p.N)
}
