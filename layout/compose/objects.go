package compose

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout/compose/expr"
)

// A recordValue lets templates read the fields of a card or set item.
type recordValue struct {
	c      *Composer
	rec    *catalog.Record
	schema catalog.Schema
	deck   *catalog.Deck // nil for items of sets
}

func (r recordValue) Part(name string) (any, bool) {
	switch name {
	case "id":
		return r.rec.ID, true
	case "quantity":
		return float64(r.rec.Quantity), true
	case "nth":
		if r.deck != nil {
			return float64(1 + slices.Index(r.deck.Cards, r.rec)), true
		}
	case "deck":
		if r.deck != nil {
			return deckValue{r.c, r.deck}, true
		}
	}
	f, declared := r.schema.Field(name)
	v, ok := r.rec.Fields[name]
	if !ok {
		// An optional field a card leaves out reads as nothing.
		return nil, declared
	}
	return r.c.value(f, v), true
}

// value turns a field into what expressions work with.
func (c *Composer) value(f catalog.Field, v catalog.Value) any {
	switch v.Type {
	case catalog.TypeText:
		return c.message(v.Text)
	case catalog.TypeTexts:
		return c.messages(v.Texts)
	case catalog.TypeNumber:
		return float64(v.Number)
	case catalog.TypeFlag:
		return v.Flag
	case catalog.TypeTopic:
		return c.topic(v.Word)
	case catalog.TypeItem:
		return c.item(f.Of, v.Word)
	case catalog.TypeCard:
		return c.card(v.Word)
	case catalog.TypeItems:
		return listOf(v.List, func(id string) any { return c.item(f.Of, id) })
	case catalog.TypeCards:
		return listOf(v.List, c.card)
	case catalog.TypeWords:
		return listOf(v.List, func(s string) any { return s })
	case catalog.TypeNumbers:
		return expr.Numbers(v.Numbers)
	}
	return v.Word
}

func listOf[T any](of []T, value func(T) any) []any {
	list := make([]any, len(of))
	for i, v := range of {
		list[i] = value(v)
	}
	return list
}

// message returns a text in the composer's language and where it is written:
// a problem with it is found there.
func (c *Composer) message(m catalog.Msg) expr.Message {
	return expr.Message{Text: c.texts.Text(m), Pos: c.texts.Pos(m)}
}

func (c *Composer) messages(list []catalog.Msg) []any {
	return listOf(list, func(m catalog.Msg) any { return c.message(m) })
}

// records returns cards or items as templates see them.
func (c *Composer) records(list []*catalog.Record, schema catalog.Schema, deck *catalog.Deck) []any {
	return listOf(list, func(r *catalog.Record) any { return recordValue{c, r, schema, deck} })
}

func (c *Composer) item(set, id string) any {
	if s := c.game.Set(set); s != nil {
		if rec := s.Item(id); rec != nil {
			return recordValue{c: c, rec: rec, schema: s.Schema}
		}
	}
	return nil
}

func (c *Composer) card(id string) any {
	if deck, rec := c.game.Card(id); rec != nil {
		return recordValue{c, rec, deck.Schema, deck}
	}
	return nil
}

// topic lets templates read what a card's QR code leads to.
func (c *Composer) topic(id string) any {
	t := c.game.Topics[id]
	if t == nil {
		return nil
	}
	url := ""
	if c.topicURL != nil {
		url = c.topicURL(t)
	}
	return expr.Parts{"id": t.ID, "code": t.Code, "title": c.message(t.Title), "summary": c.message(t.Summary), "url": url}
}

// A deckValue lets templates read the deck of a card.
type deckValue struct {
	c *Composer
	d *catalog.Deck
}

func (d deckValue) Part(name string) (any, bool) {
	switch name {
	case "id":
		return d.d.ID, true
	case "name":
		return d.c.message(d.d.Name), true
	case "label":
		return d.c.message(d.d.Label), true
	case "kind":
		return d.d.Kind(), true
	case "count":
		return float64(d.d.Count()), true
	case "cards":
		return d.c.records(d.d.Cards, d.d.Schema, d.d), true
	}
	return nil, false
}

// A gameValue lets templates read the game: {game.name}, {game.version}.
type gameValue struct{ c *Composer }

func (g gameValue) Part(name string) (any, bool) {
	game := g.c.game
	switch name {
	case "id":
		return game.ID, true
	case "name":
		return g.c.message(game.Name), true
	case "tagline":
		return g.c.message(game.Tagline), true
	case "summary":
		return g.c.message(game.Summary), true
	case "version":
		return game.Version, true
	case "players":
		return g.rangeText(game.Players), true
	case "minPlayers":
		return float64(game.Players.Min), true
	case "maxPlayers":
		return float64(game.Players.Max), true
	case "minutes":
		return g.rangeText(game.Minutes), true
	case "age":
		return float64(game.Age), true
	case "edition":
		return g.c.message(g.c.edition.Name), true
	}
	return nil, false
}

func (g gameValue) rangeText(r catalog.Range) string {
	if r.Min == r.Max {
		return fmt.Sprint(r.Min)
	}
	return g.c.texts.Word("rulebook.range", "Min", r.Min, "Max", r.Max)
}

func (c *Composer) params() expr.Parts {
	p := expr.Parts{}
	for name, param := range c.game.ParamsFor(c.edition) {
		if param.IsWord {
			p[name] = param.Word
		} else {
			p[name] = float64(param.Number)
		}
	}
	return p
}

// score lets templates print what the score sheet of the game counts.
func (c *Composer) score() any {
	s := c.game.Score
	if s == nil {
		return nil
	}
	params := c.game.ParamsFor(c.edition)
	amount := func(a catalog.Amount) any {
		if !a.IsSet() {
			return nil
		}
		return float64(a.In(params))
	}
	categories := listOf(s.Categories, func(k catalog.Category) any {
		p := expr.Parts{
			"id": k.ID, "min": float64(k.Min), "max": float64(k.Max), "name": nil, "item": nil, "card": nil,
			"worth": float64(k.Worth.In(params)), "goal": amount(k.Goal), "counts": slices.Contains(s.Total, k.ID),
		}
		switch {
		case k.Set != "":
			p["item"] = c.item(k.Set, k.Item)
			p["name"], _ = expr.PartOf(p["item"], "name")
		case k.Deck != "":
			p["card"] = c.card(k.Card)
			p["name"], _ = expr.PartOf(p["card"], "title")
		default:
			p["name"] = c.message(k.Name)
		}
		return p
	})
	return expr.Parts{
		"rounds": float64(s.Rounds), "categories": categories, "goal": amount(s.Goal), "ties": c.messages(s.Ties), "rule": s.Rule,
	}
}

// Ask calls one of the functions that look into the game.
func (c *Composer) Ask(function string, args []any) (any, error) {
	switch function {
	case "set":
		return c.setItems(args)
	case "setname":
		return c.setName(args)
	case "item":
		return c.itemOf(args)
	case "deck":
		return c.deckOf(args)
	case "card":
		return c.cardOf(args)
	case "topic":
		return c.topicOf(args)
	case "component":
		return componentOf(c, args)
	}
	return c.wordOf(args)
}

func (c *Composer) setItems(args []any) (any, error) {
	id := expr.StringOf(args[0])
	s := c.game.Set(id)
	if s == nil {
		return nil, c.noSet(id)
	}
	return c.records(s.Items, s.Schema, nil), nil
}

func (c *Composer) setName(args []any) (any, error) {
	id := expr.StringOf(args[0])
	s := c.game.Set(id)
	if s == nil {
		return nil, c.noSet(id)
	}
	return c.message(s.Name), nil
}

func (c *Composer) noSet(id string) error {
	var known []string
	for _, s := range c.game.Sets {
		known = append(known, s.ID)
	}
	return source.Unknown(fmt.Sprintf("the game has no set %q", id), id, known)
}

func (c *Composer) itemOf(args []any) (any, error) {
	set, id := expr.StringOf(args[0]), expr.StringOf(args[1])
	if v := c.item(set, id); v != nil {
		return v, nil
	}
	s := c.game.Set(set)
	if s == nil {
		return nil, c.noSet(set)
	}
	var known []string
	for _, rec := range s.Items {
		known = append(known, rec.ID)
	}
	return nil, source.Unknown(fmt.Sprintf("the set %q has no item %q", set, id), id, known)
}

func (c *Composer) deckOf(args []any) (any, error) {
	id := expr.StringOf(args[0])
	if d := c.game.Deck(id); d != nil {
		return deckValue{c, d}, nil
	}
	return nil, c.noDeck(id)
}

func (c *Composer) noDeck(id string) error {
	var known []string
	for _, d := range c.game.Decks {
		known = append(known, d.ID)
	}
	return source.Unknown(fmt.Sprintf("the game has no deck %q", id), id, known)
}

func (c *Composer) cardOf(args []any) (any, error) {
	id := expr.StringOf(args[0])
	if v := c.card(id); v != nil {
		return v, nil
	}
	return nil, c.noCard(id)
}

func (c *Composer) topicOf(args []any) (any, error) {
	id := expr.StringOf(args[0])
	if v := c.topic(id); v != nil {
		return v, nil
	}
	return nil, source.Unknown(fmt.Sprintf("the game has no topic %q", id), id, slices.Sorted(maps.Keys(c.game.Topics)))
}

// componentOf returns what a file of the kit is called.
func componentOf(c *Composer, args []any) (any, error) {
	id := expr.StringOf(args[0])
	if of := c.game.Component(id); of != nil {
		return c.message(of.Name), nil
	}
	var known []string
	for i := range c.game.Components {
		known = append(known, c.game.Components[i].ID)
	}
	return nil, source.Unknown(fmt.Sprintf("the kit has no component %q", id), id, known)
}

func (c *Composer) noCard(id string) error {
	var known []string
	for _, d := range c.game.Decks {
		for _, rec := range d.Cards {
			known = append(known, rec.ID)
		}
	}
	return source.Unknown(fmt.Sprintf("the game has no card %q", id), id, known)
}

// wordOf returns one of kitpress's own words: word('dice.times', 'Count', 4).
// After the id, names and values take turns.
func (c *Composer) wordOf(args []any) (any, error) {
	id := expr.StringOf(args[0])
	if !c.texts.Words().Has(id) {
		return nil, fmt.Errorf("kitpress has no word %q", id)
	}
	var values []any
	for i, a := range args[1:] {
		if n, ok := a.(float64); ok && i%2 == 1 && n == math.Trunc(n) {
			values = append(values, int(n))
		} else {
			values = append(values, expr.StringOf(a))
		}
	}
	return c.texts.Word(id, values...), nil
}
