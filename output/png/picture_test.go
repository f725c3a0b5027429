package png_test

import (
	"bytes"
	"image"
	"image/color"
	stdpng "image/png"
	"testing"

	"kitpress/layout"
	"kitpress/output/png"
)

// checkered returns a picture of 8 × 8 fields of 4 × 4 pixels.
func checkered(t testing.TB) []byte {
	m := image.NewRGBA(image.Rect(0, 0, 32, 32))
	for y := range 32 {
		for x := range 32 {
			m.SetRGBA(x, y, color.RGBA{uint8(200 * ((x/4 + y/4) % 2)), uint8(8 * x), uint8(8 * y), 255})
		}
	}
	var b bytes.Buffer
	if err := stdpng.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func picture(t *testing.T, x, y, w, h layout.Length) *layout.Image {
	return &layout.Image{Rect: layout.Rect{X: x, Y: y, W: w, H: h}, Picture: &layout.Picture{File: checkered(t), Kind: "PNG", Pixels: layout.Size{W: 32, H: 32}}}
}

// A picture drawn at its own resolution keeps its pixels, turned or not.
func TestPictureAsItIs(t *testing.T) {
	want, err := stdpng.Decode(bytes.NewReader(checkered(t)))
	if err != nil {
		t.Fatal(err)
	}
	side := 32 * px
	for turn, from := range map[float64]func(x, y int) (int, int){
		0:   func(x, y int) (int, int) { return x, y },
		90:  func(x, y int) (int, int) { return y, 31 - x },
		180: func(x, y int) (int, int) { return 31 - x, 31 - y },
	} {
		m := layout.Translate(layout.Point{X: -side / 2, Y: -side / 2}).Then(layout.Rotate(turn)).Then(layout.Translate(layout.Point{X: 26 * px, Y: 26 * px}))
		img := render(t, scene(52*px, 52*px, &layout.Group{Transform: m, Items: []layout.Item{picture(t, 0, 0, side, side)}}), png.Options{DPI: 200})
		for y := range 52 {
			for x := range 52 {
				c := color.RGBA{255, 255, 255, 255}
				if image.Pt(x, y).In(image.Rect(10, 10, 42, 42)) {
					c = want.At(from(x-10, y-10)).(color.RGBA)
				}
				if got := img.RGBAAt(x, y); !near(got, c, 1) {
					t.Fatalf("turned by %g: pixel %d, %d is %v, want %v", turn, x, y, got, c)
				}
			}
		}
	}
}

// A picture that is scaled keeps its colours where they were, and its edges.
func TestPictureScaled(t *testing.T) {
	for _, fields := range []layout.Length{40, 7, 3} { // pixels a field
		side := 8 * fields * px
		img := render(t, scene(side+20*px, side+20*px, picture(t, 10*px, 10*px, side, side)), png.Options{DPI: 200})
		for y := range 8 {
			for x := range 8 {
				c := img.RGBAAt(10+int(fields)*x+int(fields)/2, 10+int(fields)*y+int(fields)/2)
				if want := 200 * ((x + y) % 2); int(c.R) < want-40 || int(c.R) > want+40 {
					t.Errorf("field %d, %d at %d pixels is %v", x, y, fields, c)
				}
			}
		}
		if a, b := img.RGBAAt(9, 30), img.RGBAAt(30, 10+int(8*fields)); a != b || a != (color.RGBA{255, 255, 255, 255}) {
			t.Errorf("at %d pixels a field: pixels beside the picture are %v and %v", fields, a, b)
		}
	}
}

// A picture that cannot be read is an error, not a gap.
func TestDamagedPicture(t *testing.T) {
	it := picture(t, 0, 0, 5000, 5000)
	it.Picture.File = it.Picture.File[:len(it.Picture.File)/2]
	if _, err := new(png.Renderer).Render(scene(9000, 9000, it), png.Options{}); err == nil {
		t.Error("half a picture is taken for one")
	}
}

// What a picture lets through is seen through it.
func TestPictureOpacity(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 20, 20))
	for i := 0; i < len(m.Pix); i += 4 {
		copy(m.Pix[i:], []byte{200, 0, 0, 128})
		if i >= len(m.Pix)/2 {
			m.Pix[i+3] = 0
		}
	}
	var b bytes.Buffer
	if err := stdpng.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	side := 20 * px
	ground := &layout.Path{Outline: layout.RectOutline(layout.Rect{W: side, H: side}, 0), Fill: &layout.Paint{RGB: [3]uint8{0, 0, 200}}}
	img := render(t, scene(side, side, ground, &layout.Image{Rect: layout.Rect{W: side, H: side}, Picture: &layout.Picture{File: b.Bytes(), Kind: "PNG", Pixels: layout.Size{W: 20, H: 20}}}), png.Options{DPI: 200})
	if half, none := img.RGBAAt(10, 5), img.RGBAAt(10, 15); !near(half, color.RGBA{100, 0, 100, 255}, 3) || !near(none, color.RGBA{0, 0, 200, 255}, 1) {
		t.Errorf("through half of it %v is seen, through none %v", half, none)
	}
}
