package quiz

import "slices"

// A Kind is what has to be answered.
type Kind string

const (
	Short     Kind = "short"      // a word or a few
	Number    Kind = "number"     // a number, perhaps with a unit or an era
	List      Kind = "list"       // several things in any order
	Choice    Kind = "choice"     // one of the options, or several
	TrueFalse Kind = "true-false" // whether a statement is true
	Ordering  Kind = "ordering"   // the options in their right order
	Matching  Kind = "matching"   // what belongs to what
)

// Kinds are all kinds, in the order help names them.
func Kinds() []Kind { return []Kind{Short, Number, List, Choice, TrueFalse, Ordering, Matching} }

// A Question is what an answer is checked against: a key in one language.
// Which fields count depends on the kind.
type Question struct {
	ID   string `json:"id"`
	Kind Kind   `json:"kind"`
	Ask  string `json:"ask"` // as it is asked: its words may stand around an answer; true-false: the statement

	// Accept are the answers that count. short: texts. number: numbers
	// written as 1234.5, the same in all languages. choice: ids of options;
	// ordering: ids of all options in their right order. true-false: "true"
	// or "false".
	Accept []string `json:"accept,omitempty"`
	// Wrong are answers that look near and do not count: opposites, other
	// things of the same name. For short answers and lists.
	Wrong []string `json:"wrong,omitempty"`

	Items   [][]string `json:"items,omitempty"`   // list: what belongs in it, each with the ways to say it
	Need    int        `json:"need,omitempty"`    // list: how many of the items are enough, 0 for all
	Options []Option   `json:"options,omitempty"` // choice, ordering: as shown, the first is a, 1 or ア
	Several bool       `json:"several,omitempty"` // choice: all of Accept have to be chosen, and no other
	Left    []Option   `json:"left,omitempty"`    // matching: as shown, the first is 1
	Right   []Option   `json:"right,omitempty"`   // matching: as shown, the first is a
	Pairs   []Pair     `json:"pairs,omitempty"`   // matching: what belongs to each of Left

	Tolerance string `json:"tolerance,omitempty"` // number: how far off still counts, "0.05"; "" for not at all
	Unit      string `json:"unit,omitempty"`      // number: the unit that is meant where none is given
	Units     []Unit `json:"units,omitempty"`     // number: units of this question, before those everybody knows
	Year      bool   `json:"year,omitempty"`      // number: it is a year, with an era; BC is below zero

	Strict []string `json:"strict,omitempty"` // short, list: what is part of the answer, of Stricts
}

// What may be part of a typed answer.
const (
	StrictArticle = "article"
	StrictAccents = "accents"
	StrictCase    = "case"
)

// Stricts are all of these.
func Stricts() []string { return []string{StrictArticle, StrictAccents, StrictCase} }

// Is reports whether the question is strict about one of Stricts.
func (q Question) Is(strict string) bool { return slices.Contains(q.Strict, strict) }

// An Option is one of several to choose from, to order or to match.
type Option struct {
	ID      string `json:"id"`
	Text    string `json:"text"`
	Because string `json:"because,omitempty"` // why it is wrong
}

// A Pair says that Left belongs to Right; both are ids.
type Pair struct {
	Left  string `json:"left"`
	Right string `json:"right"`
}

// A Unit is one way to measure: its names and how many of Question.Unit one
// of it is.
type Unit struct {
	Names  []string `json:"names"`
	Factor string   `json:"factor,omitempty"` // "" for 1
}
