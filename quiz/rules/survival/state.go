package survival

import (
	"maps"
	"slices"

	"kitpress/quiz/referee"
)

// The phases of a match.
const (
	phaseDeal   = "deal"   // the first threats: CSG-R2
	phaseReveal = "reveal" // the start player reveals: CSG-R4
	phaseTurn   = "turn"   // somebody is on turn: CSG-R5
	phaseOver   = "over"
)

// A state is a match at one moment.
type state struct {
	table *table

	Phase string                  `json:"phase"`
	Round int                     `json:"round"`
	Start referee.Seat            `json:"start"`
	Turn  referee.Seat            `json:"turn,omitempty"`
	Done  []referee.Seat          `json:"done"` // had their turn this round
	Open  []openThreat            `json:"open"` // in the order they were revealed
	Gone  []string                `json:"gone"` // removed for good
	New   []string                `json:"new"`  // revealed this round
	Seats map[referee.Seat]player `json:"seats"`

	Dice    []string `json:"dice"` // unused ones of this turn
	Rolled  bool     `json:"rolled"`
	Rerolls int      `json:"rerolls"` // used: this round by all, or in this turn
	Drawn   int      `json:"drawn"`   // power-ups, in this turn
	Played  int      `json:"played"`
	Discard []string `json:"discard"` // power-ups played
	Left    []string `json:"left"`    // backs of those that players who are out have left there

	Question string         `json:"question,omitempty"` // the threat this round's question is about
	Earned   []referee.Seat `json:"earned"`             // by this round's question

	Ended string `json:"ended,omitempty"` // the rule that ended the match
}

// An openThreat lies in the middle and bears tokens.
type openThreat struct {
	ID     string         `json:"id"`
	Tokens []referee.Seat `json:"tokens"`
}

// A player is one seat.
type player struct {
	Tracks  map[string]int `json:"tracks"`
	Supply  int            `json:"supply"`
	Hand    []string       `json:"hand"`   // backs of the power-ups in hand
	Ignored []string       `json:"ignore"` // threats that cost nothing this round
	Out     bool           `json:"out"`
}

func (p player) total() int {
	sum := 0
	for _, n := range p.Tracks {
		sum += n
	}
	return sum
}

// empty returns the resources that stand at 0: with one of them a player is
// out.
func (p player) empty() []string {
	var list []string
	for track, n := range p.Tracks {
		if n == 0 {
			list = append(list, track)
		}
	}
	slices.Sort(list)
	return list
}

// clone returns a state that may be changed without changing s.
func (s state) clone() state {
	s.Done, s.Gone, s.New = slices.Clone(s.Done), slices.Clone(s.Gone), slices.Clone(s.New)
	s.Dice, s.Discard, s.Earned = slices.Clone(s.Dice), slices.Clone(s.Discard), slices.Clone(s.Earned)
	s.Left = slices.Clone(s.Left)
	s.Open = slices.Clone(s.Open)
	for i := range s.Open {
		s.Open[i].Tokens = slices.Clone(s.Open[i].Tokens)
	}
	s.Seats = maps.Clone(s.Seats)
	for seat, p := range s.Seats {
		p.Tracks, p.Hand, p.Ignored = maps.Clone(p.Tracks), slices.Clone(p.Hand), slices.Clone(p.Ignored)
		s.Seats[seat] = p
	}
	return s
}

// active returns the seats that are not out, in the order of play.
func (s state) active() []referee.Seat {
	var list []referee.Seat
	for _, seat := range s.table.setup.Seats {
		if !s.Seats[seat].Out {
			list = append(list, seat)
		}
	}
	return list
}

// next returns the first of a list that is not out, behind a seat.
func (s state) next(seat referee.Seat) referee.Seat {
	for _, n := range s.table.setup.After(seat) {
		if !s.Seats[n].Out {
			return n
		}
	}
	return seat
}

// find returns the open threat of an id, or nil.
func (s state) find(id string) *openThreat {
	for i := range s.Open {
		if s.Open[i].ID == id {
			return &s.Open[i]
		}
	}
	return nil
}

// pile returns how many power-ups with each back are still to be drawn.
func (s state) pile() map[string]int {
	left := maps.Clone(s.table.backs)
	for _, id := range s.Discard {
		left[s.table.powerUps[id].back]--
	}
	for _, back := range s.Left {
		left[back]--
	}
	for _, p := range s.Seats {
		for _, back := range p.Hand {
			left[back]--
		}
	}
	return left
}

func (s state) pileSize() int {
	n := 0
	for _, k := range s.pile() {
		n += k
	}
	return n
}

// toReveal returns how many threats the start player reveals now: CSG-R4, D1,
// D2.
func (s state) toReveal() int {
	t := s.table
	if s.Round == t.n("firstRound") {
		return t.n("firstRoundDraw")
	}
	n := t.n("laterRoundDraw")
	short := t.n("refillTo") - len(s.Open) - n
	switch {
	case short <= 0:
	case t.is("refill", "until4"):
		n += short
	default:
		n++ // only one extra
	}
	return n
}

// concentrated reports whether too many unresolved threats lie open: CSG-R21,
// D6.
func (s state) concentrated() bool {
	n := 0
	for _, o := range s.Open {
		unresolved := len(o.Tokens) == 0
		if !s.table.is("concentratedCount", "noToken") {
			unresolved = len(o.Tokens) < len(s.active())
		}
		if unresolved {
			n++
		}
	}
	return n >= s.table.n("concentratedThreats")
}

// rerollsLeft returns how often dice may be rolled again: CSG-R9, D3.
func (s state) rerollsLeft() int { return s.table.n("rerolls") - s.Rerolls }

// lastRound reports whether no round follows this one.
func (s state) lastRound() bool {
	return s.Round >= s.table.n("firstRound")+s.table.n("rounds")-1
}
