package kit

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kitpress/catalog/catalogtest"
	"kitpress/cmd/internal/kit/kittest"
	"kitpress/cmd/internal/kit/manifest"
	"kitpress/cmd/internal/press"
)

// The manifest names every file of the site with its hash; what an earlier kit
// had and this one has not is gone.
func TestExplanationsInAKit(t *testing.T) {
	out := filepath.Join(t.TempDir(), "kit")
	report := build(t, press.Request{Catalog: catalogtest.Keepsakes(), Langs: []string{"en", "de"}, Only: []string{press.Explanations}, Out: out})
	if s := report.Kits[0].Site; s == nil || s.Topics != 3 || s.Start != "explanations/index.html" {
		t.Fatalf("%+v", s)
	}
	check := func(printed ...press.File) map[string]bool {
		data, err := os.ReadFile(filepath.Join(out, manifest.Name))
		if err != nil {
			t.Fatal(err)
		}
		var m manifest.Manifest
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		listed := map[string]bool{manifest.Name: true}
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
		for name := range kittest.Tree(t, out) {
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
		if _, err := Build(t.Context(), req, press.Plan, nil); !errors.As(err, &usage) {
			t.Errorf("%q, only %q: %v", req.Format, req.Only, err)
		}
	}
}

// BenchmarkBuildSite is the whole command: from the catalog to files on disk.
func BenchmarkBuildSite(b *testing.B) {
	out := b.TempDir()
	for b.Loop() {
		report, err := Build(b.Context(), press.Request{All: true, Langs: []string{press.LangAll}, Format: press.FormatSite, Out: out}, press.Plan, nil)
		if err != nil || report.Site.Pages < 100 {
			b.Fatal(err, report)
		}
	}
}
