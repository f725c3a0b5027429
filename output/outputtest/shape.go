package outputtest

import "kitpress/layout"

// A Shape is a filled or stroked path as polygons, curves flattened, in µm from
// the top left corner of its page.
type Shape struct {
	Fill     *[3]uint8 // nil when only stroked
	Polygons [][][2]float64
	Clips    [][][][2]float64
}

// covers reports whether a point lies inside a filled shape and its clips.
func (s *Shape) covers(at layout.Point) bool {
	x, y := float64(at.X), float64(at.Y)
	if s.Fill == nil || winding(s.Polygons, x, y) == 0 {
		return false
	}
	for _, clip := range s.Clips {
		if winding(clip, x, y) == 0 {
			return false
		}
	}
	return true
}

// winding returns how often polygons go round a point.
func winding(polygons [][][2]float64, x, y float64) int {
	n := 0
	for _, p := range polygons {
		for i := range p {
			a, b := p[i], p[(i+1)%len(p)]
			side := (b[0]-a[0])*(y-a[1]) - (x-a[0])*(b[1]-a[1])
			if a[1] <= y && b[1] > y && side > 0 {
				n++
			} else if a[1] > y && b[1] <= y && side < 0 {
				n--
			}
		}
	}
	return n
}

// flatten returns points along a curve.
func flatten(a, b, c, d [2]float64) [][2]float64 {
	var out [][2]float64
	for i := 1; i <= 16; i++ {
		t := float64(i) / 16
		u := 1 - t
		var p [2]float64
		for k := range p {
			p[k] = u*u*u*a[k] + 3*u*u*t*b[k] + 3*u*t*t*c[k] + t*t*t*d[k]
		}
		out = append(out, p)
	}
	return out
}

// A Page is what was found on a page of a written file. What a format cannot
// tell is nil.
type Page struct {
	Size     layout.Size
	Grain    layout.Length // side of a pixel, 0 when lengths are exact
	Text     *string
	ColourAt func(layout.Point) [3]uint8 // of shapes, maybe of texts
	Links    []string
}
