package load

import (
	"slices"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

const (
	scoreFile = "score.yaml"
	maxRounds = 100
)

// A scoreReader reads how the game is scored.
type scoreReader struct{ *reading }

// readScore reads score.yaml.
func (rd *scoreReader) readScore() {
	m, ok := rd.open(scoreFile, false)
	if !ok {
		return
	}
	s := &catalog.Score{Pos: m.Pos()}
	rule := m.Need("rule")
	s.Rule = rule.Text()
	rd.later(refRule, "", s.Rule, rule.Pos())
	s.Rounds = m.Get("rounds").Int(0, maxRounds)
	seen := map[string]source.Pos{}
	for cm := range m.Need("categories").Maps() {
		s.Categories = append(s.Categories, rd.readCategory(cm, seen))
	}
	var ids []string
	for _, c := range s.Categories {
		ids = append(ids, c.ID)
	}
	s.Total = categories(m.Need("total"), ids)
	s.Goal = rd.amount(m.Get("goal"), "goal")
	s.Ties, s.TieBy = form.ReadTexts(m.Get("ties"), "score.tie"), categories(m.Get("tie-by"), ids)
	s.TiesOpen = m.Get("ties-open").Flag()
	m.Done(scoreFile)
	rd.g.Score = s
}

// categories reads a list of ids of categories.
func categories(v source.Value, known []string) []string {
	var list []string
	for _, e := range v.List() {
		id := e.Text()
		if id != "" && !slices.Contains(known, id) {
			e.Errorf(form.CodeUnknownRef, "there is no category %q", source.Clip(id)).Hint = source.DidYouMean(id, known)
		}
		list = append(list, id)
	}
	return list
}

// readCategory reads a column: an item of a set, a card of a deck, or one with
// its own name.
func (rd *scoreReader) readCategory(m *source.Map, seen map[string]source.Pos) catalog.Category {
	id, of := m.Need("id"), m.Get("of")
	c := catalog.Category{ID: form.ReadName(id, "category id", form.ItemForm, form.HintItem), Pos: m.Pos()}
	form.Unique(seen, id, "category", c.ID, true)
	switch {
	case !of.Exists():
		c.Name = form.ReadText(m.Need("name"), "score."+c.ID)
	case rd.g.Set(of.Text()) == nil && rd.g.Deck(of.Text()) != nil:
		c.Deck, c.Card = of.Text(), c.ID
		rd.later(refCard, c.Deck, c.Card, id.Pos())
		if !holds(rd.g.Deck(c.Deck).Schema, "title", catalog.TypeText, catalog.TypeWord) {
			of.Errorf(form.CodeForm, "the cards of the deck %q have no title a category could take", source.Clip(c.Deck)).Hint = "give the category a name instead"
		}
	default:
		c.Set, c.Item = of.Text(), c.ID
		rd.later(refSet, "", c.Set, of.Pos())
		rd.later(refItem, c.Set, c.Item, id.Pos())
	}
	first, last := m.Get("min"), m.Get("max")
	c.Min, c.Max = first.Int(-maxNumber, maxNumber), last.Int(-maxNumber, maxNumber)
	if last.Exists() && c.Min > c.Max {
		first.Errorf(source.CodeRange, "min %d is greater than max %d", c.Min, c.Max)
	}
	c.Worth, c.Goal = rd.amount(m.Get("worth"), "worth"), rd.amount(m.Get("goal"), "goal")
	if !c.Worth.IsSet() {
		c.Worth.Number = 1
	}
	if out := m.Get("out"); out.Exists() {
		c.Out = catalog.Amount{Number: out.Int(-maxNumber, maxNumber), Pos: out.Pos()}
	}
	if shared := m.Get("shared"); shared.Exists() {
		if c.Shared = shared.Flag(); c.Shared && !last.Exists() {
			shared.Errorf(source.CodeMissingKey, "a shared category has no max").Hint = "say how many there are in the box: max: 12"
		}
	}
	rd.readParts(m, &c)
	m.Done("category \"" + source.Clip(c.ID) + "\"")
	return c
}

// readParts reads what a number is put together from: cards of a deck, each
// counting what some of its lists hold.
func (rd *scoreReader) readParts(m *source.Map, c *catalog.Category) {
	parts := m.Get("parts")
	if !parts.Exists() {
		return
	}
	pm := parts.Map()
	if pm == nil {
		return
	}
	deck := pm.Need("deck")
	c.Parts = deck.Text()
	rd.later(refDeck, "", c.Parts, deck.Pos())
	for _, f := range pm.Need("count").List() {
		c.PartFields = append(c.PartFields, f.Text())
		if d := rd.g.Deck(c.Parts); d != nil && !holds(d.Schema, f.Text(), catalog.TypeItems, catalog.TypeCards) {
			f.Errorf(form.CodeForm, "the cards of the deck %q have no list %q", source.Clip(c.Parts), source.Clip(f.Text()))
		}
	}
	pm.Done("parts")
}

// amount reads a number or the name of a param that is a number in every
// edition. Nothing scored is worth nothing, so 0 is a slip.
func (rd *scoreReader) amount(v source.Value, what string) catalog.Amount {
	if !v.Exists() {
		return catalog.Amount{}
	}
	a := catalog.Amount{Pos: v.Pos()}
	if v.IsInt() {
		if a.Number = v.Int(-maxNumber, maxNumber); a.Number == 0 && v.Literal() == "0" {
			v.Errorf(source.CodeRange, "a %s of 0 says nothing", what).Hint = "delete " + what
		}
		return a
	}
	a.Param = form.ReadName(v, what, form.NameForm, "write a whole number or the name of a param")
	if !form.NameForm().MatchString(a.Param) {
		return a
	}
	found := false // an edition that lacks it is reported with the editions
	for _, e := range everyEdition(rd.g) {
		p, ok := rd.g.ParamsFor(e)[a.Param]
		if found = found || ok; p.IsWord {
			v.Errorf(source.CodeWrongType, "the param %q is the word %q, and a %s is a number", source.Clip(a.Param), source.Clip(p.Word), what).Hint = "name a param that is a number"
			return a
		}
	}
	if !found {
		v.Errorf(form.CodeUnknownParam, "there is no param %q", source.Clip(a.Param)).Hint = source.DidYouMean(a.Param, form.Keys(rd.g.ParamsFor(nil)))
	}
	return a
}

// everyEdition returns the editions, or one nil for a game without any.
func everyEdition(g *catalog.Game) []*catalog.Edition {
	if len(g.Editions) == 0 {
		return []*catalog.Edition{nil}
	}
	list := make([]*catalog.Edition, len(g.Editions))
	for i := range g.Editions {
		list[i] = &g.Editions[i]
	}
	return list
}
