package placement

import (
	"slices"

	"kitpress/quiz/referee"
)

// What event cards do.
const (
	effectDrop   = "drop-colour"
	effectStep   = "rise"
	effectDice   = "roll-tokens"
	effectDish   = "take-tokens"
	effectSwap   = "swap-tokens"
	effectScore  = "score"
	effectFlaw   = "any-vulnerability"
	effectBlock  = "block-site"
	effectWeapon = "any-attack"
	effectBroker = "enter"
	effectBribe  = "borrow-attacker"
	effectArrest = "arrest"
)

// eventArgs are the arguments an effect takes.
var eventArgs = map[string][]string{
	effectDrop: {"site"}, effectStep: {"by", "site"}, effectDice: {"by", "rolls"}, effectDish: {"by", "take"},
	effectSwap: {"whom", "give", "get"}, effectFlaw: {"flaw"}, effectBlock: {"site"},
	effectWeapon: {"attack", "discard"}, effectBroker: {"by", "site"}, effectBribe: {"whom", "by"},
}

var eventArgNames = []string{"by", "site", "rolls", "take", "whom", "give", "get", "flaw", "attack", "discard"}

// play uses an event card: CAP-R24, R26.
func (s judge) play(c referee.Command) ([]referee.Event, *referee.Refusal) {
	ch := chain{s: s.state}
	fatal, no := ch.play(c)
	if fatal != nil {
		return nil, fatal
	}
	return ch.done(), no
}

// mayPlay reports whether an event card can be used so.
func (s judge) mayPlay(c referee.Command) bool {
	ch := chain{s: s.state, trial: true}
	fatal, no := ch.play(c)
	return fatal == nil && no == nil
}

// play discards an event card and does what it says; the refusals are those of
// event.
func (c *chain) play(cmd referee.Command) (fatal, no *referee.Refusal) {
	card := c.s.table.card(cmd.Args.Word("card"))
	switch {
	case card.effect == effectArrest:
		return referee.Refuse("R25", "used-at-once", "Card", card.id), nil
	case !c.s.canHold(cmd.Seat, deckEvents, card.id):
		return referee.Refuse("R24", "cannot-hold", "Cards", []string{card.id}), nil
	}
	for _, name := range eventArgNames {
		if cmd.Args.Has(name) && !slices.Contains(eventArgs[card.effect], name) {
			return referee.Refuse("R24", "not-for-card", "Card", card.id, "Arg", name), nil
		}
	}
	c.add("discarded", cmd.Seat, referee.Args{"deck": {deckEvents}, "cards": {card.id}})
	return c.event(card, cmd)
}

// event does what an event card says. The first refusal leaves nothing to rule
// over, the second one may be overruled.
func (c *chain) event(card *card, cmd referee.Command) (fatal, no *referee.Refusal) {
	seat, args := cmd.Seat, cmd.Args
	switch card.effect {
	case effectDrop, effectBlock:
		if len(args["site"]) != 1 {
			return referee.Refuse("R24", "which-site"), nil
		}
		kind := "dropped"
		if card.effect == effectBlock {
			kind = "blocked"
		}
		c.add(kind, seat, one("site", args.Word("site")))
	case effectScore:
		c.score(card.points, seat)
	case effectSwap:
		return c.swap(seat, args)
	case effectFlaw:
		return c.zeroDay(seat, args.Word("flaw"))
	case effectWeapon:
		return c.weapon(seat, args)
	case effectBribe:
		return c.bribe(seat, args)
	case effectBroker:
		return c.broker(seat, args)
	default:
		return c.oneActs(card, seat, args)
	}
	return nil, nil
}

// oneActs is the cards that use up one attacker: CAP-R26, A9, A10, A12.
func (c *chain) oneActs(card *card, seat referee.Seat, args referee.Args) (fatal, no *referee.Refusal) {
	t := c.s.table
	if len(args["by"]) != 1 {
		return referee.Refuse("R26", "wrong-count", "Given", len(args["by"]), "Want", 1), nil
	}
	p, a, no := c.s.ready(seat, args.Number("by"), "R26")
	if a.Arrested {
		return no, nil
	}
	switch card.effect {
	case effectStep:
		site, level := args.Word("site"), a.Level+t.n("intrusionLevels")
		switch {
		case level > t.levels:
			return referee.Refuse("R24", "at-top-level", "Max", t.levels), nil
		case a.Level > 0 && site != "" && site != a.Site:
			return referee.Refuse("R24", "no-way", "Item", site), nil
		case a.Level > 0:
			site = a.Site
		case site == "":
			return referee.Refuse("R24", "which-site"), nil
		}
		if no == nil && c.s.shut(site) {
			no = referee.Refuse("R21", "shut", "Item", site)
		}
		c.rise(p, site, level)
	case effectDice:
		if n := t.n("darkWebRolls"); len(args["rolls"]) != n {
			return referee.Refuse("R24", "wrong-count", "Given", len(args["rolls"]), "Want", n), nil
		}
		c.gain(seat, args["rolls"])
	case effectDish:
		if fatal := c.s.canTake(args["take"]); fatal != nil {
			return fatal, nil
		}
		c.gain(seat, args["take"])
	}
	c.acted(p)
	return nil, no
}

// canTake reports why tokens cannot be chosen from the dish: CAP-R35, R36.
func (s board) canTake(tokens []string) *referee.Refusal {
	there := 0
	for _, site := range s.table.sites {
		if !s.blocked(site) {
			there += s.Dish[site]
		}
	}
	if want := min(s.table.n("darkWebTokens"), there); len(tokens) != want {
		return referee.Refuse("R24", "wrong-count", "Given", len(tokens), "Want", want)
	}
	counts := count(tokens)
	for _, site := range s.table.sites {
		switch n := counts[site]; {
		case n > 0 && s.blocked(site):
			return referee.Refuse("R35", "blocked-site", "Item", site)
		case n > s.Dish[site]:
			return referee.Refuse("R36", "not-in-dish", "Item", site, "N", s.Dish[site])
		}
	}
	return nil
}

// swap exchanges tokens by force: CAP-A11, R35.
func (c *chain) swap(seat referee.Seat, args referee.Args) (fatal, no *referee.Refusal) {
	whom, give, get := referee.Seat(args.Word("whom")), args["give"], args["get"]
	switch {
	case whom == "" || whom == seat || c.s.Seats[whom].Out:
		return referee.Refuse("R24", "which-player"), nil
	case !c.s.has(seat, give) || !c.s.has(whom, get):
		return referee.Refuse("R24", "tokens-missing", "Tokens", slices.Concat(give, get)), nil
	case len(give)+len(get) == 0:
		return referee.Refuse("R24", "nothing-traded"), nil
	}
	if len(give) != len(get) {
		no = referee.Refuse("R24", "not-equal", "Given", len(give), "Want", len(get))
	}
	for _, id := range slices.Concat(give, get) {
		if no == nil && c.s.blocked(id) {
			no = referee.Refuse("R35", "blocked-site", "Item", id)
		}
	}
	c.add("traded", seat, referee.Args{"whom": {string(whom)}, "give": give, "get": get})
	return nil, no
}

// zeroDay chooses a vulnerability for this turn: CAP-R34, A13.
func (c *chain) zeroDay(seat referee.Seat, flaw string) (fatal, no *referee.Refusal) {
	switch {
	case flaw == "":
		return referee.Refuse("R24", "which-card"), nil
	case c.s.hidden(flaw) < 1:
		return referee.Refuse("R34", "card-seen", "Card", flaw), nil
	}
	c.add("zeroed", seat, one("card", flaw))
	return nil, nil
}

// weapon takes an attack card from the pile: CAP-R34.
func (c *chain) weapon(seat referee.Seat, args referee.Args) (fatal, no *referee.Refusal) {
	attack := args.Word("attack")
	switch {
	case c.s.pile(deckAttacks) == 0:
		return referee.Refuse("R34", "pile-empty"), nil
	case attack != "" && c.s.hidden(attack) < 1:
		return referee.Refuse("R34", "card-seen", "Card", attack), nil
	}
	drawn := referee.Args{"deck": {deckAttacks}, "n": number(1)}
	if attack != "" {
		drawn["cards"] = []string{attack}
	}
	want := max(0, c.s.Seats[seat].Attacks.N+1-c.s.table.n("handSize"))
	c.add("drew", seat, drawn)
	discard := args["discard"]
	if !c.s.canHold(seat, deckAttacks, discard...) {
		return referee.Refuse("R24", "cannot-hold", "Cards", discard), nil
	}
	if len(discard) != want {
		return referee.Refuse("R24", "wrong-count", "Given", len(discard), "Want", want), nil
	}
	if len(discard) > 0 {
		c.add("discarded", seat, referee.Args{"deck": {deckAttacks}, "cards": discard})
	}
	return nil, nil
}

// bribe borrows an attacker for this turn.
func (c *chain) bribe(seat referee.Seat, args referee.Args) (fatal, no *referee.Refusal) {
	p := pawn{referee.Seat(args.Word("whom")), args.Number("by")}
	switch {
	case p.Seat == "" || p.Seat == seat:
		return referee.Refuse("R24", "which-player"), nil
	case len(args["by"]) != 1 || c.s.attacker(p).Arrested || slices.Contains(c.s.Bribed, p):
		return referee.Refuse("R24", "no-such-attacker", "N", p.N), nil
	}
	c.add("bribed", seat, referee.Args{"whom": {string(p.Seat)}, "by": number(p.N)})
	if !c.s.behind(seat) {
		no = referee.Refuse("R24", "not-behind", "Want", c.s.table.n("bribeLead"))
	}
	return nil, no
}

// behind reports whether the leader is far enough ahead of a seat for a bribe.
func (s players) behind(seat referee.Seat) bool {
	lead := 0
	for _, other := range s.active() {
		lead = max(lead, s.Seats[other].Points)
	}
	return lead-s.Seats[seat].Points >= s.table.n("bribeLead")
}

// broker brings attackers from the start into sites: CAP-R26, A5.
func (c *chain) broker(seat referee.Seat, args referee.Args) (fatal, no *referee.Refusal) {
	by, sites, limit := args["by"], args["site"], c.s.table.n("brokerAttackers")
	switch {
	case len(by) < 1 || len(by) > limit || len(count(by)) != len(by):
		return referee.Refuse("R26", "wrong-count", "Given", len(by), "Want", limit), nil
	case len(sites) != 1 && len(sites) != len(by):
		return referee.Refuse("R24", "which-site"), nil
	}
	for i, n := range by {
		p, a, acted := c.s.ready(seat, referee.Args{"by": {n}}.Number("by"), "R26")
		site := sites[min(i, len(sites)-1)]
		switch {
		case a.Arrested:
			return acted, nil
		case a.Level > 0:
			return referee.Refuse("R24", "not-at-start", "N", p.N), nil
		case no == nil && acted != nil:
			no = acted
		case no == nil && c.s.shut(site):
			no = referee.Refuse("R21", "shut", "Item", site)
		}
		c.rise(p, site, c.s.table.n("brokerLevel"))
		c.acted(p)
	}
	return nil, no
}
