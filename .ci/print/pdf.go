package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

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
	page        int
	x, y        float64 // of its middle
	left, right float64
	text        string
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
		list = append(list, word{page, (at[0] + at[2]) / 2 / pointsPer, (at[1] + at[3]) / 2 / pointsPer, at[0] / pointsPer, at[2] / pointsPer, unescape.Replace(m[5])})
	}
	return list
}

// within returns the words on one card as they are read, and again by where
// their lines begin and, for cards that are turned round, end: a sign beside the
// two lines of a title is read between them.
func within(words []word, p placement) string {
	var card []word
	for _, w := range words {
		if w.page == p.Page && w.x > p.X && w.x < p.X+p.W && w.y > p.Y && w.y < p.Y+p.H {
			card = append(card, w)
		}
	}
	var b strings.Builder
	write := func() {
		for _, w := range card {
			b.WriteString(w.text)
		}
		b.WriteByte('|') // not left out by squeeze
	}
	write()
	for _, edge := range []func(word) float64{func(w word) float64 { return w.left }, func(w word) float64 { return w.right }} {
		lines := slices.Clone(card)
		slices.SortStableFunc(card, func(a, b word) int { return cmp.Compare(math.Round(2*edge(a)), math.Round(2*edge(b))) })
		write()
		card = lines
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
