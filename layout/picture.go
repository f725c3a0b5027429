package layout

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"

	_ "golang.org/x/image/webp" // read by image.Decode

	"kitpress/layout/srgb"
)

// A Picture is a raster picture as every format stores it: a PNG file of 8
// bits a channel, not interlaced and without colours that count as clear, or
// a JPEG file of grey or colours.
type Picture struct {
	File   []byte
	Kind   string // PNG or JPEG
	Pixels Size   // width and height in pixels, not lengths
}

// Limits for raster pictures from packs. A page of A3 at 300 dpi has 17
// million pixels.
const (
	MaxPicture       = 32 << 20 // bytes
	maxPicturePixels = 25_000_000
)

// quality is that of a JPEG picture that is stored anew.
const quality = 92

// A Print is how a picture is to be printed.
type Print struct {
	Grey   bool     // of each pixel is left how bright it is (0.299 red, 0.587 green, 0.114 blue)
	Tint   [3]uint8 // with Tinted, what is dark has this colour, and what is light is white
	Tinted bool
	Most   Size // pixels; of more of them fewer are made; 0 for as many as there are
}

// as reports whether a picture of some pixels is printed as it is.
func (p Print) as(pixels Size) bool { return !p.Grey && !p.Tinted && !p.Fewer(pixels) }

// Fewer reports whether a picture has more pixels than are wanted.
func (p Print) Fewer(pixels Size) bool {
	return p.Most.W > 0 && pixels.W > p.Most.W && pixels.H > p.Most.H
}

// ReadPicture reads a picture of a pack: PNG, JPEG and WebP of any kind. What a
// PDF file does not hold as it is, or what is printed in another way, is stored
// anew.
func ReadPicture(data []byte, way Print) (*Picture, error) {
	if len(data) > MaxPicture {
		return nil, fmt.Errorf("the picture has %d bytes; at most %d are read", len(data), MaxPicture)
	}
	p := &Picture{File: data, Kind: pictureKind(data)}
	if p.Kind != "PNG" && p.Kind != "JPEG" && p.Kind != "WebP" {
		return nil, errors.New("this is no PNG, JPEG or WebP picture")
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("the picture is damaged: %w", err)
	}
	p.Pixels = Size{Length(config.Width), Length(config.Height)}
	if n := config.Width * config.Height; n == 0 || n > maxPicturePixels {
		return nil, fmt.Errorf("the picture has %d × %d pixels; at most %d million are read: save it smaller", config.Width, config.Height, maxPicturePixels/1_000_000)
	}
	means := srgb.Of(p.Kind, data)
	if config.ColorModel == color.CMYKModel || config.ColorModel == color.GrayModel || config.ColorModel == color.Gray16Model {
		means = nil
	}
	if p.Kind == "JPEG" && means == nil && way.as(p.Pixels) && orientation(data) == 1 && config.ColorModel != color.CMYKModel {
		if !wholeJPEG(data) {
			return nil, errors.New("the picture is damaged: its end is missing")
		}
		return p, nil // as it is; to read each pixel would take most of the time of a build
	}
	img, _, err := image.Decode(bytes.NewReader(data)) // all of it: what is cut off would be seen on paper only
	if err != nil {
		return nil, fmt.Errorf("the picture is damaged: %w", err)
	}
	if p.Kind == "WebP" {
		img = fullRange(img)
	}
	if means != nil {
		img = means.Convert(img)
	}
	turned := p.Kind == "JPEG" && orientation(data) > 1
	if turned {
		img = upright(img, orientation(data))
		p.Pixels = Size{Length(img.Bounds().Dx()), Length(img.Bounds().Dy())}
	}
	anew := !way.as(p.Pixels) || means != nil
	if way.Fewer(p.Pixels) {
		p.Pixels = way.Most
		img = reduced(img, int(way.Most.W), int(way.Most.H))
	}
	if way.Tinted {
		img = tinted(img, way.Tint)
	}
	switch {
	case way.Grey:
		err = p.storeGrey(img)
	case p.Kind == "PNG" && (anew || !simplePNG(data)), p.Kind == "WebP" && (bytes.HasPrefix(data[min(len(data), 12):], []byte("VP8L")) || !opaque(img)):
		err = p.store(img, image.NewNRGBA(img.Bounds()))
	case p.Kind == "WebP", turned, anew, config.ColorModel == color.CMYKModel:
		err = p.storeJPEG(img, image.NewRGBA(img.Bounds()))
	}
	return p, err
}

// fullRange returns a WebP picture with the colours it means: its brightness
// goes from 16 to 235, and the decoder hands it over as if from 0 to 255.
func fullRange(img image.Image) image.Image {
	var of *image.YCbCr
	alpha := func(x, y int) uint8 { return 255 }
	switch img := img.(type) {
	case *image.YCbCr:
		of = img
	case *image.NYCbCrA:
		of, alpha = &img.YCbCr, func(x, y int) uint8 { return img.A[img.AOffset(x, y)] }
	default:
		return img
	}
	out := image.NewNRGBA(of.Rect)
	for y := of.Rect.Min.Y; y < of.Rect.Max.Y; y++ {
		for x := of.Rect.Min.X; x < of.Rect.Max.X; x++ {
			at := of.COffset(x, y)
			l, b, r := 1.164*(float64(of.Y[of.YOffset(x, y)])-16), float64(of.Cb[at])-128, float64(of.Cr[at])-128
			out.SetNRGBA(x, y, color.NRGBA{channel(l + 1.596*r), channel(l - 0.813*r - 0.391*b), channel(l + 2.018*b), alpha(x, y)})
		}
	}
	return out
}

// reduced returns a picture of fewer pixels: each is the mean of those it
// covers, in whole numbers, so that it is the same on every machine.
func reduced(img image.Image, w, h int) *image.RGBA {
	b := img.Bounds()
	n, m := b.Dx(), b.Dy()
	from, out := image.NewRGBA(image.Rect(0, 0, n, 1)), image.NewRGBA(image.Rect(0, 0, w, h))
	row, sum := make([]int, 4*w+4), make([]int, 4*w+4) // a pixel more: the last of a row ends with it
	for y := range m {
		draw.Draw(from, from.Rect, img, image.Point{b.Min.X, b.Min.Y + y}, draw.Src)
		clear(row)
		for x := range n {
			to, part := covers(x, n, w)
			for k, v := range from.Pix[4*x : 4*x+4] {
				row[4*to+k] += int(v) * part
				row[4*to+4+k] += int(v) * (w - part)
			}
		}
		to, part := covers(y, m, h)
		for i, v := range row {
			sum[i] += v * part
		}
		if (y+1)*h < (to+1)*m {
			continue
		}
		for i := range 4 * w {
			out.Pix[to*out.Stride+i] = uint8((sum[i] + n*m/2) / (n * m))
			sum[i] = row[i] * (h - part)
		}
	}
	return out
}

// covers returns which of w pixels the one at x of n is in, and how much of it,
// in parts of w; the rest is in the next one.
func covers(x, n, w int) (to, part int) {
	to = x * w / n
	return to, min(w, (to+1)*n-x*w)
}

// tinted returns a picture in shades of a colour.
func tinted(img image.Image, tint [3]uint8) *image.NRGBA {
	out := image.NewNRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Src)
	for i := 0; i < len(out.Pix); i += 4 {
		pix := out.Pix[i : i+4]
		rgb := shade([3]uint8(pix[:3]), tint)
		copy(pix, rgb[:])
	}
	return out
}

// shade returns the shade of a tint that is as light as a colour.
func shade(rgb, tint [3]uint8) [3]uint8 {
	light := int(color.GrayModel.Convert(color.RGBA{rgb[0], rgb[1], rgb[2], 255}).(color.Gray).Y)
	for k, dark := range tint {
		rgb[k] = uint8(int(dark) + (255-int(dark))*light/255)
	}
	return rgb
}

// Paint returns a colour of a drawing in shades of the tint.
func (p Print) Paint(of *Paint) *Paint {
	if of == nil || !p.Tinted {
		return of
	}
	return PaintOf(shade(of.RGB, p.Tint))
}

func channel(v float64) uint8 { return uint8(min(max(v+0.5, 0), 255)) }

func opaque(img image.Image) bool {
	o, ok := img.(interface{ Opaque() bool })
	return !ok || o.Opaque()
}

// storeJPEG makes the picture a JPEG file of what img shows, drawn on to.
func (p *Picture) storeJPEG(img image.Image, to draw.Image) error {
	draw.Draw(to, to.Bounds(), img, img.Bounds().Min, draw.Src)
	var b bytes.Buffer
	err := jpeg.Encode(&b, to, &jpeg.Options{Quality: quality})
	p.File, p.Kind = b.Bytes(), "JPEG"
	return err
}

// wholeJPEG reports whether a JPEG file has its end; other bytes may follow it.
// What stands before its pixels, such as a smaller picture, has an end of its own.
func wholeJPEG(data []byte) bool {
	for at := 2; at+4 <= len(data) && data[at] == 0xFF; {
		switch data[at+1] {
		case 0xFF: // fills up
			at++
		case 0xDA:
			return bytes.Contains(data[at:], []byte("\xFF\xD9"))
		default:
			at += 2 + int(binary.BigEndian.Uint16(data[at+2:]))
		}
	}
	return false
}

// upright returns a picture as its orientation says it is to be shown: 2 to 8
// as Exif numbers them.
func upright(img image.Image, way int) image.Image {
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	size := image.Rect(0, 0, w, h)
	if way > 4 {
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewRGBA(size)
	for y := range size.Dy() {
		for x := range size.Dx() {
			from := [...]image.Point{2: {w - 1 - x, y}, 3: {w - 1 - x, h - 1 - y}, 4: {x, h - 1 - y}, 5: {y, x}, 6: {y, h - 1 - x}, 7: {w - 1 - y, h - 1 - x}, 8: {w - 1 - y, x}}[way]
			out.Set(x, y, img.At(b.Min.X+from.X, b.Min.Y+from.Y))
		}
	}
	return out
}

// store makes the picture a PNG file of what img shows, drawn on to.
func (p *Picture) store(img image.Image, to draw.Image) error {
	draw.Draw(to, to.Bounds(), img, img.Bounds().Min, draw.Src)
	var b bytes.Buffer
	err := png.Encode(&b, to)
	p.File, p.Kind = b.Bytes(), "PNG"
	return err
}

// storeGrey stores the picture anew without its colours.
func (p *Picture) storeGrey(img image.Image) error {
	if !opaque(img) {
		clear := image.NewNRGBA(img.Bounds())
		draw.Draw(clear, clear.Rect, img, img.Bounds().Min, draw.Src)
		for i := 0; i < len(clear.Pix); i += 4 {
			pix := clear.Pix[i : i+4]
			y := color.GrayModel.Convert(color.RGBA{pix[0], pix[1], pix[2], 255}).(color.Gray).Y
			pix[0], pix[1], pix[2] = y, y, y
		}
		return p.store(clear, image.NewNRGBA(clear.Rect))
	}
	to := image.NewGray(img.Bounds())
	if p.Kind == "PNG" {
		return p.store(img, to)
	}
	return p.storeJPEG(img, to)
}

// simplePNG reports whether a PNG file can be stored as it is: up to 8 bits a
// channel, not interlaced, no colour that counts as clear.
func simplePNG(data []byte) bool {
	const depth, interlace = 24, 28
	return data[depth] <= 8 && data[interlace] == 0 && !bytes.Contains(data[:bytes.Index(data, []byte("IDAT"))], []byte("tRNS"))
}

// orientation returns how a JPEG file says in its Exif part that it is to be
// shown, 1 for as it is.
func orientation(data []byte) int {
	at := bytes.Index(data[:min(len(data), 1<<16)], []byte("Exif\x00\x00"))
	if at < 0 || len(data) < at+14 {
		return 1
	}
	tiff := data[at+6:]
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	from := int(order.Uint32(tiff[4:]))
	if from < 0 || from+2 > len(tiff) {
		return 1
	}
	entries := tiff[from+2:]
	for range order.Uint16(tiff[from:]) {
		if len(entries) < 12 {
			return 1
		}
		if order.Uint16(entries) == 0x0112 { // Orientation
			if way := int(order.Uint16(entries[8:])); way <= 8 {
				return max(way, 1)
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}

// pictureKind names what other kind of picture data begins like; "" for none.
func pictureKind(data []byte) string {
	for _, k := range []struct{ magic, name string }{{"\x89PNG", "PNG"}, {"\xFF\xD8\xFF", "JPEG"}, {"GIF8", "GIF"}, {"%PDF", "PDF"}, {"RIFF", "WebP"}} {
		if bytes.HasPrefix(data, []byte(k.magic)) {
			return k.name
		}
	}
	return ""
}
