package survival

import (
	"slices"

	"kitpress/quiz/referee"
)

// Sensible plays greedily: after each throw it resolves the set of threats that
// is worth most and can be paid. When it can pay for none, it keeps the dice
// that fit the threat nearest to being paid and throws the others again, as
// long as the rerolls last. Dice that are left buy power-ups. Then cards are
// played that save or win back enough, all that help in the last round. A
// threat is worth its points for every round that is left, and the more the
// scarcer their resource is.
func (w *world) Sensible(ways []referee.Command) int {
	s := w.now()
	find := func(verb string, is func(referee.Args) bool) int {
		return slices.IndexFunc(ways, func(c referee.Command) bool { return c.Verb == verb && (is == nil || is(c.Args)) })
	}
	for _, verb := range []string{verbDeal, verbAsk, verbReveal, verbRoll} {
		if i := find(verb, nil); i >= 0 {
			return i
		}
	}
	if i := scarcest(s, ways); i >= 0 {
		return i
	}
	t := thinker{s, s.Turn}
	if _, id := t.plan(s.Dice, nil); id != "" {
		return find(verbResolve, func(a referee.Args) bool { return a.Word("threat") == id })
	}
	if dice := t.again(); len(dice) > 0 && len(s.Dice) == s.table.n("dice") {
		if i := find(verbReroll, func(a referee.Args) bool { return slices.Equal(a["dice"], dice) }); i >= 0 {
			return i
		}
	}
	if i := find(verbDraw, nil); i >= 0 {
		return i // the way that pays with the symbol comes before the one with a joker
	}
	if i := t.card(ways); i >= 0 {
		return i
	}
	return find(verbEnd, nil)
}

// scarcest returns the way that earns a point of the resource there is least
// of, or -1.
func scarcest(s state, ways []referee.Command) int {
	best, least := -1, 0
	for i, c := range ways {
		if c.Verb != verbEarn {
			continue
		}
		if n := s.Seats[c.Seat].Tracks[c.Args.Word("resource")]; best < 0 || n < least {
			best, least = i, n
		}
	}
	return best
}

// A thinker looks at the table as one seat does.
type thinker struct {
	s    state
	seat referee.Seat
}

// weight returns what a point of a resource is worth: more the fewer there
// are.
func (t thinker) weight(track string) float64 {
	return float64(t.s.table.n("trackMax")) / float64(max(1, t.s.Seats[t.seat].Tracks[track]))
}

// cost returns what a threat without a token costs in one round.
func (t thinker) cost(threat string) float64 {
	sum := 0.0
	for _, track := range t.s.table.tracks {
		sum += float64(float64(t.s.table.threats[threat].points[track]) * t.weight(track)) // rounded here on every machine
	}
	return sum
}

// roundsLeft counts this round too.
func (t thinker) roundsLeft() int {
	return t.s.table.n("firstRound") + t.s.table.n("rounds") - t.s.Round
}

// open returns the threats that lie open without a token of the seat.
func (t thinker) open() []string {
	var ids []string
	for _, o := range t.s.Open {
		if !slices.Contains(o.Tokens, t.seat) {
			ids = append(ids, o.ID)
		}
	}
	return ids
}

// plan returns the worth of the best set of threats the dice pay for, and one
// of them.
func (t thinker) plan(dice, done []string) (worth float64, first string) {
	if t.s.Seats[t.seat].Supply <= len(done) {
		return 0, ""
	}
	for _, id := range t.open() {
		if slices.Contains(done, id) {
			continue
		}
		with := t.s.table.payment(t.s.table.threats[id].counter, dice)
		if with == nil {
			continue
		}
		rest, _ := t.plan(referee.Without(dice, with), append(slices.Clone(done), id))
		if v := t.cost(id) + rest; v > worth {
			worth, first = v, id
		}
	}
	return worth, first
}

// again returns the dice to throw again: all but jokers and those that fit the
// threat nearest to being paid; of equally near ones the dearest.
func (t thinker) again() []string {
	var throw []string
	least, best := 0, 0.0
	for _, id := range t.open() {
		counter := t.s.table.threats[id].counter
		if len(counter) > len(t.s.Dice) {
			continue
		}
		missing := referee.Without(counter, t.s.Dice)
		if v := t.cost(id); throw == nil || len(missing) < least || len(missing) == least && v > best {
			least, best = len(missing), v
			throw = slices.DeleteFunc(referee.Without(t.s.Dice, counter), func(d string) bool { return d == joker })
		}
	}
	slices.Sort(throw)
	return throw
}

// enough is what a card has to save or win back to be played before the last
// round, in points of a resource there is plenty of.
const enough = 2

// card returns the way that plays the best card, -1 when none is good enough.
func (t thinker) card(ways []referee.Command) int {
	least := float64(enough)
	if t.s.lastRound() {
		least = 0.01
	}
	best := -1
	for i, c := range ways {
		if c.Verb != verbPlay {
			continue
		}
		if v := t.saves(c.Args); v >= least {
			least, best = v, i
		}
	}
	return best
}

// saves returns what a card saves or wins back.
func (t thinker) saves(args referee.Args) float64 {
	threat := args.Word("threat")
	switch card := t.s.table.powerUps[args.Word("card")]; {
	case card.effect == effectIgnore:
		if slices.Contains(t.s.Seats[t.seat].Ignored, threat) {
			return 0
		}
		return t.cost(threat)
	case card.effect == effectRecover:
		track := args.Word("resource")
		room := t.s.table.n("trackMax") - t.s.Seats[t.seat].Tracks[track]
		return float64(min(room, card.gain[track])) * t.weight(track)
	case owner(args, t.seat) != t.seat:
		return 0
	}
	return (t.cost(args.Word("to")) - t.cost(threat)) * float64(t.roundsLeft())
}
