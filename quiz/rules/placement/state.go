package placement

import (
	"maps"
	"slices"

	"kitpress/quiz/referee"
)

// The phases of a turn. Phase 2 ends phasePrepare.
const (
	phasePrepare = "prepare" // CAP-R7, R8
	phaseAct     = "act"     // CAP-R10, R11
	phaseOver    = "over"
)

// A state is a match at one moment.
type state struct {
	table *table

	Phase string `json:"phase"`
	Round int    `json:"round"`
	players
	board

	Discards map[string][]string `json:"discards"` // by deck
	Unseen   map[string]int      `json:"unseen"`   // discards nobody has seen, by deck
	Laid     []laid              `json:"laid"`     // every-turn cards

	Collected bool `json:"collected"` // phase 1 of this turn
	Exchanged bool `json:"exchanged"`
	Due       bool `json:"due"`    // a vulnerability card is to be revealed: CAP-R30
	Gained    int  `json:"gained"` // event cards in this turn: CAP-R24

	ZeroDay []string       `json:"zeroDay"` // vulnerabilities that count in this turn only
	Alarms  []string       `json:"alarms"`  // sites that wait for a security card: CAP-R19
	Law     []referee.Seat `json:"law"`     // seats that choose who is arrested

	Ended  string       `json:"ended,omitempty"` // the rule that ended the match
	Winner referee.Seat `json:"winner,omitempty"`
}

// A board is the sites and the dish.
type board struct {
	table  *table
	Sites  map[string]site `json:"sites"`
	Dish   map[string]int  `json:"dish"`   // tokens by site
	Blocks []block         `json:"blocks"` // CAP-R35
}

// The players are the seats with their tokens, cards and attackers.
type players struct {
	table  *table
	Turn   referee.Seat            `json:"turn"`
	Seats  map[referee.Seat]player `json:"seats"`
	Bribed []pawn                  `json:"bribed"` // in this turn
}

// A player is one seat.
type player struct {
	Points    int            `json:"points"`
	Tokens    map[string]int `json:"tokens"`
	Attacks   hand           `json:"attacks"`
	Events    hand           `json:"events"`
	Attackers []attacker     `json:"attackers"`
	Started   bool           `json:"started"` // had a turn
	Out       bool           `json:"out"`
}

// A hand is cards nobody else sees, and those of them that were named.
type hand struct {
	N     int      `json:"n"`
	Known []string `json:"known"`
}

// An attacker stands on the start (level 0) or on a level of a site.
type attacker struct {
	Site     string `json:"site,omitempty"`
	Level    int    `json:"level"`
	Acted    bool   `json:"acted,omitempty"`
	Held     bool   `json:"held,omitempty"` // stays acted in the next turn: CAP-R32
	Arrested bool   `json:"arrested,omitempty"`
	Back     *back  `json:"back,omitempty"`
}

// A back is where an attacker may return to through a backdoor.
type back struct {
	Site  string `json:"site"`
	Level int    `json:"level"`
	Ready bool   `json:"ready"` // in this turn
}

// A pawn names an attacker by its owner.
type pawn struct {
	Seat referee.Seat `json:"seat"`
	N    int          `json:"n"`
}

// A laid card is an every-turn card beside an attacker.
type laid struct {
	Card string       `json:"card"`
	Pawn pawn         `json:"pawn"`
	By   referee.Seat `json:"by"`
	Used bool         `json:"used"` // in this turn
}

// A block keeps everybody from the tokens of a site.
type block struct {
	Site string       `json:"site"`
	By   referee.Seat `json:"by"`
}

// A site is one of the targets.
type site struct {
	Tokens int      `json:"tokens"`
	Cards  []string `json:"cards"` // security and vulnerabilities, in the order they came: CAP-A4
	Alarm  bool     `json:"alarm"` // trigger (a) has worked
	Crowd  bool     `json:"crowd"` // trigger (b) has worked
}

// clone returns a state that may be changed without changing s. Sites, tokens, known
// cards, the cards of sites and discards are never changed, but replaced.
func (s state) clone() state {
	s.Seats = maps.Clone(s.Seats)
	var all []attacker // of every seat, in one list
	for seat, p := range s.Seats {
		if all == nil {
			all = make([]attacker, 0, len(s.Seats)*len(p.Attackers))
		}
		from := len(all)
		all = append(all, p.Attackers...)
		p.Attackers = slices.Clip(all[from:])
		s.Seats[seat] = p
	}
	s.Laid, s.Bribed, s.ZeroDay = slices.Clone(s.Laid), slices.Clone(s.Bribed), slices.Clone(s.ZeroDay)
	s.Blocks, s.Alarms, s.Law = slices.Clone(s.Blocks), slices.Clone(s.Alarms), slices.Clone(s.Law)
	return s
}

// attacker returns an attacker; a zero one for a number nobody has.
func (s players) attacker(p pawn) attacker {
	list := s.Seats[p.Seat].Attackers
	if p.N < 1 || p.N > len(list) {
		return attacker{Arrested: true}
	}
	return list[p.N-1]
}

func (s *players) setAttacker(p pawn, a attacker) {
	if list := s.Seats[p.Seat].Attackers; p.N >= 1 && p.N <= len(list) {
		list[p.N-1] = a
	}
}

// pawn returns the attacker a seat calls by a number: an own one or, in this
// turn, a bribed one.
func (s players) pawn(seat referee.Seat, n int) (pawn, bool) {
	own := len(s.Seats[seat].Attackers)
	switch {
	case n >= 1 && n <= own:
		return pawn{seat, n}, true
	case seat == s.Turn && n > own && n <= own+len(s.Bribed):
		return s.Bribed[n-own-1], true
	}
	return pawn{}, false
}

// pawns returns all attackers of a seat that are not arrested, with the
// numbers it calls them by.
func (s players) pawns(seat referee.Seat) []int {
	var list []int
	n := len(s.Seats[seat].Attackers)
	if seat == s.Turn {
		n += len(s.Bribed)
	}
	for i := 1; i <= n; i++ {
		if p, ok := s.pawn(seat, i); ok && !s.attacker(p).Arrested {
			list = append(list, i)
		}
	}
	return list
}

// inside returns the attackers inside a site, of all players.
func (s players) inside(site string) []pawn {
	var list []pawn
	for _, seat := range s.table.setup.Seats {
		for i, a := range s.Seats[seat].Attackers {
			if !a.Arrested && a.Level > 0 && a.Site == site {
				list = append(list, pawn{seat, i + 1})
			}
		}
	}
	return list
}

// active returns the seats that are not out, in the order of play.
func (s players) active() []referee.Seat {
	var list []referee.Seat
	for _, seat := range s.table.setup.Seats {
		if !s.Seats[seat].Out {
			list = append(list, seat)
		}
	}
	return list
}

// start returns who reveals the vulnerability cards: CAP-R30, A18.
func (s players) start() referee.Seat {
	for _, seat := range s.table.setup.Seats {
		if !s.Seats[seat].Out {
			return seat
		}
	}
	return ""
}

func (s board) blocked(site string) bool {
	return slices.ContainsFunc(s.Blocks, func(b block) bool { return b.Site == site })
}

// hand returns the cards of a deck in the hand of a seat.
func (p player) hand(deck string) hand {
	if deck == deckEvents {
		return p.Events
	}
	return p.Attacks
}

func (s *players) setHand(seat referee.Seat, deck string, h hand) {
	p := s.Seats[seat]
	if deck == deckEvents {
		p.Events = h
	} else {
		p.Attacks = h
	}
	s.Seats[seat] = p
}

// hidden returns how many copies of a card nobody has seen since its pile was
// shuffled.
func (s state) hidden(id string) int {
	c := s.table.card(id)
	n := c.copies - referee.Copies(s.Discards[c.deck], id)
	for _, p := range s.Seats {
		n -= referee.Copies(p.hand(c.deck).Known, id)
	}
	for _, l := range s.Laid {
		if l.Card == id {
			n--
		}
	}
	for _, p := range s.Sites {
		n -= referee.Copies(p.Cards, id)
	}
	return n
}

// pile returns how many cards are still to be drawn.
func (s state) pile(deck string) int {
	n := s.table.total[deck] - len(s.Discards[deck]) - s.Unseen[deck]
	switch deck {
	case deckAttacks, deckEvents:
		for _, p := range s.Seats {
			n -= p.hand(deck).N
		}
		if deck == deckAttacks {
			n -= len(s.Laid)
		}
	default:
		for _, p := range s.Sites {
			for _, id := range p.Cards {
				if s.table.card(id).deck == deck {
					n--
				}
			}
		}
	}
	return n
}

// canHold reports whether a seat can hold these cards of a deck all at once,
// by what is known.
func (s state) canHold(seat referee.Seat, deck string, cards ...string) bool {
	h := s.Seats[seat].hand(deck)
	unknown := 0
	for i, c := range cards {
		switch n := referee.Copies(cards[:i+1], c) - referee.Copies(h.Known, c); {
		case n <= 0:
		case n > s.hidden(c):
			return false
		default:
			unknown++
		}
	}
	return unknown <= h.N-len(h.Known)
}

// count counts the values of a list.
func count(list []string) map[string]int {
	n := map[string]int{}
	for _, x := range list {
		n[x]++
	}
	return n
}

// has reports whether a seat has these tokens.
func (s players) has(seat referee.Seat, tokens []string) bool {
	have := s.Seats[seat].Tokens
	for i, id := range tokens {
		if referee.Copies(tokens[:i+1], id) > have[id] {
			return false
		}
	}
	return true
}
