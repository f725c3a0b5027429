package placement

import (
	"slices"

	"kitpress/quiz/referee"
	"kitpress/quiz/simulate"
)

// Sensible plays greedily. It always rolls, and exchanges a card that none of
// its attackers can use. Then it does what is worth most and can be paid, as
// long as something is worth more than ending the turn: an attack by the
// points it can expect less what it costs, a step up, more if an attack card
// in hand waits for it, event cards by what they bring. It retreats when that
// wins, or when the site is about to leak, and buys an event card when tokens
// abound. It neither trades nor allies.
func (w *world) Sensible(ways []referee.Command) int {
	s := w.now()
	return simulate.Best(ways, func(c referee.Command) int { return w.worth(s, c) })
}

// endWorth is what ending the turn is worth; a way that is worth less waits.
const endWorth = 50

// worth returns how good a way is, among those there are at the same time.
func (w *world) worth(s model, c referee.Command) int {
	switch c.Verb {
	case verbUse, verbCollect, verbReveal, verbReturn, verbSecure, verbSurrender:
		return 1000
	case verbExchange:
		if id := c.Args.Word("card"); id == "" || s.keep(c.Seat, id) > 2 {
			return -1
		}
		return 900
	case verbRoll:
		return 500
	case verbMove:
		return w.step(s, c)
	case verbRetreat:
		return s.flight(c)
	case verbAttack:
		return s.assaultWorth(c)
	case verbBuy:
		n := 0
		for _, k := range s.Seats[c.Seat].Tokens {
			n += k
		}
		return 10 * n
	case verbPlay:
		return w.playWorth(s, c)
	case verbEnd:
		return endWorth
	}
	return 0
}

// step returns what a level up is worth.
func (w *world) step(s model, c referee.Command) int {
	p, _ := s.pawn(c.Seat, c.Args.Number("by"))
	level, site := s.attacker(p).Level+1, c.Args.Word("site")
	worth := 80 + 5*level - 4*len(c.Args["with"])
	for _, id := range w.hands[deckAttacks][c.Seat] {
		if card := s.table.card(id); card.least == level && (card.site == "" || card.site == site) {
			worth += 10 * max(1, card.points)
		}
	}
	if s.leaking(site) {
		worth -= 60
	}
	return worth
}

// leaking reports whether a site has so few tokens that it may leak before the
// next turn: whoever is inside then is arrested.
func (s state) leaking(site string) bool {
	return site != "" && s.Sites[site].Tokens <= len(s.active())
}

func (s model) flight(c referee.Command) int {
	p, _ := s.pawn(c.Seat, c.Args.Number("by"))
	a := s.attacker(p)
	points := s.table.retreat[a.Level]
	switch {
	case points > 0 && s.Seats[c.Seat].Points+points >= s.table.n("goal"):
		return 10000
	case s.leaking(a.Site) && p.Seat == c.Seat:
		return endWorth + 30*(1+points)
	}
	return 0
}

// assaultWorth returns what an attack is worth.
func (s model) assaultWorth(c referee.Command) int {
	f := assault{card: s.table.card(c.Args.Word("card")), site: c.Args.Word("site"), args: c.Args}
	for _, by := range c.Args["by"] {
		p, _ := s.pawn(c.Seat, referee.Args{"by": {by}}.Number("by"))
		f.pawns = append(f.pawns, p)
	}
	f.at = s.attacker(f.pawns[0])
	if c.Args.Has("ally") {
		return -1
	}
	points := 30 * f.worth(s.state)
	switch f.card.effect {
	case effectRoll: // on one colour of all, now and in turns to come
		points = 30 * max(s.table.of(f.card.id, "Points"), 1) * 2 / len(s.table.sites)
	case effectEnter:
		if f.at.Level == 0 {
			points += 40
		}
	case effectRise, effectEmpty:
		points += 10
	}
	if len(f.pawns) > 1 {
		points *= s.table.n("jointFactor")
	}
	if s.Seats[c.Seat].Points+points/30 >= s.table.n("goal") {
		return 10000
	}
	return 60 + points - 4*len(c.Args["with"]) - 8*len(f.pawns) - 4*len(c.Args["extra"])
}

// playWorth returns what an event card is worth.
func (w *world) playWorth(s model, c referee.Command) int {
	t := s.table
	switch card := t.card(c.Args.Word("card")); card.effect {
	case effectScore:
		return 5000
	case effectStep:
		p, _ := s.pawn(c.Seat, c.Args.Number("by"))
		return 100 + 10*s.attacker(p).Level
	case effectDice:
		return endWorth + 5*t.n("darkWebRolls")
	case effectFlaw:
		return s.flawWorth(c.Seat, t.card(c.Args.Word("flaw")))
	case effectBlock:
		return endWorth - 5 + s.crowd(c.Seat, c.Args.Word("site"))
	case effectDish:
		return endWorth + 10*len(c.Args["take"])
	case effectBroker:
		return 60 + 20*len(c.Args["by"])
	case effectWeapon:
		return 60 + s.keep(c.Seat, c.Args.Word("attack"))
	case effectSwap:
		return endWorth + 5*len(slices.Compact(slices.Sorted(slices.Values(c.Args["get"]))))
	case effectBribe:
		p := pawn{referee.Seat(c.Args.Word("whom")), c.Args.Number("by")}
		return endWorth + 10*s.attacker(p).Level
	case effectDrop:
		worth := 0
		for seat, p := range s.Seats {
			n := p.Tokens[c.Args.Word("site")]
			if seat == c.Seat {
				n *= -3
			}
			worth += n
		}
		return endWorth - 20 + 4*worth
	}
	return 0
}

// flawWorth returns what a vulnerability is worth in this turn: something where
// an attacker that can still act stands on a level it helps.
func (s model) flawWorth(seat referee.Seat, flaw *card) int {
	for _, a := range s.Seats[seat].Attackers {
		if !a.Arrested && !a.Acted && a.Site == flaw.site && a.Level >= flaw.least && slices.Contains(flaw.on, actionAttack) {
			return endWorth + 40
		}
	}
	return 0
}

// crowd returns how many more attackers others have in a site.
func (s players) crowd(seat referee.Seat, site string) int {
	n := 0
	for _, p := range s.inside(site) {
		if p.Seat == seat {
			n -= 2
		} else {
			n += 10
		}
	}
	return n
}
