package layout

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
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
			p, err := ReadPicture(data, grey)
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
	lying := append([]byte("\xFF\xD8\xFF\xE1\x00\x22Exif\x00\x00MM\x00\x2A\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"), good[2:]...)
	huge := pngFile(t, image.NewGray(image.Rect(0, 0, 1, 1)))
	copy(huge[16:], "\x00\x01\x00\x00\x00\x01\x00\x00") // 65536 × 65536
	for _, c := range []struct {
		data []byte
		want string
	}{
		{[]byte("GIF89a"), "neither a PNG nor a JPEG"},
		{good[:len(good)/2], "damaged"},
		{good[:40], "damaged"},
		{lying, "lies on its side"},
		{huge, ""}, // the checksum is wrong, or it is too large
	} {
		if _, err := ReadPicture(c.data, false); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want an error about %q", err, c.want)
		}
	}
	upright := bytes.Clone(lying)
	upright[31] = 1
	if _, err := ReadPicture(upright, false); err != nil {
		t.Error(err)
	}
}
