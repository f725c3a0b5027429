package own

import (
	"archive/zip"
	"bytes"
	"errors"
	"image"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kitpress/catalog/load"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/i18n"
	"kitpress/quiz"
)

func german(t testing.TB) *i18n.Words {
	t.Helper()
	words, ps := i18n.WordsIn("de")
	if err := ps.Err(); err != nil {
		t.Fatal(err)
	}
	return words
}

// animals is a table with a remark and a number that is none.
const animals = "Titel;Text;Bild;Kosten;Anzahl\nFuchs;Versteckt sich gut.;fox.png;2;2\n#Notiz\nEule;Sieht alles.;owl.png;zwei;1\n"

// bring makes a deck of the table of animals, with its pictures.
func bring(t testing.TB) (*Rooms, *Pack) {
	t.Helper()
	rooms := New(filepath.Join(t.TempDir(), "decks"), Host{})
	p, err := rooms.Decks.fromTable("Tiere.csv", []byte(animals), german(t))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 500, 500))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"fox.png", `C:\Bilder\owl.png`} {
		if _, err := p.put(name, b.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	return rooms, p
}

func wordOf(id string) string {
	return map[string]string{"text": "Text", "play": "Los", "first-rule": "Mischen.", "new-rule": "Neu.", "rulebook": "Regeln", "guide": "Erklärungen", "topic": "Erklärung", "section": "Mehr", "icon": "Symbol", "quantity": "Anzahl"}[id]
}

func (rooms *Rooms) must(t testing.TB, p *Pack, w wish) *state {
	t.Helper()
	if err := change(p, p.read(&rooms.presses), w, wordOf); err != nil {
		t.Fatalf("%+v: %v", w, err)
	}
	return p.read(&rooms.presses)
}

func show(rooms *Rooms, p *Pack, at string) *deckPage {
	s := p.read(&rooms.presses)
	s.all(time.Minute)
	return rooms.page(p, s, query{at: at, ink: "full"})
}

// TestFaultAtTheCell holds that one wrong cell is said where it is, and keeps no
// card from being drawn.
func TestFaultAtTheCell(t *testing.T) {
	rooms, p := bring(t)
	d := show(rooms, p, "table")
	if d.Errors != 1 || d.Faults[0].Where != "D4" || d.Cards != 2 || d.Front == nil || d.Back == nil {
		t.Fatalf("%d errors, %+v, %d cards, front %v", d.Errors, d.Faults, d.Cards, d.Front)
	}
	if c := d.Grid.Rows[2].Cells[3]; !c.Ill || c.Text != "zwei" || !d.Grid.Rows[1].Note {
		t.Errorf("%+v", d.Grid.Rows)
	}
	rooms.must(t, p, wish{Do: "cell", Deck: "tiere", Row: 4, Col: 4, Value: "2"})
	if d = show(rooms, p, "table"); d.Errors != 0 || !d.CanUndo {
		t.Errorf("%+v", d.Faults)
	}
}

// TestBookAndCards holds that pages of the rulebook and cards are drawn in turns,
// in one language and the other.
func TestBookAndCards(t *testing.T) {
	rooms, p := bring(t)
	for _, w := range []wish{{Do: "cell", Deck: "tiere", Row: 4, Col: 4, Value: "2"}, {Do: "language", Value: "fr"}} {
		rooms.must(t, p, w)
	}
	s := rooms.must(t, p, wish{Do: "book"})
	for range 2 {
		for _, lang := range []string{"de", "fr"} {
			if len(rooms.books.book(s, lang, "rulebook")) == 0 {
				t.Errorf("no pages in %s", lang)
			}
			l := s.local(lang)
			if scene, problems := l.Face("tiere", l.Game.Deck("tiere").Cards[0].ID); scene == nil {
				t.Errorf("no card in %s: %v", lang, problems)
			}
		}
	}
}

// TestSaved holds that a saved deck is an ordinary game, its remarks kept, and
// that nothing is written before.
func TestSaved(t *testing.T) {
	rooms, p := bring(t)
	rooms.must(t, p, wish{Do: "cell", Deck: "tiere", Row: 4, Col: 4, Value: "2"})
	for _, w := range []wish{{Do: "look", Deck: "tiere", Value: "poster-card"}, {Do: "size", Deck: "tiere", Value: "tarot"}, {Do: "theme", Value: "forest"}, {Do: "name", Value: `Wald "eins"`},
		{Do: "field", Deck: "tiere", Col: 4, Field: "note"}, {Do: "column", Deck: "tiere", Field: "icon"}, {Do: "language", Value: "fr"}, {Do: "book"}, {Do: "rule", ID: "play"}, {Do: "section"},
		{Do: "text", ID: "rule.R1", Value: "Zwei\nZeilen: ja"}, {Do: "text", ID: "card.fuchs.title", Lang: "fr", Value: "Renard"}, {Do: "text", ID: "rule.R1", Lang: "fr", Value: "Mêlez."}} {
		rooms.must(t, p, w)
	}
	dir := filepath.Join(rooms.Decks.Dir, "tiere")
	if _, err := os.Stat(filepath.Join(dir, "game.yaml")); err == nil {
		t.Error("written before it was saved")
	}
	if err := p.Save(false); err != nil {
		t.Fatal(err)
	}
	g, ps := load.Game(os.DirFS(dir), "")
	if err := ps.Err(); err != nil {
		t.Fatal(err)
	}
	if d := g.Decks[0]; d.Template != "poster-card@tarot" || d.Back != "plain-back@tarot" || g.Theme != "forest" || g.Name.Text != `Wald "eins"` || d.Cards[0].Fields["note"].Text.Text != "2" ||
		strings.Join(g.Languages, " ") != "de fr" || g.Translations["fr"]["card.fuchs.title"].Text != "Renard" || len(g.Sections) != 2 || g.Sections[0].Blocks[0].Rule.Text.Text != "Zwei\nZeilen: ja" {
		t.Errorf("%+v %+v", g, g.Decks[0])
	}
	table, err := os.ReadFile(filepath.Join(dir, "tiere.csv"))
	if err != nil || !bytes.Contains(table, []byte("#Notiz")) {
		t.Errorf("%s %v", table, err)
	}
	have, _ := i18n.Translations(os.DirFS(dir), g, "fr")
	if have["rule.R1"].Text != "Mêlez." {
		t.Errorf("%v", have)
	}
	rooms.must(t, p, wish{Do: "text", ID: "rule.R1", Value: "Anders."})
	d := show(rooms, p, "words")
	i := slices.IndexFunc(d.Texts, func(r textRow) bool { return r.ID == "rule.R1" })
	if d.Texts[i].In[0].State != "stale" {
		t.Errorf("%+v", d.Texts[i])
	}
	rooms.must(t, p, wish{Do: "stamp", ID: "rule.R1", Lang: "fr"})
	if d = show(rooms, p, "words"); d.Texts[i].In[0].State != "" {
		t.Errorf("%+v", d.Texts[i])
	}
}

// TestDraft holds that what was typed is there after a crash, undone step by
// step, and that nobody's change on the disk is overwritten.
func TestDraft(t *testing.T) {
	rooms, p := bring(t)
	rooms.must(t, p, wish{Do: "cell", Deck: "tiere", Row: 4, Col: 4, Value: "2"})
	for _, text := range []string{"F", "Fu", "Fux"} {
		rooms.must(t, p, wish{Do: "cell", Deck: "tiere", Row: 2, Col: 1, Value: text})
	}
	again := New(rooms.Decks.Dir, Host{})
	q, err := again.Decks.Pack("tiere")
	if err != nil || !bytes.Contains(nowOf(q)["tiere.csv"], []byte("Fux")) || nowOf(q)["art/owl.png"] == nil {
		t.Fatal(err, q)
	}
	if err := p.Step(true); err != nil || !bytes.Contains(nowOf(p)["tiere.csv"], []byte("Fuchs")) {
		t.Errorf("%s %v", nowOf(p)["tiere.csv"], err)
	}
	if err := p.Step(false); err != nil || !bytes.Contains(nowOf(p)["tiere.csv"], []byte("Fux")) {
		t.Errorf("%s %v", nowOf(p)["tiere.csv"], err)
	}
	if err := p.Save(false); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(rooms.Decks.Dir, "tiere", "tiere.csv")
	if err := os.WriteFile(file, []byte(strings.NewReplacer("Fuchs", "Dachs", "zwei", "2").Replace(animals)), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := p.Look(); err != nil || !bytes.Contains(nowOf(p)["tiere.csv"], []byte("Dachs")) || p.Changed() {
		t.Errorf("%s %v", nowOf(p)["tiere.csv"], err)
	}
	rooms.must(t, p, wish{Do: "cell", Deck: "tiere", Row: 2, Col: 1, Value: "Luchs"})
	if err := os.WriteFile(file, []byte(animals), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := p.Save(false); !errors.Is(err, shelf.ErrElsewhere) {
		t.Error(err)
	}
	if data, _ := os.ReadFile(file); !bytes.Contains(data, []byte("Fuchs")) {
		t.Errorf("overwritten: %s", data)
	}
	if err := p.Save(true); err != nil {
		t.Error(err)
	}
	other, err := p.saveAs("Luchse")
	if err != nil || other.ID != "luchse" {
		t.Fatal(other, err)
	}
	if g, ps := load.Game(os.DirFS(filepath.Join(rooms.Decks.Dir, "luchse")), ""); ps.HasErrors() || g.ID != "luchse" || g.Name.Text != "Luchse" {
		t.Error(ps, g)
	}
}

// TestHostile holds that nothing leaves the folder of decks.
func TestHostile(t *testing.T) {
	rooms, p := bring(t)
	for _, id := range []string{"", "..", "../x", ".draft", "a/b", `a\b`, "TIERE"} {
		if _, err := rooms.Decks.Pack(id); !errors.Is(err, shelf.ErrNone) {
			t.Errorf("%q: %v", id, err)
		}
	}
	for _, name := range []string{"x.exe", ".png", "", "game.yaml", "a:b.png", "x.svg\x00.png\n"} {
		if place, err := p.put(name, []byte("x")); err == nil {
			t.Errorf("%q lies at %s", name, place)
		}
	}
	if place, err := p.put("../../art/../evil.svg", []byte("<svg/>")); err != nil || place != "art/evil.svg" {
		t.Error(place, err)
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range map[string]string{"deck/game.yaml": "format: 1\nid: x\n", "../../out.txt": "x", "deck/../../out2.txt": "x", "/abs.txt": "x", "deck/.draft/game.yaml": "x", `deck\..\out3.txt`: "x"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := unpack(b.Bytes())
	if err != nil || len(files) != 1 || files["game.yaml"] == nil {
		t.Errorf("%v %v", files, err)
	}
	if _, err := unpack([]byte("PK\x03\x04 no")); err == nil {
		t.Error("no archive, no error")
	}
	if err := os.Symlink("/etc", filepath.Join(rooms.Decks.Dir, "tiere", "etc")); err != nil {
		t.Fatal(err)
	}
	if err := p.Change("", func(f tree.Files) error { f["etc/passwd"] = []byte("x"); return nil }); err == nil {
		if err = p.Save(true); err == nil {
			t.Error("a link leads out of the folder")
		}
	}
	for _, w := range []wish{{Do: "cell", Deck: "tiere", Row: 0, Col: 1}, {Do: "cell", Deck: "tiere", Row: 1 << 30, Col: 1}, {Do: "look", Deck: "tiere", Value: "../x"}, {Do: "theme", Value: "x\n  evil: 1"},
		{Do: "name", Value: strings.Repeat("x", mostText+1)}, {Do: "text", ID: "no.such"}, {Do: "language", Value: "xx"}, {Do: "drop-all"}, {Do: "delete", Deck: "tiere", Row: 1}} {
		if err := change(p, p.read(&rooms.presses), w, wordOf); err == nil {
			t.Errorf("%+v was done", w)
		}
	}
}

// TestQuestions holds that a list says which answers would count.
func TestQuestions(t *testing.T) {
	for _, test := range []struct{ text, want string }{{"verschlüsselung", "right"}, {"Verschluesselung", "right"}} {
		it := quizItem("Verschlüsselung")
		i := slices.IndexFunc(examples(it, "de"), func(j judged) bool { return j.Text == test.text })
		if i < 0 || string(examples(it, "de")[i].Result) != test.want {
			t.Errorf("%s: %+v", test.text, examples(it, "de"))
		}
	}
}

func BenchmarkEdit(b *testing.B) {
	rooms, p := bring(b)
	for i := range 28 {
		rooms.must(b, p, wish{Do: "cell", Deck: "tiere", Row: 5 + i, Col: 1, Value: "Tier " + string(rune('A'+i))})
		rooms.must(b, p, wish{Do: "cell", Deck: "tiere", Row: 5 + i, Col: 3, Value: "fox.png"})
	}
	show(rooms, p, "table")
	for i := 0; b.Loop(); i++ {
		rooms.must(b, p, wish{Do: "cell", Deck: "tiere", Row: 2, Col: 2, Value: strings.Repeat("x", i%7)})
		show(rooms, p, "table")
	}
}

func quizItem(key string) quiz.Item {
	return quiz.Item{Question: quiz.Question{ID: "own/a", Kind: quiz.Short, Ask: "?", Accept: []string{key}}, Lang: "de"}
}

func nowOf(p *Pack) tree.Files {
	files, _ := p.Now()
	return files
}

// TestTopic holds that an explanation typed in German alone is an ordinary topic,
// with the faults check finds at their fields, and that the guide prints it.
func TestTopic(t *testing.T) {
	rooms, p := bring(t)
	rooms.must(t, p, wish{Do: "cell", Deck: "tiere", Row: 4, Col: 4, Value: "2"})
	if made, err := rooms.topics.change(p, p.read(&rooms.presses), wish{Do: "new-topic", Value: "Füchse im Garten"}, wordOf); err != nil || made != "fuechse-im-garten" {
		t.Fatalf("%q %v", made, err)
	}
	id := "fuechse-im-garten"
	fields := func() map[string]topicText {
		s := p.read(&rooms.presses)
		list := map[string]topicText{}
		d := rooms.page(p, s, query{at: "topics", topic: id, ink: "full"})
		for _, l := range d.Topics.Langs {
			for _, f := range l.Fields {
				list[l.Lang+"."+f.Part] = f
			}
		}
		return list
	}
	for _, part := range []string{"de.summary", "de.reference", "de.what", "de.example", "de.notice", "de.claim"} {
		if len(fields()[part].Said) == 0 {
			t.Errorf("%s is empty, and nothing is said: %+v", part, fields()[part])
		}
	}
	sentence := "Ein Fuchs ist ein kleines Wildtier mit rotem Fell und er lebt im Wald. "
	texts := map[string]string{
		"summary": "Ein Fuchs lebt im Wald und ist klug.", "reference": "https://de.wikipedia.org/wiki/Fuchs", "kind": "threat", "what": strings.Repeat(sentence, 2) + "\n\n" + strings.Repeat(sentence, 2),
		"example": strings.Repeat(sentence, 3), "notice": "Die Hühner fehlen am Morgen.\nSpuren laufen in einer Linie.", "protect": "Schließe den Stall am Abend.\nLass nichts im Garten liegen.\nFrag die Nachbarn um Rat.",
		"respond": "Bleib ruhig stehen und warte.\nSag es gleich einem Erwachsenen.", "claim": "Füchse sind immer krank.", "truth": "Die meisten Füchse in der Stadt sind ganz gesund.",
	}
	for _, part := range slices.Sorted(maps.Keys(texts)) { // the notice is not the last: two changes of one field are one step
		rooms.must(t, p, wish{Do: "topic", ID: id, Field: part, Lang: "de", Value: texts[part]})
	}
	for name, f := range fields() {
		if len(f.Said) > 0 {
			t.Errorf("%s: %+v", name, f.Said)
		}
	}
	rooms.must(t, p, wish{Do: "topic", ID: id, Field: "notice", Lang: "de", Value: "Nur einer, der lang genug ist."})
	if f := fields()["de.notice"]; len(f.Said) != 1 || !strings.Contains(f.Said[0].Text, "want 2 to 4 points") {
		t.Errorf("one point: %+v", f)
	}
	if err := p.Step(true); err != nil {
		t.Fatal(err)
	}
	s := rooms.must(t, p, wish{Do: "lead", Deck: "tiere", Row: 2, Value: id})
	if pages := rooms.books.book(s, "de", "guide"); len(pages) < 3 {
		t.Fatalf("%d pages, %v", len(pages), s.problems)
	}
	if err := p.Save(false); err != nil {
		t.Fatal(err)
	}
	g, ps := load.Game(os.DirFS(filepath.Join(rooms.Decks.Dir, "tiere")), "", load.WithExplanations(nil))
	if err := ps.Err(); err != nil || g.Topics[id] == nil || len(g.Topics[id].Explanation.What) != 2 || g.Topics[id].WrittenIn() != "de" {
		t.Fatalf("%v %+v", err, g.Topics[id])
	}
	file, err := os.ReadFile(filepath.Join(rooms.Decks.Dir, "tiere", "topics", id+".yaml"))
	if err != nil || !bytes.Contains(file, []byte("# printed on cards: it never changes")) {
		t.Errorf("%s %v", file, err)
	}
	rooms.must(t, p, wish{Do: "language", Value: "fr"})
	rooms.must(t, p, wish{Do: "topic", ID: id, Field: "title", Lang: "fr", Value: "Renards: au jardin"})
	rooms.must(t, p, wish{Do: "topic", ID: id, Field: "summary", Lang: "fr", Value: "Un renard vit au bois."})
	rooms.must(t, p, wish{Do: "topic", ID: id, Field: "reference", Lang: "fr", Value: "https://fr.wikipedia.org/wiki/Renard"})
	rooms.must(t, p, wish{Do: "topic", ID: id, Field: "example", Lang: "fr", Value: strings.Repeat("Un renard rouge vit au bois. ", 7)})
	if f := fields(); f["fr.title"].Text != "Renards: au jardin" || len(f["fr.title"].Said)+len(f["fr.example"].Said)+len(f["fr.reference"].Said) > 0 || len(f["fr.what"].Said) == 0 {
		t.Errorf("%+v", f)
	}
	for _, w := range []wish{{Do: "topic", ID: "../x", Field: "title", Lang: "de"}, {Do: "topic", ID: id, Field: "of", Lang: "de"}, {Do: "topic", ID: id, Field: "what", Lang: "../de"}, {Do: "lead", Deck: "tiere", Row: 2, Value: "nothing"}, {Do: "drop-topic", ID: "x"}, {Do: "new-topic"}} {
		if err := change(p, p.read(&rooms.presses), w, wordOf); err == nil {
			t.Errorf("%+v was done", w)
		}
	}
	rooms.must(t, p, wish{Do: "drop-topic", ID: id})
	if files := nowOf(p); files["topics/"+id+".yaml"] != nil || strings.Contains(string(files["tiere.csv"]), id) {
		t.Error("it is there still")
	}
}
