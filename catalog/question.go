package catalog

import (
	"slices"
	"strings"

	"kitpress/catalog/source"
)

// The kinds of questions; package quiz says how each is answered.
const (
	AskChoice    = "choice"
	AskTrueFalse = "true-false"
	AskShort     = "short"
	AskNumber    = "number"
	AskList      = "list"
	AskOrdering  = "ordering"
	AskMatching  = "matching"
)

// A Question asks about a topic. What is the same in every language stands
// here, what is said in one in Texts.
type Question struct {
	ID    string // within its topic
	Topic string
	Pos   source.Pos
	Kind  string // AskChoice …
	Level int    // 1 easy, 2, 3 hard

	Options   []QuestionOption // choice; ordering: in their right order
	Truth     bool             // true-false: whether the statement is true
	Answer    string           // number: 1234.5
	Tolerance string           // number: how far off still counts
	Factors   []string         // number: how many of the unit each of Units is, "" for 1 and for those a translation has beyond
	Year      bool             // number
	Items     []string         // list: ids
	Need      int              // list: how many items are enough, 0 for all
	Pairs     []string         // matching: ids
	Strict    []string         // short, list: article, accents, case

	// Texts are what is said, by language; those in "en" are always there.
	Texts map[string]*QuestionTexts
}

// A QuestionOption is what can be chosen or put in order.
type QuestionOption struct {
	ID    string
	Right bool // choice
}

// QuestionTexts are the texts of a question in one language. The lists run
// along those of the Question.
type QuestionTexts struct {
	Pos source.Pos
	Of  string // translation: hash of the English it was made from, "" before it was stamped

	Ask, Explain Msg
	Options      []Msg // choice, ordering
	Because      []Msg // choice: why a wrong option is wrong; without a text for a right one
	Accept       []Msg // short: the first is shown as the answer
	Wrong        []Msg // short, list: what is near and does not count
	Unit         Msg   // number
	Units        [][]Msg
	Items        [][]Msg // list: the ways to say each item
	Left, Right  []Msg   // matching

	OfPos, IDPos source.Pos // of a translation; OfPos is invalid without a hash
}

// Name returns "topic/id", which names the question among all.
func (q *Question) Name() string { return q.Topic + "/" + q.ID }

// Several reports whether more than one option has to be chosen.
func (q *Question) Several() bool {
	n := 0
	for _, o := range q.Options {
		if o.Right {
			n++
		}
	}
	return n > 1
}

// In returns the texts in a language, those of the base language for a form of
// it, or nil.
func (q *Question) In(lang string) *QuestionTexts {
	if t := q.Texts[lang]; t != nil {
		return t
	}
	return q.Texts[BaseLanguage(lang)]
}

// Hash names the wording a translation is made from: what is asked, shown and
// explained. More ways to say an answer are each language's own affair.
func (t *QuestionTexts) Hash() string {
	all := []string{t.Ask.Text, t.Explain.Text}
	add := func(list ...Msg) {
		for _, m := range list {
			all = append(all, m.Text)
		}
	}
	add(t.Options...)
	add(t.Because...)
	add(t.Accept[:min(1, len(t.Accept))]...)
	add(t.Unit)
	for _, ways := range slices.Concat(t.Units, t.Items) {
		add(ways[:min(1, len(ways))]...)
	}
	add(t.Left...)
	add(t.Right...)
	return Hash(strings.Join(all, "\n"))
}

// Question returns a question of the topic, or nil.
func (t *Topic) Question(id string) *Question {
	for _, q := range t.Questions {
		if q.ID == id {
			return q
		}
	}
	return nil
}

// A QuestionState says how far the translation of a question is.
type QuestionState int

const (
	Translated QuestionState = iota
	Stale                    // made from another English wording, or not stamped
	Untranslated
)

// State returns how far the question is translated into a language.
func (q *Question) State(lang string) QuestionState {
	switch t := q.In(lang); {
	case t == nil:
		return Untranslated
	case t != q.Texts[TopicSource] && t.Of != q.Texts[TopicSource].Hash():
		return Stale
	}
	return Translated
}
