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
	maxPictureBytes  = 32 << 20
	maxPicturePixels = 25_000_000
)

// greyQuality is that of a JPEG picture that is stored anew without colours.
const greyQuality = 92

// ReadPicture reads a picture of a pack: PNG of any kind, or JPEG. Grey leaves
// of each pixel how bright it is (0.299 red, 0.587 green, 0.114 blue).
func ReadPicture(data []byte, grey bool) (*Picture, error) {
	if len(data) > maxPictureBytes {
		return nil, fmt.Errorf("the picture has %d bytes; at most %d are read", len(data), maxPictureBytes)
	}
	p := &Picture{File: data, Kind: pictureKind(data)}
	if p.Kind != "PNG" && p.Kind != "JPEG" {
		return nil, errors.New("this is neither a PNG nor a JPEG picture")
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("the picture is damaged: %w", err)
	}
	p.Pixels = Size{Length(config.Width), Length(config.Height)}
	if n := config.Width * config.Height; n == 0 || n > maxPicturePixels {
		return nil, fmt.Errorf("the picture has %d × %d pixels; at most %d million are read", config.Width, config.Height, maxPicturePixels/1_000_000)
	}
	if config.ColorModel == color.CMYKModel {
		return nil, errors.New("the picture has CMYK colours; save it with RGB colours")
	}
	if p.Kind == "JPEG" && turned(data) {
		return nil, errors.New("the picture lies on its side and only a note in it (Exif) says so; turn it and save it anew")
	}
	img, _, err := image.Decode(bytes.NewReader(data)) // all of it: what is cut off would be seen on paper only
	if err != nil {
		return nil, fmt.Errorf("the picture is damaged: %w", err)
	}
	switch {
	case grey:
		err = p.storeGrey(img)
	case p.Kind == "PNG" && !simplePNG(data):
		err = p.store(img, image.NewNRGBA(img.Bounds()))
	}
	return p, err
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
	if o, ok := img.(interface{ Opaque() bool }); ok && !o.Opaque() {
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
	draw.Draw(to, to.Rect, img, img.Bounds().Min, draw.Src)
	var b bytes.Buffer
	err := jpeg.Encode(&b, to, &jpeg.Options{Quality: greyQuality})
	p.File = b.Bytes()
	return err
}

// simplePNG reports whether a PNG file can be stored as it is: up to 8 bits a
// channel, not interlaced, no colour that counts as clear.
func simplePNG(data []byte) bool {
	const depth, interlace = 24, 28
	return data[depth] <= 8 && data[interlace] == 0 && !bytes.Contains(data[:bytes.Index(data, []byte("IDAT"))], []byte("tRNS"))
}

// turned reports whether a JPEG file says in its Exif part that it is to be
// shown turned or mirrored.
func turned(data []byte) bool {
	at := bytes.Index(data[:min(len(data), 1<<16)], []byte("Exif\x00\x00"))
	if at < 0 || len(data) < at+14 {
		return false
	}
	tiff := data[at+6:]
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	from := int(order.Uint32(tiff[4:]))
	if from < 0 || from+2 > len(tiff) {
		return false
	}
	entries := tiff[from+2:]
	for range order.Uint16(tiff[from:]) {
		if len(entries) < 12 {
			return false
		}
		if order.Uint16(entries) == 0x0112 { // Orientation
			return order.Uint16(entries[8:]) > 1
		}
		entries = entries[12:]
	}
	return false
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
