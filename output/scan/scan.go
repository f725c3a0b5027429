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
// a whole. The error of a picture without a readable code is ErrNoCode.
func Read(img *image.Gray) (*Code, error) {
	size := img.Rect.Size()
	if size.X <= 0 || size.Y <= 0 {
		return nil, ErrNoCode
	}
	at := img.PixOffset(img.Rect.Min.X, img.Rect.Min.Y)
	pix, rows := img.Pix[at:], size.Y
	if end := rows * img.Stride; len(pix) < end { // the last row of a part ends early
		rows--
	}
	source, err := gozxing.NewPlanarYUVLuminanceSource(pix, img.Stride, rows, 0, 0, size.X, rows, false)
	if err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	for _, binarizer := range []gozxing.Binarizer{gozxing.NewHybridBinarizer(source), gozxing.NewGlobalHistgramBinarizer(source)} {
		if code, err := read(binarizer); err == nil {
			return code, nil
		}
	}
	return nil, ErrNoCode
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
