package svg

import (
	"math"
	"strconv"

	"kitpress/layout"
)

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
	if string(b[start:]) == "-0" {
		return append(b[:start], '0')
	}
	return b
}

// appendScale appends a factor with six digits that count.
func appendScale(b []byte, v float64) []byte {
	decimals := 6
	if a := math.Abs(v); a > 0 && a < 1 {
		decimals -= int(math.Floor(math.Log10(a))) + 1
	}
	return appendNumber(b, v, min(decimals, 12))
}

// millimetres returns a length as an attribute of the file's size.
func millimetres(l layout.Length) string {
	return string(appendNumber(nil, l.MM(), 3)) + "mm"
}

// transform returns the value of a transform attribute, "" for none.
func transform(m layout.Matrix) string {
	if m == (layout.Matrix{}) || m.IsIdentity() {
		return ""
	}
	var b []byte
	if m.A == 1 && m.B == 0 && m.C == 0 && m.D == 1 {
		b = appendNumber(append(b, "translate("...), m.E, 2)
		return string(append(appendNumber(append(b, ' '), m.F, 2), ')'))
	}
	b = append(b, "matrix("...)
	for _, v := range [4]float64{m.A, m.B, m.C, m.D} {
		b = append(appendScale(b, v), ' ')
	}
	b = append(appendNumber(b, m.E, 2), ' ')
	return string(append(appendNumber(b, m.F, 2), ')'))
}

// A trace builds the data of a path: whole numbers, relative to the pen.
type trace struct {
	data  []byte
	pen   layout.Point
	start layout.Point
	verb  byte // the last one written; lines and curves need not repeat it
}

func (t *trace) step(verb byte, numbers ...layout.Length) {
	if verb != t.verb || verb == 'm' || verb == 'M' {
		t.data = append(t.data, verb)
	} else if numbers[0] >= 0 {
		t.data = append(t.data, ' ')
	}
	t.verb = verb
	for i, n := range numbers {
		if i > 0 && n >= 0 {
			t.data = append(t.data, ' ')
		}
		t.data = strconv.AppendInt(t.data, int64(n), 10)
	}
}

func (t *trace) move(p layout.Point) {
	if len(t.data) == 0 {
		t.step('M', p.X, p.Y)
	} else {
		t.step('m', p.X-t.pen.X, p.Y-t.pen.Y)
	}
	t.pen, t.start = p, p
}

func (t *trace) line(p layout.Point) {
	d := layout.Point{X: p.X - t.pen.X, Y: p.Y - t.pen.Y}
	switch {
	case d.Y == 0:
		t.step('h', d.X)
	case d.X == 0:
		t.step('v', d.Y)
	default:
		t.step('l', d.X, d.Y)
	}
	t.pen = p
}

func (t *trace) cubic(a, b, p layout.Point) {
	q := t.pen
	t.step('c', a.X-q.X, a.Y-q.Y, b.X-q.X, b.Y-q.Y, p.X-q.X, p.Y-q.Y)
	t.pen = p
}

func (t *trace) close() {
	t.data = append(t.data, 'z')
	t.verb, t.pen = 'z', t.start
}

// outline returns the data of a shape.
func outline(o layout.Outline) string {
	var t trace
	p := o.Points
	for i, v := range o.Verbs {
		switch v {
		case layout.MoveTo:
			t.move(p[0])
			p = p[1:]
		case layout.LineTo:
			// Closing draws the line back to the start.
			if p[0] != t.start || p[0] == t.pen || i+1 == len(o.Verbs) || o.Verbs[i+1] != layout.Close {
				t.line(p[0])
			}
			p = p[1:]
		case layout.CubicTo:
			t.cubic(p[0], p[1], p[2])
			p = p[3:]
		case layout.Close:
			t.close()
		}
	}
	return string(t.data)
}

// modules returns the data of a code in units of a module.
func modules(c *layout.Code) string {
	var t trace
	for _, r := range c.Rects() {
		x, y, w, h := layout.Length(r.X), layout.Length(r.Y), layout.Length(r.W), layout.Length(r.H)
		t.move(layout.Point{X: x, Y: y})
		t.step('h', w)
		t.step('v', h)
		t.step('h', -w)
		t.close()
	}
	return string(t.data)
}
