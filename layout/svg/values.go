package svg

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"

	"kitpress/layout"
)

// sensible bounds every number of a file.
const sensible = 1_000_000

// units are what one of them is in user units.
var units = map[string]float64{"": 1, "px": 1, "pt": 4.0 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "em": 16}

// number reads a length; whole is what percentages are of.
func number(name, s string, whole float64) (float64, error) {
	s = strings.TrimSpace(s)
	digits := strings.TrimRight(s, "%abcdefghijklmnopqrstuvwxyz")
	unit := s[len(digits):]
	if strings.HasSuffix(digits, ".") || digits == "" {
		digits = strings.TrimSuffix(digits, ".")
	}
	f, err := strconv.ParseFloat(digits, 64)
	k, known := units[unit]
	if unit == "%" {
		k, known = whole/100, true
	}
	if err != nil || !known || math.IsNaN(f) || math.Abs(f*k) > sensible {
		return 0, fmt.Errorf("attribute %s: %q is not a number of a sensible size", name, s)
	}
	return f * k, nil
}

// numbers reads a list of numbers.
func numbers(s string) ([]float64, error) {
	var list []float64
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' || r == '\t' || r == '\r' }) {
		f, err := number("", part, 0)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number of a sensible size", part)
		}
		list = append(list, f)
	}
	return list, nil
}

// transform reads the attribute of that name.
func transform(s string) (layout.Matrix, error) {
	m := layout.Identity()
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimLeft(s, " ,\n\t\r") {
		kind, rest, ok := strings.Cut(s, "(")
		args, after, closed := strings.Cut(rest, ")")
		n, err := numbers(args)
		if !ok || !closed || err != nil {
			return m, fmt.Errorf("transform %q is not read", s)
		}
		one, err := step(strings.TrimSpace(kind), n)
		if err != nil {
			return m, err
		}
		m, s = one.Then(m), after
	}
	return m, nil
}

func step(kind string, n []float64) (layout.Matrix, error) {
	mm := func(x, y float64) layout.Matrix {
		return layout.Translate(layout.Point{X: layout.MM(x), Y: layout.MM(y)})
	}
	switch {
	case kind == "matrix" && len(n) == 6:
		m := mm(n[4], n[5])
		m.A, m.B, m.C, m.D = n[0], n[1], n[2], n[3]
		return m, nil
	case kind == "translate" && len(n) == 1:
		return mm(n[0], 0), nil
	case kind == "translate" && len(n) == 2:
		return mm(n[0], n[1]), nil
	case kind == "scale" && len(n) == 1:
		return layout.Scale(n[0], n[0]), nil
	case kind == "scale" && len(n) == 2:
		return layout.Scale(n[0], n[1]), nil
	case kind == "rotate" && len(n) == 1:
		return layout.Rotate(n[0]), nil
	case kind == "rotate" && len(n) == 3:
		return mm(-n[1], -n[2]).Then(layout.Rotate(n[0])).Then(mm(n[1], n[2])), nil
	case kind == "skewX" && len(n) == 1:
		return layout.Matrix{A: 1, C: math.Tan(n[0] * math.Pi / 180), D: 1}, nil
	case kind == "skewY" && len(n) == 1:
		return layout.Matrix{A: 1, B: math.Tan(n[0] * math.Pi / 180), D: 1}, nil
	}
	return layout.Identity(), fmt.Errorf("transform %s of %d numbers is not read", kind, len(n))
}

// An rgba is a colour and how much of it covers, 0 to 1.
type rgba struct {
	rgb   [3]uint8
	alpha float64
}

// colour reads a colour: a name, #rgb, #rrggbb, with alpha too, rgb(…).
func colour(s string) (rgba, error) {
	low := strings.ToLower(strings.TrimSpace(s))
	if c, ok := colornames.Map[low]; ok {
		return rgba{[3]uint8{c.R, c.G, c.B}, 1}, nil
	}
	switch {
	case low == "currentcolor":
		return rgba{alpha: 1}, nil
	case low == "transparent":
		return rgba{}, nil
	case strings.HasPrefix(low, "#"):
		return hex(low)
	case strings.HasPrefix(low, "rgb"):
		_, args, _ := strings.Cut(strings.TrimSuffix(low, ")"), "(")
		return channels(strings.FieldsFunc(args, func(r rune) bool { return r == ',' || r == ' ' || r == '/' }), s)
	}
	return rgba{}, fmt.Errorf("%q is not a colour that is read; write \"#1B2330\"", s)
}

func hex(s string) (rgba, error) {
	if len(s) == 4 || len(s) == 5 {
		long := []byte{'#'}
		for _, c := range []byte(s[1:]) {
			long = append(long, c, c)
		}
		s = string(long)
	}
	alpha := 1.0
	if len(s) == 9 {
		n, err := strconv.ParseUint(s[7:], 16, 8)
		if err != nil {
			return rgba{}, fmt.Errorf("%q is not a colour", s)
		}
		alpha, s = float64(n)/255, s[:7]
	}
	rgb, err := layout.ParseHex(s)
	return rgba{rgb, alpha}, err
}

func channels(parts []string, s string) (rgba, error) {
	c := rgba{alpha: 1}
	if len(parts) != 3 && len(parts) != 4 {
		return c, fmt.Errorf("%q is not a colour", s)
	}
	for i, p := range parts {
		whole := 255.0
		if i == 3 {
			whole = 1
		}
		f, err := number("", p, whole)
		if err != nil {
			return c, fmt.Errorf("%q is not a colour", s)
		}
		f = min(max(f, 0), whole)
		if i == 3 {
			c.alpha = f
		} else {
			c.rgb[i] = uint8(f + 0.5)
		}
	}
	return c, nil
}

// share reads an opacity: a number or a percentage; "" is 1.
func share(name, s string) (float64, error) {
	if s == "" {
		return 1, nil
	}
	f, err := number(name, s, 1)
	if err != nil {
		return 1, fmt.Errorf("%s %q is not read; want a number from 0 to 1", name, s)
	}
	return min(max(f, 0), 1), nil
}
