package online

import (
	"slices"

	"kitpress/quiz/referee"
	"kitpress/quiz/simulate"
)

// Sensible plays greedily. Out of turn it stops every hacker of others and
// unlocks what was just blocked. In its turn it exchanges cards of no use when
// it could lay nothing; otherwise it draws and plays on while it can: backs
// rows up, unlocks and opens its connection and its memory, loads the largest
// files it still needs, blocks the opponent with the most megabytes, hacks and
// searches. It never loads more of a kind than the goal asks for. The card it
// throws away is the one of least use.
func (w *world) Sensible(ways []referee.Command) int {
	s := w.now()
	return simulate.Best(ways, func(c referee.Command) int { return w.worth(s, c) })
}

// worth returns how good a way is, among those there are at the same time.
// Ending the turn is worth 0.
func (w *world) worth(s state, c referee.Command) int {
	t := thinker{s, c.Seat}
	id := c.Args.Word("card")
	if c.Seat != s.turn() {
		if c.Verb == verbPatrol && s.table.team[c.Seat] == s.table.team[s.turn()] {
			return -2000
		}
		return 2000
	}
	switch c.Verb {
	case verbDraw:
		if w.playable(t) {
			return 10
		}
		return 0
	case verbExchange:
		if slices.Equal(c.Args["cards"], w.useless(s, c.Seat)) {
			return 5
		}
		return 1 - len(c.Args["cards"])
	case verbBackup:
		return 900
	case verbLay:
		return t.lay(id, referee.Seat(c.Args.Word("on")))
	case verbHacker:
		return 150
	case verbHack:
		return t.hack(c.Args)
	case verbSearch:
		if id == "" {
			return -1
		}
		return t.lay(id, "") - 100
	}
	if id := c.Args.Word("trash"); id != "" {
		return -t.use(id)
	}
	return 0
}

// A thinker looks at the table as one seat does.
type thinker struct {
	s    state
	seat referee.Seat
}

func (t thinker) area() area { return t.s.area(t.seat) }

// needs reports whether a file is still lacking for the goal.
func (t thinker) needs(id string) bool {
	c := t.s.table.card(id)
	return c.kind == kindFile && t.area().Rows[id] < c.goal
}

// megabytes returns what an area has loaded.
func (t thinker) megabytes(owner referee.Seat) int {
	sum := 0
	for id, n := range t.s.Areas[owner].Rows {
		sum += n * t.s.table.card(id).worth
	}
	return sum
}

// lay returns what laying a card is worth.
func (t thinker) lay(id string, on referee.Seat) int {
	c := t.s.table.card(id)
	switch {
	case c.kind == kindFile && t.needs(id):
		return 500 + c.worth
	case c.kind == kindFile:
		return -1
	case c.kind == kindBlock:
		return 200 + t.megabytes(on)/10
	case t.s.table.isKey(id):
		return 850
	case t.s.table.isMemory(id):
		return 800
	}
	return 800 + c.limit
}

// hack returns what a hack is worth.
func (t thinker) hack(args referee.Args) int {
	id, of, to := args.Word("card"), referee.Seat(args.Word("of")), referee.Seat(args.Word("to"))
	mine := t.s.table.team[t.seat]
	switch c := t.s.table.card(id); {
	case id == "":
		return 0
	case to == mine && c.kind == kindFile:
		if !t.needs(id) {
			return 1
		}
		return 900 + c.worth
	case of == mine: // a block off one's own stack, best onto another's
		if to != "" {
			return 850
		}
		return 800
	case to == mine:
		return 600
	case c.kind == kindBlock && to != "":
		return 500 + t.megabytes(to)/10
	case of != "" && to == "":
		return 300 + t.megabytes(of)/10
	}
	return 2
}

// use returns how useful a card in hand is.
func (t thinker) use(id string) int {
	switch c := t.s.table.card(id); c.kind {
	case kindFile:
		if !t.needs(id) {
			return 0
		}
		return 50 + c.worth/10
	case kindPower:
		return 60
	case kindBlock:
		return 30
	}
	switch a := t.area(); {
	case t.s.table.isConnection(id) && !t.s.online(a):
		return 100
	case t.s.table.isMemory(id) && !t.s.roomy(a):
		return 55
	case t.s.table.isKey(id):
		return 10
	}
	return 5
}

// useless returns the cards of a hand that are of no use now: files beyond the
// goal, keys, and what would open what is open.
func (w *world) useless(s state, seat referee.Seat) []string {
	var list []string
	for _, id := range w.hands[seat] {
		if (thinker{s, seat}).use(id) <= 10 {
			list = append(list, id)
		}
	}
	return list
}

// playable reports whether something in hand can be laid to some end.
func (w *world) playable(t thinker) bool {
	for _, id := range w.hands[t.seat] {
		c := t.s.table.card(id)
		switch c.kind {
		case kindPower:
			if id != cardPatrol {
				return true
			}
		case kindBlock:
			for _, owner := range t.s.opponents(t.seat) {
				if t.s.place(id, t.s.Areas[owner], false) == nil {
					return true
				}
			}
		default:
			if (c.kind != kindFile || t.needs(id)) && t.s.place(id, t.area(), true) == nil {
				return true
			}
		}
	}
	return false
}
