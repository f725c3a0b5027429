package catalog

import (
	"slices"

	"kitpress/catalog/source"
)

const (
	scoreFile = "score.yaml"
	maxRounds = 100
)

// readScore reads how the game is scored.
func (l *loader) readScore() {
	m, ok := l.open(scoreFile, false)
	if !ok {
		return
	}
	s := &Score{Pos: m.Pos()}
	rule := m.Need("rule")
	s.Rule = rule.Text()
	l.later(refRule, "", s.Rule, rule.Pos())
	s.Rounds = m.Get("rounds").Int(0, maxRounds)
	seen := map[string]source.Pos{}
	for _, e := range m.Need("categories").List() {
		if cm := e.Map(); cm != nil {
			s.Categories = append(s.Categories, l.readCategory(cm, seen))
		}
	}
	var ids []string
	for _, c := range s.Categories {
		ids = append(ids, c.ID)
	}
	for _, e := range m.Need("total").List() {
		id := e.Text()
		if id != "" && !slices.Contains(ids, id) {
			e.Errorf(CodeUnknownRef, "there is no category %q", clip(id)).Hint = source.DidYouMean(id, ids)
		}
		s.Total = append(s.Total, id)
	}
	s.Ties = l.texts(m.Get("ties"), "score.tie")
	m.Done(scoreFile)
	l.g.Score = s
}

// readCategory reads a column: an item of a set, or one with its own name.
func (l *loader) readCategory(m *source.Map, seen map[string]source.Pos) Category {
	id, of := m.Need("id"), m.Get("of")
	c := Category{ID: l.form(id, "category id", itemForm, hintItem), Pos: m.Pos()}
	unique(seen, id, "category", c.ID, true)
	if of.Exists() {
		c.Set, c.Item = of.Text(), c.ID
		l.later(refSet, "", c.Set, of.Pos())
		l.later(refItem, c.Set, c.Item, id.Pos())
	} else {
		c.Name = l.text(m.Need("name"), "score."+c.ID)
	}
	first, last := m.Get("min"), m.Get("max")
	c.Min, c.Max = first.Int(-maxNumber, maxNumber), last.Int(-maxNumber, maxNumber)
	if last.Exists() && c.Min > c.Max {
		first.Errorf(source.CodeRange, "min %d is greater than max %d", c.Min, c.Max)
	}
	m.Done("category \"" + clip(c.ID) + "\"")
	return c
}
