package load

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
)

// animalTable is the deck of the game tiny as somebody would write it who
// thinks in German and in numbers of columns.
var animalTable = [][]string{
	{"# our animals"},
	{"Anzahl", "Titel", "lesson", "icon", "suits", "points.SUN", "points.MOON", "friend", "weight", "hints", "topic", "title.de", "lesson (de)", "Weglassen"},
	{"2", "Fox", "The fox hides, \"quietly\".", "dog", "SUN", "2", "0", "", "8", "", "foxes", "Fuchs", "Der Fuchs versteckt sich.", "-"},
	{},
	{"", "Owl", "The owl sees\nin the dark.", "bird", "MOON", "0", "3", "fox", "", "Fly at night\nSleep by day", "foxes", "Eule", "", ""},
	{"# not yet", "Bear"},
	{"", "Wolf", "Not with us.", "dog", "SUN", "1", "1", "", "", "", "foxes", "", "", "x"},
	{"1", "Cat", "It comes and goes.", "cat", "SUN, MOON", "1", "1", "", "", "", "foxes", "Katze", "", ""},
	{"", "Cat", "It comes again.", "cat", "MOON", "1", "1", "", "", "", "foxes", "Katze", "", ""},
}

// fromTable returns the game tiny with its animals in a table.
func fromTable(t *testing.T, name string, data []byte, from string) fstest.MapFS {
	t.Helper()
	fsys := tiny(t)
	deck, _, _ := strings.Cut(string(fsys["cards.yaml"].Data), "    cards:\n")
	fsys["cards.yaml"].Data = []byte(deck + "    from: " + from + "\n")
	fsys[name] = &fstest.MapFile{Data: data}
	return fsys
}

func csvOf(t *testing.T, rows [][]string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := spreadsheet.WriteCSV(&b, rows, ';'); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestTable holds what a table says of cards against what it means, in both
// kinds of files.
func TestTable(t *testing.T) {
	var book bytes.Buffer
	sheets := []spreadsheet.Sheet{{Name: "Notes", Rows: [][]string{{"nothing"}}}, {Name: "Tiere", Rows: animalTable}}
	if err := spreadsheet.WriteXLSX(&book, sheets); err != nil {
		t.Fatal(err)
	}
	for name, fsys := range map[string]fstest.MapFS{
		"csv":  fromTable(t, "animals.csv", csvOf(t, animalTable), "animals.csv"),
		"xlsx": fromTable(t, "animals.xlsx", book.Bytes(), "{file: animals.xlsx, sheet: Tiere}"),
	} {
		t.Run(name, func(t *testing.T) {
			g, ps := Game(fsys, "")
			for _, p := range ps {
				if p.Severity == source.Error {
					t.Error(p)
				}
			}
			d := g.Deck("animals")
			var ids []string
			for _, c := range d.Cards {
				ids = append(ids, c.ID)
			}
			if got := strings.Join(ids, " "); got != "fox owl cat cat-2" {
				t.Fatal(got)
			}
			fox, owl, cat := d.Cards[0], d.Cards[1], d.Cards[2]
			if fox.Quantity != 2 || owl.Quantity != 1 || fox.Fields["lesson"].Text.Text != `The fox hides, "quietly".` {
				t.Errorf("%+v", fox)
			}
			if n := fox.Fields["points"].Numbers; n["SUN"] != 2 || n["MOON"] != 0 || fox.Fields["weight"].Number != 8 {
				t.Errorf("%+v", fox)
			}
			if owl.Fields["friend"].Word != "fox" || len(owl.Fields["hints"].Texts) != 2 || strings.Join(cat.Fields["suits"].List, "+") != "SUN+MOON" {
				t.Errorf("%+v", owl)
			}
			if de := g.Translations["de"]; de["card.fox.title"].Text != "Fuchs" || de["card.fox.title"].Of != catalog.Hash("Fox") || de["card.fox.lesson"].Text != "Der Fuchs versteckt sich." || len(de) != 5 {
				t.Errorf("%+v", de)
			}
		})
	}
}

// TestTableProblems holds the problems of tables against what they are to say,
// with the cell they are in.
func TestTableProblems(t *testing.T) {
	head := animalTable[1]
	row := func(change map[string]string) []string {
		r := append([]string(nil), animalTable[2]...)
		for i, name := range head {
			if v, ok := change[name]; ok {
				r[i] = v
			}
		}
		return r
	}
	for _, test := range []struct {
		name string
		rows [][]string
		from string
		want string
	}{
		{"number", [][]string{head, row(map[string]string{"weight": "heavy"})}, "", `animals.csv:I2: error: want a whole number, found text "heavy"`},
		{"too much", [][]string{head, row(map[string]string{"points.SUN": "10"})}, "", "animals.csv:F2: error: want a number from 0 to 9, found 10"},
		{"no such item", [][]string{head, row(map[string]string{"suits": "SUN; STAR"})}, "", `animals.csv:E2: error: there is no item "STAR" in the set "suits"`},
		{"no title", [][]string{head, row(map[string]string{"Titel": ""})}, "", `animals.csv:2: error: card "the-fox-hides-quietly" has no title`},
		{"column twice", [][]string{append(head[:len(head):len(head)], "Name"), row(nil)}, "", `animals.csv:O1: error: the column "Name" stands in B already`},
		{"unknown column", [][]string{append(head[:len(head):len(head)], "colour"), row(nil)}, "", `animals.csv:O1: warning: the column "colour" is not known and not read`},
		{"nothing below", [][]string{head}, "", "animals.csv:1: error: there is no card below the header"},
		{"no file", nil, "none.csv", "none.csv: error: the file is missing"},
		{"no such sheet", [][]string{head, row(nil)}, "{file: animals.csv, sheet: Monsters}", `cards.yaml:18:38: error: there is no sheet "Monsters"`},
		{"not a table", nil, "cards.yaml", "cards.yaml: error: only .csv, .tsv and .xlsx are read"},
	} {
		t.Run(test.name, func(t *testing.T) {
			from := test.from
			if from == "" {
				from = "animals.csv"
			}
			_, ps := Game(fromTable(t, "animals.csv", csvOf(t, test.rows), from), "")
			for _, p := range ps {
				if p.Error() == test.want {
					return
				}
			}
			t.Errorf("not among\n%s", describeProblems(ps))
		})
	}
}

func TestColumnNames(t *testing.T) {
	w, ps := readTableWords()
	if len(ps) > 0 || len(w.names) < 10 || !among("JA", w.yes) || !among("nein", w.no) {
		t.Fatal(ps, w)
	}
	of := map[string]string{}
	for id, names := range w.names {
		for _, name := range append(names, id) {
			if first, double := of[strings.ToLower(name)]; double {
				t.Errorf("%q is a name of %s and of %s", name, first, id)
			}
			of[strings.ToLower(name)] = id
		}
	}
}
