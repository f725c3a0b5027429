package catalog

import "kitpress/catalog/source"

// figureFile holds the decks drawn in the rulebook and on pages of their own;
// all other decks are cut out.
const figureFile = "figures.yaml"

// deckFiles are the files that hold decks, in the order of Game.Decks.
var deckFiles = []string{"cards.yaml", "board.yaml", "tokens.yaml", "dice.yaml", figureFile}

// A deckReader reads sets and decks, and what fields their records have.
type deckReader struct {
	*pack
	decks map[string]source.Pos // ids of decks seen
	cards map[string]source.Pos // ids of cards seen
}

// readSets reads the vocabularies of game.yaml.
func (rd *deckReader) readSets(v source.Value) {
	seen := map[string]source.Pos{}
	for m := range v.Maps() {
		id := m.Need("id")
		s := &Set{ID: readID(id, "set"), Pos: m.Pos(), index: map[string]*Record{}}
		first := unique(seen, id, "set", s.ID, false)
		s.Name = readText(m.Need("name"), "set."+s.ID+".name")
		s.Schema = rd.readSchema(m.Need("fields"), "id")
		rd.readItems(m.Need("items"), s)
		m.Done("set \"" + clip(s.ID) + "\"")
		rd.g.Sets = append(rd.g.Sets, s)
		if first {
			rd.g.index.sets[s.ID] = s
		}
	}
}

func (rd *deckReader) readItems(v source.Value, s *Set) {
	seen := map[string]source.Pos{}
	for m := range v.Maps() {
		id := m.Need("id")
		r := &Record{ID: readForm(id, "item id", itemForm, hintItem), Pos: m.Pos(), Quantity: 1}
		rd.readValues(m, r, s.Schema, "set."+s.ID+"."+r.ID+".", "item")
		m.Done("item \"" + clip(r.ID) + "\"")
		if unique(seen, id, "item", r.ID, true) {
			s.index[r.ID] = r
		}
		s.Items = append(s.Items, r)
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
	d := &Deck{ID: readID(id, "deck"), Pos: m.Pos(), templatePos: template.Pos(), backPos: back.Pos()}
	if unique(rd.decks, id, "deck", d.ID, false) {
		rd.g.index.decks[d.ID] = d
	}
	d.Name = readText(m.Need("name"), "deck."+d.ID+".name")
	d.Label = readText(m.Get("label"), "deck."+d.ID+".label")
	d.Template, d.Back = readID(template, "template"), readID(back, "template")
	d.Schema = rd.readSchema(m.Need("fields"), "id", "quantity")
	for cm := range m.Need("cards").Maps() {
		rd.readCard(cm, d)
	}
	m.Done("deck \"" + clip(d.ID) + "\"")
	rd.g.Decks = append(rd.g.Decks, d)
}

// readCard reads a card. Ids are unique in all decks: rules and files name
// cards without their deck.
func (rd *deckReader) readCard(m *source.Map, d *Deck) {
	id := m.Need("id")
	r := &Record{ID: readID(id, "card"), Pos: m.Pos(), Quantity: 1}
	if q := m.Get("quantity"); q.Exists() {
		r.Quantity = q.Int(1, maxQuantity)
	}
	rd.readValues(m, r, d.Schema, "card."+r.ID+".", "card")
	m.Done("card \"" + clip(r.ID) + "\"")
	if unique(rd.cards, id, "card", r.ID, false) {
		rd.g.index.cards[r.ID] = place{d, r}
	}
	d.Cards = append(d.Cards, r)
}
