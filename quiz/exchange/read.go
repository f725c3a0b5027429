package exchange

import (
	"path"
	"slices"
	"strings"

	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
	"kitpress/quiz"
	"kitpress/quiz/match"
)

// The codes of the problems this package finds, beside those of package
// spreadsheet.
const (
	CodeCell     = "question-cell" // what a cell says is not understood
	CodeKey      = "question-key"  // what the matcher finds wrong with a key
	CodeDoubleID = "question-id"   // an id is there twice
	CodeJSON     = "question-json" // not the data that schema.json describes
)

// OwnTopic is the topic of questions that name none.
const OwnTopic = "own"

// Limits of one's own questions, in characters.
const (
	maxAsk     = 1000
	maxExplain = 3000
)

// maxQuestions is how many questions a file may have.
const maxQuestions = 20_000

// idForm is what ids look like.
var idForm = source.Pattern(`^[a-z0-9][a-z0-9-]{0,63}$`)

// Options say how questions are read.
type Options struct {
	Lang string // of questions that name none
	// Say turns what the matcher finds into words; nil for its ids.
	Say func(quiz.Message) string
}

// A Reading is what a file holds.
type Reading struct {
	Items []quiz.Item // as they stand in the file
	Found []string    // how each sheet of text was read: "UTF-8, separated by commas"
}

// Extensions are the ends of the names Read knows.
func Extensions() []string { return append(spreadsheet.Extensions(), ".json") }

// Read reads questions by the end of the file's name: sheets (.csv, .tsv,
// .xlsx) and .json. All problems are reported at once, with sheet, row and
// column; the items are not to be used when there are errors.
func Read(name string, data []byte, o Options) (Reading, source.Problems) {
	if o.Say == nil {
		o.Say = func(m quiz.Message) string { return m.ID }
	}
	if strings.EqualFold(path.Ext(name), ".json") {
		return readJSON(name, data, o)
	}
	sheets, ps := spreadsheet.Read(name, data)
	if ps.HasErrors() {
		return Reading{}, ps
	}
	var all []placed
	var found []string
	used := false
	for _, s := range sheets {
		if skipSheet(s, len(sheets)) {
			continue
		}
		used = true
		if f := s.Found(); f != "" {
			found = append(found, f)
		}
		list, problems := readSheet(s, o)
		all, ps = append(all, list...), append(ps, problems...)
	}
	if !used {
		ps.Errorf(source.Pos{File: name}, spreadsheet.CodeEmpty, "there is no sheet with questions").Hint = "kitpress quiz template writes one to fill in"
	}
	items, problems := checkAll(all, o)
	return Reading{items, found}, append(ps, problems...)
}

// skipSheet leaves out the sheet of the template that explains the columns,
// empty ones, and hidden ones.
func skipSheet(s spreadsheet.Sheet, of int) bool {
	if of == 1 {
		return false
	}
	return len(s.Rows) == 0 || s.Hidden || slices.Contains(all(words().helpSheet), s.Name)
}

// A placed question knows where it stands.
type placed struct {
	quiz.Item
	at    source.Pos                     // of the question
	place func(column string) source.Pos // of one of its cells
	ok    bool                           // it could be read without an error
}

// checkAll looks at the keys of the questions that could be read, as the
// shipped ones are looked at: every listed answer has to be judged as listed,
// and no wrong option may be a right answer to another question of its topic.
func checkAll(list []placed, o Options) ([]quiz.Item, source.Problems) {
	c := checker{o: o, seen: map[string]source.Pos{}, short: map[string][]known{}}
	if len(list) > maxQuestions {
		c.ps.Errorf(list[maxQuestions].at, spreadsheet.CodeTooLarge, "more than %d questions", maxQuestions)
		return nil, c.ps
	}
	for _, p := range list {
		c.check(p)
	}
	for i, p := range list {
		if !c.distractors(p) {
			c.ps.Warnf(list[i].at, CodeKey, "wrong options from here on were not held against the other questions of their topics: there are too many")
			break
		}
	}
	return c.items, c.ps
}

type checker struct {
	o     Options
	seen  map[string]source.Pos
	short map[string][]known // by language and topic
	items []quiz.Item
	ps    source.Problems

	compared int
}

// A known is a short question with its checker.
type known struct {
	id      string
	checker *match.Checker
}

func (c *checker) check(p placed) {
	key := p.Lang + " " + p.ID
	if first, double := c.seen[key]; double {
		c.ps.Errorf(p.place(colID), CodeDoubleID, "the question %q stands at %s already", p.ID, first)
		return
	}
	c.seen[key] = p.at
	if n := len([]rune(p.Ask)); n > maxAsk {
		c.ps.Errorf(p.place(colQuestion), CodeCell, "the question has %d characters, at most %d are read", n, maxAsk)
	}
	if n := len([]rune(p.Explain)); n > maxExplain {
		c.ps.Errorf(p.place(colExplain), CodeCell, "the explanation has %d characters, at most %d are read", n, maxExplain)
	}
	if !p.ok {
		return
	}
	k, findings := match.New(p.Question, p.Lang)
	bad := false
	for _, f := range findings {
		report := c.ps.Warnf
		if f.Error {
			report, bad = c.ps.Errorf, true
		}
		report(p.place(colRight), CodeKey, "%s", c.o.Say(f.Message()))
	}
	if bad {
		return
	}
	for _, a := range p.Keys() {
		if v := k.Check(a); !v.Point() {
			c.ps.Errorf(p.place(colRight), CodeKey, "the answer %q should count: %s", a, c.o.Say(v.Message()))
		}
	}
	for i, w := range p.Wrong {
		if v := k.Check(w); v.Point() {
			c.ps.Errorf(p.place(columnID(colWrong, i+1)), CodeKey, "%q is listed as wrong and counts: %s", w, c.o.Say(v.Message()))
		}
	}
	if p.Kind == quiz.Short {
		topic := p.Lang + " " + p.Topic
		c.short[topic] = append(c.short[topic], known{p.ID, k})
	}
	c.items = append(c.items, p.Item)
}

// maxCompared is how often a wrong option is held against another question: a
// class's questions take thousands, and this many a few seconds.
const maxCompared = 100_000

// distractors looks for wrong options that are right answers elsewhere. It
// reports whether there was time for it.
func (c *checker) distractors(p placed) bool {
	if p.Kind != quiz.Choice || !p.ok {
		return true
	}
	for _, o := range p.Options {
		if isRight(p.Item, o.ID) {
			continue
		}
		for _, other := range c.short[p.Lang+" "+p.Topic] {
			if c.compared++; c.compared > maxCompared {
				return false
			}
			if other.checker.Check(o.Text).Point() {
				c.ps.Errorf(p.place(colWrong), CodeKey, "the wrong option %q is a right answer to the question %q", o.Text, other.id).Hint = "choose another wrong option"
			}
		}
	}
	return true
}
