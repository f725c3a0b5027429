package referee

import (
	"fmt"
	"slices"
	"strings"

	"kitpress/catalog/source"
	"kitpress/quiz"
)

// A Record is one entry of the log of a match: a command and what came of it.
// It is all a store keeps, beside the setup.
type Record struct {
	Seq     int     `json:"seq"`          // 1, 2, 3 …
	By      Author  `json:"by,omitzero"`  // who entered it
	Op      string  `json:"op,omitempty"` // made by the author: the same one twice is a retry
	Command Command `json:"command"`
	Events  []Event `json:"events,omitempty"`
	Ruling  *Ruling `json:"ruling,omitempty"`
	Undoes  int     `json:"undoes,omitempty"` // the record this one takes back
}

// A Ruling lets something happen that the rules refuse.
type Ruling struct {
	Reason string       `json:"reason"`
	Rule   string       `json:"rule"` // that was overruled
	Why    quiz.Message `json:"why"`  // what it said
}

// A Match is a game being played: a log and the state it leads to. It is not
// safe for use by several goroutines at once.
type Match struct {
	rules  Rules
	setup  Setup
	verbs  []Verb
	log    []Record
	live   []int   // places in the log that hold, in order
	start  State   // before the first record
	states []State // now at the end, before it those that undo goes back to; at least one
}

// New starts a match, or says why it cannot be played so.
func New(rules Rules, setup Setup) (*Match, *Refusal) {
	m, no := begin(rules, setup)
	if no == nil {
		no = checkNames(setup.Seats, rules.Verbs())
	}
	if no != nil {
		return nil, no
	}
	return m, nil
}

// begin is New for a match that was started before, whatever its seats are
// called.
func begin(rules Rules, setup Setup) (*Match, *Refusal) {
	if no := checkSetup(setup, rules.Options()); no != nil {
		return nil, no
	}
	state, no := rules.Start(setup)
	if no != nil {
		return nil, no
	}
	return &Match{rules: rules, setup: setup, verbs: Bind(rules.Verbs(), setup), start: state, states: []State{state}}, nil
}

// Setup returns what the match started from.
func (m *Match) Setup() Setup { return m.setup }

// Verbs returns what can happen, bound to the seats and the cards.
func (m *Match) Verbs() []Verb { return m.verbs }

// State returns the state now.
func (m *Match) State() State { return m.states[len(m.states)-1] }

// Tally returns the score now.
func (m *Match) Tally() Tally { return m.rules.Tally(m.State()) }

// View returns what a seat may see now; "" is the screen.
func (m *Match) View(seat Seat) any { return m.rules.View(m.State(), seat) }

// Quiet returns the names of those parts of a view that tell people nothing:
// they follow from others, or are how the rules remember something.
func (m *Match) Quiet() []string {
	if q, ok := m.rules.(quiet); ok {
		return q.Quiet()
	}
	return nil
}

// Legal returns what a seat may do now.
func (m *Match) Legal(seat Seat) []Move {
	if !m.setup.Has(seat) && seat != "" {
		return nil
	}
	return m.rules.Legal(m.State(), seat)
}

// Needs returns what the open arguments of a move that is legal now take; for
// a game that says no more, what its verb takes.
func (m *Match) Needs(mv Move) []Need {
	needs := m.rules.Needs(m.State(), mv)
	verb, no := findVerb(m.verbs, mv.Verb)
	if needs != nil || no != nil {
		return slices.DeleteFunc(needs, func(n Need) bool { return n.Min == 0 && n.Of != nil && len(n.Of) == 0 })
	}
	for _, a := range verb.Args {
		if slices.Contains(mv.Open, a.Name) {
			needs = append(needs, Need{Arg: a.Name, Min: a.Min, Max: a.Max})
		}
	}
	return needs
}

// Agreed reports whether a verb can happen in this match, as far as was agreed
// on before it.
func (m *Match) Agreed(v Verb) bool {
	name, value, _ := strings.Cut(v.Only, "=")
	for _, o := range m.rules.Options() {
		if o.Name == name {
			return m.setup.Option(o) == value
		}
	}
	return true
}

// Log returns the log; it must not be changed.
func (m *Match) Log() []Record { return m.log }

// Seq returns the number of the last record, 0 before the first.
func (m *Match) Seq() int { return len(m.log) }

// Find returns the record an operation of an author made, if it was made
// before.
func (m *Match) Find(by Author, op string) (Record, bool) {
	if op != "" {
		for _, r := range m.log {
			if r.Op == op && r.By == by {
				return r, true
			}
		}
	}
	return Record{}, false
}

// Decide returns the record a command would make, or why it may not be. It
// changes nothing: the record counts once it is stored and handed to Append.
func (m *Match) Decide(c Command) (Record, *Refusal) {
	events, no := m.judge(c)
	if no != nil {
		return Record{}, no
	}
	return Record{Seq: len(m.log) + 1, Command: c, Events: events}, nil
}

// After returns the match as it would be after a command, to see what may
// follow, or why the command may not be. It has no log of its own.
func (m *Match) After(c Command) (*Match, *Refusal) {
	r, no := m.Decide(c)
	if no != nil {
		return nil, no
	}
	next := *m
	next.states = []State{m.rules.Apply(m.State(), r.Events...)}
	return &next, nil
}

// Overrule returns the record of a command that the rules refuse, with the
// reason for letting it happen. A legal command needs no ruling, and one that
// makes no sense cannot be saved by one.
func (m *Match) Overrule(c Command, reason string) (Record, *Refusal) {
	events, no := m.judge(c)
	switch {
	case reason == "":
		return Record{}, Refuse("", "no-reason")
	case len(reason) > maxText:
		return Record{}, Refuse("", "too-long", "Arg", "reason", "Max", maxText)
	case no == nil:
		return Record{}, Refuse("", "legal-anyway")
	case no.Rule == "":
		return Record{}, no
	case len(events) == 0:
		return Record{}, Refuse(no.Rule, "no-ruling", "Verb", c.Verb)
	}
	return Record{Seq: len(m.log) + 1, Command: c, Events: events, Ruling: &Ruling{reason, no.Rule, no.Why}}, nil
}

func (m *Match) judge(c Command) ([]Event, *Refusal) {
	verb, no := findVerb(m.verbs, c.Verb)
	if no == nil {
		no = verb.Check(c)
	}
	if no == nil && c.Seat != "" && !m.setup.Has(c.Seat) {
		no = Refuse("", "unknown-seat", "Seat", source.Clip(string(c.Seat)))
	}
	if no != nil {
		return nil, no
	}
	return m.rules.Decide(m.State(), c)
}

// Undoable returns the record that Undo would take back, if there is one.
func (m *Match) Undoable() (Record, bool) {
	if len(m.live) == 0 {
		return Record{}, false
	}
	return m.log[m.live[len(m.live)-1]], true
}

// Undo returns the record that takes back the last one that still holds.
func (m *Match) Undo() (Record, *Refusal) {
	last, ok := m.Undoable()
	if !ok {
		return Record{}, Refuse("", "nothing-to-undo")
	}
	return Record{Seq: len(m.log) + 1, Undoes: last.Seq}, nil
}

// Append adds a record to the log. The error says that the record cannot
// follow the log: its number, or what it takes back, is wrong. What it claims
// was judged when it was made and is not judged again, so that a log stays
// valid when rules are read differently later.
func (m *Match) Append(r Record) error {
	if r.Seq != len(m.log)+1 {
		return fmt.Errorf("record %d cannot follow record %d", r.Seq, len(m.log))
	}
	if r.Undoes == 0 {
		m.live = append(m.live, len(m.log))
		m.keep(m.rules.Apply(m.State(), r.Events...))
	} else {
		last, ok := m.Undoable()
		if !ok || last.Seq != r.Undoes {
			return fmt.Errorf("record %d takes back record %d, which is not the last that holds", r.Seq, r.Undoes)
		}
		m.live, m.states = m.live[:len(m.live)-1], m.states[:len(m.states)-1]
		if len(m.states) == 0 {
			m.replay()
		}
	}
	m.log = append(m.log, r)
	return nil
}

// keptStates is how many steps back undo finds their states; for more of them
// the log is played again. A long match would hold a state for each record.
const keptStates = 64

// keep makes a state the one that is now.
func (m *Match) keep(state State) {
	if len(m.states) >= 2*keptStates {
		m.states = append(make([]State, 0, 2*keptStates), m.states[len(m.states)-keptStates:]...)
	}
	m.states = append(m.states, state)
}

// replay finds the state now from the records that hold.
func (m *Match) replay() {
	state := m.start
	m.keep(state)
	for _, i := range m.live {
		state = m.rules.Apply(state, m.log[i].Events...)
		m.keep(state)
	}
}

// Do decides a command and appends its record.
func (m *Match) Do(c Command) *Refusal {
	r, no := m.Decide(c)
	if no != nil {
		return no
	}
	return appended(m.Append(r))
}

// appended is for records that were just made: they cannot fail to follow.
func appended(err error) *Refusal {
	if err != nil {
		return Refuse("", "stale", "Error", err.Error())
	}
	return nil
}

// Replay returns the match that a log leads to.
func Replay(rules Rules, setup Setup, log []Record) (*Match, error) {
	m, no := begin(rules, setup)
	if no != nil {
		return nil, fmt.Errorf("the match cannot start: %s", no.Why.ID)
	}
	for _, r := range log {
		if err := m.Append(r); err != nil {
			return nil, err
		}
	}
	return m, nil
}
