package png_test

import (
	"image/color"
	"math"
	"math/rand"
	"os"
	"testing"

	"kitpress/layout"
	"kitpress/output/outputtest"
	"kitpress/output/png"
)

// A dice draws scenes nobody would think of, near the page and far from it.
type dice struct {
	*rand.Rand
	face    *layout.Face
	code    *layout.Code
	picture *layout.Picture
	symbols []*layout.Symbol
}

func (d *dice) length() layout.Length {
	switch d.Intn(12) {
	case 0:
		return []layout.Length{0, 1, -1, math.MaxInt32, math.MinInt32, 1 << 28}[d.Intn(6)]
	case 1:
		return layout.Length(d.Uint32())
	}
	return layout.Length(d.Intn(60000) - 15000)
}

func (d *dice) at() layout.Point { return layout.Point{X: d.length(), Y: d.length()} }

func (d *dice) matrix() layout.Matrix {
	number := func() float64 {
		if d.Intn(20) == 0 {
			return []float64{0, math.NaN(), math.Inf(1), math.Inf(-1), 1e300, 1e-300, -1e9}[d.Intn(7)]
		}
		return d.Float64()*4 - 2
	}
	if d.Intn(3) == 0 {
		return layout.Rotate(float64(d.Intn(8) * 45)).Then(layout.Translate(d.at()))
	}
	return layout.Matrix{A: number(), B: number(), C: number(), D: number(), E: number() * 10000, F: number() * 10000}
}

func (d *dice) paint() *layout.Paint {
	return paint(uint8(d.Intn(256)), uint8(d.Intn(256)), uint8(d.Intn(256)))
}

func (d *dice) outline() layout.Outline {
	var o layout.Outline
	for range d.Intn(4) {
		o.Move(d.at())
		for range d.Intn(6) {
			switch d.Intn(4) {
			case 0:
				o.Close()
			case 1:
				o.Cubic(d.at(), d.at(), d.at())
			default:
				o.Line(d.at())
			}
		}
	}
	return o
}

func (d *dice) items(depth int) []layout.Item {
	var items []layout.Item
	for range d.Intn(7) {
		items = append(items, d.item(depth))
	}
	return items
}

func (d *dice) item(depth int) layout.Item {
	n := d.Intn(9)
	if depth > 4 {
		n = d.Intn(6)
	}
	switch n {
	case 0:
		return &layout.Text{At: d.at(), Face: d.face, Size: max(1, d.length()), Content: "Äg", Tracking: d.length(), Fill: d.paint()}
	case 1:
		return &layout.QR{At: d.at(), Module: layout.Length(1 + d.Intn(2000)), Code: d.code}
	case 2:
		return &layout.Image{Rect: layout.Rect{X: d.length(), Y: d.length(), W: d.length(), H: d.length()}, Picture: d.picture}
	case 3, 4:
		return &layout.Path{Outline: d.outline(), Fill: d.paint()}
	case 5:
		s := &layout.Stroke{Paint: d.paint(), Width: layout.Length(1 + d.Intn(9000)), Round: d.Intn(2) == 0}
		for range d.Intn(4) {
			s.Dash = append(s.Dash, d.length())
		}
		return &layout.Path{Outline: d.outline(), Stroke: s}
	case 6:
		if len(d.symbols) > 0 {
			return &layout.Use{Symbol: d.symbols[d.Intn(len(d.symbols))], Transform: d.matrix()}
		}
	}
	g := &layout.Group{Transform: d.matrix(), Items: d.items(depth + 1)}
	if d.Intn(2) == 0 {
		o := d.outline()
		g.Clip = &o
	}
	return g
}

func newDice(t testing.TB, seed int64) *dice {
	fonts, err := outputtest.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	var codes layout.Codes
	code, err := codes.Encode("HTTPS://EXAMPLE.ORG/C/ABCD")
	if err != nil {
		t.Fatal(err)
	}
	d := &dice{Rand: rand.New(rand.NewSource(seed)), face: fonts.Face("de", 400), code: code, picture: &layout.Picture{File: checkered(t), Kind: "PNG"}}
	for range 3 {
		d.symbols = append(d.symbols, &layout.Symbol{Box: layout.Rect{X: -20000, Y: -20000, W: 60000, H: 60000}, Items: d.items(3)})
	}
	return d
}

// Whatever is drawn, nothing breaks, and outside a clip the paper stays white.
func checkRandom(t *testing.T, seed int64) {
	d := newDice(t, seed)
	clip := layout.RectOutline(layout.Rect{X: 2540, Y: 2540, W: 10160, H: 10160}, 0)
	s := scene(15240, 15240, &layout.Group{Clip: &clip, Items: d.items(0)})
	img, err := new(png.Renderer).Render(s, png.Options{DPI: 100})
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	for y := range 60 {
		for x := range 60 {
			c := img.RGBAAt(x, y)
			if c.A != 255 || (x < 10 || y < 10 || x >= 50 || y >= 50) && c != (color.RGBA{255, 255, 255, 255}) {
				t.Fatalf("seed %d: pixel %d, %d is %v", seed, x, y, c)
			}
		}
	}
	if _, err := new(png.Renderer).RenderGray(s, png.Options{DPI: 37}); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
}

func TestRandomScenes(t *testing.T) {
	seeds := int64(150)
	if os.Getenv("KITPRESS_LONG") != "" {
		seeds = 500
	}
	for seed := range seeds {
		checkRandom(t, seed)
	}
}

func FuzzRender(f *testing.F) {
	f.Add(int64(1))
	f.Fuzz(checkRandom)
}
