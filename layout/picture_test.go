package layout

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"strings"
	"testing"
)

func pngFile(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func jpegFile(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// painted fills a picture with one colour.
func painted(img interface {
	image.Image
	Set(x, y int, c color.Color)
}, c color.Color) image.Image {
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			img.Set(x, y, c)
		}
	}
	return img
}

// Whatever kind of PNG or JPEG a picture is, it keeps its colours, or how
// bright they are, and can be stored by every format.
func TestReadPicture(t *testing.T) {
	box := image.Rect(0, 0, 6, 4)
	red, half := color.NRGBA{200, 40, 0, 255}, color.NRGBA{200, 40, 0, 100}
	for name, data := range map[string][]byte{
		"opaque PNG":           pngFile(t, painted(image.NewRGBA(box), red)),
		"PNG of 16 bits":       pngFile(t, painted(image.NewRGBA64(box), red)),
		"PNG with a palette":   pngFile(t, painted(image.NewPaletted(box, color.Palette{color.Black, red}), red)),
		"PNG with a clear one": pngFile(t, painted(image.NewPaletted(box, color.Palette{color.Transparent, red}), red)),
		"PNG you see through":  pngFile(t, painted(image.NewNRGBA(box), half)),
		"JPEG":                 jpegFile(t, painted(image.NewRGBA(box), red)),
	} {
		for _, grey := range []bool{false, true} {
			p, err := ReadPicture(data, Print{Grey: grey})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if p.Kind == "PNG" && !simplePNG(p.File) {
				t.Errorf("%s: stored in a way not all formats can", name)
			}
			img, kind, err := image.Decode(bytes.NewReader(p.File))
			if err != nil || !strings.EqualFold(kind, p.Kind) || p.Pixels != (Size{6, 4}) || img.Bounds().Size() != (image.Point{6, 4}) {
				t.Fatalf("%s: a %s of %v, %v", name, kind, p.Pixels, err)
			}
			want := red
			if name == "PNG you see through" {
				want = half
			}
			if grey {
				want.R, want.G, want.B = 83, 83, 83
			}
			got := color.NRGBAModel.Convert(img.At(3, 2)).(color.NRGBA)
			if far(got.R, want.R) || far(got.G, want.G) || far(got.B, want.B) || got.A != want.A {
				t.Errorf("%s, grey %v: %v, want %v", name, grey, got, want)
			}
		}
	}
}

func far(a, b uint8) bool { return max(a, b)-min(a, b) > 3 }

// What cannot be printed as it was meant is an error that says why.
func TestReadPictureRefuses(t *testing.T) {
	good := jpegFile(t, painted(image.NewRGBA(image.Rect(0, 0, 64, 64)), color.White))
	huge := pngFile(t, image.NewGray(image.Rect(0, 0, 1, 1)))
	copy(huge[16:], "\x00\x01\x00\x00\x00\x01\x00\x00") // 65536 × 65536
	for _, c := range []struct {
		data []byte
		want string
	}{
		{[]byte("GIF89a"), "no PNG, JPEG or WebP"},
		{good[:len(good)/2], "damaged"},
		{good[:40], "damaged"},
		{[]byte("RIFF\x10\x00\x00\x00WEBPVP8 "), "damaged"},
		{huge, ""}, // the checksum is wrong, or it is too large
	} {
		if _, err := ReadPicture(c.data, Print{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want an error about %q", err, c.want)
		}
	}
}

// Pictures of other programs, all of the same four squares, are seen as those
// programs show them, whatever stands in the file.
func TestPicturesOfOtherPrograms(t *testing.T) {
	files, err := os.ReadDir("testdata/pictures")
	if err != nil || len(files) < 15 {
		t.Fatal(len(files), err)
	}
	for _, f := range files {
		data, err := os.ReadFile("testdata/pictures/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, grey := range []bool{false, true} {
			p, err := ReadPicture(data, Print{Grey: grey})
			if err != nil {
				t.Errorf("%s: %v", f.Name(), err)
				continue
			}
			if p.Kind == "PNG" && !simplePNG(p.File) || p.Kind == "WebP" || p.Pixels != (Size{48, 32}) {
				t.Errorf("%s is stored as a %s of %v", f.Name(), p.Kind, p.Pixels)
			}
			img, _, err := image.Decode(bytes.NewReader(p.File))
			if err != nil {
				t.Fatal(err)
			}
			if img.ColorModel() == color.CMYKModel {
				t.Errorf("%s is stored in CMYK", f.Name())
			}
			alpha := uint8(255)
			if f.Name() == "clear.webp" {
				alpha = 100
			}
			for at, want := range map[image.Point]color.NRGBA{{12, 8}: {200, 40, 0, alpha}, {36, 8}: {0, 160, 60, alpha}, {12, 24}: {20, 60, 200, alpha}, {36, 24}: {255, 255, 255, alpha}} {
				if grey || f.Name() == "grey.jpg" {
					y := color.GrayModel.Convert(color.NRGBA{want.R, want.G, want.B, 255}).(color.Gray).Y
					want.R, want.G, want.B = y, y, y
				}
				got := color.NRGBAModel.Convert(img.At(at.X, at.Y)).(color.NRGBA)
				if off(got.R, want.R) || off(got.G, want.G) || off(got.B, want.B) || got.A != want.A {
					t.Errorf("%s, grey %v, at %v: %v, want %v", f.Name(), grey, at, got, want)
				}
			}
		}
	}
}

// off allows for what is lost twice where a picture is stored anew.
func off(a, b uint8) bool { return max(a, b)-min(a, b) > 8 }

// Fewer pixels are the means of those they cover, also where these do not go
// into them evenly.
func TestReducedPicture(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 5, 3))
	for i := range img.Pix {
		img.Pix[i] = uint8(10 * (i % 5))
	}
	out := reduced(img, 2, 2)
	for x, want := range []uint8{8, 32} { // (0 + 10 + 20/2) / 2.5 and (20/2 + 30 + 40) / 2.5
		for y := range 2 {
			if got := out.RGBAAt(x, y); got != (color.RGBA{want, want, want, 255}) {
				t.Errorf("%d, %d is %v, want %d", x, y, got, want)
			}
		}
	}
	if whole := reduced(img, 5, 3); whole.RGBAAt(3, 2) != (color.RGBA{30, 30, 30, 255}) {
		t.Error("as many pixels are others than before")
	}
}
