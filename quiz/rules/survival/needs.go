package survival

import (
	"slices"

	"kitpress/quiz/referee"
)

// Needs returns how many threats and dice a move takes, and which there are.
func (rules) Needs(s state, m referee.Move) []referee.Need {
	switch m.Verb {
	case verbDeal:
		n := s.table.n("openThreats")
		return []referee.Need{{Arg: "threats", Min: n, Max: n, Of: s.unseen()}}
	case verbReveal:
		n := s.toReveal()
		return []referee.Need{{Arg: "threats", Min: n, Max: n, Of: s.unseen()}}
	case verbRoll:
		n := s.table.n("dice")
		return []referee.Need{{Arg: "dice", Min: n, Max: n}}
	case verbReroll:
		return []referee.Need{
			{Arg: "dice", Min: 1, Max: len(s.Dice), Of: slices.Clone(s.Dice)},
			{Arg: "to", Min: 1, Max: len(s.Dice), Like: "dice"},
		}
	}
	return nil
}

// unseen returns the threats that are still in the pile.
func (s state) unseen() []string {
	ids := []string{}
	for _, c := range s.table.setup.Game.Deck("threats").Cards {
		if s.find(c.ID) == nil && !slices.Contains(s.Gone, c.ID) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}
