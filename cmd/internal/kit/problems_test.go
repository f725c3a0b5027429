package kit

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit/kittest"
	"kitpress/cmd/internal/press"
)

var update = flag.Bool("update", false, "rewrite the expected problems in testdata")

// Each file in testdata/problems has one fault that only composing a game
// shows. Its comment says which and ends with the problems that must be
// reported; its files replace lines ("-old", "+new") or whole files of the game
// of `kitpress new`.
func TestProblems(t *testing.T) {
	names, err := filepath.Glob("testdata/problems/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { tryProblem(t, name) })
	}
}

// wantMark stands before the expected problems in the comment of a file.
const wantMark = "want:\n"

func tryProblem(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	what, want, found := strings.Cut(string(archive.Comment), wantMark)
	if !found {
		t.Fatalf("%s has no line %q", name, strings.TrimSpace(wantMark))
	}
	dir := filepath.Join(t.TempDir(), "night-walk")
	if _, err := NewGame(dir, false); err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		text := string(f.Data)
		if strings.HasPrefix(text, "-") {
			text = patch(t, filepath.Join(dir, f.Name), text)
		}
		kittest.Put(t, filepath.Join(dir, f.Name), text)
	}
	pack, closer, err := catalog.OpenPack(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer closer.Close()
	out := filepath.Join(t.TempDir(), "kit")
	_, err = Build(t.Context(), press.Request{Catalog: pack, Langs: []string{"en"}, Out: out}, press.Plan, nil)
	var data *source.DataError
	if !errors.As(err, &data) {
		t.Fatalf("the build says %v", err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("something was written")
	}
	var got strings.Builder
	data.Problems.Print(&got, 0)
	if *update {
		archive.Comment = []byte(what + wantMark + got.String())
		if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if strings.TrimRight(got.String(), "\n") != strings.TrimRight(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// patch replaces lines of a file: each "-old" by the "+new" after it.
func patch(t *testing.T, name, changes string) string {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(changes), "\n")
	patched := string(text)
	for i := 0; i+1 < len(lines); i += 2 {
		old, ok := strings.CutPrefix(lines[i], "-")
		new, ok2 := strings.CutPrefix(lines[i+1], "+")
		if !ok || !ok2 || !strings.Contains(patched, old) {
			t.Fatalf("%s: cannot change %q", name, lines[i])
		}
		patched = strings.Replace(patched, old, new, 1)
	}
	return patched
}
