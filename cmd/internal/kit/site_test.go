package kit

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

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
	if testing.Short() {
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

// The manifest names every file of the site with its hash; what an earlier kit
// had and this one has not is gone.
func TestExplanationsInAKit(t *testing.T) {
	out := filepath.Join(t.TempDir(), "kit")
	report := build(t, press.Request{Catalog: catalogtest.Keepsakes(), Langs: []string{"en", "de"}, Only: []string{press.Explanations}, Out: out})
	if s := report.Kits[0].Site; s == nil || s.Topics != 3 || s.Start != "explanations/index.html" {
		t.Fatalf("%+v", s)
	}
	check := func(printed ...press.File) map[string]bool {
		data, err := os.ReadFile(filepath.Join(out, manifestName))
		if err != nil {
			t.Fatal(err)
		}
		var m Manifest
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		listed := map[string]bool{manifestName: true}
		for _, f := range printed {
			listed[f.Path] = true
		}
		for _, o := range slices.Concat(m.Other, m.Explanations) {
			data, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(o.Path)))
			sum := sha256.Sum256(data)
			if err != nil || hex.EncodeToString(sum[:]) != o.SHA256 || int64(len(data)) != o.Bytes {
				t.Errorf("%s: not what the manifest says (%v)", o.Path, err)
			}
			listed[o.Path] = true
		}
		for name := range tree(t, out) {
			if !listed[name] {
				t.Errorf("%s is not in the manifest", name)
			}
		}
		return listed
	}
	if got := check(); !got["explanations/C/KS22-J/DE/index.html"] || !got["explanations/.htaccess"] {
		t.Errorf("listed: %v", slices.Sorted(maps.Keys(got)))
	}
	build(t, press.Request{Catalog: catalogtest.Keepsakes(), Langs: []string{"en"}, Format: press.FormatSite, Out: out})
	if got := check(); !got["C/KS22-J/EN/index.html"] || got["explanations/index.html"] {
		t.Errorf("listed: %v", slices.Sorted(maps.Keys(got)))
	}
	report = build(t, press.Request{Catalog: catalogtest.Keepsakes(), Langs: []string{"en"}, Format: press.FormatPDF, Only: []string{"score-sheet"}, Out: out})
	if got := check(report.Kits[0].Files...); report.Kits[0].Site != nil || got["index.html"] {
		t.Errorf("a site where PDF files were asked for: %v", slices.Sorted(maps.Keys(got)))
	}
	if _, err := os.Stat(filepath.Join(out, "C")); err == nil {
		t.Error("empty folders of the old site are left")
	}
}

func TestFormats(t *testing.T) {
	var usage *press.UsageError
	for _, req := range []press.Request{
		{Format: "html"}, {Format: press.FormatSite, Only: []string{"rulebook"}}, {Format: press.FormatPDF, Only: []string{press.Explanations}},
	} {
		req.Catalog, req.Out = catalogtest.Keepsakes(), t.TempDir()
		if _, err := Build(t.Context(), req, nil); !errors.As(err, &usage) {
			t.Errorf("%q, only %q: %v", req.Format, req.Only, err)
		}
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

// BenchmarkBuildSite is the whole command: from the catalog to files on disk.
func BenchmarkBuildSite(b *testing.B) {
	out := b.TempDir()
	for b.Loop() {
		report, err := Build(b.Context(), press.Request{All: true, Langs: []string{press.LangAll}, Format: press.FormatSite, Out: out}, nil)
		if err != nil || report.Site.Pages < 100 {
			b.Fatal(err, report)
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
