package desk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kitpress/quiz/referee"
)

// A node is a piece of a view: a value, a list, or named pieces in order.
type node struct {
	value any // string, json.Number, bool; nil for a list or an object
	names []string
	parts []node // of a list or of an object
	list  bool
}

// readNode reads any state as the tree that its JSON is.
func readNode(view any) (node, error) {
	data, err := json.Marshal(view)
	if err != nil {
		return node{}, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	return next(dec)
}

func next(dec *json.Decoder) (node, error) {
	tok, err := dec.Token()
	if err != nil {
		return node{}, err
	}
	open, isDelim := tok.(json.Delim)
	if !isDelim {
		return node{value: tok}, nil
	}
	n := node{list: open == '['}
	for dec.More() {
		if !n.list {
			key, err := dec.Token()
			if err != nil {
				return node{}, err
			}
			n.names = append(n.names, fmt.Sprint(key))
		}
		part, err := next(dec)
		if err != nil {
			return node{}, err
		}
		n.parts = append(n.parts, part)
	}
	_, err = dec.Token()
	return n, err
}

// plain reports whether a node goes onto one line: a value or a list of them.
func (n node) plain() bool {
	for _, p := range n.parts {
		if len(p.parts) > 0 {
			return false
		}
	}
	return n.value != nil || n.list || len(n.parts) == 0
}

// part returns a named piece of an object, an empty one when there is none.
func (n node) part(name string) node {
	if i := slices.Index(n.names, name); i >= 0 {
		return n.parts[i]
	}
	return node{}
}

// nothing reports whether a node says nothing worth a line.
func (n node) nothing() bool {
	switch v := n.value.(type) {
	case string:
		return v == ""
	case bool:
		return !v
	case json.Number:
		return v == "0"
	}
	for _, p := range n.parts {
		if !p.nothing() {
			return false
		}
	}
	return true
}

// A Section is a part of what everybody sees: one line, or a heading with lines
// below it.
type Section struct {
	Line
	Rows []Line `json:"rows,omitempty"`
}

// A Line says one thing, in words of one language: a label and its value, one
// text or several tags. Whoever shows it sets the marks between them.
type Line struct {
	ID    string `json:"id,omitempty"`    // of a part of the rules' view, a card, an item or a seat
	Label string `json:"label,omitempty"` // alone: it is so
	Text  string `json:"text,omitempty"`
	List  bool   `json:"list,omitempty"` // the tags are of one kind
	Tags  []Line `json:"tags,omitempty"`
}

// View returns what everybody sees at a table; what says nothing is left out.
func (s *Presenter) View(t *OpenMatch) ([]Section, error) {
	n, err := readNode(t.Play.View(""))
	if err != nil {
		return nil, err
	}
	at := *s
	at.seats, at.quiet = t.Match.Seats, t.Play.Quiet()
	var out []Section
	at.each(n, func(name string, p node, line Line) {
		switch {
		case name == "phase":
			line.Text = at.Word("phase." + fmt.Sprint(p.value))
		case name == "ended":
			line.Text = at.RuleID(fmt.Sprint(p.value))
		case name == "teams":
			line.Tags = at.teams(p)
		case p.plain() || p.flat():
			line.say(at.value(p))
		default:
			var rows []Line
			at.each(p, func(_ string, p node, row Line) {
				row.say(at.value(p))
				rows = append(rows, row)
			})
			out = append(out, Section{line, rows})
			return
		}
		out = append(out, Section{Line: line})
	})
	return out, nil
}

// each calls do with all parts of a node that say something, and a line with
// what each is called.
func (s *Presenter) each(n node, do func(name string, p node, line Line)) {
	for i, p := range n.parts {
		switch {
		case n.list:
			do("", p, Line{})
		case !p.nothing() && !slices.Contains(s.quiet, n.names[i]):
			do(n.names[i], p, Line{ID: n.names[i], Label: s.partName(n, i)})
		}
	}
}

// say gives a line a value. One without a label goes by what it says.
func (l *Line) say(value Line) {
	if l.Label == "" {
		l.ID = value.ID
	}
	l.Text, l.List, l.Tags = value.Text, value.List, value.Tags
}

// partName returns what a part of an object is called: a seat where all parts
// are those of seats, or of the table. A seat may have the name of a pile.
func (s *Presenter) partName(n node, i int) string {
	for _, name := range n.names {
		if name != "" && !slices.Contains(s.seats, referee.Seat(name)) {
			return s.label(n.names[i])
		}
	}
	if n.names[i] == "" {
		return s.SeatName("")
	}
	return s.seat(n.names[i])
}

// teams says who plays together: seats by the one they play with.
func (s *Presenter) teams(n node) (list []Line) {
	var order []string
	members := map[string][]string{}
	for _, seat := range s.seats {
		team := fmt.Sprint(n.part(string(seat)).value)
		if members[team] == nil {
			order = append(order, team)
		}
		members[team] = append(members[team], s.seat(string(seat)))
	}
	for _, team := range order {
		list = append(list, Line{ID: team, Text: strings.Join(members[team], " + ")})
	}
	return list
}

// flat reports whether an object has only values: it goes onto one line.
func (n node) flat() bool {
	for _, p := range n.parts {
		if p.value == nil {
			return false
		}
	}
	return !n.list
}

// value returns what a node says.
func (s *Presenter) value(n node) Line {
	switch v := n.value.(type) {
	case string:
		if slices.Contains(s.seats, referee.Seat(v)) {
			return Line{ID: v, Text: s.seat(v)}
		}
		return Line{ID: v, Text: s.Name(v)}
	case bool:
		if v {
			return Line{Text: s.Word("match.yes")}
		}
		return Line{Text: s.Word("match.no")}
	case json.Number:
		return Line{Text: v.String()}
	}
	out := Line{List: n.list}
	for i, p := range n.parts {
		tag := Line{}
		switch {
		case n.list:
		case p.nothing() && (p.value == nil || p.value == "" || p.value == false) || slices.Contains(s.quiet, n.names[i]):
			continue
		case n.names[i] == "id", n.names[i] == "n" && slices.Contains(n.names, "known"): // of a hand: how many cards
		default:
			tag = Line{ID: n.names[i], Label: s.partName(n, i)}
		}
		if tag.Label == "" || p.value != true {
			tag.say(s.value(p))
		}
		out.Tags = append(out.Tags, tag)
	}
	return out
}

// Columns returns the categories of the score that rows have values for, in
// the order of the score sheet, with their names.
func (s *Presenter) Columns(rows []referee.Row) (ids, names []string) {
	left := map[string]bool{}
	for _, r := range rows {
		for id := range r.Values {
			left[id] = true
		}
	}
	if s.game.Score != nil {
		for _, c := range s.game.Score.Categories {
			if left[c.ID] {
				ids, names = append(ids, c.ID), append(names, s.category(c))
				delete(left, c.ID)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(left)) {
		ids, names = append(ids, id), append(names, s.label(id))
	}
	return ids, names
}

// Standing says how a match ended, "" while it goes on.
func (s *Presenter) Standing(t referee.Tally) string {
	switch {
	case !t.Over:
		return ""
	case len(t.Winners) == 0:
		return s.Word("match.lost", "Rule", s.RuleID(t.Rule))
	}
	winners := make([]string, len(t.Winners))
	for i, w := range t.Winners {
		winners[i] = s.seat(string(w))
	}
	return s.Word("match.won", "Rule", s.RuleID(t.Rule), "Seats", s.List(winners))
}
