package i18n

import (
	"os"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/load"
)

func TestColourWords(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "the Red card", "Red"},
		{"en", "shredded, bored, golden-eyed", "golden"},
		{"en", "White discs, black discs", ""},
		{"en", `a {{colour "red "}}card`, ""},
		{"en", `a {{colour "grey" "grey"}} cat`, ""},
		{"en", `{{colour "red "}}blue`, "blue"},
		{"en", `a red{{.n}}`, "red"},
		{"de", "Brot, Rotor, grausam", ""},
		{"de", "die roten Karten", "roten"},
		{"de-CH", "die grünen Karten", "grünen"},
		{"de", "Plätze in voller Farbe", "Farbe"},
		{"de", "die Zielfarbe", "Zielfarbe"},
		{"fr", "le dos doré", "doré"},
		{"fr", "d’or et de vers", ""},
		{"it", "il mazzo rosso", "rosso"},
		{"it", "l’incrocio", ""},
		{"ja", "赤いカード", "赤"},
		{"ja", "青少年と景色、ブルートフォース", ""},
		{"ru", "красный", ""},
	} {
		words, problems := colourWordsOf(c.lang)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		p, err := parsePhrase(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := words.in(p); got != c.want {
			t.Errorf("%s: %q names %q, want %q", c.lang, c.text, got, c.want)
		}
	}
}

// Every language kitpress speaks has a list.
func TestColourLists(t *testing.T) {
	for _, lang := range Languages() {
		if words, problems := colourWordsOf(lang); len(problems) > 0 || len(words.words)+len(words.signs) == 0 {
			t.Errorf("%s has no words for colours: %v", lang, problems)
		}
	}
}

// No text of a shipped game names a colour a kit in black and white does not
// have, in no language; KITPRESS_LONG=1 looks at more than two.
func TestNoColoursInBlack(t *testing.T) {
	ids, err := load.Games(os.DirFS("../catalog"))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		g, problems := shippedGame(t, id)
		if problems.HasErrors() {
			t.Fatal(problems.Err())
		}
		for i, lang := range g.Languages {
			if os.Getenv("KITPRESS_LONG") == "" && i > 1 {
				continue
			}
			_, problems := Load(os.DirFS("../catalog"), g, lang, InBlack())
			for _, p := range problems {
				if p.Code == CodeColour {
					t.Error(p)
				}
			}
		}
	}
}

// A text has its colours only where the ink has them, also through the names
// other texts refer to.
func TestInk(t *testing.T) {
	g, problems := shippedGame(t, "cyber-survival")
	if problems.HasErrors() {
		t.Fatal(problems.Err())
	}
	colours, _ := shippedTexts(t, g, "de")
	black, _ := Load(os.DirFS("../catalog"), g, "de", InBlack())
	m := catalog.Msg{ID: "set.keywords.threat.about"}
	if got, want := colours.Text(m), "Rote Karte mit Sirene."; len(got) < len(want) || got[:len(want)] != want {
		t.Errorf("in colours: %q", got)
	}
	if got, want := black.Text(m), "Karte mit Sirene."; len(got) < len(want) || got[:len(want)] != want {
		t.Errorf("in black and white: %q", got)
	}
}
