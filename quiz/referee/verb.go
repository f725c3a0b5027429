package referee

import (
	"maps"
	"slices"
	"strconv"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

// Args are the arguments of a command or an event, each a list of ids, numbers
// or words.
type Args map[string][]string

// Word returns the only value of an argument, or "".
func (a Args) Word(name string) string {
	if len(a[name]) == 0 {
		return ""
	}
	return a[name][0]
}

// Number returns the only value of an argument as a number, or 0.
func (a Args) Number(name string) int {
	n, err := strconv.Atoi(a.Word(name))
	if err != nil {
		return 0
	}
	return n
}

// Has reports whether an argument was given.
func (a Args) Has(name string) bool { return len(a[name]) > 0 }

// The kinds of arguments.
const (
	ArgCard   ArgKind = "card"   // id of a card in one of the decks Of
	ArgItem   ArgKind = "item"   // id of an item of the set Of
	ArgSeat   ArgKind = "seat"   // a seat of the match
	ArgNumber ArgKind = "number" // 0 and up
	ArgWord   ArgKind = "word"   // one of Of
	ArgText   ArgKind = "text"   // the rest of the line: a reason
)

// maxText is how long a reason may be, in bytes.
const maxText = 500

// An ArgKind says what the values of an argument are.
type ArgKind string

// A Verb is something that can happen.
type Verb struct {
	Name  string `json:"name"`
	Table bool   `json:"table,omitempty"` // happens to the table: no seat does it
	Args  []Arg  `json:"args,omitempty"`
	Rule  string `json:"rule"`           // that describes it
	Only  string `json:"only,omitempty"` // "option=value": only where that was agreed on

	Understood bool `json:"understood,omitempty"` // goes without saying: whoever does what comes after it has done it
}

// An Arg is an argument of a verb. The first one of a verb may be said without
// its name.
type Arg struct {
	Name string   `json:"name"`
	Kind ArgKind  `json:"kind"`
	Of   []string `json:"of,omitempty"`
	Min  int      `json:"min"` // how many values; 0: may be left out
	Max  int      `json:"max"`

	known []string // every value there can be, filled by Bind; nil for numbers and texts
}

// Bind fills in which values the arguments of verbs can have in a match.
func Bind(verbs []Verb, s Setup) []Verb {
	out := slices.Clone(verbs)
	for i := range out {
		out[i].Args = slices.Clone(out[i].Args)
		for j := range out[i].Args {
			a := &out[i].Args[j]
			a.known = values(*a, s)
		}
	}
	return out
}

// values returns every value an argument can have in a match.
func values(a Arg, s Setup) []string {
	var list []string
	switch a.Kind {
	case ArgCard:
		for _, id := range a.Of {
			if d := s.Game.Deck(id); d != nil {
				list = append(list, recordIDs(d.Cards)...)
			}
		}
	case ArgItem:
		for _, id := range a.Of {
			if set := s.Game.Set(id); set != nil {
				list = append(list, recordIDs(set.Items)...)
			}
		}
	case ArgSeat:
		for _, seat := range s.Seats {
			list = append(list, string(seat))
		}
	case ArgWord:
		return a.Of
	default:
		return nil
	}
	if list == nil {
		return []string{}
	}
	return list
}

func recordIDs(records []*catalog.Record) []string {
	ids := make([]string, len(records))
	for i, r := range records {
		ids[i] = r.ID
	}
	return ids
}

// Values returns every value the argument can have once it is bound; nil for
// numbers and texts.
func (a Arg) Values() []string { return a.known }

// findVerb returns the verb of a name.
func findVerb(verbs []Verb, name string) (Verb, *Refusal) {
	if i := slices.IndexFunc(verbs, func(v Verb) bool { return v.Name == name }); i >= 0 {
		return verbs[i], nil
	}
	var names []string
	for _, v := range verbs {
		names = append(names, v.Name)
	}
	return Verb{}, Refuse("", "unknown-verb", "Verb", source.Clip(name), "Guess", source.Suggest(name, names), "Allowed", few(names))
}

// Check reports what is wrong with the form of a command: who, which
// arguments, how many values. Values are checked where the verb is bound.
func (v Verb) Check(c Command) *Refusal {
	switch {
	case v.Table && c.Seat != "":
		return Refuse("", "no-seat-wanted", "Verb", v.Name)
	case !v.Table && c.Seat == "":
		return Refuse("", "which-seat", "Verb", v.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Args)) {
		if !slices.ContainsFunc(v.Args, func(a Arg) bool { return a.Name == name }) {
			return Refuse("", "unknown-argument", "Verb", v.Name, "Arg", source.Clip(name))
		}
	}
	for _, a := range v.Args {
		if no := a.check(v.Name, c.Args[a.Name]); no != nil {
			return no
		}
	}
	return nil
}

func (a Arg) check(verb string, given []string) *Refusal {
	switch n := len(given); {
	case n < a.Min:
		return Refuse("", "too-few-values", "Verb", verb, "Arg", a.Name, "Min", a.Min, "Given", n)
	case n > a.Max:
		return Refuse("", "too-many-values", "Verb", verb, "Arg", a.Name, "Max", a.Max, "Given", n)
	}
	for _, s := range given {
		switch {
		case a.Kind == ArgNumber && !isNumber(s):
			return Refuse("", "not-a-number", "Arg", a.Name, "Value", source.Clip(s))
		case a.Kind == ArgText && len(s) > maxText:
			return Refuse("", "too-long", "Arg", a.Name, "Max", maxText)
		case a.known != nil && !slices.Contains(a.known, s):
			return Refuse("", "unknown-value", "Arg", a.Name, "Value", source.Clip(s), "Guess", source.Suggest(s, a.known), "Allowed", few(a.known))
		}
	}
	return nil
}

// mostShown is how many words are listed where one of them was wanted.
const mostShown = 16

// few returns a list that is short enough to be shown, nil for a longer one.
func few(list []string) []string {
	if len(list) > mostShown {
		return nil
	}
	return list
}

// isNumber reports whether a text is a number from 0 to 9999.
func isNumber(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n >= 0 && n <= 9999 && strconv.Itoa(n) == s
}
