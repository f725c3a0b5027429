package library

import (
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

// askKeys are the keys of the key of each kind, beside what all have. Those
// before the empty one are needed.
var askKeys = map[string][]string{
	catalog.AskChoice:    {"options"},
	catalog.AskTrueFalse: {"answer"},
	catalog.AskShort:     {"accept", "", "wrong", "strict"},
	catalog.AskNumber:    {"answer", "", "tolerance", "unit", "units", "year"},
	catalog.AskList:      {"items", "", "need", "wrong", "strict"},
	catalog.AskOrdering:  {"options"},
	catalog.AskMatching:  {"pairs"},
}

// question reads one question, or returns nil.
func (f *questionFile) question(v source.Value, seen map[string]source.Pos) *readQuestion {
	m := v.Map()
	if m == nil {
		return nil
	}
	q := &readQuestion{texts: &catalog.QuestionTexts{Pos: m.Pos()}, at: map[string]source.Pos{}}
	id := m.Need("id")
	q.Pos, q.ID, q.texts.IDPos = m.Pos(), form.ReadName(id, "question id", catalog.IDForm, form.HintID), id.Pos()
	if !form.Unique(seen, id, "question", q.ID, false) {
		return nil
	}
	if f.english() {
		q.Kind = m.Need("kind").OneOf("kind of question", form.Keys(askKeys)...)
		q.Level = m.Need("level").Int(1, 3)
		if q.Kind == "" {
			for range m.All() { // what belongs there is not known
			}
			return nil
		}
	} else if of := m.Get("of"); of.Exists() {
		q.texts.Of, q.texts.OfPos = of.Text(), of.Pos()
	}
	q.texts.Ask, q.texts.Explain = f.line(m.Need("ask")), f.line(m.Need("explain"))
	f.key(m, q)
	m.Done("the " + strings.TrimSpace(q.Kind+" question") + " \"" + source.Clip(q.ID) + "\"")
	if f.english() {
		f.checkQuestion(q)
	}
	return q
}

// line reads a text of one line.
func (f *questionFile) line(v source.Value) catalog.Msg {
	return catalog.Msg{Text: joinLines(strings.TrimSpace(v.Text())), Pos: v.Pos()}
}

// lines reads a list of texts.
func (f *questionFile) lines(v source.Value) []catalog.Msg {
	var list []catalog.Msg
	for _, e := range v.List() {
		list = append(list, f.line(e))
	}
	return list
}

// key reads what decides about an answer. In a translation the kind is not
// known: it has the keys the English question has, which sameKey looks at.
func (f *questionFile) key(m *source.Map, q *readQuestion) {
	needed := true
	names := askKeys[q.Kind]
	if !f.english() {
		names = []string{"", "options", "accept", "wrong", "unit", "units", "items", "pairs"}
	}
	for _, name := range names {
		if name == "" {
			needed = false
			continue
		}
		v := m.Get(name)
		if needed {
			v = m.Need(name)
		}
		if v.Exists() {
			q.at[name] = v.Pos()
			f.field(q, name, v)
		}
	}
}

// field reads one part of a key.
func (f *questionFile) field(q *readQuestion, name string, v source.Value) {
	t := q.texts
	switch name {
	case "options":
		f.options(q, v)
	case "items":
		f.items(q, v)
	case "pairs":
		f.pairs(q, v)
	case "units":
		f.units(q, v)
	case "accept":
		t.Accept = f.lines(v)
		if v.IsList() && len(t.Accept) == 0 {
			v.Errorf(form.CodeLength, "no answer is accepted")
		}
	case "wrong":
		t.Wrong = f.lines(v)
	case "unit":
		t.Unit = f.line(v)
	case "answer":
		if q.Kind == catalog.AskTrueFalse {
			q.Truth = v.Flag()
		} else {
			q.Answer = v.Text()
		}
	case "tolerance":
		q.Tolerance = v.Text()
	case "year":
		q.Year = v.Flag()
	case "need":
		q.Need = v.Int(0, 10)
	case "strict":
		for _, e := range v.List() {
			q.Strict = append(q.Strict, e.OneOf("strictness", "article", "accents", "case"))
		}
	}
}

// options reads what can be chosen or put in order.
func (f *questionFile) options(q *readQuestion, v source.Value) {
	seen := map[string]source.Pos{}
	right := 0
	for m := range v.Maps() {
		o := catalog.QuestionOption{ID: f.entryID(m, "option", seen)}
		why := catalog.Msg{}
		if q.Kind == catalog.AskChoice && m.Get("right").Exists() {
			o.Right = m.Get("right").Flag()
		}
		if q.Kind != catalog.AskOrdering {
			why = f.because(q, m, o)
		}
		q.texts.Options = append(q.texts.Options, f.line(m.Need("text")))
		m.Done("an option")
		if o.Right {
			right++
		}
		q.Options, q.texts.Because = append(q.Options, o), append(q.texts.Because, why)
	}
	if !f.english() {
		return // sameKey compares them
	}
	f.count(v, "options", len(q.Options), 3, 5)
	if q.Kind == catalog.AskChoice && len(q.Options) > 0 && (right == 0 || right == len(q.Options)) {
		v.Errorf(form.CodeForm, "%d of %d options are right", right, len(q.Options)).Hint = "mark those that are with right: true; at least one is not"
	}
}

// because reads why an option is wrong.
func (f *questionFile) because(q *readQuestion, m *source.Map, o catalog.QuestionOption) catalog.Msg {
	v := m.Get("because")
	switch {
	case v.Exists() && o.Right:
		v.Errorf(form.CodeForm, "the option %q is right: there is nothing to explain", source.Clip(o.ID)).Hint = "say it in explain"
	case v.Exists():
		return f.line(v)
	case f.english() && !o.Right:
		m.Errorf(source.CodeMissingKey, "key %q is missing: why the option is wrong", "because")
	}
	return catalog.Msg{}
}

func (f *questionFile) entryID(m *source.Map, what string, seen map[string]source.Pos) string {
	v := m.Need("id")
	id := form.ReadName(v, what+" id", catalog.IDForm, form.HintID)
	form.Unique(seen, v, what, id, false)
	return id
}

// items reads what belongs in a list.
func (f *questionFile) items(q *readQuestion, v source.Value) {
	seen := map[string]source.Pos{}
	for m := range v.Maps() {
		q.Items = append(q.Items, f.entryID(m, "item", seen))
		ways := m.Need("accept")
		q.texts.Items = append(q.texts.Items, f.lines(ways))
		if ways.IsList() && len(ways.List()) == 0 {
			ways.Errorf(form.CodeLength, "no way to say it is accepted")
		}
		m.Done("an item")
	}
	if f.english() {
		f.count(v, "items", len(q.Items), 2, 10)
	}
}

// pairs reads what belongs to what.
func (f *questionFile) pairs(q *readQuestion, v source.Value) {
	seen := map[string]source.Pos{}
	for m := range v.Maps() {
		q.Pairs = append(q.Pairs, f.entryID(m, "pair", seen))
		q.texts.Left = append(q.texts.Left, f.line(m.Need("left")))
		q.texts.Right = append(q.texts.Right, f.line(m.Need("right")))
		m.Done("a pair")
	}
	if f.english() {
		f.count(v, "pairs", len(q.Pairs), 3, 5)
	}
}

// units reads the units of a question and how many of the unit asked for one
// of each is.
func (f *questionFile) units(q *readQuestion, v source.Value) {
	for m := range v.Maps() {
		q.texts.Units = append(q.texts.Units, f.lines(m.Need("names")))
		if f.english() {
			q.Factors = append(q.Factors, m.Get("factor").Text()) // "" for 1
		}
		m.Done("a unit")
	}
}

func (f *questionFile) count(v source.Value, what string, n, least, most int) {
	if v.IsList() && (n < least || n > most) {
		v.Errorf(form.CodeLength, "want %d to %d %s, found %d", least, most, what, n)
	}
}

// Limits of the texts of a question, in characters. Those of a choice and of a
// statement are the limits of what schools ask such questions with.
const (
	maxAskShown = 120
	maxAsk      = 200
	maxOption   = 75
	maxAnswer   = 60
)

// checkQuestion reports texts that are too long to be shown or too short to
// explain anything.
func (f *questionFile) checkQuestion(q *readQuestion) {
	t := q.texts
	longest := maxAsk
	if q.Kind == catalog.AskChoice || q.Kind == catalog.AskTrueFalse {
		longest = maxAskShown
	}
	f.within("what is asked", 1, longest, t.Ask)
	f.within("an option", 1, maxOption, t.Options...)
	f.within("one side of a pair", 1, maxOption, slices.Concat(t.Left, t.Right)...)
	f.within("an answer", 1, maxAnswer, slices.Concat(t.Accept, t.Wrong, []catalog.Msg{t.Unit})...)
	for _, ways := range slices.Concat(t.Items, t.Units) {
		f.within("an answer", 1, maxAnswer, ways...)
	}
	f.within("the explanation", 20, 300, t.Explain)
	f.within("the reason", 10, 160, t.Because...)
	if q.Need > len(q.Items) {
		f.ps.Errorf(q.at["need"], source.CodeRange, "%d of %d items are needed", q.Need, len(q.Items))
	}
}

// within counts the characters of texts. In a script without spaces a few say
// a lot.
func (f *questionFile) within(what string, least, most int, texts ...catalog.Msg) {
	for _, m := range texts {
		n, least := signCount(m.Text), least
		if wordless(m.Text) {
			least /= 2
		}
		switch {
		case n == 0: // not there, or was reported
		case n > most:
			f.ps.Errorf(m.Pos, form.CodeLength, "%s has %d characters, at most %d are allowed", what, n, most)
		case n < least:
			f.ps.Errorf(m.Pos, form.CodeLength, "%s has %d characters, want %d or more", what, n, least)
		}
	}
}
