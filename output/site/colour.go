package site

import (
	"fmt"
	"math"
	"strconv"
)

// A Colour is an sRGB colour, {0x1B, 0x23, 0x30}.
type Colour [3]uint8

// String returns the colour as CSS writes it.
func (c Colour) String() string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// hex reads a colour of this file.
func hex(s string) Colour {
	n, _ := strconv.ParseUint(s[1:], 16, 32)
	return Colour{uint8(n >> 16), uint8(n >> 8), uint8(n)}
}

// minContrast is what WCAG 2 asks of text that is not large.
const minContrast = 4.5

// The colours every page has, light and dark.
type palette struct {
	Page, Surface, Ink, Mute, Line, Link Colour
}

func light() palette {
	return palette{hex("#ffffff"), hex("#f1f4f8"), hex("#1b2330"), hex("#525d6e"), hex("#c9d0da"), hex("#1b539c")}
}

func dark() palette {
	return palette{hex("#12171f"), hex("#1d2530"), hex("#eceff4"), hex("#b0bac8"), hex("#3b4656"), hex("#9cc4f5")}
}

// Fixed colours, the same in both.
var (
	white = Colour{0xFF, 0xFF, 0xFF}
	amber = Colour{0xF6, 0xB9, 0x2B} // discs with numbers, always with ink
)

// kindColours are those of the printed cards.
func kindColours() map[Kind]Colour {
	return map[Kind]Colour{Threat: hex("#bf332b"), Defence: hex("#07665f"), Term: hex("#33426a")}
}

// An accent is a colour in all its jobs.
type accent struct {
	Class              string
	Base, On, Dots     Colour // a band, what stands on it, the pattern of it
	Text, Tint         Colour // on a light page: headings, grounds
	DarkText, DarkTint Colour // on a dark page
}

// newAccent derives the jobs of a colour, so that each can be read whatever
// the colour is.
func newAccent(class string, base Colour) accent {
	l, d := light(), dark()
	a := accent{Class: class}
	a.Base, a.On = Readable(base)
	a.Dots = toward(a.Base, a.On, func(c Colour) bool { return contrast(c, a.On) > minContrast }, 0.14)
	a.Tint = mix(l.Page, base, 0.08)
	a.DarkTint = toward(d.Page, base, func(c Colour) bool { return contrast(c, d.Link) >= minContrast }, 0.25)
	a.Text = until(base, l.Ink, func(c Colour) bool {
		return contrast(c, l.Page) >= minContrast && contrast(c, l.Surface) >= minContrast && contrast(c, a.Tint) >= minContrast
	})
	a.DarkText = until(base, white, func(c Colour) bool { // a little more: thin bright letters on dark look paler than they are
		return contrast(c, d.Page) >= 1.5*minContrast && contrast(c, d.Surface) >= minContrast && contrast(c, a.DarkTint) >= minContrast
	})
	return a
}

// Readable returns a colour as a ground and what can be read on it, white or
// the ink of a light page; the ground is a little darker or lighter when
// neither could be read on it as it is.
func Readable(c Colour) (ground, on Colour) {
	ink := light().Ink
	on, away := white, ink
	if contrast(c, ink) > contrast(c, white) {
		on, away = ink, white
	}
	return until(c, away, func(c Colour) bool { return contrast(c, on) >= minContrast }), on
}

// toward mixes as much of other into c as ok allows, at most share.
func toward(c, other Colour, ok func(Colour) bool, share float64) Colour {
	for ; share > 0; share -= 0.02 {
		if m := mix(c, other, share); ok(m) {
			return m
		}
	}
	return c
}

// until mixes as little of other into c as ok asks for.
func until(c, other Colour, ok func(Colour) bool) Colour {
	for share := 0.0; share < 1; share += 0.02 {
		if m := mix(c, other, share); ok(m) {
			return m
		}
	}
	return other
}

// mix returns a with a share of b.
func mix(a, b Colour, share float64) Colour {
	var m Colour
	for i := range m {
		m[i] = uint8(math.Round(float64(a[i])*(1-share) + float64(b[i])*share))
	}
	return m
}

// contrast returns the contrast ratio of WCAG 2, 1 to 21.
func contrast(a, b Colour) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c Colour) float64 {
	var linear [3]float64
	for i, v := range c {
		f := float64(v) / 255
		if f <= 0.04045 {
			linear[i] = f / 12.92
		} else {
			linear[i] = math.Pow((f+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*linear[0] + 0.7152*linear[1] + 0.0722*linear[2]
}
