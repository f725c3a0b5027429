package desk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kitpress/catalog"
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

// View returns what everybody sees at a table, a line for each part of it; what
// says nothing is left out.
func (s *Speaker) View(t *Table) ([]string, error) {
	n, err := readNode(t.Play.View(""))
	if err != nil {
		return nil, err
	}
	at := *s
	at.seats, at.quiet = t.Match.Seats, t.Play.Quiet()
	return at.lines(n, ""), nil
}

func (s *Speaker) lines(n node, indent string) []string {
	var out []string
	for i, p := range n.parts {
		name := ""
		if !n.list {
			name = s.partName(n, i)
		}
		switch {
		case n.list:
			out = append(out, indent+s.inline(p))
		case p.nothing() || slices.Contains(s.quiet, n.names[i]):
		case n.names[i] == "phase":
			out = append(out, indent+name+"  "+s.Word("phase."+fmt.Sprint(p.value)))
		case n.names[i] == "ended":
			out = append(out, indent+name+"  "+s.RuleID(fmt.Sprint(p.value)))
		case n.names[i] == "teams":
			out = append(out, indent+name+"  "+s.teams(p))
		case p.plain() || p.flat() || indent != "":
			out = append(out, indent+name+"  "+s.inline(p))
		default:
			out = append(out, indent+name)
			out = append(out, s.lines(p, indent+"  ")...)
		}
	}
	return out
}

// partName returns what a part of an object is called: a seat where all parts
// are those of seats. A seat may have the name of a pile.
func (s *Speaker) partName(n node, i int) string {
	for _, name := range n.names {
		if !slices.Contains(s.seats, referee.Seat(name)) {
			return s.label(n.names[i])
		}
	}
	return s.seat(n.names[i])
}

// teams says who plays together: seats by the one they play with.
func (s *Speaker) teams(n node) string {
	var order []string
	members := map[string][]string{}
	for _, seat := range s.seats {
		team := fmt.Sprint(n.part(string(seat)).value)
		if members[team] == nil {
			order = append(order, team)
		}
		members[team] = append(members[team], s.seat(string(seat)))
	}
	var list []string
	for _, team := range order {
		list = append(list, strings.Join(members[team], " + "))
	}
	return strings.Join(list, " · ")
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

// inline returns a node on one line.
func (s *Speaker) inline(n node) string {
	switch v := n.value.(type) {
	case string:
		if slices.Contains(s.seats, referee.Seat(v)) {
			return s.seat(v)
		}
		return s.Name(v)
	case bool:
		if v {
			return s.Word("match.yes")
		}
		return s.Word("match.no")
	case json.Number:
		return v.String()
	}
	var parts []string
	for i, p := range n.parts {
		switch {
		case n.list:
			parts = append(parts, s.inline(p))
		case p.nothing() && (p.value == nil || p.value == "" || p.value == false) || slices.Contains(s.quiet, n.names[i]):
		case n.names[i] == "id":
			parts = append(parts, s.inline(p))
		case n.names[i] == "n" && slices.Contains(n.names, "known"):
			parts = append(parts, s.inline(p)) // of a hand: how many cards
		case len(p.names) > 0:
			parts = append(parts, s.partName(n, i)+" ("+s.inline(p)+")")
		case p.value == true:
			parts = append(parts, s.partName(n, i))
		default:
			parts = append(parts, s.partName(n, i)+" "+s.inline(p))
		}
	}
	if n.list {
		return s.List(parts)
	}
	return strings.Join(parts, " · ")
}

// label returns what a part of a view is called: a card, an item or a deck, or
// one of kitpress's words.
func (s *Speaker) label(name string) string {
	for _, id := range []string{"view." + s.game.ID + "." + name, "view." + name} {
		if s.texts.Words().Has(id) {
			return s.Word(id)
		}
	}
	if deck := s.game.Deck(name); deck != nil {
		return s.Text(deck.Name)
	}
	return s.Name(name)
}

// Columns returns the categories of the score that rows have values for, in
// the order of the score sheet, with their names.
func (s *Speaker) Columns(rows []referee.Row) (ids, names []string) {
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

// Category returns what a category of the score is called.
func (s *Speaker) Category(id string) string {
	for _, c := range s.game.Score.Categories {
		if c.ID == id {
			return s.category(c)
		}
	}
	return id
}

func (s *Speaker) category(c catalog.Category) string {
	switch {
	case c.Item != "":
		return s.Name(c.Item)
	case c.Card != "":
		return s.Name(c.Card)
	}
	return s.Text(c.Name)
}

// Standing says how a match ended, "" while it goes on.
func (s *Speaker) Standing(t referee.Tally) string {
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
