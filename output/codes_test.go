package output_test

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"

	"kitpress/layout"
	"kitpress/output/outputtest"
	"kitpress/output/scan"
)

// decodeQR reads the one QR code in a picture with a library that has nothing
// to do with the one that made it.
func decodeQR(img image.Image) (string, error) {
	grey := image.NewGray(img.Bounds())
	draw.Draw(grey, grey.Rect, img, grey.Rect.Min, draw.Src)
	code, err := scan.Read(grey)
	if err != nil {
		return "", err
	}
	return code.Payload, nil
}

// picture returns a part of a page as pixels of the given side.
func picture(p outputtest.Page, part layout.Rect, side layout.Length) (image.Image, error) {
	if p.ColourAt == nil {
		return nil, errors.New("page tells no colours")
	}
	img := image.NewRGBA(image.Rect(0, 0, int(part.W/side), int(part.H/side)))
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			c := p.ColourAt(layout.Point{X: part.X + layout.Length(x)*side + side/2, Y: part.Y + layout.Length(y)*side + side/2})
			img.SetRGBA(x, y, color.RGBA{c[0], c[1], c[2], 255})
		}
	}
	return img, nil
}

// Codes of all lengths a card may carry, at the smallest size that is allowed,
// are read back from the page: upright, on their side and upside down.
func testDecoder(t *testing.T, c contract, _ *layout.Fonts) {
	const module = 400
	var codes layout.Codes
	for turn, payload := range []string{"HTTPS://KIT.EXAMPLE.ORG/C/D4MA-T/DE-CH", "https://example.org/topics/a?from=deck", strings.Repeat("long/", 20)} {
		code, err := codes.Encode(payload)
		if err != nil {
			t.Fatal(err)
		}
		side := module * layout.Length(code.Size)
		quiet := layout.Length(layout.QuietZone * module)
		at := layout.Translate(layout.Point{X: -side / 2, Y: -side / 2}).Then(layout.Rotate(float64(90 * turn))).Then(layout.Translate(layout.Point{X: 51234, Y: 72345}))
		page := read(t, c, document([]layout.Item{
			square(20000, 40000, 70000, paint(230, 240, 250)),
			&layout.Group{Transform: at, Items: []layout.Item{square(-quiet, -quiet, side+2*quiet, layout.White()), &layout.QR{Module: module, Code: code, Fill: layout.Black()}}},
		}))[0]
		if page.ColourAt == nil {
			t.Skip("format has no shapes")
		}
		around := layout.Rect{X: 51234 - side/2 - quiet, Y: 72345 - side/2 - quiet, W: side + 2*quiet, H: side + 2*quiet}.Inset(-2000)
		img, err := picture(page, around, max(page.Grain, 127))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := decodeQR(img); got != payload {
			t.Errorf("code turned by %d degrees says %q, want %q (%v)", 90*turn, got, payload, fmt.Sprint(err))
		}
	}
}
