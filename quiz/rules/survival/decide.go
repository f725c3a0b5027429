package survival

import (
	"slices"
	"strconv"

	"kitpress/quiz/referee"
)

// deal opens the first threats: CSG-R2.
func (s state) deal(c referee.Command) ([]referee.Event, *referee.Refusal) {
	want := s.table.n("openThreats")
	ids := c.Args["threats"]
	if s.Phase != phaseDeal {
		return nil, referee.Refuse("R2", "dealt")
	}
	if no := s.fresh("R2", ids); no != nil {
		return nil, no
	}
	ch := chain{s: s}
	ch.add("dealt", "", referee.Args{"threats": ids})
	ch.begin()
	if len(ids) != want {
		return ch.events, referee.Refuse("R2", "wrong-count", "Given", len(ids), "Want", want)
	}
	return ch.events, nil
}

// reveal opens the threats of this round: CSG-R4.
func (s state) reveal(c referee.Command) ([]referee.Event, *referee.Refusal) {
	ids := c.Args["threats"]
	switch {
	case s.Phase == phaseDeal:
		return nil, referee.Refuse("R2", "not-dealt")
	case s.Phase != phaseReveal:
		return nil, referee.Refuse("R4", "revealed")
	}
	if no := s.fresh("R4", ids); no != nil {
		return nil, no
	}
	ch := chain{s: s}
	ch.add("revealed", c.Seat, referee.Args{"threats": ids})
	ch.add("turn", s.Start, nil)
	switch {
	case c.Seat != s.Start:
		return ch.events, referee.Refuse("R4", "not-start-player", "Seat", string(s.Start))
	case len(ids) != s.toReveal():
		return ch.events, referee.Refuse("R4", "wrong-count", "Given", len(ids), "Want", s.toReveal())
	}
	return ch.events, nil
}

// fresh refuses threats that cannot come from the pile.
func (s state) fresh(rule string, ids []string) *referee.Refusal {
	for i, id := range ids {
		if s.find(id) != nil || slices.Contains(s.Gone, id) || slices.Contains(ids[:i], id) {
			return referee.Refuse(rule, "card-seen", "Card", id)
		}
	}
	return nil
}

// ask notes which threat the question of the round is about: CSG-R27, R29.
func (s state) ask(c referee.Command) ([]referee.Event, *referee.Refusal) {
	about := c.Args.Word("about")
	args := referee.Args{"about": {about}}
	if top := s.table.n("trackMax"); !slices.ContainsFunc(s.active(), func(seat referee.Seat) bool { return seat != c.Seat && s.Seats[seat].total() < top*len(s.table.tracks) }) {
		args["max"] = []string{strconv.Itoa(top)} // R23: nobody can earn anything
	}
	events := []referee.Event{event("asked", c.Seat, args)}
	switch {
	case !s.table.quiz:
		return nil, referee.Refuse("R27", "no-quiz")
	case s.Phase == phaseDeal:
		return nil, referee.Refuse("R2", "not-dealt")
	case len(s.New) == 0:
		return nil, referee.Refuse("R29", "nothing-new")
	case s.Question != "":
		return nil, referee.Refuse("R29", "asked", "Card", s.Question)
	case !slices.Contains(s.New, about):
		return events, referee.Refuse("R29", "not-new", "Card", about)
	case c.Seat != s.Start:
		return events, referee.Refuse("R27", "not-start-player", "Seat", string(s.Start))
	case s.Rolled || len(s.Done) > 0:
		return events, referee.Refuse("R27", "too-late")
	}
	return events, nil
}

// earn gives the point of a right answer: CSG-R28, R23.
func (s state) earn(c referee.Command) ([]referee.Event, *referee.Refusal) {
	track := c.Args.Word("resource")
	events := []referee.Event{event("earned", c.Seat, referee.Args{"resource": {track}})}
	switch {
	case !s.table.quiz:
		return nil, referee.Refuse("R27", "no-quiz")
	case s.Question == "":
		return nil, referee.Refuse("R27", "not-asked")
	case c.Seat == s.Start:
		return events, referee.Refuse("R28", "start-player-earns")
	case slices.Contains(s.Earned, c.Seat):
		return events, referee.Refuse("R28", "earned", "Seat", string(c.Seat))
	case s.Seats[c.Seat].Tracks[track] >= s.table.n("trackMax"):
		return nil, referee.Refuse("R23", "at-top", "Item", track, "Max", s.table.n("trackMax"))
	}
	return events, nil
}

// roll is the throw every turn begins with: CSG-R6.
func (s state) roll(c referee.Command) ([]referee.Event, *referee.Refusal) {
	dice, want := c.Args["dice"], s.table.n("dice")
	switch {
	case s.Rolled:
		return nil, referee.Refuse("R6", "rolled")
	case len(dice) != want:
		return nil, referee.Refuse("R6", "wrong-count", "Given", len(dice), "Want", want)
	}
	return []referee.Event{event("rolled", c.Seat, referee.Args{"dice": dice})}, nil
}

// reroll throws unused dice once more: CSG-R9.
func (s state) reroll(c referee.Command) ([]referee.Event, *referee.Refusal) {
	dice, to := c.Args["dice"], c.Args["to"]
	events := []referee.Event{event("rerolled", c.Seat, referee.Args{"dice": dice, "to": to})}
	switch {
	case len(dice) != len(to):
		return nil, referee.Refuse("R9", "wrong-count", "Given", len(to), "Want", len(dice))
	case len(referee.Without(dice, s.Dice)) > 0:
		return nil, referee.Refuse("R9", "dice-missing", "Dice", s.Dice)
	case s.rerollsLeft() < 1:
		return events, referee.Refuse("R9", "no-rerolls", "Max", s.table.n("rerolls"))
	}
	return events, nil
}

// resolve pays the countermeasures of a threat: CSG-R7, R8, R24, R25.
func (s state) resolve(c referee.Command) ([]referee.Event, *referee.Refusal) {
	id, with := c.Args.Word("threat"), c.Args["with"]
	open := s.find(id)
	counter := s.table.threats[id].counter
	switch {
	case open == nil:
		return nil, referee.Refuse("R7", "not-open", "Card", id)
	case slices.Contains(open.Tokens, c.Seat):
		return nil, referee.Refuse("R25", "has-token", "Card", id, "Seat", string(c.Seat))
	case s.Seats[c.Seat].Supply < 1:
		return nil, referee.Refuse("R24", "no-tokens")
	case len(with) == 0:
		if with = s.table.payment(counter, s.Dice); with == nil {
			return nil, referee.Refuse("R7", "cannot-pay", "Card", id, "Want", counter, "Dice", s.Dice)
		}
	case len(referee.Without(with, s.Dice)) > 0:
		return nil, referee.Refuse("R7", "dice-missing", "Dice", s.Dice)
	}
	events := []referee.Event{event("resolved", c.Seat, referee.Args{"threat": {id}, "with": with})}
	if !s.table.pays(counter, with) {
		rule := "R7"
		if slices.Contains(with, joker) {
			rule = "R8"
		}
		return events, referee.Refuse(rule, "wrong-dice", "Card", id, "Want", counter, "Given", with)
	}
	return events, nil
}

// draw buys the top power-up: CSG-R10, R11, R13.
func (s state) draw(c referee.Command) ([]referee.Event, *referee.Refusal) {
	back, pay := c.Args.Word("back"), c.Args.Word("pay")
	left := s.pile()
	if pay == "" {
		pay = back
		if !slices.Contains(s.Dice, back) {
			pay = joker
		}
	}
	switch {
	case s.pileSize() == 0:
		return nil, referee.Refuse("R13", "pile-empty")
	case left[back] < 1:
		return nil, referee.Refuse("R10", "no-such-back", "Item", back)
	case !slices.Contains(s.Dice, pay):
		return nil, referee.Refuse("R10", "dice-missing", "Dice", s.Dice)
	}
	ch := chain{s: s}
	ch.add("drew", c.Seat, referee.Args{"back": {back}, "pay": {pay}})
	ch.settle()
	switch {
	case pay != back && pay != joker:
		return ch.events, referee.Refuse("R10", "wrong-die", "Want", back, "Given", pay)
	case s.Drawn >= s.table.n("powerUpsDrawn"):
		return ch.events, referee.Refuse("R11", "drawn-enough", "Max", s.table.n("powerUpsDrawn"))
	}
	return ch.events, nil
}

// end ends the turn, and with the last turn the round.
func (s state) end(c referee.Command) ([]referee.Event, *referee.Refusal) {
	ch := chain{s: s}
	ch.finish(c.Seat)
	return ch.events, nil
}

// pays reports whether dice are exactly what countermeasures ask for, a few
// jokers standing for any one: CSG-R7, R8.
func (t *table) pays(counter, dice []string) bool {
	others := referee.Without(dice, counter)
	return len(others) == len(referee.Without(counter, dice))*t.n("jokerDice") && !slices.ContainsFunc(others, func(d string) bool { return d != joker })
}

// payment returns the dice that pay for countermeasures with the fewest
// jokers, or nil.
func (t *table) payment(counter, dice []string) []string {
	var with []string
	left := dice
	for _, c := range counter {
		want := []string{c}
		if !slices.Contains(left, c) {
			want = slices.Repeat([]string{joker}, t.n("jokerDice"))
		}
		if len(referee.Without(want, left)) > 0 {
			return nil
		}
		left, with = referee.Without(left, want), append(with, want...)
	}
	return with
}
