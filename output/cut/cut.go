// Package cut writes the cut lines of a page for machines that cut what a
// printer printed: SVG and DXF, in millimetres, at the place they have on the
// page.
package cut

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"

	"kitpress/layout"
)

// WriteSVG writes the cut lines of a page as a drawing as large as the page.
func WriteSVG(w io.Writer, p *layout.Page) error {
	b := bufio.NewWriter(w)
	width, height := p.Scene.Size.W.MM(), p.Scene.Size.H.MM()
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%gmm\" height=\"%gmm\" viewBox=\"0 0 %[1]g %[2]g\">\n<g fill=\"none\" stroke=\"#ff0000\" stroke-width=\"0.1\">\n", width, height)
	for _, o := range p.Cuts {
		b.WriteString("<path d=\"")
		points := o.Points
		for _, v := range o.Verbs {
			switch n := [...]int{layout.MoveTo: 1, layout.LineTo: 1, layout.CubicTo: 3, layout.Close: 0}[v]; v {
			case layout.Close:
				b.WriteByte('Z')
			default:
				b.WriteByte("MLC"[v])
				for i, q := range points[:n] {
					if i > 0 {
						b.WriteByte(' ')
					}
					fmt.Fprintf(b, "%g %g", q.X.MM(), q.Y.MM())
				}
				points = points[n:]
			}
		}
		b.WriteString("\"/>\n")
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Flush()
}

// WriteDXF writes the cut lines of a page as closed polylines, as every version
// since R12 reads them: in millimetres from the lower left corner of the page.
func WriteDXF(w io.Writer, p *layout.Page) error {
	b := bufio.NewWriter(w)
	b.WriteString("0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n")
	for _, o := range p.Cuts {
		for _, line := range polylines(o) {
			b.WriteString("0\nPOLYLINE\n8\nCUT\n66\n1\n70\n1\n")
			for _, q := range line {
				fmt.Fprintf(b, "0\nVERTEX\n8\nCUT\n10\n%.3f\n20\n%.3f\n", q.X.MM(), (p.Scene.Size.H - q.Y).MM())
			}
			b.WriteString("0\nSEQEND\n8\nCUT\n")
		}
	}
	b.WriteString("0\nENDSEC\n0\nEOF\n")
	return b.Flush()
}

// curveSteps is how many straight lines stand for a curve: a quarter of a circle
// of 15 mm is off by less than 0.02 mm.
const curveSteps = 16

// polylines returns the sub-paths of a shape as points, its curves as short
// lines.
func polylines(o layout.Outline) [][]layout.Point {
	var lines [][]layout.Point
	for _, sub := range o.SubPaths() {
		var line []layout.Point
		points := sub.Points
		for _, v := range sub.Verbs {
			switch v {
			case layout.MoveTo, layout.LineTo:
				line, points = append(line, points[0]), points[1:]
			case layout.CubicTo:
				from := line[len(line)-1]
				for i := 1; i <= curveSteps; i++ {
					line = append(line, onCurve(from, points[0], points[1], points[2], float64(i)/curveSteps))
				}
				points = points[3:]
			}
		}
		line = slices.Compact(line)
		if n := len(line); n > 1 && line[0] == line[n-1] {
			line = line[:n-1]
		}
		lines = append(lines, line)
	}
	return lines
}

// onCurve returns the point of a curve at t.
func onCurve(a, b, c, d layout.Point, t float64) layout.Point {
	u := 1 - t
	mix := func(a, b, c, d layout.Length) layout.Length {
		return layout.Length(math.Round(u*u*u*float64(a) + 3*u*u*t*float64(b) + 3*u*t*t*float64(c) + t*t*t*float64(d)))
	}
	return layout.Point{X: mix(a.X, b.X, c.X, d.X), Y: mix(a.Y, b.Y, c.Y, d.Y)}
}
