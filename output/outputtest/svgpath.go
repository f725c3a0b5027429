package outputtest

import (
	"fmt"
	"strconv"
	"strings"

	"kitpress/layout"
)

// svgTransform reads a list of translate, scale and matrix.
func svgTransform(s string) (layout.Matrix, error) {
	m := layout.Identity()
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		name, rest, ok := strings.Cut(s, "(")
		inner, after, closed := strings.Cut(rest, ")")
		if !ok || !closed {
			return m, fmt.Errorf("transform %q", s)
		}
		v, err := svgNumbers(inner)
		if err != nil {
			return m, err
		}
		var step layout.Matrix
		switch {
		case name == "translate" && len(v) == 2:
			step = layout.Matrix{A: 1, D: 1, E: v[0], F: v[1]}
		case name == "scale" && len(v) == 1:
			step = layout.Scale(v[0], v[0])
		case name == "matrix" && len(v) == 6:
			step = layout.Matrix{A: v[0], B: v[1], C: v[2], D: v[3], E: v[4], F: v[5]}
		default:
			return m, fmt.Errorf("transform %s with %v", name, v)
		}
		m, s = step.Then(m), after
	}
	return m, nil
}

// svgNumbers reads numbers that are parted by spaces or by their signs.
func svgNumbers(s string) ([]float64, error) {
	var v []float64
	for _, f := range strings.Fields(strings.ReplaceAll(s, "-", " -")) {
		n, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return nil, err
		}
		v = append(v, n)
	}
	return v, nil
}

// svgArity is the number of numbers each step of a path takes.
var svgArity = map[byte]int{'M': 2, 'm': 2, 'l': 2, 'h': 1, 'v': 1, 'c': 6, 'z': 0}

// svgPolygons reads the data of a path: M, and m l h v c z relative to the
// pen.
func svgPolygons(d string, m layout.Matrix) ([][][2]float64, error) {
	var out [][][2]float64
	var pen, start [2]float64
	at := func(p [2]float64) [2]float64 { return [2]float64{m.A*p[0] + m.C*p[1] + m.E, m.B*p[0] + m.D*p[1] + m.F} }
	put := func(p [2]float64) {
		if len(out) == 0 || len(out[len(out)-1]) == 0 {
			out = append(out, [][2]float64{at(pen)})
		}
		out[len(out)-1] = append(out[len(out)-1], at(p))
		pen = p
	}
	for d != "" {
		verb := d[0]
		end := 1 + strings.IndexAny(d[1:]+"z", "MmlhvczZHVLCQqAaSsTt")
		v, err := svgNumbers(d[1:end])
		n, known := svgArity[verb]
		if err != nil || !known || n == 0 && len(v) > 0 || n > 0 && (len(v) == 0 || len(v)%n > 0) || (verb|32 == 'm') && len(v) != 2 {
			return nil, fmt.Errorf("step %q (%v)", d[:end], err)
		}
		if len(out) == 0 && verb != 'M' {
			return nil, fmt.Errorf("path begins with %q", verb)
		}
		d = d[end:]
		for i := 0; i == 0 || i < len(v); i += max(n, 1) {
			rel := func(k int) [2]float64 { return [2]float64{pen[0] + v[i+k], pen[1] + v[i+k+1]} }
			switch verb {
			case 'M':
				pen = [2]float64{v[0], v[1]}
				start, out = pen, append(out, [][2]float64{at(pen)})
			case 'm':
				pen = rel(0)
				start, out = pen, append(out, [][2]float64{at(pen)})
			case 'l':
				put(rel(0))
			case 'h':
				put([2]float64{pen[0] + v[i], pen[1]})
			case 'v':
				put([2]float64{pen[0], pen[1] + v[i]})
			case 'c':
				a, b, c := rel(0), rel(2), rel(4)
				out[len(out)-1] = append(out[len(out)-1], flatten(at(pen), at(a), at(b), at(c))...)
				pen = c
			case 'z':
				pen = start
				out = append(out, nil)
			}
		}
	}
	return out, nil
}
