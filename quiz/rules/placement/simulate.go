package placement

import (
	"fmt"
	"slices"

	"kitpress/quiz/referee"
	"kitpress/quiz/simulate"
)

// Simulation returns what there is to simulate in Cyber Attacker Placement.
// Nobody trades: what an agreement is worth no model of one turn can say.
func Simulation() simulate.Game {
	return simulate.Game{Deal: deal, Model: "simulate.model-placement", OutOfPlay: true}
}

// A world is what lies face down: the piles and the hands.
type world struct {
	m      *referee.Match
	r      *simulate.Rand
	notes  *simulate.Notes
	before state // the last record

	moved []referee.Move    // room for the moves of one turn
	ways  []referee.Command // and for the ways to make them

	all   map[string][]string                  // every card, by deck
	piles map[string]*simulate.Pile            // by deck
	hands map[string]map[referee.Seat][]string // by deck, attacks and events
}

// deal shuffles and deals: CAP-R1.
func deal(m *referee.Match, r *simulate.Rand, n *simulate.Notes) simulate.Table {
	w := &world{
		m: m, r: r, notes: n, before: m.State().(state),
		all: map[string][]string{}, piles: map[string]*simulate.Pile{}, hands: map[string]map[referee.Seat][]string{},
	}
	for _, deck := range decks {
		w.all[deck] = simulate.Cards(m.Setup().Game.Deck(deck).Cards)
		fresh := slices.Clone(w.all[deck])
		w.piles[deck], w.hands[deck] = &simulate.Pile{}, map[referee.Seat][]string{}
		w.piles[deck].Renew(r, &fresh)
	}
	for _, seat := range m.Setup().Seats {
		w.draws(seat, deckAttacks, w.before.table.n("startCards"))
	}
	n.Turn()
	return w
}

func (w *world) now() model { return model{w.m.State().(state)} }

// draws draws cards nobody else sees.
func (w *world) draws(seat referee.Seat, deck string, n int) {
	var none []string
	cards := w.piles[deck].Draw(w.r, n, &none)
	w.hands[deck][seat] = append(w.hands[deck][seat], cards...)
	w.notes.Drawn(cards...)
}

// Ways returns the legal moves the cards allow; see choices for those with
// something to choose.
func (w *world) Ways() []referee.Command {
	s := w.now()
	ways := w.ways[:0]
	for _, mv := range w.moves(s) {
		switch mv.Verb {
		case verbTrade:
		case verbExchange, verbPick, verbEnd, verbPlay:
			ways = append(ways, w.choices(s, mv)...)
		case verbAttack:
			ways = append(ways, mv.Command)
			if security := s.secured(mv.Args.Word("site")); len(security) > 0 && s.table.card(mv.Args.Word("card")).effect == effectIgnore {
				ways = append(ways, simulate.Fill(mv.Command, "destroy", security))
			}
		default:
			ways = append(ways, mv.Command)
		}
	}
	w.ways = ways
	return ways
}

// moves returns the legal moves of whoever acts, with the cards of that hand.
func (w *world) moves(s model) []referee.Move {
	seat := s.acting()
	hand := slices.Concat(w.hands[deckAttacks][seat], w.hands[deckEvents][seat])
	w.moved = s.legal(seat, func(card string) bool { return slices.Contains(hand, card) }, w.moved)
	return w.moved
}

// Chance rolls the dice and turns cards up.
func (w *world) Chance(c referee.Command) referee.Command {
	t := w.now().table
	die := func(n int) []string { return simulate.Draws(w.r, t.sites, n) }
	switch c.Verb {
	case verbSecure:
		return simulate.Fill(c, "card", []string{w.piles[deckSecurity].Top()})
	case verbReveal:
		return simulate.Fill(c, "card", []string{w.piles[deckFlaws].Top()})
	case verbUse:
		return simulate.Fill(c, "roll", die(1))
	case verbRoll:
		return w.roll(simulate.Fill(c, "dice", die(t.n("fourSided"))))
	case verbBuy:
		return w.event(c)
	case verbAttack:
		switch t.card(c.Args.Word("card")).effect {
		case effectGuess:
			return simulate.Fill(simulate.Fill(c, "colour", die(1)), "roll", die(1))
		case effectRoll, effectRise:
			return simulate.Fill(c, "roll", die(1))
		}
	case verbPlay:
		if t.card(c.Args.Word("card")).effect == effectDice {
			return simulate.Fill(c, "rolls", die(t.n("darkWebRolls")))
		}
	}
	return c
}

// roll rolls the six-sided die: a colour each, any colour, an event: CAP-R9.
func (w *world) roll(c referee.Command) referee.Command {
	s := w.now()
	switch n := w.r.IntN(len(s.table.sites) + 2); {
	case n < len(s.table.sites):
		return simulate.Fill(c, "six", []string{s.table.sites[n]})
	case n == len(s.table.sites):
		return simulate.Fill(simulate.Fill(c, "face", []string{faceFour}), "six", s.wanted(c.Seat, 1))
	}
	return w.event(simulate.Fill(c, "face", []string{faceWhite}))
}

// event names the event card that is drawn, if it is one all must see.
func (w *world) event(c referee.Command) referee.Command {
	top := w.piles[deckEvents].Top()
	if w.now().table.card(top).effect != effectArrest {
		return c
	}
	return simulate.Fill(c, "event", []string{top})
}

// Follow moves the hidden cards.
func (w *world) Follow(rec referee.Record) error {
	for i, e := range rec.Events {
		card, deck := e.Args.Word("card"), e.Args.Word("deck")
		switch e.Kind {
		case "turn":
			w.notes.Turn()
		case "drew":
			w.drew(e)
			if id := e.Args.Word("cards"); w.before.table.card(id).effect == effectArrest {
				w.notes.Used(id) // it works as it is drawn: CAP-R25
			}
		case "discarded":
			for _, id := range e.Args["cards"] {
				w.leaves(e.Seat, deck, id)
			}
		case "laid":
			w.leaves(e.Seat, deckAttacks, card)
		case "revealed", "zeroed", "secured":
			w.turnedUp(w.before.table.card(card).deck, card)
		case "out":
			for _, deck := range decks {
				delete(w.hands[deck], e.Seat)
			}
		case "shuffled":
			w.shuffled(deck, rec.Events[:i+1])
		}
	}
	switch c := rec.Command; c.Verb {
	case verbAttack, verbPlay:
		w.notes.Used(c.Args.Word("card"))
	}
	w.before = w.now().state
	w.notes.Round(w.before.Round)
	return w.fits(w.before)
}

// drew takes cards off a pile, or a chosen one out of it.
func (w *world) drew(e referee.Event) {
	deck := e.Args.Word("deck")
	chosen := e.Args.Word("cards")
	if chosen == "" || chosen == w.piles[deck].Top() {
		w.draws(e.Seat, deck, e.Args.Number("n"))
		return
	}
	w.turnedUp(deck, chosen)
	w.hands[deck][e.Seat] = append(w.hands[deck][e.Seat], chosen)
}

// turnedUp takes a card out of a pile, which is shuffled if it was searched:
// CAP-R34.
func (w *world) turnedUp(deck, card string) {
	p := w.piles[deck]
	w.notes.Drawn(card)
	if deck != deckAttacks && deck != deckEvents {
		w.notes.Used(card)
	}
	if p.Top() == card {
		p.Cards = p.Cards[:len(p.Cards)-1]
		return
	}
	p.Cards = referee.Without(p.Cards, []string{card})
	simulate.Shuffle(w.r, p.Cards)
}

func (w *world) leaves(seat referee.Seat, deck, card string) {
	w.hands[deck][seat] = referee.Without(w.hands[deck][seat], []string{card})
}

// shuffled makes a new pile of all cards that lie nowhere else after these
// events of the record.
func (w *world) shuffled(deck string, events []referee.Event) {
	s := w.before.clone()
	for _, e := range events {
		rules{}.Apply(&s, e)
	}
	var open []string
	for _, l := range s.Laid {
		open = append(open, l.Card)
	}
	for _, p := range s.Sites {
		open = append(open, p.Cards...)
	}
	elsewhere := [][]string{open}
	for _, hand := range w.hands[deck] {
		elsewhere = append(elsewhere, hand)
	}
	fresh := referee.Without(w.all[deck], elsewhere...)
	w.piles[deck].Cards = nil
	w.piles[deck].Renew(w.r, &fresh)
}

// fits compares hands and piles with what the referee counts.
func (w *world) fits(s state) error {
	if s.Phase == phaseOver {
		return nil
	}
	for _, deck := range decks {
		if n := len(w.piles[deck].Cards); n != s.pile(deck) {
			return fmt.Errorf("%d cards lie in the pile of %s, %d should", n, deck, s.pile(deck))
		}
	}
	for seat, p := range s.Seats {
		for _, deck := range []string{deckAttacks, deckEvents} {
			if n := len(w.hands[deck][seat]); n != p.hand(deck).N {
				return fmt.Errorf("%s holds %d cards of %s, the referee counts %d", seat, n, deck, p.hand(deck).N)
			}
		}
	}
	return nil
}
