package kit

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit/kittest"
	"kitpress/cmd/internal/kit/manifest"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
)

// nightWalk writes the game of `kitpress new` and opens it.
func nightWalk(t testing.TB) fs.FS {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "night-walk")
	if _, err := NewGame(dir, false); err != nil {
		t.Fatal(err)
	}
	fsys, closer, err := catalog.OpenPack(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closer.Close() })
	return fsys
}

func build(t *testing.T, req press.Request) *Report {
	t.Helper()
	r, err := Build(t.Context(), req, press.Plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestBuildIsDeterministic(t *testing.T) {
	dir := t.TempDir()
	req := press.Request{Catalog: nightWalk(t), Langs: []string{press.LangAll}, Out: filepath.Join(dir, "a")}
	build(t, req)
	want := kittest.Tree(t, req.Out)
	for _, procs := range []int{1, 2, 8} {
		old := runtime.GOMAXPROCS(procs)
		req.Out = filepath.Join(dir, "b")
		build(t, req)
		runtime.GOMAXPROCS(old)
		got := kittest.Tree(t, req.Out)
		for name := range want {
			if got[name] != want[name] {
				t.Errorf("GOMAXPROCS=%d: %s differs", procs, name)
			}
		}
		if len(got) != len(want) {
			t.Errorf("GOMAXPROCS=%d: %d files, want %d", procs, len(got), len(want))
		}
	}
}

func TestManifestAgreesWithTheFolder(t *testing.T) {
	out := filepath.Join(t.TempDir(), "kit")
	report := build(t, press.Request{Catalog: nightWalk(t), Langs: []string{"de", "en"}, Out: out})
	data, err := os.ReadFile(filepath.Join(out, manifest.Name))
	if err != nil {
		t.Fatal(err)
	}
	var m manifest.Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	if again, err := publish.Open(out); err != nil {
		t.Error(err) // some file is not in it, or is another
	} else {
		again.Discard()
	}
	var ids []string
	for _, f := range m.Files {
		ids = append(ids, f.Lang+"/"+f.Component)
		if f.Pages == 0 || f.Bytes == 0 {
			t.Errorf("%+v", f)
		}
	}
	want := "de/sight-cards de/rulebook de/rulebook-booklet de/print-plan " +
		"en/sight-cards en/rulebook en/rulebook-booklet en/print-plan"
	if got := strings.Join(ids, " "); got != want {
		t.Errorf("files are\n%s\nwant\n%s", got, want)
	}
	if len(report.Kits) != 1 || len(report.Kits[0].Files) != len(m.Files) {
		t.Errorf("report %+v", report)
	}
}

// An interrupt at any moment leaves the previous kit as it was.
func TestInterruptLeavesThePreviousKit(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "kit")
	req := press.Request{Catalog: nightWalk(t), Langs: []string{"en"}, Out: out}
	build(t, req)
	want := kittest.Tree(t, dir)
	for stop := 1; stop <= 4; stop++ {
		ctx, cancel := context.WithCancel(t.Context())
		req.Langs = []string{"de"}
		req.Progress = func(p press.Progress) {
			if p.Done == stop {
				cancel()
			}
		}
		if _, err := Build(ctx, req, press.Plan, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped after %d files: %v", stop, err)
		}
		cancel()
		kittest.WantTree(t, dir, want)
	}
}

func TestProgressCountsEveryFile(t *testing.T) {
	var steps []press.Progress
	req := press.Request{Catalog: nightWalk(t), Langs: []string{press.LangAll}, Out: filepath.Join(t.TempDir(), "kit")}
	req.Progress = func(p press.Progress) { steps = append(steps, p) }
	build(t, req)
	for i, p := range steps {
		if p.Done != i+1 || p.Total != 8 || p.File == "" {
			t.Errorf("step %d is %+v", i, p)
		}
	}
	if len(steps) != 8 {
		t.Errorf("%d steps", len(steps))
	}
}

// overlay is a game with some files replaced.
type overlay struct {
	fs.FS
	files map[string]string
}

func (o overlay) Open(name string) (fs.File, error) {
	if text, ok := o.files[name]; ok {
		return memFile(name, text).Open(name)
	}
	return o.FS.Open(name)
}

func TestNamesThatLeadNowhere(t *testing.T) {
	for _, tc := range []struct{ old, new, want string }{
		{"template: simple-card", "template: simple-cart", `cards.yaml:10:15: error: there is no template "simple-cart"`},
		{"back: simple-back", "back: simple-bakc", `there is no template "simple-bakc"`},
		{"icon: moon", "icon: mooon", `cards.yaml:27:15: error: `},
		{"quantity: 2", "quantity: 0", `cards.yaml:20:19: error: `},
	} {
		pack := nightWalk(t)
		text, err := fs.ReadFile(pack, "cards.yaml")
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(string(text), tc.old, tc.new, 1)
		if changed == string(text) {
			t.Fatalf("cards.yaml has no %q", tc.old)
		}
		_, err = Build(t.Context(), press.Request{Catalog: overlay{pack, map[string]string{"cards.yaml": changed}}, Out: filepath.Join(t.TempDir(), "kit")}, press.Plan, nil)
		var data *source.DataError
		if !errors.As(err, &data) {
			t.Errorf("%s: %v", tc.new, err)
			continue
		}
		var b strings.Builder
		data.Problems.Print(&b, 0)
		if !strings.Contains(b.String(), tc.want) || !strings.Contains(b.String(), "^") {
			t.Errorf("%s: got\n%s\nwant %s", tc.new, b.String(), tc.want)
		}
	}
}
