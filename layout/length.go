package layout

import "strconv"

// A Length is a distance in micrometres. Integers keep output identical on
// every processor; at 1 µm nothing a printer can show is lost.
type Length int32

// Common lengths.
const (
	Micrometre Length = 1
	Millimetre Length = 1000
)

// MM returns the length of mm millimetres, rounded to the next micrometre.
func MM(mm float64) Length {
	if mm < 0 {
		return -Length(-mm*1000 + 0.5)
	}
	return Length(mm*1000 + 0.5)
}

// Pt returns the length of pt DTP points (1 pt = 1/72 inch = 352.78 µm).
func Pt(pt float64) Length { return MM(pt * 25.4 / 72) }

// MM returns l in millimetres.
func (l Length) MM() float64 { return float64(l) / 1000 }

// Pt returns l in DTP points.
func (l Length) Pt() float64 { return float64(l) * 72 / 25400 }

// Mul returns l scaled by f, rounded to the next micrometre.
func (l Length) Mul(f float64) Length { return MM(l.MM() * f) }

// String returns l in millimetres with two decimals, the form goldens use.
func (l Length) String() string { return strconv.FormatFloat(l.MM(), 'f', 2, 64) }
