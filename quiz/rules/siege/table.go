package siege

import (
	"kitpress/catalog"
	"kitpress/quiz/referee"
)

// The effects of attacks that the catalog names.
const (
	effectTheft  = "THEFT"
	effectDamage = "DAMAGE"
	effectBlock  = "BLOCK"
	effectDelay  = "DELAY"
)

// joker is the card that replaces any other: SIE-R15.
const joker = "admin"

// A table is what does not change during a match.
type table struct {
	setup  referee.Setup
	params catalog.Params
	cards  map[string]redCard
	sets   map[string]set // by the id of the set card
	red    int            // cards in the red pile at the start
	purple int
	grey   int
	jokers bool // a discarded joker may attack
}

// A redCard is a kind of card with a red back.
type redCard struct {
	set    string // item of the set; "" for the joker
	copies int
	attack bool
	effect string
}

// A set is a kind of set card: what it asks for.
type set struct {
	members []string
	copies  int
}

func newTable(s referee.Setup) *table {
	t := &table{setup: s, params: s.Params(), cards: map[string]redCard{}, sets: map[string]set{}}
	for _, deck := range []string{"attacks", "defences", "admins"} {
		for _, c := range s.Game.Deck(deck).Cards {
			t.cards[c.ID] = redCard{c.Fields["set"].Word, c.Quantity, deck == "attacks", c.Fields["effect"].Word}
			t.red += c.Quantity
		}
	}
	for _, c := range s.Game.Deck("set-cards").Cards {
		members := append(append([]string{}, c.Fields["attacks"].List...), c.Fields["defences"].List...)
		t.sets[c.ID] = set{members, c.Quantity}
		t.purple += c.Quantity
	}
	for _, c := range s.Game.Deck("points").Cards {
		t.grey += c.Quantity
	}
	t.jokers = t.is("adminAttack", "allowed")
	if v, said := optionJoker.Read(s.Options[optionJoker.Name]); said {
		t.jokers = v == "yes"
	}
	return t
}

// optionJoker is the variant without attacks by a joker: SIE-R15. The params of
// the catalog say what is usual.
var optionJoker = referee.Option{Name: "jokerAttacks", Values: []string{"yes", "no"}, Rule: "R15"}

// n returns a number of the game.
func (t *table) n(name string) int { return t.params[name].Number }

// is reports whether a param has a value.
func (t *table) is(name, value string) bool { return t.params[name].Word == value }
