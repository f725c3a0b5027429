package output_test

import (
	"bytes"
	"math/rand"
	"strings"
	"testing"

	"kitpress/layout"
	"kitpress/output"
	"kitpress/output/outputtest"
)

// readers read back what formats write.
var readers = map[string]func([]byte) ([]outputtest.Page, error){
	"pdf": pdfPages,
	"png": outputtest.PNGPage,
	"svg": outputtest.SVGPage,
}

// Every format is listed under a name of its own and can be read back by the
// contract suite.
func TestFormats(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range output.Formats() {
		if seen[f.Name] || seen[f.Ext] || f.Name == "" || !strings.HasPrefix(f.Ext, ".") || (f.Write == nil) == (f.WritePage == nil) {
			t.Errorf("format %+v is incomplete or there twice", f)
		}
		seen[f.Name], seen[f.Ext] = true, true
		read, ok := readers[f.Name]
		if !ok {
			t.Errorf("format %s has no reader: add one, so that it is tried with the contract suite", f.Name)
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			try(t, contract{Name: f.Name, Write: f.Write, WritePage: f.WritePage, Read: read})
		})
	}
}

// A document becomes one file, or one for each page, numbered so that they
// sort.
func TestFiles(t *testing.T) {
	d := &layout.Document{Name: "deck", Title: "Deck"}
	for range 11 {
		d.Pages = append(d.Pages, layout.Page{Scene: &layout.Scene{Size: layout.Size{W: 10000, H: 20000}}})
	}
	for _, f := range output.Formats() {
		files := f.Files(d)
		pages := 0
		for i, file := range files {
			var b bytes.Buffer
			if err := file.Write(&b); err != nil {
				t.Fatal(err)
			}
			found, err := readers[f.Name](b.Bytes())
			if err != nil || len(found) != file.Pages {
				t.Errorf("%s has %d pages (%v), want %d", file.Name, len(found), err, file.Pages)
			}
			pages += file.Pages
			if i > 0 && file.Name <= files[i-1].Name {
				t.Errorf("%s sorts before %s", file.Name, files[i-1].Name)
			}
			if f.WritePage != nil && i == 1 && file.Name != "deck-02"+f.Ext || f.Write != nil && file.Name != "deck"+f.Ext {
				t.Errorf("%s: file %d is called %s", f.Name, i+1, file.Name)
			}
		}
		if pages != len(d.Pages) {
			t.Errorf("%s: %d pages in all", f.Name, pages)
		}
		if single := f.Files(&layout.Document{Name: "one", Pages: d.Pages[:1]}); single[0].Name != "one"+f.Ext {
			t.Errorf("%s: the file of one page is called %s", f.Name, single[0].Name)
		}
	}
}

// A tosser draws shapes nobody would think of.
type tosser struct {
	*rand.Rand
	symbols []*layout.Symbol
	face    *layout.Face
}

func (d *tosser) point() layout.Point {
	return layout.Point{X: layout.Length(d.Intn(60000) - 10000), Y: layout.Length(d.Intn(60000) - 10000)}
}

func (d *tosser) outline() layout.Outline {
	switch d.Intn(4) {
	case 0:
		p := d.point()
		return layout.RectOutline(layout.Rect{X: p.X, Y: p.Y, W: layout.Length(1 + d.Intn(30000)), H: layout.Length(1 + d.Intn(30000))}, layout.Length(d.Intn(3)*2000))
	case 1:
		return layout.EllipseOutline(d.point(), layout.Length(1+d.Intn(20000)), layout.Length(1+d.Intn(20000)))
	case 2:
		return layout.PolygonOutline(d.point(), d.point(), d.point(), d.point(), d.point()) // crosses itself
	}
	o := layout.PolylineOutline(d.point(), d.point())
	o.Cubic(d.point(), d.point(), d.point())
	return o
}

func (d *tosser) matrix() layout.Matrix {
	turn := layout.Rotate([]float64{0, 90, 180, 33, 271.5}[d.Intn(5)])
	return layout.Scale(.2+d.Float64(), .2+d.Float64()).Then(turn).Then(layout.Translate(layout.Point{X: layout.Length(d.Intn(40000)), Y: layout.Length(d.Intn(40000))}))
}

func (d *tosser) items(depth int) []layout.Item {
	var items []layout.Item
	for range 1 + d.Intn(5) {
		fill := &layout.Paint{RGB: [3]uint8{uint8(d.Intn(256)), uint8(d.Intn(256)), uint8(d.Intn(256))}}
		switch n := d.Intn(9); {
		case n < 4 || depth > 3:
			items = append(items, &layout.Path{Outline: d.outline(), Fill: fill})
		case n < 5:
			items = append(items, &layout.Text{At: d.point(), Face: d.face, Size: layout.Length(5000 + d.Intn(20000)), Content: "Qx8&", Tracking: layout.Length(d.Intn(500)), Fill: fill})
		case n < 7 && len(d.symbols) > 0:
			items = append(items, &layout.Use{Symbol: d.symbols[d.Intn(len(d.symbols))], Transform: d.matrix()})
		default:
			g := &layout.Group{Transform: d.matrix(), Items: d.items(depth + 1)}
			if d.Intn(2) == 0 {
				o := d.outline()
				g.Clip = &o
			}
			items = append(items, g)
		}
	}
	return items
}

// All formats show the same picture: their readers share nothing with the
// writers, and the pixels of one are drawn by other code than the shapes of
// another are found with.
func TestFormatsShowTheSame(t *testing.T) {
	fonts, err := outputtest.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	compared, size := 0, layout.Size{W: 40000, H: 40000}
	for seed := range int64(60) {
		d := &tosser{Rand: rand.New(rand.NewSource(seed)), face: fonts.Face("de", 700)}
		for range 2 {
			d.symbols = append(d.symbols, &layout.Symbol{Box: layout.Rect{X: -200000, Y: -200000, W: 400000, H: 400000}, Items: d.items(2)})
		}
		doc := &layout.Document{Name: "toss", Title: "Toss", Pages: []layout.Page{{Scene: &layout.Scene{Size: size, Items: d.items(0)}}}}
		shown := map[string]outputtest.Page{}
		for _, f := range output.Formats() {
			var b bytes.Buffer
			if err := f.Files(doc)[0].Write(&b); err != nil {
				t.Fatal(err)
			}
			pages, err := readers[f.Name](b.Bytes())
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, f.Name, err)
			}
			shown[f.Name] = pages[0]
		}
		for range 300 {
			at := layout.Point{X: 500 + layout.Length(d.Intn(39000)), Y: 500 + layout.Length(d.Intn(39000))}
			flat, want := true, shown["png"].ColourAt(at)
			for _, by := range []layout.Point{{X: -170}, {X: 170}, {Y: -170}, {Y: 170}} {
				flat = flat && shown["png"].ColourAt(at.Add(by)) == want
			}
			if !flat {
				continue
			}
			compared++
			if got := shown["svg"].ColourAt(at); got != want {
				t.Errorf("seed %d: at %s, %s mm svg shows %v, png %v", seed, at.X, at.Y, got, want)
			}
			// The reader of PDF files knows no letters as shapes.
			if got := shown["pdf"].ColourAt(at); got != want && got != shown["svg"].ColourAt(at) && !hasText(doc.Pages[0].Scene.Items) {
				t.Errorf("seed %d: at %s, %s mm pdf shows %v, png %v", seed, at.X, at.Y, got, want)
			}
		}
	}
	if compared < 6000 {
		t.Errorf("only %d points could be compared", compared)
	}
}

func hasText(items []layout.Item) bool {
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			return true
		case *layout.Group:
			if hasText(it.Items) {
				return true
			}
		case *layout.Use:
			if hasText(it.Symbol.Items) {
				return true
			}
		}
	}
	return false
}
