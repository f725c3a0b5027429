package i18n

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/load"
)

// text returns a text of the tests' game by id.
func text(t *testing.T, texts *Texts, g *catalog.Game, id string) string {
	t.Helper()
	for _, m := range g.Messages() {
		if m.ID == id {
			return texts.Text(m)
		}
	}
	t.Fatalf("the game has no text %s", id)
	return ""
}

func TestLoad(t *testing.T) {
	fsys := pack("locales/de.yaml", translated(t, "de", german()))
	g := open(t, fsys)
	for _, c := range []struct{ lang, id, want string }{
		{"en", "game.name", "Tiny"},
		{"en", "rule.R1", "Play 5 rounds; Data loss is one of Threats."},
		{"en", "rule.R2", "See R1: Information costs 1,200\u00A0g."},
		{"de", "rule.R1", "Spielt 5 Runden; Datenverlust gehört zu Bedrohungen."},
		{"de", "rule.R2", "Siehe R1: Information kostet 1\u202F200\u00A0g."},
		{"de", "game.tagline", "Ein „großes“ Spiel für Tests."},
		{"de-CH", "game.tagline", "Ein «grosses» Spiel für Tests."},
		{"de-CH", "rule.R2", "Siehe R1: Information kostet 1'200\u00A0g."},
		{"de-AT", "game.tagline", "Ein „großes“ Spiel für Tests."},
		{"en-GB", "game.name", "Tiny"},
	} {
		texts, ps := Load(fsys, g, c.lang)
		if len(ps) > 0 {
			t.Fatalf("%s: %v", c.lang, lines(ps))
		}
		if got := text(t, texts, g, c.id); got != c.want {
			t.Errorf("%s %s: got %q, want %q", c.lang, c.id, got, c.want)
		}
		if texts.Lang() != c.lang || texts.Locale().Tag != c.lang || !texts.Has(c.id) || texts.Has("game.nam") {
			t.Errorf("%s: wrong language or ids", c.lang)
		}
	}
}

func TestWithBindsAnEdition(t *testing.T) {
	fsys := pack()
	g := open(t, fsys)
	texts, _ := Load(fsys, g, "en")
	italian := texts.With(g.ParamsFor(g.Edition("italian")))
	if got := text(t, italian, g, "rule.R1"); !strings.HasPrefix(got, "Play 7 rounds") {
		t.Errorf("italian edition: %q", got)
	}
	if got := text(t, texts, g, "rule.R1"); !strings.HasPrefix(got, "Play 5 rounds") {
		t.Errorf("the first texts changed: %q", got)
	}
	if got := texts.Word("sheet.of", "N", 1, "Total", 2); got != "Sheet 1 of 2" {
		t.Errorf("word: %q", got)
	}
	if got := texts.Text(catalog.Msg{Text: "plain"}); got != "plain" {
		t.Errorf("a message without an id: %q", got)
	}
}

// {{.S}} in a text of a card is the card's own number, also where another text
// names the card, and counts before a param of that name.
func TestNumbersOfACard(t *testing.T) {
	cards := strings.Replace(cardsYAML, `{id: data-loss, title: "Data loss"}`, `{id: data-loss, title: "{{.rounds}} losses and {{.S}} more", S: 1200, rounds: 3}`, 1)
	cards = strings.Replace(cards, "title: text", "title: text, S: number, rounds: number", 1)
	g := open(t, pack("cards.yaml", cards))
	texts, _ := Load(pack("cards.yaml", cards), g, "en")
	if got, want := text(t, texts, g, "rule.R1"), "Play 5 rounds; 3 losses and 1,200 more is one of Threats."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A regional file holds only what differs from the base language.
func TestRegionalFileOverrides(t *testing.T) {
	fsys := pack("locales/de.yaml", translated(t, "de", german()),
		"locales/de-CH.yaml", "format: 1\nlanguage: de-CH\ntexts:\n  deck.threats.name: {of: "+catalog.Hash("Threats")+", text: Gefahren}\n")
	g := open(t, fsys)
	texts, ps := Load(fsys, g, "de-CH")
	if len(ps) > 0 {
		t.Fatal(lines(ps))
	}
	if got := text(t, texts, g, "rule.R1"); got != "Spielt 5 Runden; Datenverlust gehört zu Gefahren." {
		t.Error(got)
	}
}

func TestPos(t *testing.T) {
	fsys := pack("locales/de.yaml", translated(t, "de", german()),
		"locales/de-CH.yaml", "format: 1\nlanguage: de-CH\ntexts:\n  deck.threats.name: {of: "+catalog.Hash("Threats")+", text: Gefahren}\n")
	g := open(t, fsys)
	for _, c := range []struct {
		lang string
		of   catalog.Msg
		want string
	}{
		{"en", g.Name, "game.yaml:9:7"},
		{"de", g.Name, "locales/de.yaml:6:35"},
		{"de-CH", g.Name, "locales/de.yaml:6:35"},
		{"de-CH", g.Deck("threats").Name, "locales/de-CH.yaml:4:43"},
		{"de", catalog.Msg{Text: "no text of the game"}, ""},
	} {
		texts, _ := Load(fsys, g, c.lang)
		if got := texts.With(g.Params).Pos(c.of).String(); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.lang, c.of.ID, got, c.want)
		}
	}
}

func TestLoadProblems(t *testing.T) {
	good := translated(t, "de", german())
	swap := func(old, new string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("%q is not in the translation", old)
		}
		return strings.Replace(good, old, new, 1)
	}
	name := "  game.name: {of: " + catalog.Hash("Tiny") + `, text: "Winzig"}` + "\n"
	for _, c := range []struct{ name, file, lang, want, hint string }{
		{"missing", swap(name, ""), "de", "game.yaml:9:7: error: game.name has no text in de",
			"in locales/de.yaml: game.name: {of: " + catalog.Hash("Tiny") + ", text: …}"},
		{"missing for a derived language", swap(name, ""), "de-CH", "game.yaml:9:7: error: game.name has no text in de", "locales/de.yaml"},
		{"empty", swap(`"Winzig"`, `""`), "de", "locales/de.yaml:6:35: error: game.name has no text in de", ""},
		{"stale", swap(catalog.Hash("Tiny"), "0badc0de"), "de", "locales/de.yaml:6:35: error: game.name was made from another source text",
			`check it against "Tiny" (game.yaml:9:7) and write of: ` + catalog.Hash("Tiny") + ", or: kitpress translate tiny de --stamp game.name --catalog DIR"},
		{"extra", swap("deck.threats.label", "deck.threat.label"), "de", `error: tiny has no text "deck.threat.label"`, "did you mean deck.threats.label?"},
		{"no placeholder", swap("{{.rounds}}", "fünf"), "de", "error: rule.R1: placeholder {{.rounds}} is missing", "the source text has it"},
		{"another placeholder", swap("{{.rounds}}", "{{.rounds}} {{.gold}}"), "de", "error: rule.R1: placeholder {{.gold}} is not in the source text", ""},
		{"broken placeholder", swap("{{.rounds}}", "{{.rounds"), "de", "error: rule.R1: {{.rounds Runden", ""},
		{"unknown param", swap("{{.rounds}}", "{{.round}}"), "de", `error: rule.R1: {{.round}}: the game has no param "round"`, ""},
		{"unknown card", swap("data-loss\"", "data-los\""), "de", `{{card "data-los"}} leads to nothing`, ""},
		{"quotes", swap("„großes“", "“großes”"), "de", "warning: game.tagline: “ in", "in de write „…“"},
		{"bold", swap("„großes“", "**großes"), "de", "error: game.tagline: ** is opened and not closed", ""},
		{"language", swap("language: de", "language: fr"), "de", "error: locales/de.yaml is for de", "write language: de"},
		{"format", swap("format: 1", "format: 2"), "de", "format 2 is not known", ""},
		{"unknown key", swap("of:", "off:"), "de", `unknown key "off"`, `"of"`},
		{"no file", good, "fr", "locales/fr.yaml: error: the file is missing, but tiny promises fr", "kitpress translate"},
		{"no file of the base language", good, "fr-CH", "locales/fr.yaml: error: the file is missing, but tiny promises fr", ""},
		{"no such language", good, "dee", "error: tiny has no texts in dee", `did you mean "de"?`},
		{"spelling", good, "de-ch", "error: unknown language de-ch", "write de-CH"},
		{"nonsense", good, "d!", `error: "d!" is no language`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			fsys := pack("locales/de.yaml", c.file)
			_, ps := Load(fsys, open(t, fsys), c.lang)
			i := slices.IndexFunc(lines(ps), func(s string) bool { return strings.Contains(s, c.want) })
			if i < 0 {
				t.Fatalf("no problem %q in\n%s", c.want, strings.Join(lines(ps), "\n"))
			}
			if p := ps.Sorted()[i]; !strings.Contains(p.Hint, c.hint) {
				t.Errorf("hint %q, want %q", p.Hint, c.hint)
			} else if p.Pos.Line > 0 && p.Excerpt == "" {
				t.Error("no source line")
			}
		})
	}
}

func TestCirclesEnd(t *testing.T) {
	cards := strings.Replace(cardsYAML, `"Data loss"`, `'a {{card "data-loss"}} {{card "data-loss"}}'`, 1)
	fsys := pack("cards.yaml", cards)
	g, _ := load.Game(fsys, "tiny")
	if g == nil {
		t.Fatal("the game does not load")
	}
	_, ps := Load(fsys, g, "en")
	if !strings.Contains(strings.Join(lines(ps), "\n"), "leads back to itself") {
		t.Errorf("no problem in %v", lines(ps))
	}
}

func TestDraft(t *testing.T) {
	file := translated(t, "de", german())
	file = strings.Replace(file, catalog.Hash("Tiny"), "0badc0de", 1)
	file = strings.Replace(file, `"Datenverlust"`, `""`, 1)
	fsys := pack("locales/de.yaml", file)
	g := open(t, fsys)
	texts, ps := Load(fsys, g, "de", Draft())
	if ps.HasErrors() || len(ps) != 2 {
		t.Errorf("problems: %v", lines(ps))
	}
	if got := text(t, texts, g, "game.name"); got != "‹en› Tiny" {
		t.Errorf("stale: %q", got)
	}
	if got := text(t, texts, g, "rule.R1"); !strings.Contains(got, "‹en› Data loss") {
		t.Errorf("missing: %q", got)
	}
}

func TestTextsAreSafeForConcurrentUse(t *testing.T) {
	fsys := pack("locales/de.yaml", translated(t, "de", german()))
	g := open(t, fsys)
	texts, _ := Load(fsys, g, "de")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, m := range g.Messages() {
				texts.With(g.Params).Text(m)
				texts.Word("count.cards", "Count", 2)
			}
		})
	}
	wg.Wait()
}

func BenchmarkLoad(b *testing.B) {
	fsys := pack("locales/de.yaml", translated(b, "de", german()))
	g := open(b, fsys)
	for b.Loop() {
		Load(fsys, g, "de")
	}
}

func BenchmarkText(b *testing.B) {
	fsys := pack()
	g := open(b, fsys)
	texts, _ := Load(fsys, g, "en")
	m := g.Rule("R1").Text
	for b.Loop() {
		texts.Text(m)
	}
}
