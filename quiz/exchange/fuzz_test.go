package exchange

import (
	"bytes"
	"testing"

	"kitpress/catalog/spreadsheet"
	"kitpress/quiz"
)

// settled writes what was read to one of the formats: no panic, and what can
// be read again is the same number of questions.
func settled(t *testing.T, got Reading, choice int) {
	list := Formats()
	f := list[choice%len(list)]
	var b bytes.Buffer
	if _, err := f.Write(&b, got.Items, Meta{Title: "x", Lang: "en"}); err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	if !f.Reads || b.Len() == 0 {
		return
	}
	fit, _ := f.Split(got.Items)
	again, ps := Read("x"+f.Ext, b.Bytes(), Options{Lang: "en"})
	if ps.HasErrors() || len(again.Items) != len(fit) {
		t.Fatalf("%s: %d of %d\n%s\n%s", f.Name, len(again.Items), len(fit), lines(ps), b.Bytes())
	}
}

// FuzzCSV reads arbitrary bytes as a table of questions.
func FuzzCSV(f *testing.F) {
	f.Add([]byte("question,right,wrong\nWho?,a,b\n"))
	var b bytes.Buffer
	if err := writeSheet(&b, fixture(), Meta{Lang: "en"}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("Frage;Art;richtig;richtig2;gezeigte Folge\nQ;Paare;a = b;c = b;left:x right:y\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, ps := Read("x.csv", data, Options{Lang: "de"})
		if !ps.HasErrors() {
			settled(t, got, len(data))
		}
	})
}

// FuzzRow reads one row with arbitrary cells as each kind.
func FuzzRow(f *testing.F) {
	f.Add(0, "a", "b", "c", "d", "e")
	f.Add(6, "a = b", `c\= = b`, "d", "", "right:x")
	f.Add(2, `x | y\|z`, `\`, "", "1", "")
	f.Fuzz(func(t *testing.T, kind int, right, right2, wrong, because, shown string) {
		k := quiz.Kinds()[(kind%7+7)%7]
		rows := [][]string{{"id", "kind", "question", "right", "right2", "wrong", "because", "shown", "need", "unit", "units", "tolerance"},
			{"a", string(k), "Q?", right, right2, wrong, because, shown, because, wrong, because, because}}
		if k != quiz.List {
			rows[1][8] = ""
		}
		var b bytes.Buffer
		if err := spreadsheet.WriteXLSX(&b, []spreadsheet.Sheet{{Name: "S", Rows: rows}}); err != nil {
			t.Fatal(err)
		}
		got, ps := Read("x.xlsx", b.Bytes(), Options{Lang: "en"})
		if !ps.HasErrors() {
			settled(t, got, len(shown)+len(wrong))
		}
	})
}

// FuzzJSON reads arbitrary bytes as data.
func FuzzJSON(f *testing.F) {
	var b bytes.Buffer
	if err := writeJSON(&b, fixture(), Meta{Lang: "en"}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte(`{"format": 1, "language": "en", "questions": [{"id": "a/b", "topic": "a", "kind": "short", "level": 1, "ask": "Q?", "accept": ["x"]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, ps := Read("x.json", data, Options{Lang: "ja"})
		if !ps.HasErrors() {
			settled(t, got, len(data))
		}
	})
}
