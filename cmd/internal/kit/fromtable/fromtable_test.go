package fromtable

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kitpress/catalog/load"
	"kitpress/catalog/source"
)

func importTable(t *testing.T, name, table string, o Options, beside map[string]string) (*Made, string, error) {
	t.Helper()
	dir := t.TempDir()
	if beside == nil {
		beside = map[string]string{}
	}
	beside[name] = table
	for file, data := range beside {
		full := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if o.Lang == "" {
		o.Lang = "en"
	}
	o.Date = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	out := filepath.Join(dir, "my-deck")
	made, err := Import(filepath.Join(dir, name), out, o)
	return made, out, err
}

// TestGuesses holds what tables are taken for against what a person would say.
func TestGuesses(t *testing.T) {
	for _, test := range []struct{ name, table, look, fields, langs string }{
		{"title and text", "Name,Text\nFox,It hides well from everyone who looks for it.\n", "text-card", "title text", "en"},
		{"by content", "Monster,Does\nFox,It hides well from everyone who looks for it.\nOwl,Sees all that moves in the night.\n", "text-card", "title text", "en"},
		{"languages", "title;title.de;text;text (de);title FR\nFox;Fuchs;Hides;Versteckt sich;Renard\n", "text-card", "title text", "en de fr"},
		{"only with languages", "title.de;title.en\nFuchs;Fox\n", "text-card", "title", "en de"},
		{"one number", "Name,Stärke,Text\nFox,3,Hides.\nOwl,4,Sees.\n", "text-card", "title number text", "en"},
		{"a character", "Name,Attack,Life,Text\nFox,3,5,Hides.\nOwl,4,2,Sees.\n", "hero-card", "title first second text", "en"},
		{"icons", "Name,Sign\nFox,moon\nOwl,cat\n", "picture-card", "title icon", "en"},
		{"a quest", "Titel,Aufgabe,Belohnung\nSchlüssel,Sei bei der Mühle.,Nimm die Truhe.\n", "quest-card", "title goal reward", "en"},
		{"questions", "Frage,Antwort\nWie groß?,Sehr groß.\n", "question-and-answer", "question answer", "en"},
		{"quantity and comments", "Titel,Anzahl,skip\nFuchs,2,\n#x,,\n\nEule,1,x\n", "text-card", "title", "en"},
		{"kinds", "Name,Suit,Text\nA,red,Long enough to be a text.\nB,red,Long enough to be a text.\nC,blue,Another long text here.\nD,blue,One more text here.\n", "text-card", "title kind text", "en"},
		{"no id in it", "名前,説明\nきつね,上手にかくれる。\n", "text-card", "title text", "en"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, dir, err := importTable(t, "cards.csv", test.table, Options{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			g, ps := load.Game(os.DirFS(dir), "")
			if err := ps.Err(); err != nil {
				t.Fatal(err)
			}
			var fields []string
			for _, f := range g.Decks[0].Schema {
				fields = append(fields, f.Name)
			}
			got := fields[1:]
			slices.Sort(got)
			want := strings.Fields(test.fields)[1:]
			slices.Sort(want)
			if g.Decks[0].Template != test.look || fields[0] != strings.Fields(test.fields)[0] || !slices.Equal(got, want) || strings.Join(g.Languages, " ") != test.langs {
				t.Errorf("%s, %v, %v", g.Decks[0].Template, fields, g.Languages)
			}
		})
	}
}

// TestPictures holds that pictures come along, and that none is missed in
// silence.
func TestPictures(t *testing.T) {
	fox := map[string]string{"img/fox.svg": "<svg/>"}
	made, dir, err := importTable(t, "cards.csv", "Name,Picture\nFox,img/fox.svg\n", Options{}, fox)
	if err != nil || !slices.Contains(made.Files, "art/img/fox.svg") {
		t.Fatal(made, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "art", "img", "fox.svg")); err != nil {
		t.Error(err)
	}
	_, dir, err = importTable(t, "cards.csv", "Name,Picture\nFox,owl.png\nOwl,../owl.png\n", Options{}, nil)
	var data *source.DataError
	if !errors.As(err, &data) || len(data.Problems) != 2 || data.Problems[0].Pos.String() != "cards.csv:B2" {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(dir)); len(entries) != 1 {
		t.Errorf("something was left: %v", entries)
	}
}

// TestDie holds that a table of six rows is a die, and no other is.
func TestDie(t *testing.T) {
	made, dir, err := importTable(t, "dice.csv", "Name,Icon\nSunny,sun\n1,\nWet,cloud\nWait a turn,\nLove,heart\n12,\n", Options{Look: lookDie}, nil)
	if err != nil || made.Cards != 1 || slices.Contains(made.Files, "dice.csv") {
		t.Fatal(made, err)
	}
	g, ps := load.Game(os.DirFS(dir), "")
	if err := ps.Err(); err != nil {
		t.Fatal(err)
	}
	var faces []string
	for _, face := range g.Decks[0].Cards[0].Fields["faces"].Texts {
		faces = append(faces, face.Text)
	}
	if got := strings.Join(faces, "|"); got != ":sun:|1|:cloud:|Wait a turn|:heart:|12" || g.Decks[0].Template != lookDie {
		t.Error(got, g.Decks[0].Template)
	}
	for _, table := range []string{"Name\n1\n2\n3\n4\n5\n", "Name\n1\n2\n3\n4\n5\n6\n7\n"} {
		if _, _, err := importTable(t, "dice.csv", table, Options{Look: lookDie}, nil); err == nil || !strings.Contains(err.Error(), "a die has 6 sides") {
			t.Error(table, err)
		}
	}
}

// TestImportRefuses holds that nothing of anybody's is touched.
func TestImportRefuses(t *testing.T) {
	dir := t.TempDir()
	table := filepath.Join(dir, "cards.csv")
	if err := errors.Join(os.WriteFile(table, []byte("Name\nFox\n"), 0o666), os.Mkdir(filepath.Join(dir, "full"), 0o777), os.WriteFile(filepath.Join(dir, "full", "x"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"full", "Not An Id"} {
		if _, err := Import(table, filepath.Join(dir, to), Options{Lang: "en"}); err == nil {
			t.Error(to)
		}
	}
	for name, o := range map[string]Options{"look": {Look: "pictuer-card"}, "size": {Size: "enormous"}} {
		if _, err := Import(table, filepath.Join(dir, "new"), o); err == nil || !strings.Contains(err.Error(), "there is no "+name) {
			t.Error(name, err)
		}
	}
	if _, _, err := importTable(t, "cards.csv", "Name;Name EN\nFuchs;Fox\n", Options{}, nil); err == nil || !strings.Contains(err.Error(), "which language") {
		t.Error(err)
	}
	if _, err := Import(filepath.Join(dir, "full", "x"), filepath.Join(dir, "new"), Options{Lang: "en"}); err == nil {
		t.Error("no table, no error")
	}
}
