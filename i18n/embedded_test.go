package i18n

import (
	"os"
	"slices"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/catalog/load"
)

// The shipped games are complete and well set in every language they have
// texts in, what explains them included.
func TestEmbeddedGames(t *testing.T) {
	ids, err := load.Games(os.DirFS("../catalog"))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		g, ps := shippedGame(t, id)
		if len(ps) > 0 {
			t.Errorf("%s: %v", id, ps)
			continue
		}
		langs := slices.Clone(g.Languages)
		if slices.Contains(langs, "de") {
			langs = append(langs, "de-CH")
		}
		for _, lang := range langs {
			t.Run(id+"/"+lang, func(t *testing.T) {
				_, problems := shippedTexts(t, g, lang)
				for _, p := range problems {
					t.Errorf("%v\n\thint: %s", p, p.Hint)
				}
			})
		}
	}
}

// The topics are not part of a game's file: what is written of them, titles,
// summaries and explanations, is checked here, whichever game names them. What
// is missing or stale is not: games say so.
func TestTopicTexts(t *testing.T) {
	topics, ps := library.Topics(os.DirFS("../catalog"), topicLanguages()...)
	for _, p := range ps {
		t.Errorf("%v\n\thint: %s", p, p.Hint)
	}
	checked := map[string]int{}
	for _, topic := range topics {
		for _, m := range topic.Messages() {
			texts := map[string]catalog.Translation{topicSource: {Text: m.Text, Pos: m.Pos}}
			for lang, all := range topic.Translations {
				if tr, ok := all[m.ID]; ok {
					texts[lang] = tr
				}
			}
			for lang, tr := range texts {
				for _, f := range lint(LocaleOf(lang), tr.Text) {
					t.Errorf("%v: %s in %s: %s", tr.Pos, m.ID, lang, f.message)
				}
				checked[lang]++
			}
		}
	}
	for _, lang := range append(topicLanguages(), topicSource) {
		if checked[lang] < 2*len(topics) || len(topics) == 0 {
			t.Errorf("%d texts in %s: titles and summaries alone are %d", checked[lang], lang, 2*len(topics))
		}
	}
}

// topicLanguages returns the languages kitpress has its own words in, but for
// that of the topics.
func topicLanguages() []string {
	return slices.DeleteFunc(Languages(), func(lang string) bool { return lang == topicSource })
}

func TestRightToLeft(t *testing.T) {
	for lang, want := range map[string]bool{"ar": true, "fa-IR": true, "he": true, "ckb": true, "yi": true, "dv": true, "ur": true, "pa-Arab": true, "ar-Latn": false, "de-CH": false, "hi": false, "ja": false, "": false} {
		if got := LocaleOf(lang).RTL; got != want {
			t.Errorf("%q: %v", lang, got)
		}
	}
}
