package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// cards that must be in the kit of each language, counted in the PDF files.
// The numbers are those of games.md: 1.1, 2.1, 3.1 and 4.1.
var want = map[string][]count{
	"cyber-survival":     {{23, "threats"}, {15, "power-ups"}, {2, "start-cards round-cards"}},
	"online":             {{112, "access categories blocks powers"}},
	"cyber-siege":        {{20, "set-cards"}, {74, "attacks defences admins"}, {12, "points"}, {4, "info-cards"}},
	"attacker-placement": {{48, "attacks"}, {14, "security"}, {20, "vulnerabilities"}, {30, "events"}},
}

type count struct {
	n     int
	decks string
}

const (
	dpi       = 200
	pointsPer = 72 / 25.4 // mm
)

// papers are the sizes of sheets, mm, upright. A page of its own is a slide.
var papers = map[string][2]float64{"page": {320, 180}, "a3": {297, 420}, "a4": {210, 297}, "a5": {148, 210}, "letter": {215.9, 279.4}}

type file struct {
	Path, Component, Lang, Paper string
	Pages                        int
	Bytes                        int64
	SHA256                       string
}

type placement struct {
	Lang, Component, File, Role, Face, QR string
	Page                                  int
	X, Y, W, H                            float64 // mm
}

func (p placement) deck() string { return strings.Split(p.Face, "/")[0] }
func (p placement) card() string { return strings.Split(p.Face, "/")[1] }

type text struct{ Lang, ID, Text string }

type deck struct {
	ID    string
	Cards []struct {
		ID     string
		Fields map[string]any
	}
}

// A kit is the folder of one game.
type kit struct {
	game, dir string
	files     []file
	places    []placement
	texts     map[string]string // language + id
	fields    map[string]map[string]any
	counted   map[string]int // language + deck
	langs     []string
}

type verifier struct {
	tmp    string
	mu     sync.Mutex
	passed map[string]int
	failed int
}

// lookAtKits looks at the kits of all games with programs that are not ours: is
// every file whole (qpdf) and as large as its paper (pdfinfo), is every font
// embedded (pdffonts), does every card carry its title (pdftotext, cut to the
// place of the card), does its QR code say the right thing when the sheet is
// printed and photographed (pdftoppm at 200 dpi, one card per picture, zbarimg)?
// Titles are looked up on every copy of a card, its code is read on the first
// one: the copies are one drawing, used again. Every code on a card must have its
// entry in the guide of the language, which must be tagged. It returns the exit
// code.
func lookAtKits(dir, kitpress string, flags []string) int {
	tmp, err := os.MkdirTemp("", "kitpress-verify-")
	check(err)
	defer os.RemoveAll(tmp)
	v := &verifier{tmp: tmp, passed: map[string]int{}}
	var jobs []func()
	kits := v.open(dir, kitpress, flags)
	for _, k := range kits {
		jobs = append(jobs, v.jobs(k)...)
	}
	run(jobs)
	for _, k := range kits {
		v.count(k)
	}
	return v.summary()
}

// open reads the manifests of a folder and asks kitpress about its games.
func (v *verifier) open(dir, kitpress string, flags []string) []*kit {
	var top struct {
		Game  string
		Files []file
		Games []struct {
			Game, Dir, Manifest, SHA256 string
			Files, Pages                int
		}
	}
	read(filepath.Join(dir, "manifest.json"), &top)
	if top.Game != "" {
		return []*kit{ask(top.Game, dir, kitpress, flags, top.Files)}
	}
	var kits []*kit
	for _, g := range top.Games {
		var m struct {
			Game  string
			Files []file
		}
		name := filepath.Join(dir, g.Manifest)
		read(name, &m)
		data, err := os.ReadFile(name)
		check(err)
		sum := sha256.Sum256(data)
		pages := 0
		for _, f := range m.Files {
			pages += f.Pages
		}
		ok := m.Game == g.Game && hex.EncodeToString(sum[:]) == g.SHA256 && len(m.Files) == g.Files && pages == g.Pages
		v.result("games in the index", ok, "%s: the manifest on top tells something else", g.Game)
		kits = append(kits, ask(m.Game, filepath.Join(dir, g.Dir), kitpress, flags, m.Files))
	}
	return kits
}

func ask(game, dir, kitpress string, flags []string, files []file) *kit {
	k := &kit{game: game, dir: dir, files: files, texts: map[string]string{}, fields: map[string]map[string]any{}, counted: map[string]int{}}
	show := func(step string, to any) {
		args := append([]string{"check", game, "--print", step, "--json"}, flags...)
		out, err := exec.Command(kitpress, args...).Output()
		if err != nil {
			fmt.Fprintln(os.Stderr, "verify: kitpress", strings.Join(args, " "))
		}
		check(err)
		check(json.Unmarshal(out, to))
	}
	var texts []text
	var decks []deck
	show("sheet", &k.places)
	show("texts", &texts)
	show("catalog", &decks)
	for _, t := range texts {
		k.texts[t.Lang+" "+t.ID] = t.Text
	}
	for _, d := range decks {
		for _, c := range d.Cards {
			k.fields[c.ID] = c.Fields
		}
	}
	for _, f := range files {
		if !slices.Contains(k.langs, f.Lang) {
			k.langs = append(k.langs, f.Lang)
		}
	}
	if len(files) == 0 || len(k.places) == 0 || len(texts) == 0 {
		fmt.Fprintf(os.Stderr, "verify: %s: nothing to look at\n", game)
		os.Exit(1)
	}
	return k
}

// jobs are the files of a kit, and in each the pages with cards.
func (v *verifier) jobs(k *kit) []func() {
	places := map[string]map[int][]placement{} // file, page
	for _, p := range k.places {
		if places[p.File] == nil {
			places[p.File] = map[int][]placement{}
		}
		places[p.File][p.Page] = append(places[p.File][p.Page], p)
	}
	var jobs []func()
	for _, lang := range k.langs {
		jobs = append(jobs, func() { v.guide(k, lang) })
	}
	for _, f := range k.files {
		jobs = append(jobs, func() {
			v.whole(k, f)
			v.fonts(k, f)
			v.titles(k, f, places[f.Path])
		})
		read := map[string]bool{} // faces whose code has been read
		for _, page := range slices.Sorted(maps.Keys(places[f.Path])) {
			var codes []placement
			for _, p := range places[f.Path][page] {
				if p.QR != "" && !read[p.Face] {
					read[p.Face] = true
					codes = append(codes, p)
				}
			}
			if len(codes) > 0 {
				jobs = append(jobs, func() { v.codes(k, codes) })
			}
		}
	}
	return jobs
}

// count compares the cards found with those that must be there.
func (v *verifier) count(k *kit) {
	if want[k.game] == nil {
		v.result("cards counted", false, "nobody says how many cards %s has", k.game)
	}
	for _, lang := range k.langs {
		for _, c := range want[k.game] {
			n := 0
			for _, d := range strings.Fields(c.decks) {
				n += k.counted[lang+" "+d]
			}
			v.result("cards counted", n == c.n, "%s in %s: %d cards of %s, want %d", k.game, lang, n, c.decks, c.n)
		}
	}
}

func (v *verifier) result(what string, ok bool, format string, args ...any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if ok {
		v.passed[what]++
		return
	}
	v.failed++
	fmt.Printf("FAIL %s: %s\n", what, fmt.Sprintf(format, args...))
}

func (v *verifier) summary() int {
	total := 0
	for _, what := range slices.Sorted(maps.Keys(v.passed)) {
		fmt.Printf("%6d  %s\n", v.passed[what], what)
		total += v.passed[what]
	}
	fmt.Printf("%d passed, %d failed\n", total, v.failed)
	if v.failed > 0 || v.passed["QR codes"] == 0 || v.passed["titles"] == 0 {
		return 1
	}
	return 0
}
