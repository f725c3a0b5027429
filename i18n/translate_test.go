package i18n

import (
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

func write(t testing.TB, g *catalog.Game, lang string, have map[string]catalog.Translation) string {
	t.Helper()
	var b strings.Builder
	if err := WriteTemplate(&b, g, lang, have); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriteTemplateForANewLanguage(t *testing.T) {
	g := open(t, pack())
	got := write(t, g, "es", nil)
	for _, want := range []string{
		"format: 1\nlanguage: es\ntexts:\n\n  # game\n  # Tiny\n  game.name: {of: " + catalog.Hash("Tiny") + `, text: ""}` + "\n",
		"\n  # card data-loss\n  # Data loss\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	fsys := pack("locales/es.yaml", got)
	have, ps := Translations(fsys, g, "es")
	if len(ps) > 0 || len(have) != len(g.Messages()) {
		t.Errorf("%d of %d texts, problems %v", len(have), len(g.Messages()), lines(ps))
	}
}

func TestWriteTemplateRoundTrips(t *testing.T) {
	g := open(t, pack())
	have := map[string]catalog.Translation{
		"game.name":         {Text: "5\u00A0 \"q\" \\ \u202F! \u00AD # : {{.x}} 日本\n🎲", Of: catalog.Hash("Tiny")},
		"game.tagline":      {Text: "alt", Of: "0badc0de"},
		"deck.threats.name": {Text: "true", Of: "12345678"},
		"gone.text":         {Text: "weg", Of: "1e234567"},
		"true":              {Text: "x", Of: "y"},
	}
	first := write(t, g, "de", have)
	fsys := pack("locales/de.yaml", first)
	again, _ := Translations(fsys, g, "de")
	for id, want := range have {
		if got := again[id]; got.Text != want.Text || got.Of != want.Of {
			t.Errorf("%s: got %q of %q, want %q of %q", id, got.Text, got.Of, want.Text, want.Of)
		}
	}
	if second := write(t, g, "de", again); second != first {
		t.Errorf("written again it differs:\n%s\nfirst:\n%s", second, first)
	}
	if !strings.Contains(first, "# stale, now "+catalog.Hash("A game for tests.")+": A game for tests.\n") {
		t.Errorf("the stale text does not show its source:\n%s", first)
	}
}

func TestStamp(t *testing.T) {
	g := open(t, pack())
	have := map[string]catalog.Translation{
		"game.name": {Text: "a", Of: "x"}, "game.tagline": {Text: "b", Of: "x"}, "game.summary": {Of: "x"}, "gone": {Text: "c", Of: "x"},
	}
	one := Stamp(g, have, "game.name")
	if one["game.name"].Of != catalog.Hash("Tiny") || one["game.tagline"].Of != "x" || have["game.name"].Of != "x" {
		t.Errorf("one id: %v", one)
	}
	all := Stamp(g, have)
	if all["game.tagline"].Of != catalog.Hash("A game for tests.") || all["game.summary"].Of != "x" || all["gone"].Of != "x" {
		t.Errorf("all ids: %v", all)
	}
}

// Whatever stands in a translation file: no panic, and what is written reads
// back as it was.
func FuzzTranslation(f *testing.F) {
	good := translated(f, "de", german())
	f.Add(good)
	f.Add(strings.Replace(good, "{{.rounds}}", "{{.rounds}", 1))
	f.Add("format: 1\nlanguage: de\ntexts:\n  game.name: {of: 1e234567, text: \"\\x00\\u2028\"}\n")
	f.Add("format: 1\nlanguage: de\ntexts:\n  ? [a]\n  : {of: ~, text: [x]}\n")
	f.Add("texts: {game.name: {text: >\n}}")
	game := open(f, pack())
	f.Fuzz(func(t *testing.T, file string) {
		fsys := pack("locales/de.yaml", file)
		for _, lang := range []string{"de", "de-CH"} {
			texts, ps := Load(fsys, game, lang, Draft())
			for _, m := range game.Messages() {
				if s := texts.Text(m); s == "" {
					t.Errorf("%s is empty", m.ID)
				}
			}
			if err := ps.Print(new(strings.Builder), 0); err != nil {
				t.Error(err)
			}
		}
		have, ps := Translations(fsys, game, "de")
		if ps.HasErrors() && len(have) == 0 {
			return
		}
		var again source.Problems
		root, ok := source.Parse("de.yaml", []byte(write(t, game, "de", have)), &again)
		if !ok || len(again) > 0 {
			t.Fatalf("what was written does not read: %v", again)
		}
		_ = root
		read, _ := Translations(pack("locales/de.yaml", write(t, game, "de", have)), game, "de")
		for id, want := range have {
			if got := read[id]; got.Text != want.Text || got.Of != want.Of && want.Text != "" {
				t.Errorf("%q: got %q of %q, want %q of %q", id, got.Text, got.Of, want.Text, want.Of)
			}
		}
	})
}
