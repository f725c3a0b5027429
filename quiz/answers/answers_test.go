package answers

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/library"
	"kitpress/catalog/source"
	"kitpress/quiz"
)

var update = flag.Bool("update", false, "write the golden parts of testdata")

// tinyBank returns the questions of a little catalog.
func tinyBank(t testing.TB) func(lang string) *quiz.Bank {
	t.Helper()
	topics, ps := library.Questions(catalogtest.Tiny(), "de")
	if len(ps) > 0 {
		t.Fatal(ps)
	}
	banks := map[string]*quiz.Bank{}
	return func(lang string) *quiz.Bank {
		if banks[lang] == nil {
			banks[lang] = quiz.NewBank(topics, lang)
		}
		return banks[lang]
	}
}

func known(bank *quiz.Bank) func(string) (string, bool) { return bank.Find }

func tell(ps source.Problems) string {
	var b strings.Builder
	for _, p := range ps {
		fmt.Fprintln(&b, p.Error())
		if p.Hint != "" {
			fmt.Fprintln(&b, "  hint:", p.Hint)
		}
	}
	return strings.TrimSpace(b.String())
}

// TestRead reads files as teachers have them.
func TestRead(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, c := range []struct{ name, file, data, want, problems string }{
		{"long form", "a.csv", "pupil,question,answer\nAda,foxes/home,den\n", "Ada foxes/home  den", ""},
		{"other names", "a.csv", "\n\nSchülerin;FRAGE;Antwort;Sprache\nAda; Foxes/Home ;den;de\n", "Ada foxes/home de den", ""},
		{"Japanese", "a.tsv", "氏名\t問題\t解答\nアダ\tfoxes/home\t巣\n", "アダ foxes/home  巣", ""},
		{"wide form", "a.csv", "Name,foxes/home,foxes/ill\nAda,den,\nBen,,no\n,,\n", "Ada   |Ada foxes/home  den|Ben   |Ben foxes/ill  no", ""},
		{"wide form with languages", "a.csv", "nome,lingua,foxes/home\nAda,it,tana\n", "Ada   |Ada foxes/home it tana", ""},
		{"as a form exports it", "a.csv", "Timestamp,Name,what is the home  of a fox called\n9:00,Ada,den\n9:01,Ben,\n", "Ada   |Ada foxes/home  den|Ben   ", "a.csv:A1: warning: the column \"Timestamp\" is not known and not read"},
		{"as another form exports it", "a.csv", "ID,Start time,Email,Name,foxes/home\n1,9:00,a@b,Ada,den\n", "Ada   |Ada foxes/home  den", "a.csv:A1: warning: the column \"ID\" is not known and not read|a.csv:B1: warning: the column \"Start time\" is not known and not read|a.csv:C1: warning: the column \"Email\" is not known and not read"},
		{"a name in two columns", "a.csv", "Nachname,Vorname,E-Mail-Adresse,foxes/home\nLi,Ada,a@b,den\nLi,Bo,b@b,den\n", "Ada Li   |Ada Li foxes/home  den|Bo Li   |Bo Li foxes/home  den", "a.csv:C1: warning: the column \"E-Mail-Adresse\" is not known and not read"},
		{"a name in two columns, long form", "a.csv", "Nom,Prénom,question,réponse\nLi,Ada,foxes/home,den\n", "Ada Li foxes/home  den", ""},
		{"marks are no question", "a.csv", "Vorname,Bewertung/10,foxes/hom\nAda,5,den\n", "Ada   |Ada foxes/hom  den", "a.csv:B1: warning: the column \"Bewertung/10\" is not known and not read"},
		{"no name but an address", "a.csv", "Timestamp,Email Address,foxes/home\n9:00,a@b,den\n", "a@b   |a@b foxes/home  den", "a.csv:A1: warning: the column \"Timestamp\" is not known and not read"},
		{"no question", "a.csv", "pupil,question,answer\nAda,,den\nBen,,\n", "Ada   |Ben   ", "a.csv:B2: error: the answer says not to which question"},
		{"asked in words", "a.csv", "pupil,question,answer\nAda,Who lives where?,1a\n", "Ada foxes/who  1a", ""},
		{"blank rows", "a.csv", "pupil,question,answer\n,,\nAda,foxes/home,den\n,,\n", "Ada foxes/home  den", ""},
		{"lines in an answer", "a.csv", "pupil,question,answer\nAda,foxes/food,\"mice\neggs\"\n", "Ada foxes/food  mice\neggs", ""},
		{"formula", "a.csv", "pupil,question,answer\nAda,foxes/walk,'=5\n", "Ada foxes/walk  =5", ""},
		{"very long", "a.csv", "pupil,question,answer\nAda,foxes/home," + long + "\n", "Ada foxes/home  " + long, ""},
		{"a column too many", "a.csv", "pupil,question,answer,time\nAda,foxes/home,den,9\n", "Ada foxes/home  den", "a.csv:D1: warning: the column \"time\" is not known and not read"},
		{"a column too many in the wide form", "a.csv", "pupil,time,foxes/home\nAda,9,den\n", "Ada   |Ada foxes/home  den", "a.csv:B1: warning: the column \"time\" is not known and not read"},
		{"no answer column", "a.csv", "pupil,question\nAda,foxes/home\n", "", "a.csv:1: error: columns are missing: answer\n  hint: either pupil, question and answer, or pupil and one column for each question, with its id or what it asks: phishing/passkey"},
		{"nothing known", "a.csv", "a,b\n1,2\n", "", "a.csv:1: error: columns are missing: pupil, question, answer\n  hint: either pupil, question and answer, or pupil and one column for each question, with its id or what it asks: phishing/passkey"},
		{"no names", "a.csv", "pupil,question,answer\n,foxes/home,den\nBen,foxes/home,den\n", " foxes/home  den|Ben foxes/home  den", "a.csv:A2: error: the answer has no name"},
		{"no names in the wide form", "a.csv", "pupil,foxes/home,foxes/ill\n,den,no\nBen,den,\n", "Ben   |Ben foxes/home  den", "a.csv:A2: error: the answers have no name"},
		{"no answers", "a.csv", "pupil,question,answer\n", "", "a.csv: error: there is no answer in it"},
		{"JSON list", "a.json", `[{"pupil":"Ada","question":"foxes/home","answer":"den","lang":"de"}]`, "Ada foxes/home de den", ""},
		{"JSON object", "a.json", "{\"class\": {\"answers\": []}, \"answers\": [\n {\"pupil\": 7, \"question\": \"foxes/walk\", \"answer\": 5.0},\n {\"pupil\": \"Ben\", \"question\": \"foxes/ill\", \"answer\": false}]}", "7 foxes/walk  5.0|Ben foxes/ill  false", ""},
		{"JSON of another form", "a.json", "[\n{\"pupil\":\"Ada\",\"question\":\"foxes/home\",\"answer\":[\"den\"]},\n {\"pupil\":\"Ben\",\"question\":\"foxes/home\",\"answer\":\"den\"}]", "Ben foxes/home  den", "a.json:2:1: error: pupil, question, answer, lang and variant have to be texts"},
		{"JSON without names", "a.json", "[{\"question\":\"foxes/home\",\"answer\":\"den\"}]", " foxes/home  den", "a.json:1:2: error: the answer has no name\n  hint: give it a \"pupil\""},
		{"JSON cut off", "a.json", "[{\"pupil\":\"Ada\",\n", "", "a.json:2:1: error: the file ends in the middle"},
		{"JSON with a slip", "a.json", "[{\"pupil\":\"Ada\",\n \"question\" \"foxes\"}]", "", "a.json:2:13: error: this is not JSON: '\"' where a colon should stand"},
		{"JSON of no answers", "a.json", `{"a": 1}`, "", `a.json:1:8: error: want a list of answers, [{"pupil": …, "question": …, "answer": …}], or an object with such a list called "answers"`},
		{"JSON with a mark of Windows", "a.json", "\uFEFF[{\"pupil\":\"Ada\",\"question\":\"foxes/home\",\"answer\":\"den\"}]", "Ada foxes/home  den", ""},
		{"not UTF-8", "a.json", "[\"\xff\"]", "", "a.json: error: the file is not UTF-8"},
		{"JSON without questions", "a.json", `[{"pupil":"Ada","questio":"foxes/home","answer":"den"}]`, "", "a.json:1:2: error: the answer says not to which question\n  hint: give it a \"question\""},
		{"empty JSON", "a.json", "[]", "", "a.json: error: there is no answer in it"},
	} {
		given, _, ps := Read(c.file, []byte(c.data), known(tinyBank(t)("en")))
		var got []string
		for _, g := range given {
			got = append(got, strings.Join([]string{g.Pupil, g.Question, g.Lang, g.Answer}, " "))
		}
		if strings.Join(got, "|") != c.want || tell(ps) != strings.ReplaceAll(c.problems, "|", "\n") {
			t.Errorf("%s: got %.200q\n%s\nwant %.200q\n%s", c.name, got, tell(ps), c.want, c.problems)
		}
	}
}

// A file of something else is not read to its end.
func TestReadStopsAtManyProblems(t *testing.T) {
	_, _, ps := Read("a.json", []byte("[1"+strings.Repeat(",1", 100_000)+"]"), known(tinyBank(t)("en")))
	if len(ps) != maxJSONProblems+1 || !strings.Contains(ps[len(ps)-1].Error(), "nothing is read from here on") {
		t.Errorf("%d problems, the last %v", len(ps), ps[len(ps)-1])
	}
}

// TestReport compares the report on a class with testdata/report.txt.
func TestReport(t *testing.T) {
	const class = `pupil,question,answer,lang
Ada,foxes/home,den,
Ada,foxes/tracks,b,
Ada,foxes/walk,5 km,
Ada,foxes/hom,den,
Ada,foxes/illness,no,
Ben,foxes/home,Bau,de
Ben,foxes/tracks,An einem Nest im Baum,de
Ben,foxes/walk,"5,05",de
Ben,foxes/illness,ja,de
Cem,foxes/home,nest,
Cem,foxes/tracks,c,
Cem,foxes/evening,a b c,
Cem,foxes/home,Nest,
Dua,foxes/home,NEST,
Dua,foxes/tracks,???,
Dua,foxes/food,mice and bread,
Dua,foxes/who,1a 2b 3c,
Dua,foxes/home,tana,it
Eve,,,
`
	bank := tinyBank(t)
	given, found, ps := Read("class.csv", []byte(class), known(bank("en")))
	report, more := Grade(given, "en", "", bank)
	if len(ps) > 0 || found != "UTF-8, separated by commas" {
		t.Errorf("read as %s: %s", found, tell(ps))
	}
	data, err := json.MarshalIndent(report, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got := tell(more) + "\n" + string(data) + "\n"
	if *update {
		if err := os.WriteFile("testdata/report.txt", []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/report.txt")
	if err != nil || got != string(want) {
		t.Errorf("the report differs from testdata/report.txt (%v):\n%s", err, got)
	}
	again, _, ps := Read("report.json", data, known(bank("en")))
	if len(ps) > 0 || len(again) != len(report.Answers) {
		t.Errorf("the report read again: %d answers, %v", len(again), ps)
	}
}

// An answer nobody could have meant is invalid, however long, and costs
// nothing; a file in two encodings is refused as a whole, with its place.
func TestHostileFiles(t *testing.T) {
	bank := tinyBank(t)
	file := "pupil,question,answer\nAda,foxes/home," + strings.Repeat("ä", 100_000) + "\nBen,foxes/home,den\n"
	given, _, ps := Read("a.csv", []byte(file), bank("en").Find)
	report, more := Grade(given, "en", "", bank)
	if len(ps) > 0 || len(more) > 0 || len(report.Answers) != 2 {
		t.Fatal(ps, more, len(report.Answers))
	}
	if a := report.Answers[0]; a.Result != quiz.Invalid || a.Reason != quiz.TooLong || len([]rune(a.Answer)) != maxAnswerShown+1 || !report.Answers[1].Point {
		t.Errorf("%+v", a.Verdict)
	}
	given, _, ps = Read("a.csv", []byte("pupil,question,answer\nÄda,foxes/home,den\nB\xe4r,foxes/home,den\n"), bank("en").Find)
	if len(given) > 0 || !strings.HasPrefix(tell(ps), "a.csv:A3: error: ") {
		t.Errorf("two encodings: %v, %s", given, tell(ps))
	}
}

// A row with several faults is reported with each of them.
func TestAllFaultsOfARow(t *testing.T) {
	bank := tinyBank(t)
	given, _, ps := Read("a.csv", []byte("pupil,question,answer,lang\n,foxes/hom,den,xx\nAda,foxes/home,den,en\n"), bank("en").Find)
	report, more := Grade(given, "en", "", bank)
	got := tell(append(ps, more...))
	want := `a.csv:A2: error: the answer has no name
a.csv:D2: error: there are no questions in the language "xx"
  hint: known: de, en
a.csv:B2: error: there is no question "foxes/hom" in en
  hint: did you mean "foxes/home"?`
	if got != want || len(report.Pupils) != 1 || len(report.Answers) != 1 {
		t.Errorf("%s\n%+v", got, report.Pupils)
	}
}

// The README names every key of the report, and no other.
func TestReadmeNamesTheKeys(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile("testdata/report.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`"([a-z]+)":`).FindAllSubmatch(golden, -1) {
		if !regexp.MustCompile("`([a-z.\\[\\]]*[.\\]])?" + string(m[1]) + "(\\[\\])?`").Match(text) {
			t.Errorf("README.md does not say what %q is", m[1])
		}
	}
}

// Nothing in a file makes reading or grading fail in another way than by a
// problem, and every answer read is graded or a problem.
func FuzzRead(f *testing.F) {
	f.Add("a.csv", []byte("pupil,question,answer\nAda,foxes/home,den\n"))
	f.Add("a.csv", []byte("name;foxes/home\nAda;den\n"))
	f.Add("a.json", []byte(`{"answers":[{"pupil":"Ada","question":"foxes/home","answer":"den"}]}`))
	bank := tinyBank(f)
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		given, _, ps := Read(name, data, known(bank("en")))
		report, more := Grade(given, "en", "", bank)
		if len(given) == 0 && !slices.Concat(ps, more).HasErrors() {
			t.Error("nothing was read and nothing reported")
		}
		if len(report.Answers) > len(given) {
			t.Errorf("%d of %d answers", len(report.Answers), len(given))
		}
	})
}

// BenchmarkClass reads and grades 10,000 answers to the questions that are
// shipped.
func BenchmarkClass(b *testing.B) {
	topics, ps := library.Questions(catalog.Embedded())
	if ps.HasErrors() {
		b.Fatal(ps.Err())
	}
	bank := quiz.NewBank(topics, "en")
	said := []string{"b", "a, c", "true", "the first option, I think", "encrpytion", "1b 2a 3c", "12 hours", "I do not know"}
	var file strings.Builder
	file.WriteString("pupil,question,answer\n")
	items := bank.Items()
	for i := range 10_000 {
		q := items[i%len(items)]
		answer := fmt.Sprint(said[i%len(said)], " ", i) // no two alike
		if i%3 > 0 {
			answer = q.Keys()[0]
		}
		fmt.Fprintf(&file, "pupil %d,%s,%q\n", i/50, q.ID, answer)
	}
	for b.Loop() {
		given, _, _ := Read("class.csv", []byte(file.String()), known(bank))
		report, _ := Grade(given, "en", "", func(string) *quiz.Bank { return bank })
		if len(given) < 9_000 || len(report.Pupils) != 200 {
			b.Fatalf("%d answers of %d pupils", len(given), len(report.Pupils))
		}
	}
}

// What somebody decided about an answer that is nearly right is read with it.
func TestRulingsAreRead(t *testing.T) {
	table := "pupil,question,answer,ruling\nAda,phishing/passkey,zzz,yes\nBen,phishing/passkey,zzz,maybe\n"
	_, _, ps := Read("a.csv", []byte(table), func(id string) (string, bool) { return id, true })
	if !ps.HasErrors() || len(ps) != 1 || ps[0].Code != CodeRuling {
		t.Errorf("%v", ps)
	}
}
