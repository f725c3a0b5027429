package exchange

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"kitpress/quiz"
	"kitpress/quiz/match"
)

// A Format is one kind of file that questions are written to.
type Format struct {
	Name    string // as typed: "gift"
	Title   string // "Moodle GIFT"
	Ext     string // of the file, ".txt"
	Kinds   string // what it holds, for help
	Without string // what it has no room for in any question, "" for nothing
	Reads   bool   // Read can read it

	fit   func(quiz.Item) error
	write func(io.Writer, []quiz.Item, Meta) error
}

// Meta is what a file says beside its questions.
type Meta struct {
	Title string // of the collection, for categories, decks and packages
	Lang  string // a tag such as "de"
}

// An Unfit is a question that a format cannot hold, and why.
type Unfit struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

// Formats returns all formats in the order help names them.
func Formats() []Format {
	return []Format{
		{Name: "gift", Title: "Moodle GIFT", Ext: ".txt", Kinds: "all but lists of several things", Without: "units of numbers (the main one is put behind the question)", fit: giftFit, write: writeGIFT},
		{Name: "moodle", Title: "Moodle XML", Ext: ".xml", Kinds: "all but lists of several things", fit: moodleFit, write: writeMoodle},
		{Name: "kahoot", Title: "Kahoot spreadsheet", Ext: ".xlsx", Kinds: "choice with up to 4 options, true-false", Without: "explanations, feedback, ids and levels", fit: kahootFit, write: writeKahoot},
		{Name: "anki", Title: "Anki notes", Ext: ".txt", Kinds: "all, as cards with a front and a back", fit: ankiFit, write: writeAnki},
		{Name: "h5p", Title: "H5P question set", Ext: ".h5p", Kinds: "all but lists of several things and numbers with a tolerance", Without: "listed wrong answers, levels, units of numbers (the main one is put behind the question)", fit: h5pFit, write: writeH5P},
		{Name: "qti", Title: "QTI 2.1 package", Ext: ".zip", Kinds: "all but lists of several things", Without: "listed wrong answers, units of numbers (the main one is put behind the question)", fit: qtiFit, write: writeQTI},
		{Name: "csv", Title: "CSV table", Ext: ".csv", Kinds: "all; --questions reads it", Reads: true, fit: sheetFit, write: writeSheet},
		{Name: "json", Title: "JSON data", Ext: ".json", Kinds: "all; --questions reads it", Reads: true, fit: anyFit, write: writeJSON},
	}
}

// Find returns the format with a name.
func Find(name string) (Format, bool) {
	list := Formats()
	i := slices.IndexFunc(list, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return list[i], true
}

// Write writes the questions the format can hold, in the order given, and
// returns the others. Nothing is written when none is left to write.
func (f Format) Write(w io.Writer, items []quiz.Item, meta Meta) ([]Unfit, error) {
	fit, left := f.Split(items)
	if len(fit) == 0 {
		return left, nil
	}
	return left, f.write(w, fit, meta)
}

// Split tells the questions the format can hold from the others.
func (f Format) Split(items []quiz.Item) (fit []quiz.Item, left []Unfit) {
	for _, it := range items {
		err := plain(it)
		if err == nil {
			err = f.fit(it)
		}
		if err != nil {
			left = append(left, Unfit{it.ID, err.Error()})
			continue
		}
		fit = append(fit, it)
	}
	return fit, left
}

func anyFit(quiz.Item) error { return nil }

// plain refuses what no file should carry: control characters, and a question
// whose key is broken.
func plain(it quiz.Item) error {
	for _, s := range texts(it) {
		if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF }) {
			return fmt.Errorf("there is a control character in %q", s)
		}
	}
	_, findings := match.New(it.Question, it.Lang)
	if i := slices.IndexFunc(findings, func(f match.Finding) bool { return f.Error }); i >= 0 {
		return fmt.Errorf("its key is broken: %s %s", findings[i].Code, findings[i].Text)
	}
	return nil
}

// texts returns all texts of a question.
func texts(it quiz.Item) []string {
	list := slices.Concat([]string{it.ID, it.Topic, it.Title, it.Ask, it.Explain, it.Unit}, it.Accept, it.Wrong)
	for _, ways := range it.Items {
		list = append(list, ways...)
	}
	for _, o := range slices.Concat(it.Options, it.Left, it.Right) {
		list = append(list, o.ID, o.Text, o.Because)
	}
	for _, u := range it.Units {
		list = append(list, u.Names...)
	}
	return list
}
