package svg

import (
	"errors"
	"fmt"
	"image"
	"math"
	"testing"
)

// Pictures that shapes of plain colours do not show are painted: each is looked
// at in some places of a picture of 100 × 100 pixels.
func TestPainting(t *testing.T) {
	type look struct {
		x, y int
		want string // red, green, blue, how much it covers
	}
	for _, c := range []struct {
		name, body string
		looks      []look
	}{
		{"a gradient to see through", `<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#f00" stop-opacity="0"/></linearGradient><rect y="5" width="10" height="5" fill="#00f"/><rect width="10" height="10" fill="url(#g)"/>`,
			[]look{{1, 10, "255 0 0 251"}, {50, 10, "255 0 0 126"}, {98, 10, "255 0 0 4"}, {50, 75, "126 0 129 255"}}},
		{"a line with a gradient", `<g style="mix-blend-mode:darken"><linearGradient id="g" gradientUnits="userSpaceOnUse" x2="0" y2="10"><stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient><path d="M5 0V10" stroke-width="2" stroke="url(#g)"/></g>`,
			[]look{{50, 50, "129 129 129 255"}, {30, 50, "0 0 0 0"}, {70, 50, "0 0 0 0"}, {50, 99, "254 254 254 255"}}},
		{"a gradient that is mirrored", `<linearGradient id="g" x2="0.5" spreadMethod="reflect"><stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient><rect width="10" height="10" fill="url(#g)"/>`,
			[]look{{1, 50, "8 8 8 255"}, {49, 50, "253 253 253 255"}, {51, 50, "247 247 247 255"}, {99, 50, "2 2 2 255"}}},
		{"a circle with a focus", `<radialGradient id="g" fx="0.5" fy="0" fr="0"><stop stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="#000"/></radialGradient><rect width="10" height="10" fill="url(#g)"/>`,
			[]look{{50, 0, "253 253 253 129"}, {50, 99, "1 1 1 254"}}},
		{"a group to see through", `<g opacity=".5"><rect width="6" height="10" fill="red"/><rect x="4" width="6" height="10" fill="lime"/></g>`,
			[]look{{10, 50, "255 0 0 128"}, {50, 50, "0 255 0 128"}, {90, 50, "0 255 0 128"}}},
		{"a mask by brightness", `<mask id="m"><rect width="5" height="10" fill="white"/><rect x="5" width="2" height="10" fill="#808080"/></mask><rect width="10" height="10" mask="url(#m)" fill="red"/>`,
			[]look{{20, 50, "255 0 0 255"}, {60, 50, "255 0 0 128"}, {90, 50, "0 0 0 0"}}},
		{"a mask by cover", `<mask id="m" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="0" y="0" width="8" height="10"><rect width="9" height="10"/></mask><g mask="url(#m)"><rect width="10" height="10" fill="red"/></g>`,
			[]look{{20, 50, "255 0 0 255"}, {85, 50, "0 0 0 0"}, {95, 50, "0 0 0 0"}}},
		{"colours that multiply", `<rect width="10" height="10" fill="#ff0"/><rect width="5" height="10" fill="#0ff" style="mix-blend-mode:multiply"/>`,
			[]look{{20, 50, "0 255 0 255"}, {80, 50, "255 255 0 255"}}},
		{"clipped", `<clipPath id="c"><circle cx="5" cy="5" r="5"/></clipPath><linearGradient id="g"><stop stop-opacity=".5"/></linearGradient><rect width="10" height="10" clip-path="url(#c)" fill="url(#g)"/>`,
			[]look{{50, 50, "0 0 0 128"}, {3, 3, "0 0 0 0"}}},
	} {
		file := []byte(`<svg viewBox="0 0 10 10">` + c.body + `</svg>`)
		if _, err := Drawing(c.name, file); !errors.Is(err, ErrPixels) {
			t.Errorf("%s: %v", c.name, err)
		}
		p, err := NewPainting(file)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		img := p.Pixels(100, 100)
		for _, l := range c.looks {
			if got := at(img, l.x, l.y); got != l.want {
				t.Errorf("%s at %d, %d: %s, want %s", c.name, l.x, l.y, got, l.want)
			}
		}
	}
}

func at(img *image.NRGBA, x, y int) string {
	c := img.NRGBAAt(x, y)
	return fmt.Sprint(c.R, c.G, c.B, c.A)
}

// A picture of several tiles is the one of a single tile, larger.
func TestTiles(t *testing.T) {
	p, err := NewPainting([]byte(`<svg viewBox="0 0 10 10"><linearGradient id="g"><stop stop-opacity=".2"/></linearGradient><g opacity=".5"><circle cx="5" cy="5" r="4" fill="url(#g)"/><circle cx="5" cy="4" r="4" fill="red"/></g></svg>`))
	if err != nil {
		t.Fatal(err)
	}
	small, large := p.Pixels(200, 200), p.Pixels(600, 600)
	for y := range 200 {
		for x := range 200 {
			a, b := small.NRGBAAt(x, y), large.NRGBAAt(3*x+1, 3*y+1)
			if a.A > 64 && b.A == 0 {
				t.Fatalf("%d, %d: %v and %v", x, y, a, b)
			}
		}
	}
}

// A line is as wide as it is drawn, with its ends, corners and dashes, and a
// transform that is not even makes it wider one way.
func TestLines(t *testing.T) {
	inside := func(body string, x, y float64) bool {
		p, err := NewPainting([]byte(`<svg viewBox="0 0 100 100"><g fill="none" stroke="#000" stroke-width="10">` + body + `</g></svg>`))
		if err != nil {
			t.Fatal(err)
		}
		return p.Pixels(400, 400).NRGBAAt(int(math.Round(4*x)), int(math.Round(4*y))).A > 128
	}
	const bend = `<path d="M20 80V20H80" `
	for _, c := range []struct {
		name, body string
		in, out    [][2]float64
	}{
		{"butt, miter", bend + `/>`, [][2]float64{{20, 79}, {16, 16}, {79, 20}}, [][2]float64{{20, 83}, {83, 20}}},
		{"square", bend + `stroke-linecap="square"/>`, [][2]float64{{20, 83}, {83, 20}, {24, 84}}, [][2]float64{{20, 86}}},
		{"round", bend + `stroke-linecap="round" stroke-linejoin="round"/>`, [][2]float64{{20, 83}, {83, 20}}, [][2]float64{{24, 84}, {15.5, 15.5}}},
		{"bevel", bend + `stroke-linejoin="bevel"/>`, [][2]float64{{18.5, 18.5}}, [][2]float64{{16, 16}}},
		{"round corner, butt end", bend + `stroke-linejoin="round"/>`, [][2]float64{{17, 17}}, [][2]float64{{15.5, 15.5}, {20, 83}}},
		{"too pointed", `<path d="M10 50L90 50L10 58"/>`, nil, [][2]float64{{97, 51}}},
		{"pointed", `<path stroke-miterlimit="99" d="M10 50L90 50L10 58"/>`, [][2]float64{{97, 51}}, nil},
		{"dashes", `<path stroke-dasharray="20 10" d="M0 50H100"/>`, [][2]float64{{10, 50}, {40, 50}, {70, 50}}, [][2]float64{{25, 50}, {55, 50}}},
		{"closed", `<path d="M20 20H80V80H20Z"/>`, [][2]float64{{16, 16}, {16, 84}, {84, 84}}, [][2]float64{{50, 50}}},
		{"wider one way", `<path transform="scale(2 .5)" d="M10 40V160M10 100H40"/>`, [][2]float64{{11, 30}, {29, 30}, {60, 51}}, [][2]float64{{60, 54}, {60, 46}}},
	} {
		for _, p := range c.in {
			if !inside(c.body, p[0], p[1]) {
				t.Errorf("%s: %v is empty", c.name, p)
			}
		}
		for _, p := range c.out {
			if inside(c.body, p[0], p[1]) {
				t.Errorf("%s: %v is covered", c.name, p)
			}
		}
	}
}
