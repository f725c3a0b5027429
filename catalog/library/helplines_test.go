package library

import (
	"kitpress/catalog"
	"strings"
	"testing"
)

// helplines are the numbers a young reader is told to call about bullying, for
// the countries each language is printed for. They are the countries' own:
// Childline (uk, ie) and 988 (us), Nummer gegen Kummer (de), Rat auf Draht (at),
// Pro Juventute (ch), Telefono Azzurro and the number 114 (it), 3018 (fr), 103
// (be), the children's SOS dial (jp).
var helplines = map[string][]string{
	"en": {"0800 1111", "1800 66 66 66", "988"},
	"de": {"116 111", "147"},
	"it": {"19696", "114", "147"},
	"fr": {"3018", "103", "147"},
	"ja": {"0120-0-78310"},
}

// A page for the young names somebody to call, not that there is somebody in
// many countries.
func TestHelplinesAreNamed(t *testing.T) {
	topics, _ := Topics(catalog.Embedded(), topicLanguages...)
	topic := topics["cyberbullying"]
	for lang, numbers := range helplines {
		page := strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(textIn(topic, lang))
		for _, number := range numbers {
			if !strings.Contains(page, number) {
				t.Errorf("%s: nothing about %s", lang, number)
			}
		}
	}
}

// What the law says is said for the countries of a language's readers.
func TestLawsAreOfSomeCountry(t *testing.T) {
	vague := map[string][]string{
		"en": {"in many countries", "in most countries", "in some countries", "many countries have"},
		"de": {"in vielen ländern", "in den meisten ländern", "in manchen ländern", "viele länder"},
		"it": {"in molti paesi", "in alcuni paesi", "in quasi tutti i paesi", "molti paesi hanno"},
		"fr": {"beaucoup de pays", "certains pays", "la plupart des pays", "nombreux pays"},
		"ja": {"多くの国", "一部の国", "国が多く", "国もあり", "ほとんどの国"},
	}
	topics, _ := Topics(catalog.Embedded(), topicLanguages...)
	for lang, phrases := range vague {
		for id, topic := range topics {
			page := strings.ToLower(textIn(topic, lang))
			for _, phrase := range phrases {
				if strings.Contains(page, phrase) {
					t.Errorf("%s in %s: “%s” tells nobody what holds where they live", id, lang, phrase)
				}
			}
		}
	}
}

// textIn returns all a topic says in a language.
func textIn(topic *catalog.Topic, lang string) string {
	var b strings.Builder
	for _, m := range topic.Messages() {
		text := m.Text
		if lang != "en" {
			text = topic.Translations[lang][m.ID].Text
		}
		b.WriteString(text)
		b.WriteByte('\n')
	}
	return b.String()
}
