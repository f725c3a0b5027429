package compose

import (
	"kitpress/catalog"
)

// densest returns the modules on a side of the densest code on the cards that
// share a template, so that all of them get a box of one size: 0 when it is not
// a card that is drawn.
func (d *drawing) densest(e *env) int {
	v, _ := e.lookup("deck")
	deck, ok := v.(deckValue)
	if !ok {
		return 0
	}
	c := d.c
	if n, ok := c.dense.get(deck.d.Template); ok {
		return n
	}
	most := 0
	for i := range c.game.Decks {
		of := c.game.Decks[i]
		if of.Template != deck.d.Template {
			continue
		}
		for _, rec := range of.Cards {
			for _, f := range of.Schema {
				if code, err := c.codes.Encode(c.urlOf(f, rec.Fields[f.Name])); err == nil {
					most = max(most, code.Size)
				}
			}
		}
	}
	return c.dense.put(deck.d.Template, most)
}

// urlOf returns where the code of a field leads: of a topic, or of an item that
// has one; "" for no code.
func (c *Composer) urlOf(f catalog.Field, v catalog.Value) string {
	id := ""
	switch f.Type {
	case catalog.TypeTopic:
		id = v.Word
	case catalog.TypeItem:
		if s := c.game.Set(f.Of); s != nil {
			if item := s.Item(v.Word); item != nil {
				for _, of := range s.Schema {
					if of.Type == catalog.TypeTopic {
						id = item.Fields[of.Name].Word
					}
				}
			}
		}
	}
	if t := c.game.Topics[id]; t != nil && c.topicURL != nil {
		return c.topicURL(t)
	}
	return ""
}
