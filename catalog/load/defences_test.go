package load

import (
	"kitpress/catalog"
	"slices"
	"testing"
)

// What a card says stops an attack, the explanations know of: the topic of the
// one is related to the topic of the other. A game must not teach a defence
// that its own pages do not.
func TestDefencesAreRelated(t *testing.T) {
	siege := mustLoad(t, catalog.Embedded(), "cyber-siege")
	pairs := 0
	for _, attack := range siege.Deck("attacks").Cards {
		for _, defence := range siege.Deck("defences").Cards {
			if attack.Fields["set"].Word == defence.Fields["set"].Word { // SIE-R12: any defence of the set
				pairs += checkRelated(t, siege, attack.ID, defence.ID)
			}
		}
	}
	if want := 13; pairs != want {
		t.Errorf("cyber-siege: %d pairs of attack and defence, want %d", pairs, want)
	}
	online := mustLoad(t, catalog.Embedded(), "online")
	pairs = 0
	for _, deck := range online.Decks {
		for _, r := range deck.Cards {
			for _, field := range []string{"stops", "opens"} {
				for _, stopped := range r.Fields[field].List {
					pairs += checkRelated(t, online, stopped, r.ID)
				}
			}
		}
	}
	if pairs == 0 {
		t.Error("online: no card with a topic stops another")
	}
}

// checkRelated returns how many pairs of topics it has looked at: none when a
// card says nothing about security.
func checkRelated(t *testing.T, g *catalog.Game, attack, defence string) int {
	t.Helper()
	a, d := topicOfCard(g, attack), topicOfCard(g, defence)
	if a == nil || d == nil {
		return 0
	}
	if !slices.Contains(a.Related, d.ID) && !slices.Contains(d.Related, a.ID) {
		t.Errorf("%s: %s stops %s, but the topics %s and %s are not related", g.ID, defence, attack, d.ID, a.ID)
	}
	return 1
}

func topicOfCard(g *catalog.Game, id string) *catalog.Topic {
	deck, card := g.Card(id)
	if card == nil {
		return nil
	}
	return g.Topics[topicOf(deck.Schema, card)]
}
