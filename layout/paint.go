package layout

import "fmt"

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

// Hex returns the colour as "#rrggbb".
func (p Paint) Hex() string { return fmt.Sprintf("#%02x%02x%02x", p.RGB[0], p.RGB[1], p.RGB[2]) }

// A Stroke is how the line along an Outline is drawn.
type Stroke struct {
	Paint *Paint
	Width Length
	Round bool     // round joins and caps; otherwise mitred and butt
	Dash  []Length // on, off, …; nil for a solid line
}
