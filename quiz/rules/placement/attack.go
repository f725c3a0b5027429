package placement

import (
	"slices"

	"kitpress/quiz/referee"
)

// What attack cards do beside scoring.
const (
	effectEnter    = "enter"
	effectGuess    = "guess-colour"
	effectCount    = "count-attackers"
	effectExtra    = "pay-extra"
	effectRise     = "rise"
	effectRoll     = "roll-points"
	effectInstead  = "discard-instead"
	effectBackdoor = "retreat-return"
	effectIgnore   = "ignore-security"
	effectTokens   = "count-tokens"
	effectEmpty    = "empty-site"
)

// argsFor are the arguments that only some effects take.
var argsFor = map[string][]string{
	"roll":    {effectGuess, effectRise, effectRoll},
	"colour":  {effectGuess},
	"extra":   {effectExtra},
	"instead": {effectInstead},
	"rise":    {effectEnter, effectRise},
	"destroy": {effectIgnore},
}

// argNames are these arguments in the order they are looked at.
var argNames = []string{"roll", "colour", "extra", "instead", "rise", "destroy"}

// An assault is an attack that is being made.
type assault struct {
	card  *card
	pawns []pawn // own ones; the second one in a joint attack
	at    attacker
	site  string
	price price
	ally  *pawn
	args  referee.Args
}

// attack plays an attack card: CAP-R16.
func (s judge) attack(c referee.Command) ([]referee.Event, *referee.Refusal) {
	f, no := s.assault(c)
	if no != nil {
		return nil, no
	}
	no = f.against(s.state, c.Seat)
	return f.carryOut(s.state, c.Seat), no
}

// assault reads an attack, or says why it makes no sense.
func (s state) assault(c referee.Command) (assault, *referee.Refusal) {
	f := assault{card: s.table.card(c.Args.Word("card")), args: c.Args, site: c.Args.Word("site")}
	for _, by := range c.Args["by"] {
		p, a, no := s.ready(c.Seat, referee.Args{"by": {by}}.Number("by"), "R14")
		if a.Arrested {
			return f, no
		}
		f.pawns = append(f.pawns, p)
	}
	f.at = s.attacker(f.pawns[0])
	switch {
	case f.site == "" && f.at.Level == 0:
		return f, referee.Refuse("R17", "which-site")
	case f.site == "":
		f.site = f.at.Site
	}
	hand := append([]string{f.card.id}, c.Args["instead"]...)
	spent := slices.Concat(c.Args["with"], c.Args["extra"])
	switch {
	case !s.canHold(c.Seat, deckAttacks, hand...):
		return f, referee.Refuse("R16", "cannot-hold", "Cards", hand)
	case !s.has(c.Seat, spent):
		return f, referee.Refuse("R16", "tokens-missing", "Tokens", spent)
	}
	for _, name := range argNames {
		if c.Args.Has(name) && !slices.Contains(argsFor[name], f.card.effect) {
			return f, referee.Refuse("R16", "not-for-card", "Card", f.card.id, "Arg", name)
		}
	}
	if no := f.complete(s); no != nil {
		return f, no
	}
	f.price = s.price(actionAttack, "R16", f.site, f.at.Level, f.card.s, f.card.o, f.card.effect == effectIgnore)
	return f, f.findAlly(s, c)
}

// complete reports what an attack must say and does not.
func (f assault) complete(s state) *referee.Refusal {
	for _, id := range f.args["destroy"] {
		if !slices.Contains(s.Sites[f.site].Cards, id) || count(f.args["destroy"])[id] > count(s.Sites[f.site].Cards)[id] {
			return referee.Refuse("R16", "not-on-site-card", "Card", id, "Item", f.site)
		}
	}
	switch {
	case f.args.Has("instead") && f.args.Word("instead") != arp:
		return referee.Refuse("R16", "wrong-card", "Card", f.args.Word("instead"), "Want", arp)
	case f.card.effect == effectGuess && !f.args.Has("colour"):
		return referee.Refuse("R16", "which-colour")
	case f.rolls(s) && !f.args.Has("roll"):
		return referee.Refuse("R16", "which-roll")
	}
	return nil
}

// rolls reports whether a die decides about the effect.
func (f assault) rolls(s state) bool {
	switch f.card.effect {
	case effectGuess, effectRoll:
		return true
	case effectRise:
		return f.at.Level == s.table.of(f.card.id, "From")
	}
	return false
}

// findAlly reads who helps: CAP-R32.
func (f *assault) findAlly(s state, c referee.Command) *referee.Refusal {
	if !c.Args.Has("ally") {
		if c.Args.Has("ally-by") || c.Args.Has("ally-with") {
			return referee.Refuse("R32", "which-ally")
		}
		return nil
	}
	f.ally = &pawn{referee.Seat(c.Args.Word("ally")), c.Args.Number("ally-by")}
	switch with := c.Args["ally-with"]; {
	case f.ally.Seat == c.Seat:
		return referee.Refuse("R32", "with-oneself")
	case s.attacker(*f.ally).Arrested:
		return referee.Refuse("R32", "no-such-attacker", "N", f.ally.N)
	case !s.has(f.ally.Seat, with):
		return referee.Refuse("R32", "tokens-missing", "Tokens", with)
	}
	return nil
}

// against reports what speaks against an attack.
func (f assault) against(s state, seat referee.Seat) *referee.Refusal {
	for _, p := range f.pawns {
		if s.attacker(p).Acted {
			return referee.Refuse("R14", "acted", "N", p.N)
		}
	}
	if no := f.together(s); no != nil {
		return no
	}
	switch {
	case f.at.Level > 0 && f.site != f.at.Site:
		return referee.Refuse("R17", "other-target", "Item", f.at.Site)
	case f.card.outOfPlace(f.at.Level, f.site):
		return referee.Refuse("R16", "wrong-place", "Card", f.card.id)
	case f.args.Word("rise") == "yes" && !f.mayRise(s):
		if s.shut(f.site) {
			return referee.Refuse("R21", "shut", "Item", f.site)
		}
		return referee.Refuse("R16", "no-effect-now")
	case f.args.Has("extra") && f.at.Level < s.table.n("usbLevel"):
		return referee.Refuse("R16", "wrong-place", "Card", f.card.id)
	case f.args.Has("extra") && (len(f.args["extra"]) != s.table.n("usbExtra") || slices.Contains(f.args["extra"], f.site)):
		return referee.Refuse("R16", "wrong-extra", "Want", s.table.n("usbExtra"), "Given", f.args["extra"])
	}
	return f.unpaid(s, seat)
}

// outOfPlace reports whether a card cannot be used on a level of a site.
func (c *card) outOfPlace(level int, site string) bool {
	return level < c.least || level > c.most || c.site != "" && c.site != site
}

// together reports what speaks against a joint attack or an alliance: CAP-R31,
// R32.
func (f assault) together(s state) *referee.Refusal {
	rule, second := "R31", pawn{}
	switch {
	case len(f.pawns) > 1 && f.ally != nil:
		return referee.Refuse("R32", "joint-and-ally")
	case f.ally != nil:
		rule, second = "R32", *f.ally
	case len(f.pawns) > 1:
		second = f.pawns[1]
	default:
		return nil
	}
	b := s.attacker(second)
	switch {
	case !s.table.special:
		return referee.Refuse(rule, "not-agreed")
	case second == f.pawns[0]:
		return referee.Refuse(rule, "same-attacker", "N", second.N)
	case b.Acted:
		return referee.Refuse("R14", "acted", "N", second.N)
	case b.Level != f.at.Level || b.Site != f.at.Site:
		return referee.Refuse(rule, "other-place")
	case !f.card.joint:
		return referee.Refuse(rule, "no-flag", "Card", f.card.id)
	}
	return nil
}

// unpaid reports what is wrong with the payment: CAP-R16, R28, R29, R32.
func (f assault) unpaid(s state, seat referee.Seat) *referee.Refusal {
	with := f.args["with"]
	if f.args.Has("instead") {
		if len(with) > 0 {
			return referee.Refuse("R16", "paid-twice")
		}
		return nil
	}
	if f.ally != nil {
		short := s.short(seat, f.site, f.price)
		ally := f.args["ally-with"]
		switch {
		case short.s+short.o == 0:
			return referee.Refuse("R32", "can-pay-alone")
		case !short.paidBy(f.site, ally):
			return short.refuse("R32", f.site, ally)
		}
		with = slices.Concat(with, ally)
	}
	if !f.price.paidBy(f.site, with) {
		return f.price.refuse(f.price.rule(len(with)), f.site, with)
	}
	return nil
}

// mayRise reports whether the effect of a card takes the attacker up: CAP-A5.
func (f assault) mayRise(s state) bool {
	switch {
	case s.shut(f.site):
		return false
	case f.card.effect == effectEnter:
		return f.at.Level == 0
	case f.card.effect == effectRise:
		return f.at.Level == s.table.of(f.card.id, "From") && f.args.Word("roll") == f.site
	}
	return false
}

// carryOut pays, scores and does what the card says: CAP-R12, R16, R18, R31,
// R32.
func (f assault) carryOut(s state, seat referee.Seat) []referee.Event {
	ch := chain{s: s}
	ch.pay(seat, slices.Concat(f.args["with"], f.args["extra"]))
	if f.ally != nil {
		ch.pay(f.ally.Seat, f.args["ally-with"])
	}
	if f.args.Has("instead") {
		ch.add("discarded", seat, referee.Args{"deck": {deckAttacks}, "cards": f.args["instead"]})
	}
	if f.card.every {
		ch.add("laid", seat, referee.Args{"card": {f.card.id}, "whom": {string(f.pawns[0].Seat)}, "by": number(f.pawns[0].N)})
	} else {
		ch.add("discarded", seat, referee.Args{"deck": {deckAttacks}, "cards": {f.card.id}})
	}
	ch.acted(f.pawns...)
	seats := []referee.Seat{seat}
	if f.ally != nil {
		ch.acted(*f.ally)
		ch.add("held", f.ally.Seat, referee.Args{"by": number(f.ally.N)})
		seats = append(seats, f.ally.Seat)
	}
	points := f.worth(ch.s)
	if len(f.pawns) > 1 {
		points *= s.table.n("jointFactor")
	}
	ch.score(points, seats...)
	ch.effect(seat, f)
	return ch.done()
}

// worth returns the points of an attack once it is paid: CAP-R16, A7.
func (f assault) worth(s state) int {
	t, n := s.table, 0
	switch f.card.effect {
	case effectExtra:
		if f.args.Has("extra") {
			return t.n("usbPoints")
		}
	case effectCount:
		for seat, p := range s.Seats {
			for i, a := range p.Attackers {
				if !a.Arrested && a.Level == 0 && (pawn{seat, i + 1}) != f.pawns[0] {
					n += t.n("ddosPoints")
				}
			}
		}
		return n
	case effectTokens:
		for _, p := range s.Seats {
			n += p.Tokens[f.site] * t.n("fakeSitePoints")
		}
		return n
	case effectRoll:
		if f.args.Word("roll") == f.site {
			return t.of(f.card.id, "Points")
		}
	}
	return f.card.points
}

// effect does what the card says beside scoring.
func (c *chain) effect(seat referee.Seat, f assault) {
	t, p := c.s.table, f.pawns[0]
	rise := f.args.Word("rise") != "no" && f.mayRise(c.s)
	switch f.card.effect {
	case effectEnter:
		if rise {
			c.rise(p, f.site, t.n("portScanTo"))
		}
	case effectRise:
		if rise {
			c.rise(p, f.site, t.of(f.card.id, "To"))
		}
	case effectGuess:
		if colour := f.args.Word("colour"); f.args.Word("roll") == colour {
			c.take(seat, colour, t.n("emotetTokens"))
		}
	case effectBackdoor:
		c.toStart(p)
		c.add("backed", p.Seat, referee.Args{"by": number(p.N), "site": {f.at.Site}, "level": number(f.at.Level)})
	case effectIgnore:
		if f.args.Has("destroy") {
			c.add("destroyed", seat, referee.Args{"site": {f.site}, "cards": f.args["destroy"]})
		}
	case effectEmpty:
		c.toStart(p)
		c.score(t.snake, seat)
		c.add("emptied", seat, one("site", f.site))
		c.add("leaked", "", one("site", f.site))
	}
}
