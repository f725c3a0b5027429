package survival

import (
	"slices"

	"kitpress/catalog"
	"kitpress/quiz/referee"
)

// joker is the face that is half of any countermeasure: CSG-R8.
const joker = "ATT"

// A table is what does not change during a match.
type table struct {
	setup    referee.Setup
	params   catalog.Params
	tracks   []string // ids of the resources
	threats  map[string]threat
	powerUps map[string]powerUp
	cards    []string       // ids of the power-ups, in the order of letters
	backs    map[string]int // how many power-ups there are with each back
	quiz     bool
	playOn   bool // one who is left alone plays on
}

type threat struct {
	counter []string
	points  map[string]int
}

// A powerUp is a card and what its kind does.
type powerUp struct {
	kind, back, effect string
	gain               map[string]int
}

// The effects a kind of power-up has in the catalog.
const (
	effectIgnore  = "ignore"
	effectMove    = "move"
	effectRecover = "recover"
)

func newTable(s referee.Setup) *table {
	t := &table{
		setup: s, params: s.Params(),
		threats: map[string]threat{}, powerUps: map[string]powerUp{}, backs: map[string]int{},
		quiz: s.Option(optionQuiz) == "on", playOn: s.Option(optionAlone) == "plays-on",
	}
	for _, r := range s.Game.Set("resources").Items {
		t.tracks = append(t.tracks, r.ID)
	}
	for _, c := range s.Game.Deck("threats").Cards {
		t.threats[c.ID] = threat{c.Fields["counter"].List, c.Fields["points"].Numbers}
	}
	for _, c := range s.Game.Deck("power-ups").Cards {
		kind, back := c.Fields["kind"].Word, c.Fields["symbol"].Word
		for _, k := range s.Game.Set("power-up-kinds").Items {
			if k.ID == kind {
				t.powerUps[c.ID] = powerUp{kind, back, k.Fields["effect"].Word, k.Fields["gain"].Numbers}
			}
		}
		t.backs[back]++
		t.cards = append(t.cards, c.ID)
	}
	slices.Sort(t.cards)
	return t
}

// n returns a number of the game.
func (t *table) n(name string) int { return t.params[name].Number }

// is reports whether a param that differs between the editions has a value.
func (t *table) is(name, value string) bool { return t.params[name].Word == value }

var (
	optionQuiz  = referee.Option{Name: "quiz", Values: []string{"off", "on"}, Rule: "R27"}
	optionAlone = referee.Option{Name: "alone", Values: []string{"wins", "plays-on"}, Rule: "R18"}
)
