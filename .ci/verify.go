//go:build ignore

// Verify looks at the kits of all games with programs that are not ours: is
// every file whole (qpdf) and as large as its paper (pdfinfo), is every font
// embedded (pdffonts), does every card carry its title (pdftotext, cut to the
// place of the card), does its QR code say the right thing when the sheet is
// printed and photographed (pdftoppm at 200 dpi, one card per picture,
// zbarimg)? Titles are looked up on every copy of a card, its code is read on
// the first one: the copies are one drawing, used again. Every code on a card
// must have its entry in the guide of the language, which must be tagged.
//
//	go run .ci/verify.go KIT KITPRESS FLAGS…
//
// KIT is what `KITPRESS build FLAGS…` wrote. Where everything lies, and what it
// must say, KITPRESS check --print tells.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
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

// papers are the sizes of sheets, mm, upright.
var papers = map[string][2]float64{"a3": {297, 420}, "a4": {210, 297}, "a5": {148, 210}, "letter": {215.9, 279.4}}

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

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: go run .ci/verify.go KIT KITPRESS FLAGS…")
		os.Exit(2)
	}
	tmp, err := os.MkdirTemp("", "kitpress-verify-")
	check(err)
	defer os.RemoveAll(tmp)
	v := &verifier{tmp: tmp, passed: map[string]int{}}
	var jobs []func()
	kits := v.open(os.Args[1], os.Args[2], os.Args[3:])
	for _, k := range kits {
		jobs = append(jobs, v.jobs(k)...)
	}
	run(jobs)
	for _, k := range kits {
		v.count(k)
	}
	os.Exit(v.summary())
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

func run(jobs []func()) {
	queue := make(chan func())
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for job := range queue {
				job()
			}
		})
	}
	for _, job := range jobs {
		queue <- job
	}
	close(queue)
	workers.Wait()
}

// whole checks size, hash, structure and paper of a file.
func (v *verifier) whole(k *kit, f file) {
	name := filepath.Join(k.dir, f.Path)
	data, err := os.ReadFile(name)
	sum := sha256.Sum256(data)
	ok := err == nil && int64(len(data)) == f.Bytes && hex.EncodeToString(sum[:]) == f.SHA256
	v.result("as the manifest says", ok, "%s: not what the manifest says (%v)", f.Path, err)
	out, err := exec.Command("qpdf", "--check", name).CombinedOutput()
	v.result("qpdf", err == nil && !bytes.Contains(out, []byte("WARNING")), "%s: %s", f.Path, out)
	out, err = exec.Command("pdfinfo", "-l", "-1", name).CombinedOutput()
	pages := regexp.MustCompile(`(?m)^Pages:\s+(\d+)`).FindSubmatch(out)
	v.result("page count", err == nil && pages != nil && string(pages[1]) == strconv.Itoa(f.Pages), "%s: want %d pages: %s", f.Path, f.Pages, out)
	sizes := regexp.MustCompile(`(?m)^Page +\d+ size:\s+([0-9.]+) x ([0-9.]+) pts`).FindAllSubmatch(out, -1)
	paper, known := papers[f.Paper]
	for _, s := range sizes {
		w, _ := strconv.ParseFloat(string(s[1]), 64)
		h, _ := strconv.ParseFloat(string(s[2]), 64)
		is := func(mm, pt float64) bool { return math.Abs(mm*pointsPer-pt) < 0.5 }
		if !known || !(is(paper[0], w) && is(paper[1], h) || is(paper[0], h) && is(paper[1], w)) {
			v.result("paper", false, "%s: a page of %g x %g pt is no %s", f.Path, w, h, f.Paper)
			return
		}
	}
	v.result("paper", len(sizes) == f.Pages, "%s: %d pages have a size, want %d", f.Path, len(sizes), f.Pages)
}

// fonts checks that all fonts are embedded and can be turned into text.
func (v *verifier) fonts(k *kit, f file) {
	out, err := exec.Command("pdffonts", filepath.Join(k.dir, f.Path)).CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	ok := err == nil && len(lines) >= 2
	for _, line := range lines[min(2, len(lines)):] {
		// … emb sub uni object ID
		cells := strings.Fields(line)
		if n := len(cells); n < 6 || cells[n-5] != "yes" || cells[n-3] != "yes" {
			ok = false
		}
	}
	v.result("fonts embedded", ok, "%s: %s", f.Path, out)
}

// titles looks for the title of every card on every copy of it.
func (v *verifier) titles(k *kit, f file, pages map[int][]placement) {
	var found []word
	for _, page := range slices.Sorted(maps.Keys(pages)) {
		for _, p := range pages[page] {
			titles := k.titlesOf(p)
			if p.Role != "front" || !strings.HasSuffix(p.Face, "/front") || len(titles) == 0 {
				continue
			}
			if found == nil {
				found = v.words(filepath.Join(k.dir, f.Path))
			}
			card := squeeze(within(found, p))
			ok := slices.ContainsFunc(titles, func(t string) bool { return strings.Contains(card, squeeze(t)) })
			v.result("titles", ok, "%s page %d: %q is not on %s", p.File, p.Page, titles, p.Face)
			if ok {
				v.mu.Lock()
				k.counted[p.Lang+" "+p.deck()]++
				v.mu.Unlock()
			}
		}
	}
}

// titlesOf returns the words that tell a card from others: its own title, or
// the name of the item of a set it is a copy of, of each set that has an item
// of that id. Only cards that are counted have one: tokens, dice and stickers
// carry signs, no words.
func (k *kit) titlesOf(p placement) []string {
	if !slices.ContainsFunc(want[k.game], func(c count) bool { return slices.Contains(strings.Fields(c.decks), p.deck()) }) {
		return nil
	}
	if t := k.texts[p.Lang+" card."+p.card()+".title"]; t != "" {
		return []string{t}
	}
	var titles []string
	for _, field := range slices.Sorted(maps.Keys(k.fields[p.card()])) {
		item, _ := k.fields[p.card()][field].(string)
		if item == "" {
			continue
		}
		for key, t := range k.texts {
			if strings.HasPrefix(key, p.Lang+" set.") && strings.HasSuffix(key, "."+item+".name") {
				titles = append(titles, t)
			}
		}
	}
	return titles
}

// A word is a word on a page, its middle in mm.
type word struct {
	page int
	x, y float64
	text string
}

var wordLine = regexp.MustCompile(`<word xMin="([-0-9.]+)" yMin="([-0-9.]+)" xMax="([-0-9.]+)" yMax="([-0-9.]+)">(.*)</word>`)

// words reads all words of a file with their places.
func (v *verifier) words(name string) []word {
	out, err := exec.Command("pdftotext", "-bbox", "-enc", "UTF-8", name, "-").Output()
	if err != nil {
		v.result("pdftotext", false, "%s: %v", name, err)
		return []word{}
	}
	list := []word{}
	page := 0
	unescape := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#39;", "'", "&apos;", "'", "&amp;", "&")
	for _, line := range strings.Split(string(out), "\n") {
		if strings.Contains(line, "<page ") {
			page++
		}
		m := wordLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		var at [4]float64
		for i := range at {
			at[i], _ = strconv.ParseFloat(m[i+1], 64)
		}
		list = append(list, word{page, (at[0] + at[2]) / 2 / pointsPer, (at[1] + at[3]) / 2 / pointsPer, unescape.Replace(m[5])})
	}
	return list
}

// within returns the words on one card.
func within(words []word, p placement) string {
	var b strings.Builder
	for _, w := range words {
		if w.page == p.Page && w.x > p.X && w.x < p.X+p.W && w.y > p.Y && w.y < p.Y+p.H {
			b.WriteString(w.text)
		}
	}
	return b.String()
}

// squeeze leaves out what line breaking adds: white space and hyphens.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' || r == '\u00AD' || r == '\u2010' || r == '\u2011' || r == '\u200B' || r == '\u2060' {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

var topicCode = regexp.MustCompile(`\b[2-9A-Z]{4}-[2-9A-Z]\b`)

// guide looks in the guide of a language for the codes on the cards.
func (v *verifier) guide(k *kit, lang string) {
	onCards, inGuide := map[string]string{}, map[string]bool{}
	for _, f := range k.files {
		if f.Lang != lang || strings.HasSuffix(f.Component, "-booklet") {
			continue
		}
		out, err := exec.Command("pdftotext", "-enc", "UTF-8", filepath.Join(k.dir, f.Path), "-").Output()
		v.result("pdftotext", err == nil, "%s: %v", f.Path, err)
		for _, code := range topicCode.FindAllString(string(out), -1) {
			if f.Component == "threat-guide" {
				inGuide[code] = true
			} else {
				onCards[code] = f.Path
			}
		}
		if f.Component == "threat-guide" {
			info, _ := exec.Command("pdfinfo", filepath.Join(k.dir, f.Path)).Output()
			v.result("guides tagged", regexp.MustCompile(`(?m)^Tagged:\s+yes`).Match(info), "%s: %s", f.Path, info)
		}
	}
	v.result("codes of a language", len(onCards) > 4, "%s in %s: only %d codes on its cards", k.game, lang, len(onCards))
	for _, code := range slices.Sorted(maps.Keys(onCards)) {
		v.result("codes in the guide", inGuide[code], "%s in %s: %s stands on %s and not in the guide", k.game, lang, code, onCards[code])
	}
}

// codes reads the QR codes of cards on one page, from one picture of it.
func (v *verifier) codes(k *kit, places []placement) {
	first := places[0]
	picture := v.raster(filepath.Join(k.dir, first.File), first.Page)
	for _, p := range places {
		got := v.decode(picture, p)
		v.result("QR codes", got == p.QR, "%s page %d: the code on %s says %q, want %q", p.File, p.Page, p.Face, got, p.QR)
	}
}

func (v *verifier) raster(name string, page int) *image.Gray {
	base := filepath.Join(v.tmp, fmt.Sprintf("%s-%d", filepath.Base(name), page))
	n := strconv.Itoa(page)
	out, err := exec.Command("pdftoppm", "-r", strconv.Itoa(dpi), "-f", n, "-l", n, "-singlefile", "-gray", name, base).CombinedOutput()
	defer os.Remove(base + ".pgm")
	data, errRead := os.ReadFile(base + ".pgm")
	var w, h, most int
	if err == nil && errRead == nil {
		_, err = fmt.Sscanf(string(data[:min(len(data), 64)]), "P5\n%d %d\n%d\n", &w, &h, &most)
	}
	if err != nil || errRead != nil || most != 255 || len(data) < w*h {
		v.result("raster", false, "%s: %v %v %s", name, err, errRead, out)
		return image.NewGray(image.Rect(0, 0, 1, 1))
	}
	return &image.Gray{Pix: data[len(data)-w*h:], Stride: w, Rect: image.Rect(0, 0, w, h)}
}

// decode reads the code of one card: a symbol among many is hard to find, and
// nobody holds a whole sheet before a camera.
func (v *verifier) decode(page *image.Gray, p placement) string {
	px := func(mm float64) int { return int(math.Round(mm * dpi / 25.4)) }
	box := image.Rect(px(p.X), px(p.Y), px(p.X+p.W), px(p.Y+p.H)).Intersect(page.Bounds())
	name := filepath.Join(v.tmp, fmt.Sprintf("%s-%d-%s.pgm", p.File, p.Page, strings.ReplaceAll(p.Face, "/", "-")))
	pgm := fmt.Appendf(nil, "P5\n%d %d\n255\n", box.Dx(), box.Dy())
	for y := box.Min.Y; y < box.Max.Y; y++ {
		pgm = append(pgm, page.Pix[page.PixOffset(box.Min.X, y):page.PixOffset(box.Max.X, y)]...)
	}
	check(os.WriteFile(name, pgm, 0o666))
	defer os.Remove(name)
	out, err := exec.Command("zbarimg", "-q", "--raw", "-Sdisable", "-Sqrcode.enable", name).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(string(out), "\n")
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

func read(name string, to any) {
	data, err := os.ReadFile(name)
	check(err)
	check(json.Unmarshal(data, to))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "verify:", err)
		os.Exit(1)
	}
}
