package pdf

import (
	"strconv"
	"unicode/utf16"
)

// Coordinates are written in tens of micrometres: whole numbers of at most
// five digits on an A3 page, finer than any printer, and half the bytes of
// points with three decimals. unitScale is one such unit in points.
const unitScale = 72.0 / 2540

// appendUnits appends a length in micrometres as tens of micrometres, exact
// with one decimal when fine is set, else rounded.
func appendUnits(b []byte, um int64, fine bool) []byte {
	if um < 0 {
		if !fine && um > -5 {
			return append(b, '0')
		}
		b, um = append(b, '-'), -um
	}
	if !fine {
		return strconv.AppendInt(b, (um+5)/10, 10)
	}
	tenth := um % 10
	if um >= 10 || tenth == 0 {
		b = strconv.AppendInt(b, um/10, 10)
	}
	if tenth != 0 {
		b = append(b, '.', byte('0'+tenth))
	}
	return b
}

// roundUnits rounds like appendUnits without fine.
func roundUnits(um int64) int64 {
	if um < 0 {
		return -((-um + 5) / 10)
	}
	return (um + 5) / 10
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
