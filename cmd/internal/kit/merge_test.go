package kit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kitpress/catalog/catalogtest"
	"kitpress/cmd/internal/kit/kittest"
	"kitpress/cmd/internal/press"
	"kitpress/layout/sheet"
)

// However many machines share a build, what they made together is what one
// would have made.
func TestMergedPartsAreTheWhole(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "kit")
	req := press.Request{Catalog: catalogtest.Keepsakes(), Langs: []string{press.LangAll}, Sides: string(sheet.Single), Only: []string{"photo-cards", "photo-cards-backs", "tokens", "score-sheet", "explanations", "print-plan"}, Out: whole}
	build(t, req)
	want := kittest.Tree(t, whole)
	for _, n := range []int{1, 3, 12} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			parts, files := buildParts(t, req, n)
			out := filepath.Join(t.TempDir(), "kit")
			r, err := Merge(t.Context(), out, parts, false)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Kits) != 1 || len(r.Kits[0].Files) != files {
				t.Errorf("%d files in parts, %d in the kit", files, len(r.Kits[0].Files))
			}
			sameTree(t, kittest.Tree(t, out), want)
		})
	}
}

// Several games keep their folders, and the manifest on top counts what is in
// all parts.
func TestMergedGames(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "kit")
	req := press.Request{Games: []string{"online", "cyber-siege"}, Langs: []string{"en", "ja"}, Only: []string{"quick-reference", "score-sheet"}, Out: whole}
	build(t, req)
	parts, _ := buildParts(t, req, 3)
	out := filepath.Join(t.TempDir(), "kit")
	if _, err := Merge(t.Context(), out, parts, false); err != nil {
		t.Fatal(err)
	}
	sameTree(t, kittest.Tree(t, out), kittest.Tree(t, whole))
}

// What is not the whole of one build is refused, and nothing is written.
func TestMergeRefuses(t *testing.T) {
	req := press.Request{Catalog: catalogtest.Keepsakes(), Langs: []string{"en", "de"}, Only: []string{"photo-cards", "score-sheet"}}
	parts, _ := buildParts(t, req, 2)
	req.Ink = "mono"
	others, _ := buildParts(t, req, 2)
	req.Out = filepath.Join(t.TempDir(), "whole")
	build(t, req)
	changed, _ := buildParts(t, req, 2)
	names, err := filepath.Glob(filepath.Join(changed[1], "*.pdf"))
	if err != nil || len(names) == 0 {
		t.Fatal(err, names)
	}
	kittest.Put(t, names[0], "no longer")
	for _, tc := range []struct {
		name  string
		parts []string
		want  string
	}{
		{"missing", parts[:1], "part 2 of 2 of keepsakes is missing"},
		{"twice", []string{parts[0], parts[0]}, "are the same part, 1 of 2"},
		{"of another build", []string{parts[0], others[1]}, "are parts of different builds"},
		{"a whole kit", []string{req.Out}, "is no part of a kit"},
		{"changed", changed, "was changed after it was built"},
		{"no kit", []string{t.TempDir()}, "is no kit"},
	} {
		out := filepath.Join(t.TempDir(), "kit")
		_, err := Merge(t.Context(), out, tc.parts, false)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s: something was written", tc.name)
		}
	}
}

// buildParts builds a request in n parts and returns their folders and the
// number of files in all.
func buildParts(t *testing.T, req press.Request, n int) (dirs []string, files int) {
	t.Helper()
	for i := range n {
		req.Shard = press.Shard{Part: i + 1, Of: n}
		req.Out = filepath.Join(t.TempDir(), fmt.Sprintf("part-%d", i+1))
		dirs = append(dirs, req.Out)
		for _, k := range build(t, req).Kits {
			files += len(k.Files)
		}
	}
	return dirs, files
}

func sameTree(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s differs or is missing", name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is too much", name)
		}
	}
}
