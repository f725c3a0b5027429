package kit

import (
	"encoding/json"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"kitpress/cmd/internal/kit/kittest"
	"kitpress/cmd/internal/kit/manifest"
	"kitpress/cmd/internal/press"
)

// Pictures and drawings of pages are files of their own, each in the manifest,
// and replaced like any other kit.
func TestPagesAsFiles(t *testing.T) {
	game, out := nightWalk(t), filepath.Join(t.TempDir(), "kit")
	printed := build(t, press.Request{Catalog: game, Langs: []string{"de"}, Format: press.FormatPDF, Out: out})
	pages := map[string]int{} // by component
	for _, f := range printed.Kits[0].Files {
		pages[f.Component] = f.Pages
	}
	for _, req := range []press.Request{{Format: press.FormatPNG, DPI: 40}, {Format: press.FormatSVG}} {
		req.Catalog, req.Langs, req.Out = game, []string{"de"}, out
		build(t, req)
		data, err := os.ReadFile(filepath.Join(out, manifest.Name))
		if err != nil {
			t.Fatal(err)
		}
		var m manifest.Manifest
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		files, found := kittest.Tree(t, out), map[string]int{}
		for _, f := range m.Files {
			found[f.Component] += f.Pages
			if f.Pages != 1 || path.Ext(f.Path) != "."+req.Format || files[f.Path] == "" || int64(len(files[f.Path])) != f.Bytes {
				t.Errorf("%s: %+v does not fit the folder", req.Format, f)
			}
		}
		if len(files) != len(m.Files)+2 {
			t.Errorf("%s: %d files, want %d, a manifest and credits", req.Format, len(files), len(m.Files))
		}
		for component, n := range pages {
			if component == press.PrintPlan {
				n = 0 // it counts PDF files
			}
			if found[component] != n {
				t.Errorf("%s: %s has %d pages, want %d", req.Format, component, found[component], n)
			}
		}
	}
}

func TestFormatsThatMakeNoSense(t *testing.T) {
	for what, req := range map[string]press.Request{
		"--dpi is for":        {DPI: 300},
		"--dpi 5:":            {DPI: 5, Format: press.FormatPNG},
		"--dpi 9999:":         {DPI: 9999, Format: press.FormatPNG},
		"--only print-plan":   {Format: press.FormatSVG, Only: []string{press.PrintPlan}},
		`unknown value "gif"`: {Format: "gif"},
	} {
		req.Out = filepath.Join(t.TempDir(), "kit")
		_, err := Build(t.Context(), req, press.Plan, nil)
		if usage := (*press.UsageError)(nil); !errors.As(err, &usage) || !strings.Contains(err.Error(), what) || usage.Hint == "" {
			t.Errorf("error is %v, want one about %s with a hint", err, what)
		}
	}
}
