package survival

import (
	"maps"
	"slices"
	"strconv"

	"kitpress/quiz/referee"
)

// A chain is events that follow from one another: each is applied before the
// next one is looked for.
type chain struct {
	s      state
	events []referee.Event
}

func (c *chain) add(kind string, seat referee.Seat, args referee.Args) {
	e := event(kind, seat, args)
	if c.events == nil {
		c.s = c.s.clone() // the chain's own from here on
	}
	rules{}.Apply(&c.s, e)
	c.events = append(c.events, e)
}

// settle shuffles the discarded power-ups into a new pile when the old one is
// used up: CSG-R13.
func (c *chain) settle() {
	if c.s.pileSize() == 0 && len(c.s.Discard)+len(c.s.Left) > 0 {
		c.add("reshuffled", "", nil)
	}
}

// begin opens a round: the check of the German edition (CSG-D5), then the
// first turn unless threats are to be revealed.
func (c *chain) begin() {
	t := c.s.table
	if t.is("concentratedWhen", "startOfRound") && c.s.Round > t.n("firstRound") {
		c.strike()
	}
	if c.s.toReveal() == 0 {
		c.add("turn", c.s.Start, nil)
	}
}

// strike takes a point of each resource from everybody when threats are
// concentrated: CSG-R21.
func (c *chain) strike() {
	if c.s.concentrated() {
		c.add("struck", "", referee.Args{"n": {strconv.Itoa(c.s.table.n("concentratedLoss"))}})
	}
}

// finish ends a turn and, when it was the last one, the round: CSG-R14 to R20,
// R22.
func (c *chain) finish(seat referee.Seat) {
	c.add("ended", seat, nil)
	for _, next := range c.s.table.setup.After(seat) {
		if !c.s.Seats[next].Out && !slices.Contains(c.s.Done, next) {
			c.add("turn", next, nil)
			return
		}
	}
	t := c.s.table
	for _, seat := range c.s.active() {
		for _, args := range c.s.losses(seat) { // R14: no loss depends on another
			c.add("lost", seat, args)
		}
	}
	c.remove()
	last := c.s.lastRound()
	if t.is("concentratedWhen", "endOfRound") && (!last || t.n("concentratedAfterLastRound") > 0) {
		c.strike() // R16
	}
	for _, seat := range c.s.active() {
		if len(c.s.Seats[seat].empty()) > 0 {
			c.add("out", seat, referee.Args{"resource": c.s.Seats[seat].empty()}) // R17
		}
	}
	c.remove()
	c.settle()
	switch n := len(c.s.active()); {
	case n == 0:
		c.add("finished", "", referee.Args{"rule": {"R19"}})
	case n == 1 && !t.playOn:
		c.add("finished", "", referee.Args{"rule": {"R18"}})
	case last:
		c.add("finished", "", referee.Args{"rule": {"R22"}})
	default:
		c.add("round", c.s.next(c.s.Start), referee.Args{"n": {strconv.Itoa(c.s.Round + 1)}}) // R20
		c.begin()
	}
}

// remove takes away the threats that bear a token of every active player:
// CSG-R15.
func (c *chain) remove() {
	var ids []string
	active := c.s.active()
	for _, o := range c.s.Open {
		all := len(active) > 0
		for _, seat := range active {
			all = all && slices.Contains(o.Tokens, seat)
		}
		if all {
			ids = append(ids, o.ID)
		}
	}
	if len(ids) > 0 {
		c.add("removed", "", referee.Args{"threats": ids})
	}
}

// losses returns what each open threat costs a seat, by resource: CSG-R14.
func (s state) losses(seat referee.Seat) []referee.Args {
	left := maps.Clone(s.Seats[seat].Tracks)
	var all []referee.Args
	for _, o := range s.Open {
		if slices.Contains(o.Tokens, seat) || slices.Contains(s.Seats[seat].Ignored, o.ID) {
			continue
		}
		args := referee.Args{}
		for _, track := range s.table.tracks {
			if n := min(s.table.threats[o.ID].points[track], left[track]); n > 0 {
				left[track] -= n
				args[track] = []string{strconv.Itoa(n)}
			}
		}
		if len(args) > 0 {
			args["threat"] = []string{o.ID}
			all = append(all, args)
		}
	}
	return all
}
