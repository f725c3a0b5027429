package load

import (
	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

// deckFiles are the files that hold decks, in the order of Game.Decks.
var deckFiles = []string{"cards.yaml", "board.yaml", "tokens.yaml", "dice.yaml", catalog.FigureFile, catalog.LessonFile}

// A deckReader reads sets and decks, and what fields their records have.
type deckReader struct {
	*reading
	decks map[string]source.Pos // ids of decks seen
	cards map[string]source.Pos // ids of cards seen
}

// readSets reads the vocabularies of game.yaml.
func (rd *deckReader) readSets(v source.Value) {
	seen := map[string]source.Pos{}
	for m := range v.Maps() {
		id := m.Need("id")
		s := &catalog.Set{ID: form.ReadID(id, "set"), Pos: m.Pos()}
		form.Unique(seen, id, "set", s.ID, false)
		s.Name = form.ReadText(m.Need("name"), "set."+s.ID+".name")
		s.Schema = rd.readSchema(m.Need("fields"), "id")
		rd.readItems(m.Need("items"), s)
		m.Done("set \"" + source.Clip(s.ID) + "\"")
		rd.g.AddSet(s)
	}
}

func (rd *deckReader) readItems(v source.Value, s *catalog.Set) {
	seen := map[string]source.Pos{}
	for m := range v.Maps() {
		id := m.Need("id")
		r := &catalog.Record{ID: form.ReadName(id, "item id", form.ItemForm, form.HintItem), Pos: m.Pos(), Quantity: 1}
		rd.readValues(m, r, s.Schema, "set."+s.ID+"."+r.ID+".", "item")
		m.Done("item \"" + source.Clip(r.ID) + "\"")
		form.Unique(seen, id, "item", r.ID, true)
		s.Add(r)
	}
}

// readDecks reads one of the files that hold decks.
func (rd *deckReader) readDecks(name string) {
	m, ok := rd.open(name, false)
	if !ok {
		return
	}
	for dm := range m.Need("decks").Maps() {
		rd.readDeck(dm)
	}
	m.Done(name)
}

func (rd *deckReader) readDeck(m *source.Map) {
	id, template, back := m.Need("id"), m.Need("template"), m.Get("back")
	d := &catalog.Deck{ID: form.ReadID(id, "deck"), Pos: m.Pos(), TemplatePos: template.Pos(), BackPos: back.Pos()}
	form.Unique(rd.decks, id, "deck", d.ID, false)
	rd.g.AddDeck(d)
	d.Name = form.ReadText(m.Need("name"), "deck."+d.ID+".name")
	d.Label = form.ReadText(m.Get("label"), "deck."+d.ID+".label")
	d.Template, d.Back = form.ReadName(template, "template", form.LookForm, form.HintLook), form.ReadName(back, "template", form.LookForm, form.HintLook)
	d.Schema = rd.readSchema(m.Need("fields"), "id", "quantity")
	d.StandIn = readStandIn(m.Get("stand-in"), d.Schema)
	if v := m.Get("mirror"); v.Exists() {
		mirror := v.Flag()
		d.Mirror = &mirror
	}
	from := m.Get("from")
	if from.Exists() && m.Has("cards") {
		from.Errorf(form.CodeTable, "the cards of a deck stand here or in a table, not both").Hint = "delete from:, or the cards here"
		rd.tables = append(rd.tables, from.Literal())
	} else if from.Exists() {
		rd.readTable(from, d)
	}
	if m.Has("cards") || !from.Exists() {
		for cm := range m.Need("cards").Maps() {
			rd.readCard(cm, d)
		}
	}
	m.Done("deck \"" + source.Clip(d.ID) + "\"")
}

// readStandIn reads what may be taken instead of the pieces of a deck.
func readStandIn(v source.Value, fields catalog.Schema) catalog.StandIn {
	m := v.Map()
	if m == nil {
		return catalog.StandIn{}
	}
	s := catalog.StandIn{By: m.Need("by").OneOf("stand-in", catalog.StandIns()...), Pos: v.Pos()}
	faces := m.Get("faces")
	for _, f := range faces.List() {
		if _, ok := fields.Field(f.Text()); !ok && f.Text() != "" {
			f.Errorf(form.CodeUnknownRef, "the deck has no field %q", source.Clip(f.Text()))
		}
		s.Fields = append(s.Fields, f.Text())
	}
	if s.By == catalog.StandInDice && len(s.Fields) == 0 {
		v.Errorf(source.CodeMissingKey, "nobody knows what the numbers of the dice mean").Hint = "name the fields of a die that say so: faces: [faces]"
	}
	m.Done("stand-in")
	return s
}

// readCard reads a card. Ids are unique in all decks: rules and files name
// cards without their deck.
func (rd *deckReader) readCard(m *source.Map, d *catalog.Deck) {
	id := m.Need("id")
	r := &catalog.Record{ID: form.ReadID(id, "card"), Pos: m.Pos(), Quantity: 1}
	if q := m.Get("quantity"); q.Exists() {
		r.Quantity = q.Int(1, maxQuantity)
	}
	rd.readValues(m, r, d.Schema, "card."+r.ID+".", "card")
	m.Done("card \"" + source.Clip(r.ID) + "\"")
	form.Unique(rd.cards, id, "card", r.ID, false)
	rd.g.AddCard(d, r)
}

// readPer reads for whom a component is printed. In a class a group sits at a table,
// and each pupil is a player.
func readPer(v source.Value) catalog.Per {
	const group, pupil = "group", "pupil"
	switch per := v.OneOf("for whom", string(catalog.PerTable), string(catalog.PerPlayer), group, pupil, string(catalog.PerClass)); per {
	case group:
		return catalog.PerTable
	case pupil:
		return catalog.PerPlayer
	default:
		return catalog.Per(per)
	}
}
