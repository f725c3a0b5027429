package simulate

import (
	"cmp"

	"kitpress/quiz/referee"
)

// A Game is what there is to simulate in a game beside its rules.
type Game struct {
	// Deal shuffles and deals for a match that has just begun.
	Deal func(*referee.Match, *Rand, *Notes) Table
	// Model is the id of a text that says in words how a sensible player of
	// this game plays.
	Model string
	// Alone is the option of the rules for a player who is left alone, and
	// PlaysOn the value that lets that player go on; empty where no such thing
	// is agreed on.
	Alone, PlaysOn string
	OutOfPlay      bool // players can be out before the end
}

// A Table is what the referee does not know: how the piles lie, who holds
// what. It plays the part of the dice and of the hands.
type Table interface {
	// Ways returns what may be done now: the legal moves, as far as the real
	// hands allow, as commands that lack nothing but what chance decides. None
	// means that the game is over. The list holds until Ways is called again.
	Ways() []referee.Command
	// Sensible returns which of the ways a sensible player takes. Of hidden
	// cards it looks only at the hand of whoever acts.
	Sensible(ways []referee.Command) int
	// Chance returns a way with what the dice show and the piles give.
	Chance(referee.Command) referee.Command
	// Follow moves hidden cards along with what has been recorded. The error
	// says that hands and piles do not fit what the referee counts.
	Follow(referee.Record) error
}

// The kinds of players.
const (
	Random   = "random"   // takes each way with equal chance
	Sensible = "sensible" // plays as the game's model says
)

// Kinds returns the kinds of players; the first one is meant when nothing is
// said.
func Kinds() []string { return []string{Sensible, Random} }

// Moves returns the legal moves of the table and of all seats.
func Moves(m *referee.Match) []referee.Move {
	moves := m.Legal("")
	for _, s := range m.Setup().Seats {
		if list := m.Legal(s); len(moves) == 0 {
			moves = list
		} else {
			moves = append(moves, list...)
		}
	}
	return moves
}

// Fill returns a command with values for further arguments: names and lists in
// turn. The command itself is not changed.
func Fill(c referee.Command, name string, values []string) referee.Command {
	args := make(referee.Args, len(c.Args)+1)
	for n, list := range c.Args {
		args[n] = list
	}
	args[name] = values
	c.Args = args
	return c
}

// Best returns the way that is worth most, the first of several.
func Best[N cmp.Ordered](ways []referee.Command, worth func(referee.Command) N) int {
	best, most := 0, worth(ways[0])
	for i, c := range ways[1:] {
		if n := worth(c); n > most {
			best, most = i+1, n
		}
	}
	return best
}

// Notes is what a table tells about a game while it is played. The zero value
// has heard nothing yet.
type Notes struct {
	turns, rounds int
	game          int // the number of this game among those of its worker, from 1
	cards         map[string]*cardNotes
}

type cardNotes struct {
	drawn, used, games, last int
}

// Turn notes that somebody's turn has begun.
func (n *Notes) Turn() { n.turns++ }

// Round notes which round it is, where the game counts rounds.
func (n *Notes) Round(round int) { n.rounds = max(n.rounds, round) }

// Drawn notes that cards came off their pile.
func (n *Notes) Drawn(cards ...string) {
	for _, id := range cards {
		n.card(id).drawn++
	}
}

// Used notes that cards did what they are for.
func (n *Notes) Used(cards ...string) {
	for _, id := range cards {
		c := n.card(id)
		c.used++
		if c.last != n.game {
			c.games, c.last = c.games+1, n.game
		}
	}
}

func (n *Notes) card(id string) *cardNotes {
	c := n.cards[id]
	if c == nil {
		c = &cardNotes{}
		if n.cards == nil {
			n.cards = map[string]*cardNotes{}
		}
		n.cards[id] = c
	}
	return c
}

// next begins another game.
func (n *Notes) next() { n.turns, n.rounds, n.game = 0, 0, n.game+1 }
