package referee

import (
	"maps"
	"slices"
	"strings"

	"kitpress/catalog/source"
)

// maxSeats is more than any table has.
const maxSeats = 20

// Option returns what was agreed on, or the usual.
func (s Setup) Option(o Option) string {
	if v, ok := o.Read(s.Options[o.Name]); ok {
		return v
	}
	return o.Values[0]
}

// Read returns the value that somebody means: capitals do not matter, and
// where there is an on or a yes, either word and true says so.
func (o Option) Read(typed string) (value string, ok bool) {
	for _, v := range o.Values {
		if strings.EqualFold(v, typed) {
			return v, true
		}
	}
	for _, same := range [][]string{{"on", "yes", "true"}, {"off", "no", "false"}} {
		if !slices.Contains(same, strings.ToLower(typed)) {
			continue
		}
		for _, v := range o.Values {
			if slices.Contains(same, v) {
				return v, true
			}
		}
	}
	return "", false
}

// Has reports whether a seat is at the table.
func (s Setup) Has(seat Seat) bool { return slices.Contains(s.Seats, seat) }

// After returns the seats in the order of play, beginning behind one of them.
func (s Setup) After(seat Seat) []Seat {
	i := slices.Index(s.Seats, seat) + 1
	return slices.Concat(s.Seats[i:], s.Seats[:i])
}

// checkSetup reports what no game could be played with.
func checkSetup(s Setup, options []Option) *Refusal {
	players := s.Game.Players
	if n := len(s.Seats); n < players.Min || n > players.Max || n > maxSeats {
		return Refuse("", "players", "Given", n, "Min", players.Min, "Max", players.Max)
	}
	seen := map[Seat]bool{}
	for _, seat := range s.Seats {
		switch {
		case !isSeat(seat):
			return Refuse("", "bad-seat", "Seat", source.Clip(string(seat)))
		case seen[seat]:
			return Refuse("", "double-seat", "Seat", string(seat))
		}
		seen[seat] = true
	}
	if len(s.Game.Editions) > 0 && s.Edition == nil {
		return Refuse("", "which-edition")
	}
	var names []string
	for _, o := range options {
		names = append(names, o.Name)
		v, said := s.Options[o.Name]
		if _, known := o.Read(v); said && !known {
			return Refuse("", "unknown-value", "Arg", o.Name, "Value", source.Clip(v), "Guess", source.Suggest(v, o.Values), "Allowed", o.Values)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		if !slices.Contains(names, name) {
			return Refuse("", "unknown-option", "Option", source.Clip(name), "Guess", source.Suggest(name, names), "Allowed", names)
		}
	}
	return nil
}

// checkNames reports seats that a line could not name: the word for the whole
// table and those in which arguments are said.
func checkNames(seats []Seat, verbs []Verb) *Refusal {
	taken := map[Seat]bool{tableWord: true}
	for _, v := range verbs {
		for _, a := range v.Args {
			taken[Seat(a.Name)] = true
		}
	}
	for _, seat := range seats {
		if taken[seat] {
			return Refuse("", "taken-seat", "Seat", string(seat))
		}
	}
	return nil
}

// isSeat reports whether a seat has the form of an id: a name of a person has
// no business in a log.
func isSeat(s Seat) bool {
	if len(s) == 0 || len(s) > 32 {
		return false
	}
	for i, r := range s {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' && i > 0 {
			continue
		}
		return false
	}
	return true
}
