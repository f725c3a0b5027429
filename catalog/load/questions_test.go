package load

import (
	"slices"
	"testing"
	"testing/fstest"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/library"
)

// questionFiles are the files FuzzQuestions replaces one of.
var questionFiles = []string{"topics/questions/en/foxes.yaml", "topics/questions/de/foxes.yaml"}

// FuzzQuestions replaces one file of questions. Whatever it holds, what comes
// of it must fit together.
func FuzzQuestions(f *testing.F) {
	for i, name := range questionFiles {
		f.Add(uint8(i), tiny(f)[name].Data)
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		files := tiny(t)
		files[questionFiles[int(which)%len(questionFiles)]] = &fstest.MapFile{Data: data}
		checkLoad(t, files)
	})
}

// checkAsked asks of a question what package quiz relies on, whatever problems
// were found: in each language the lists have the lengths of the key.
func checkAsked(t *testing.T, q *catalog.Question) {
	t.Helper()
	if q.Texts[catalog.TopicSource] == nil {
		t.Fatalf("%s is not asked in %s", q.Name(), catalog.TopicSource)
	}
	for lang, in := range q.Texts {
		for what, n := range map[string][2]int{
			"options": {len(in.Options), len(q.Options)}, "because": {len(in.Because), len(q.Options)}, "items": {len(in.Items), len(q.Items)},
			"left": {len(in.Left), len(q.Pairs)}, "right": {len(in.Right), len(q.Pairs)}, "units": {len(in.Units), len(q.Factors)},
		} {
			if n[0] != n[1] && !(what == "units" && q.Kind == catalog.AskNumber && n[0] > n[1]) {
				t.Errorf("%s in %s: %d %s, want %d", q.Name(), lang, n[0], what, n[1])
			}
		}
	}
}

func TestQuestions(t *testing.T) {
	topics, ps := library.Questions(catalogtest.Tiny(), "de")
	if len(ps) > 0 {
		t.Fatal(ps)
	}
	foxes := topics["foxes"]
	var kinds []string
	for _, q := range foxes.Questions {
		kinds = append(kinds, q.Kind)
		checkAsked(t, q)
		if q.State("de") != catalog.Translated || q.State("de-CH") != catalog.Translated || q.State("en") != catalog.Translated || q.State("fr") != catalog.Untranslated {
			t.Errorf("%s: %v in German, %v in French", q.ID, q.State("de"), q.State("fr"))
		}
	}
	if want := []string{catalog.AskChoice, catalog.AskTrueFalse, catalog.AskShort, catalog.AskNumber, catalog.AskList, catalog.AskOrdering, catalog.AskMatching}; !slices.Equal(kinds, want) {
		t.Errorf("kinds %v, want %v", kinds, want)
	}
	if foxes.Explanation != nil || len(topics["owls"].Questions) != 0 {
		t.Error("explanations were read, or owls are asked about")
	}
	q := foxes.Question("tracks")
	if q.Several() || !q.Options[0].Right || q.In("de-CH").Options[1].Text != "An einem Nest im Baum" || q.Name() != "foxes/tracks" {
		t.Errorf("%+v", q)
	}
}

// More ways to answer make no translation stale; another wording does.
func TestQuestionHash(t *testing.T) {
	topics, _ := library.Questions(catalogtest.Tiny())
	for _, c := range []struct {
		id     string
		change func(*catalog.QuestionTexts)
		stale  bool
	}{
		{"home", func(t *catalog.QuestionTexts) { t.Accept = append(t.Accept, catalog.Msg{Text: "lair"}) }, false},
		{"home", func(t *catalog.QuestionTexts) { t.Wrong = nil }, false},
		{"home", func(t *catalog.QuestionTexts) { t.Accept[0].Text = "lair" }, true},
		{"home", func(t *catalog.QuestionTexts) { t.Ask.Text += "?" }, true},
		{"home", func(t *catalog.QuestionTexts) { t.Explain.Text += "!" }, true},
		{"tracks", func(t *catalog.QuestionTexts) { t.Options[2].Text += "!" }, true},
		{"tracks", func(t *catalog.QuestionTexts) { t.Because[1].Text += "!" }, true},
		{"food", func(t *catalog.QuestionTexts) { t.Items[0] = t.Items[0][:1] }, false},
		{"food", func(t *catalog.QuestionTexts) { t.Items[0][0].Text += "!" }, true},
		{"walk", func(t *catalog.QuestionTexts) { t.Unit.Text += "!" }, true},
		{"who", func(t *catalog.QuestionTexts) { t.Right[2].Text += "!" }, true},
	} {
		texts := topics["foxes"].Question(c.id).Texts["en"]
		before := texts.Hash()
		c.change(texts)
		if stale := texts.Hash() != before; stale != c.stale {
			t.Errorf("%s: stale %v, want %v", c.id, stale, c.stale)
		}
	}
}

// BenchmarkQuestions reads all questions in all languages.
func BenchmarkQuestions(b *testing.B) {
	for b.Loop() {
		if topics, _ := library.Questions(catalog.Embedded(), "de", "it", "fr", "ja"); len(topics) == 0 {
			b.Fatal("no topics")
		}
	}
}
