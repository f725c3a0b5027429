package placement

import (
	"slices"
	"strconv"

	"kitpress/quiz/referee"
)

// A chain is events that follow from one another: each is applied before the
// next one is looked for. Nothing follows once the match is over.
type chain struct {
	s      state
	events []referee.Event
	trial  bool // nothing happens: only what would be refused is of interest
}

func (c *chain) add(kind string, seat referee.Seat, args referee.Args) {
	if c.s.Phase == phaseOver || c.trial {
		return
	}
	e := referee.Event{Kind: kind, Seat: seat, Args: args}
	if c.events == nil {
		c.s = c.s.clone() // the chain's own from here on
	}
	rules{}.Apply(&c.s, e)
	c.events = append(c.events, e)
}

func one(name, value string) referee.Args { return referee.Args{name: {value}} }

func number(n int) []string { return []string{strconv.Itoa(n)} }

func (c *chain) pay(seat referee.Seat, tokens []string) {
	if len(tokens) > 0 {
		c.add("paid", seat, referee.Args{"tokens": tokens})
	}
}

// score gives points, and the match to whoever reaches the goal: CAP-R4.
func (c *chain) score(n int, seats ...referee.Seat) {
	for _, seat := range seats {
		if n > 0 {
			c.add("scored", seat, referee.Args{"n": number(n)})
		}
	}
	c.win()
}

// win ends the match when somebody has reached the goal: the highest total
// wins, then whoever is on turn.
func (c *chain) win() {
	best := referee.Seat("")
	for _, seat := range append([]referee.Seat{c.s.Turn}, c.s.active()...) {
		p := c.s.Seats[seat].Points
		if p >= c.s.table.n("goal") && (best == "" || p > c.s.Seats[best].Points) {
			best = seat
		}
	}
	if best != "" {
		c.add("finished", best, one("rule", "R4"))
	}
}

// take takes tokens from a site, as far as there are any: CAP-R35.
func (c *chain) take(seat referee.Seat, site string, n int) {
	if n = min(n, c.s.Sites[site].Tokens); n <= 0 || c.s.blocked(site) {
		return
	}
	c.add("took", seat, referee.Args{"site": {site}, "n": number(n)})
	c.watch(site)
}

// watch looks at what tokens are left on a site: CAP-R19, R20, R22.
func (c *chain) watch(site string) {
	switch p := c.s.Sites[site]; {
	case p.Tokens == 0:
		c.add("leaked", "", one("site", site))
	case p.Tokens <= c.s.table.n("alarm") && !p.Alarm:
		c.add("alarmed", "", referee.Args{"site": {site}, "trigger": {"tokens"}})
	}
}

// gain takes tokens from the dish, as far as there are any: CAP-R35, R36.
func (c *chain) gain(seat referee.Seat, tokens []string) {
	var got []string
	left := map[string]int{}
	for _, id := range tokens {
		if _, known := left[id]; !known {
			left[id] = c.s.Dish[id]
		}
		if left[id] > 0 && !c.s.blocked(id) {
			left[id]--
			got = append(got, id)
		}
	}
	if len(got) > 0 {
		c.add("gained", seat, referee.Args{"tokens": got})
	}
}

// rise brings an attacker to a level of a site: CAP-R13, R19.
func (c *chain) rise(p pawn, site string, level int) {
	c.add("moved", p.Seat, referee.Args{"by": number(p.N), "site": {site}, "level": number(level)})
	if len(c.s.inside(site)) >= c.s.table.n("crowd") && !c.s.Sites[site].Crowd {
		c.add("alarmed", "", referee.Args{"site": {site}, "trigger": {"attackers"}})
	}
}

func (c *chain) toStart(p pawn) {
	c.add("moved", p.Seat, referee.Args{"by": number(p.N), "level": number(0)})
}

func (c *chain) acted(pawns ...pawn) {
	for _, p := range pawns {
		c.add("acted", p.Seat, referee.Args{"by": number(p.N)})
	}
}

// draw draws cards nobody sees, shuffling discards in between: CAP-R34.
func (c *chain) draw(seat referee.Seat, deck string, n int) {
	for n > 0 {
		c.shuffle(deck)
		k := min(n, c.s.pile(deck))
		if k == 0 {
			break
		}
		c.add("drew", seat, referee.Args{"deck": {deck}, "n": number(k)})
		n -= k
	}
}

// shuffle makes the discards of a deck its pile once that is empty.
func (c *chain) shuffle(deck string) {
	if c.s.pile(deck) == 0 && len(c.s.Discards[deck])+c.s.Unseen[deck] > 0 {
		c.add("shuffled", "", one("deck", deck))
	}
}

// drawEvent draws an event card. The law is never kept: CAP-R24, R25.
func (c *chain) drawEvent(seat referee.Seat, event string) {
	if c.s.pile(deckEvents) == 0 {
		return
	}
	args := referee.Args{"deck": {deckEvents}, "n": number(1)}
	if event != "" {
		args["cards"] = []string{event}
	}
	c.add("drew", seat, args)
	if c.s.table.card(event).effect == effectArrest {
		c.add("discarded", seat, referee.Args{"deck": {deckEvents}, "cards": {event}})
		c.law()
	}
}

// law has attackers arrested: CAP-R25, A14. The owner chooses among several on
// its highest level; nobody is caught at the start.
func (c *chain) law() {
	for _, seat := range c.s.active() {
		if c.s.Seats[seat].Points < c.s.table.n("lawPoints") {
			continue
		}
		switch list := c.s.highest(seat); len(list) {
		case 0:
		case 1:
			c.arrest(list[0])
		default:
			c.add("accused", seat, nil)
		}
	}
}

func (c *chain) arrest(p pawn) {
	c.add("arrested", p.Seat, referee.Args{"by": number(p.N)})
}

// highest returns the attackers of a seat on its highest level above the
// start.
func (s players) highest(seat referee.Seat) []pawn {
	var list []pawn
	top := 1
	for i, a := range s.Seats[seat].Attackers {
		switch {
		case a.Arrested || a.Level < top:
			continue
		case a.Level > top:
			top, list = a.Level, nil
		}
		list = append(list, pawn{seat, i + 1})
	}
	return list
}

// collect takes a token for each own attacker inside and stands all up:
// CAP-R7, R32.
func (c *chain) collect() {
	seat := c.s.Turn
	for _, site := range c.s.table.sites {
		n := 0
		for _, p := range c.s.inside(site) {
			if p.Seat == seat {
				n += c.s.table.n("takePerAttacker")
			}
		}
		c.take(seat, site, n)
	}
	c.add("stood", seat, nil)
}

// done does what follows of itself and returns all events.
func (c *chain) done() []referee.Event {
	for c.s.Phase != phaseOver {
		c.outs()
		for _, deck := range decks {
			c.shuffle(deck)
		}
		switch s := c.s; {
		case s.Phase == phaseOver || len(s.Alarms) > 0 || len(s.Law) > 0:
			return c.events
		case s.Seats[s.Turn].Out:
			c.next()
		case s.Phase == phasePrepare && !s.Collected && !s.table.flow && len(s.unused()) == 0:
			c.collect()
		default:
			return c.events
		}
	}
	return c.events
}

// outs takes players out of the game whose attackers are all arrested, and
// ends it when one is left: CAP-R5.
func (c *chain) outs() {
	for _, seat := range c.s.active() {
		if !slices.ContainsFunc(c.s.Seats[seat].Attackers, func(a attacker) bool { return !a.Arrested }) {
			c.add("out", seat, nil)
		}
	}
	switch left := c.s.active(); len(left) {
	case 0:
		c.add("finished", "", one("rule", "R5"))
	case 1:
		c.add("finished", left[0], one("rule", "R5"))
	}
}

// next passes the dice to the left: CAP-R11.
func (c *chain) next() {
	for _, seat := range c.s.table.setup.After(c.s.Turn) {
		if !c.s.Seats[seat].Out {
			c.add("turn", seat, nil)
			return
		}
	}
}
