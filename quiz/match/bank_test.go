package match

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/library"
	"kitpress/quiz"
)

var update = flag.Bool("update", false, "write the golden parts of testdata")

// topicsOf reads the questions of a catalog, which must have no problem.
func topicsOf(t testing.TB, fsys fs.FS, langs ...string) map[string]*catalog.Topic {
	t.Helper()
	topics, ps := library.Questions(fsys, langs...)
	if ps.HasErrors() {
		t.Fatal(ps.Err())
	}
	return topics
}

// dump writes a bank as it is asked and what its key is.
func dump(b *quiz.Bank) string {
	var out strings.Builder
	for _, q := range b.Items() {
		fmt.Fprintf(&out, "%s [%s] %s %d %q\n  %s\n", q.ID, q.Lang, q.Kind, q.Level, q.Title, q.Ask)
		for i, o := range q.Options {
			fmt.Fprintf(&out, "  %s) %s", quiz.Letter(i), o.Text)
			if why := o.Because; why != "" {
				fmt.Fprintf(&out, " – %s", why)
			}
			out.WriteString("\n")
		}
		for i, o := range q.Left {
			fmt.Fprintf(&out, "  %d) %-8s %s) %s\n", i+1, o.Text, quiz.Letter(i), q.Right[i].Text)
		}
		for _, k := range q.Keys() {
			fmt.Fprintf(&out, "  = %s\n", k)
		}
		fmt.Fprintf(&out, "  %s\n", q.Explain)
	}
	return out.String()
}

// TestBank compares the questions of a little catalog, as they are asked in
// two languages, with testdata/bank.txt.
func TestBank(t *testing.T) {
	topics := topicsOf(t, catalogtest.Tiny(), "de")
	got := dump(quiz.NewBank(topics, "en")) + "\n" + dump(quiz.NewBank(topics, "de-CH"))
	if *update {
		if err := os.WriteFile("testdata/bank.txt", []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/bank.txt")
	if err != nil || got != string(want) {
		t.Errorf("the bank differs from testdata/bank.txt (%v):\n%s", err, got)
	}
	if n := len(quiz.NewBank(topics, "fr").Items()); n != 0 {
		t.Errorf("%d questions in a language nobody translated", n)
	}
}

// A letter means the same in every language, and no order is given away.
func TestOptionsAreShuffledAlike(t *testing.T) {
	topics := topicsOf(t, catalogtest.Tiny(), "de")
	de := quiz.NewBank(topics, "de")
	for _, q := range quiz.NewBank(topics, "en").Items() {
		other, ok := de.Item(q.ID)
		if !ok || !slices.Equal(idsOf(q.Options), idsOf(other.Options)) || !slices.Equal(idsOf(q.Right), idsOf(other.Right)) {
			t.Errorf("%s: %v in English, %v in German", q.ID, q.Options, other.Options)
		}
		if q.Kind == quiz.Ordering && slices.Equal(idsOf(q.Options), q.Accept) || q.Kind == quiz.Matching && slices.Equal(idsOf(q.Left), idsOf(q.Right)) {
			t.Errorf("%s is shown in its right order", q.ID)
		}
	}
}

func idsOf(list []quiz.Option) []string {
	var ids []string
	for _, o := range list {
		ids = append(ids, o.ID)
	}
	return ids
}

// manyItems returns questions of five topics, four of each.
func manyItems(lang string) []quiz.Item {
	var items []quiz.Item
	for i := range 20 {
		items = append(items, quiz.Item{Question: quiz.Question{ID: fmt.Sprintf("t%d/q%d", i%5, i), Kind: quiz.Kinds()[i%3]}, Topic: fmt.Sprintf("t%d", i%5), Level: i%3 + 1, Lang: lang})
	}
	return items
}

func drawnIDs(items []quiz.Item) []string { return quiz.BankOf(items).IDs() }

func TestDraw(t *testing.T) {
	b := quiz.BankOf(manyItems("en"))
	first := b.Draw(7, 5, quiz.Filter{})
	topics := map[string]bool{}
	for _, q := range first {
		topics[q.Topic] = true
	}
	if len(first) != 5 || len(topics) != 5 {
		t.Errorf("five questions about %d topics: %v", len(topics), first)
	}
	if other := quiz.BankOf(manyItems("de")).Draw(7, 5, quiz.Filter{}); !slices.EqualFunc(first, other, func(a, b quiz.Item) bool { return a.ID == b.ID }) {
		t.Error("another language draws other questions")
	}
	if slices.EqualFunc(first, b.Draw(8, 5, quiz.Filter{}), func(a, b quiz.Item) bool { return a.ID == b.ID }) {
		t.Error("another seed draws the same questions")
	}
	all := b.Draw(1, 100, quiz.Filter{})
	if !slices.Equal(drawnIDs(all), b.IDs()) {
		t.Errorf("all drawn: %v", drawnIDs(all))
	}
	f := quiz.Filter{Topics: []string{"t1", "t2"}, Levels: []int{1, 2}, Kinds: []quiz.Kind{quiz.Short, quiz.Number}, Not: map[string]bool{"t1/q1": true}}
	for _, q := range b.Draw(3, 100, f) {
		if q.Topic != "t1" && q.Topic != "t2" || q.Level > 2 || q.Kind == quiz.List || q.ID == "t1/q1" {
			t.Errorf("%s was drawn: %+v", q.ID, q)
		}
	}
	if n := len(b.Draw(3, -1, quiz.Filter{})); n != 0 {
		t.Errorf("drew %d of -1", n)
	}
}

// Every question comes first about as often as any other.
func TestDrawIsFair(t *testing.T) {
	b := quiz.BankOf(manyItems("en"))
	count := map[string]int{}
	for seed := range uint64(4000) {
		count[b.Draw(seed, 1, quiz.Filter{})[0].ID]++
	}
	for _, id := range b.IDs() {
		if n := count[id]; n < 140 || n > 260 {
			t.Errorf("%s came first %d times of 4000, want about 200", id, n)
		}
	}
}

func TestSuggest(t *testing.T) {
	b := quiz.BankOf([]quiz.Item{{Question: quiz.Question{ID: "phishing/bank-mail"}}, {Question: quiz.Question{ID: "malware/word"}}, {Question: quiz.Question{ID: "backup/word"}}})
	for id, want := range map[string]string{
		"phishing/bank-mial": "phishing/bank-mail", "phising/bank-mail": "phishing/bank-mail", "bank-mail": "phishing/bank-mail",
		"fishing-mails/bank-mail": "phishing/bank-mail", "word": "", "backups/word": "backup/word", "x": "",
	} {
		if got := b.Suggest(id); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
	if _, ok := b.Item("backup/word"); !ok {
		t.Error("backup/word is not found")
	}
}

// A number is written as the language does, and counts.
func TestKeysOfNumbers(t *testing.T) {
	for lang, want := range map[string]string{"en": "1.5", "de": "1,5", "fr": "1,5", "it": "1,5", "ja": "1.5"} {
		q := quiz.Item{Question: quiz.Question{Kind: quiz.Number, Accept: []string{"1.5"}}, Lang: lang}
		if keys := q.Keys(); !slices.Equal(keys, []string{want}) || !Check(q.Question, lang, keys[0]).Point() {
			t.Errorf("%s: %v", lang, keys)
		}
	}
}

func TestFind(t *testing.T) {
	b := quiz.BankOf([]quiz.Item{{Question: quiz.Question{ID: "a/x", Ask: "What is it called?"}}, {Question: quiz.Question{ID: "a/y", Ask: "Same."}},
		{Question: quiz.Question{ID: "a/z", Ask: "same"}}, {Question: quiz.Question{ID: "a/w", Ask: "攻撃とは何ですか。"}}, {Question: quiz.Question{ID: "a/v"}}})
	for text, want := range map[string]string{"a/x": "a/x", "A/X": "a/x", "what is  it called": "a/x", "Same.": "", "攻撃とは何ですか": "a/w", "": "", "?": ""} {
		if id, ok := b.Find(text); id != want || ok != (want != "") {
			t.Errorf("%q: %q, want %q", text, id, want)
		}
	}
}

// TestCheckBank changes one thing in the questions of a little catalog; it must
// be the only problem.
func TestCheckBank(t *testing.T) {
	const en, de = "topics/questions/en/foxes.yaml", "topics/questions/de/foxes.yaml"
	for _, c := range []struct{ name, file, from, to, want string }{
		{"nothing", de, "Bau", "Bau", ""},
		{"options alike", de, "'An einem Netz in der Ecke'", "'an einem nest, im Baum'", de + ":9:26: error: same-options"},
		{"accepted and wrong", en, "wrong: ['nest']", "wrong: ['den']", en + ":22:14: error: both"},
		{"alike", de, "wrong: ['Nest']", "wrong: ['der Bau']", de + ":19:14: error: alike"},
		{"no number", en, "answer: '5'", "answer: '5 km'", en + ":32:5: error: not-a-number"},
		{"no tolerance", en, "'0.1'", "'-1'", en + ":32:5: error: not-a-tolerance"},
		{"pairs alike", de, "right: 'Scheune'", "right: 'ein Stall'", de + ":51:40: error: same-options"},
		{"distractor accepted", de, "'An einem Netz in der Ecke'", "'Ein Fuchsbau'", de + `:10:25: error: the wrong option "Ein Fuchsbau" is a right answer to the question "home"`},
	} {
		files := fstest.MapFS{}
		for _, name := range []string{"game.yaml", "topics/foxes.yaml", "topics/owls.yaml", en, de} {
			data, err := fs.ReadFile(catalogtest.Tiny(), name)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = &fstest.MapFile{Data: data}
		}
		if n := strings.Count(string(files[c.file].Data), c.from); n < 1 {
			t.Fatalf("%s: %q is not there", c.name, c.from)
		}
		files[c.file].Data = []byte(strings.Replace(string(files[c.file].Data), c.from, c.to, 1))
		topics, _ := library.Questions(files, "de")
		ps := CheckBank(topics, []string{"en", "de"}, func(m quiz.Message) string { return strings.TrimPrefix(m.ID, "quiz.finding.") })
		var got []string
		for _, p := range ps {
			if n := len(got); n == 0 || !strings.HasPrefix(p.Message, "not-a-") { // a number is the same in every language
				got = append(got, p.Error())
			}
		}
		if strings.Join(got, "\n") != c.want && !(c.want != "" && len(got) == 1 && strings.HasSuffix(got[0], c.want[strings.Index(c.want, ": ")+1:])) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), c.want)
		}
	}
}
