package layout

import (
	"fmt"
	"math"
	"strconv"
	"sync"
)

// A Paint is one solid colour in every form a writer may need. There is no
// transparency: a tint is a colour of its own.
type Paint struct {
	Role string   // the theme's name for it, "ink"; kept for dumps and checks
	RGB  [3]uint8 // sRGB
	CMYK [4]uint8 // percent
	Grey uint8    // percent black, for greyscale output
}

// Black and White are the only colours layout itself uses (QR codes, marks).
func Black() *Paint {
	return &Paint{Role: "black", CMYK: [4]uint8{0, 0, 0, 100}, Grey: 100}
}

// White returns the colour of the paper.
func White() *Paint {
	return &Paint{Role: "white", RGB: [3]uint8{255, 255, 255}}
}

// PaintOf returns a colour of sRGB with the inks and the grey that look like
// it, for those who state none.
func PaintOf(rgb [3]uint8) *Paint {
	return &Paint{RGB: rgb, CMYK: cmykOf(rgb), Grey: greyOf(rgb)}
}

// ParseHex reads a colour such as "#1B2330".
func ParseHex(s string) (rgb [3]uint8, err error) {
	if len(s) != 7 || s[0] != '#' {
		return rgb, fmt.Errorf("%q is not a colour such as \"#1B2330\"", s)
	}
	n, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil {
		return rgb, fmt.Errorf("%q is not a colour such as \"#1B2330\"", s)
	}
	return [3]uint8{uint8(n >> 16), uint8(n >> 8), uint8(n)}, nil
}

// Hex returns the colour as "#rrggbb".
func (p Paint) Hex() string { return fmt.Sprintf("#%02x%02x%02x", p.RGB[0], p.RGB[1], p.RGB[2]) }

// A Stroke is how the line along an Outline is drawn.
type Stroke struct {
	Paint *Paint
	Width Length
	Round bool     // round joins and caps; otherwise mitred and butt
	Dash  []Length // on, off, …; nil for a solid line
}

// luminance returns the relative luminance of a colour of sRGB, 0 to 1.
func luminance(rgb [3]uint8) float64 {
	lin := linear()
	return 0.2126*lin[rgb[0]] + 0.7152*lin[rgb[1]] + 0.0722*lin[rgb[2]]
}

// linear returns how much light each step of a channel of sRGB is.
var linear = sync.OnceValue(func() *[256]float64 {
	lin := new([256]float64)
	for v := range lin {
		f := float64(v) / 255
		if lin[v] = f / 12.92; f > 0.04045 {
			lin[v] = math.Pow((f+0.055)/1.055, 2.4)
		}
	}
	return lin
})

// Contrast returns the contrast ratio of two colours, 1 to 21: WCAG 2.2,
// "contrast ratio".
func Contrast(a, b [3]uint8) float64 {
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}

// greyOf returns the percentage of black that looks as light as rgb (relative
// luminance of sRGB, turned into CIE lightness).
func greyOf(rgb [3]uint8) uint8 {
	y := luminance(rgb)
	l := 116*math.Cbrt(y) - 16
	if y <= 216.0/24389 {
		l = y * 24389 / 27
	}
	return uint8(math.Round(100 - math.Max(0, math.Min(100, l))))
}

// cmykOf returns the plain conversion of rgb.
func cmykOf(rgb [3]uint8) (out [4]uint8) {
	k := 255 - max(rgb[0], rgb[1], rgb[2])
	out[3] = uint8(math.Round(float64(k) / 2.55))
	if k == 255 {
		return out
	}
	for i, v := range rgb {
		out[i] = uint8(math.Round(100 * float64(255-v-k) / float64(255-k)))
	}
	return out
}
