package pages

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
	"kitpress/output/site/sitetest"
)

// maxPage is the size of a page that a phone in a crowded network loads at
// once, in bytes.
const maxPage = 30_000

func explain(t testing.TB, req press.Request) (*Explained, map[string]string) {
	t.Helper()
	e, problems, err := Explain(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if len(problems) > 0 {
		t.Log(problems)
	}
	files := map[string]string{}
	for name, data := range e.Files {
		files[name] = string(data)
	}
	return e, files
}

// The whole site of the shipped games: every link leads somewhere, every page
// is well formed and small, nothing is fetched from elsewhere. Short tests look
// at three languages.
func TestShippedSite(t *testing.T) {
	langs := []string{"de", "en", "fr", "it", "ja", "de-CH"}
	if os.Getenv("KITPRESS_LONG") == "" {
		langs = []string{"de", "ja", "de-CH"}
	}
	e, files := explain(t, press.Request{All: true, Langs: langs})
	for _, fault := range sitetest.Check(files, sitetest.Rules{MaxBytes: maxPage, Server: true}) {
		t.Error(fault)
	}
	if len(e.Site.Languages) != len(langs) || len(e.Site.Games) != 4 {
		t.Errorf("%d languages, %d games", len(e.Site.Languages), len(e.Site.Games))
	}
	for _, g := range e.Site.Games {
		for lang, text := range g.Texts {
			if len(text.Decks) == 0 {
				t.Errorf("%s in %s leads to no topic", g.ID, lang)
			}
		}
	}
	for _, topic := range e.Site.Topics {
		if len(topic.Texts) != len(langs) || topic.Icon == nil || topic.Mark == nil {
			t.Errorf("%s: %d languages, picture %v", topic.Code, len(topic.Texts), topic.Icon != nil)
		}
		for lang, text := range topic.Texts {
			if len(text.References) != 1 || text.Summary == "" || strings.Contains(text.Title+text.Summary, "‹") {
				t.Errorf("%s in %s: %+v", topic.Code, lang, text)
			}
		}
	}
	for name, page := range files {
		if strings.Contains(page, "‹") || strings.Contains(page, "**") || strings.Contains(page, "](") {
			t.Errorf("%s: a word is missing or a mark is left", name)
		}
	}
	everyCodeHasItsPage(t, files, langs)
}

// everyCodeHasItsPage sees to it that every card with a topic has the page its
// code leads to, in every language.
func everyCodeHasItsPage(t *testing.T, files map[string]string, langs []string) {
	t.Helper()
	locals, _, err := press.Localise(t.Context(), press.Request{All: true, Langs: langs, BaseURL: "https://kit.example.org"})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, l := range locals {
		for _, payload := range l.Payloads() {
			path, ok := strings.CutPrefix(payload, "HTTPS://KIT.EXAMPLE.ORG/")
			if page := files[path+"/index.html"]; !ok || !strings.Contains(page, `<html lang="`+l.Lang+`">`) {
				t.Errorf("%s in %s: %s leads to no page in that language", l.Game.ID, l.Lang, payload)
			}
			n++
		}
	}
	if n < 70*len(langs) {
		t.Errorf("only %d codes", n)
	}
}

func TestTopicOnASite(t *testing.T) {
	e, files := explain(t, press.Request{Catalog: catalogtest.Keepsakes(), Langs: []string{"de"}})
	if len(e.Site.Topics) != 3 {
		t.Fatalf("%d topics", len(e.Site.Topics))
	}
	page := files["C/KS22-J/DE/index.html"]
	for _, want := range []string{"Die Drei-zwei-eins-Regel", "KS22-J", "Auf den Karten", `href="https://de.wikipedia.org/wiki/Datensicherung"`, "DigComp\u00A02.2 · 4.1", "<svg"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(page, "creativecommons") {
		t.Error("a catalog without a licence claims one")
	}
}

// A topic without a language of the game is an error with its place; a draft
// has it in the language it was written in, and says so.
func TestUntranslatedExplanation(t *testing.T) {
	fsys := keepsakes(t)
	delete(fsys, "topics/explanations/de/three-copies.yaml")
	req := press.Request{Catalog: fsys, Langs: []string{"de"}}
	var data *source.DataError
	if _, _, err := Explain(t.Context(), req); !errors.As(err, &data) || data.Problems[0].Pos.File != "topics/three-copies.yaml" {
		t.Errorf("%v", err)
	}
	req.Draft = true
	_, files := explain(t, req)
	page := files["C/KS22-J/DE/index.html"]
	for _, want := range []string{"The three-two-one rule says how many copies are enough.", "Entwurf"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
}

// keepsakes returns a game with topics, to be changed.
func keepsakes(t *testing.T) fstest.MapFS {
	t.Helper()
	fsys := fstest.MapFS{}
	err := fs.WalkDir(catalogtest.Keepsakes(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var data []byte
			data, err = fs.ReadFile(catalogtest.Keepsakes(), name)
			fsys[name] = &fstest.MapFile{Data: data}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fsys
}

func BenchmarkShippedSite(b *testing.B) {
	for b.Loop() {
		if _, _, err := Explain(b.Context(), press.Request{All: true, Langs: []string{press.LangAll}}); err != nil {
			b.Fatal(err)
		}
	}
}

// A code of the past leads to what it became.
func TestOldCodes(t *testing.T) {
	fsys := keepsakes(t)
	fsys["redirects.yaml"] = &fstest.MapFile{Data: []byte("format: 1\ncodes: {7F3K-R: three-copies}\n")}
	e, files := explain(t, press.Request{Catalog: fsys, Langs: []string{"de"}})
	if e.Site.Redirects["7F3K-R"] != "KS22-J" || !strings.Contains(files["C/7F3K-R/DE/index.html"], "C/KS22-J/DE/index.html") {
		t.Errorf("%v\n%s", e.Site.Redirects, files["C/7F3K-R/DE/index.html"])
	}
}

// Pages in languages that run from right to left say so, and what is in
// another language on them says which way that runs.
func TestPagesRunFromTheRight(t *testing.T) {
	pack, closer, err := catalog.OpenPack(filepath.FromSlash("../../../kitpress/testdata/caravan"))
	if err != nil {
		t.Fatal(err)
	}
	defer closer.Close()
	_, files := explain(t, press.Request{Catalog: pack, Langs: []string{"ar", "he"}})
	for _, fault := range sitetest.Check(files, sitetest.Rules{MaxBytes: maxPage, Server: true}) {
		t.Error(fault)
	}
	for name, want := range map[string]string{
		"C/CV23-F/AR/index.html":      `<html lang="ar" dir="rtl">`,
		"games/caravan/he/index.html": `<html lang="he" dir="rtl">`,
		"C/CV23-F/index.html":         `<li lang="he"><a`,
		"codes/he/index.html":         "\u200eAll codes\u200e",
		"index.html":                  `<section class="language" lang="he" aria`,
	} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s lacks %s:\n%s", name, want, files[name])
		}
	}
	for _, physical := range []string{"-left:", "-right:", "text-align:left", "text-align:right"} {
		if i := strings.Index(files["style.css"], physical); i >= 0 {
			t.Errorf("the style says %s, which does not turn round", files["style.css"][max(0, i-20):i+12])
		}
	}
}
