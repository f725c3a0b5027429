// Package scan reads a QR code from a picture, as a phone would: with a
// decoder that has nothing to do with the code in layout that draws them.
//
// In goes a grey picture with one code somewhere on it, out comes what the code
// says and how it says it. It must not know scenes, cards or where the picture
// comes from.
package scan

import (
	"errors"
	"fmt"
	"image"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode/decoder"
	"github.com/makiuchi-d/gozxing/qrcode/detector"
)

// ErrNoCode means that there is no code on a picture, or none that can be read.
var ErrNoCode = errors.New("no code can be read")

// A Code is a code that was read.
type Code struct {
	Payload string
	Level   string // of error correction: "L", "M", "Q" or "H"
	Version int    // 1 to 40
}

// Read reads the code on a picture. It takes what is dark from its
// surroundings, as phones do, and if that leads to nothing from the picture as
// a whole; a code of few pixels it looks at closer and sharper, as the camera of
// a phone does. The error of a picture without a readable code is ErrNoCode.
func Read(img *image.Gray) (*Code, error) {
	if img.Rect.Empty() {
		return nil, ErrNoCode
	}
	for _, look := range []func() *image.Gray{
		func() *image.Gray { return img },
		func() *image.Gray { return enlarged(img, 2) },
		func() *image.Gray { return enlarged(sharpened(img), 3) },
	} {
		source, err := luminance(look())
		if err != nil {
			return nil, fmt.Errorf("scan: %w", err)
		}
		for _, binarizer := range []gozxing.Binarizer{gozxing.NewHybridBinarizer(source), gozxing.NewGlobalHistgramBinarizer(source)} {
			if code, err := read(binarizer); err == nil {
				return code, nil
			}
		}
	}
	return nil, ErrNoCode
}

// luminance returns a picture as the library wants it.
func luminance(img *image.Gray) (gozxing.LuminanceSource, error) {
	size := img.Rect.Size()
	pix, rows := img.Pix[img.PixOffset(img.Rect.Min.X, img.Rect.Min.Y):], size.Y
	if len(pix) < rows*img.Stride { // the last row of a part ends early
		rows--
	}
	return gozxing.NewPlanarYUVLuminanceSource(pix, img.Stride, rows, 0, 0, size.X, rows, false)
}

// sharpened returns a picture on which each pixel differs from those around it
// three times as much.
func sharpened(img *image.Gray) *image.Gray {
	size := img.Rect.Size()
	out := image.NewGray(image.Rectangle{Max: size})
	row := func(y int) []uint8 {
		at := img.PixOffset(img.Rect.Min.X, img.Rect.Min.Y+min(max(y, 0), size.Y-1))
		return img.Pix[at : at+size.X]
	}
	for y := range size.Y {
		above, here, below := row(y-1), row(y), row(y+1)
		for x := range size.X {
			around := 0
			for i := max(x-1, 0); i <= min(x+1, size.X-1); i++ {
				around += int(above[i]) + int(here[i]) + int(below[i])
			}
			n := 3 * (min(x+1, size.X-1) - max(x-1, 0) + 1)
			out.Pix[y*out.Stride+x] = uint8(min(max(3*int(here[x])-2*around/n, 0), 255))
		}
	}
	return out
}

// enlarged returns a picture with n times as many pixels to a side, those in
// between in even steps.
func enlarged(img *image.Gray, n int) *image.Gray {
	size := img.Rect.Size()
	out := image.NewGray(image.Rect(0, 0, size.X*n, size.Y*n))
	// at returns the pixel before a place, the one after it and how far it is
	// on the way, of 2n: pixels are known in their middle.
	at := func(i, pixels int) (before, after, way int) {
		place := 2*i + 1 - n
		before, way = place/(2*n), place%(2*n)
		if place < 0 {
			before, way = 0, 0
		}
		return before, min(before+1, pixels-1), way
	}
	for y := range out.Rect.Max.Y {
		up, down, share := at(y, size.Y)
		above := img.Pix[img.PixOffset(img.Rect.Min.X, img.Rect.Min.Y+up):]
		below := img.Pix[img.PixOffset(img.Rect.Min.X, img.Rect.Min.Y+down):]
		row := out.Pix[y*out.Stride:][:out.Rect.Max.X]
		for x := range row {
			l, r, way := at(x, size.X)
			top := int(above[l])*(2*n-way) + int(above[r])*way
			bottom := int(below[l])*(2*n-way) + int(below[r])*way
			row[x] = uint8((top*(2*n-share) + bottom*share) / (4 * n * n))
		}
	}
	return out
}

// read finds a code in what a binarizer takes for dark and decodes it. The
// library may run out of a picture that only looks like a code; that is no code
// either.
func read(b gozxing.Binarizer) (code *Code, err error) {
	defer func() {
		if recover() != nil {
			code, err = nil, ErrNoCode
		}
	}()
	dark, err := b.GetBlackMatrix()
	if err != nil {
		return nil, err
	}
	hints := map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true}
	found, err := detector.NewDetector(dark).Detect(hints)
	if err != nil {
		return nil, err
	}
	modules := found.GetBits()
	version := (modules.GetWidth() - 17) / 4
	result, err := decoder.NewDecoder().Decode(modules, hints)
	if err != nil {
		return nil, err
	}
	return &Code{Payload: result.GetText(), Level: result.GetECLevel(), Version: version}, nil
}
