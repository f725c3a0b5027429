package pdf

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // pictures are of these two kinds
	_ "image/png"
	"slices"

	"kitpress/layout"
	"kitpress/output/icc"
)

// What a file for a print shop keeps to: PDF/X-4 or, where programs are older,
// PDF/X-1a:2003; all colours as inks of the printing condition of its profile.
const (
	pressVersion = "PDF/X-4"
	plainVersion = "PDF/X-1a:2003"
	textGrey     = 80                      // a text this dark and nearly without a hue is of black ink alone,
	textHue      = 40                      // its channels no further apart than this,
	thinLine     = 500 * layout.Micrometre // and so is a line: four inks out of register show on both
)

// A colour of a file: three bytes of sRGB or four of inks.
type ink int64

// black is all of the black ink.
const black ink = 255

// pressed returns the version of PDF/X the file keeps to, "" for none.
func (p *plan) pressed() string {
	switch {
	case p.profile == nil:
		return ""
	case p.plain:
		return plainVersion
	}
	return pressVersion
}

// ink returns what a colour is drawn with. fine: it is of a text or a thin line.
func (p *plan) ink(paint *layout.Paint, fine bool) ink {
	switch {
	case p.profile == nil:
		return ink(rgb(paint))
	case paint == nil || fine && paint.Grey >= textGrey && hue(paint.RGB) <= textHue:
		return black
	}
	plain, stated := layout.PaintOf(paint.RGB).CMYK, paint.CMYK
	if stated == [4]uint8{} {
		stated = plain
	}
	var c [4]uint8
	if hue(paint.RGB) > 0 && stated == plain { // nobody stated any
		c = p.profile.CMYK(paint.RGB)
	} else {
		var inks [4]float64
		for i, percent := range stated {
			inks[i] = float64(percent) / 100
		}
		c = p.profile.Limited(inks)
	}
	return ink(c[0])<<24 | ink(c[1])<<16 | ink(c[2])<<8 | ink(c[3])
}

// hue returns how far the channels of a colour are apart: 0 for a grey.
func hue(rgb [3]uint8) uint8 {
	return max(rgb[0], rgb[1], rgb[2]) - min(rgb[0], rgb[1], rgb[2])
}

// inks writes a colour made of inks.
func (c *canvas) inks(v ink, operator string) {
	for shift := 24; shift >= 0; shift -= 8 {
		c.content = append(appendNumber(c.content, float64(v>>shift&255)/255, 3), ' ')
	}
	c.str(operator + "\n")
}

// overprints makes what is filled next leave the inks below it, or not.
func (c *canvas) overprints(on bool) {
	if c.plan.profile == nil || on == c.state.overprint {
		return
	}
	c.state.overprint = on
	c.str(map[bool]string{true: "/O1 gs\n", false: "/O0 gs\n"}[on])
}

// pressStates are the graphics states overprints chooses from.
const pressStates = "/ExtGState<</O0<</OP false/op false/OPM 0>>/O1<</OP false/op true/OPM 1>>>>"

// outputIntent returns the entry of the catalog that says for which printing
// condition the inks are.
func (d *finisher) outputIntent() string {
	p := d.plan.profile
	condition := "/OutputConditionIdentifier(Custom)"
	if bytes.Equal(p.Data, icc.FOGRA39) {
		condition = "/OutputConditionIdentifier(FOGRA39)/RegistryName(http://www.color.org)"
	}
	return fmt.Sprintf("/OutputIntents[<</Type/OutputIntent/S/GTS_PDFX%s/Info%s/DestOutputProfile %v>>]", condition, textString(p.Name), d.file.addStream("/N 4", p.Data, false))
}

// documentID returns an identifier of a document, the same for every edition
// of it.
func documentID(d *layout.Document) string {
	h := sha256.Sum256([]byte(d.Name + "\x00" + d.Title))
	return fmt.Sprintf("uuid:%x-%x-%x-%x-%x", h[:4], h[4:6], h[6:8], h[8:10], h[10:16])
}

// inkRaster returns a picture as inks: its pixels one by one, and how opaque
// they are.
func (p *picture) inkRaster(profile *icc.Profile, plain bool, t *tool) (*raster, error) {
	m, _, err := image.Decode(bytes.NewReader(p.File))
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	box := m.Bounds()
	data, mask := make([]byte, 0, 4*box.Dx()*box.Dy()), make([]byte, 0, box.Dx()*box.Dy())
	known := map[[3]uint8][4]uint8{}
	opaque := true
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			c := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
			rgb := [3]uint8{c.R, c.G, c.B}
			inks, ok := known[rgb]
			if !ok {
				if inks = profile.CMYK(rgb); hue(rgb) == 0 {
					inks = [4]uint8{3: 255 - c.R}
				}
				known[rgb] = inks
			}
			data, mask = append(data, inks[:]...), append(mask, c.A)
			opaque = opaque && c.A == 255
		}
	}
	r := &raster{data: t.deflate(data), width: float64(box.Dx()), height: float64(box.Dy()), space: "DeviceCMYK", bits: 8, filter: "FlateDecode"}
	switch {
	case !opaque && plain:
		r.stencil, r.mask = true, t.deflate(stencil(mask, box.Dx()))
	case !opaque:
		r.mask = t.deflate(mask)
	}
	return r, nil
}

// stencil returns a bit for each pixel, set where nothing is seen of it: PDF/X-1a
// knows nothing that is see-through.
func stencil(mask []byte, width int) []byte {
	var bits []byte
	for row := range slices.Chunk(mask, width) {
		line := make([]byte, (width+7)/8)
		for x, opaque := range row {
			if opaque < 128 {
				line[x/8] |= 0x80 >> (x % 8)
			}
		}
		bits = append(bits, line...)
	}
	return bits
}
