package main

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A page may differ, in parts of 255, by worst in one cell and by mean over
// all cells. Measured over the cards, boards and rulebooks of two games in de
// and ja, the largest differences are 44 (a line of 0.25 mm that poppler puts
// on whole pixels) and 1.4 (a page of small bold letters). Lines of a picture
// that are missing come to 150, texts 0.3 mm from their place to 89.
const (
	worstCell = 60
	meanCell  = 2.0
)

// sharper is how many times finer poppler draws: it puts letters and lines on
// whole pixels.
const sharper = 2

type result struct {
	page        string
	worst, mean float64
	x, y        int // mm, of the worst cell
	err         error
}

// comparePictures looks at every page of a kit twice: as our own picture of it,
// and as poppler draws the page of the PDF file. Each is taken as cells of 1 mm;
// the mean colour of a cell may differ by no more than rounding, sharpening of
// edges and the thin lines poppler makes thicker can explain. There are no
// pictures of print plans. It returns the exit code.
func comparePictures(pdfs, pngs string) int {
	var mu sync.Mutex
	var results []result
	var jobs []func()
	check(filepath.WalkDir(pdfs, func(name string, d os.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".pdf" && !strings.Contains(filepath.Base(name), "_print-plan_") {
			jobs = append(jobs, func() {
				rel, _ := filepath.Rel(pdfs, name)
				found := compare(name, rel, strings.TrimSuffix(filepath.Join(pngs, rel), ".pdf"))
				mu.Lock()
				results = append(results, found...)
				mu.Unlock()
			})
		}
		return err
	}))
	run(jobs)
	return compared(results)
}

func compared(results []result) int {
	slices.SortFunc(results, func(a, b result) int { return strings.Compare(a.page, b.page) })
	failed := 0
	var worst, mean float64
	for _, r := range results {
		if r.err != nil || r.worst > worstCell || r.mean > meanCell {
			failed++
			fmt.Printf("FAIL %s: worst cell differs by %.1f at %d, %d mm, mean %.2f (%v)\n", r.page, r.worst, r.x, r.y, r.mean, r.err)
		}
		worst, mean = max(worst, r.worst), max(mean, r.mean)
	}
	fmt.Printf("%d pages compared, worst cell differs by %.1f of 255, worst mean is %.2f, %d failed\n", len(results), worst, mean, failed)
	if failed > 0 || len(results) == 0 {
		return 1
	}
	return 0
}

var pageCount = regexp.MustCompile(`(?m)^Pages:\s+(\d+)`)

// compare compares all pages of a file with the pictures whose names begin with
// base.
func compare(pdf, rel, base string) []result {
	ours, _ := filepath.Glob(base + "-[0-9]*.png")
	if _, err := os.Stat(base + ".png"); err == nil {
		ours = append(ours, base+".png")
	}
	slices.Sort(ours)
	out, err := exec.Command("pdfinfo", pdf).Output()
	pages := pageCount.FindSubmatch(out)
	if err != nil || pages == nil || string(pages[1]) != strconv.Itoa(len(ours)) || len(ours) == 0 {
		return []result{{page: rel, err: fmt.Errorf("%d pictures of a file with %q", len(ours), pages)}}
	}
	var all []result
	for i, name := range ours {
		r := result{page: fmt.Sprintf("%s page %d", rel, i+1)}
		r.err = r.look(pdf, i+1, name)
		all = append(all, r)
	}
	return all
}

func (r *result) look(pdf string, page int, picture string) error {
	data, err := os.ReadFile(picture)
	if err != nil {
		return err
	}
	dpi, err := dpiOf(data)
	if err != nil {
		return err
	}
	mine, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return err
	}
	n := strconv.Itoa(page)
	data, err = exec.Command("pdftoppm", "-r", strconv.Itoa(sharper*dpi), "-f", n, "-l", n, pdf).Output()
	if err != nil {
		return err
	}
	theirs, err := readPPM(data)
	if err != nil {
		return err
	}
	a, b := rgba(mine), rgba(theirs)
	if d := a.Rect.Size().Mul(sharper).Sub(b.Rect.Size()); max(d.X, -d.X, d.Y, -d.Y) > sharper {
		return fmt.Errorf("sizes are %v and %v", a.Rect.Size(), b.Rect.Size())
	}
	r.cells(a, b, float64(dpi)/25.4)
	return nil
}

// cells compares the mean colours of all cells.
func (r *result) cells(a, b *image.RGBA, perMM float64) {
	columns, rows := int(float64(a.Rect.Dx())/perMM), int(float64(a.Rect.Dy())/perMM)
	sum := 0.0
	for y := range rows {
		for x := range columns {
			ca, cb := mean(a, x, y, perMM), mean(b, x, y, perMM*sharper)
			d := 0.0
			for k := range ca {
				d = max(d, math.Abs(ca[k]-cb[k]))
			}
			sum += d
			if d > r.worst {
				r.worst, r.x, r.y = d, x, y
			}
		}
	}
	r.mean = sum / float64(rows*columns)
}

// mean returns the mean colour of the cell that begins at x, y mm. Pixels on
// its border count with the part that lies inside.
func mean(m *image.RGBA, x, y int, perMM float64) (c [3]float64) {
	x0, y0, x1, y1 := float64(x)*perMM, float64(y)*perMM, float64(x+1)*perMM, float64(y+1)*perMM
	inside := func(i int, from, to float64) float64 { return min(to, float64(i+1)) - max(from, float64(i)) }
	for j := int(y0); float64(j) < y1 && j < m.Rect.Dy(); j++ {
		for i := int(x0); float64(i) < x1 && i < m.Rect.Dx(); i++ {
			part := inside(i, x0, x1) * inside(j, y0, y1)
			for k, v := range m.Pix[m.PixOffset(i, j):][:3] {
				c[k] += part * float64(v)
			}
		}
	}
	for k := range c {
		c[k] /= perMM * perMM
	}
	return c
}

func rgba(m image.Image) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

// dpiOf reads the resolution of a PNG file.
func dpiOf(data []byte) (int, error) {
	at := bytes.Index(data, []byte("pHYs"))
	if at < 0 || at+8 > len(data) {
		return 0, fmt.Errorf("no pHYs")
	}
	perMetre := int(data[at+4])<<24 | int(data[at+5])<<16 | int(data[at+6])<<8 | int(data[at+7])
	return int(math.Round(float64(perMetre) * 0.0254)), nil
}

func readPPM(data []byte) (image.Image, error) {
	var w, h, most int
	if _, err := fmt.Sscanf(string(data[:min(len(data), 64)]), "P6\n%d %d\n%d\n", &w, &h, &most); err != nil || most != 255 || len(data) < 3*w*h {
		return nil, fmt.Errorf("pdftoppm wrote no picture (%v)", err)
	}
	pix := data[len(data)-3*w*h:]
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		copy(m.Pix[4*i:], pix[3*i:3*i+3])
		m.Pix[4*i+3] = 255
	}
	return m, nil
}
