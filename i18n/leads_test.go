package i18n

import (
	"os"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/load"
)

// namedElsewhere are cards whose page cannot say their title, and why.
var namedElsewhere = map[string]string{
	"de/under-construction": "the German edition of the original has English titles",
	"de/memory-full":        "the German edition of the original has English titles",
	"de/search":             "the German edition of the original has English titles",
	"ja/weapon-making":      "the title of the original, a word for it among experts only",
}

// Whoever reads a card and follows its code must see that the page is about
// it: in every language the page says at least one word of the card's title.
func TestCodesLeadToWhatCardsName(t *testing.T) {
	ids, err := load.Games(os.DirFS("../catalog"))
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for _, id := range ids {
		g, _ := shippedGame(t, id)
		for _, lang := range g.Languages {
			texts, _ := shippedTexts(t, g, lang)
			for _, deck := range g.Decks {
				for _, card := range deck.Cards {
					topic := topicOf(g, deck, card)
					title, ok := card.Fields["title"]
					if topic == nil || !ok {
						continue
					}
					looked++
					page := pageOf(topic, lang)
					stems := stemsOf(texts.Text(title.Text))
					if !slices.ContainsFunc(stems, func(stem string) bool { return strings.Contains(page, stem) }) && namedElsewhere[lang+"/"+card.ID] == "" {
						t.Errorf("%s/%s: the page %s says nothing of “%s”", id, lang, topic.ID, texts.Text(title.Text))
					}
				}
			}
		}
	}
	if looked < 500 {
		t.Errorf("%d titles looked at", looked)
	}
}

func topicOf(g *catalog.Game, deck *catalog.Deck, card *catalog.Record) *catalog.Topic {
	for _, f := range deck.Schema {
		if f.Type == catalog.TypeTopic {
			return g.Topics[card.Fields[f.Name].Word]
		}
	}
	return nil
}

// pageOf returns all a page says in a language, in small letters.
func pageOf(topic *catalog.Topic, lang string) string {
	var b strings.Builder
	for _, m := range topic.Messages() {
		text := m.Text
		if lang != topicSource {
			text = topic.Translations[lang][m.ID].Text
		}
		b.WriteString(unbroken(text))
		b.WriteByte('\n')
	}
	return b.String()
}

// stemsOf returns how the words of a title begin; where words are not
// separated, each two characters of it.
func stemsOf(title string) []string {
	title = unbroken(title)
	var stems []string
	for _, word := range strings.FieldsFunc(title, func(r rune) bool { return strings.ContainsRune(" -()’", r) }) {
		runes := []rune(word)
		if !slices.ContainsFunc(runes, unspaced) {
			if len(runes) > 2 {
				stems = append(stems, string(runes[:min(5, len(runes))]))
			}
			continue
		}
		for i := range len(runes) - 1 {
			if unspaced(runes[i]) && unspaced(runes[i+1]) {
				stems = append(stems, string(runes[i:i+2]))
			}
		}
	}
	return stems
}

// unspaced reports whether a character belongs to a script that puts no spaces
// between words.
func unspaced(r rune) bool { return r >= 0x2E80 }

// unbroken takes out what is there for lines only.
func unbroken(s string) string {
	return strings.ToLower(strings.NewReplacer("\u2060", "", "\u00ad", "", "\u2011", "-", "\u00a0", " ").Replace(s))
}
