package online

import (
	"maps"
	"slices"

	"kitpress/quiz/referee"
)

// The phases of a turn.
const (
	phaseStart = "start" // exchange, or draw and play: ONL-R6, R7
	phasePlay  = "play"
	phaseHack  = "hack" // "Hacker!" was called: R22, R27
	phaseOver  = "over"
)

// A state is a match at one moment.
type state struct {
	table *table

	Phase  string                `json:"phase"`
	At     int                   `json:"at"` // place in the order of turns
	Hands  map[referee.Seat]int  `json:"hands"`
	Areas  map[referee.Seat]area `json:"areas"`
	Bank   int                   `json:"bank"`
	Trash  []string              `json:"trash"` // the last one lies on top
	Files  int                   `json:"files"` // loaded in this turn
	Played int                   `json:"played"`
	Skip   map[referee.Seat]int  `json:"skip"`
	First  map[referee.Seat]bool `json:"first"` // had no turn yet: R5
	Ended  string                `json:"ended,omitempty"`

	// Reply is what was blocked in this turn: its owners may unlock it at
	// once, until the turn is over (R16).
	Reply map[referee.Seat]stacks `json:"reply,omitempty"`
}

// A stacks says which stacks of an area are meant.
type stacks struct {
	Connection bool `json:"connection,omitempty"`
	Memory     bool `json:"memory,omitempty"`
}

// An area is what a team has on the table.
type area struct {
	Connection []string        `json:"connection"` // the last one lies on top
	Memory     []string        `json:"memory"`
	Rows       map[string]int  `json:"rows"`
	Backed     map[string]bool `json:"backed"`
}

func top(stack []string) string {
	if len(stack) == 0 {
		return ""
	}
	return stack[len(stack)-1]
}

// clone returns a state that may be changed without changing s: its maps and
// the stacks of its areas are never changed, but replaced.
func (s state) clone() state {
	s.Trash = slices.Clip(s.Trash)
	return s
}

// turn returns the seat on turn.
func (s state) turn() referee.Seat { return s.table.order[s.At] }

// area returns the area of a seat's team.
func (s state) area(seat referee.Seat) area { return s.Areas[s.table.team[seat]] }

// hidden returns how many copies of a card nobody sees.
func (s state) hidden(id string) int {
	n := s.table.card(id).copies - referee.Copies(s.Trash, id)
	for _, a := range s.Areas {
		n -= referee.Copies(a.Connection, id) + referee.Copies(a.Memory, id) + a.Rows[id]
	}
	return n
}

// canHold reports whether a hand can have these cards, by what is known.
func (s state) canHold(seat referee.Seat, cards []string) bool {
	if len(cards) > s.Hands[seat] {
		return false
	}
	return !slices.ContainsFunc(cards, func(c string) bool { return referee.Copies(cards, c) > s.hidden(c) })
}

// open reports whether files can be laid: ONL-R11, R12, R15.
func (s state) online(a area) bool { return s.table.isConnection(top(a.Connection)) }

func (s state) roomy(a area) bool {
	c := s.table.card(top(a.Memory))
	return len(a.Memory) > 0 && c.kind == kindAccess
}

// draw moves cards from the bank to a hand, making a new bank when it is
// empty: ONL-R32.
func (s *state) draw(seat referee.Seat, n int) {
	drawn := 0
	for s.refill(); drawn < n && s.Bank > 0; s.refill() {
		s.Bank--
		drawn++
	}
	if drawn > 0 {
		s.Hands = referee.With(s.Hands, seat, s.Hands[seat]+drawn)
	}
}

// refill makes a new bank of the trash and of what lies below the tops of the
// stacks.
func (s *state) refill() {
	if s.Bank > 0 {
		return
	}
	s.Bank, s.Trash, s.Areas = len(s.Trash), nil, maps.Clone(s.Areas)
	for seat, a := range s.Areas {
		for _, stack := range []*[]string{&a.Connection, &a.Memory} {
			if n := len(*stack); n > 1 {
				s.Bank += n - 1
				*stack = (*stack)[n-1:]
			}
		}
		s.Areas[seat] = a
	}
}

// won returns the area that has the full goal, "" for none: ONL-R33.
func (s state) won() referee.Seat {
	for _, owner := range s.table.areas {
		full := true
		for id, c := range s.table.cards {
			full = full && s.Areas[owner].Rows[id] >= c.goal
		}
		if full {
			return owner
		}
	}
	return ""
}
