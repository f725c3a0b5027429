package desk

import (
	"slices"
	"strings"

	"kitpress/quiz/referee"
)

// A Move is something that can be entered at a table, in the words of one
// language.
type Move struct {
	Key      string       `json:"key"` // the same for the same move, whatever the language
	Verb     string       `json:"verb"`
	Seat     referee.Seat `json:"seat,omitempty"` // "" for the table
	Args     referee.Args `json:"args,omitempty"`
	Label    string       `json:"label"`            // what it is called: a sentence when nothing is open
	Title    string       `json:"title"`            // what all moves of the verb are called
	Detail   string       `json:"detail,omitempty"` // what tells it from others of its verb
	Group    string       `json:"group"`            // moves of one group stand together
	Rule     string       `json:"rule,omitempty"`   // as it is cited: "CSG-R7"
	RuleText string       `json:"ruleText,omitempty"`
	Cost     []Cost       `json:"cost,omitempty"`
	Fields   []Field      `json:"fields,omitempty"` // of the arguments that are still to be said
	Will     []Step       `json:"will,omitempty"`   // what it brings about, of those that take nothing
	Passes   bool         `json:"passes,omitempty"` // the turn goes on to somebody else
	First    *Move        `json:"first,omitempty"`  // is entered before it: it goes without saying
}

// A Cost is one part of a price, and why it is asked for.
type Cost struct {
	Text string `json:"text"`
	N    int    `json:"n"` // below zero for a reduction
	Rule string `json:"rule,omitempty"`
	Card string `json:"card,omitempty"` // name of the card that asks for it
}

// A Field asks for the values of one argument.
type Field struct {
	Name    string          `json:"name"`
	Label   string          `json:"label"`
	Kind    referee.ArgKind `json:"kind"`
	Min     int             `json:"min"` // values; 0: may be left out
	Max     int             `json:"max"`
	Options []Choice        `json:"options,omitempty"` // none for numbers and texts
	Like    string          `json:"like,omitempty"`    // it takes as many values as this field
	If      []string        `json:"if,omitempty"`      // only when the first, a field, has one of the others
	Usual   []string        `json:"usual,omitempty"`   // what is mostly said
}

// A Choice is a value of an argument and what it is called.
type Choice struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	N     int    `json:"n,omitempty"`   // how often it can be chosen; 0: as often as one likes
	Arg   string `json:"arg,omitempty"` // the argument it is a value of, when that is not the field's
}

// Seated returns a presenter that calls the seats by names: those given, and for
// the others what SeatName says.
func (s *Presenter) Seated(names map[referee.Seat]string) *Presenter {
	at := *s
	if at.called = names; names == nil {
		at.called = map[referee.Seat]string{}
	}
	return &at
}

// Moves returns what seats may do now; the seat "" is the table.
func (s *Presenter) Moves(t *OpenMatch, seats ...referee.Seat) []Move {
	moves := []Move{}
	for _, seat := range seats {
		now := s.legal(t, seat)
		moves = append(moves, now...)
		for i, m := range now {
			if !verbOf(t, m.Verb).Understood {
				continue
			}
			next := *t
			if next.Play, _ = t.Play.After(referee.Command{Verb: m.Verb, Seat: m.Seat, Args: m.Args}); next.Play == nil {
				continue
			}
			for _, then := range s.legal(&next, seat) {
				if !then.Passes && !slices.ContainsFunc(now, func(o Move) bool { return o.Key == then.Key }) {
					then.First = &Move{Key: now[i].Key, Verb: m.Verb, Seat: m.Seat, Args: m.Args, Label: m.Label, Title: m.Title}
					then.Group = m.Group + " " + then.Group
					moves = append(moves, then)
				}
			}
		}
	}
	return moves
}

// legal returns what a seat may do at once.
func (s *Presenter) legal(t *OpenMatch, seat referee.Seat) (moves []Move) {
	for _, m := range t.Play.Legal(seat) {
		if needs := t.Play.Needs(m); len(m.Open) == 0 || referee.Possible(needs) {
			moves = append(moves, s.move(t, m, needs))
		}
	}
	return moves
}

// MoveLabel returns what a move is called: a sentence when nothing is open.
func (s *Presenter) MoveLabel(t *OpenMatch, m referee.Move) string {
	return s.move(t, m, t.Play.Needs(m)).Label
}

// Verbs returns everything that can happen at a table, as was agreed on before
// the match, whether or not it may now, with fields for all arguments.
func (s *Presenter) Verbs(t *OpenMatch) []Move {
	moves := []Move{}
	for _, v := range t.Play.Verbs() {
		if !t.Play.Agreed(v) {
			continue
		}
		m := Move{
			Key: v.Name, Verb: v.Name, Label: s.Do(v.Name), Title: s.Do(v.Name), Group: v.Name,
			Rule: s.RuleID(v.Rule), RuleText: s.Rule(v.Rule, t.Play.Setup().Edition),
		}
		if !v.Table {
			m.Fields = append(m.Fields, s.seatField(t))
		}
		for _, a := range v.Args {
			m.Fields = append(m.Fields, s.field(v.Name, a))
		}
		moves = append(moves, m)
	}
	return moves
}

// WhoField is the name of the field for the seat that does something; no
// argument of a game is called so.
const WhoField = "seat"

func (s *Presenter) seatField(t *OpenMatch) Field {
	f := Field{Name: WhoField, Label: s.Word("match.seat"), Kind: referee.ArgSeat, Min: 1, Max: 1}
	for _, seat := range t.Match.Seats {
		f.Options = append(f.Options, Choice{ID: string(seat), Label: s.SeatName(seat)})
	}
	return f
}

func (s *Presenter) move(t *OpenMatch, m referee.Move, needs []referee.Need) Move {
	out := Move{
		Key: t.Play.Line(m.Command), Verb: m.Verb, Seat: m.Seat, Args: m.Args, Title: s.Do(m.Verb), Group: m.Verb,
		Rule: s.RuleID(m.Rule), RuleText: s.Rule(m.Rule, t.Play.Setup().Edition),
	}
	verb := verbOf(t, m.Verb)
	var details []string
	for _, a := range verb.Args {
		switch list := m.Args[a.Name]; {
		case slices.Contains(m.Open, a.Name):
		case len(list) == 0, a.Name == "with" && len(m.Cost) > 0: // the cost says it, with its reasons
		case a.Kind == referee.ArgNumber:
			details = append(details, s.Word("do.numbered", "Name", s.Arg(m.Verb, a.Name), "Value", s.values(a, list)))
		default:
			details = append(details, s.values(a, list))
		}
	}
	if len(m.Open) > 0 {
		for _, n := range needs {
			out.Fields = append(out.Fields, s.asked(verb, n))
		}
		out.Key += " ? " + strings.Join(m.Open, " ")
	}
	for _, c := range m.Cost {
		out.Cost = append(out.Cost, s.cost(c))
	}
	out.Will, out.Passes = s.will(t, verb, m)
	out.Detail = strings.Join(details, " · ")
	if out.Label = s.Sentence(t, m.Command); len(m.Open) > 0 {
		out.Label = strings.Join(append([]string{out.Title}, details...), " · ")
	}
	return out
}

func (s *Presenter) cost(c referee.Cost) Cost {
	out := Cost{Text: s.ShortName(c.Of), N: c.N, Rule: s.RuleID(c.Rule)}
	if c.Card != "" {
		out.Card = s.Name(c.Card)
	}
	return out
}

// verbOf returns a verb of the game that is played; one without arguments for
// a name it does not have.
func verbOf(t *OpenMatch, name string) referee.Verb {
	for _, v := range t.Play.Verbs() {
		if v.Name == name {
			return v
		}
	}
	return referee.Verb{Name: name}
}

func (s *Presenter) field(verb string, a referee.Arg) Field {
	f := Field{Name: a.Name, Label: s.Arg(verb, a.Name), Kind: a.Kind, Min: a.Min, Max: a.Max}
	for _, id := range a.Values() {
		f.Options = append(f.Options, Choice{ID: id, Label: s.choice(a.Kind, id), N: s.copies[id]})
	}
	return f
}

// asked returns the field for an open argument, as far as the rules narrow it
// at this moment.
func (s *Presenter) asked(verb referee.Verb, n referee.Need) Field {
	a := argOf(verb, n.Arg)
	f := s.field(verb.Name, a)
	f.Min, f.Max, f.Like, f.If, f.Usual = n.Min, n.Max, n.Like, n.If, n.Usual
	if len(n.If) > 1 {
		if id := "arg." + s.game.ID + "." + verb.Name + "." + n.Arg + "." + n.If[1]; s.texts.Words().Has(id) {
			f.Label = s.Word(id)
		}
	}
	if n.Of != nil {
		f.Options = nil
		for i, id := range n.Of {
			if !slices.Contains(n.Of[:i], id) {
				f.Options = append(f.Options, Choice{ID: id, Label: s.choice(a.Kind, id), N: times(n.Of, id)})
			}
		}
	}
	if n.Or != "" {
		for _, o := range s.field(verb.Name, argOf(verb, n.Or)).Options {
			o.Arg = n.Or
			f.Options = append(f.Options, o)
		}
	}
	return f
}

func argOf(v referee.Verb, name string) referee.Arg {
	for _, a := range v.Args {
		if a.Name == name {
			return a
		}
	}
	return referee.Arg{Name: name}
}

// times returns how often a value is in a list.
func times(list []string, value string) int {
	n := 0
	for _, v := range list {
		if v == value {
			n++
		}
	}
	return n
}

// Due returns who may do something now; "" is the table.
func (t *OpenMatch) Due() []referee.Seat {
	var due []referee.Seat
	for _, seat := range append([]referee.Seat{""}, t.Match.Seats...) {
		if len(t.Play.Legal(seat)) > 0 {
			due = append(due, seat)
		}
	}
	return due
}

// Phase says what goes on at a table: "Round 2 · turns", "answer the attack ·
// “Fake website”".
func (s *Presenter) Phase(t *OpenMatch) string {
	n, err := readNode(t.Play.View(""))
	if err != nil {
		return ""
	}
	phase, _ := n.part("phase").value.(string)
	if phase == "" {
		return ""
	}
	said := []string{s.Word("phase." + phase)}
	if round := n.part("round"); !round.nothing() {
		said = slices.Insert(said, 0, s.label("round")+" "+s.value(round).Text)
	}
	if attack, ok := n.part("attack").value.(string); ok && s.cards[attack] {
		said = append(said, s.Quoted(attack)) // the one that is to be answered
	}
	return strings.Join(said, " · ")
}
