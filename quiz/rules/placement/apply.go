package placement

import (
	"slices"

	"kitpress/quiz/referee"
)

// Clone returns a state that may be changed without changing s.
func (rules) Clone(s state) state { return s.clone() }

// Apply folds an event into the state.
func (rules) Apply(s *state, e referee.Event) {
	if _, known := s.Seats[e.Seat]; e.Seat == "" || known {
		_ = s.applyTokens(e) || s.applyCards(e) || s.applyAttackers(e) || s.applyTurn(e)
	}
}

// give moves tokens between the dish and a seat; n is below zero towards the
// dish.
func (s *state) give(seat referee.Seat, site string, n int) {
	s.earn(seat, site, n)
	s.Dish = referee.With(s.Dish, site, s.Dish[site]-n)
}

// earn changes the tokens of a seat.
func (s *players) earn(seat referee.Seat, site string, n int) {
	p := s.Seats[seat]
	p.Tokens = referee.With(p.Tokens, site, p.Tokens[site]+n)
	s.Seats[seat] = p
}

func (s *players) score(seat referee.Seat, n int) {
	p := s.Seats[seat]
	p.Points += n
	s.Seats[seat] = p
}

// applyTokens folds events about tokens and points, and reports whether it
// was one.
func (s *state) applyTokens(e referee.Event) bool {
	id := e.Args.Word("site")
	p := s.Sites[id]
	switch e.Kind {
	case "paid", "gained":
		sign := 1
		if e.Kind == "paid" {
			sign = -1 // to the dish: CAP-R12
		}
		for _, t := range e.Args["tokens"] {
			s.give(e.Seat, t, sign)
		}
	case "took":
		p.Tokens -= e.Args.Number("n")
		s.earn(e.Seat, id, e.Args.Number("n"))
		s.Sites = referee.With(s.Sites, id, p)
	case "dropped":
		for seat, q := range s.Seats {
			s.give(seat, id, -q.Tokens[id])
		}
	case "emptied":
		s.Dish = referee.With(s.Dish, id, s.Dish[id]+p.Tokens)
		p.Tokens = 0
		s.Sites = referee.With(s.Sites, id, p)
	case "scored":
		s.score(e.Seat, e.Args.Number("n"))
	case "traded":
		s.trades(e.Seat, referee.Seat(e.Args.Word("whom")), e.Args)
	default:
		return false
	}
	return true
}

// trades moves what two seats agreed on. Cards go face down: nobody knows any
// more which of the known ones are left.
func (s *state) trades(me, you referee.Seat, args referee.Args) {
	if _, known := s.Seats[you]; !known {
		return
	}
	for _, t := range args["give"] {
		s.give(me, t, -1)
		s.give(you, t, 1)
	}
	for _, t := range args["get"] {
		s.give(you, t, -1)
		s.give(me, t, 1)
	}
	points := args.Number("get-points") - args.Number("give-points")
	s.score(me, points)
	s.score(you, -points)
	for _, deck := range []string{deckAttacks, deckEvents} {
		give, get := args.Number("give-"+deck), args.Number("get-"+deck)
		for _, x := range []struct {
			seat    referee.Seat
			in, out int
		}{{me, get, give}, {you, give, get}} {
			h := s.Seats[x.seat].hand(deck)
			h.N += x.in - x.out
			if x.out > 0 {
				h.Known = nil
			}
			s.setHand(x.seat, deck, h)
		}
	}
}

// applyCards folds events about cards.
func (s *state) applyCards(e referee.Event) bool {
	card, deck := e.Args.Word("card"), e.Args.Word("deck")
	switch e.Kind {
	case "drew":
		h := s.Seats[e.Seat].hand(deck)
		h.N += e.Args.Number("n")
		h.Known = append(slices.Clone(h.Known), e.Args["cards"]...)
		slices.Sort(h.Known)
		s.setHand(e.Seat, deck, h)
		if deck == deckEvents {
			s.Gained++
		}
	case "discarded":
		for _, id := range e.Args["cards"] {
			s.leaves(e.Seat, id)
			s.discard(deck, id)
		}
	case "laid":
		s.leaves(e.Seat, card)
		s.Laid = append(s.Laid, laid{card, pawn{referee.Seat(e.Args.Word("whom")), e.Args.Number("by")}, e.Seat, true})
	case "used":
		p := pawn{referee.Seat(e.Args.Word("whom")), e.Args.Number("by")}
		for i := range s.Laid {
			if l := &s.Laid[i]; l.By == e.Seat && l.Pawn == p && l.Card == card && !l.Used {
				l.Used = true
				break
			}
		}
	case "shuffled":
		s.Discards, s.Unseen = referee.With(s.Discards, deck, nil), referee.With(s.Unseen, deck, 0)
	case "revealed":
		s.Due = false
		s.reveals(card)
	case "zeroed":
		s.ZeroDay = append(s.ZeroDay, card)
		s.place(s.table.card(card).site, card)
	case "secured":
		s.place(e.Args.Word("site"), card)
		if len(s.Alarms) > 0 {
			s.Alarms = s.Alarms[1:]
		}
	case "destroyed":
		for _, id := range e.Args["cards"] {
			s.unplace(e.Args.Word("site"), id)
		}
	default:
		return false
	}
	return true
}

// discard puts cards on the discards of a deck.
func (s *state) discard(deck string, cards ...string) {
	s.Discards = referee.With(s.Discards, deck, append(slices.Clip(s.Discards[deck]), cards...))
}

// leaves takes a card out of a hand.
func (s *state) leaves(seat referee.Seat, id string) {
	deck := s.table.card(id).deck
	h := s.Seats[seat].hand(deck)
	h.N--
	if i := slices.Index(h.Known, id); i >= 0 {
		h.Known = slices.Delete(slices.Clone(h.Known), i, i+1)
	}
	s.setHand(seat, deck, h)
}

// place puts a card on a site, on top of those that came before.
func (s *board) place(site, id string) {
	p := s.Sites[site]
	p.Cards = append(slices.Clip(p.Cards), id)
	s.Sites = referee.With(s.Sites, site, p)
}

// unplace discards a card of a site.
func (s *state) unplace(site, id string) {
	p := s.Sites[site]
	i := slices.Index(p.Cards, id)
	if i < 0 {
		return
	}
	p.Cards = slices.Delete(slices.Clone(p.Cards), i, i+1)
	s.Sites = referee.With(s.Sites, site, p)
	s.discard(s.table.card(id).deck, id)
}

// reveals puts a vulnerability on its site in place of the one there: CAP-R27.
func (s *state) reveals(card string) {
	site := s.table.card(card).site
	for _, id := range s.Sites[site].Cards {
		if s.table.card(id).deck == deckFlaws && !slices.Contains(s.ZeroDay, id) {
			s.unplace(site, id)
		}
	}
	s.place(site, card)
}

// applyAttackers folds events about attackers.
func (s *state) applyAttackers(e referee.Event) bool {
	p := pawn{e.Seat, e.Args.Number("by")}
	a := s.attacker(p)
	id := e.Args.Word("site")
	switch e.Kind {
	case "moved":
		a.Site, a.Level, a.Back = id, e.Args.Number("level"), nil
		s.unlay(func(l laid) bool { return l.Pawn == p }) // CAP-R18
	case "acted":
		a.Acted = true
	case "held":
		a.Held = true
	case "backed":
		a.Back = &back{Site: id, Level: e.Args.Number("level")}
	case "arrested":
		s.arrests(p)
		s.Law = slices.DeleteFunc(s.Law, func(x referee.Seat) bool { return x == e.Seat })
		return true
	case "accused":
		s.Law = append(s.Law, e.Seat)
		return true
	case "bribed":
		s.Bribed = append(s.Bribed, pawn{referee.Seat(e.Args.Word("whom")), p.N})
		return true
	case "stood":
		s.stands(e.Seat)
		return true
	case "alarmed":
		q := s.Sites[id]
		q.Alarm = q.Alarm || e.Args.Word("trigger") == "tokens"
		q.Crowd = q.Crowd || e.Args.Word("trigger") == "attackers"
		s.Sites = referee.With(s.Sites, id, q)
		s.Alarms = append(s.Alarms, id)
		return true
	case "leaked":
		s.leaks(id)
		return true
	default:
		return false
	}
	s.setAttacker(p, a)
	return true
}

// arrests takes an attacker out of the game: CAP-R6, R18.
func (s *state) arrests(p pawn) {
	s.setAttacker(p, attacker{Arrested: true})
	s.unlay(func(l laid) bool { return l.Pawn == p })
}

// unlay discards every-turn cards.
func (s *state) unlay(gone func(laid) bool) {
	var left []laid
	for _, l := range s.Laid {
		if gone(l) {
			s.discard(deckAttacks, l.Card)
		} else {
			left = append(left, l)
		}
	}
	s.Laid = left
}

// stands stands the attackers of a seat up: CAP-R7, R32.
func (s *state) stands(seat referee.Seat) {
	s.Collected = true
	for i := range s.Seats[seat].Attackers {
		a := &s.Seats[seat].Attackers[i]
		a.Acted, a.Held = a.Acted && a.Held, false
	}
}

// leaks resets a site: CAP-R22, R36.
func (s *state) leaks(id string) {
	for _, p := range s.inside(id) {
		s.arrests(p)
	}
	for _, card := range s.Sites[id].Cards {
		s.unplace(id, card)
		s.ZeroDay = slices.DeleteFunc(s.ZeroDay, func(x string) bool { return x == card })
	}
	n := min(s.table.n("reset"), s.Dish[id])
	s.Dish = referee.With(s.Dish, id, s.Dish[id]-n)
	s.Sites = referee.With(s.Sites, id, site{Tokens: n})
	s.Alarms = slices.DeleteFunc(s.Alarms, func(x string) bool { return x == id })
}

// applyTurn folds events about turns and the end.
func (s *state) applyTurn(e referee.Event) bool {
	switch e.Kind {
	case "exchanged":
		s.Exchanged = true
	case "informed":
		s.Phase = phaseAct
	case "blocked":
		s.Blocks = append(s.Blocks, block{e.Args.Word("site"), e.Seat})
	case "ended":
	case "turn":
		s.turns(e.Seat)
	case "out":
		s.leavesGame(e.Seat)
	case "finished":
		s.Phase, s.Ended, s.Winner = phaseOver, e.Args.Word("rule"), e.Seat
		s.Alarms, s.Law = nil, nil
	default:
		return false
	}
	return true
}

// turns ends a turn, with all that lasts so long, and begins the next one.
func (s *state) turns(next referee.Seat) {
	old := s.Seats[s.Turn]
	old.Started = true
	s.Seats[s.Turn] = old
	for i := range old.Attackers {
		if a := &old.Attackers[i]; a.Back != nil && a.Back.Ready {
			a.Back = nil
		}
	}
	for _, card := range s.ZeroDay {
		s.unplace(s.table.card(card).site, card)
	}
	seats := s.table.setup.Seats
	if slices.Index(seats, next) <= slices.Index(seats, s.Turn) {
		s.Round++
		s.Due = true // CAP-R30
	}
	for _, seat := range s.table.setup.After(s.Turn) {
		s.Blocks = slices.DeleteFunc(s.Blocks, func(b block) bool { return b.By == seat })
		if seat == next {
			break
		}
	}
	s.Phase, s.Turn, s.ZeroDay, s.Bribed, s.Gained = phasePrepare, next, nil, nil, 0
	s.Exchanged, s.Collected = false, !s.Seats[next].Started
	for i := range s.Laid {
		s.Laid[i].Used = false
	}
	for i := range s.Seats[next].Attackers {
		if a := &s.Seats[next].Attackers[i]; a.Back != nil {
			b := *a.Back
			b.Ready = true
			a.Back = &b
		}
	}
}

// leavesGame takes a player out: CAP-R5, A18.
func (s *state) leavesGame(seat referee.Seat) {
	p := s.Seats[seat]
	for _, id := range s.table.sites {
		s.give(seat, id, -p.Tokens[id])
	}
	for _, deck := range []string{deckAttacks, deckEvents} {
		h := p.hand(deck)
		s.discard(deck, h.Known...)
		s.Unseen = referee.With(s.Unseen, deck, s.Unseen[deck]+h.N-len(h.Known))
	}
	s.unlay(func(l laid) bool { return l.By == seat })
	s.Law = slices.DeleteFunc(s.Law, func(x referee.Seat) bool { return x == seat })
	p = s.Seats[seat]
	p.Attacks, p.Events, p.Out = hand{}, hand{}, true
	s.Seats[seat] = p
}
