package compose

import (
	"fmt"
	"slices"

	"kitpress/catalog"
)

// A recordValue lets templates read the fields of a card or set item.
type recordValue struct {
	c      *Composer
	rec    *catalog.Record
	schema catalog.Schema
	deck   *catalog.Deck // nil for items of sets
}

func (r recordValue) part(name string) (any, bool) {
	switch name {
	case "id":
		return r.rec.ID, true
	case "quantity":
		return float64(r.rec.Quantity), true
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
		return numbers(v.Numbers)
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
func (c *Composer) message(m catalog.Msg) message { return message{c.texts.Text(m), c.texts.Pos(m)} }

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
	return parts{"id": t.ID, "code": t.Code, "title": c.message(t.Title), "summary": c.message(t.Summary), "url": url}
}

// A deckValue lets templates read the deck of a card.
type deckValue struct {
	c *Composer
	d *catalog.Deck
}

func (d deckValue) part(name string) (any, bool) {
	switch name {
	case "id":
		return d.d.ID, true
	case "name":
		return d.c.message(d.d.Name), true
	case "label":
		return d.c.message(d.d.Label), true
	case "count":
		return float64(d.d.Count()), true
	case "cards":
		return d.c.records(d.d.Cards, d.d.Schema, d.d), true
	}
	return nil, false
}

// A gameValue lets templates read the game: {game.name}, {game.version}.
type gameValue struct{ c *Composer }

func (g gameValue) part(name string) (any, bool) {
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
		return rangeText(game.Players), true
	case "minPlayers":
		return float64(game.Players.Min), true
	case "maxPlayers":
		return float64(game.Players.Max), true
	case "minutes":
		return rangeText(game.Minutes), true
	case "age":
		return float64(game.Age), true
	case "edition":
		return g.c.message(g.c.edition.Name), true
	}
	return nil, false
}

func rangeText(r catalog.Range) string {
	if r.Min == r.Max {
		return fmt.Sprint(r.Min)
	}
	return fmt.Sprintf("%d–%d", r.Min, r.Max)
}

func (c *Composer) params() parts {
	p := parts{}
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
		p := parts{
			"id": k.ID, "min": float64(k.Min), "max": float64(k.Max), "name": nil, "item": nil, "card": nil,
			"worth": float64(k.Worth.In(params)), "goal": amount(k.Goal), "counts": slices.Contains(s.Total, k.ID),
		}
		switch {
		case k.Set != "":
			p["item"] = c.item(k.Set, k.Item)
			p["name"], _ = partOf(p["item"], "name")
		case k.Deck != "":
			p["card"] = c.card(k.Card)
			p["name"], _ = partOf(p["card"], "title")
		default:
			p["name"] = c.message(k.Name)
		}
		return p
	})
	return parts{
		"rounds": float64(s.Rounds), "categories": categories, "goal": amount(s.Goal), "ties": c.messages(s.Ties), "rule": s.Rule,
	}
}
