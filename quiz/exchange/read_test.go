package exchange

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
	"kitpress/quiz"
	"kitpress/quiz/language"
)

// What is written as a table, as a workbook or as data reads back the same.
func TestRoundTrip(t *testing.T) {
	for _, format := range []string{"csv", "json"} {
		eachSet(t, format, func(t *testing.T, items []quiz.Item, data []byte) {
			same(t, items, "questions."+format, data)
		})
	}
	items := slices.DeleteFunc(fixture(), func(it quiz.Item) bool { return sheetFit(it) != nil })
	var records []record
	for _, it := range items {
		records = append(records, recordOf(it))
	}
	for _, lang := range language.Languages() {
		rows, _, _ := table(records, lang, 3)
		var b bytes.Buffer
		if err := spreadsheet.WriteXLSX(&b, []spreadsheet.Sheet{{Name: "S", Rows: rows}}); err != nil {
			t.Fatal(err)
		}
		same(t, items, "questions.xlsx", b.Bytes())
	}
}

func same(t *testing.T, items []quiz.Item, name string, data []byte) {
	t.Helper()
	got, ps := Read(name, data, Options{Lang: "fr"})
	if ps.HasErrors() {
		t.Fatalf("%s", lines(ps))
	}
	if len(got.Items) != len(items) {
		t.Errorf("%d of %d questions", len(got.Items), len(items))
	}
	for i := range min(len(items), len(got.Items)) {
		if !reflect.DeepEqual(got.Items[i], items[i]) {
			t.Errorf("%s\n got %+v\nwant %+v", items[i].ID, got.Items[i], items[i])
		}
	}
}

func lines(ps source.Problems) string {
	var list []string
	for _, p := range ps.Sorted() {
		line := p.Error()
		if p.Hint != "" {
			line += " (" + p.Hint + ")"
		}
		list = append(list, line)
	}
	return strings.Join(list, "\n")
}

// Sheets as teachers write them: names of columns in five languages, blanks
// for what is usual, answers as they are typed.
func TestReadSheet(t *testing.T) {
	for _, x := range []struct{ name, lang, sheet, want string }{
		{"the least", "en", "question,right,wrong\nWho asks?,a cheat,the bank\n", "own/q-d0181d9b2c choice en 1: Who asks? [+ a cheat|- the bank]"},
		{"German", "de", "Thema;Art;Stufe;Frage;richtig;richtig 2;falsch;weil;Erklärung\nKöder;Auswahl;2;Wer fragt?;Betrüger;;Bank;Nie.;Darum.\n", "koeder/q-17edcda41a choice de 2 Köder: Wer fragt? [+ Betrüger|- Bank # Nie.|explain Darum.]"},
		{"truth", "de", "id,kind,question,right\na,richtig-falsch,Es stimmt.,Falsch\nb,true-false,Es stimmt.,WAHR\n", "own/a true-false de 1: Es stimmt. [= false]\nown/b true-false de 1: Es stimmt. [= true]"},
		{"numbers", "de", "id,kind,question,right,unit,other units,tolerance,year\na,Zahl,Wie viel?,\"1,5\",MB,\"GB, Giga = 1000\",\"0,1\",\nb,number,Wann?,1989,,,,ja\n", "own/a number de 1: Wie viel? (MB) [= 1.5 ± 0.1]\nown/b number de 1: Wann? [= 1989 ± 0]"},
		{"lists", "fr", "id,type,question,juste,juste2,combien,fausse\na,liste,Citez !,expéditeur | adresse,lien,1,timbre\n", "own/a list fr 1: Citez ! [! timbre|= adresse|= expéditeur|= lien]"},
		{"order", "it", "identificativo,tipo,domanda,giusta,giusta2,giusta3\nx,ordine,Prima?,uno,due,tre\n", "own/x ordering it 1: Prima? [1. -> uno|2. -> due|3. -> tre]"},
		{"pairs", "ja", "ID,種類,問題,正答,正答2,誤答\nx,組み合わせ,どれ？,あ = い,う = え,お\n", "own/x matching ja 1: どれ？ [ -> お|あ -> い|う -> え]"},
		{"languages", "en", "id,language,kind,question,right\na,de,word,Was?,Köder\na,,word,What?,bait\n", "own/a short de 1: Was? [= Köder]\nown/a short en 1: What? [= bait]"},
		{"several", "en", "id,question,right,right2,wrong\na,Which?,one,two,three\n", "own/a choice en 1: Which? [+ one|+ two|- three|several]"},
		{"strict", "en", "id,kind,question,right,strict\na,word,Which?,PIN,\"case, accents\"\n", "own/a short en 1: Which? [= PIN]"},
	} {
		t.Run(x.name, func(t *testing.T) {
			got, ps := Read("q.csv", []byte(x.sheet), Options{Lang: x.lang})
			if ps.HasErrors() {
				t.Fatal(lines(ps))
			}
			var list []string
			for _, it := range got.Items {
				key := keyOf(it, likeness{because: true, wrong: true, explain: true})
				key = slices.DeleteFunc(key, func(s string) bool { return strings.HasPrefix(s, "ask ") })
				title := strings.TrimRight(" "+it.Title, " ")
				list = append(list, fmt.Sprintf("%s %s %s %d%s: %s [%s]", it.ID, it.Kind, it.Lang, it.Level, title, askWithUnit(it), strings.Join(key, "|")))
			}
			if s := strings.Join(list, "\n"); s != x.want {
				t.Errorf("got\n%s\nwant\n%s", s, x.want)
			}
		})
	}
}

// Everything that is wrong is said at once, with the cell.
func TestReadProblems(t *testing.T) {
	for _, x := range []struct{ name, file, data, want string }{
		{"no columns", "q.csv", "a,b\n1,2\n", ""},
		{"rows", "q.csv", "id,topic,language,kind,level,question,right,wrong,wrong2,because,because2,need,unit,other units,tolerance,year,strict\n" +
			"Bad Id,,xx,,4,,yes,,,,,,,,,,\n" +
			"a,,,chioce,,Q?,yes,no,,,,,,,,,\n" +
			"b,,,choice,,Q?,,no,,,,,,,,,\n" +
			"c,,,choice,,Q?,yes,no,,,why,,,,,,\n" +
			"d,,,choice,,Q?,yes,Yes,,,,,,,,,\n" +
			"e,,,true-false,,Q?,perhaps,,,,,,,,,,\n" +
			"f,,,number,,Q?,\"1,500\",,,,,,,,,perhaps,\n" +
			"g,,,number,,Q?,many,no,,,,,,=3,x,,\n" +
			"h,,,list,,Q?,a | b,,,,,9,,,,,\n" +
			"i,,,pairs,,Q?,a and b,,,,,,,,,,\n" +
			"j,,,word,,Q?,bait,bait,,,,,,,,,noise\n" +
			"j,,,word,,Q?,bait,,,,,,,,,,\n" +
			"k,,,word,,Q?,lure,,,because,,,,,,,\n" +
			"m,,,word,,Q?,lure,,,,,,,,,,\n" +
			"l,own,,choice,,Q?,net,lure,,,,,,,,,\n", ""},
		{"nothing below", "q.csv", "question,right\n", ""},
		{"mixed encodings", "q.csv", "question;right\nWas;K\xF6der\nü;x\n", ""},
		{"not JSON", "q.json", "{\"format\": 1,\n \"questions\": [}", ""},
		{"double key", "q.json", "{\"format\": 1, \"language\": \"en\",\n \"questions\": [],\n \"Format\": 1}", ""},
		{"unknown key", "q.json", `{"format": 1, "language": "en", "question": []}`, ""},
		{"other format", "q.json", `{"format": 2, "language": "en", "questions": []}`, ""},
		{"wrong type", "q.json", `{"format": "1", "language": "en", "questions": []}`, ""},
		{"deep", "q.json", strings.Repeat("[", 100), ""},
		{"questions", "q.json", `{"format": 1, "language": "en", "questions": [
 {"id": "a/b", "topic": "a", "kind": "short", "level": 1, "ask": "Q?", "accept": ["x"]},
 {"id": "b", "topic": "a", "kind": "short", "level": 1, "ask": "Q?", "accept": ["x"]},
 {"id": "a/c", "topic": "a", "kind": "shirt", "level": 1, "ask": "Q?"},
   {"id": "a/d", "topic": "a", "kind": "choice", "level": 7, "ask": "Q?", "colour": 1},
 {"id": "a/e", "topic": "a", "kind": "choice", "level": 1, "ask": "Q?", "options": [{"id": "x", "text": "x"}, {"id": "y", "text": "z"}], "accept": ["q"]},
 {"id": "a/b", "topic": "a", "kind": "short", "level": 1, "ask": "Q?", "accept": ["x"]}
]}`, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, ps := Read(x.file, []byte(x.data), Options{Lang: "en"})
			golden(t, "problems-"+strings.ReplaceAll(x.name, " ", "-")+".txt", lines(ps)+"\n")
		})
	}
	long := "id,kind,question,right,explanation\na,word," + strings.Repeat("x", maxAsk+1) + ",y," + strings.Repeat("z", maxExplain+1) + "\n"
	if _, ps := Read("q.csv", []byte(long), Options{Lang: "en"}); lines(ps) != "q.csv:C2: error: the question has 1001 characters, at most 1000 are read\nq.csv:E2: error: the explanation has 3001 characters, at most 3000 are read" {
		t.Error(lines(ps))
	}
}

// A very large file is read in seconds: what is not compared is said.
func TestReadManyQuestions(t *testing.T) {
	if os.Getenv("KITPRESS_LONG") == "" {
		t.Skip("takes seconds: KITPRESS_LONG=1")
	}
	var b strings.Builder
	b.WriteString("id,topic,kind,question,right,wrong,wrong 2\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "w%d,t,word,Which %d?,word%d,,\nc%d,t,choice,Which %d?,right%d,wrong%d,other%d\n", i, i, i, i, i, i, i, i)
	}
	got, ps := Read("q.csv", []byte(b.String()), Options{Lang: "en"})
	if len(got.Items) != 2000 || ps.HasErrors() || len(ps) != 1 || ps[0].Pos.String() != "q.csv:103" {
		t.Errorf("%d questions\n%s", len(got.Items), lines(ps))
	}
}

// The columns, kinds and help are there in every language, and no name means
// two columns.
func TestWords(t *testing.T) {
	w, ps := readWords(sheetFile)
	if len(ps) > 0 {
		t.Fatal(lines(ps))
	}
	names := map[string]string{}
	for _, c := range w.columns {
		for _, list := range []map[string]string{c.names, c.means, w.yes, w.helpSheet, w.questionsSheet, w.meaning} {
			for _, lang := range language.Languages() {
				if list[lang] == "" {
					t.Errorf("%s has no word in %s", c.id, lang)
				}
			}
		}
		for _, n := range append(all(c.names), c.id) {
			if other := names[strings.ToLower(n)]; other != "" && other != c.id {
				t.Errorf("%q is %s and %s", n, other, c.id)
			}
			names[strings.ToLower(n)] = c.id
		}
	}
	labels, ps := readH5PWords(h5pFile)
	if len(ps) > 0 || len(labels) == 0 {
		t.Fatal(lines(ps))
	}
	for word, list := range labels {
		for _, lang := range language.Languages() {
			if list[lang] == "" {
				t.Errorf("%s has no word in %s", word, lang)
			}
		}
	}
	for k, list := range w.kinds {
		for _, lang := range language.Languages() {
			if got, ok := kindOf(list[lang]); !ok || got != k {
				t.Errorf("%s in %s means %s", k, lang, got)
			}
		}
	}
}

// What the template holds can be read once it is filled in: its examples are
// questions without an error.
func TestTemplate(t *testing.T) {
	for _, lang := range language.Languages() {
		examples := fixture()
		examples = slices.DeleteFunc(examples, func(it quiz.Item) bool { return it.ID == "words/exact" }) // 1.500 may be thousands
		var b bytes.Buffer
		if err := WriteTemplate(&b, lang, examples); err != nil {
			t.Fatal(err)
		}
		got, ps := Read("questions.xlsx", b.Bytes(), Options{Lang: lang})
		if ps.HasErrors() {
			t.Fatal(lines(ps))
		}
		kinds := map[quiz.Kind]bool{}
		for _, it := range got.Items {
			kinds[it.Kind] = true
		}
		if len(kinds) != len(quiz.Kinds()) {
			t.Errorf("only %v", kinds)
		}
		sheets, _ := spreadsheet.Read("questions.xlsx", b.Bytes())
		if len(sheets) != 2 || len(sheets[1].Rows) != len(words().columns)+1 {
			t.Errorf("%d sheets", len(sheets))
		}
	}
}

// README names every column and every format.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range words().columns {
		if !strings.Contains(string(text), "`"+c.id+"`") {
			t.Errorf("README.md does not name the column %s", c.id)
		}
	}
	for _, f := range Formats() {
		if !strings.Contains(string(text), "| `"+f.Name+"` | "+f.Ext) {
			t.Errorf("README.md does not name the format %s", f.Name)
		}
	}
}

// TestAnswersAreRight reads a list as teachers have it: question and answer.
func TestAnswersAreRight(t *testing.T) {
	for _, table := range []string{"Frage;Antwort\nWo?;Hier\n", "Domanda;Risposta\nDove?;Qui\n", "question,answer\nWhere?,Here\n", "Question;Réponse;Réponse2\nOù ?;Ici;Là\n"} {
		got, ps := Read("list.csv", []byte(table), Options{Lang: "de"})
		if ps.HasErrors() || len(got.Items) != 1 || len(got.Items[0].Accept) == 0 {
			t.Errorf("%q: %v %+v", table, ps, got.Items)
		}
	}
}
