package catalog

import "kitpress/catalog/source"

// figureFile holds the decks drawn in the rulebook and on pages of their own;
// all other decks are cut out.
const figureFile = "figures.yaml"

// deckFiles are the files that hold decks, in the order of Game.Decks.
var deckFiles = []string{"cards.yaml", "board.yaml", "tokens.yaml", "dice.yaml", figureFile}

// readSets reads the vocabularies of game.yaml.
func (l *loader) readSets(v source.Value) {
	seen := map[string]source.Pos{}
	for _, e := range v.List() {
		m := e.Map()
		if m == nil {
			continue
		}
		id := m.Need("id")
		s := &Set{ID: l.id(id, "set"), Pos: m.Pos(), index: map[string]*Record{}}
		first := unique(seen, id, "set", s.ID, false)
		s.Name = l.text(m.Need("name"), "set."+s.ID+".name")
		s.Schema = l.readSchema(m.Need("fields"), "id")
		l.readItems(m.Need("items"), s)
		m.Done("set \"" + clip(s.ID) + "\"")
		l.g.Sets = append(l.g.Sets, s)
		if first {
			l.g.index.sets[s.ID] = s
		}
	}
}

func (l *loader) readItems(v source.Value, s *Set) {
	seen := map[string]source.Pos{}
	for _, e := range v.List() {
		m := e.Map()
		if m == nil {
			continue
		}
		id := m.Need("id")
		r := &Record{ID: l.form(id, "item id", itemForm, hintItem), Pos: m.Pos(), Quantity: 1}
		l.readValues(m, r, s.Schema, "set."+s.ID+"."+r.ID+".", "item")
		m.Done("item \"" + clip(r.ID) + "\"")
		if unique(seen, id, "item", r.ID, true) {
			s.index[r.ID] = r
		}
		s.Items = append(s.Items, r)
	}
}

// readDecks reads one of the files that hold decks.
func (l *loader) readDecks(name string) {
	m, ok := l.open(name, false)
	if !ok {
		return
	}
	for _, e := range m.Need("decks").List() {
		if dm := e.Map(); dm != nil {
			l.readDeck(dm)
		}
	}
	m.Done(name)
}

func (l *loader) readDeck(m *source.Map) {
	id, template, back := m.Need("id"), m.Need("template"), m.Get("back")
	d := &Deck{ID: l.id(id, "deck"), Pos: m.Pos(), templatePos: template.Pos(), backPos: back.Pos()}
	if unique(l.decks, id, "deck", d.ID, false) {
		l.g.index.decks[d.ID] = d
	}
	d.Name = l.text(m.Need("name"), "deck."+d.ID+".name")
	d.Label = l.text(m.Get("label"), "deck."+d.ID+".label")
	d.Template, d.Back = l.id(template, "template"), l.id(back, "template")
	d.Schema = l.readSchema(m.Need("fields"), "id", "quantity")
	cards := m.Need("cards").List()
	d.Cards = make([]*Record, 0, len(cards))
	for _, e := range cards {
		if cm := e.Map(); cm != nil {
			l.readCard(cm, d)
		}
	}
	m.Done("deck \"" + clip(d.ID) + "\"")
	l.g.Decks = append(l.g.Decks, d)
}

// readCard reads a card. Ids are unique in all decks: rules and files name
// cards without their deck.
func (l *loader) readCard(m *source.Map, d *Deck) {
	id := m.Need("id")
	r := &Record{ID: l.id(id, "card"), Pos: m.Pos(), Quantity: 1}
	if q := m.Get("quantity"); q.Exists() {
		r.Quantity = q.Int(1, maxQuantity)
	}
	l.readValues(m, r, d.Schema, "card."+r.ID+".", "card")
	m.Done("card \"" + clip(r.ID) + "\"")
	if unique(l.cards, id, "card", r.ID, false) {
		l.g.index.cards[r.ID] = place{d, r}
	}
	d.Cards = append(d.Cards, r)
}
