package placement

import (
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
		{Name: verbCollect, Rule: "R7"},
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
		table: t, Phase: phasePrepare, Round: 1, Turn: setup.Seats[0], Collected: true,
		Seats: map[referee.Seat]player{}, Sites: map[string]site{}, Dish: map[string]int{},
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

// Decide looks at who and when, and hands the command to its verb.
func (rules) Decide(s state, c referee.Command) ([]referee.Event, *referee.Refusal) {
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
	return s.acting(c.Verb)(c)
}

type decide func(referee.Command) ([]referee.Event, *referee.Refusal)

// preparing returns what decides a verb of phases 1 and 2, or nil.
func (s state) preparing(verb string) decide {
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

// acting returns what decides a verb of phases 3 and 4.
func (s state) acting(verb string) decide {
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
