package pdf_test

import (
	"bytes"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"kitpress/layout"
	"kitpress/output/icc"
	"kitpress/output/outputtest"
	"kitpress/output/pdf"
)

// TestPrintShop reads a file for a print shop back: colours are inks, black
// text is black ink over what lies below, pictures are inks, and the file says
// for which printing condition.
func TestPrintShop(t *testing.T) {
	f, got := printed(t, &pdf.Writer{})
	for _, c := range got.Colours {
		if len(c) != 4 {
			t.Errorf("colour %v is none of inks", c)
		}
	}
	if got.Colours[0][1] < 0.9 || got.Colours[0][0] > 0.01 || !slices.Equal(got.Colours[1], []float64{0, .8, .902, .051}) {
		t.Errorf("the shape has %v", got.Colours[:2])
	}
	for i, want := range []struct {
		inks []float64
		over bool
	}{{[]float64{0, 0, 0, 1}, true}, {nil, false}, {[]float64{0, 0, 0, .502}, false}} {
		if t0 := got.Texts[i]; want.inks != nil && !slices.Equal(t0.Inks, want.inks) || t0.Overprint != want.over {
			t.Errorf("%s has %v, overprint %t", t0.Text, t0.Inks, t0.Overprint)
		}
	}
	if len(got.Links) > 0 || f.Catalog["StructTreeRoot"] != nil || f.Version != "1.6" {
		t.Errorf("version %s with %d links", f.Version, len(got.Links))
	}
	picture := f.Dict(f.Dict(f.Dict(got.Dict["Resources"])["XObject"])["I1"])
	pixels := f.Stream(f.Dict(f.Dict(got.Dict["Resources"])["XObject"])["I1"])
	if mask := f.Stream(picture["SMask"]); picture["ColorSpace"] != outputtest.Name("DeviceCMYK") || len(pixels) != 8 || pixels[1] < 240 || !bytes.Equal(pixels[4:], []byte{0, 0, 0, 245}) || !bytes.Equal(mask, []byte{255, 128}) {
		t.Errorf("picture %v: %v, mask %v", picture, pixels, mask)
	}
	intent := f.Dict(f.Array(f.Catalog["OutputIntents"])[0])
	if intent["S"] != outputtest.Name("GTS_PDFX") || f.Text(intent["OutputConditionIdentifier"]) != "FOGRA39" || !bytes.Equal(f.Stream(intent["DestOutputProfile"]), icc.FOGRA39) {
		t.Errorf("output intent %v", intent)
	}
	xmp := string(f.Stream(f.Catalog["Metadata"]))
	for _, want := range []string{"<pdfxid:GTS_PDFXVersion>PDF/X-4<", "<pdf:Trapped>False<", "<xmpMM:DocumentID>uuid:", "<xmp:CreateDate>", "<xmp:MetadataDate>"} {
		if !strings.Contains(xmp, want) {
			t.Errorf("XMP lacks %s", want)
		}
	}
	if err := f.CheckFonts(); err != nil || f.Info["Trapped"] != outputtest.Name("False") {
		t.Error(err, f.Info)
	}
}

// printed reads the file of a page for a print shop back.
func printed(t *testing.T, w *pdf.Writer) (*outputtest.PDF, *outputtest.PDFPage) {
	t.Helper()
	fonts, err := outputtest.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	profile, err := icc.Read(icc.FOGRA39)
	if err != nil {
		t.Fatal(err)
	}
	if w.Profile = profile; w.Plain {
		w.Profile = profile.WithMost(240)
	}
	half := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	half.SetNRGBA(0, 0, color.NRGBA{255, 0, 0, 255})
	half.SetNRGBA(1, 0, color.NRGBA{10, 10, 10, 128})
	face := fonts.Face("en", 400)
	text := func(s string, y layout.Length, fill *layout.Paint) layout.Item {
		return &layout.Text{At: layout.Point{X: 10000, Y: y}, Face: face, Size: 4000, Content: s, Fill: fill}
	}
	ground := layout.RectOutline(layout.Rect{W: 80000, H: 90000}, 0)
	stated := &layout.Paint{RGB: [3]uint8{200, 60, 40}, CMYK: [4]uint8{0, 80, 90, 5}}
	p := page(
		&layout.Path{Outline: ground, Fill: layout.PaintOf([3]uint8{255, 0, 0}), Stroke: &layout.Stroke{Paint: stated, Width: 2000}},
		text("dark", 10000, layout.PaintOf([3]uint8{27, 35, 48})),
		text("blue", 20000, layout.PaintOf([3]uint8{0, 0, 160})),
		&layout.Image{Rect: layout.Rect{X: 5000, Y: 5000, W: 20000, H: 10000}, Picture: &layout.Picture{File: encode(t, half), Kind: "PNG", Pixels: layout.Size{W: 2, H: 1}}},
		text("grey", 30000, layout.PaintOf([3]uint8{128, 128, 128})),
		&layout.Link{Rect: layout.Rect{W: 9000, H: 9000}, URL: "https://example.org"},
	)
	p.Trim, p.Bleed = layout.Rect{X: 6000, Y: 6000, W: 60000, H: 80000}, 3000
	var b bytes.Buffer
	if err := w.Write(&b, &layout.Document{Name: "deck", Title: "Deck", Tagged: true, Pages: []layout.Page{p}}); err != nil {
		t.Fatal(err)
	}
	f, err := outputtest.ReadPDF(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return f, f.Pages[0]
}

// TestPlainPrintShop reads the same as PDF/X-1a:2003 back: nothing in it is see-through or
// packed, and no colour takes more ink than is allowed.
func TestPlainPrintShop(t *testing.T) {
	f, got := printed(t, &pdf.Writer{Plain: true})
	for _, c := range got.Colours {
		if len(c) != 4 || c[0]+c[1]+c[2]+c[3] > 2.4 {
			t.Errorf("colour %v", c)
		}
	}
	x := f.Dict(f.Dict(got.Dict["Resources"])["XObject"])["I1"]
	picture := f.Dict(x)
	pixels := f.Stream(x)
	mask := f.Dict(picture["Mask"])
	if bits := f.Stream(picture["Mask"]); picture["SMask"] != nil || mask["ImageMask"] != true || !bytes.Equal(bits, []byte{0}) {
		t.Errorf("picture %v has the mask %v of %v", picture, mask, bits)
	}
	for i := 0; i < len(pixels); i += 4 {
		if sum := int(pixels[i]) + int(pixels[i+1]) + int(pixels[i+2]) + int(pixels[i+3]); sum > 612 {
			t.Errorf("a pixel has %d of 1020", sum)
		}
	}
	if f.Version != "1.4" || f.Text(f.Info["GTS_PDFXVersion"]) != "PDF/X-1a:2003" || f.Info["Trapped"] != outputtest.Name("False") {
		t.Errorf("version %s, %v", f.Version, f.Info)
	}
	if !strings.Contains(string(f.Stream(f.Catalog["Metadata"])), ">PDF/X-1a:2003<") || f.Catalog["OutputIntents"] == nil || len(f.Trailer["ID"].([]any)) != 2 {
		t.Errorf("%v, trailer %v", f.Catalog, f.Trailer)
	}
}
