package placement

import (
	"slices"
	"strconv"

	"kitpress/quiz/referee"
)

// Legal returns what a seat may do now; "" is the table. Payments are offered
// in one way that fits; a seat may pay with other tokens.
func (rules) Legal(s state, seat referee.Seat) []referee.Move {
	return s.legal(seat, func(card string) bool { return s.canHold(seat, s.table.card(card).deck, card) }, nil)
}

// legal returns what a seat may do that has, or may have, each of those attack
// and event cards; the list is written into the room there is.
func (s state) legal(seat referee.Seat, has func(card string) bool, room []referee.Move) []referee.Move {
	if s.Phase == phaseOver || seat != s.acting() || seat != "" && s.Seats[seat].Out {
		return nil
	}
	l := moves{s: s, seat: seat, has: has, list: room[:0]}
	switch {
	case len(s.Alarms) > 0:
		l.add("R19", verbSecure, nil, "card")
	case len(s.Law) > 0:
		for _, p := range s.highest(seat) {
			l.add("R25", verbSurrender, referee.Args{"by": number(p.N)})
		}
	case s.Phase == phasePrepare:
		l.prepare()
	default:
		l.steps = map[place]step{}
		l.act()
	}
	return l.list
}

// acting returns who acts next: the table for a security card, whoever is to
// choose who is arrested, or the seat on turn.
func (s state) acting() referee.Seat {
	switch {
	case len(s.Alarms) > 0:
		return ""
	case len(s.Law) > 0:
		return s.Law[0]
	}
	return s.Turn
}

// moves is a list that is being written.
type moves struct {
	s    state
	seat referee.Seat
	has  func(card string) bool // that is thought of
	list []referee.Move

	steps map[place]step // found so far
}

// A place is a level of a site.
type place struct {
	level int
	site  string
}

// A step is what the next level up from a place costs, and tokens that pay it.
type step struct {
	price price
	with  []string
	ok    bool // it can be taken and paid
}

func (l *moves) add(rule, verb string, args referee.Args, open ...string) *referee.Move {
	l.list = append(l.list, referee.Move{Command: referee.Command{Verb: verb, Seat: l.seat, Args: args}, Open: open, Rule: rule})
	return &l.list[len(l.list)-1]
}

// prepare lists phases 1 and 2.
func (l *moves) prepare() {
	s := l.s
	for _, u := range s.unused() {
		if !s.Collected {
			args := referee.Args{"by": number(u.Pawn.N), "card": {u.Card}}
			if u.Pawn.Seat != l.seat {
				args["whom"] = []string{string(u.Pawn.Seat)}
			}
			l.add("R18", verbUse, args, "roll")
		}
	}
	open := s.Collected && !s.table.flow || s.table.flow && (!s.Collected || !s.Seats[l.seat].Started)
	if open && !s.Exchanged {
		if s.Seats[l.seat].Attacks.N > 0 {
			l.add("R7", verbExchange, nil, "card")
		}
		l.add("R7", verbExchange, nil)
	}
	for i, a := range s.Seats[l.seat].Attackers {
		ready := a.Back != nil && a.Back.Ready && !s.shut(a.Back.Site)
		if ready && (s.table.flow && s.Exchanged || !s.table.flow && s.Collected) {
			l.add("R16", verbReturn, referee.Args{"by": number(i + 1)})
		}
	}
	if !s.Collected && len(s.unused()) == 0 {
		l.add("R7", verbCollect, nil)
	}
	if s.Due && s.Collected {
		l.add("R30", verbReveal, nil, "card")
	}
	if s.prepared() == nil {
		l.add("R8", verbRoll, nil, "dice", "six", "face", "event")
		l.add("R8", verbPick, nil, "tokens")
	}
}

// act lists phases 3 and 4.
func (l *moves) act() {
	s := l.s
	held := l.held()
	for _, n := range s.pawns(l.seat) {
		p, _ := s.pawn(l.seat, n)
		a := s.attacker(p)
		if a.Acted {
			continue
		}
		targets := s.table.sites
		if a.Level > 0 {
			targets = []string{a.Site}
			l.add("R15", verbRetreat, referee.Args{"by": number(n)})
		}
		for _, site := range targets {
			l.move(n, a, site)
			l.attacks(held, n, a, site)
		}
	}
	l.buy()
	l.events()
	if s.table.special {
		for _, other := range s.active() {
			if other != l.seat {
				l.add("R33", verbTrade, referee.Args{"whom": {string(other)}}, "give", "get", "give-points", "get-points", "give-attacks", "get-attacks", "give-events", "get-events", "promise")
			}
		}
	}
	if s.Seats[l.seat].Attacks.N > s.table.n("handSize") {
		l.add("R11", verbEnd, nil, "discard")
	} else {
		l.add("R11", verbEnd, nil)
	}
}

func (l *moves) move(n int, a attacker, site string) {
	at := place{a.Level, site}
	up, known := l.steps[at]
	if !known {
		if a.Level < l.s.table.levels && !l.s.shut(site) {
			up.price = l.s.movePrice(a, site)
			up.with = l.s.choose(l.seat, site, up.price)
			up.ok = up.price.paidBy(site, up.with)
		}
		l.steps[at] = up
	}
	if up.ok {
		l.add("R13", verbMove, referee.Args{"by": number(n), "site": {site}, "with": up.with}).Cost = up.price.lines
	}
}

// held returns the attack cards the seat may hold.
func (l *moves) held() []*card {
	var list []*card
	for _, c := range l.s.table.attacks {
		if l.has(c.id) {
			list = append(list, c)
		}
	}
	return list
}

// attacks lists the attacks of one attacker on one site, with every card the
// seat may hold.
func (l *moves) attacks(held []*card, n int, a attacker, site string) {
	s := l.s
	for _, card := range held {
		if card.outOfPlace(a.Level, site) {
			continue // before all the ways to pay are tried
		}
		l.assault(referee.Args{"card": {card.id}, "by": number(n), "site": {site}})
		switch {
		case card.effect == effectExtra:
			l.extra(card.id, n, site)
		case card.effect == effectInstead && l.has(arp) && s.canHold(l.seat, deckAttacks, card.id, arp):
			l.assault(referee.Args{"card": {card.id}, "by": number(n), "site": {site}, "instead": {arp}})
		}
		if !card.joint || !s.table.special {
			continue
		}
		for _, m := range s.pawns(l.seat) {
			if p, _ := s.pawn(l.seat, m); m > n && s.beside(p, a) {
				l.assault(referee.Args{"card": {card.id}, "by": {strconv.Itoa(n), strconv.Itoa(m)}, "site": {site}})
			}
		}
		for _, ally := range s.inside(site) {
			if ally.Seat != l.seat && s.beside(ally, a) {
				l.assault(referee.Args{"card": {card.id}, "by": number(n), "site": {site}, "ally": {string(ally.Seat)}, "ally-by": number(ally.N)})
			}
		}
	}
}

// beside reports whether an attacker stands where another one does and can
// still act.
func (s players) beside(p pawn, a attacker) bool {
	b := s.attacker(p)
	return !b.Acted && b.Level == a.Level && b.Site == a.Site
}

// extra offers the dearer form of a card.
func (l *moves) extra(card string, n int, site string) {
	p := price{o: l.s.table.n("usbExtra")}
	if with := l.s.choose(l.seat, site, p); len(with) == p.o {
		l.assault(referee.Args{"card": {card}, "by": number(n), "site": {site}, "extra": with})
	}
}

// assault offers an attack if it can be made and paid.
func (l *moves) assault(args referee.Args) {
	s := l.s
	var open []string
	switch s.table.card(args.Word("card")).effect {
	case effectGuess:
		open = []string{"colour", "roll"}
	case effectRise, effectRoll:
		open = []string{"roll"}
	}
	probe := args
	for _, name := range open {
		probe = referee.With(probe, name, s.table.sites[:1])
	}
	c := referee.Command{Verb: verbAttack, Seat: l.seat, Args: probe}
	f, no := s.assault(c)
	if no != nil {
		return
	}
	if !args.Has("instead") {
		if with := s.choose(l.seat, f.site, f.price); len(with) > 0 {
			args["with"], probe["with"] = with, with
		}
	}
	if f.ally != nil {
		short := s.short(l.seat, f.site, f.price)
		if with := s.choose(f.ally.Seat, f.site, short); len(with) > 0 {
			args["ally-with"], probe["ally-with"] = with, with
		}
	}
	f.args = probe
	if !args.Has("instead") && f.ally == nil && !f.price.paidBy(f.site, probe["with"]) {
		return // as against says in words
	}
	if f.against(s, l.seat) != nil || !s.has(l.seat, slices.Concat(probe["with"], probe["extra"])) {
		return
	}
	if f.card.effect == effectIgnore && len(s.secured(f.site)) > 0 {
		open = append(open, "destroy")
	}
	m := l.add("R16", verbAttack, args, open...)
	switch {
	case args.Has("instead"):
		m.Cost = []referee.Cost{{Of: arp, N: 1, Rule: "R16", Card: args.Word("card")}}
	case args.Has("extra"):
		m.Cost = append(slices.Clone(f.price.lines), referee.Cost{Of: ofO, N: len(args["extra"]), Rule: "R16", Card: args.Word("card")})
	default:
		m.Cost = f.price.lines
	}
}

// buy offers an event card: CAP-R23, R24.
func (l *moves) buy() {
	s, n := l.s, l.s.table.n("eventPrice")
	if s.Gained >= s.table.n("eventsPerTurn") || s.pile(deckEvents) == 0 {
		return
	}
	var with []string
	for _, id := range s.table.sites {
		if s.Seats[l.seat].Tokens[id] > 0 && len(with) < n {
			with = append(with, id)
		}
	}
	if len(with) == n {
		m := l.add("R23", verbBuy, referee.Args{"with": with}, "event")
		for _, id := range with {
			m.Cost = append(m.Cost, referee.Cost{Of: id, N: 1, Rule: "R23"})
		}
	}
}

// events lists the event cards the seat may hold.
func (l *moves) events() {
	s := l.s
	for _, r := range s.table.setup.Game.Deck(deckEvents).Cards {
		effect := s.table.card(r.ID).effect
		switch {
		case effect == effectArrest || !l.has(r.ID):
		case effect == effectBribe && !s.behind(l.seat):
		default:
			l.add("R24", verbPlay, referee.Args{"card": {r.ID}}, eventArgs[effect]...)
		}
	}
}
