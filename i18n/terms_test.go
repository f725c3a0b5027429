package i18n

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/load"
)

// Rules, figures and references name cards and items by placeholders only, so
// that a name can be changed, and translated, in one place: no title of a card
// and no name of an item is typed there, in no language, but for those in
// testdata/typed-names.tsv. A translation may say the word where the source
// says it as an ordinary word ("brings your assets to 0"). And a placeholder
// shows that very name.
func TestNamesAreNeverTyped(t *testing.T) {
	allowed, err := catalogtest.ReadTable(os.DirFS("testdata"), "typed-names.tsv")
	if err != nil {
		t.Fatal(err)
	}
	ids, err := load.Games(os.DirFS("../catalog"))
	if err != nil {
		t.Fatal(err)
	}
	used := map[int]bool{} // lines of the table
	for _, id := range ids {
		g, problems := shippedGame(t, id)
		if problems.HasErrors() {
			t.Fatal(problems.Err())
		}
		for _, lang := range g.Languages {
			t.Run(id+"/"+lang, func(t *testing.T) { checkTyped(t, g, lang, allowed, used) })
		}
	}
	for _, row := range allowed.Rows {
		if !used[row.Line] {
			t.Errorf("line %d: nothing needs this exception any more: %v", row.Line, row.Cells)
		}
	}
}

func checkTyped(t *testing.T, g *catalog.Game, lang string, allowed *catalogtest.Table, used map[int]bool) {
	texts, problems := shippedTexts(t, g, lang)
	if problems.HasErrors() {
		t.Fatal(problems.Err())
	}
	translations, problems := Translations(os.DirFS("../catalog"), g, lang)
	if lang != g.Source && problems.HasErrors() {
		t.Fatal(problems.Err())
	}
	names := namesOf(g, texts)
	source, _ := shippedTexts(t, g, g.Source)
	inSource := namesOf(g, source) // the same names, in the same order
	checked := 0
	for _, m := range aboutTheGame(g) {
		raw := m.Text
		if lang != g.Source {
			raw = translations[m.ID].Text
		}
		p, err := parsePhrase(raw)
		if err != nil {
			t.Errorf("%s: %v", m.ID, err)
			continue
		}
		checked++
		shown := texts.Text(m)
		written, _ := parsePhrase(m.Text)
		said := strings.ToLower(written.masked(false))
		for i, n := range names {
			ordinary := lang != g.Source && strings.Contains(said, strings.ToLower(inSource[i].text))
			if !ordinary && typed(p.masked(false), n.text) && !exempt(allowed, used, g.ID, lang, n, m.ID) {
				t.Errorf("%v: %s: %q is typed, write %s", texts.Pos(m), m.ID, n.text, n.placeholder)
			}
			if strings.Contains(raw, n.placeholder) && !strings.Contains(shown, bindUnits(n.text)) {
				t.Errorf("%v: %s shows no %q for %s: %q", texts.Pos(m), m.ID, n.text, n.placeholder, shown)
			}
		}
	}
	if len(names) == 0 || checked == 0 && len(g.Sections) > 0 {
		t.Errorf("%d texts, %d names", checked, len(names))
	}
}

// A name is what a card or item is called in a language.
type name struct{ text, placeholder, set string }

// namesOf returns the titles of all cards that are cut out, and the names of
// all items such cards refer to; other sets explain words.
func namesOf(g *catalog.Game, texts *Texts) []name {
	var names []name
	add := func(schema catalog.Schema, r *catalog.Record, field, set, placeholder string) {
		if v, ok := r.Fields[field]; ok && v.Type == catalog.TypeText {
			names = append(names, name{texts.Text(v.Text), placeholder, set})
		}
	}
	onPieces := map[string]bool{}
	for _, c := range g.Components {
		if c.Kind != catalog.KindPieces {
			continue
		}
		for _, id := range c.Decks {
			d := g.Deck(id)
			for _, f := range d.Schema {
				onPieces[f.Of] = true
			}
			for _, r := range d.Cards {
				add(d.Schema, r, "title", "", fmt.Sprintf("{{card %q}}", r.ID))
			}
		}
	}
	for _, s := range g.Sets {
		if !onPieces[s.ID] {
			continue
		}
		for _, r := range s.Items {
			add(s.Schema, r, "name", s.ID, fmt.Sprintf("{{term %q %q}}", s.ID, r.ID))
		}
	}
	return names
}

// aboutTheGame returns the texts of the rulebook, its figures and the pages
// to look things up.
func aboutTheGame(g *catalog.Game) []catalog.Msg {
	var pages []string // prefixes of the texts of decks that are pages
	for _, c := range g.Components {
		if c.Kind != catalog.KindPage || c.Template != "" {
			continue
		}
		for _, id := range c.Decks {
			for _, r := range g.Deck(id).Cards {
				pages = append(pages, "card."+r.ID+".")
			}
		}
	}
	var list []catalog.Msg
	for _, m := range g.Messages() {
		file := path.Base(m.Pos.File)
		if file == "rules.yaml" || file == "figures.yaml" || slices.ContainsFunc(pages, func(p string) bool { return strings.HasPrefix(m.ID, p) }) {
			list = append(list, m)
		}
	}
	return list
}

func exempt(allowed *catalogtest.Table, used map[int]bool, game, lang string, n name, id string) bool {
	found := false
	for _, row := range allowed.Rows {
		c := row.Cells
		here, _ := path.Match(c["where"], id)
		if c["game"] == game && (c["lang"] == "*" || c["lang"] == lang) && here && (c["name"] == n.text || n.set != "" && c["name"] == "set:"+n.set) {
			used[row.Line] = true
			found = true
		}
	}
	return found
}

// typed reports whether a text holds a name as a word of its own.
func typed(text, name string) bool {
	runes, want := []rune(text), []rune(name)
	for i := 0; i+len(want) <= len(runes); i++ {
		if slices.Equal(runes[i:i+len(want)], want) && ends(runes, i) && ends(runes, i+len(want)) {
			return true
		}
	}
	return false
}

// ends reports whether a word ends, or begins, before the rune at i. Japanese
// leaves no space between words; there the kind of letter changes.
func ends(runes []rune, i int) bool {
	return i == 0 || i == len(runes) || kindOf(runes[i-1]) != kindOf(runes[i]) || kindOf(runes[i]) == ""
}

// kindOf returns which kind of letter a rune is, "" for none, and for
// hiragana, in which endings follow any word.
func kindOf(r rune) string {
	switch {
	case unicode.Is(unicode.Han, r):
		return "han"
	case unicode.Is(unicode.Katakana, r), r == 'ー':
		return "katakana"
	case unicode.Is(unicode.Hiragana, r):
		return ""
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return "letter"
	}
	return ""
}
