package siege

import (
	"slices"

	"kitpress/quiz/referee"
)

// Needs returns how many red cards a move takes, and which a hand can have.
func (rules) Needs(s state, m referee.Move) []referee.Need {
	switch m.Verb {
	case verbLay:
		set := s.table.sets[m.Args.Word("set")]
		need := referee.Need{Arg: "with", Min: len(set.members), Max: len(set.members), Of: s.holdable(m.Seat, set.wants)}
		if s.canHold(m.Seat, set.members) {
			need.Usual = set.members
		}
		return []referee.Need{need}
	case verbDiscard:
		needs := []referee.Need{{Arg: "card", Min: 1, Max: 1, Of: s.holdable(m.Seat, once)}}
		if slices.Contains(m.Open, "as") {
			needs = append(needs, referee.Need{Arg: "as", Max: 1, Of: s.attacks(), If: []string{"card", joker}})
		}
		return needs
	case verbDefend:
		return []referee.Need{{Arg: "with", Min: 1, Max: 1, Of: s.defences(m.Seat)}}
	case verbLose:
		n := min(s.table.n("damageCards"), s.Seats[m.Seat].Hand)
		return []referee.Need{{Arg: "cards", Min: n, Max: n, Of: s.holdable(m.Seat, func(string) int { return n })}}
	}
	return nil
}

// wants returns how many of a card can go into a set.
func (s set) wants(id string) int {
	if id == joker {
		return len(s.members)
	}
	n := 0
	for _, m := range s.members {
		if m == id {
			n++
		}
	}
	return n
}

// defences returns the red cards that can be in a hand and help against the
// attack.
func (s state) defences(seat referee.Seat) []string {
	set := s.table.cards[s.Attack].set
	return s.holdable(seat, func(id string) int {
		if c := s.table.cards[id]; id == joker || !c.attack && c.set == set {
			return 1
		}
		return 0
	})
}

func once(string) int { return 1 }

// holdable returns the red cards that can be in a hand, each as often as it
// can be there, and as often as it is wanted at most.
func (s state) holdable(seat referee.Seat, wanted func(id string) int) []string {
	ids := []string{}
	for _, deck := range []string{"attacks", "defences", "admins"} {
		for _, c := range s.table.setup.Game.Deck(deck).Cards {
			for n := wanted(c.ID); n > 0; n-- {
				if list := slices.Repeat([]string{c.ID}, n); s.canHold(seat, list) {
					ids = append(ids, list...)
					break
				}
			}
		}
	}
	return ids
}

func (s state) attacks() []string {
	var ids []string
	for _, c := range s.table.setup.Game.Deck("attacks").Cards {
		ids = append(ids, c.ID)
	}
	return ids
}
