package placement

import (
	"slices"
	"strconv"

	"kitpress/quiz/referee"
)

// needs says what moves leave open.
type needs struct{ state }

// Needs returns how many dice, tokens and cards a move takes, and which there
// are.
func (rules) Needs(now state, m referee.Move) []referee.Need {
	s := needs{now}
	n := s.table.n
	switch m.Verb {
	case verbExchange:
		return some(m, exactly("card", 1, s.holdable(m.Seat, 1)))
	case verbReveal:
		return []referee.Need{exactly("card", 1, s.unseen(deckFlaws))}
	case verbSecure:
		return []referee.Need{exactly("card", 1, s.unseen(deckSecurity))}
	case verbUse:
		return []referee.Need{exactly("roll", 1, nil)}
	case verbRoll:
		return []referee.Need{
			exactly("dice", n("fourSided"), nil),
			{Arg: "six", Min: 1, Max: 1, Or: "face"},
			{Arg: "six", Min: 1, Max: 1, If: []string{"face", faceFour}},
			{Arg: "event", Max: 1, Of: s.law(), If: []string{"face", faceWhite}},
		}
	case verbPick:
		there := s.onSites()
		return []referee.Need{exactly("tokens", min(n("freeTokens"), len(there)), there)}
	case verbAttack:
		return s.assaultNeeds(m)
	case verbBuy:
		return []referee.Need{{Arg: "event", Max: 1, Of: s.law()}}
	case verbPlay:
		return s.eventNeeds(m.Seat, s.table.card(m.Args.Word("card")))
	case verbTrade:
		return s.tradeNeeds(m)
	case verbEnd:
		over := s.Seats[m.Seat].Attacks.N - n("handSize")
		return some(m, exactly("discard", max(0, over), s.holdable(m.Seat, over)))
	}
	return nil
}

// exactly asks for so many values.
func exactly(arg string, n int, of []string) referee.Need {
	return referee.Need{Arg: arg, Min: n, Max: n, Of: of}
}

// some returns a need if the move leaves its argument open.
func some(m referee.Move, need referee.Need) []referee.Need {
	if !slices.Contains(m.Open, need.Arg) {
		return []referee.Need{}
	}
	return []referee.Need{need}
}

// assaultNeeds asks for what was rolled where a die decides, and for what the
// card leaves to whoever plays it.
func (s needs) assaultNeeds(m referee.Move) []referee.Need {
	needs := []referee.Need{}
	f, no := s.assault(referee.Command{Verb: m.Verb, Seat: m.Seat, Args: withAny(m, s.table.sites[0])})
	if no != nil {
		return nil
	}
	if f.card.effect == effectGuess {
		needs = append(needs, exactly("colour", 1, nil))
	}
	if f.rolls(s.state) {
		needs = append(needs, exactly("roll", 1, nil))
	}
	if f.card.effect == effectIgnore {
		if of := s.secured(f.site); len(of) > 0 {
			needs = append(needs, referee.Need{Arg: "destroy", Max: len(of), Of: of})
		}
	}
	return needs
}

// withAny returns the arguments of an attack, with any site for those that are
// still open.
func withAny(m referee.Move, site string) referee.Args {
	args := referee.Args{}
	for name, list := range m.Args {
		args[name] = list
	}
	for _, name := range []string{"colour", "roll"} {
		if slices.Contains(m.Open, name) {
			args[name] = []string{site}
		}
	}
	return args
}

// eventNeeds asks for what an event card takes.
func (s needs) eventNeeds(seat referee.Seat, card *card) []referee.Need {
	n := s.table.n
	switch card.effect {
	case effectDrop, effectBlock:
		return []referee.Need{exactly("site", 1, nil)}
	case effectStep:
		outside := s.atLevel(seat, func(a attacker) bool { return a.Level == 0 })
		return []referee.Need{
			exactly("by", 1, s.atLevel(seat, func(a attacker) bool {
				return a.Level+n("intrusionLevels") <= n("levels") && (a.Level == 0 || !s.shut(a.Site))
			})),
			{Arg: "site", Min: 1, Max: 1, Of: s.enterable(1), If: append([]string{"by"}, outside...)},
		}
	case effectDice:
		return []referee.Need{exactly("by", 1, s.atLevel(seat, anywhere)), exactly("rolls", n("darkWebRolls"), nil)}
	case effectDish:
		there := s.inDish()
		return []referee.Need{exactly("by", 1, s.atLevel(seat, anywhere)), exactly("take", min(n("darkWebTokens"), len(there)), there)}
	case effectSwap:
		return s.swapNeeds(seat)
	case effectFlaw:
		return []referee.Need{exactly("flaw", 1, s.unseen(deckFlaws))}
	case effectWeapon:
		over := max(0, s.Seats[seat].Attacks.N+1-n("handSize"))
		needs := []referee.Need{{Arg: "attack", Max: 1, Of: s.unseen(deckAttacks)}}
		if over > 0 {
			needs = append(needs, exactly("discard", over, s.holdable(seat, over)))
		}
		return needs
	case effectBroker:
		return []referee.Need{
			{Arg: "by", Min: 1, Max: n("brokerAttackers"), Of: s.atLevel(seat, func(a attacker) bool { return a.Level == 0 })},
			{Arg: "site", Min: 1, Max: n("brokerAttackers"), Of: s.enterable(n("brokerAttackers")), Like: "by"},
		}
	case effectBribe:
		return s.bribeNeeds(seat)
	}
	return []referee.Need{}
}

// bribeNeeds asks for an attacker of somebody else that can be borrowed.
func (s needs) bribeNeeds(seat referee.Seat) []referee.Need {
	whom := []string{}
	var bys []referee.Need
	for _, other := range s.others(seat) {
		free := []string{}
		for i, a := range s.Seats[referee.Seat(other)].Attackers {
			if p := (pawn{referee.Seat(other), i + 1}); !a.Arrested && !slices.Contains(s.Bribed, p) {
				free = append(free, strconv.Itoa(p.N))
			}
		}
		if len(free) > 0 {
			whom = append(whom, other)
			need := exactly("by", 1, free)
			need.If = []string{"whom", other}
			bys = append(bys, need)
		}
	}
	return append([]referee.Need{exactly("whom", 1, whom)}, bys...)
}

// swapNeeds asks for as many tokens on one side as on the other: CAP-A11.
func (s needs) swapNeeds(seat referee.Seat) []referee.Need {
	own, whom, most := s.tokens(seat), []string{}, 0
	var gets []referee.Need
	for _, other := range s.others(seat) {
		if theirs := s.tokens(referee.Seat(other)); len(theirs) > 0 {
			whom, most = append(whom, other), max(most, len(theirs))
			gets = append(gets, referee.Need{Arg: "get", Min: 1, Max: len(theirs), Of: theirs, Like: "give", If: []string{"whom", other}})
		}
	}
	return append([]referee.Need{exactly("whom", 1, whom), {Arg: "give", Min: 1, Max: min(most, len(own)), Of: own}}, gets...)
}

func (s needs) tradeNeeds(m referee.Move) []referee.Need {
	whom := referee.Seat(m.Args.Word("whom"))
	me, you := s.Seats[m.Seat], s.Seats[whom]
	has := map[string][]string{
		"give": s.tokens(m.Seat), "give-attacks": numbers(me.Attacks.N), "give-events": numbers(me.Events.N), "give-points": numbers(me.Points),
		"get": s.tokens(whom), "get-attacks": numbers(you.Attacks.N), "get-events": numbers(you.Events.N), "get-points": numbers(you.Points),
	}
	needs := []referee.Need{}
	for _, name := range m.Open {
		switch of := has[name]; {
		case name == "promise":
			needs = append(needs, referee.Need{Arg: name, Max: 1})
		case len(of) == 0: // there is nothing of it
		case name == "give" || name == "get":
			needs = append(needs, referee.Need{Arg: name, Max: min(most, len(of)), Of: of})
		default:
			needs = append(needs, referee.Need{Arg: name, Max: 1, Of: of})
		}
	}
	return needs
}

// holdable returns the attack cards that can be in a hand, each as often as it
// can be there and as it is wanted at most.
func (s needs) holdable(seat referee.Seat, wanted int) []string {
	ids := []string{}
	for _, r := range s.table.setup.Game.Deck(deckAttacks).Cards {
		for n := wanted; n > 0; n-- {
			if list := slices.Repeat([]string{r.ID}, n); s.canHold(seat, deckAttacks, list...) {
				ids = append(ids, list...)
				break
			}
		}
	}
	return ids
}

// unseen returns the cards of a deck that can still come up.
func (s needs) unseen(deck string) []string {
	ids := []string{}
	for _, r := range s.table.setup.Game.Deck(deck).Cards {
		if s.hidden(r.ID) > 0 {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// law returns the event cards that must be named when they are drawn.
func (s needs) law() []string {
	return slices.DeleteFunc(s.unseen(deckEvents), func(id string) bool { return s.table.card(id).effect != effectArrest })
}

// enterable returns the sites that let attackers in, each so many times.
func (s board) enterable(times int) []string {
	list := []string{}
	for _, site := range s.table.sites {
		if !s.shut(site) {
			list = append(list, slices.Repeat([]string{site}, times)...)
		}
	}
	return list
}

// secured returns the security cards at a site.
func (s board) secured(site string) []string {
	return slices.DeleteFunc(slices.Clone(s.Sites[site].Cards), func(id string) bool { return s.table.card(id).deck != deckSecurity })
}

// onSites returns the tokens that can be taken from the sites, inDish those
// from the dish, tokens those of a seat.
func (s board) onSites() []string {
	return s.heap(func(site string) int { return s.Sites[site].Tokens })
}

func (s board) inDish() []string { return s.heap(func(site string) int { return s.Dish[site] }) }

func (s needs) tokens(seat referee.Seat) []string {
	return s.heap(func(site string) int { return s.Seats[seat].Tokens[site] })
}

// heap returns tokens by site, without those of blocked sites.
func (s board) heap(n func(site string) int) []string {
	list := []string{}
	for _, site := range s.table.sites {
		if !s.blocked(site) {
			list = append(list, slices.Repeat([]string{site}, n(site))...)
		}
	}
	return list
}

// atLevel returns the numbers of those attackers a seat can act with that fit.
func (s needs) atLevel(seat referee.Seat, fits func(attacker) bool) []string {
	list := []string{}
	for _, n := range s.pawns(seat) {
		p, _ := s.pawn(seat, n)
		if a := s.attacker(p); !a.Acted && fits(a) {
			list = append(list, strconv.Itoa(n))
		}
	}
	return list
}

func anywhere(attacker) bool { return true }

func numbers(n int) []string {
	list := []string{}
	for i := range n {
		list = append(list, strconv.Itoa(i+1))
	}
	return list
}

// others returns the seats that are in, but for one.
func (s needs) others(seat referee.Seat) []string {
	list := []string{}
	for _, other := range s.active() {
		if other != seat {
			list = append(list, string(other))
		}
	}
	return list
}
