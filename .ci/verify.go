//go:build ignore

// Verify looks at a kit with programs that are not ours: is every file whole
// (qpdf), is every font embedded (pdffonts), does every card carry its title
// (pdftotext, cut to the place of the card), does its QR code say the right
// thing when the sheet is printed and photographed (pdftoppm at 200 dpi, one
// card per picture, zbarimg)?
//
//	go run .ci/verify.go KIT SHEET.json TEXTS.json CATALOG.json
//
// The JSON files come from kitpress check --print.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/png"
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

type file struct {
	Path, Component, Lang string
	Pages                 int
	Bytes                 int64
	SHA256                string
}

type placement struct {
	Lang, Component, File, Role, Face, QR string
	Page                                  int
	X, Y, W, H                            float64 // mm
}

type text struct{ Lang, ID, Text string }

type deck struct {
	ID    string
	Cards []struct {
		ID     string
		Fields map[string]any
	}
}

// cards that must be in the kit of each language, counted from the PDF files
var want = map[string]int{"threat-cards": 23, "power-up-cards": 15, "special-cards": 2}

const dpi = 200

type verifier struct {
	kit     string
	files   []file
	places  []placement
	texts   map[string]string // language + id
	names   map[string]map[string]any
	tmp     string
	mu      sync.Mutex
	passed  map[string]int
	failed  int
	counted map[string]int // language + component
}

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: go run .ci/verify.go KIT SHEET.json TEXTS.json CATALOG.json")
		os.Exit(2)
	}
	tmp, err := os.MkdirTemp("", "kitpress-verify-")
	check(err)
	defer os.RemoveAll(tmp)
	v := &verifier{kit: os.Args[1], tmp: tmp, texts: map[string]string{}, names: map[string]map[string]any{}, passed: map[string]int{}, counted: map[string]int{}}
	var manifest struct{ Files []file }
	read(filepath.Join(v.kit, "manifest.json"), &manifest)
	v.files = manifest.Files
	read(os.Args[2], &v.places)
	var texts []text
	read(os.Args[3], &texts)
	for _, t := range texts {
		v.texts[t.Lang+" "+t.ID] = t.Text
	}
	var decks []deck
	read(os.Args[4], &decks)
	for _, d := range decks {
		for _, c := range d.Cards {
			v.names[c.ID] = c.Fields
		}
	}
	if len(v.files) == 0 || len(v.places) == 0 || len(texts) == 0 {
		fmt.Fprintln(os.Stderr, "verify: nothing to look at")
		os.Exit(1)
	}
	v.all()
	os.Exit(v.summary())
}

func (v *verifier) all() {
	var jobs []func()
	for _, f := range v.files {
		jobs = append(jobs, func() { v.whole(f) }, func() { v.fonts(f) })
	}
	pages := map[string][]placement{}
	for _, p := range v.places {
		key := fmt.Sprintf("%s %d", p.File, p.Page)
		pages[key] = append(pages[key], p)
	}
	for _, key := range slices.Sorted(maps.Keys(pages)) {
		jobs = append(jobs, func() { v.page(pages[key]) })
	}
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
	for _, f := range v.files {
		if n, ok := want[f.Component]; ok {
			v.result("cards counted", v.counted[f.Lang+" "+f.Component] == n, "%s: %d cards, want %d", f.Path, v.counted[f.Lang+" "+f.Component], n)
		}
	}
}

// whole checks size, hash and structure of a file.
func (v *verifier) whole(f file) {
	name := filepath.Join(v.kit, f.Path)
	data, err := os.ReadFile(name)
	sum := sha256.Sum256(data)
	ok := err == nil && int64(len(data)) == f.Bytes && hex.EncodeToString(sum[:]) == f.SHA256
	v.result("as the manifest says", ok, "%s: not what the manifest says (%v)", f.Path, err)
	out, err := exec.Command("qpdf", "--check", name).CombinedOutput()
	v.result("qpdf", err == nil && !bytes.Contains(out, []byte("WARNING")), "%s: %s", f.Path, out)
	out, err = exec.Command("pdfinfo", name).CombinedOutput()
	pages := regexp.MustCompile(`(?m)^Pages:\s+(\d+)`).FindSubmatch(out)
	v.result("page count", err == nil && pages != nil && string(pages[1]) == strconv.Itoa(f.Pages), "%s: want %d pages: %s", f.Path, f.Pages, out)
}

// fonts checks that all fonts are embedded and can be turned into text.
func (v *verifier) fonts(f file) {
	out, err := exec.Command("pdffonts", filepath.Join(v.kit, f.Path)).CombinedOutput()
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

// page checks the pieces on one page, from one picture of it.
func (v *verifier) page(places []placement) {
	first := places[0]
	name := filepath.Join(v.kit, first.File)
	var picture image.Image
	for _, p := range places {
		if p.Role == "front" && strings.HasSuffix(p.Face, "/front") {
			if title := v.title(p); title != "" {
				found := v.hasText(name, p, title)
				v.result("titles", found, "%s page %d: %q is not on %s", p.File, p.Page, title, p.Face)
				if found {
					v.mu.Lock()
					v.counted[p.Lang+" "+p.Component]++
					v.mu.Unlock()
				}
			}
		}
		if p.QR == "" {
			continue
		}
		if picture == nil {
			picture = v.raster(name, p.Page)
		}
		got := v.decode(picture, p)
		v.result("QR codes", got == p.QR, "%s page %d: the code on %s says %q, want %q", p.File, p.Page, p.Face, got, p.QR)
	}
}

// title returns the words that tell a card from others: its own title, or the
// name of the item of a set it is a copy of.
func (v *verifier) title(p placement) string {
	card := strings.Split(p.Face, "/")[1]
	if t := v.texts[p.Lang+" card."+card+".title"]; t != "" {
		return t
	}
	if _, ok := want[p.Component]; !ok {
		return "" // tokens, dice and stickers carry signs, no words
	}
	for _, field := range slices.Sorted(maps.Keys(v.names[card])) {
		item, _ := v.names[card][field].(string)
		if item == "" {
			continue
		}
		for key, t := range v.texts {
			if strings.HasPrefix(key, p.Lang+" set.") && strings.HasSuffix(key, "."+item+".name") {
				return t
			}
		}
	}
	return ""
}

// hasText reports whether a text stands within a piece.
func (v *verifier) hasText(name string, p placement, want string) bool {
	pt := func(mm float64) string { return strconv.Itoa(int(math.Round(mm * 720 / 25.4))) }
	out, err := exec.Command("pdftotext", "-r", "720", "-f", strconv.Itoa(p.Page), "-l", strconv.Itoa(p.Page),
		"-x", pt(p.X), "-y", pt(p.Y), "-W", pt(p.W), "-H", pt(p.H), "-enc", "UTF-8", name, "-").Output()
	return err == nil && strings.Contains(squeeze(string(out)), squeeze(want))
}

// squeeze leaves out what line breaking adds: white space and hyphens.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' || r == '\u00AD' || r == '\u2010' || r == '\u200B' || r == '\u2060' {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

func (v *verifier) raster(name string, page int) image.Image {
	base := filepath.Join(v.tmp, fmt.Sprintf("%s-%d", filepath.Base(name), page))
	n := strconv.Itoa(page)
	out, err := exec.Command("pdftoppm", "-r", strconv.Itoa(dpi), "-f", n, "-l", n, "-singlefile", "-png", name, base).CombinedOutput()
	if err != nil {
		v.result("raster", false, "%s: %v %s", name, err, out)
		return image.NewGray(image.Rect(0, 0, 1, 1))
	}
	f, err := os.Open(base + ".png")
	check(err)
	defer os.Remove(base + ".png")
	defer f.Close()
	picture, err := png.Decode(f)
	check(err)
	return picture
}

// decode reads the code of one card: a symbol among many is hard to find, and
// nobody holds a whole sheet before a camera.
func (v *verifier) decode(page image.Image, p placement) string {
	px := func(mm float64) int { return int(math.Round(mm * dpi / 25.4)) }
	box := image.Rect(px(p.X), px(p.Y), px(p.X+p.W), px(p.Y+p.H)).Intersect(page.Bounds())
	card := image.NewGray(image.Rect(0, 0, box.Dx(), box.Dy()))
	draw.Draw(card, card.Bounds(), page, box.Min, draw.Src)
	name := filepath.Join(v.tmp, fmt.Sprintf("%s-%d-%s.png", p.File, p.Page, strings.ReplaceAll(p.Face, "/", "-")))
	f, err := os.Create(name)
	check(err)
	check(png.Encode(f, card))
	check(f.Close())
	defer os.Remove(name)
	out, err := exec.Command("zbarimg", "-q", "--raw", "-Sdisable", "-Sqrcode.enable", name).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(string(out), "\n")
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
