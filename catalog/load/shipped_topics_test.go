package load

import (
	"kitpress/catalog"
	"maps"
	"slices"
	"testing"
)

// What the games teach leads to a topic: every card of these decks, every item
// of these sets.
var teaching = map[string]struct{ decks, sets []string }{
	"attacker-placement": {[]string{"attacks", "security", "vulnerabilities", "events"}, nil},
	"cyber-siege":        {[]string{"attacks", "defences"}, nil},
	"cyber-survival":     {[]string{"threats"}, []string{"power-up-kinds"}},
	"online":             {[]string{"blocks", "powers"}, []string{"net-words"}},
}

func TestCardsLeadToTopics(t *testing.T) {
	ids, err := Games(catalog.Embedded())
	if err != nil || !slices.Equal(ids, slices.Sorted(maps.Keys(teaching))) {
		t.Fatalf("games %v, %v: say here what they teach", ids, err)
	}
	for _, id := range ids {
		g := mustLoad(t, catalog.Embedded(), id)
		lead := func(what string, schema catalog.Schema, records []*catalog.Record) {
			if len(records) == 0 {
				t.Errorf("%s: %s is empty", id, what)
			}
			for _, r := range records {
				if topic := g.Topics[topicOf(schema, r)]; topic == nil || !topic.Named {
					t.Errorf("%s: %s of %s leads to no topic", id, r.ID, what)
				}
			}
		}
		for _, name := range teaching[id].decks {
			d := g.Deck(name)
			lead(name, d.Schema, d.Cards)
		}
		for _, name := range teaching[id].sets {
			s := g.Set(name)
			lead(name, s.Schema, s.Items)
		}
	}
}

// topicOf returns the id of the topic a card or an item names.
func topicOf(schema catalog.Schema, r *catalog.Record) string {
	for _, f := range schema {
		if f.Type == catalog.TypeTopic {
			return r.Fields[f.Name].Word
		}
	}
	return ""
}
