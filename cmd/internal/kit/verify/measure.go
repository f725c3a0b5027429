package verify

import (
	"fmt"
	"image"
	"math"

	"kitpress/layout"
	"kitpress/output/png"
)

// How a code is measured: on a picture of it alone, upright, whose pixels fall
// on its modules exactly.
const (
	gaugePixels = 8   // a module
	gaugeMargin = 6   // modules of the surroundings on every side
	white       = 240 // grey that counts as white: rounding leaves a trace of what begins where the quiet zone ends
)

// A gauge is what the pixels of a code and of its surroundings say.
type gauge struct {
	quiet    float64 // modules with nothing on them around the code, at most gaugeMargin
	contrast float64
	wrong    int // modules that are not as the code has them
}

// measure draws the code and its surroundings from the page it lies on.
func (p *placedCode) measure(r *png.Renderer, page *layout.Scene) (gauge, error) {
	module := p.qr.Module
	margin := gaugeMargin * module
	whole := p.side() + 2*margin
	upright, err := inverse(p.at)
	if err != nil {
		return gauge{}, err
	}
	to := upright.Then(layout.Translate(layout.Point{X: margin - p.qr.At.X, Y: margin - p.qr.At.Y}))
	scene := &layout.Scene{
		Name: p.face.Name, Size: layout.Size{W: whole, H: whole},
		Items: []layout.Item{&layout.Group{Transform: to, Items: page.Items}},
	}
	img, err := r.RenderGray(scene, png.Options{DPI: gaugePixels * 25400 / float64(module)})
	if err != nil {
		return gauge{}, err
	}
	return read(img, p.qr.Code), nil
}

// inverse returns the map that undoes m.
func inverse(m layout.Matrix) (layout.Matrix, error) {
	det := m.A*m.D - m.B*m.C
	if math.Abs(det) < 1e-9 {
		return m, fmt.Errorf("a code is drawn without size")
	}
	n := layout.Matrix{A: m.D / det, B: -m.B / det, C: -m.C / det, D: m.A / det}
	n.E, n.F = -(m.E*n.A + m.F*n.C), -(m.E*n.B + m.F*n.D)
	return n, nil
}

// read measures a picture of a code with gaugeMargin modules around it.
func read(img *image.Gray, code *layout.Code) gauge {
	var g gauge
	darkest, lightest := uint8(255), uint8(0) // of the light, of the dark modules
	for y := range code.Size {
		for x := range code.Size {
			// The middle of a module: its edge may be shared.
			v := img.GrayAt((x+gaugeMargin)*gaugePixels+gaugePixels/2, (y+gaugeMargin)*gaugePixels+gaugePixels/2).Y
			dark := code.Dark(x, y)
			if dark {
				lightest = max(lightest, v)
			} else {
				darkest = min(darkest, v)
			}
			if dark != (v < 128) {
				g.wrong++
			}
		}
	}
	g.contrast = contrast(darkest, lightest)
	// Ring by ring outwards, until one has a pixel that is not white.
	from, to := gaugeMargin*gaugePixels-1, (gaugeMargin+code.Size)*gaugePixels
	rings := 0
	for ; rings < gaugeMargin*gaugePixels && blank(img, from-rings, to+rings); rings++ {
	}
	g.quiet = float64(rings) / gaugePixels
	return g
}

// blank reports whether the square frame between two corners is white.
func blank(img *image.Gray, from, to int) bool {
	for i := from; i <= to; i++ {
		for _, at := range [4]image.Point{{i, from}, {i, to}, {from, i}, {to, i}} {
			if at.In(img.Rect) && img.GrayAt(at.X, at.Y).Y < white {
				return false
			}
		}
	}
	return true
}

// contrast returns the ratio of the luminances of two greys, 1 to 21.
func contrast(light, dark uint8) float64 {
	luminance := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	if light < dark {
		return 1
	}
	return (luminance(light) + 0.05) / (luminance(dark) + 0.05)
}
