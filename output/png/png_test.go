package png_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	stdpng "image/png"
	"testing"

	"kitpress/layout"
	"kitpress/output/png"
)

func scene(w, h layout.Length, items ...layout.Item) *layout.Scene {
	return &layout.Scene{Size: layout.Size{W: w, H: h}, Items: items}
}

func paint(r, g, b uint8) *layout.Paint { return &layout.Paint{RGB: [3]uint8{r, g, b}} }

func box(x, y, w, h layout.Length, fill *layout.Paint) *layout.Path {
	return &layout.Path{Outline: layout.RectOutline(layout.Rect{X: x, Y: y, W: w, H: h}, 0), Fill: fill}
}

func render(t *testing.T, s *layout.Scene, o png.Options) *image.RGBA {
	t.Helper()
	img, err := new(png.Renderer).Render(s, o)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// A picture has round(mm × dpi / 25.4) pixels on each side.
func TestSize(t *testing.T) {
	for _, test := range []struct {
		w, h, bleed layout.Length
		o           png.Options
		want        image.Point
	}{
		{210000, 297000, 0, png.Options{DPI: 200}, image.Pt(1654, 2339)},
		{63000, 88000, 3000, png.Options{}, image.Pt(744, 1039)},
		{63000, 88000, 3000, png.Options{Bleed: true}, image.Pt(815, 1110)},
		{63123, 88001, 0, png.Options{DPI: 72}, image.Pt(179, 249)},
		{10, 10, 0, png.Options{DPI: 72}, image.Pt(1, 1)},
	} {
		s := scene(test.w, test.h)
		s.Bleed = test.bleed
		if got := render(t, s, test.o).Rect; got != (image.Rectangle{Max: test.want}) || test.o.Size(s) != test.want {
			t.Errorf("%s × %s mm with %+v is %v, want %v", test.w, test.h, test.o, got, test.want)
		}
	}
	for _, dpi := range []float64{-1, 1, 5000} {
		if _, err := new(png.Renderer).Render(scene(1000, 1000), png.Options{DPI: dpi}); err == nil {
			t.Errorf("%g dpi are taken", dpi)
		}
	}
	if _, err := new(png.Renderer).Render(scene(2000000, 2000000), png.Options{DPI: 1200}); err == nil {
		t.Error("billions of pixels are taken")
	}
}

// What bleeds lies outside the trim, on all sides alike.
func TestBleed(t *testing.T) {
	s := scene(25400, 25400, box(-2540, -2540, 25400+2*2540, 25400+2*2540, paint(255, 0, 0)), box(0, 0, 25400, 25400, paint(0, 0, 255)))
	s.Bleed = 2540
	img := render(t, s, png.Options{DPI: 100, Bleed: true})
	for _, p := range []struct {
		x, y int
		want color.RGBA
	}{{0, 0, color.RGBA{255, 0, 0, 255}}, {9, 60, color.RGBA{255, 0, 0, 255}}, {10, 10, color.RGBA{0, 0, 255, 255}}, {109, 109, color.RGBA{0, 0, 255, 255}}, {110, 60, color.RGBA{255, 0, 0, 255}}} {
		if got := img.RGBAAt(p.x, p.y); got != p.want {
			t.Errorf("pixel %d, %d is %v, want %v", p.x, p.y, got, p.want)
		}
	}
}

func encode(t *testing.T, img image.Image, dpi float64) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := new(png.Encoder).Encode(&b, img, dpi); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A file says its size and the meaning of its colours, and holds the very
// pixels; without colours it has one byte a pixel.
func TestEncode(t *testing.T) {
	colour := render(t, scene(20000, 10000, box(1234, 1234, 5000, 5000, paint(255, 0, 0)), box(4321, 2345, 7777, 1111, paint(1, 2, 3))), png.Options{DPI: 300})
	shades := render(t, scene(20000, 10000, box(1234, 1234, 5000, 5000, paint(70, 70, 70))), png.Options{DPI: 300})
	grey, err := new(png.Renderer).RenderGray(scene(20000, 10000, box(1234, 1234, 5000, 5000, paint(255, 0, 0))), png.Options{DPI: 300})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		img  image.Image
		kind byte
	}{{"colour", colour, 2}, {"shades", shades, 0}, {"grey", grey, 0}} {
		file := encode(t, test.img, 300)
		if kind := file[25]; kind != test.kind {
			t.Errorf("%s: colour type is %d, want %d", test.name, kind, test.kind)
		}
		if at := bytes.Index(file, []byte("pHYs")); at < 0 || binary.BigEndian.Uint32(file[at+4:]) != 11811 || binary.BigEndian.Uint32(file[at+8:]) != 11811 || file[at+12] != 1 {
			t.Errorf("%s: file does not say 11811 pixels a metre", test.name)
		}
		if !bytes.Contains(file, []byte("\x00\x00\x00\x01sRGB\x00")) {
			t.Errorf("%s: file does not say sRGB", test.name)
		}
		again, err := stdpng.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		for y := range test.img.Bounds().Dy() {
			for x := range test.img.Bounds().Dx() {
				r, g, b, a := test.img.At(x, y).RGBA()
				if r2, g2, b2, a2 := again.At(x, y).RGBA(); r != r2 || g != g2 || b != b2 || a != a2 {
					t.Fatalf("%s: pixel %d, %d has changed", test.name, x, y)
				}
			}
		}
	}
}
