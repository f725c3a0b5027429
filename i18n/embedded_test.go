package i18n

import (
	"slices"
	"testing"

	"kitpress/catalog"
)

// The shipped games are complete and well set in every language they have
// texts in.
func TestEmbeddedGames(t *testing.T) {
	ids, err := catalog.Games(catalog.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		g, ps := catalog.Load(catalog.Embedded(), id)
		if ps.HasErrors() {
			t.Errorf("%s: %v", id, ps.Err())
			continue
		}
		langs := slices.Clone(g.Languages)
		if slices.Contains(langs, "de") {
			langs = append(langs, "de-CH")
		}
		for _, lang := range langs {
			t.Run(id+"/"+lang, func(t *testing.T) {
				_, problems := Load(catalog.Embedded(), g, lang)
				for _, p := range problems {
					t.Errorf("%v\n\thint: %s", p, p.Hint)
				}
			})
		}
	}
}

// Translations of the topics are not part of a game's file: each is checked
// here, whichever game names it.
func TestTopicTranslations(t *testing.T) {
	g, ps := catalog.Load(catalog.Embedded(), "cyber-survival")
	if ps.HasErrors() {
		t.Fatal(ps.Err())
	}
	checked := 0
	for _, topic := range g.Topics {
		for _, m := range []catalog.Msg{topic.Title, topic.Summary} {
			for lang, texts := range topic.Translations {
				tr := texts[m.ID]
				if tr.Of != catalog.Hash(m.Text) {
					t.Errorf("%v: %s in %s is missing or stale", tr.Pos, m.ID, lang)
				}
				for _, f := range lint(LocaleOf(lang), tr.Text) {
					t.Errorf("%v: %s in %s: %s", tr.Pos, m.ID, lang, f.message)
				}
				checked++
			}
		}
	}
	if checked == 0 {
		t.Error("no translation was found")
	}
}
