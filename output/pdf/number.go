package pdf

import (
	"strconv"
	"unicode/utf16"
)

// Coordinates are written in whole units of a power of ten in µm. At the top of
// a page the unit is 10 µm: numbers of at most five digits on an A3 page, finer
// than any printer, and half the bytes of points with three decimals. Inside a
// drawing that is scaled the unit follows, so that it still comes to about
// 10 µm on paper: an icon drawn on a large grid has no more digits than it
// shows.
const (
	pageUnit  = 10
	finest    = 1
	coarsest  = 10000
	unitScale = 72.0 / 25400 * pageUnit // points
)

// unitAt returns the unit of coordinates that are drawn at a scale, in µm.
func unitAt(scale float64) int64 {
	unit := int64(finest)
	// 12.5 µm on paper: rounding moves nothing by more than a hundredth of a millimetre.
	for unit < coarsest && float64(unit*10)*scale <= 12.5 {
		unit *= 10
	}
	return unit
}

// units returns a length as a whole number of units.
func units(um, unit int64) int64 {
	if um < 0 {
		return -((-um + unit/2) / unit)
	}
	return (um + unit/2) / unit
}

// appendInt appends v in decimal. Most of a page is numbers of few digits, which
// package strconv would write elsewhere first and move.
func appendInt(b []byte, v int64) []byte {
	if v < 0 {
		b, v = append(b, '-'), -v
	}
	if v >= 100_000 {
		return strconv.AppendInt(b, v, 10)
	}
	end := len(b) + 1
	for most := uint32(10); most <= uint32(v); most *= 10 {
		end++
	}
	b = append(b, 0, 0, 0, 0, 0)[:end]
	for i, rest := end-1, uint32(v); ; i, rest = i-1, rest/10 {
		b[i] = byte('0' + rest%10)
		if rest < 10 {
			return b
		}
	}
}

// appendExact appends a length in units, with the decimals it takes.
func appendExact(b []byte, um, unit int64) []byte {
	if um < 0 {
		b, um = append(b, '-'), -um
	}
	if um >= unit || um == 0 {
		b = strconv.AppendInt(b, um/unit, 10)
	}
	if rest := um % unit; rest != 0 {
		b = append(b, '.')
		for ; rest != 0; rest %= unit {
			unit /= 10
			b = append(b, byte('0'+rest/unit))
		}
	}
	return b
}

// appendNumber appends v with at most the given number of decimals, in the
// fewest characters.
func appendNumber(b []byte, v float64, decimals int) []byte {
	start := len(b)
	b = strconv.AppendFloat(b, v, 'f', decimals, 64)
	if decimals > 0 {
		for b[len(b)-1] == '0' {
			b = b[:len(b)-1]
		}
		if b[len(b)-1] == '.' {
			b = b[:len(b)-1]
		}
	}
	digits := b[start:]
	if digits[0] == '-' {
		digits = digits[1:]
	}
	switch {
	case string(digits) == "0": // not "-0"
		return append(b[:start], '0')
	case len(digits) > 2 && digits[0] == '0' && digits[1] == '.': // ".5"
		copy(digits, digits[1:])
		return b[:len(b)-1]
	}
	return b
}

// number returns v with at most three decimals.
func number(v float64) string { return string(appendNumber(nil, v, 3)) }

// points returns a length in µm in points, exact to 0.0001 pt.
func points(um int64) string { return string(appendNumber(nil, float64(um)*72/25400, 4)) }

// appendEscaped appends c as part of a literal string. A bare carriage return
// would be read as a line feed.
func appendEscaped(b []byte, c byte) []byte {
	switch c {
	case '(', ')', '\\':
		return append(b, '\\', c)
	case '\r':
		return append(b, '\\', 'r')
	}
	return append(b, c)
}

// textString returns s as a text string of a dictionary: as it is when it is
// ASCII, else as UTF-16.
func textString(s string) string {
	b := []byte{'('}
	if ascii(s) {
		for i := range len(s) {
			b = appendEscaped(b, s[i])
		}
		return string(append(b, ')'))
	}
	b = append(b, 0xFE, 0xFF)
	for _, u := range utf16.Encode([]rune(s)) {
		b = appendEscaped(b, byte(u>>8))
		b = appendEscaped(b, byte(u))
	}
	return string(append(b, ')'))
}

// ascii reports whether s has printable ASCII characters only.
func ascii(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
