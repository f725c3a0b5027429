package placement

import (
	"slices"
	"strconv"

	"kitpress/quiz/referee"
)

// Rules returns the rules of Cyber Attacker Placement.
func Rules() referee.Rules { return referee.Of[state](rules{}) }

type rules struct{}

// The verbs of this game.
const (
	verbUse       = "use"       // an every-turn card
	verbCollect   = "collect"   // tokens of the sites, stand up
	verbExchange  = "exchange"  // an attack card
	verbReturn    = "return"    // through a backdoor
	verbReveal    = "reveal"    // a vulnerability card
	verbRoll      = "roll"      // the dice
	verbPick      = "pick"      // tokens without rolling
	verbMove      = "move"      // one level up
	verbRetreat   = "retreat"   // to the start
	verbAttack    = "attack"    // with a card
	verbBuy       = "buy"       // an event card
	verbPlay      = "play"      // an event card
	verbTrade     = "trade"     // with another seat
	verbEnd       = "end"       // the turn
	verbSecure    = "secure"    // the next site that is suspicious
	verbSurrender = "surrender" // an attacker to the law
)

// The faces of the six-sided die that are no colour.
const (
	faceFour  = "four"
	faceWhite = "white"
)

// most is how many values an argument may have when the rules say how many.
const most = 20

func cardArg(name, deck string, min, max int) referee.Arg {
	return referee.Arg{Name: name, Kind: referee.ArgCard, Of: []string{deck}, Min: min, Max: max}
}

func siteArg(name string, min, max int) referee.Arg {
	return referee.Arg{Name: name, Kind: referee.ArgItem, Of: []string{"sites"}, Min: min, Max: max}
}

func numberArg(name string, min, max int) referee.Arg {
	return referee.Arg{Name: name, Kind: referee.ArgNumber, Min: min, Max: max}
}

func (rules) Verbs() []referee.Verb {
	seat := func(name string, min int) referee.Arg {
		return referee.Arg{Name: name, Kind: referee.ArgSeat, Min: min, Max: 1}
	}
	word := func(name string, of ...string) referee.Arg {
		return referee.Arg{Name: name, Kind: referee.ArgWord, Of: of, Max: 1}
	}
	return []referee.Verb{
		{Name: verbUse, Rule: "R18", Args: []referee.Arg{numberArg("by", 1, 1), siteArg("roll", 1, 1), cardArg("card", deckAttacks, 0, 1), seat("whom", 0)}},
		{Name: verbCollect, Understood: true, Rule: "R7"},
		{Name: verbExchange, Rule: "R7", Args: []referee.Arg{cardArg("card", deckAttacks, 0, 1)}},
		{Name: verbReturn, Rule: "R16", Args: []referee.Arg{numberArg("by", 1, 1)}},
		{Name: verbReveal, Rule: "R30", Args: []referee.Arg{cardArg("card", deckFlaws, 1, 1)}},
		{Name: verbRoll, Rule: "R8", Args: []referee.Arg{siteArg("dice", 1, most), siteArg("six", 0, 1), word("face", faceFour, faceWhite), cardArg("event", deckEvents, 0, 1)}},
		{Name: verbPick, Rule: "R8", Args: []referee.Arg{siteArg("tokens", 0, most)}},
		{Name: verbMove, Rule: "R13", Args: []referee.Arg{numberArg("by", 1, 1), siteArg("site", 0, 1), siteArg("with", 0, most)}},
		{Name: verbRetreat, Rule: "R15", Args: []referee.Arg{numberArg("by", 1, 1)}},
		{Name: verbAttack, Rule: "R16", Args: []referee.Arg{
			cardArg("card", deckAttacks, 1, 1), numberArg("by", 1, 2), siteArg("site", 0, 1), siteArg("with", 0, most),
			siteArg("roll", 0, 1), siteArg("colour", 0, 1), siteArg("extra", 0, most), cardArg("instead", deckAttacks, 0, 1),
			word("rise", "yes", "no"), cardArg("destroy", deckSecurity, 0, most),
			seat("ally", 0), numberArg("ally-by", 0, 1), siteArg("ally-with", 0, most),
		}},
		{Name: verbBuy, Rule: "R23", Args: []referee.Arg{siteArg("with", 0, most), cardArg("event", deckEvents, 0, 1)}},
		{Name: verbPlay, Rule: "R24", Args: []referee.Arg{
			cardArg("card", deckEvents, 1, 1), numberArg("by", 0, most), siteArg("site", 0, most), siteArg("rolls", 0, most), siteArg("take", 0, most),
			seat("whom", 0), siteArg("give", 0, most), siteArg("get", 0, most),
			cardArg("flaw", deckFlaws, 0, 1), cardArg("attack", deckAttacks, 0, 1), cardArg("discard", deckAttacks, 0, most),
		}},
		{Name: verbTrade, Rule: "R33", Only: "special=on", Args: []referee.Arg{
			seat("whom", 1), siteArg("give", 0, most), siteArg("get", 0, most),
			numberArg("give-attacks", 0, 1), numberArg("get-attacks", 0, 1), numberArg("give-events", 0, 1), numberArg("get-events", 0, 1),
			numberArg("give-points", 0, 1), numberArg("get-points", 0, 1), {Name: "promise", Kind: referee.ArgText, Max: 1},
		}},
		{Name: verbEnd, Rule: "R11", Args: []referee.Arg{cardArg("discard", deckAttacks, 0, most)}},
		{Name: verbSecure, Rule: "R19", Table: true, Args: []referee.Arg{cardArg("card", deckSecurity, 1, 1)}},
		{Name: verbSurrender, Rule: "R25", Args: []referee.Arg{numberArg("by", 1, 1)}},
	}
}

// Quiet names what follows from the phase, or is remembered for a later turn.
func (rules) Quiet() []string { return []string{"started", "collected"} }

func (rules) Options() []referee.Option {
	return []referee.Option{optionOrder, optionSnake, optionSpecial}
}

// Start sets up the board: CAP-R1, R2, R3.
func (rules) Start(setup referee.Setup) (state, *referee.Refusal) {
	t := newTable(setup)
	s := state{
		table: t, Phase: phasePrepare, Round: 1, Collected: true,
		players:  players{table: t, Turn: setup.Seats[0], Seats: map[referee.Seat]player{}},
		board:    board{table: t, Sites: map[string]site{}, Dish: map[string]int{}},
		Discards: map[string][]string{}, Unseen: map[string]int{},
	}
	onSite := t.n("siteTokens" + strconv.Itoa(len(setup.Seats)))
	for _, id := range t.sites {
		s.Sites[id] = site{Tokens: onSite}
		s.Dish[id] = t.n("tokensPerSite") - onSite
	}
	for _, seat := range setup.Seats {
		p := player{Tokens: map[string]int{}, Attackers: make([]attacker, t.n("attackers"))}
		for _, id := range t.sites {
			p.Tokens[id] = 0
		}
		p.Attacks.N = t.n("startCards")
		s.Seats[seat] = p
	}
	return s, nil
}

// A judge decides commands.
type judge struct{ state }

// Decide looks at who and when, and hands the command to its verb.
func (rules) Decide(now state, c referee.Command) ([]referee.Event, *referee.Refusal) {
	s := judge{now}
	switch {
	case s.Phase == phaseOver:
		return nil, referee.Refuse(s.Ended, "game-over")
	case c.Seat != "" && s.Seats[c.Seat].Out:
		return nil, referee.Refuse("R5", "seat-out", "Seat", string(c.Seat))
	case c.Verb == verbSecure:
		return s.secure(c)
	case len(s.Alarms) > 0:
		return nil, referee.Refuse("R19", "security-due", "Item", s.Alarms[0])
	case c.Verb == verbSurrender:
		return s.surrender(c)
	case len(s.Law) > 0:
		return nil, referee.Refuse("R25", "arrest-due", "Seat", string(s.Law[0]))
	case c.Seat != s.Turn:
		return nil, referee.Refuse("R3", "not-your-turn", "Turn", string(s.Turn))
	}
	if prepare := s.preparing(c.Verb); prepare != nil {
		if s.Phase != phasePrepare {
			return nil, referee.Refuse("R8", "prepared")
		}
		return prepare(c)
	}
	if s.Phase != phaseAct {
		return nil, referee.Refuse("R8", "not-informed")
	}
	return s.doing(c.Verb)(c)
}

type decide func(referee.Command) ([]referee.Event, *referee.Refusal)

// preparing returns what decides a verb of phases 1 and 2, or nil.
func (s judge) preparing(verb string) decide {
	switch verb {
	case verbUse:
		return s.use
	case verbCollect:
		return s.collect
	case verbExchange:
		return s.exchange
	case verbReturn:
		return s.returns
	case verbReveal:
		return s.reveal
	case verbRoll:
		return s.roll
	case verbPick:
		return s.pick
	}
	return nil
}

// doing returns what decides a verb of phases 3 and 4.
func (s judge) doing(verb string) decide {
	switch verb {
	case verbMove:
		return s.move
	case verbRetreat:
		return s.retreat
	case verbAttack:
		return s.attack
	case verbBuy:
		return s.buy
	case verbPlay:
		return s.play
	case verbTrade:
		return s.trade
	}
	return s.end
}

// Tally counts the points: CAP-R4, R5.
func (rules) Tally(s state) referee.Tally {
	t := referee.Tally{Over: s.Phase == phaseOver, Rule: s.Ended}
	for _, seat := range s.table.setup.Seats {
		p := s.Seats[seat]
		arrested := 0
		for _, a := range p.Attackers {
			if a.Arrested {
				arrested++
			}
		}
		t.Rows = append(t.Rows, referee.Row{
			Seat: seat, Total: p.Points, Out: p.Out,
			Values: map[string]int{"points": p.Points, "arrested": arrested},
		})
	}
	t.Place(func(a, b referee.Row) bool {
		switch {
		case t.Over && (a.Seat == s.Winner) != (b.Seat == s.Winner):
			return a.Seat == s.Winner
		case a.Out != b.Out:
			return b.Out
		}
		return a.Total > b.Total
	})
	return t
}

// A view is what everybody sees: hands are counts, and what was named openly.
type view struct {
	state
	Start referee.Seat          `json:"start"`
	Piles map[string]int        `json:"piles"`
	Costs map[string][]costLine `json:"costs"` // of the three steps, by site
}

// A costLine is what a step costs now.
type costLine struct {
	S int `json:"s"`
	O int `json:"o"`
}

// View returns the state with what follows from it; nobody sees more, for each
// hand is in its hand.
func (rules) View(s state, _ referee.Seat) any {
	v := view{state: s.clone(), Start: s.start(), Piles: map[string]int{}, Costs: map[string][]costLine{}}
	for _, deck := range decks {
		v.Piles[deck] = s.pile(deck)
	}
	for _, site := range s.table.sites {
		for level := range s.table.levels {
			p := s.movePrice(attacker{Level: level}, site)
			v.Costs[site] = append(v.Costs[site], costLine{p.s, p.o})
		}
	}
	return v
}

// Places returns what lies on the board and beside it.
func (rules) Places(s state) []referee.Place {
	var places []referee.Place
	for _, id := range s.table.sites {
		here := s.Sites[id]
		p := referee.Place{ID: "site", Kind: referee.PlaceSite, Item: id, Args: []string{"by"}, Verbs: []string{verbMove}, N: here.Tokens}
		if s.blocked(id) {
			p.State = "blocked"
		} else if slices.Contains(s.Alarms, id) {
			p.State = "alarm"
		}
		for level := range s.table.n("levels") {
			c := s.movePrice(attacker{Level: level}, id)
			p.Pieces = append(p.Pieces, referee.Piece{N: level + 1, Price: map[string]int{"S": c.s, "O": c.o}})
		}
		p.Pieces = append(p.Pieces, s.figures(func(a attacker) bool { return a.Level > 0 && a.Site == id })...)
		for _, card := range here.Cards {
			p.Pieces = append(p.Pieces, referee.Piece{ID: card})
		}
		places = append(places, p)
	}
	places = append(places, referee.Place{ID: "attackers", Item: "start", Kind: referee.PlaceFigures, Args: []string{"by"}, Pieces: s.figures(func(a attacker) bool { return a.Level == 0 })})
	if s.Phase == phasePrepare {
		places = append(places, referee.Place{ID: "dice", Kind: referee.PlaceDice, Seat: s.Turn, Verbs: []string{verbRoll}})
	}
	for _, deck := range decks {
		pile := referee.Piece{Of: []string{s.table.setup.Game.Deck(deck).Cards[0].ID}, N: s.pile(deck)}
		p := referee.Place{ID: deck, Kind: referee.PlacePiles, Pieces: []referee.Piece{pile}}
		if deck == deckEvents {
			p.Verbs = []string{verbBuy}
		}
		places = append(places, p)
	}
	places = append(places, referee.Place{ID: "dish", Kind: referee.PlaceTracks, Pieces: s.count(s.Dish)})
	for _, seat := range s.table.setup.Seats {
		p := s.Seats[seat]
		hand := referee.Place{ID: "hand", Kind: referee.PlaceHand, Seat: seat}
		for _, deck := range []string{deckAttacks, deckEvents} {
			h := p.hand(deck)
			for _, id := range h.Known {
				hand.Pieces = append(hand.Pieces, referee.Piece{ID: id})
			}
			if n := h.N - len(h.Known); n > 0 {
				hand.Pieces = append(hand.Pieces, referee.Piece{Of: []string{s.table.setup.Game.Deck(deck).Cards[0].ID}, N: n})
			}
		}
		places = append(places, referee.Place{ID: "tokens", Kind: referee.PlaceTracks, Seat: seat, Pieces: s.count(p.Tokens)}, hand)
	}
	return places
}

// figures returns the attackers that fit and are free, of all seats.
func (s state) figures(fits func(attacker) bool) []referee.Piece {
	var list []referee.Piece
	for _, seat := range s.table.setup.Seats {
		for i, a := range s.Seats[seat].Attackers {
			if a.Arrested || !fits(a) {
				continue
			}
			p := referee.Piece{Seat: seat, Value: strconv.Itoa(i + 1), N: a.Level}
			if a.Acted {
				p.State = "acted"
			}
			list = append(list, p)
		}
	}
	return list
}

// count returns tokens by site.
func (s state) count(n map[string]int) []referee.Piece {
	var list []referee.Piece
	for _, site := range s.table.sites {
		list = append(list, referee.Piece{ID: site, N: n[site]})
	}
	return list
}
