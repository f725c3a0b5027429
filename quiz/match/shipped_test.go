package match

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/catalog/load"
	"kitpress/quiz"
)

// How many questions there are at least about a threat of Cyber Survival,
// whose quiz variant asks about them, and about any other topic.
const (
	leastOfThreat = 4
	leastOfTopic  = 2
)

var shippedLangs = []string{"de", "en", "fr", "it", "ja"}

// tell writes a message without words.
func tell(m quiz.Message) string { return fmt.Sprint(m.ID, m.Args) }

// Every question in every language takes its own answers and nothing that is
// listed as wrong; no two options or questions of a topic are in each other's
// way.
func TestShippedQuestions(t *testing.T) {
	topics := topicsOf(t, catalog.Embedded(), shippedLangs...)
	for _, p := range CheckBank(topics, shippedLangs, tell) {
		t.Errorf("%v", p)
	}
	for _, lang := range shippedLangs {
		bank := quiz.NewBank(topics, lang)
		for _, q := range bank.Items() {
			checkListed(t, q)
			if id, _ := bank.Find(q.Ask); id != q.ID && q.Kind != quiz.Matching {
				t.Errorf("%s: %s asks the same as another question: %s", lang, q.ID, q.Ask)
			}
		}
	}
}

// checkListed gives a list each way to say each item, and each wrong one in
// the place of an item.
func checkListed(t *testing.T, q quiz.Item) {
	if q.Kind != quiz.List {
		return
	}
	c, _ := New(q.Question, q.Lang)
	need := q.Need
	if need == 0 {
		need = len(q.Items)
	}
	answer := func(i int, said string) string {
		list := []string{said}
		for j := 0; len(list) < need; j++ {
			if j != i {
				list = append(list, q.Items[j][0])
			}
		}
		return strings.Join(list, "; ")
	}
	for i, ways := range q.Items {
		for _, w := range ways {
			if v := c.Check(answer(i, w)); !v.Point() {
				t.Errorf("%s in %s: %q should count: %+v", q.ID, q.Lang, answer(i, w), v)
			}
		}
	}
	for _, w := range q.Wrong {
		if v := c.Check(answer(0, w)); v.Point() {
			t.Errorf("%s in %s: %q counts", q.ID, q.Lang, answer(0, w))
		}
	}
}

// A topic is asked about often enough, in several ways, and no key is given
// away by its place or its length.
func TestShippedQuestionsAreEnough(t *testing.T) {
	g, ps := load.Game(catalog.Embedded(), "cyber-survival")
	if ps.HasErrors() {
		t.Fatal(ps.Err())
	}
	threats := map[string]bool{}
	for _, c := range g.Deck("threats").Cards {
		for _, v := range c.Fields {
			if g.Topics[v.Word] != nil {
				threats[v.Word] = true
			}
		}
	}
	topics := topicsOf(t, catalog.Embedded())
	places := map[int]int{}
	choices, longest, truths, lies := 0, 0, 0, 0
	for _, id := range slices.Sorted(maps.Keys(topics)) {
		least, n := leastOfTopic, len(topics[id].Questions)
		if threats[id] {
			least = leastOfThreat
		}
		if n < least {
			t.Errorf("%s: %d questions, want %d", id, n, least)
		}
		kinds := map[string]bool{}
		for _, q := range topics[id].Questions {
			kinds[q.Kind] = true
		}
		if n > 1 && len(kinds) < 2 {
			t.Errorf("%s: all questions are of the kind %v", id, kinds)
		}
	}
	for _, q := range quiz.NewBank(topics, "en").Items() {
		switch {
		case q.Kind == quiz.TrueFalse && q.Accept[0] == "true":
			truths++
		case q.Kind == quiz.TrueFalse:
			lies++
		case q.Kind == quiz.Choice && !q.Several:
			choices++
			right := slices.IndexFunc(q.Options, func(o quiz.Option) bool { return o.ID == q.Accept[0] })
			places[right]++
			if !slices.ContainsFunc(q.Options, func(o quiz.Option) bool { return len(o.Text) > len(q.Options[right].Text) }) {
				longest++
			}
		}
	}
	if choices == 0 || truths == 0 || lies == 0 {
		t.Fatalf("%d choices, %d true, %d false", choices, truths, lies)
	}
	if 2*longest > choices {
		t.Errorf("the right option is the longest in %d of %d choices", longest, choices)
	}
	for i := range 3 {
		if 6*places[i] < choices || 2*places[i] > choices {
			t.Errorf("the right option is %s) in %d of %d choices", quiz.Letter(i), places[i], choices)
		}
	}
	if 3*truths < lies || 3*lies < truths {
		t.Errorf("%d statements are true, %d false", truths, lies)
	}
	t.Logf("%d choices, the right one longest in %d, at %v; %d true, %d false", choices, longest, places, truths, lies)
}

// Every question is asked in every language, and nothing is stale.
func TestShippedQuestionsAreTranslated(t *testing.T) {
	topics, ps := library.Questions(catalog.Embedded(), shippedLangs...)
	for _, p := range ps {
		t.Errorf("%v", p)
	}
	want := len(quiz.NewBank(topics, "en").Items())
	for _, lang := range shippedLangs {
		if n := len(quiz.NewBank(topics, lang).Items()); n != want || n < 200 {
			t.Errorf("%d questions in %s, %d in English", n, lang, want)
		}
	}
}

// BenchmarkCheckBank checks all questions in all languages.
func BenchmarkCheckBank(b *testing.B) {
	topics, _ := library.Questions(catalog.Embedded(), shippedLangs...)
	n := 0
	for b.Loop() {
		CheckBank(topics, shippedLangs, tell)
	}
	for _, t := range topics {
		n += len(t.Questions)
	}
	b.ReportMetric(float64(n), "questions")
}
