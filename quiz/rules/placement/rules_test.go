package placement

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"kitpress/catalog"
	"kitpress/quiz/referee"
	"kitpress/quiz/referee/refereetest"
)

func game(t testing.TB) *catalog.Game { return refereetest.Game(t, "attacker-placement") }

// Each rule that can be broken at the table has a play that breaks it and is
// refused with that very rule.
func TestPlays(t *testing.T) {
	refereetest.Breaks(t, Rules(), game(t), os.DirFS("testdata"),
		"R3", "R4", "R7", "R8", "R9", "R10", "R11", "R13", "R14", "R15", "R16", "R17", "R19", "R20", "R23", "R24", "R30", "R31", "R32", "R33")
}

func TestRandomPlay(t *testing.T) { random(t).Run(t) }

// Nonsense is refused, and what is accepted keeps what must hold.
func TestWildCommands(t *testing.T) { random(t).Wild(t) }

// What a form lets through is legal.
func TestForms(t *testing.T) { random(t).Forms(t, "referee.nothing-traded") }

// random is how games are played at random.
func random(t *testing.T) refereetest.Random {
	g := game(t)
	seats := []referee.Seat{"night", "orchid", "copper", "silver"}
	return refereetest.Random{
		Rules: Rules(),
		Setup: func(r *rand.Rand) referee.Setup {
			s := referee.Setup{Game: g, Seats: seats[:3+r.IntN(2)], Options: map[string]string{}}
			for _, o := range (rules{}).Options() {
				s.Options[o.Name] = o.Values[r.IntN(len(o.Values))]
			}
			return s
		},
		Complete: complete,
		Choose:   choose,
		Holds:    holds,
		Longest:  4000,
	}
}

// choose ends turns and trades seldom: whoever never ends a turn never
// collects, and moves are what the rules are about.
func choose(r *rand.Rand, _ *referee.Match, moves []referee.Move) referee.Move {
	for range 3 {
		m := moves[r.IntN(len(moves))]
		if m.Verb != verbTrade || r.IntN(4) == 0 {
			return m
		}
	}
	return moves[r.IntN(len(moves))]
}

// complete says what was rolled and drawn, and which tokens were chosen.
func complete(r *rand.Rand, m *referee.Match, mv referee.Move) referee.Command {
	s := m.State().(state)
	c := mv.Command
	c.Args = referee.Args{}
	for name, list := range mv.Args {
		c.Args[name] = list
	}
	t := s.table
	sites := func(n int) []string {
		var list []string
		for range n {
			list = append(list, t.sites[r.IntN(len(t.sites))])
		}
		return list
	}
	some := func(seat referee.Seat, n int) []string {
		var list []string
		for range 20 {
			if id := t.sites[r.IntN(len(t.sites))]; len(list) < n && s.has(seat, append(slices.Clone(list), id)) {
				list = append(list, id)
			}
		}
		return list
	}
	card := func(deck string, n int, ok func(string) bool) []string {
		var list []string
		for range 200 {
			records := t.setup.Game.Deck(deck).Cards
			if id := records[r.IntN(len(records))].ID; len(list) < n && ok(id) {
				list = append(list, id)
			}
		}
		return list
	}
	free := func(id string) bool { return s.hidden(id) > 0 }
	var held []string
	holding := func(id string) bool {
		if !s.canHold(c.Seat, deckAttacks, append(slices.Clone(held), id)...) {
			return false
		}
		held = append(held, id)
		return true
	}
	switch c.Verb {
	case verbSecure:
		c.Args["card"] = card(deckSecurity, 1, free)
	case verbReveal:
		c.Args["card"] = card(deckFlaws, 1, free)
	case verbExchange:
		if len(mv.Open) > 0 {
			c.Args["card"] = card(deckAttacks, 1, holding)
		}
	case verbUse:
		c.Args["roll"] = sites(1)
	case verbRoll:
		c.Args["dice"] = sites(2)
		switch r.IntN(6) {
		case 0:
			c.Args["face"] = []string{faceWhite}
			if s.pile(deckEvents) > 0 && r.IntN(2) == 0 {
				c.Args["event"] = card(deckEvents, 1, free)
			}
		case 1:
			c.Args["face"] = []string{faceFour}
			fallthrough
		default:
			c.Args["six"] = sites(1)
		}
	case verbPick:
		c.Args["tokens"] = sites(2)
	case verbAttack:
		for _, name := range mv.Open {
			c.Args[name] = sites(1)
		}
		if t.card(c.Args.Word("card")).effect == effectIgnore {
			for _, id := range s.Sites[c.Args.Word("site")].Cards {
				if t.card(id).deck == deckSecurity && r.IntN(2) == 0 {
					c.Args["destroy"] = append(c.Args["destroy"], id)
				}
			}
		}
	case verbBuy:
		if r.IntN(2) == 0 {
			c.Args["event"] = card(deckEvents, 1, free)
		}
	case verbEnd:
		if len(mv.Open) > 0 {
			c.Args["discard"] = card(deckAttacks, s.Seats[c.Seat].Attacks.N-t.n("handSize"), holding)
		}
	case verbTrade:
		whom := referee.Seat(c.Args.Word("whom"))
		c.Args["give"], c.Args["get"] = some(c.Seat, r.IntN(2)), some(whom, r.IntN(3))
		for _, name := range []string{"give-attacks", "get-attacks", "give-events", "get-events"} {
			c.Args[name] = number(r.IntN(2))
		}
	case verbPlay:
		playArgs(r, s, &c, sites, some)
	}
	return c
}

func playArgs(r *rand.Rand, s state, c *referee.Command, sites func(int) []string, some func(referee.Seat, int) []string) {
	t := s.table
	by := number(1 + r.IntN(t.n("attackers")))
	other := t.setup.After(c.Seat)[r.IntN(len(t.setup.Seats)-1)]
	deckCard := func(deck string) []string {
		records := t.setup.Game.Deck(deck).Cards
		return []string{records[r.IntN(len(records))].ID}
	}
	set := func(name string, list []string) { c.Args[name] = list }
	switch t.card(c.Args.Word("card")).effect {
	case effectDrop, effectBlock:
		set("site", sites(1))
	case effectStep:
		set("by", by)
		if s.attacker(pawn{c.Seat, c.Args.Number("by")}).Level == 0 {
			set("site", sites(1))
		}
	case effectDice:
		set("by", by)
		set("rolls", sites(4))
	case effectDish:
		set("by", by)
		set("take", sites(3))
	case effectSwap:
		set("whom", []string{string(other)})
		n := 1 + r.IntN(2)
		set("give", some(c.Seat, n))
		set("get", some(other, n))
	case effectFlaw:
		set("flaw", deckCard(deckFlaws))
	case effectWeapon:
		if r.IntN(2) == 0 {
			set("attack", deckCard(deckAttacks))
		}
		if s.Seats[c.Seat].Attacks.N+1 > t.n("handSize") {
			for range s.Seats[c.Seat].Attacks.N + 1 - t.n("handSize") {
				set("discard", append(c.Args["discard"], deckCard(deckAttacks)...))
			}
		}
	case effectBroker:
		set("by", by)
		set("site", sites(1))
	case effectBribe:
		set("whom", []string{string(other)})
		set("by", by)
	}
}

// holds: every token and card is somewhere, once.
func holds(m *referee.Match) error {
	s := m.State().(state)
	t := s.table
	for _, site := range t.sites {
		n := s.Dish[site] + s.Sites[site].Tokens
		for seat, p := range s.Seats {
			if n += p.Tokens[site]; p.Tokens[site] < 0 {
				return fmt.Errorf("%s has %d tokens of %s", seat, p.Tokens[site], site)
			}
		}
		if n != t.n("tokensPerSite") || s.Dish[site] < 0 || s.Sites[site].Tokens < 0 {
			return fmt.Errorf("%d tokens of %s", n, site)
		}
		if err := holdsSite(s, site); err != nil {
			return err
		}
	}
	for _, deck := range decks {
		if s.pile(deck) < 0 {
			return fmt.Errorf("%d cards in the pile of %s", s.pile(deck), deck)
		}
		if s.pile(deck) == 0 && len(s.Discards[deck])+s.Unseen[deck] > 0 && s.Phase != phaseOver && len(s.Alarms)+len(s.Law) == 0 {
			return fmt.Errorf("the discards of %s were not shuffled", deck)
		}
	}
	for id := range t.cards {
		if s.hidden(id) < 0 {
			return fmt.Errorf("%d copies of %s are hidden", s.hidden(id), id)
		}
	}
	for seat, p := range s.Seats {
		if err := holdsPlayer(s, seat, p); err != nil {
			return err
		}
	}
	return holdsTurn(s)
}

func holdsSite(s state, site string) error {
	t, p := s.table, s.Sites[site]
	security, flaws := 0, 0
	for _, id := range p.Cards {
		switch {
		case t.card(id).deck == deckSecurity:
			security++
		case t.card(id).site != site:
			return fmt.Errorf("%s lies on %s", id, site)
		case !slices.Contains(s.ZeroDay, id):
			flaws++
		}
	}
	for _, waiting := range s.Alarms {
		if waiting == site {
			security++
		}
	}
	fired := 0
	for _, f := range []bool{p.Alarm, p.Crowd} {
		if f {
			fired++
		}
	}
	if security > fired || security > t.n("securitySlots") || flaws > t.n("vulnerabilitySlots") {
		return fmt.Errorf("%d security cards and %d vulnerabilities on %s, %d triggers fired", security, flaws, site, fired)
	}
	if s.Phase != phaseOver && (!p.Crowd && len(s.inside(site)) >= t.n("crowd")) {
		return fmt.Errorf("nobody noticed %d attackers in %s", len(s.inside(site)), site)
	}
	return nil
}

func holdsPlayer(s state, seat referee.Seat, p player) error {
	free := 0
	for i, a := range p.Attackers {
		if !a.Arrested {
			free++
		}
		if a.Level < 0 || a.Level > s.table.levels || (a.Level == 0) != (a.Site == "") || a.Arrested && a.Level > 0 {
			return fmt.Errorf("attacker %d of %s: %+v", i+1, seat, a)
		}
	}
	for _, deck := range []string{deckAttacks, deckEvents} {
		if h := p.hand(deck); h.N < len(h.Known) || h.N < 0 {
			return fmt.Errorf("%s holds %d cards, %d of them known", seat, h.N, len(h.Known))
		}
	}
	if p.Points < 0 || s.Phase != phaseOver && (p.Points >= s.table.n("goal") || p.Out != (free == 0)) {
		return fmt.Errorf("%s has %d points, %d attackers, out: %v", seat, p.Points, free, p.Out)
	}
	if p.Out && (p.Attacks.N > 0 || p.Events.N > 0) {
		return fmt.Errorf("%s is out and holds cards", seat)
	}
	return nil
}

func holdsTurn(s state) error {
	for _, l := range s.Laid {
		if a := s.attacker(l.Pawn); a.Arrested || a.Level == 0 || !s.table.card(l.Card).every {
			return fmt.Errorf("%s lies beside %+v", l.Card, a)
		}
	}
	switch {
	case s.Phase == phaseOver:
		return nil
	case s.Seats[s.Turn].Out && len(s.Alarms)+len(s.Law) == 0:
		return fmt.Errorf("%s is out and on turn", s.Turn)
	case len(s.active()) < 2:
		return fmt.Errorf("%d are left, and the game goes on", len(s.active()))
	case s.Gained > s.table.n("eventsPerTurn"):
		return fmt.Errorf("%d events gained", s.Gained)
	}
	return nil
}

// 10,000 events are replayed.
func BenchmarkReplay(b *testing.B) {
	g := game(b)
	r := rand.New(rand.NewPCG(1, 2))
	setup := referee.Setup{Game: g, Seats: []referee.Seat{"night", "orchid", "copper", "silver"}}
	var logs [][]referee.Record
	for n := 0; n < 10000; {
		m, _ := referee.New(Rules(), setup)
		for !m.Tally().Over {
			var moves []referee.Move
			for _, seat := range append([]referee.Seat{""}, setup.Seats...) {
				moves = append(moves, m.Legal(seat)...)
			}
			if no := m.Do(complete(r, m, moves[r.IntN(len(moves))])); no != nil {
				continue
			}
			n += len(m.Log()[len(m.Log())-1].Events)
		}
		logs = append(logs, m.Log())
	}
	b.ResetTimer()
	for b.Loop() {
		for _, log := range logs {
			if _, err := referee.Replay(Rules(), setup, log); err != nil {
				b.Fatal(err)
			}
		}
	}
}
