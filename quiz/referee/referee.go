package referee

import (
	"slices"

	"kitpress/catalog"
	"kitpress/quiz"
)

// A Seat is a place at the table: the id of a character, a colour or a number,
// never a person.
type Seat string

// A Setup is what a match starts from.
type Setup struct {
	Game    *catalog.Game
	Edition *catalog.Edition // nil for a game without editions
	Seats   []Seat           // in the order of play; the first one begins
	Options map[string]string
}

// Params returns the numbers of the game in the edition played.
func (s Setup) Params() catalog.Params {
	if s.Edition == nil {
		return s.Game.ParamsFor(&catalog.Edition{})
	}
	return s.Game.ParamsFor(s.Edition)
}

// A Command claims that something happened.
type Command struct {
	Verb string `json:"verb"`
	Seat Seat   `json:"seat,omitempty"` // who did it; "" for the table
	Args Args   `json:"args,omitempty"`
}

// An Event is something that did happen. Kind is a verb in the past tense.
type Event struct {
	Kind string `json:"kind"`
	Seat Seat   `json:"seat,omitempty"`
	Args Args   `json:"args,omitempty"`
}

// A Refusal says why a command is against the rules.
type Refusal struct {
	// Rule is the id of the rule in the catalog, "R7". It is empty only when
	// the command itself makes no sense: an unknown verb, a missing argument,
	// an id that nothing has.
	Rule string
	// Why is a message about this very case; its arguments are names and
	// values in turn. The text of the rule itself is in the catalog.
	Why quiz.Message
}

// Refuse returns a refusal by a rule; args are names and values in turn.
func Refuse(rule, why string, args ...any) *Refusal {
	return &Refusal{Rule: rule, Why: quiz.Message{ID: "referee." + why, Args: args}}
}

// A State is the state of a match between two events. It is never changed:
// Apply makes a new one. It can be written as JSON, with equal JSON for equal
// states.
type State any

// Rules are the rules of one game.
type Rules interface {
	// Verbs returns what can happen in this game, with its arguments.
	Verbs() []Verb
	// Options returns what can be agreed on before a match.
	Options() []Option
	// Start returns the state before the first command, or why the game
	// cannot be played so.
	Start(Setup) (State, *Refusal)
	// Decide returns what a command brings about, or why it may not. Events
	// beside a refusal are those a ruling would let happen; there are none
	// when nobody could tell what they are. It changes nothing and never
	// panics. The verb is one of Verbs, and the command
	// has passed its Check, bound to the setup.
	Decide(State, Command) ([]Event, *Refusal)
	// Apply returns the state after events that Decide gave. It never
	// panics: an event of another game or version leaves the state as it is.
	Apply(State, ...Event) State
	// Tally returns the score, and who has won.
	Tally(State) Tally
	// Legal returns what a seat may do now. A move that needs more than the
	// referee knows (what a roll showed) has open arguments.
	Legal(State, Seat) []Move
	// Needs returns what the open arguments of a legal move take now, in the
	// order people are asked for them. An argument that is not there is not
	// asked for; nil says no more than the verb.
	Needs(State, Move) []Need
	// View returns what a seat may see; "" is the screen everybody sees.
	View(State, Seat) any
}

// A Move is something a seat may do.
type Move struct {
	Command
	Open []string `json:"open,omitempty"` // names of the arguments that are still to be said
	Rule string   `json:"rule"`           // that allows it
	Cost []Cost   `json:"cost,omitempty"`
}

// A Need is an open argument of a move and what it takes at this moment: how
// many values, and which. It narrows the Arg of the verb.
type Need struct {
	Arg  string   `json:"arg"`
	Min  int      `json:"min"` // values; 0: it may be left out
	Max  int      `json:"max"`
	Of   []string `json:"of,omitempty"`   // what may be named, each as often as it stands here; nil: what the verb takes, as often as one likes
	Like string   `json:"like,omitempty"` // it takes as many values as this argument has
	Or   string   `json:"or,omitempty"`   // one value of this argument may be said instead
	If   []string `json:"if,omitempty"`   // only when the first, an argument, has one of the others as a value

	Usual []string `json:"usual,omitempty"` // what it mostly is
}

// Possible reports whether there is what a move needs: a move for which there
// is not can be left out of what is offered.
func Possible(needs []Need) bool {
	return !slices.ContainsFunc(needs, func(n Need) bool {
		return len(n.If) == 0 && (n.Max < n.Min || n.Of != nil && len(n.Of) < n.Min)
	})
}

// A Cost is one part of a price and where it comes from.
type Cost struct {
	Of   string `json:"of"`             // what is paid
	N    int    `json:"n"`              // how many; below zero for a reduction
	Rule string `json:"rule,omitempty"` // that asks for it
	Card string `json:"card,omitempty"` // that asks for it
}

// A Tally is the score of a match at one moment.
type Tally struct {
	Rows    []Row  `json:"rows"` // in the order of seats
	Over    bool   `json:"over"`
	Winners []Seat `json:"winners,omitempty"` // several share; none: all have lost, or it is not over
	Rule    string `json:"rule,omitempty"`    // that ended it, or "" while it goes on
}

// A Row is the score of one seat.
type Row struct {
	Seat   Seat           `json:"seat"`
	Values map[string]int `json:"values"` // by category of the game's score
	Total  int            `json:"total"`
	Rank   int            `json:"rank"` // from 1; equal ones share
	Out    bool           `json:"out,omitempty"`
	Team   Seat           `json:"team,omitempty"` // the first of those that play and count together; "" for whoever is alone
}

// An Option is something that can be agreed on before a match.
type Option struct {
	Name    string   `json:"name"`
	Values  []string `json:"values"` // the first one is meant when nothing is said
	Rule    string   `json:"rule"`
	Comment string   `json:"-"`
}
