package kit

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"kitpress/cmd/internal/kit/kittest"
	"kitpress/cmd/internal/kit/manifest"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
)

// twoGames is a catalog of two games that differ in their names alone.
func twoGames(t testing.TB) catalogOf {
	pack := nightWalk(t)
	return catalogOf{"night-walk": pack, "day-walk": renamed{pack, "day-walk"}}
}

func TestSeveralGamesHaveFoldersOfTheirOwn(t *testing.T) {
	out := filepath.Join(t.TempDir(), "kit")
	req := press.Request{Catalog: twoGames(t), Games: []string{"night-walk", "day-walk"}, Langs: []string{"en"}, Only: []string{"sight-cards"}, Out: out}
	both := map[string]string{
		"manifest.json":            "*",
		"night-walk/manifest.json": "*", "night-walk/CREDITS.txt": "*", "night-walk/night-walk_sight-cards_en_a4.pdf": "*",
		"day-walk/manifest.json": "*", "day-walk/CREDITS.txt": "*", "day-walk/day-walk_sight-cards_en_a4.pdf": "*",
	}
	build(t, req)
	kittest.WantTree(t, out, both)
	// One game takes the place of several, several that of one.
	one := req
	one.Games = []string{"day-walk"}
	build(t, one)
	kittest.WantTree(t, out, map[string]string{
		"manifest.json": "*", "CREDITS.txt": "*", "day-walk_sight-cards_en_a4.pdf": "*",
	})
	build(t, req)
	kittest.WantTree(t, out, both)
	// All games are those, in the order of the alphabet.
	all := req
	all.Games, all.All = nil, true
	report := build(t, all)
	kittest.WantTree(t, out, both)
	if len(report.Kits) != 2 || report.Kits[0].Game != "day-walk" || report.Kits[1].Dir != "night-walk" {
		t.Errorf("the kits are %+v", report.Kits)
	}
}

// All games of a catalog of one game have a folder of their own, too.
func TestAllOfOneGame(t *testing.T) {
	out := filepath.Join(t.TempDir(), "kit")
	build(t, press.Request{Catalog: nightWalk(t), All: true, Langs: []string{"en"}, Only: []string{"sight-cards"}, Out: out})
	kittest.WantTree(t, out, map[string]string{
		"manifest.json": "*", "night-walk/manifest.json": "*", "night-walk/CREDITS.txt": "*", "night-walk/night-walk_sight-cards_en_a4.pdf": "*",
	})
}

// The manifest on top leads to those of the games and adds up.
func TestIndexAgreesWithTheManifests(t *testing.T) {
	out := filepath.Join(t.TempDir(), "kit")
	build(t, press.Request{Catalog: twoGames(t), All: true, Langs: []string{press.LangAll}, Out: out})
	read := func(name string, into any) {
		data, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, into); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	var top manifest.Index
	read(manifest.Name, &top)
	if top.Format != 1 || top.Tool != press.Tool || len(top.Games) != 2 {
		t.Fatalf("the manifest on top is %+v", top)
	}
	for _, e := range top.Games {
		var m manifest.Manifest
		read(e.Manifest, &m)
		pages, bytes := 0, int64(0)
		for _, f := range m.Files {
			pages += f.Pages
			bytes += f.Bytes
		}
		if m.Game != e.Game || e.Dir != e.Game || len(m.Files) != e.Files || pages != e.Pages || bytes != e.Bytes || strings.Join(e.Langs, " ") != "en de" {
			t.Errorf("%+v says something else than %s", e, e.Manifest)
		}
	}
	if again, err := publish.Open(out); err != nil {
		t.Error(err) // some file is not in it, or is another
	} else {
		again.Discard()
	}
}

// However many processors there are, all games come out the same.
func TestAllIsDeterministic(t *testing.T) {
	var first map[string]string
	for _, procs := range []int{1, 4} {
		old := runtime.GOMAXPROCS(procs)
		out := filepath.Join(t.TempDir(), "kit")
		build(t, press.Request{Catalog: twoGames(t), All: true, Langs: []string{press.LangAll}, Out: out})
		runtime.GOMAXPROCS(old)
		if first == nil {
			first = kittest.Tree(t, out)
			continue
		}
		kittest.WantTree(t, out, first)
	}
}

// A build of all games that stops, or that one game of is wrong, leaves the
// kits that were there.
func TestAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "kit")
	games := twoGames(t)
	req := press.Request{Catalog: games, All: true, Langs: []string{"en"}, Out: out}
	build(t, req)
	want := kittest.Tree(t, dir)
	seen := map[string]bool{}
	for _, stop := range []int{1, 4, 7} {
		ctx, cancel := context.WithCancel(t.Context())
		req.Langs = []string{"de"}
		req.Progress = func(p press.Progress) {
			seen[filepath.Dir(p.File)] = true
			if p.Total != 8 {
				t.Errorf("%+v: want 8 files", p)
			}
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
	if !seen["day-walk"] || seen["."] {
		t.Errorf("the progress names files in %v", seen)
	}
	games["dusk-walk"] = memFile("game.yaml", "format: 1\nid: dusk-walk\n")
	req.Progress = nil
	if _, err := Build(t.Context(), req, press.Plan, nil); err == nil || !strings.Contains(err.Error(), "games/dusk-walk/game.yaml") {
		t.Errorf("the build says %v", err)
	}
	kittest.WantTree(t, dir, want)
}

func TestSeveralGamesRefuse(t *testing.T) {
	for _, tt := range []struct {
		change func(*press.Request)
		want   string
	}{
		{func(r *press.Request) {}, "which game?"},
		{func(r *press.Request) { r.All, r.Games = true, []string{"day-walk"} }, "all games, or only day-walk?"},
		{func(r *press.Request) { r.Games = []string{"dya-walk"} }, `game: unknown value "dya-walk"`},
		{func(r *press.Request) { r.All, r.Langs = true, []string{"fr"} }, `--lang: day-walk has no "fr"`},
		{func(r *press.Request) { r.All, r.Edition = true, "german" }, `--edition: unknown value "german"`},
		{func(r *press.Request) { r.All, r.Only = true, []string{"sight"} }, `--only: unknown value "sight"`},
	} {
		req := press.Request{Catalog: twoGames(t), Out: filepath.Join(t.TempDir(), "kit")}
		tt.change(&req)
		_, err := Build(t.Context(), req, press.Plan, nil)
		var usage *press.UsageError
		if !errors.As(err, &usage) || usage.Message != tt.want {
			t.Errorf("%v, want %q", err, tt.want)
		}
		if _, err := os.Stat(req.Out); err == nil {
			t.Errorf("%s: something was written", tt.want)
		}
	}
}
