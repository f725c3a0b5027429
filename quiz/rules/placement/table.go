package placement

import (
	"strconv"

	"kitpress/catalog"
	"kitpress/quiz/referee"
)

// The decks.
const (
	deckAttacks  = "attacks"
	deckSecurity = "security"
	deckFlaws    = "vulnerabilities"
	deckEvents   = "events"
)

var decks = [...]string{deckAttacks, deckSecurity, deckFlaws, deckEvents}

// What security cards and vulnerabilities do beside changing costs.
const (
	effectNoFlaws    = "no-vulnerability"
	effectNoRise     = "no-rise"
	effectNoSecurity = "no-security"
)

// What cards make dearer or cheaper.
const (
	actionAttack     = "attack"
	actionInfiltrate = "infiltrate"
	actionLateral    = "lateral"
)

// arp pays for a man in the middle.
const arp = "arp-spoofing"

// paramsOf names the params of the cards that have numbers of their own.
var paramsOf = map[string]string{
	"password-list": "passwordList", "replay-attack": "replay",
	"cryptomining": "cryptomining", "form-jacking": "formJacking",
}

// A table is what does not change during a match.
type table struct {
	setup   referee.Setup
	params  catalog.Params
	sites   []string
	cards   map[string]*card
	total   map[string]int // cards of a deck
	flow    bool           // phase 1 as in the flow chart: CAP-A2
	special bool           // special actions
	attacks []*card        // in the order of the catalog
	levels  int
	minimum int      // what an action costs at least
	steps   [][2]int // the printed costs of the step to a level
	retreat []int    // what a retreat scores, by level
	snake   int      // what that of Snake scores: CAP-A8
}

// A card is a kind of card of any deck.
type card struct {
	id, deck, effect, site string
	copies                 int
	s, o                   int
	points                 int
	least, most            int // levels
	every, joint, acted    bool
	on                     []string // actions
}

func newTable(setup referee.Setup) *table {
	t := &table{setup: setup, params: setup.Params(), cards: map[string]*card{}, total: map[string]int{}}
	for _, s := range setup.Game.Set("sites").Items {
		t.sites = append(t.sites, s.ID)
	}
	for _, deck := range decks {
		for _, r := range setup.Game.Deck(deck).Cards {
			c := newCard(deck, r)
			t.cards[r.ID] = c
			t.total[deck] += r.Quantity
			if deck == deckAttacks {
				t.attacks = append(t.attacks, c)
			}
		}
	}
	t.levels, t.minimum = t.n("levels"), t.n("minimumCost")
	for level := range t.levels + 1 {
		n := strconv.Itoa(level)
		t.retreat = append(t.retreat, t.n("retreat"+n))
		t.steps = append(t.steps, [2]int{t.n("step" + n + "S"), t.n("step" + n + "O")})
	}
	order := t.params[optionOrder.Name].Word
	if v, said := optionOrder.Read(setup.Options[optionOrder.Name]); said {
		order = v
	}
	t.flow = order == "flow"
	t.special = setup.Option(optionSpecial) == "on"
	if setup.Option(optionSnake) == "yes" {
		t.snake = t.n(optionSnake.Name)
	}
	return t
}

func newCard(deck string, r *catalog.Record) *card {
	f := r.Fields
	c := &card{
		id: r.ID, deck: deck, copies: r.Quantity, effect: f["effect"].Word, site: f["site"].Word,
		s: f["S"].Number, o: f["O"].Number, points: f["points"].Number,
		least: f["minLevel"].Number, most: f["maxLevel"].Number,
		every: f["everyTurn"].Flag, joint: f["joint"].Flag, acted: f["acted"].Flag,
		on: f["on"].List,
	}
	if w := f["on"].Word; w != "" {
		c.on = []string{w}
	}
	return c
}

// noCard is what there is of a card nobody knows.
var noCard = &card{}

// card returns a card; an empty one for an id nothing has.
func (t *table) card(id string) *card {
	if c := t.cards[id]; c != nil {
		return c
	}
	return noCard
}

// n returns a number of the game.
func (t *table) n(name string) int { return t.params[name].Number }

// of returns a number of a card that has one of its own.
func (t *table) of(card, what string) int { return t.n(paramsOf[card] + what) }

// The switches: CAP-A2, A8, and the advice to leave special actions out of a
// first game. The params of the catalog say what is usual.
var (
	optionOrder   = referee.Option{Name: "prepOrder", Values: []string{"list", "flow"}, Rule: "R7"}
	optionSnake   = referee.Option{Name: "snakeRetreatScores", Values: []string{"yes", "no"}, Rule: "R15"}
	optionSpecial = referee.Option{Name: "special", Values: []string{"on", "off"}, Rule: "R31"}
)
