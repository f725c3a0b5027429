package pdf

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"image/color"
	"image/jpeg"

	"github.com/go-pdf/fpdf"

	"kitpress/output/icc"
)

// A raster is a picture as PDF stores it, read by fpdf from its file.
type raster struct {
	data, mask    []byte // mask says how opaque each pixel is, nil when all are
	stencil       bool   // or has a bit for each that is not seen
	width, height float64
	space         string // DeviceGray, DeviceRGB or Indexed
	palette       []byte
	bits          int
	filter        string // how data is compressed
	parameters    string // of the filter
}

// raster returns a picture as it is stored.
func (p *picture) raster(profile *icc.Profile, plain bool, t *tool) (*raster, error) {
	if profile != nil {
		return p.inkRaster(profile, plain, t)
	}
	return readRaster(p)
}

// readRaster takes a picture apart. A JPEG file is stored as it is, without a
// copy of it; of a PNG file fpdf stores what it holds, only transparency becomes
// a picture of its own.
func readRaster(p *picture) (*raster, error) {
	if p.Kind == "JPEG" {
		config, err := jpeg.DecodeConfig(bytes.NewReader(p.File))
		if err != nil {
			return nil, fmt.Errorf("picture: %w", err)
		}
		r := &raster{data: p.File, width: float64(config.Width), height: float64(config.Height), space: "DeviceRGB", bits: 8, filter: "DCTDecode"}
		if config.ColorModel == color.GrayModel {
			r.space = "DeviceGray"
		}
		return r, nil
	}
	f := fpdf.New("P", "pt", "A4", "")
	info := f.RegisterImageOptionsReader(p.name, fpdf.ImageOptions{ImageType: p.Kind}, bytes.NewReader(p.File))
	if err := f.Error(); err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	// The encoding of an image is the one door fpdf has to its parts.
	parts, err := info.GobEncode()
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	var r raster
	var number int // of the object in a file of fpdf's
	d := gob.NewDecoder(bytes.NewReader(parts))
	for _, part := range []any{&r.data, &r.mask, &number, &r.width, &r.height, &r.space, &r.palette, &r.bits, &r.filter, &r.parameters} {
		if err := d.Decode(part); err != nil {
			return nil, fmt.Errorf("picture: %w", err)
		}
	}
	return &r, nil
}

// addPictures writes the pictures, each once.
func (d *finisher) addPictures() {
	d.picRefs = map[*picture]ref{}
	for i, p := range d.plan.pictures {
		d.picRefs[p] = d.addRaster(d.rasters[i])
	}
}

// addRaster writes an image object and what it refers to.
func (d *finisher) addRaster(r *raster) ref {
	image := d.file.reserve()
	space := "/" + r.space
	if len(r.palette) > 0 {
		space = fmt.Sprintf("[/Indexed/DeviceRGB %d %v]", len(r.palette)/3-1, d.file.addStream("", r.palette, false))
	}
	entries := fmt.Sprintf("/Type/XObject/Subtype/Image/Width %g/Height %g/ColorSpace%s/BitsPerComponent %d/Filter/%s", r.width, r.height, space, r.bits, r.filter)
	if r.parameters != "" {
		entries += "/DecodeParms<<" + r.parameters + ">>"
	}
	if r.stencil {
		mask := d.file.reserve()
		d.file.setStream(mask, fmt.Sprintf("/Type/XObject/Subtype/Image/ImageMask true/Width %g/Height %g/BitsPerComponent 1/Filter/%s", r.width, r.height, r.filter), r.mask, true)
		entries += fmt.Sprintf("/Mask %v", mask)
	} else if len(r.mask) > 0 {
		mask := &raster{data: r.mask, width: r.width, height: r.height, space: "DeviceGray", bits: 8, filter: r.filter}
		if d.plan.profile == nil {
			mask.parameters = fmt.Sprintf("/Predictor 15/Colors 1/BitsPerComponent 8/Columns %g", r.width)
		}
		entries += fmt.Sprintf("/SMask %v", d.addRaster(mask))
	}
	d.file.setStream(image, entries, r.data, true)
	return image
}
