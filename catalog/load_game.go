package catalog

import (
	"slices"
	"time"

	"kitpress/catalog/source"
)

// Limits of the numbers in game.yaml.
const (
	maxPlayers = 99
	maxAge     = 99
	maxMinutes = 24 * 60
	maxNumber  = 1_000_000 // of params and number fields, both ways
)

// readGame reads game.yaml. When it returns false there is no game.
func (l *loader) readGame() bool {
	m, ok := l.open(gameFile, true)
	if !ok {
		return false
	}
	g := l.g
	g.Pos.Line, g.Pos.Col = m.Pos().Line, m.Pos().Col
	g.ID = l.gameID(m.Need("id"))
	g.Prefix = l.form(m.Need("prefix"), "rule prefix", prefixForm, "use capital letters and digits, at most 8")
	g.Version = l.form(m.Need("version"), "version", versionFor, "use digits, letters and dots")
	g.Date = l.date(m.Need("date"))
	l.readLanguages(m)
	theme := m.Need("theme")
	g.Theme, g.themePos = l.id(theme, "theme"), theme.Pos()
	g.Name = l.text(m.Need("name"), "game.name")
	g.Tagline = l.text(m.Get("tagline"), "game.tagline")
	g.Summary = l.text(m.Get("summary"), "game.summary")
	g.Players = l.span(m.Need("players"), 1, maxPlayers)
	g.Age = m.Get("age").Int(0, maxAge)
	g.Minutes = l.span(m.Get("minutes"), 1, maxMinutes)
	g.Params = l.params(m.Get("params"))
	l.readEditions(m.Get("editions"))
	l.readSets(m.Get("sets"))
	l.readComponents(m.Need("components"))
	l.readCredits(m.Get("credits"))
	g.Rights = l.texts(m.Get("rights"), "rights")
	m.Done(gameFile)
	return true
}

// gameID reads the id and compares it with the folder's name.
func (l *loader) gameID(v source.Value) string {
	id := l.id(v, "game")
	if l.dir != "." && id != "" && l.dir != "games/"+id {
		v.Errorf(CodeFolder, "game %q lies in the folder %q", clip(id), l.dir).Hint = "give the folder and the game the same name"
	}
	return id
}

// date reads a day, 2026-11-20. It dates PDF files, which know four-digit
// years only.
func (l *loader) date(v source.Value) time.Time {
	s := v.Text()
	if s == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || t.Year() < 1980 || t.Year() > 2199 {
		v.Errorf(CodeDate, "%q is no day", clip(s)).Hint = "write year, month and day: 2026-11-20"
		return time.Time{}
	}
	return t
}

// readLanguages reads the source language and the list of all.
func (l *loader) readLanguages(m *source.Map) {
	from := m.Need("source")
	l.g.Source = l.language(from)
	list := m.Need("languages")
	seen := map[string]source.Pos{}
	l.languagesBad = !list.IsList()
	for _, v := range list.List() {
		lang := l.language(v)
		l.languagesBad = l.languagesBad || lang == ""
		if lang != "" && unique(seen, v, "language", lang, false) {
			l.g.Languages = append(l.g.Languages, lang)
		}
	}
	if l.g.Source != "" && list.IsList() && !slices.Contains(l.g.Languages, l.g.Source) {
		list.Errorf(CodeLanguage, "the source language %s is not in the list", l.g.Source).Hint = "add " + l.g.Source
	}
}

// span reads {min: 2, max: 4}.
func (l *loader) span(v source.Value, lo, hi int) Range {
	m := v.Map()
	if m == nil {
		return Range{}
	}
	first, last := m.Need("min"), m.Need("max")
	r := Range{first.Int(lo, hi), last.Int(lo, hi)}
	m.Done("a range")
	if r.Min > r.Max && r.Max > 0 {
		first.Errorf(source.CodeRange, "min %d is greater than max %d", r.Min, r.Max)
	}
	return r
}

// params reads named numbers and words.
func (l *loader) params(v source.Value) Params {
	params := Params{}
	for e := range v.Map().All() {
		p := Param{Name: l.form(e.At, "param name", nameForm, hintName), Pos: e.At.Pos()}
		switch {
		case e.Value.IsInt():
			p.Number = e.Value.Int(-maxNumber, maxNumber)
		case e.Value.IsMap():
			m := e.Value.Map()
			l.counts = append(l.counts, countedParam{params, p.Name, m.Need("count")})
			m.Done("a param that counts")
		default:
			p.IsWord = true
			p.Word = l.form(e.Value, "value of a param", wordForm, "write a whole number or one word")
		}
		params[p.Name] = p
	}
	return params
}

// A countedParam is a param whose number is that of the pieces of a deck or of
// the items of a set, so that text and cards cannot disagree.
type countedParam struct {
	params Params
	name   string
	of     source.Value
}

// count fills in the params that count; decks and sets have been read.
func (l *loader) count() {
	for _, c := range l.counts {
		if !c.of.Exists() {
			continue
		}
		id, p := c.of.Text(), c.params[c.name]
		if d, s := l.g.Deck(id), l.g.Set(id); d != nil {
			p.Number = d.Count()
		} else if s != nil {
			p.Number = len(s.Items)
		} else if id != "" && !l.broken {
			c.of.Errorf(CodeUnknownRef, "there is no deck or set %q to count", clip(id)).Hint = source.DidYouMean(id, l.countable())
		}
		c.params[c.name] = p
	}
}

// countable lists what a param may count.
func (l *loader) countable() []string {
	var ids []string
	for _, d := range l.g.Decks {
		ids = append(ids, d.ID)
	}
	for _, s := range l.g.Sets {
		ids = append(ids, s.ID)
	}
	return ids
}

// readEditions reads the editions and whose default they are.
func (l *loader) readEditions(v source.Value) {
	ids, defaults := map[string]source.Pos{}, map[string]source.Pos{}
	for _, e := range v.List() {
		m := e.Map()
		if m == nil {
			continue
		}
		id := m.Need("id")
		edition := Edition{ID: l.id(id, "edition"), Pos: m.Pos()}
		unique(ids, id, "edition", edition.ID, false)
		edition.Name = l.text(m.Need("name"), "edition."+edition.ID+".name")
		for _, d := range m.Get("default").List() {
			lang := d.Literal()
			if lang != "*" {
				lang = l.language(d)
			}
			if unique(defaults, d, "default", lang, false) && lang != "" {
				edition.DefaultFor = append(edition.DefaultFor, lang)
			}
		}
		edition.Params = l.params(m.Get("params"))
		m.Done("an edition")
		l.g.Editions = append(l.g.Editions, edition)
	}
	if _, ok := defaults["*"]; !ok && len(l.g.Editions) > 0 {
		v.Errorf(CodeEditions, `no edition has the default "*"`).Hint = `add "*" to the default of the edition all other languages take`
	}
}

// readComponents reads what the kit prints.
func (l *loader) readComponents(v source.Value) {
	seen := map[string]source.Pos{}
	for _, e := range v.List() {
		m := e.Map()
		if m == nil {
			continue
		}
		id := m.Need("id")
		c := Component{ID: l.id(id, "component"), Pos: m.Pos()}
		unique(seen, id, "component", c.ID, false)
		c.Name = l.text(m.Need("name"), "component."+c.ID+".name")
		kind := m.Need("kind")
		c.Kind = ComponentKind(kind.OneOf("kind of component", string(KindPieces), string(KindRulebook), string(KindGuide), string(KindPage)))
		l.readComponentParts(m, &c, kind)
		m.Done("component \"" + clip(c.ID) + "\"")
		l.g.Components = append(l.g.Components, c)
	}
	if v.IsList() && len(l.g.Components) == 0 {
		v.Errorf(CodeLength, "the kit needs at least one component")
	}
	l.reserved(seen)
	l.checkInstead()
}

// checkInstead follows what components are printed instead of.
func (l *loader) checkInstead() {
	var ids []string
	for _, c := range l.g.Components {
		if c.InsteadOf == "" {
			ids = append(ids, c.ID)
		}
	}
	for _, v := range l.instead {
		id := v.Text()
		switch c := l.g.Component(id); {
		case c == nil:
			l.unknown(v.Pos(), "there is no component "+quote(clip(id)), id, func() []string { return ids })
		case c.InsteadOf == id:
			v.Errorf(CodeForm, "the component %q cannot be printed instead of itself", clip(id)).Hint = "name the component it replaces"
		case c.InsteadOf != "":
			v.Errorf(CodeForm, "the component %q is itself printed instead of another one", clip(id)).Hint = "name the component that is counted: " + clip(c.InsteadOf)
		}
	}
}

// readComponentParts reads the keys that depend on the kind.
func (l *loader) readComponentParts(m *source.Map, c *Component, kind source.Value) {
	if !kind.Exists() || c.Kind == "" || c.Kind == KindPieces || c.Kind == KindPage {
		for _, d := range m.Get("decks").List() {
			if name := d.Text(); name != "" {
				c.Decks = append(c.Decks, name)
				l.later(refDeck, "", name, d.Pos())
			}
		}
		sheet, template := m.Get("sheet"), m.Get("template")
		c.Sheet, c.sheetPos = sheet.Text(), sheet.Pos()
		c.Template, c.templatePos = template.Text(), template.Pos()
		c.CutAt = readCutAt(m.Get("cut-at"))
		l.readNeeds(m, c)
	}
	if c.Kind == KindGuide {
		c.Facts = l.readCardFacts(m.Get("facts"), c.ID)
	}
	paper, instead := m.Get("paper"), m.Get("instead-of")
	c.Paper, c.paperPos = paper.Text(), paper.Pos()
	if c.InsteadOf = instead.Text(); c.InsteadOf != "" {
		l.instead = append(l.instead, instead)
	}
	switch {
	case c.Kind == KindPieces && len(c.Decks) == 0:
		m.Errorf(source.CodeMissingKey, "component %q has no decks", clip(c.ID)).Hint = "add the decks it prints: decks: [threats]"
	case c.Kind == KindPieces && c.Sheet == "":
		m.Errorf(source.CodeMissingKey, "component %q has no sheet", clip(c.ID)).Hint = "add the sheet its pieces are printed on: sheet: cards"
	case c.Kind == KindPieces && c.Template != "":
		m.Errorf(CodeForm, "component %q is made of decks, which have their own templates", clip(c.ID)).Hint = "delete template"
	case c.Kind == KindPage && len(c.Decks) == 0 && c.Template == "":
		m.Errorf(source.CodeMissingKey, "page %q has neither decks nor a template", clip(c.ID))
	}
}

// readCardFacts reads what a guide says of cards. That a deck or a set has the
// fields is checked when all of them are known.
func (l *loader) readCardFacts(v source.Value, component string) []Fact {
	var facts []Fact
	seen := map[string]source.Pos{}
	for _, e := range v.List() {
		m := e.Map()
		if m == nil {
			continue
		}
		field := m.Need("field")
		f := Fact{Field: field.Text(), Pos: m.Pos()}
		unique(seen, field, "fact", f.Field, false)
		if m.Has("label") {
			f.Label = l.text(m.Get("label"), "component."+component+".fact."+f.Field)
		}
		m.Done("a fact")
		facts = append(facts, f)
	}
	return facts
}

// maxCut bounds where a piece is cut, in mm.
const maxCut = 2000

// readCutAt reads where a piece in tiles is best cut.
func readCutAt(v source.Value) CutAt {
	m := v.Map()
	if m == nil {
		return CutAt{}
	}
	places := func(v source.Value) []float64 {
		var list []float64
		for _, e := range v.List() {
			list = append(list, e.Float(0, maxCut))
		}
		return list
	}
	c := CutAt{X: places(m.Get("x")), Y: places(m.Get("y")), Pos: v.Pos()}
	m.Done("cut-at")
	return c
}

// reserved reports ids whose files kitpress makes itself.
func (l *loader) reserved(seen map[string]source.Pos) {
	taken := []string{"print-plan", "manifest", "rulebook-booklet"}
	for _, c := range l.g.Components {
		switch c.Kind {
		case KindPieces:
			taken = append(taken, c.ID+"-backs")
		case KindGuide:
			taken = append(taken, c.ID+"-booklet")
		}
	}
	for _, id := range taken {
		if pos, ok := seen[id]; ok {
			l.ps.Errorf(pos, CodeReservedID, "component %q: kitpress makes a file of this name itself", id).Hint = "choose another id"
		}
	}
}

// readCredits reads who made what.
func (l *loader) readCredits(v source.Value) {
	for i, e := range v.List() {
		m := e.Map()
		if m == nil {
			continue
		}
		l.g.Credits = append(l.g.Credits, Credit{
			Role: l.text(m.Need("role"), "credit."+number(i)+".role"),
			Who:  m.Need("who").Text(),
			Link: l.link(m.Get("link")),
			Pos:  m.Pos(),
		})
		m.Done("a credit")
	}
}
