package placement

import (
	"slices"

	"kitpress/quiz/referee"
)

// What is paid: the items of the catalog's set of costs. either is the last
// token of a cost that had both: CAP-R28.
const (
	ofS    = "S"
	ofO    = "O"
	either = "any"
)

// A price is what an action costs, with the reason for every token: CAP-R29.
type price struct {
	s, o   int
	either bool // of s and o, the one token may be of either kind
	lines  []referee.Cost
}

// price returns what an action at a site costs an attacker on a level of it.
func (s board) price(action, rule, site string, level, baseS, baseO int, noSecurity bool) price {
	p := price{s: baseS, o: baseO, lines: make([]referee.Cost, 0, 2)}
	line := func(of string, n int, rule, card string) {
		if n != 0 {
			p.lines = append(p.lines, referee.Cost{Of: of, N: n, Rule: rule, Card: card})
		}
	}
	line(ofS, baseS, rule, "")
	line(ofO, baseO, rule, "")
	security, flaws := s.working(site, noSecurity)
	for _, c := range security {
		if slices.Contains(c.on, action) {
			line(ofS, c.s, "R21", c.id)
			line(ofO, c.o, "R21", c.id)
			p.s, p.o = p.s+c.s, p.o+c.o
		}
	}
	for _, c := range flaws {
		if slices.Contains(c.on, action) && level >= c.least {
			dS, dO := min(c.s, p.s), min(c.o, p.o)
			line(ofS, -dS, "R27", c.id)
			line(ofO, -dO, "R27", c.id)
			p.s, p.o = p.s-dS, p.o-dO
		}
	}
	least := s.table.minimum
	if short := least - p.s - p.o; short > 0 {
		switch {
		case baseS > 0 && baseO > 0:
			p.either = true
			line(either, short, "R28", "")
		case baseS > 0:
			line(ofS, short, "R28", "")
		default:
			line(ofO, short, "R28", "")
		}
		if baseS > 0 {
			p.s += short
		} else {
			p.o += short
		}
	}
	return p
}

// working returns the cards of a site that count: CAP-R21, R27, A4. Patching
// stops vulnerabilities, a weak password stops security; the one that came
// last works.
func (s board) working(site string, noSecurity bool) (security, flaws []*card) {
	weak := false
	security, flaws = make([]*card, 0, 2), make([]*card, 0, 2)
	for _, id := range s.Sites[site].Cards {
		c := s.table.card(id)
		switch {
		case c.deck == deckSecurity:
			security = append(security, c)
			weak = weak && c.effect != effectNoFlaws
		default:
			flaws = append(flaws, c)
			weak = weak || c.effect == effectNoSecurity
		}
	}
	if weak || noSecurity {
		return nil, flaws
	}
	if slices.ContainsFunc(security, func(c *card) bool { return c.effect == effectNoFlaws }) {
		return security, nil
	}
	return security, flaws
}

// shut reports whether nobody may rise at a site: CAP-A5.
func (s board) shut(site string) bool {
	security, _ := s.working(site, false)
	return slices.ContainsFunc(security, func(c *card) bool { return c.effect == effectNoRise })
}

// paidBy reports whether tokens are what a price asks for.
func (p price) paidBy(site string, tokens []string) bool {
	n := referee.Copies(tokens, site)
	if p.either {
		return len(tokens) == p.s+p.o
	}
	return n == p.s && len(tokens)-n == p.o
}

// refuse says what was to be paid.
func (p price) refuse(rule, site string, given []string) *referee.Refusal {
	if p.either {
		return referee.Refuse(rule, "pay-either", "Item", site, "N", p.s+p.o, "Given", given)
	}
	return referee.Refuse(rule, "wrong-payment", "Item", site, "S", p.s, "O", p.o, "Given", given)
}

// rule returns the rule a wrong payment breaks.
func (p price) rule(paid int) string {
	for _, l := range p.lines {
		if l.Rule == "R28" && paid == 0 {
			return "R28"
		}
	}
	for _, l := range p.lines {
		if l.Card != "" {
			return "R29"
		}
	}
	return p.lines[0].Rule
}

// choose picks tokens of a seat that pay a price, as far as there are any, the
// others from those it has most of.
func (s players) choose(seat referee.Seat, site string, p price) []string {
	if p.s+p.o == 0 {
		return nil
	}
	have := s.Seats[seat].Tokens
	wantS, wantO := p.s, p.o
	if p.either && have[site] < p.s+p.o {
		wantS, wantO = 0, p.s+p.o
	}
	list := make([]string, 0, p.s+p.o)
	for range min(wantS, have[site]) {
		list = append(list, site)
	}
	var room [8]int
	left := room[:0]
	for _, id := range s.table.sites {
		left = append(left, have[id])
	}
	for range wantO {
		best := -1
		for i, id := range s.table.sites {
			if id != site && left[i] > 0 && (best < 0 || left[i] > left[best]) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		left[best]--
		list = append(list, s.table.sites[best])
	}
	return list
}

// short returns how many tokens of each kind a seat lacks for a price.
func (s players) short(seat referee.Seat, site string, p price) (short price) {
	own := s.Seats[seat].Tokens[site]
	others := 0
	for id, n := range s.Seats[seat].Tokens {
		if id != site {
			others += n
		}
	}
	if p.either {
		return price{s: max(0, p.s+p.o-own-others), either: true}
	}
	return price{s: max(0, p.s-own), o: max(0, p.o-others)}
}
