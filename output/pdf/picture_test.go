package pdf_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"testing"

	"kitpress/layout"
	"kitpress/output/outputtest"
	"kitpress/output/pdf"
)

func encode(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := new(png.Encoder).Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pictures returns pictures of one size and all kinds layout makes. Two
// differ in their colours only, not in their pixels.
func pictures(t *testing.T) [][]byte {
	box := image.Rect(0, 0, 20, 10)
	var all [][]byte
	for i := range 3 {
		m, grey := image.NewRGBA(box), image.NewGray(box)
		for x := range 20 {
			m.Set(x, i, color.RGBA{uint8(200 + i), uint8(10 * x), 3, 255})
			grey.SetGray(x, i, color.Gray{uint8(x)})
		}
		for y := range 10 {
			for x := range 20 {
				m.Pix[m.PixOffset(x, y)+3] = 255
			}
		}
		all = append(all, encode(t, m), encode(t, grey))
	}
	for _, second := range []color.Color{color.RGBA{255, 0, 0, 255}, color.RGBA{0, 0, 255, 255}} {
		m := image.NewPaletted(box, color.Palette{color.White, second})
		m.SetColorIndex(3, 3, 1)
		all = append(all, encode(t, m))
	}
	return all
}

// chunk returns the content of all chunks of one kind.
func chunk(file []byte, kind string) []byte {
	var out []byte
	for at := 8; at+8 <= len(file); {
		n := int(binary.BigEndian.Uint32(file[at:]))
		if string(file[at+4:at+8]) == kind {
			out = append(out, file[at+8:at+8+n]...)
		}
		at += 12 + n
	}
	return out
}

// Each picture is found under its own name: fpdf sorts pictures of one width
// by chance.
func TestPictures(t *testing.T) {
	files := pictures(t)
	var items []layout.Item
	for i, file := range files {
		at := layout.Rect{X: 5000, Y: layout.Length(5000 + 15000*i), W: 20000, H: 10000}
		items = append(items, &layout.Image{Rect: at, Picture: &layout.Picture{File: file, Kind: "PNG", Pixels: layout.Size{W: 20, H: 10}}})
	}
	items = append(items, items[0]) // twice
	d := &layout.Document{Pages: []layout.Page{page(items...), page(items[1])}}
	var first bytes.Buffer
	for range 20 {
		var b bytes.Buffer
		if err := new(pdf.Writer).Write(&b, d); err != nil {
			t.Fatal(err)
		}
		if first.Len() == 0 {
			first = b
		}
		if !bytes.Equal(b.Bytes(), first.Bytes()) {
			t.Fatal("pictures make files differ")
		}
	}
	p := write(t, d)
	if len(p.Pages) != 2 || p.Pages[0].Pictures != len(items) || p.Pages[1].Pictures != 1 {
		t.Fatalf("%d pages with %d pictures", len(p.Pages), p.Pages[0].Pictures)
	}
	named := p.Dict(p.Dict(p.Pages[0].Dict["Resources"])["XObject"])
	if len(named) != len(files) {
		t.Errorf("%d pictures are stored, want %d", len(named), len(files))
	}
	for i, file := range files {
		r := named[outputtest.Name(fmt.Sprintf("I%d", i+1))]
		if !bytes.Equal(p.Stream(r), chunk(file, "IDAT")) {
			t.Errorf("picture %d has other pixels", i+1)
		}
		space := p.Array(p.Dict(r)["ColorSpace"])
		if palette := chunk(file, "PLTE"); len(palette) > 0 && (len(space) != 4 || !bytes.Equal(p.Stream(space[3]), palette)) {
			t.Errorf("picture %d has other colours", i+1)
		}
	}
}

// A damaged picture is an error, whatever fpdf makes of it.
func TestDamagedPicture(t *testing.T) {
	file := pictures(t)[0]
	for at := range file {
		bad := bytes.Clone(file)
		bad[at] ^= 0x5A
		for _, png := range [][]byte{bad, file[:at]} {
			d := &layout.Document{Pages: []layout.Page{page(&layout.Image{Rect: layout.Rect{W: 1000, H: 1000}, Picture: &layout.Picture{File: png, Kind: "PNG"}})}}
			var b bytes.Buffer
			if new(pdf.Writer).Write(&b, d) == nil {
				if _, err := outputtest.ReadPDF(b.Bytes()); err != nil {
					t.Fatalf("byte %d changed: %v", at, err)
				}
			}
		}
	}
}

// A JPEG file is stored as it is, and what a PNG file lets through becomes a
// mask beside its colours.
func TestPictureKinds(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 20, 10))
	for i := range m.Pix {
		m.Pix[i] = uint8(i)
	}
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, m, nil); err != nil {
		t.Fatal(err)
	}
	var items []layout.Item
	for i, p := range []*layout.Picture{{File: photo.Bytes(), Kind: "JPEG"}, {File: encode(t, m), Kind: "PNG"}} {
		items = append(items, &layout.Image{Rect: layout.Rect{X: 5000, Y: layout.Length(5000 + 15000*i), W: 20000, H: 10000}, Picture: p})
	}
	p := write(t, &layout.Document{Pages: []layout.Page{page(items...)}})
	named := p.Dict(p.Dict(p.Pages[0].Dict["Resources"])["XObject"])
	if d := p.Dict(named["I1"]); d["Filter"] != outputtest.Name("DCTDecode") || d["ColorSpace"] != outputtest.Name("DeviceRGB") || !bytes.Equal(p.Stream(named["I1"]), photo.Bytes()) {
		t.Errorf("the JPEG picture became %v", d)
	}
	mask := p.Stream(p.Dict(named["I2"])["SMask"])
	z, err := zlib.NewReader(bytes.NewReader(mask))
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := io.ReadAll(z); err != nil || len(rows) != 10*21 {
		t.Errorf("the mask has %d bytes, want a row of 20 and its filter for each of 10: %v", len(rows), err)
	}
}
