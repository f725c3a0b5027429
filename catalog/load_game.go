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

// A gameReader reads game.yaml.
type gameReader struct {
	*pack
	counts       []countedParam // params that count what is read later
	instead      []source.Value // what components are printed instead of
	languagesBad bool           // the list of languages has problems
}

// readGame reads game.yaml. When it returns false there is no game.
func (rd *gameReader) readGame() bool {
	m, ok := rd.open(gameFile, true)
	if !ok {
		return false
	}
	g := rd.g
	g.Pos.Line, g.Pos.Col = m.Pos().Line, m.Pos().Col
	g.ID = rd.gameID(m.Need("id"))
	g.Prefix = readForm(m.Need("prefix"), "rule prefix", prefixForm, "use capital letters and digits, at most 8")
	g.Version = readForm(m.Need("version"), "version", versionFor, "use digits, letters and dots")
	g.Date = readDate(m.Need("date"))
	rd.readLanguages(m)
	theme := m.Need("theme")
	g.Theme, g.themePos = readID(theme, "theme"), theme.Pos()
	g.Name = readText(m.Need("name"), "game.name")
	g.Tagline = readText(m.Get("tagline"), "game.tagline")
	g.Summary = readText(m.Get("summary"), "game.summary")
	g.Players = readRange(m.Need("players"), 1, maxPlayers)
	g.Age = m.Get("age").Int(0, maxAge)
	g.Minutes = readRange(m.Get("minutes"), 1, maxMinutes)
	g.Params = rd.params(m.Get("params"))
	rd.readEditions(m.Get("editions"))
	(&deckReader{pack: rd.pack}).readSets(m.Get("sets"))
	rd.readComponents(m.Need("components"))
	rd.readCredits(m.Get("credits"))
	g.Rights = readTexts(m.Get("rights"), "rights")
	m.Done(gameFile)
	return true
}

// gameID reads the id and compares it with the folder's name.
func (rd *gameReader) gameID(v source.Value) string {
	id := readID(v, "game")
	if rd.dir != "." && id != "" && rd.dir != "games/"+id {
		v.Errorf(CodeFolder, "game %q lies in the folder %q", clip(id), rd.dir).Hint = "give the folder and the game the same name"
	}
	return id
}

// readDate reads a day, 2026-11-20. It dates PDF files, which know four-digit
// years only.
func readDate(v source.Value) time.Time {
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
func (rd *gameReader) readLanguages(m *source.Map) {
	from := m.Need("source")
	rd.g.Source = readLanguage(from)
	list := m.Need("languages")
	seen := map[string]source.Pos{}
	rd.languagesBad = !list.IsList()
	for _, v := range list.List() {
		lang := readLanguage(v)
		rd.languagesBad = rd.languagesBad || lang == ""
		if lang != "" && unique(seen, v, "language", lang, false) {
			rd.g.Languages = append(rd.g.Languages, lang)
		}
	}
	if rd.g.Source != "" && list.IsList() && !slices.Contains(rd.g.Languages, rd.g.Source) {
		list.Errorf(CodeLanguage, "the source language %s is not in the list", rd.g.Source).Hint = "add " + rd.g.Source
	}
}

// readRange reads {min: 2, max: 4}.
func readRange(v source.Value, lo, hi int) Range {
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
func (rd *gameReader) params(v source.Value) Params {
	params := Params{}
	for e := range v.Map().All() {
		p := Param{Name: readForm(e.At, "param name", nameForm, hintName), Pos: e.At.Pos()}
		switch {
		case e.Value.IsInt():
			p.Number = e.Value.Int(-maxNumber, maxNumber)
		case e.Value.IsMap():
			m := e.Value.Map()
			rd.counts = append(rd.counts, countedParam{params, p.Name, m.Need("count")})
			m.Done("a param that counts")
		default:
			p.IsWord = true
			p.Word = readForm(e.Value, "value of a param", wordForm, "write a whole number or one word")
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
func (rd *gameReader) count() {
	for _, c := range rd.counts {
		if !c.of.Exists() {
			continue
		}
		id, p := c.of.Text(), c.params[c.name]
		if d, s := rd.g.Deck(id), rd.g.Set(id); d != nil {
			p.Number = d.Count()
		} else if s != nil {
			p.Number = len(s.Items)
		} else if id != "" && !rd.broken {
			c.of.Errorf(CodeUnknownRef, "there is no deck or set %q to count", clip(id)).Hint = source.DidYouMean(id, rd.countable())
		}
		c.params[c.name] = p
	}
}

// countable lists what a param may count.
func (rd *gameReader) countable() []string {
	var ids []string
	for _, d := range rd.g.Decks {
		ids = append(ids, d.ID)
	}
	for _, s := range rd.g.Sets {
		ids = append(ids, s.ID)
	}
	return ids
}

// readEditions reads the editions and whose default they are.
func (rd *gameReader) readEditions(v source.Value) {
	ids, defaults := map[string]source.Pos{}, map[string]source.Pos{}
	for m := range v.Maps() {
		id := m.Need("id")
		edition := Edition{ID: readID(id, "edition"), Pos: m.Pos()}
		unique(ids, id, "edition", edition.ID, false)
		edition.Name = readText(m.Need("name"), "edition."+edition.ID+".name")
		for _, d := range m.Get("default").List() {
			lang := d.Literal()
			if lang != "*" {
				lang = readLanguage(d)
			}
			if unique(defaults, d, "default", lang, false) && lang != "" {
				edition.DefaultFor = append(edition.DefaultFor, lang)
			}
		}
		edition.Params = rd.params(m.Get("params"))
		m.Done("an edition")
		rd.g.Editions = append(rd.g.Editions, edition)
	}
	if _, ok := defaults["*"]; !ok && len(rd.g.Editions) > 0 {
		v.Errorf(CodeEditions, `no edition has the default "*"`).Hint = `add "*" to the default of the edition all other languages take`
	}
}

// readComponents reads what the kit prints.
func (rd *gameReader) readComponents(v source.Value) {
	seen := map[string]source.Pos{}
	for m := range v.Maps() {
		id := m.Need("id")
		c := Component{ID: readID(id, "component"), Pos: m.Pos()}
		unique(seen, id, "component", c.ID, false)
		c.Name = readText(m.Need("name"), "component."+c.ID+".name")
		kind := m.Need("kind")
		c.Kind = ComponentKind(kind.OneOf("kind of component", string(KindPieces), string(KindRulebook), string(KindGuide), string(KindPage)))
		rd.readComponentParts(m, &c, kind)
		m.Done("component \"" + clip(c.ID) + "\"")
		rd.g.Components = append(rd.g.Components, c)
	}
	if v.IsList() && len(rd.g.Components) == 0 {
		v.Errorf(CodeLength, "the kit needs at least one component")
	}
	rd.reserved(seen)
	rd.checkInstead()
}

// checkInstead follows what components are printed instead of.
func (rd *gameReader) checkInstead() {
	var ids []string
	for _, c := range rd.g.Components {
		if c.InsteadOf == "" {
			ids = append(ids, c.ID)
		}
	}
	for _, v := range rd.instead {
		id := v.Text()
		switch c := rd.g.Component(id); {
		case c == nil:
			rd.unknown(v.Pos(), "there is no component "+quote(clip(id)), id, func() []string { return ids })
		case c.InsteadOf == id:
			v.Errorf(CodeForm, "the component %q cannot be printed instead of itself", clip(id)).Hint = "name the component it replaces"
		case c.InsteadOf != "":
			v.Errorf(CodeForm, "the component %q is itself printed instead of another one", clip(id)).Hint = "name the component that is counted: " + clip(c.InsteadOf)
		}
	}
}

// readComponentParts reads the keys that depend on the kind.
func (rd *gameReader) readComponentParts(m *source.Map, c *Component, kind source.Value) {
	if !kind.Exists() || c.Kind == "" || c.Kind == KindPieces || c.Kind == KindPage {
		for _, d := range m.Get("decks").List() {
			if name := d.Text(); name != "" {
				c.Decks = append(c.Decks, name)
				rd.later(refDeck, "", name, d.Pos())
			}
		}
		sheet, template := m.Get("sheet"), m.Get("template")
		c.Sheet, c.sheetPos = sheet.Text(), sheet.Pos()
		c.Template, c.templatePos = template.Text(), template.Pos()
		c.CutAt = readCutAt(m.Get("cut-at"))
		rd.readNeeds(m, c)
	}
	if c.Kind == KindGuide {
		c.Facts = rd.readCardFacts(m.Get("facts"), c.ID)
	}
	paper, instead := m.Get("paper"), m.Get("instead-of")
	c.Paper, c.paperPos = paper.Text(), paper.Pos()
	if c.InsteadOf = instead.Text(); c.InsteadOf != "" {
		rd.instead = append(rd.instead, instead)
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
func (rd *gameReader) readCardFacts(v source.Value, component string) []Fact {
	var facts []Fact
	seen := map[string]source.Pos{}
	for m := range v.Maps() {
		field := m.Need("field")
		f := Fact{Field: field.Text(), Pos: m.Pos()}
		unique(seen, field, "fact", f.Field, false)
		if m.Has("label") {
			f.Label = readText(m.Get("label"), "component."+component+".fact."+f.Field)
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
func (rd *gameReader) reserved(seen map[string]source.Pos) {
	taken := []string{"print-plan", "manifest", "rulebook-booklet"}
	for _, c := range rd.g.Components {
		switch c.Kind {
		case KindPieces:
			taken = append(taken, c.ID+"-backs")
		case KindGuide:
			taken = append(taken, c.ID+"-booklet")
		}
	}
	for _, id := range taken {
		if pos, ok := seen[id]; ok {
			rd.ps.Errorf(pos, CodeReservedID, "component %q: kitpress makes a file of this name itself", id).Hint = "choose another id"
		}
	}
}

// readCredits reads who made what.
func (rd *gameReader) readCredits(v source.Value) {
	for i, e := range v.List() {
		m := e.Map()
		if m == nil {
			continue
		}
		rd.g.Credits = append(rd.g.Credits, Credit{
			Role: readText(m.Need("role"), "credit."+number(i)+".role"),
			Who:  m.Need("who").Text(),
			Link: readLink(m.Get("link")),
			Pos:  m.Pos(),
		})
		m.Done("a credit")
	}
}
