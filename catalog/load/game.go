package load

import (
	"slices"
	"time"

	"kitpress/catalog"
	"kitpress/catalog/form"
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
	*reading
	counts       []countedParam // params that count what is read later
	instead      []source.Value // what components are printed instead of
	behind       []source.Value // what they are printed on the back of
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
	g.Prefix = form.ReadName(m.Need("prefix"), "rule prefix", form.PrefixForm, "use capital letters and digits, at most 8")
	g.Version = form.ReadName(m.Need("version"), "version", form.VersionForm, "use digits, letters and dots")
	g.Date = readDate(m.Need("date"))
	rd.readLanguages(m)
	theme := m.Need("theme")
	g.Theme, g.ThemePos = form.ReadID(theme, "theme"), theme.Pos()
	g.Fonts = map[string]catalog.Ref{}
	for f := range m.Get("fonts").Map().All() {
		g.Fonts[f.At.OneOf("texts of a font", catalog.FontRoles()...)] = catalog.Ref{Name: f.Value.Text(), Pos: f.Value.Pos()}
	}
	if q := m.Get("quotes"); q.Exists() {
		g.AutoQuotes = q.OneOf("way to write quotation marks", "auto") == "auto"
	}
	g.Name = form.ReadText(m.Need("name"), "game.name")
	g.Tagline = form.ReadText(m.Get("tagline"), "game.tagline")
	g.Summary = form.ReadText(m.Get("summary"), "game.summary")
	g.Players = readRange(m.Need("players"), 1, maxPlayers)
	g.Age = m.Get("age").Int(0, maxAge)
	g.Minutes = readRange(m.Get("minutes"), 1, maxMinutes)
	g.Params = rd.params(m.Get("params"))
	rd.readEditions(m.Get("editions"))
	(&deckReader{reading: rd.reading}).readSets(m.Get("sets"))
	rd.readComponents(m.Need("components"))
	rd.readCredits(m.Get("credits"))
	g.Rights = form.ReadTexts(m.Get("rights"), "rights")
	m.Done(gameFile)
	return true
}

// gameID reads the id and compares it with the folder's name.
func (rd *gameReader) gameID(v source.Value) string {
	id := form.ReadID(v, "game")
	if rd.dir != "." && id != "" && rd.dir != "games/"+id {
		v.Errorf(form.CodeFolder, "game %q lies in the folder %q", source.Clip(id), rd.dir).Hint = "give the folder and the game the same name"
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
		v.Errorf(form.CodeDate, "%q is no day", source.Clip(s)).Hint = "write year, month and day: 2026-11-20"
		return time.Time{}
	}
	return t
}

// readLanguages reads the source language and the list of all.
func (rd *gameReader) readLanguages(m *source.Map) {
	from := m.Need("source")
	rd.g.Source = form.ReadLanguage(from)
	list := m.Need("languages")
	seen := map[string]source.Pos{}
	rd.languagesBad = !list.IsList()
	for _, v := range list.List() {
		lang := form.ReadLanguage(v)
		rd.languagesBad = rd.languagesBad || lang == ""
		if lang != "" && form.Unique(seen, v, "language", lang, false) {
			rd.g.Languages = append(rd.g.Languages, lang)
		}
	}
	if rd.g.Source != "" && list.IsList() && !slices.Contains(rd.g.Languages, rd.g.Source) {
		list.Errorf(form.CodeLanguage, "the source language %s is not in the list", rd.g.Source).Hint = "add " + rd.g.Source
	}
}

// readRange reads {min: 2, max: 4}.
func readRange(v source.Value, lo, hi int) catalog.Range {
	m := v.Map()
	if m == nil {
		return catalog.Range{}
	}
	first, last := m.Need("min"), m.Need("max")
	r := catalog.Range{Min: first.Int(lo, hi), Max: last.Int(lo, hi)}
	m.Done("a range")
	if r.Min > r.Max && r.Max > 0 {
		first.Errorf(source.CodeRange, "min %d is greater than max %d", r.Min, r.Max)
	}
	return r
}

// params reads named numbers and words.
func (rd *gameReader) params(v source.Value) catalog.Params {
	params := catalog.Params{}
	for e := range v.Map().All() {
		p := catalog.Param{Name: form.ReadName(e.At, "param name", form.NameForm, form.HintName), Pos: e.At.Pos()}
		switch {
		case e.Value.IsInt():
			p.Number = e.Value.Int(-maxNumber, maxNumber)
		case e.Value.IsMap():
			m := e.Value.Map()
			rd.counts = append(rd.counts, countedParam{params, p.Name, m.Need("count")})
			m.Done("a param that counts")
		default:
			p.IsWord = true
			p.Word = form.ReadName(e.Value, "value of a param", form.WordForm, "write a whole number or one word")
		}
		params[p.Name] = p
	}
	return params
}

// A countedParam is a param whose number is that of the pieces of a deck or of
// the items of a set, so that text and cards cannot disagree.
type countedParam struct {
	params catalog.Params
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
		} else if id != "" && !rd.Broken {
			c.of.Errorf(form.CodeUnknownRef, "there is no deck or set %q to count", source.Clip(id)).Hint = source.DidYouMean(id, rd.countable())
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
		edition := catalog.Edition{ID: form.ReadID(id, "edition"), Pos: m.Pos()}
		form.Unique(ids, id, "edition", edition.ID, false)
		edition.Name = form.ReadText(m.Need("name"), "edition."+edition.ID+".name")
		for _, d := range m.Get("default").List() {
			lang := d.Literal()
			if lang != "*" {
				lang = form.ReadLanguage(d)
			}
			if form.Unique(defaults, d, "default", lang, false) && lang != "" {
				edition.DefaultFor = append(edition.DefaultFor, lang)
			}
		}
		edition.Params = rd.params(m.Get("params"))
		m.Done("an edition")
		rd.g.Editions = append(rd.g.Editions, edition)
	}
	if _, ok := defaults["*"]; !ok && len(rd.g.Editions) > 0 {
		v.Errorf(form.CodeEditions, `no edition has the default "*"`).Hint = `add "*" to the default of the edition all other languages take`
	}
}

// readComponents reads what the kit prints.
func (rd *gameReader) readComponents(v source.Value) {
	seen := map[string]source.Pos{}
	for m := range v.Maps() {
		id := m.Need("id")
		c := catalog.Component{ID: form.ReadID(id, "component"), Pos: m.Pos()}
		form.Unique(seen, id, "component", c.ID, false)
		c.Name = form.ReadText(m.Need("name"), "component."+c.ID+".name")
		kind := m.Need("kind")
		c.Kind = catalog.ComponentKind(kind.OneOf("kind of component", string(catalog.KindPieces), string(catalog.KindRulebook), string(catalog.KindGuide), string(catalog.KindPage)))
		rd.readComponentParts(m, &c, kind)
		m.Done("component \"" + source.Clip(c.ID) + "\"")
		rd.g.Components = append(rd.g.Components, c)
	}
	if v.IsList() && len(rd.g.Components) == 0 {
		v.Errorf(form.CodeLength, "the kit needs at least one component")
	}
	rd.reserved(seen)
	rd.checkInstead()
}

// readComponentParts reads the keys that depend on the kind.
func (rd *gameReader) readComponentParts(m *source.Map, c *catalog.Component, kind source.Value) {
	if !kind.Exists() || c.Kind == "" || c.Kind == catalog.KindPieces || c.Kind == catalog.KindPage {
		for _, d := range m.Get("decks").List() {
			if name := d.Text(); name != "" {
				c.Decks = append(c.Decks, name)
				rd.later(refDeck, "", name, d.Pos())
			}
		}
		sheet, template := m.Get("sheet"), m.Get("template")
		c.Sheet, c.SheetPos = sheet.Text(), sheet.Pos()
		c.Template, c.TemplatePos = template.Text(), template.Pos()
		help := m.Get("help")
		c.Help, c.HelpPos = help.Text(), help.Pos()
		c.CutAt = readCutAt(m.Get("cut-at"))
		c.Read, c.Optional = m.Get("read").Flag(), m.Get("optional").Flag()
		if behind := m.Get("behind"); behind.Exists() {
			c.Behind = behind.Text()
			rd.behind = append(rd.behind, behind)
		}
		rd.readNeeds(m, c)
	}
	if c.Kind == catalog.KindGuide {
		c.Facts = rd.readCardFacts(m.Get("facts"), c.ID)
	}
	c.Per = catalog.PerTable
	if c.Kind == catalog.KindGuide {
		c.Per = catalog.PerClass
	}
	if per := m.Get("per"); per.Exists() {
		c.Per = readPer(per)
	}
	paper, instead := m.Get("paper"), m.Get("instead-of")
	c.Paper, c.PaperPos = paper.Text(), paper.Pos()
	if c.InsteadOf = instead.Text(); c.InsteadOf != "" {
		rd.instead = append(rd.instead, instead)
	}
	switch {
	case c.Kind == catalog.KindPieces && len(c.Decks) == 0:
		m.Errorf(source.CodeMissingKey, "component %q has no decks", source.Clip(c.ID)).Hint = "add the decks it prints: decks: [threats]"
	case c.Kind == catalog.KindPieces && c.Sheet == "":
		m.Errorf(source.CodeMissingKey, "component %q has no sheet", source.Clip(c.ID)).Hint = "add the sheet its pieces are printed on: sheet: cards"
	case c.Kind == catalog.KindPieces && c.Template != "":
		m.Errorf(form.CodeForm, "component %q is made of decks, which have their own templates", source.Clip(c.ID)).Hint = "delete template"
	case c.Read && (c.Kind != catalog.KindPage || len(c.Decks) == 0 || c.Sheet != ""):
		m.Errorf(form.CodeForm, "component %q is to be read: it has pages of decks and no sheet", source.Clip(c.ID)).Hint = "write kind: page with decks, or delete read"
	case c.Behind != "" && (c.Kind != catalog.KindPage || c.Read):
		m.Errorf(form.CodeForm, "component %q goes on the back of a page, and is none itself", source.Clip(c.ID)).Hint = "write kind: page, or delete behind"
	case c.Kind == catalog.KindPage && len(c.Decks) == 0 && c.Template == "":
		m.Errorf(source.CodeMissingKey, "page %q has neither decks nor a template", source.Clip(c.ID))
	}
}

// readCardFacts reads what a guide says of cards. That a deck or a set has the
// fields is checked when all of them are known.
func (rd *gameReader) readCardFacts(v source.Value, component string) []catalog.Fact {
	var facts []catalog.Fact
	seen := map[string]source.Pos{}
	for m := range v.Maps() {
		field := m.Need("field")
		f := catalog.Fact{Field: field.Text(), Pos: m.Pos()}
		form.Unique(seen, field, "fact", f.Field, false)
		if m.Has("label") {
			f.Label = form.ReadText(m.Get("label"), "component."+component+".fact."+f.Field)
		}
		m.Done("a fact")
		facts = append(facts, f)
	}
	return facts
}

// maxCut bounds where a piece is cut, in mm.
const maxCut = 2000

// readCutAt reads where a piece in tiles is best cut.
func readCutAt(v source.Value) catalog.CutAt {
	m := v.Map()
	if m == nil {
		return catalog.CutAt{}
	}
	places := func(v source.Value) []float64 {
		var list []float64
		for _, e := range v.List() {
			list = append(list, e.Float(0, maxCut))
		}
		return list
	}
	c := catalog.CutAt{X: places(m.Get("x")), Y: places(m.Get("y")), Pos: v.Pos()}
	m.Done("cut-at")
	return c
}

// readCredits reads who made what.
func (rd *gameReader) readCredits(v source.Value) {
	for i, e := range v.List() {
		m := e.Map()
		if m == nil {
			continue
		}
		rd.g.Credits = append(rd.g.Credits, catalog.Credit{
			Role: form.ReadText(m.Need("role"), "credit."+form.Number(i)+".role"),
			Who:  m.Need("who").Text(),
			Link: form.ReadLink(m.Get("link")),
			Pos:  m.Pos(),
		})
		m.Done("a credit")
	}
}

// maxCopies bounds how often a component is printed for one table.
const maxCopies = 20

// readNeeds reads what a table needs of a component beside its sheets.
func (rd *gameReader) readNeeds(m *source.Map, c *catalog.Component) {
	if v := m.Get("backs"); v.IsList() {
		c.Backs = catalog.Backs{Use: catalog.BacksPlayed, Rules: v.Texts(), Pos: v.Pos()}
		for _, e := range v.List() {
			rd.later(refRule, "", e.Text(), e.Pos())
		}
		if len(c.Backs.Rules) == 0 {
			v.Errorf(form.CodeLength, "these backs are needed by no rule").Hint = "name the rules, as in [R2], or say optional or read"
		}
	} else if v.Exists() {
		c.Backs = catalog.Backs{Use: catalog.BacksUse(v.OneOf("use of backs", string(catalog.BacksOptional), string(catalog.BacksRead))), Pos: v.Pos()}
	}
	if p := m.Get("copies").Map(); p != nil {
		rule := p.Need("rule")
		c.Copies = catalog.Copies{From: p.Need("from").Int(1, maxCopies), To: p.Need("to").Int(1, maxCopies), Rule: rule.Text(), Pos: p.Pos()}
		rd.later(refRule, "", c.Copies.Rule, rule.Pos())
		if c.Copies.From > c.Copies.To {
			p.Errorf(form.CodeForm, "from %d copies to %d", c.Copies.From, c.Copies.To).Hint = "from is the smaller number"
		}
		p.Done("copies")
	}
}
