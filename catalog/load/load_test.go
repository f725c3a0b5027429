package load

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

func mustLoad(t testing.TB, fsys fs.FS, id string) *catalog.Game {
	t.Helper()
	g, ps := Game(fsys, id)
	if len(ps) > 0 {
		var b strings.Builder
		ps.Print(&b, 20)
		t.Fatalf("problems:\n%s", &b)
	}
	return g
}

func TestTiny(t *testing.T) {
	g := mustLoad(t, catalogtest.Tiny(), "tiny")
	if g.ID != "tiny" || g.Dir() != "." || g.Date != time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC) || g.Players != (catalog.Range{Min: 1, Max: 2}) {
		t.Errorf("game: %+v", g)
	}
	fox := g.Deck("animals").Cards[0]
	if fox.Quantity != 2 || g.Deck("animals").Count() != 4 || fox.Fields["weight"].Number != 8 || fox.Fields["points"].Numbers["SUN"] != 2 {
		t.Errorf("fox: %+v", fox)
	}
	if _, ok := fox.Fields["friend"]; ok {
		t.Error("an optional field that is left out is there")
	}
	owl := g.Deck("animals").Cards[1]
	if m := owl.Fields["hints"].Texts; len(m) != 2 || m[1].ID != "card.owl.hints.2" || m[1].Text != "Sleep by day" || m[1].Pos != (source.Pos{File: "cards.yaml", Line: 35, Col: 31}) {
		t.Errorf("hints: %+v", m)
	}
	if got := owl.Fields["suits"].List; !slices.Equal(got, []string{"MOON"}) || owl.Fields["friend"].Word != "fox" {
		t.Errorf("owl: %+v", owl)
	}
	rule := g.Rule("R2")
	if rule == nil || rule.Text.ID != "" || rule.ByEdition["long"].ID != "rule.R2.long" || !slices.Equal(rule.Params, []string{"refill"}) {
		t.Errorf("R2: %+v", rule)
	}
	if s := g.Score; s.Categories[0].Set != "suits" || s.Categories[2].Name.ID != "score.cards" || len(s.Ties) != 2 || s.Rounds != 3 {
		t.Errorf("score: %+v", s)
	}
	topic := g.Topics["foxes"]
	if tr := topic.Translations["de"]["topic.foxes.title"]; tr.Text != "Füchse" || tr.Of != catalog.Hash(topic.Title.Text) {
		t.Errorf("translation: %+v", tr)
	}
	if topic.Reference("de-CH") != "https://de.wikipedia.org/wiki/Fuchs" || topic.Reference("ja") != "" {
		t.Error("wrong reference")
	}
}

func TestLookups(t *testing.T) {
	g := mustLoad(t, catalogtest.Tiny(), "")
	// as a test of another package may build it: without an index
	bare := catalog.Game{Decks: g.Decks, Components: g.Components, Editions: g.Editions, Sections: g.Sections}
	bare.Sets = []*catalog.Set{{ID: "suits", Items: g.Sets[0].Items}}
	for name, g := range map[string]*catalog.Game{"loaded": g, "bare": &bare} {
		d, c := g.Card("owl")
		if d == nil || d.ID != "animals" || c.ID != "owl" || g.Deck("boards").ID != "boards" || g.Set("suits").Item("MOON").ID != "MOON" {
			t.Errorf("%s: something is not found", name)
		}
		d, c = g.Card("none")
		if d != nil || c != nil || g.Deck("none") != nil || g.Set("none") != nil || g.Set("none").Item("x") != nil || g.Set("suits").Item("x") != nil {
			t.Errorf("%s: something is found that is not there", name)
		}
		if g.Component("boards") != &g.Components[1] || g.Component("x") != nil || g.Edition("long") != &g.Editions[1] || g.Edition("x") != nil || g.Rule("R9") != nil {
			t.Errorf("%s: wrong component, edition or rule", name)
		}
	}
}

func TestEditions(t *testing.T) {
	g := mustLoad(t, catalogtest.Tiny(), "")
	for lang, want := range map[string]string{"de": "short", "de-CH": "short", "en": "long", "ja": "long"} {
		if e := g.EditionFor(lang); e == nil || e.ID != want {
			t.Errorf("edition for %s: %v, want %s", lang, e, want)
		}
	}
	short := g.ParamsFor(g.Edition("short"))
	if short["rounds"].Number != 1 || short["hand"].Number != 2 || !short["refill"].IsWord || short["refill"].Word != "all" {
		t.Errorf("short: %v", short)
	}
	if g.ParamsFor(nil)["rounds"].Number != 3 || g.Params["rounds"].Number != 3 {
		t.Error("the params of the game were changed")
	}
	if (&catalog.Game{}).EditionFor("de") != nil || len((&catalog.Game{}).ParamsFor(nil)) != 0 {
		t.Error("an empty game has an edition or params")
	}
}

func TestMessages(t *testing.T) {
	g := mustLoad(t, catalogtest.Tiny(), "")
	seen := map[string]bool{}
	files := []string{}
	for _, m := range g.Messages() {
		if seen[m.ID] {
			t.Errorf("%s is there twice", m.ID)
		}
		seen[m.ID] = true
		if m.Text == "" || m.Pos.Line == 0 {
			t.Errorf("%s: %+v", m.ID, m)
		}
		if len(files) == 0 || files[len(files)-1] != m.Pos.File {
			files = append(files, m.Pos.File)
		}
	}
	if want := []string{"game.yaml", "cards.yaml", "board.yaml", "figures.yaml", "rules.yaml", "score.yaml", "topics/foxes.yaml"}; !slices.Equal(files, want) {
		t.Errorf("order %v, want %v", files, want)
	}
	for _, id := range strings.Fields(`game.name game.tagline game.summary edition.short.name set.suits.name set.suits.SUN.name component.boards.name
		credit.1.role rights.1 deck.animals.name deck.animals.label card.fox.title card.owl.hints.1 section.play.title section.play.aim-text
		rule.R1 rule.R2.short rule.R2.long score.cards score.tie.2 topic.foxes.title topic.foxes.summary`) {
		if !seen[id] {
			t.Errorf("%s is missing", id)
		}
	}
}

func TestRefs(t *testing.T) {
	g := mustLoad(t, catalogtest.Tiny(), "")
	names := func(refs []catalog.Ref) string {
		var b strings.Builder
		for _, r := range refs {
			fmt.Fprintf(&b, "%s %v\n", r.Name, r.Pos)
		}
		return b.String()
	}
	if got, want := names(g.IconRefs()[:3]), "sun game.yaml:29:54\nmoon game.yaml:30:66\ndog cards.yaml:23:15\n"; got != want {
		t.Errorf("icons\n%s", got)
	}
	if got, want := names(g.TemplateRefs()[:2]), "tiny-card cards.yaml:6:15\ntiny-back cards.yaml:7:11\n"; got != want {
		t.Errorf("templates\n%s", got)
	}
	if got, want := names([]catalog.Ref{g.ThemeRef()}), "plain game.yaml:8:8\n"; got != want {
		t.Errorf("theme\n%s", got)
	}
	if got, want := names(g.SheetRefs()), "cards game.yaml:32:83\nboards game.yaml:33:70\n"; got != want {
		t.Errorf("sheets\n%s", got)
	}
	if got, want := names(g.PaperRefs()), "card game.yaml:32:97\nboard game.yaml:33:85\n"; got != want {
		t.Errorf("papers\n%s", got)
	}
}

// inCatalog puts the game tiny into a catalog of several games.
func inCatalog(t *testing.T, ids ...string) fstest.MapFS {
	files := fstest.MapFS{}
	for name, f := range tiny(t) {
		if strings.HasPrefix(name, "topics/") {
			files[name] = f
			continue
		}
		for _, id := range ids {
			data := strings.Replace(string(f.Data), "id: tiny\n", "id: "+id+"\n", 1)
			files["games/"+id+"/"+name] = &fstest.MapFile{Data: []byte(data)}
		}
	}
	return files
}

func TestCatalogOfGames(t *testing.T) {
	files := inCatalog(t, "second", "first")
	if ids, err := Games(files); err != nil || !slices.Equal(ids, []string{"first", "second"}) {
		t.Errorf("games %v, %v", ids, err)
	}
	g := mustLoad(t, files, "second")
	if g.ID != "second" || g.Dir() != "games/second" || g.Deck("animals").Pos.File != "games/second/cards.yaml" {
		t.Errorf("%s in %s", g.ID, g.Dir())
	}
	for id, want := range map[string]string{
		"secnd": `there is no game "secnd"`, "../x": `"../x" is no game id`, "": "several games found", `x\y`: "is no game id", "games/first": "is no game id",
	} {
		if _, ps := Game(files, id); len(ps) != 1 || !strings.Contains(ps[0].Message, want) {
			t.Errorf("%q: %v", id, ps)
		}
	}
	files["games/second/game.yaml"].Data = []byte(strings.Replace(string(files["games/second/game.yaml"].Data), "id: second", "id: third", 1))
	if _, ps := Game(files, "second"); len(ps) != 1 || ps[0].Code != form.CodeFolder {
		t.Error(ps)
	}
	if ids, err := Games(catalogtest.Tiny()); err != nil || !slices.Equal(ids, []string{"tiny"}) {
		t.Errorf("games %v, %v", ids, err)
	}
	if _, err := Games(fstest.MapFS{}); err == nil {
		t.Error("an empty folder has games")
	}
	if _, err := Games(fstest.MapFS{"game.yaml": {Data: []byte("id: [")}}); err == nil || !strings.Contains(err.Error(), "game.yaml:1:6") {
		t.Errorf("broken game: %v", err)
	}
}

// TestEmbedded loads the shipped games as users get them.
func TestEmbedded(t *testing.T) {
	ids, err := Games(catalog.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		g, ps := Game(catalog.Embedded(), id)
		if ps.HasErrors() {
			var b strings.Builder
			ps.Print(&b, 10)
			t.Errorf("%s:\n%s", g.ID, &b)
		}
	}
}

func TestHugeFile(t *testing.T) {
	files := tiny(t)
	files["tokens.yaml"] = &fstest.MapFile{Data: make([]byte, source.MaxFile+1)}
	if _, ps := Game(files, ""); len(ps) != 1 || ps[0].Code != source.CodeFileTooLarge || ps[0].Pos.File != "tokens.yaml" {
		t.Error(ps)
	}
}

// largeGame is tiny with n more cards.
func largeGame(t testing.TB, n int) fs.FS {
	files := tiny(t)
	var b strings.Builder
	b.WriteString("format: 1\ndecks:\n- id: many\n  name: Many\n  template: tiny-card\n  fields: {t: text, n: card, s: item}\n  cards:\n")
	cards := strings.Replace(b.String(), "n: card, s: item", "n: {type: card, of: many}, s: {type: item, of: suits}", 1)
	b.Reset()
	b.WriteString(cards)
	for i := range n {
		fmt.Fprintf(&b, "  - {id: c%d, t: Text %d, n: c%d, s: SUN}\n", i, i, n-1-i)
	}
	files["tokens.yaml"] = &fstest.MapFile{Data: []byte(b.String())}
	return files
}

// BenchmarkLoad shows that loading grows with the cards, not with their
// square.
func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			files := largeGame(b, n)
			b.ReportAllocs()
			for b.Loop() {
				g, ps := Game(files, "")
				if ps.HasErrors() || len(g.Deck("many").Cards) != n {
					b.Fatalf("%d cards do not load: %v", n, ps.Err())
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/card")
		})
	}
}

// TestManyWrongReferences bounds what a damaged pack may cost.
func TestManyWrongReferences(t *testing.T) {
	files := tiny(t)
	n := 20_000
	if os.Getenv("KITPRESS_LONG") == "" {
		n = 5_000
	}
	big := largeGame(t, n).(fstest.MapFS)["tokens.yaml"].Data
	files["tokens.yaml"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(string(big), ", n: c", ", n: d"))}
	if _, ps := Game(files, ""); len(ps) != n+1 {
		t.Errorf("%d problems", len(ps))
	}
}

func BenchmarkLoadTiny(b *testing.B) {
	for b.Loop() {
		Game(catalogtest.Tiny(), "")
	}
}

// openBesideSecret opens a pack, dir/tiny, beside a file it must not reach.
func openBesideSecret(t *testing.T) (pack fs.FS, dir, secret string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "tiny"), catalogtest.Tiny()); err != nil {
		t.Fatal(err)
	}
	secret = filepath.Join(dir, "secret.yaml")
	if err := os.WriteFile(secret, []byte("format: 1\ndecks: []\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	pack, closer, err := catalog.OpenPack(filepath.Join(dir, "tiny"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closer.Close() })
	return pack, dir, secret
}

func TestOpenPack(t *testing.T) {
	pack, dir, secret := openBesideSecret(t)
	mustLoad(t, pack, "")
	for _, name := range []string{"../secret.yaml", secret, "x/../../secret.yaml", `..\secret.yaml`, "C:/x", "/etc/passwd", ""} {
		if f, err := pack.Open(name); err == nil {
			f.Close()
			t.Errorf("%q was opened", name)
		}
	}
	if _, _, err := catalog.OpenPack(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there was opened")
	}
	if _, _, err := catalog.OpenPack(secret); err == nil {
		t.Error("a file was opened as a folder")
	}
}
