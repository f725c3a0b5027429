package png_test

import (
	"image"
	"math"
	"testing"

	"kitpress/layout"
	"kitpress/layout/shape"
	"kitpress/output/outputtest"
	"kitpress/output/png"
)

// middle returns the middle of all that is dark, in pixels.
func middle(m *image.Gray) (x, y float64) {
	sum := 0.0
	for i, v := range m.Pix {
		w := float64(255 - v)
		sum += w
		x += w * (float64(i%m.Stride) + .5)
		y += w * (float64(i/m.Stride) + .5)
	}
	return x / sum, y / sum
}

// A letter stands where its outline does, to an eighth of a pixel, at every
// size, on its side and mirrored, in fractions of pixels too; and as dark.
func TestLetters(t *testing.T) {
	fonts, err := outputtest.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	for lang, content := range map[string]string{"de": "Räg &", "ja": "鍵を"} {
		face := fonts.Face(lang, 400)
		for i, size := range []layout.Length{900, 2300, 2301, 4000, 9000, 14000} {
			for j, m := range []layout.Matrix{layout.Identity(), layout.Rotate(90), layout.Rotate(200), layout.Scale(-1, .7)} {
				step := layout.Length(17*i + 31*j)
				place := layout.Matrix{A: m.A, B: m.B, C: m.C, D: m.D, E: float64(25000 + step), F: float64(25000 + 2*step)}
				text := &layout.Text{At: layout.Point{X: 11, Y: -7}, Face: face, Size: size, Content: content, Tracking: 40}
				var shapes []layout.Item
				x := float64(text.At.X)
				text.Words(func(w *shape.Word) {
					for _, g := range w.Glyphs {
						o := face.Outline(g.ID, size)
						shapes = append(shapes, &layout.Group{Transform: layout.Matrix{A: 1, D: 1, E: x, F: -7}, Items: []layout.Item{&layout.Path{Outline: o, Fill: layout.Black()}}})
						x += float64(g.Advance)*float64(size)/float64(face.UnitsPerEm()) + 40
					}
				})
				got := gray(t, scene(50000, 50000, &layout.Group{Transform: place, Items: []layout.Item{text}}), 200)
				want := gray(t, scene(50000, 50000, &layout.Group{Transform: place, Items: shapes}), 200)
				gx, gy := middle(got)
				wx, wy := middle(want)
				if math.Abs(gx-wx) > .13 || math.Abs(gy-wy) > .13 {
					t.Errorf("%s, %s mm, %v: letters are %.2f, %.2f pixels from their place", lang, size, m, gx-wx, gy-wy)
				}
				if a, b := dark(got), dark(want); math.Abs(a-b) > .02*b+1 {
					t.Errorf("%s, %s mm, %v: letters cover %.1f pixels, want %.1f", lang, size, m, a, b)
				}
			}
		}
	}
}

// Symbols that reach into the page from outside are seen, and so is a line
// that reaches beyond a symbol's box.
func TestSymbolsAtTheEdge(t *testing.T) {
	sym := &layout.Symbol{Box: layout.Rect{W: 8000, H: 8000}, Items: []layout.Item{
		&layout.Path{Outline: layout.RectOutline(layout.Rect{W: 8000, H: 8000}, 0), Stroke: &layout.Stroke{Paint: layout.Black(), Width: 1000}},
	}}
	for _, at := range []layout.Point{{X: -7900, Y: 1000}, {X: 1000, Y: -7900}, {X: -8400, Y: 1000}, {X: 20400, Y: 1000}, {X: 1000, Y: 20400}, {X: 19900, Y: 5000}} {
		img := gray(t, scene(20000, 20000, &layout.Use{Symbol: sym, Transform: layout.Translate(at)}), 254)
		if dark(img) < 80 {
			t.Errorf("symbol at %v is not seen", at)
		}
	}
	if far := gray(t, scene(20000, 20000, &layout.Use{Symbol: sym, Transform: layout.Translate(layout.Point{X: 30000})}), 254); dark(far) > 0 {
		t.Error("symbol beyond the page is seen")
	}
}

// Flat areas take next to nothing, whatever their colour.
func TestFlatFilesAreSmall(t *testing.T) {
	for _, fill := range []*layout.Paint{layout.White(), layout.Black(), paint(120, 30, 7)} {
		img := render(t, scene(210000, 297000, box(0, 0, 210000, 297000, fill), box(9000, 9000, 50000, 50000, paint(200, 1, 1))), png.Options{DPI: 100})
		file := encode(t, img, 100)
		if len(file) > 30_000 {
			t.Errorf("%v takes %d bytes", fill.RGB, len(file))
		}
		pages, err := outputtest.PNGPage(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := pages[0].ColourAt(layout.Point{X: 30000, Y: 30000}); got != [3]uint8{200, 1, 1} {
			t.Errorf("colour of the inner box is %v", got)
		}
		for _, p := range []layout.Point{{X: 100, Y: 100}, {X: 200000, Y: 200000}, {X: 5000, Y: 30000}} {
			if got := pages[0].ColourAt(p); got != fill.RGB {
				t.Errorf("colour at %v is %v, want %v", p, got, fill.RGB)
			}
		}
	}
}
