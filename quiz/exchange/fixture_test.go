package exchange

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/catalog/source"
	"kitpress/quiz"
	"kitpress/quiz/language"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || got != string(want) {
		t.Errorf("%s differs (-update writes it): %v\n%s", file, err, got)
	}
}

// nasty is a text with every sign some format uses for something else.
const nasty = `a~b=c#d{e}f:g\h <b>&amp;"'%50% -> | / * ; ,` + "\nnext [x]"

// fixture has a question of every kind, and texts that are hard on formats.
func fixture() []quiz.Item {
	q := func(id string, kind quiz.Kind) quiz.Item {
		topic, _, _ := strings.Cut(id, "/")
		return quiz.Item{Question: quiz.Question{ID: id, Kind: kind, Ask: "Which one, and why?"}, Topic: topic, Title: "Phishing / Köder", Lang: "en", Level: 2, Explain: "Because it is so."}
	}
	single := q("phishing/bank", quiz.Choice)
	single.Ask, single.Explain = "Your bank asks for your password. "+nasty, "Never. "+nasty
	single.Options = []quiz.Option{{ID: "answer", Text: "%20% answer " + strings.ReplaceAll(nasty, "\n", " ")}, {ID: "delete", Text: "[html] Delete it"}, {ID: "forward", Text: "=forward it"}}
	single.Accept, single.Options[0].Because = []string{"delete"}, "No bank asks. "+nasty
	several := q("phishing/signs", quiz.Choice)
	several.Options = []quiz.Option{{ID: "a", Text: "Ants"}, {ID: "b", Text: "Bees"}, {ID: "c", Text: "Cats"}, {ID: "d", Text: "Dogs"}}
	several.Accept, several.Several, several.Level = []string{"c", "a", "d"}, true, 3
	alone := q("phishing/several-one", quiz.Choice)
	alone.Options, alone.Accept, alone.Several = several.Options[:2], []string{"b"}, true
	truth := q("phishing/spelling", quiz.TrueFalse)
	truth.Ask, truth.Accept, truth.Explain = "A bait always has mistakes.", []string{"false"}, ""
	short := q("phishing/word", quiz.Short)
	short.Accept, short.Wrong = []string{"phishing", "a phishing mail"}, []string{"fishing", "*"}
	strict := q("words/strict", quiz.Short)
	strict.Accept, strict.Strict = []string{"PIN"}, []string{quiz.StrictAccents, quiz.StrictCase}
	number := q("words/minutes", quiz.Number)
	number.Accept, number.Unit, number.Tolerance = []string{"90"}, "minutes", "0.5"
	number.Units = []quiz.Unit{{Names: []string{"h", "hours"}, Factor: "60"}, {Names: []string{"s"}, Factor: "0.25"}, {Names: []string{"rounds"}}}
	exact := q("words/exact", quiz.Number)
	exact.Accept = []string{"1.500", "-2"}
	year := q("words/year", quiz.Number)
	year.Accept, year.Year = []string{"-44"}, true
	list := q("words/list", quiz.List)
	list.Items, list.Need, list.Wrong = [][]string{{"sender", "from|to"}, {`back\slash`}, {"link"}}, 2, []string{"stamp"}
	one := q("words/one-of", quiz.List)
	one.Items, one.Need = [][]string{{"sender"}, {"link", "the url"}}, 1
	order := q("steps/order", quiz.Ordering)
	order.Options = []quiz.Option{{ID: "tell", Text: "Tell the team"}, {ID: "cut", Text: "Cut the cable"}, {ID: "restore", Text: "Restore"}}
	order.Accept = []string{"cut", "tell", "restore"}
	match := q("steps/match", quiz.Matching)
	match.Left = []quiz.Option{{ID: "l1", Text: "Ransomware = bad"}, {ID: "l2", Text: "Theft"}, {ID: "l3", Text: "Loss"}}
	match.Right = []quiz.Option{{ID: "lock", Text: "Lock"}, {ID: "none", Text: "Nothing"}, {ID: "backup", Text: "Backup"}}
	match.Pairs = []quiz.Pair{{Left: "l1", Right: "backup"}, {Left: "l2", Right: "lock"}, {Left: "l3", Right: "backup"}}
	items := []quiz.Item{single, several, alone, truth, short, strict, number, exact, year, list, one, order, match}
	slices.SortFunc(items, func(a, b quiz.Item) int { return cmp.Compare(a.ID, b.ID) })
	return items
}

// shippedTopics reads the catalog once.
var shippedTopics = sync.OnceValues(func() (map[string]*catalog.Topic, source.Problems) {
	return library.Questions(catalog.Embedded(), language.Languages()...)
})

// shipped returns the questions of the catalog in a language.
func shipped(t testing.TB, lang string) []quiz.Item {
	t.Helper()
	topics, ps := shippedTopics()
	if ps.HasErrors() {
		t.Fatal(ps.Err())
	}
	return quiz.NewBank(topics, lang).Items()
}

// A likeness says what of a question a format keeps.
type likeness struct{ because, wrong, explain bool }

// keyOf returns what a question asks and what counts, as lines: what reading
// a file of a format has to give back.
func keyOf(it quiz.Item, l likeness) []string {
	lines := []string{"ask " + askWithUnit(it)}
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if l.explain && it.Explain != "" {
		add("explain %s", it.Explain)
	}
	switch it.Kind {
	case quiz.Choice:
		for _, o := range it.Options {
			sign := map[bool]string{true: "+", false: "-"}[isRight(it, o.ID)]
			if l.because && o.Because != "" {
				add("%s %s # %s", sign, o.Text, o.Because)
			} else {
				add("%s %s", sign, o.Text)
			}
		}
		if it.Several {
			add("several")
		}
	case quiz.TrueFalse:
		add("= %s", it.Accept[0])
	case quiz.Number:
		for _, a := range it.Accept {
			add("= %s ± %s", a, tolerance(it))
		}
	case quiz.Ordering, quiz.Matching:
		pairs, extra := couples(it)
		for _, p := range pairs {
			add("%s -> %s", p.Left, p.Right)
		}
		for _, e := range extra {
			add(" -> %s", e)
		}
	default:
		answers, _ := typed(it)
		for _, a := range answers {
			add("= %s", a)
		}
		if l.wrong {
			for _, w := range it.Wrong {
				add("! %s", w)
			}
		}
	}
	slices.Sort(lines)
	return lines
}

// sameKeys holds what was read against what was written.
func sameKeys(t *testing.T, items []quiz.Item, l likeness, read map[string][]string) {
	t.Helper()
	if len(read) != len(items) {
		t.Errorf("%d questions were written, %d read", len(items), len(read))
	}
	for _, it := range items {
		got := slices.Sorted(slices.Values(read[it.ID]))
		if want := keyOf(it, l); !slices.Equal(got, want) {
			t.Errorf("%s (%s):\n got %q\nwant %q", it.ID, it.Lang, got, want)
		}
	}
}

// eachSet runs a test on the fixture and on the shipped questions in every
// language.
func eachSet(t *testing.T, format string, run func(t *testing.T, items []quiz.Item, data []byte)) {
	f, ok := Find(format)
	if !ok {
		t.Fatalf("no format %s", format)
	}
	sets := map[string][]quiz.Item{"fixture": fixture()}
	for _, lang := range language.Languages() {
		if os.Getenv("KITPRESS_LONG") == "" && lang != "de" {
			continue
		}
		if items := shipped(t, lang); len(items) > 0 {
			sets[lang] = items
		}
	}
	for name, items := range sets {
		t.Run(name, func(t *testing.T) {
			fit, left := f.Split(items)
			t.Logf("%d of %d fit, not %v", len(fit), len(items), left)
			lang := "en"
			if name != "fixture" {
				lang = name
			}
			var b strings.Builder
			if _, err := f.Write(&b, items, Meta{Title: "Cyber / Survival", Lang: lang}); err != nil {
				t.Fatal(err)
			}
			run(t, fit, []byte(b.String()))
		})
	}
}
