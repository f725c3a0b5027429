package desk

import (
	"slices"
	"strconv"
	"strings"

	"kitpress/quiz/referee"
)

// A Step is one thing that an entry brought about: who paid what and why, who
// is out, what the table has to do.
type Step struct {
	Seat referee.Seat `json:"seat,omitempty"` // that it happens to
	Text string       `json:"text"`
}

// A Change is the total of a seat before and after an entry.
type Change struct {
	Seat referee.Seat `json:"seat"`
	Name string       `json:"name"`
	From int          `json:"from"`
	To   int          `json:"to"`
}

// Steps says what an entry brought about beside what it claims, in the order in
// which it happened. Events that only repeat the claim have no words and are
// left out; those of one kind for one seat that follow each other become one
// step.
func (s *Presenter) Steps(t *OpenMatch, r referee.Record) []Step {
	var steps []Step
	for i := 0; i < len(r.Events); {
		e := r.Events[i]
		n := 1
		for i+n < len(r.Events) && r.Events[i+n].Kind == e.Kind && r.Events[i+n].Seat == e.Seat {
			n++
		}
		id := s.eventID(e.Kind)
		switch each := id + ".each"; {
		case !s.texts.Words().Has(id):
		case s.texts.Words().Has(each):
			var parts []string
			for _, one := range r.Events[i : i+n] {
				parts = append(parts, s.event(t, each, one))
			}
			steps = append(steps, Step{e.Seat, s.Word(id, "Seat", s.SeatName(e.Seat), "List", strings.Join(parts, " · "))})
		default:
			for _, one := range r.Events[i : i+n] {
				if text := s.event(t, s.variant(id, one), one); text != "" {
					steps = append(steps, Step{e.Seat, text})
				}
			}
		}
		i += n
	}
	return steps
}

// eventID returns the id of the words for an event.
func (s *Presenter) eventID(kind string) string { return "event." + s.game.ID + "." + kind }

// variant returns the id of the words for an event with one of its values, when
// there are such words: event.GAME.moved.0.
func (s *Presenter) variant(id string, e referee.Event) string {
	for _, name := range sortedNames(e.Args) {
		if one := id + "." + e.Args[name][0]; s.texts.Words().Has(one) {
			return one
		}
	}
	return id
}

// event says what happened, by the words of an id. {{.Items}} is all that is
// lost of what is named after items: "System −2, Access −1"; {{.EffectText}} what
// an item called in the argument effect says about itself.
func (s *Presenter) event(t *OpenMatch, id string, e referee.Event) string {
	args := []any{"Seat", s.SeatName(e.Seat)}
	items, wanted := nothing, s.texts.Words().Placeholders(id)
	for _, name := range sortedNames(e.Args) {
		list := e.Args[name]
		if _, err := strconv.Atoi(list[0]); err == nil && s.names[name] != "" && !slices.Contains(wanted, placeholder(name)) {
			items = s.addItem(items, list[0], name)
			continue
		}
		args = append(args, placeholder(name), brackets.Replace(s.outcome(t, name, list)))
		if len(list) == 1 && s.about[list[0]] != "" {
			args = append(args, placeholder(name)+"Text", brackets.Replace(s.about[list[0]]))
		}
	}
	args = append(args, "Items", items)
	for _, name := range wanted {
		if !slices.Contains(args, any(name)) {
			args = append(args, name, nothing)
		}
	}
	return strings.TrimSpace(optional(s.Word(id, args...)))
}

func sortedNames(args referee.Args) []string {
	var names []string
	for name, list := range args {
		if len(list) > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// addItem adds so many of an item to those that are lost.
func (s *Presenter) addItem(sum, n, item string) string {
	one, comma := s.ShortName(item)+"\u00A0−"+n, ", "
	if !s.texts.Locale().WordSpaces {
		one, comma = s.ShortName(item)+"−"+n, "、"
	}
	if sum == nothing {
		return one
	}
	return sum + comma + one
}

// outcome says the values of an argument of an event.
func (s *Presenter) outcome(t *OpenMatch, name string, list []string) string {
	kind := referee.ArgWord
	switch {
	case name == "rule":
		return s.RuleID(list[0])
	case name == "deck" && s.game.Deck(list[0]) != nil:
		return s.Text(s.game.Deck(list[0]).Name)
	case slices.Contains(t.Match.Seats, referee.Seat(list[0])) && (argKind(t, name) == referee.ArgSeat || argKind(t, name) == ""):
		kind = referee.ArgSeat
	case s.cards[list[0]]:
		kind = referee.ArgCard
	case s.names[list[0]] != "":
		kind = referee.ArgItem
	}
	return s.values(referee.Arg{Name: name, Kind: kind}, list)
}

// argKind returns what the arguments of a name are in this game.
func argKind(t *OpenMatch, name string) referee.ArgKind {
	for _, v := range t.Play.Verbs() {
		for _, a := range v.Args {
			if a.Name == name {
				return a.Kind
			}
		}
	}
	return ""
}

// Changes returns whose total an entry has changed, in the order of seats; seats
// that count together are one.
func (s *Presenter) Changes(t *OpenMatch, seq int) []Change {
	if seq < 1 || seq >= len(t.totals) {
		return nil
	}
	rows := t.Play.Tally().Rows
	var list []Change
	for i, seat := range t.Match.Seats {
		from, to := t.totals[seq-1][i], t.totals[seq][i]
		team := rows[i].Team
		if from == to || team != "" && team != seat {
			continue
		}
		names := []string{s.SeatName(seat)}
		for _, mate := range rows {
			if mate.Team != "" && mate.Team == team && mate.Seat != seat {
				names = append(names, s.SeatName(mate.Seat))
			}
		}
		list = append(list, Change{seat, strings.Join(names, " + "), from, to})
	}
	return list
}

// count notes the totals as they are after the last record.
func (t *OpenMatch) count() {
	totals := make([]int, len(t.Match.Seats))
	for i, r := range t.Play.Tally().Rows { // in the order of seats
		totals[i] = r.Total
	}
	t.totals = append(t.totals, totals)
}
