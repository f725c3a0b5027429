package online

import (
	"maps"
	"slices"
	"strconv"

	"kitpress/catalog"
	"kitpress/quiz/referee"
)

// The cards with rules of their own: ONL-R22, R27, R31.
const (
	cardHacker = "hacker"
	cardPatrol = "cyber-patrol"
	cardSearch = "search"
)

// A table is what does not change during a match.
type table struct {
	setup  referee.Setup
	params catalog.Params
	cards  map[string]*card
	ids    []string                      // of all cards, sorted
	total  int                           // cards in the game
	team   map[referee.Seat]referee.Seat // whose area a seat plays on: that of the first of its team
	areas  []referee.Seat                // owners of areas, in the order of play
	order  []referee.Seat                // of turns; a seat may come twice (R2, five players)
	counts bool                          // hacked and searched files count: R25
}

// A card is a kind of card and what it combines with.
type card struct {
	kind               string // its deck
	copies             int
	limit              int // files a turn, of connections
	needs, memory      []string
	on, openedBy, then []string
	opens              []string
	worth, goal        int  // of files
	inMemory           bool // belongs to the memory stack
}

// The decks.
const (
	kindAccess = "access"
	kindFile   = "categories"
	kindBlock  = "blocks"
	kindPower  = "powers"
)

var (
	optionTeams = referee.Option{Name: "teams", Values: []string{"usual", "alone", "two"}, Rule: "R2"}
	optionHack  = referee.Option{Name: "hacked-files", Values: []string{"as-printed", "count", "free"}, Rule: "R25"}
)

func newTable(s referee.Setup) *table {
	t := &table{setup: s, params: s.Params(), cards: map[string]*card{}, team: map[referee.Seat]referee.Seat{}}
	for _, kind := range []string{kindAccess, kindFile, kindBlock, kindPower} {
		for _, c := range s.Game.Deck(kind).Cards {
			list := func(field string) []string { return c.Fields[field].List }
			t.cards[c.ID] = &card{
				kind: kind, copies: c.Quantity, limit: c.Fields["limit"].Number, needs: list("needs"), memory: list("memory"),
				on: list("on"), openedBy: list("openedBy"), then: list("then"), opens: list("opens"),
			}
			t.total += c.Quantity
		}
	}
	for _, c := range s.Game.Score.Categories {
		f := t.card(c.ID)
		f.worth, f.goal = c.Worth.In(t.params), c.Goal.In(t.params)
	}
	t.ids = slices.Sorted(maps.Keys(t.cards))
	for _, id := range t.ids {
		t.cards[id].inMemory = t.makesRoom(id)
	}
	t.counts = t.params["hackCountsAsDownload"].Word == "yes"
	if v := s.Option(optionHack); v != optionHack.Values[0] {
		t.counts = v == "count"
	}
	t.seat()
	return t
}

// seat forms the teams and the order of turns: ONL-R2, R35.
func (t *table) seat() {
	seats := t.setup.Seats
	t.order = seats
	teams := len(seats)
	switch v := t.setup.Option(optionTeams); {
	case v == "two":
		teams = 2
	case v == "usual" && len(seats) == 4:
		teams = 2
	case v == "usual" && len(seats) >= 5:
		teams = 3
	}
	for i, s := range seats {
		t.team[s] = seats[i%teams]
	}
	if len(seats) == 5 && teams == 3 {
		t.order = append(slices.Clone(seats), seats[2]) // who is alone plays for the missing sixth
	}
	t.areas = seats[:teams]
}

func (t *table) n(name string) int { return t.params[name].Number }

// noCard is what there is of a card nobody knows.
var noCard = &card{}

// card returns a card; an empty one for an id nothing has.
func (t *table) card(id string) *card {
	if c := t.cards[id]; c != nil {
		return c
	}
	return noCard
}

// isMemory reports whether a card belongs to the memory stack.
func (t *table) isMemory(id string) bool { return t.card(id).inMemory }

// makesRoom reports what isMemory does: cards that make room, not a connection,
// and what blocks them.
func (t *table) makesRoom(id string) bool {
	c := t.card(id)
	switch c.kind {
	case kindAccess:
		return c.limit == 0 && slices.ContainsFunc(c.opens, func(b string) bool { return slices.Contains(t.card(b).on, id) })
	case kindBlock:
		return slices.ContainsFunc(c.on, t.makesRoom)
	}
	return false
}

// isConnection reports whether a card gives a connection.
func (t *table) isConnection(id string) bool { return t.card(id).limit > 0 }

// isKey reports whether a card only unlocks, so that something must follow.
func (t *table) isKey(id string) bool {
	return t.card(id).kind == kindAccess && !t.isConnection(id) && !t.isMemory(id)
}

func itoa(n int) string { return strconv.Itoa(n) }
