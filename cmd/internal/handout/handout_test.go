package handout

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
	"kitpress/layout/flow"
	"kitpress/quiz"
	"kitpress/quiz/language"
	"kitpress/quiz/match"
)

var update = flag.Bool("update", false, "write the goldens anew")

// items returns the shipped questions in a language.
func items(t *testing.T, lang string) []quiz.Item {
	t.Helper()
	topics, problems := library.Questions(catalog.Embedded(), lang)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return quiz.NewBank(topics, lang).Items()
}

// build makes handouts on a paper and returns what was written.
func build(t *testing.T, list []quiz.Item, lang string, change func(*press.Request)) (*kit.Report, string) {
	t.Helper()
	req := press.Request{Games: []string{"online"}, Langs: []string{lang}, Format: press.FormatPDF, Out: filepath.Join(t.TempDir(), "out")}
	if change != nil {
		change(&req)
	}
	plan := func(locals []*press.Localization) ([]press.Job, error) {
		return press.PlanHandouts(locals[0], Quiz(locals[0], list, false, "", nil))
	}
	report, err := kit.Build(t.Context(), req, plan, nil)
	if err != nil {
		t.Fatalf("%s: %v", lang, err)
	}
	return report, req.Out
}

// Every shipped question in every language fits its card, on the worksheet and
// in the key; short of KITPRESS_LONG=1 in the longest and the other script.
func TestEveryQuestionFits(t *testing.T) {
	for _, lang := range language.Languages() {
		if os.Getenv("KITPRESS_LONG") == "" && lang != "de" && lang != "ja" {
			continue
		}
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			list := items(t, lang)
			if len(list) == 0 {
				t.Fatal("there are no questions in this language")
			}
			report, _ := build(t, list, lang, nil)
			for _, f := range report.Kits[0].Files {
				if f.Component == Cards && f.Pages < len(list)/9 {
					t.Errorf("%d questions on %d pages of cards", len(list), f.Pages)
				}
			}
			if got, want := len(report.Kits[0].Files), len(QuizParts())+1; got != want { // and the print plan
				t.Errorf("%d files, want %d", got, want)
			}
		})
	}
}

// Letter, little ink and duplex work too, and give the same bytes twice.
func TestHandoutsAreReproducible(t *testing.T) {
	list := items(t, "de")[:12]
	change := func(r *press.Request) { r.Paper, r.Ink, r.Sides = "letter", "mono", "duplex-long" }
	a, _ := build(t, list, "de", change)
	b, _ := build(t, list, "de", change)
	for i, f := range a.Kits[0].Files {
		if g := b.Kits[0].Files[i]; g.SHA256 != f.SHA256 || f.Paper != "letter" {
			t.Errorf("%s on %s is %s and then %s", f.Path, f.Paper, f.SHA256, g.SHA256)
		}
	}
}

// Handouts come on every paper there is, with as many pages as on A4 where the
// paper has its proportions.
func TestEveryPaper(t *testing.T) {
	list := items(t, "fr")[:9]
	pages := map[string]map[string]int{}
	for _, paper := range []string{"a3", "a4", "a5", "letter"} {
		report, _ := build(t, list, "fr", func(r *press.Request) { r.Paper, r.Only = paper, []string{Worksheet, Key, Certificate} })
		pages[paper] = map[string]int{}
		for _, f := range report.Kits[0].Files {
			if f.Paper != paper {
				t.Errorf("%s is on %s", f.Path, f.Paper)
			}
			pages[paper][f.Component] = f.Pages
		}
		if len(pages[paper]) != 3 || paper != "letter" && !maps.Equal(pages[paper], pages["a3"]) {
			t.Errorf("%s: %v, on A3 %v", paper, pages[paper], pages["a3"])
		}
	}
}

// One question of each kind.
func everyKind(lang string) []quiz.Item {
	options := func(texts ...string) []quiz.Option {
		var list []quiz.Option
		for i, text := range texts {
			list = append(list, quiz.Option{ID: quiz.Letter(i), Text: text})
		}
		return list
	}
	item := func(q quiz.Question, ask string) quiz.Item {
		q.ID, q.Ask = "topic/"+string(q.Kind), ask
		for i := range q.Options {
			if q.Options[i].ID == "b" && q.Kind == quiz.Choice {
				q.Options[i].Because = "Not so."
			}
		}
		return quiz.Item{Question: q, Topic: "topic", Title: "**Topic**", Lang: lang, Level: 2, Explain: "Because."}
	}
	return []quiz.Item{
		item(quiz.Question{Kind: quiz.Choice, Options: options("one", "two", "three"), Accept: []string{"a", "c"}, Several: true}, "Which?"),
		item(quiz.Question{Kind: quiz.TrueFalse, Accept: []string{"false"}}, "So it is."),
		item(quiz.Question{Kind: quiz.Short, Accept: []string{"first", "1st"}, Wrong: []string{"last"}}, "Who?"),
		item(quiz.Question{Kind: quiz.Number, Accept: []string{"1.5"}, Unit: "km"}, "How far?"),
		item(quiz.Question{Kind: quiz.List, Items: [][]string{{"red", "crimson"}, {"blue"}}, Need: 1}, "Name one"),
		item(quiz.Question{Kind: quiz.Ordering, Options: options("second", "first"), Accept: []string{"b", "a"}}, "In which order?"),
		item(quiz.Question{
			Kind: quiz.Matching, Left: options("cat", "dog"), Right: options("bark", "meow"),
			Pairs: []quiz.Pair{{Left: "a", Right: "b"}, {Left: "b", Right: "a"}},
		}, "Who says what?"),
	}
}

// What is printed, in words: the values of the cards and the blocks of the
// worksheet and the key.
func TestWordsOfHandouts(t *testing.T) {
	for _, lang := range []string{"en", "de", "ja"} {
		t.Run(lang, func(t *testing.T) {
			var b strings.Builder
			locals, _, err := press.Localise(context.Background(), press.Request{Games: []string{"online"}, Langs: []string{lang}})
			if err != nil || len(locals) != 1 {
				t.Fatal(err)
			}
			for _, h := range Quiz(locals[0], everyKind(lang), false, "", nil) {
				dump(t, &b, h)
			}
			golden := filepath.Join("testdata", lang+".golden")
			if *update {
				if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if b.String() != string(want) {
				t.Errorf("%s differs; go test ./cmd/internal/handout -update writes it:\n%s", golden, b.String())
			}
		})
	}
}

func dump(t *testing.T, b *strings.Builder, h press.Handout) {
	fmt.Fprintf(b, "== %s: %s\n", h.ID, h.Name)
	for _, f := range h.Faces {
		fmt.Fprintf(b, "%s %s %s%s\n  %s\n", f.Name, f.Front, f.Back, map[bool]string{true: fmt.Sprintf(" (%d at least)", f.Least)}[f.Least > 0], strings.ReplaceAll(jsonOf(t, f.Vars), `,"`, ",\n   \""))
	}
	if h.Flow != nil {
		fmt.Fprintf(b, "(%s)\n", h.Flow.Running)
		dumpBlocks(t, b, h.Flow.Blocks, "")
	}
}

func jsonOf(t *testing.T, vars map[string]any) string {
	t.Helper()
	data, err := json.Marshal(vars)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func dumpBlocks(t *testing.T, b *strings.Builder, blocks []flow.Block, indent string) {
	for _, block := range blocks {
		switch block := block.(type) {
		case *flow.Heading:
			fmt.Fprintf(b, "%s# %s\n", indent, block.Text)
		case *flow.Paragraph:
			fmt.Fprintf(b, "%s%s\n", indent, block.Text)
		case *flow.Rule:
			fmt.Fprintf(b, "%s%s. %s\n", indent, block.Number, block.Text)
		case *flow.List:
			for i, item := range block.Items {
				mark := "-"
				if i < len(block.Labels) {
					mark = block.Labels[i]
				}
				fmt.Fprintf(b, "%s%s %s\n", indent, mark, item.Text)
			}
		case *flow.Table:
			for _, row := range append([]flow.Row{{Cells: block.Head}}, block.Rows...) {
				fmt.Fprintf(b, "%s| %s\n", indent, strings.Join(row.Cells, " | "))
			}
		case *flow.Panels:
			fmt.Fprintf(b, "\n%s:\n", block.Template)
			for _, cell := range block.Cells {
				fmt.Fprintf(b, "  %s\n    %s\n", cell.Alt, jsonOf(t, cell.Vars))
			}
		default:
			fmt.Fprintf(b, "%s%T\n", indent, block)
		}
	}
}

// Questions to join are on the worksheet alone: no number is missing in the deck,
// the key names them, and with nothing else there are no cards.
func TestCardsOfQuestions(t *testing.T) {
	locals, _, err := press.Localise(context.Background(), press.Request{Games: []string{"online"}, Langs: []string{"en"}})
	if err != nil || len(locals) != 1 {
		t.Fatal(err)
	}
	list := everyKind("en")
	all := Quiz(locals[0], list, false, "", nil)
	for i, f := range all[0].Faces {
		if f.Vars["number"] != fmt.Sprint(i+1) {
			t.Errorf("card %d has the number %v", i+1, f.Vars["number"])
		}
	}
	if got := len(all[0].Faces); got != len(list)-1 {
		t.Errorf("%d cards for %d questions", got, len(list))
	}
	if got, want := all[1].Faces[0].Least, len(all[0].Faces); got != want {
		t.Errorf("%d slips for %d cards", got, want)
	}
	head := all[3].Flow.Blocks[0].(*flow.Panels).Cells[0].Vars["note"]
	if want := "On the worksheet alone, without a card: 7"; head != want {
		t.Errorf("the key says %q", head)
	}
	if only := Quiz(locals[0], list[6:], false, "", nil); only[0].ID != Worksheet {
		t.Errorf("a question to join makes %s", only[0].ID)
	}
}

// What the worksheet tells a pupil to write is what the key has, on every
// variant: letters to tick, letters in their order, a letter beside a number.
// What a pupil writes after it counts.
func TestWorksheetAndKeyAgree(t *testing.T) {
	locals, _, err := press.Localise(context.Background(), press.Request{Games: []string{"online"}, Langs: []string{"en"}})
	if err != nil || len(locals) != 1 {
		t.Fatal(err)
	}
	texts := locals[0].Texts
	for _, item := range items(t, "en") {
		for _, name := range quiz.Variants() {
			q := questionOf(item.Variant(name), 1, texts)
			if q.Kind == quiz.Choice && !slices.IsSorted(strings.Fields(q.letters)) {
				t.Errorf("%s %s: the key is %s", q.ID, name, q.letters)
			}
			if q.Kind == quiz.Choice || q.Kind == quiz.Ordering || q.Kind == quiz.Matching {
				if v := match.Check(q.Question, "en", q.letters); !v.Point() {
					t.Errorf("%s %s: the key %s is %s", q.ID, name, q.letters, v.Reason)
				}
			}
			vars := q.onPaper()
			if marks := vars["marks"].([]string); q.Kind == quiz.Matching && (len(marks) != len(q.Left) || len(vars["rights"].([]string)) != len(q.Right)) {
				t.Errorf("%s: %v and %v are to be joined", q.ID, marks, vars["rights"])
			}
		}
	}
}

// The key names the spellings somebody has to be told, not all that count.
func TestSpellingsOfTheKey(t *testing.T) {
	for _, tt := range []struct {
		lang        string
		ways, known []string
		want        string
	}{
		{"de", []string{"Glasfaser", "per Glasfaser", "Glasfaserkabel", "FTTH"}, []string{"Glasfaser"}, "FTTH"},
		{"de", []string{"Bot-Netz", "Botnetze", "Zombienetz"}, nil, "Bot-Netz, Zombienetz"},
		{"ja", []string{"光回線", "ひかりかいせん", "ひかりケーブル", "ケーブル"}, []string{"光回線"}, "ケーブル"},
		{"ja", []string{"なりすまし", "スプーフィング"}, nil, "なりすまし, スプーフィング"},
	} {
		locals, _, err := press.Localise(context.Background(), press.Request{Games: []string{"online"}, Langs: []string{tt.lang}})
		if err != nil {
			t.Fatal(err)
		}
		b := &quizBuilder{l: locals[0]}
		if got := strings.Join(b.telling(tt.ways, tt.known), ", "); got != tt.want {
			t.Errorf("of %v are named %s, want %s", tt.ways, got, tt.want)
		}
	}
}

// A number has the unit it is asked for, named or the first that counts as one.
func TestUnitOfANumber(t *testing.T) {
	locals, _, err := press.Localise(context.Background(), press.Request{Games: []string{"online"}, Langs: []string{"de"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range items(t, "de") {
		if q := questionOf(item, 1, locals[0].Texts); q.Kind == quiz.Number && !q.Year && len(item.Units) > 0 && q.Unit == "" {
			t.Errorf("%s: the answer has no unit", q.ID)
		}
	}
}

// Every kind of question says what to do, in every language.
func TestEveryKindHasWords(t *testing.T) {
	for _, lang := range i18n.Languages() {
		words, problems := i18n.WordsIn(lang)
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		for _, kind := range append(slices.Clone(quiz.Kinds()), "several") {
			if id := "handout.how." + string(kind); !words.Has(id) {
				t.Errorf("%s: no words for %s", lang, id)
			}
		}
	}
}
