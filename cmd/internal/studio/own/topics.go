package own

import (
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/studio/yamledit"
	"kitpress/i18n"
)

// A topicsPart is what the page of explanations shows.
type topicsPart struct {
	List   []option // topics of the deck
	ID     string   // of the one that is shown, "" for none
	Code   string
	Kinds  []option
	Source string
	Langs  []topicLang
	Cards  []option // those that lead here are on; ID is their row
	Other  []fault  // what is wrong elsewhere in it
}

// A topicLang is a topic in one language.
type topicLang struct {
	Lang   string
	Of     bool // a translation
	State  string
	Fields []topicText
}

// A topicText is a field of the form.
type topicText struct {
	Part, Word, Text string
	Lines            int
	Said             []fault
	at               []source.Pos
}

// topicParts are the fields of a topic, in the order of the form.
var topicParts = []struct {
	name  string
	lines int
}{{"title", 1}, {"summary", 2}, {"reference", 1}, {catalog.PartWhat, 7}, {catalog.PartExample, 4}, {catalog.PartNotice, 3}, {catalog.PartProtect, 4}, {catalog.PartRespond, 3}, {"claim", 1}, {"truth", 2}}

// facts stand with the topic, and mistaken are the keys of what many think.
var (
	facts    = []string{"title", "summary"}
	mistaken = []string{"claim", "truth"}
)

// topicsOf shows the topics of a deck and the form of one of them.
func (d *deckPage) topicsOf(s *state, deck *catalog.Deck, g *catalog.Game, id string) {
	topics, problems := library.Topics(s.files, g.Languages...)
	d.Errors = 0 // those of explanations are counted below, whether a card leads to them or not
	for _, f := range d.Faults {
		if f.Ill && !strings.HasPrefix(f.Where, catalog.TopicFolder+"/") {
			d.Errors++
		}
	}
	for _, problem := range problems {
		if problem.Severity == source.Error {
			d.Errors++
		}
	}
	p := &topicsPart{}
	ids := make([]string, 0, len(topics))
	for name := range topics {
		ids = append(ids, name)
	}
	slices.Sort(ids)
	if topics[id] == nil && len(ids) > 0 {
		id = ids[0]
	}
	for _, name := range ids {
		p.List = append(p.List, option{ID: name, Name: topics[name].Title.Text, On: name == id})
	}
	d.Topics = p
	t := topics[id]
	if t == nil {
		return
	}
	p.ID, p.Code, p.Source = id, t.Code, t.WrittenIn()
	for _, kind := range []catalog.TopicKind{catalog.TopicThreat, catalog.TopicDefence, catalog.TopicTerm} {
		p.Kinds = append(p.Kinds, option{ID: string(kind), On: kind == t.Kind})
	}
	for _, lang := range append([]string{p.Source}, slices.DeleteFunc(slices.Clone(g.Languages), func(l string) bool { return l == p.Source })...) {
		if slices.Contains(g.Languages, lang) {
			p.Langs = append(p.Langs, topicIn(s.files, t, lang, string(t.Kind)))
		}
	}
	p.leads(s.files, deck, g)
	for _, problem := range problems {
		p.say(problem)
	}
}

// topicIn reads the texts of a topic in a language as they are written.
func topicIn(files tree.Files, t *catalog.Topic, lang, kind string) topicLang {
	l := topicLang{Lang: lang, Of: lang != t.WrittenIn()}
	file, texts := topicFile(t.ID), catalog.ExplanationFile(t.ID, lang)
	for _, part := range topicParts {
		f := topicText{Part: part.name, Lines: part.lines, Word: "topics." + part.name}
		var v source.Value
		switch {
		case slices.Contains(facts, part.name):
			keys := []string{part.name}
			if l.Of {
				keys = []string{"translations", lang, part.name, "text"}
			}
			v, _ = yamledit.Find(file, files[file], keys...)
			if l.Of { // what is wrong is said where the translation begins
				whole, _ := yamledit.Find(file, files[file], keys[:3]...)
				f.at = append(f.at, whole.Pos())
			}
		case part.name == "reference":
			v, _ = yamledit.Find(file, files[file], "references", lang)
			all, _ := yamledit.Find(file, files[file], "references")
			if !v.Exists() {
				f.at = append(f.at, all.Pos())
			}
		case slices.Contains(mistaken, part.name):
			v, _ = yamledit.Find(texts, files[texts], catalog.PartMisconception, part.name)
		default:
			v, _ = yamledit.Find(texts, files[texts], part.name)
			f.Word = "topic-" + kind + "-" + part.name
		}
		f.Text = strings.TrimRight(v.Literal(), "\n")
		f.at = append(f.at, v.Pos())
		if v.IsList() {
			var points []string
			for _, item := range v.List() {
				points = append(points, item.Literal())
				f.at = append(f.at, item.Pos())
			}
			f.Text = strings.Trim(strings.Join(points, "\n"), "\n")
		}
		l.Fields = append(l.Fields, f)
	}
	if !l.Of {
		return l
	}
	for _, s := range i18n.Untranslated(t, lang) {
		if l.State == "" || s.State == i18n.CodeStale {
			l.State = map[string]string{i18n.CodeMissing: "missing", i18n.CodeStale: "stale"}[s.State]
		}
	}
	return l
}

// leads lists the cards, and which of them lead to the topic.
func (p *topicsPart) leads(files tree.Files, deck *catalog.Deck, g *catalog.Game) {
	t, at, err := topicColumn(files, deck, g)
	if err != nil || !t.editable() {
		return
	}
	for _, c := range deck.Cards {
		if c.Pos.Cell == "" || len(p.Cards) >= mostShown {
			continue
		}
		o := option{N: c.Pos.Line, Name: c.ID}
		if len(deck.Schema) > 0 {
			o.Name = c.Fields[deck.Schema[0].Name].Text.Text
		}
		o.On = at >= 0 && strings.TrimSpace(t.cell(c.Pos.Line-1, at)) == p.ID
		p.Cards = append(p.Cards, o)
	}
}

// say puts what is wrong with the topic beside its field, or on top of the form.
func (p *topicsPart) say(problem source.Problem) {
	file := problem.Pos.File
	mine := file == topicFile(p.ID)
	for _, l := range p.Langs {
		mine = mine || file == catalog.ExplanationFile(p.ID, l.Lang)
	}
	if !mine || problem.Severity != source.Error {
		return
	}
	f := fault{Where: problem.Pos.String(), Text: problem.Message, Hint: problem.Hint, Code: problem.Code, Ill: true}
	for i := range p.Langs {
		for j := range p.Langs[i].Fields {
			one := &p.Langs[i].Fields[j]
			for k, at := range one.at {
				last := k == len(one.at)-1
				if at.File == file && at.IsValid() && at.Line == problem.Pos.Line && (at.Col == problem.Pos.Col || last && one.Lines > 1 && at.Line == problem.Pos.Line && at.Col < problem.Pos.Col) {
					if !slices.ContainsFunc(one.Said, func(other fault) bool { return other.Text == f.Text }) { // each line of a list lacks the same
						one.Said = append(one.Said, f)
					}
					return
				}
			}
		}
	}
	p.Other = append(p.Other, f)
}
