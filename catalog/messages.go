package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
)

// Messages returns every translatable text of the game and of the topics its
// cards name, in the order of the files: game.yaml, the decks, the rules, the
// score, the topics by id.
func (g *Game) Messages() []Msg {
	c := &collector{}
	c.add(g.Name, g.Tagline, g.Summary)
	for i := range g.Editions {
		c.add(g.Editions[i].Name)
	}
	for _, s := range g.Sets {
		c.add(s.Name)
		c.records(s.Schema, s.Items)
	}
	for i := range g.Components {
		c.add(g.Components[i].Name)
		for _, f := range g.Components[i].Facts {
			c.add(f.Label)
		}
	}
	for i := range g.Credits {
		c.add(g.Credits[i].Role)
	}
	c.add(g.Rights...)
	for _, d := range g.Decks {
		c.add(d.Name, d.Label)
		c.records(d.Schema, d.Cards)
	}
	for i := range g.Sections {
		c.section(&g.Sections[i], g.Editions)
	}
	if g.Score != nil {
		for i := range g.Score.Categories {
			c.add(g.Score.Categories[i].Name)
		}
		c.add(g.Score.Ties...)
	}
	c.list = slices.Grow(c.list, 24*len(g.Topics)) // most of them are of topics
	for _, id := range slices.Sorted(maps.Keys(g.Topics)) {
		c.add(g.Topics[id].Messages()...)
	}
	return c.list
}

// Owners returns the card or item each of its texts belongs to, by the id of
// the text: {{.points}} in it may mean the card's own number.
func (g *Game) Owners() map[string]*Record {
	owners := map[string]*Record{}
	own := func(schema Schema, records []*Record) {
		for _, r := range records {
			c := &collector{}
			c.records(schema, []*Record{r})
			for _, m := range c.list {
				owners[m.ID] = r
			}
		}
	}
	for _, s := range g.Sets {
		own(s.Schema, s.Items)
	}
	for _, d := range g.Decks {
		own(d.Schema, d.Cards)
	}
	return owners
}

// Number returns the number in a field of the record.
func (r *Record) Number(field string) (int, bool) {
	if r == nil {
		return 0, false
	}
	v, ok := r.Fields[field]
	return v.Number, ok && v.Type == TypeNumber
}

type collector struct{ list []Msg }

// add appends the texts that exist: optional ones have no id.
func (c *collector) add(list ...Msg) {
	for _, m := range list {
		if m.ID != "" {
			c.list = append(c.list, m)
		}
	}
}

func (c *collector) records(schema Schema, records []*Record) {
	for _, r := range records {
		for _, f := range schema {
			switch v := r.Fields[f.Name]; v.Type {
			case TypeText:
				c.add(v.Text)
			case TypeTexts:
				c.add(v.Texts...)
			}
		}
	}
}

func (c *collector) section(s *Section, editions []Edition) {
	c.add(s.Title)
	for i := range s.Blocks {
		b := &s.Blocks[i]
		c.add(b.Text)
		if b.Table != nil {
			c.add(b.Table.Head...)
			for _, row := range b.Table.Rows {
				c.add(row.Cells...)
			}
		}
		if b.Rule == nil {
			continue
		}
		c.add(b.Rule.Text)
		for j := range editions {
			c.add(b.Rule.ByEdition[editions[j].ID])
		}
	}
}

// Hash names the wording of a text: the first 8 hex digits of its SHA-256. A
// translation stores the hash of the source text it was made from, so that it
// is known to be stale when the source changes.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:4])
}
