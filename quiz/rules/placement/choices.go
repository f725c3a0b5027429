package placement

import (
	"slices"
	"strconv"

	"kitpress/quiz/referee"
	"kitpress/quiz/simulate"
)

// A model looks at a state as whoever plays does.
type model struct{ state }

// choices returns what a move with something to choose can be, as far as the
// hand allows and the rules would not refuse it.
func (w *world) choices(s model, mv referee.Move) []referee.Command {
	c := mv.Command
	hand := w.hands[deckAttacks][c.Seat]
	switch {
	case len(mv.Open) == 0 && c.Verb != verbPlay:
		return []referee.Command{c}
	case c.Verb == verbExchange:
		var ways []referee.Command
		for _, id := range simulate.Different(hand) {
			ways = append(ways, simulate.Fill(c, "card", []string{id}))
		}
		return ways
	case c.Verb == verbEnd:
		n := len(hand) - s.table.n("handSize")
		return []referee.Command{simulate.Fill(c, "discard", w.worst(s, c.Seat, n))}
	case c.Verb == verbPick:
		return s.picks(c)
	}
	return w.allowed(s, w.plays(s, c))
}

// allowed returns the commands the referee would not refuse. What a die will
// show is tried with one face.
func (w *world) allowed(s model, ways []referee.Command) []referee.Command {
	verbs := w.m.Verbs()
	play := verbs[slices.IndexFunc(verbs, func(v referee.Verb) bool { return v.Name == verbPlay })]
	return slices.DeleteFunc(ways, func(c referee.Command) bool {
		c = w.probe(c)
		return play.Check(c) != nil || !judge(s).mayPlay(c)
	})
}

func (w *world) probe(c referee.Command) referee.Command {
	t := w.before.table
	if c.Verb == verbPlay && t.card(c.Args.Word("card")).effect == effectDice {
		return simulate.Fill(c, "rolls", slices.Repeat(t.sites[:1], t.n("darkWebRolls")))
	}
	return c
}

// picks returns the ways to take tokens without rolling: the wanted ones, two
// of a colour, or two colours.
func (s model) picks(c referee.Command) []referee.Command {
	n := s.table.n("freeTokens")
	ways := make([]referee.Command, 0, 1+len(s.table.sites)*(len(s.table.sites)+1)/2)
	try := func(list []string) {
		if s.canPick(list) == nil {
			ways = append(ways, simulate.Fill(c, "tokens", list))
		}
	}
	try(s.wanted(c.Seat, n))
	for i, a := range s.table.sites {
		try(slices.Repeat([]string{a}, n))
		for _, b := range s.table.sites[i+1:] {
			list := slices.Repeat([]string{a}, n)
			if n > 0 {
				list[n-1] = b
			}
			try(list)
		}
	}
	return ways
}

// wanted returns the tokens a seat can use best: of the sites its attackers are
// in, in turn; without any, of those it has fewest of.
func (s model) wanted(seat referee.Seat, n int) []string {
	have := map[string]int{}
	for id, k := range s.Seats[seat].Tokens {
		have[id] = 3 * k
	}
	for _, a := range s.Seats[seat].Attackers {
		if a.Level > 0 {
			have[a.Site] -= 2 * a.Level
		}
	}
	var list []string
	for range n {
		least := ""
		for _, id := range s.table.sites {
			if !s.blocked(id) && (least == "" || have[id] < have[least]) {
				least = id
			}
		}
		if least == "" {
			least = s.table.sites[0]
		}
		list = append(list, least)
		have[least] += 3
	}
	return list
}

// plays returns the ways to play an event card.
func (w *world) plays(s model, c referee.Command) []referee.Command {
	var ways []referee.Command
	with := func(args ...any) {
		way := c
		for i := 0; i < len(args); i += 2 {
			if list := args[i+1].([]string); len(list) > 0 {
				way = simulate.Fill(way, args[i].(string), list)
			}
		}
		ways = append(ways, way)
	}
	switch effect := s.table.card(c.Args.Word("card")).effect; effect {
	case effectDrop, effectBlock:
		for _, site := range s.table.sites {
			with("site", []string{site})
		}
	case effectStep, effectDice, effectDish:
		s.oneActing(c.Seat, effect, with)
	case effectSwap:
		for _, other := range s.active() {
			for n := 1; n <= 3 && other != c.Seat; n++ {
				with("whom", []string{string(other)}, "give", s.spare(c.Seat, n), "get", s.held(other, s.wanted(c.Seat, n)))
			}
		}
	case effectFlaw:
		for _, id := range simulate.Different(w.piles[deckFlaws].Cards) {
			with("flaw", []string{id})
		}
	case effectWeapon:
		n := max(0, len(w.hands[deckAttacks][c.Seat])+1-s.table.n("handSize"))
		for _, id := range simulate.Different(w.piles[deckAttacks].Cards) {
			with("attack", []string{id}, "discard", w.worst(s, c.Seat, n))
		}
	case effectBroker:
		for _, site := range s.table.sites {
			with("by", s.atStart(c.Seat), "site", []string{site})
		}
	case effectBribe:
		for _, other := range s.active() {
			for _, n := range s.pawns(other) {
				if other != c.Seat {
					with("whom", []string{string(other)}, "by", number(n))
				}
			}
		}
	default:
		with()
	}
	return ways
}

// oneActing adds the ways to play a card that uses up one attacker: CAP-R26.
func (s model) oneActing(seat referee.Seat, effect string, with func(...any)) {
	for _, n := range s.pawns(seat) {
		switch p, _ := s.pawn(seat, n); {
		case effect == effectDice:
			with("by", number(n))
		case effect == effectDish:
			with("by", number(n), "take", s.fromDish(seat))
		case s.attacker(p).Level > 0:
			with("by", number(n))
		default:
			for _, site := range s.table.sites {
				with("by", number(n), "site", []string{site})
			}
		}
	}
}

// fromDish returns the wanted tokens that lie in the dish, as many as may be
// taken.
func (s model) fromDish(seat referee.Seat) []string {
	dish := map[string]int{}
	var list []string
	n := s.table.n("darkWebTokens")
	for _, id := range append(s.wanted(seat, n), slices.Repeat(s.table.sites, n)...) {
		if dish[id] < s.Dish[id] && !s.blocked(id) && len(list) < n {
			dish[id]++
			list = append(list, id)
		}
	}
	return list
}

// spare returns the tokens a seat has most of.
func (s model) spare(seat referee.Seat, n int) []string {
	return s.choose(seat, "", price{o: n})
}

// held returns those of some tokens that a seat has.
func (s model) held(seat referee.Seat, tokens []string) []string {
	var list []string
	for _, id := range tokens {
		if s.has(seat, append(slices.Clone(list), id)) {
			list = append(list, id)
		}
	}
	return list
}

// atStart returns the numbers of as many attackers on the start as a broker
// places.
func (s model) atStart(seat referee.Seat) []string {
	var list []string
	for i, a := range s.Seats[seat].Attackers {
		if a.Level == 0 && !a.Arrested && !a.Acted && len(list) < s.table.n("brokerAttackers") {
			list = append(list, strconv.Itoa(i+1))
		}
	}
	return list
}

// worst returns the cards of a hand that are worth least.
func (w *world) worst(s model, seat referee.Seat, n int) []string {
	hand := slices.Sorted(slices.Values(w.hands[deckAttacks][seat]))
	slices.SortStableFunc(hand, func(a, b string) int { return s.keep(seat, a) - s.keep(seat, b) })
	return hand[:min(max(n, 0), len(hand))]
}

// keep returns what an attack card in hand is worth: its points, more when one
// of the attackers stands where it can be used.
func (s model) keep(seat referee.Seat, id string) int {
	card := s.table.card(id)
	worth := 2 * max(card.points, 1)
	if card.effect == effectRoll {
		worth = 2 * s.table.of(id, "Points")
	}
	for _, a := range s.Seats[seat].Attackers {
		if !a.Arrested && a.Level >= card.least && a.Level <= card.most && (card.site == "" || a.Site == card.site) {
			return 2 * worth
		}
	}
	return worth
}
