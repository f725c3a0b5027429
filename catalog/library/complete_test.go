package library

import (
	"kitpress/catalog"
	"slices"
	"strings"
	"testing"
)

// Any game may name any topic, so each is explained in every language, made
// from the English that is printed, and leads on to others.
func TestTopicsAreExplained(t *testing.T) {
	topics, ps := Topics(catalog.Embedded(), topicLanguages...)
	for _, p := range ps {
		t.Error(p)
	}
	for id, topic := range topics {
		if n := len(topic.Related); n < 2 {
			t.Errorf("%s is related to %d topics, want at least 2", id, n)
		}
		if !slices.ContainsFunc(topic.Tags, func(tag catalog.Tag) bool { return tag.Framework == "digcomp" }) {
			t.Errorf("%s has no tag of a competence", id)
		}
		if topic.Explanation == nil {
			continue // was said
		}
		checkLeads(t, id, topic.Explanation)
		for _, lang := range topicLanguages {
			for _, part := range topic.Explanation.Parts() {
				for _, m := range part.Texts {
					if tr := topic.Translations[lang][m.ID]; tr.Text == "" || tr.Of != catalog.Hash(m.Text) {
						t.Errorf("%s: %s in %s is missing, or made from another text than there is", id, m.ID, lang)
						break
					}
				}
			}
		}
	}
}

// checkLeads asks for a way on from what a reader can do, and for one link to
// a topic only.
func checkLeads(t *testing.T, id string, e *catalog.Explanation) {
	t.Helper()
	var all []string
	for _, part := range e.Parts() {
		links := part.Links()
		if part.Name == catalog.PartProtect && len(links) == 0 {
			t.Errorf("%s: %s leads to no other topic", id, part.Name)
		}
		all = append(all, links...)
	}
	slices.Sort(all)
	if n := len(all); len(slices.Compact(slices.Clone(all))) != n {
		t.Errorf("%s leads to a topic twice: %q", id, all)
	}
	if len(all) > 6 {
		t.Errorf("%s has %d links, want at most 6", id, len(all))
	}
}

// otherNames are words a language uses for a topic beside its title.
var otherNames = map[string]map[string]string{
	"ja": {"e-mail": "メール"},
}

// A topic is called in the explanations as on the cards: where the English
// links its title, a translation links its own. The start of the title will
// do, for the end may be bent by the sentence.
func TestExplanationsSayTheTitles(t *testing.T) {
	topics, _ := Topics(catalog.Embedded(), topicLanguages...)
	compared := map[string]int{}
	for _, topic := range topics {
		if topic.Explanation == nil {
			continue
		}
		for _, part := range topic.Explanation.Parts() {
			for _, m := range part.Texts {
				for _, lang := range topicLanguages {
					compareTitles(t, topics, lang, m, topic.Translations[lang][m.ID], compared)
				}
			}
		}
	}
	for _, lang := range topicLanguages {
		if compared[lang] < len(topics)/2 {
			t.Errorf("%s: %d titles compared, want at least %d", lang, compared[lang], len(topics)/2)
		}
	}
}

func compareTitles(t *testing.T, topics map[string]*catalog.Topic, lang string, m catalog.Msg, tr catalog.Translation, compared map[string]int) {
	t.Helper()
	english := map[string]string{}
	for _, s := range catalog.Links(m.Text) {
		english[s.Topic] = strings.ToLower(s.Text)
	}
	for _, s := range catalog.Links(tr.Text) {
		to := topics[s.Topic]
		if to == nil || !strings.Contains(english[s.Topic], strings.ToLower(to.Title.Text)) {
			continue
		}
		compared[lang]++
		title := []rune(strings.ToLower(to.Translations[lang][to.Title.ID].Text))
		start := string(title[:min(4, len(title))])
		if wordless(string(title)) {
			start = string(title[:min(2, len(title))])
		}
		if said := strings.ToLower(s.Text); !strings.Contains(said, start) && said != otherNames[lang][s.Topic] {
			t.Errorf("%v: %q leads to %q", tr.Pos, s.Text, string(title))
		}
	}
}

// topicLanguages are the languages every topic of the catalog is written in,
// besides English.
var topicLanguages = []string{"de", "it", "fr", "ja"}

// Any game may name any topic, so each is there in every language, made from
// the text that is printed.
func TestTopicsAreTranslated(t *testing.T) {
	topics, _ := Topics(catalog.Embedded(), topicLanguages...)
	for id, topic := range topics {
		for _, lang := range topicLanguages {
			for _, m := range []catalog.Msg{topic.Title, topic.Summary} {
				if tr := topic.Translations[lang][m.ID]; tr.Text == "" || tr.Of != catalog.Hash(m.Text) {
					t.Errorf("%s: %s in %s is missing, or made from another text than %s", id, m.ID, lang, catalog.Hash(m.Text))
				}
			}
		}
	}
}
