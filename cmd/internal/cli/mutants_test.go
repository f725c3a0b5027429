package cli

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"kitpress/catalog/spreadsheet"
	"kitpress/layout"
	"kitpress/layout/svg"
	"kitpress/output/pdf"
)

// What a damaged file may cost.
const (
	longestMutant = time.Second
	mostMutant    = 256 << 20 // bytes, all that are taken counted together
)

// A patient is a kind of file that people bring, and what reads it.
type patient struct {
	name string
	file []byte
	read func([]byte) error
}

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 80"><defs><linearGradient id="g" x1="0" x2="1"><stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="rgb(0,20%,255)"/></linearGradient><clipPath id="c"><circle cx="50" cy="40" r="30"/></clipPath><path id="p" d="M1 2L30 40C5 5 6 6 70 8A9 9 0 0 1 3 3Z"/></defs><style>.a{fill:#123456;stroke:red;stroke-width:2}</style><g transform="translate(3 4) rotate(30) scale(1.5)"><use href="#p" class="a"/><rect x="1" y="2" width="30" height="20" rx="4" fill="url(#g)" clip-path="url(#c)"/><polygon opacity=".5" points="1,2 3,4 50,60"/><ellipse cx="9" cy="8" rx="7" ry="6"/></g></svg>`

const paintedDrawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 80"><defs><radialGradient id="g" cx=".4" fx=".3" spreadMethod="reflect" r=".3"><stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f" stop-opacity=".2"/></radialGradient><clipPath id="c"><circle cx="50" cy="40" r="30"/></clipPath><mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="90" height="80"><rect width="90" height="80" fill="#aaa"/></mask></defs><g opacity=".7" mask="url(#m)" clip-path="url(#c)"><rect x="1" y="2" width="90" height="70" fill="url(#g)"/><path d="M1 2L30 40C5 5 6 6 70 8" fill="none" stroke="#123" stroke-width="7" stroke-dasharray="9 4" stroke-linecap="square" transform="scale(1 .5)"/></g></svg>`

// A picture is read, and written into a PDF.
func readPicture(data []byte) error {
	p, err := layout.ReadPicture(data, layout.Print{Most: layout.Size{W: 300, H: 200}})
	if err != nil {
		return err
	}
	scene := &layout.Scene{Size: layout.Size{W: 63000, H: 88000}, Items: []layout.Item{&layout.Image{Rect: layout.Rect{W: 60000, H: 50000}, Picture: p}}}
	return new(pdf.Writer).Write(io.Discard, &layout.Document{Name: "mutant", Title: "mutant", Lang: "en", Pages: []layout.Page{{Scene: scene}}})
}

// A drawing is read, and painted if that is how it is shown.
func readDrawing(data []byte) error {
	_, err := svg.Drawing("art", data)
	if !errors.Is(err, svg.ErrPixels) {
		return err
	}
	p, err := svg.NewPainting(data)
	if err == nil {
		p.Pixels(300, 200)
	}
	return err
}

// A font is read, and sets a text.
func readFont(data []byte) error {
	fonts, err := layout.LoadFonts(layout.Files, map[string][]byte{"fonts/own.ttf": data})
	if err != nil {
		return err
	}
	for _, family := range fonts.Own() {
		set := layout.NewTypesetter(fonts, func(string, string) []int { return nil })
		set.Measure("Wörter, die *wer* liest: 123", layout.Style{Lang: "de", Font: family, Size: 4000})
	}
	return nil
}

func readTable(name string) func([]byte) error {
	return func(data []byte) error {
		_, ps := spreadsheet.Read(name, data)
		return ps.Err()
	}
}

func patients(t *testing.T) []patient {
	t.Helper()
	dir := t.TempDir()
	paint(t, filepath.Join(dir, "p.png"), 3)
	painted, err := os.ReadFile(filepath.Join(dir, "p.png"))
	if err != nil {
		t.Fatal(err)
	}
	photo := image.NewRGBA(image.Rect(0, 0, 320, 240))
	for i := range photo.Pix {
		photo.Pix[i] = uint8(i * i >> 5)
	}
	photo.Set(1, 1, color.White)
	var jpg, xlsx bytes.Buffer
	if err := jpeg.Encode(&jpg, photo, nil); err != nil {
		t.Fatal(err)
	}
	rows := [][]string{{"Name", "Text", "Anzahl", "Bild"}}
	for i := range 20 {
		rows = append(rows, []string{fmt.Sprintf("Fox %d", i), "Says \"hello\", runs; away\nand back", strconv.Itoa(i), "fox.png"})
	}
	if err := spreadsheet.WriteXLSX(&xlsx, []spreadsheet.Sheet{{Name: "Cards", Rows: rows}}); err != nil {
		t.Fatal(err)
	}
	var csv bytes.Buffer
	if err := spreadsheet.WriteCSV(&csv, rows, ';'); err != nil {
		t.Fatal(err)
	}
	font, err := layout.Files.ReadFile("fonts/NotoSansHebrew-Regular.ttf")
	if err != nil {
		t.Fatal(err)
	}
	trial := func(name string) []byte {
		data, err := os.ReadFile("../../../layout/shape/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	others := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join("../../../layout/testdata/pictures", name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	return []patient{
		{"png", painted, readPicture}, {"png, sums right", painted, readPicture}, {"jpeg", jpg.Bytes(), readPicture},
		{"jpeg, progressive", others("progressive.jpg"), readPicture}, {"jpeg, turned", others("turned-6.jpg"), readPicture}, {"webp", others("clear.webp"), readPicture}, {"svg", []byte(drawing), readDrawing}, {"svg, painted", []byte(paintedDrawing), readDrawing},
		{"ttf", font, readFont}, {"otf", trial("trial.otf"), readFont}, {"ttf, variable", trial("trial-variable.ttf"), readFont}, {"csv", csv.Bytes(), readTable("cards.csv")}, {"xlsx", xlsx.Bytes(), readTable("cards.xlsx")}, {"xlsx parts", xlsx.Bytes(), readTable("cards.xlsx")},
	}
}

// mutate damages a file as disks, mail and people do.
func mutate(file []byte, r *rand.Rand) []byte {
	out := bytes.Clone(file)
	for range 1 + r.IntN(4) {
		if len(out) < 8 {
			break
		}
		at := r.IntN(len(out) - 4)
		end := min(len(out), at+1+r.IntN(200))
		switch r.IntN(8) {
		case 0:
			out[at] ^= 1 << r.IntN(8)
		case 1:
			out = append(out[:at:at], out[end:]...)
		case 2:
			out = append(out[:end:end], out[at:]...)
		case 3:
			out = out[:at]
		case 4: // a number as large, or as small, as it can be
			binary.BigEndian.PutUint32(out[at:], []uint32{0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x10000}[r.IntN(6)])
		case 5:
			binary.BigEndian.PutUint16(out[at:], []uint16{0, 0xFFFF, 0x7FFF, 0x8000}[r.IntN(4)])
		case 6:
			out = append(out[:at:at], append([]byte([]string{"1e99", "-", "\x00", "<g>", "\"", ";;;;", "url(#g)", "999999999", "&lol;", "\xff\xd9"}[r.IntN(10)]), out[at:]...)...)
		case 7:
			from := r.IntN(len(out) - 4)
			copy(out[at:], out[from:min(len(out), from+r.IntN(64))])
		}
	}
	return out
}

// mutateParts damages what is packed in an archive, and packs it again.
func mutateParts(file []byte, r *rand.Rand) []byte {
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return file
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	victim := r.IntN(len(z.File))
	for i, part := range z.File {
		from, err := part.Open()
		if err != nil {
			return file
		}
		data, _ := io.ReadAll(from)
		if i == victim {
			data = mutate(data, r)
		}
		to, err := w.Create(part.Name)
		if err != nil {
			return file
		}
		to.Write(data)
	}
	w.Close()
	return b.Bytes()
}

// putSums puts the sums of the parts of a PNG file right, so that what is in
// them is looked at.
func putSums(file []byte) {
	for at := 8; at+12 <= len(file); {
		n := int(binary.BigEndian.Uint32(file[at:]))
		if n < 0 || n > len(file)-at-12 {
			return
		}
		binary.BigEndian.PutUint32(file[at+8+n:], crc32.ChecksumIEEE(file[at+4:at+8+n]))
		at += 12 + n
	}
}

// tried reads a mutant and says what it cost.
func tried(t *testing.T, p patient, file []byte, i int) (took time.Duration, taken uint64, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	func() {
		defer func() {
			if v := recover(); v != nil {
				t.Errorf("%s, mutant %d: panic: %v", p.name, i, v)
			}
		}()
		err = p.read(file)
	}()
	took = time.Since(began)
	runtime.ReadMemStats(&after)
	return took, after.TotalAlloc - before.TotalAlloc, err
}

// Damaged pictures, drawings, fonts and tables are refused, or read as what is
// left of them: at once, in little memory, and never by a panic. KITPRESS_LONG
// tries 10,000 of them.
func TestMutants(t *testing.T) {
	n := 30
	if os.Getenv("KITPRESS_LONG") != "" {
		n = 720 // of each of fourteen
	}
	slowest, largest := time.Duration(0), uint64(0)
	for _, p := range patients(t) {
		if err := p.read(p.file); err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		refused := 0
		for i := range n {
			r := rand.New(rand.NewPCG(uint64(i), uint64(len(p.name))))
			file := mutate(p.file, r)
			switch p.name {
			case "xlsx parts":
				file = mutateParts(p.file, r)
			case "png, sums right":
				putSums(file)
			}
			took, taken, err := tried(t, p, file, i)
			if took > longestMutant { // a busy machine stands still for a while; a bad file is slow again
				again, _, _ := tried(t, p, file, i)
				took = min(took, again)
			}
			if err != nil {
				refused++
			}
			slowest, largest = max(slowest, took), max(largest, taken)
			if took > longestMutant || taken > mostMutant {
				t.Errorf("%s, mutant %d: %v, %d MiB", p.name, i, took, taken>>20)
			}
		}
		t.Logf("%s: %d of %d refused", p.name, refused, n)
	}
	t.Logf("%v and %d MiB at most", slowest, largest>>20)
}

// A build of damaged files leaves them, and the kit there was, as they are.
func TestMutantsTouchNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	paint(t, filepath.Join(dir, "p.png"), 3)
	writeFile(t, filepath.Join(dir, "deck.csv"), []byte("Name;Text;Bild;Anzahl\nFuchs;Sagt nichts.;p.png;2\nEule;Sieht alles.;;1\n"))
	pack, kit := filepath.Join(dir, "deck"), filepath.Join(dir, "kit")
	kitpress(t, "import", filepath.Join(dir, "deck.csv"), "-o", pack, "--lang", "de")
	kitpress(t, "build", "--catalog", pack, "-q", "-o", kit)
	good := treeOf(t, kit)
	for i := range 6 {
		for _, name := range []string{"deck.csv", "art/p.png", "cards.yaml"} {
			file := filepath.Join(pack, filepath.FromSlash(name))
			was, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			writeFile(t, file, mutate(was, rand.New(rand.NewPCG(uint64(i), 7))))
			before := treeOf(t, pack)
			code, _, _ := run(t.Context(), nil, "build", "--catalog", pack, "-q", "-o", kit)
			if treeOf(t, pack) != before {
				t.Errorf("%s, mutant %d: a file of the game was changed", name, i)
			}
			if code != 0 && treeOf(t, kit) != good {
				t.Errorf("%s, mutant %d: the kit is another one", name, i)
			}
			writeFile(t, file, was)
			kitpress(t, "build", "--catalog", pack, "-q", "-o", kit)
		}
	}
}

// treeOf returns the names and the content of all files below a folder.
func treeOf(t *testing.T, dir string) string {
	t.Helper()
	var b bytes.Buffer
	if err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		fmt.Fprintln(&b, name, len(data))
		b.Write(data)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
