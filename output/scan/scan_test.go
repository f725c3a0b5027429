package scan

import (
	"errors"
	"image"
	"math/rand/v2"
	"strings"
	"testing"

	"kitpress/layout"
)

// drawn returns a picture of a code with the given number of pixels a module,
// somewhere on a larger grey one.
func drawn(t testing.TB, payload string, pixels int) (*layout.Code, *image.Gray) {
	t.Helper()
	var codes layout.Codes
	code, err := codes.Encode(payload)
	if err != nil {
		t.Fatal(err)
	}
	return code, picture(code, pixels)
}

func picture(code *layout.Code, pixels int) *image.Gray {
	quiet := layout.QuietZone * pixels
	side := code.Size*pixels + 2*quiet
	img := image.NewGray(image.Rect(0, 0, side+60, side+90))
	for i := range img.Pix {
		img.Pix[i] = 200
	}
	for y := range side {
		for x := range side {
			v := uint8(255)
			if x >= quiet && y >= quiet && code.Dark((x-quiet)/pixels, (y-quiet)/pixels) {
				v = 0
			}
			img.Pix[img.PixOffset(x+20, y+50)] = v
		}
	}
	return img
}

// Codes of every size are read as what they were made of: those for print, and
// those for screens.
func TestReadAllSizes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var codes layout.Codes
	for n := 1; n <= 300; n += 1 + n/20 {
		from := []string{"0123456789", "ABCXYZ0123456789 $%*+-./:", "https://example.org/C/%?=&_~"}[n%3]
		payload := make([]byte, n)
		for i := range payload {
			payload[i] = from[r.IntN(len(from))]
		}
		for _, encode := range []func(string) (*layout.Code, error){codes.Encode, layout.ScreenCode} {
			code, err := encode(string(payload))
			if err != nil {
				t.Fatal(err)
			}
			got, err := Read(picture(code, 4))
			if want := (Code{string(payload), code.Level, (code.Size - 17) / 4}); err != nil || *got != want {
				t.Errorf("read %+v (%v), want %+v", got, err, want)
			}
		}
	}
}

func TestRead(t *testing.T) {
	for _, payload := range []string{"HTTPS://KIT.EXAMPLE.ORG/C/D4MA-T/DE-CH", "https://example.org/topics/a?from=deck", "7", strings.Repeat("long/", 30)} {
		for _, pixels := range []int{2, 3, 5, 12} {
			code, img := drawn(t, payload, pixels)
			got, err := Read(img)
			if want := (Code{payload, code.Level, (code.Size - 17) / 4}); err != nil || *got != want {
				t.Errorf("%d pixels a module: read %+v (%v), want %+v", pixels, got, err, want)
			}
		}
	}
}

// A part of a picture is read like a picture of its own: a code that lies
// outside of it does not count.
func TestReadPart(t *testing.T) {
	_, img := drawn(t, "HTTPS://KIT.EXAMPLE.ORG/C/D4MA-T", 4)
	b := img.Bounds()
	for _, part := range []image.Rectangle{image.Rect(10, 40, b.Max.X, b.Max.Y), image.Rect(20, 50, b.Max.X-35, b.Max.Y-35)} {
		if got, err := Read(img.SubImage(part).(*image.Gray)); err != nil || got.Payload != "HTTPS://KIT.EXAMPLE.ORG/C/D4MA-T" {
			t.Errorf("%v: read %+v, %v", part, got, err)
		}
	}
	half := image.Rect(0, 0, b.Max.X, b.Max.Y/2)
	if got, err := Read(img.SubImage(half).(*image.Gray)); !errors.Is(err, ErrNoCode) {
		t.Errorf("half a code says %+v, %v", got, err)
	}
}

// A code of few pixels that is not sharp is read after a closer look.
func TestReadSmallAndBlurred(t *testing.T) {
	payload := "https://example.org/topics/a-long-name/and-more?from=deck"
	_, large := drawn(t, payload, 12)
	// Each pixel becomes the mean of a square around it: 2.4 pixels a module,
	// blurred over 4.
	const step, reach = 5, 9
	b := large.Bounds()
	small := image.NewGray(image.Rect(0, 0, b.Dx()/step, b.Dy()/step))
	for y := range small.Rect.Dy() {
		for x := range small.Rect.Dx() {
			sum := 0
			for i := range (2*reach + 1) * (2*reach + 1) {
				px, py := x*step+i%(2*reach+1)-reach, y*step+i/(2*reach+1)-reach
				sum += int(large.Pix[large.PixOffset(min(max(px, 0), b.Dx()-1), min(max(py, 0), b.Dy()-1))])
			}
			small.Pix[small.PixOffset(x, y)] = uint8(sum / ((2*reach + 1) * (2*reach + 1)))
		}
	}
	if got, err := Read(small); err != nil || got.Payload != payload {
		t.Errorf("read %+v, %v", got, err)
	}
}

func TestReadNothing(t *testing.T) {
	for _, size := range []int{0, 1, 39, 200} {
		if got, err := Read(image.NewGray(image.Rect(0, 0, size, size))); !errors.Is(err, ErrNoCode) {
			t.Errorf("an empty picture of %d pixels says %+v, %v", size, got, err)
		}
	}
	_, img := drawn(t, "HTTPS://KIT.EXAMPLE.ORG/C/D4MA-T", 4)
	for x := range 60 { // a corner that a phone looks for
		for y := range 60 {
			img.Pix[img.PixOffset(x+20, y+50)] = 255
		}
	}
	if got, err := Read(img); !errors.Is(err, ErrNoCode) {
		t.Errorf("a code without a corner says %+v, %v", got, err)
	}
}

// Whatever is on a picture, the decoder comes to an end without falling over,
// and what it reads is no longer than a code can be.
func FuzzRead(f *testing.F) {
	_, img := drawn(f, "https://example.org/", 2)
	f.Add(uint8(img.Rect.Dx()), img.Pix)
	f.Add(uint8(3), []byte{0, 255, 0, 9, 9, 9, 255, 0, 255})
	f.Fuzz(func(t *testing.T, width uint8, pix []byte) {
		if width == 0 || len(pix) < int(width) {
			t.Skip()
		}
		w := int(width)
		code, err := Read(&image.Gray{Pix: pix, Stride: w, Rect: image.Rect(0, 0, w, len(pix)/w)})
		if err == nil && (code.Version < 1 || code.Version > 40 || len(code.Payload) > 3*7089) {
			t.Errorf("read %+v", code)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	_, img := drawn(b, "https://example.org/topics/a?from=deck", 3)
	for b.Loop() {
		if _, err := Read(img); err != nil {
			b.Fatal(err)
		}
	}
}
