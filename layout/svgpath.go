package layout

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// ParsePath reads SVG path data (the d attribute); one unit is 1 mm. Arcs and
// quadratic curves become cubic ones.
func ParsePath(d string) (Outline, error) {
	p := &pathReader{d: d}
	if err := p.read(); err != nil {
		return Outline{}, fmt.Errorf("path data, column %d: %w", p.pos+1, err)
	}
	return p.out, nil
}

// maxPathPoints bounds a path.
const maxPathPoints = 100_000

type vec struct{ x, y float64 }

type pathReader struct {
	d         string
	pos       int
	out       Outline
	at, start vec
	control   vec  // last control point, for the smooth curves
	last      byte // command it belongs to, upper case
}

// maxCoordinate keeps all arithmetic inside a Length.
const maxCoordinate = 1_000_000

func (p *pathReader) read() error {
	p.space()
	if p.pos == len(p.d) {
		return errors.New("the path is empty")
	}
	var cmd byte
	for p.pos < len(p.d) {
		c := p.d[p.pos]
		if c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			cmd = c
			p.pos++
		} else if cmd == 0 || cmd|32 == 'z' {
			return fmt.Errorf("unexpected %q", c)
		} else if cmd|32 == 'm' {
			cmd -= 'm' - 'l' // further pairs after a move are lines
		}
		if len(p.out.Verbs) == 0 && cmd|32 != 'm' {
			return errors.New("a path begins with M")
		}
		if len(p.out.Points) > maxPathPoints {
			return fmt.Errorf("the path has more than %d points", maxPathPoints)
		}
		if err := p.command(cmd); err != nil {
			return err
		}
		p.space()
	}
	return nil
}

func (p *pathReader) command(cmd byte) error {
	rel := cmd >= 'a'
	up := cmd &^ 32
	count, known := map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'Q': 4, 'T': 2, 'A': 7, 'Z': 0}[up]
	if !known {
		return fmt.Errorf("unknown command %q", cmd)
	}
	var n [7]float64
	for i := range count {
		var err error
		if up == 'A' && (i == 3 || i == 4) {
			n[i], err = p.flag()
		} else {
			n[i], err = p.number()
		}
		if err != nil {
			return err
		}
	}
	pt := func(i int) vec {
		if rel {
			return vec{p.at.x + n[i], p.at.y + n[i+1]}
		}
		return vec{n[i], n[i+1]}
	}
	mirror := func(kinds string) vec {
		for i := range len(kinds) {
			if p.last == kinds[i] {
				return vec{2*p.at.x - p.control.x, 2*p.at.y - p.control.y}
			}
		}
		return p.at
	}
	control := vec{}
	switch up {
	case 'M':
		p.at = pt(0)
		p.start = p.at
		p.out.Move(length(p.at))
	case 'L':
		p.line(pt(0))
	case 'H':
		x := n[0]
		if rel {
			x += p.at.x
		}
		p.line(vec{x, p.at.y})
	case 'V':
		y := n[0]
		if rel {
			y += p.at.y
		}
		p.line(vec{p.at.x, y})
	case 'C':
		control = pt(2)
		p.cubic(pt(0), control, pt(4))
	case 'S':
		control = pt(0)
		p.cubic(mirror("CS"), control, pt(2))
	case 'Q':
		control = pt(0)
		p.quadratic(control, pt(2))
	case 'T':
		control = mirror("QT")
		p.quadratic(control, pt(0))
	case 'A':
		p.arc(n[0], n[1], n[2], n[3] != 0, n[4] != 0, pt(5))
	case 'Z':
		p.out.Close()
		p.at = p.start
	}
	p.control, p.last = control, up
	if math.Abs(p.at.x) > maxCoordinate || math.Abs(p.at.y) > maxCoordinate {
		return errors.New("a coordinate is too large")
	}
	return nil
}

func length(v vec) Point {
	clamp := func(f float64) Length { return MM(math.Max(-maxCoordinate, math.Min(maxCoordinate, f))) }
	return Point{clamp(v.x), clamp(v.y)}
}

func (p *pathReader) line(to vec) { p.at = to; p.out.Line(length(to)) }

func (p *pathReader) cubic(a, b, to vec) {
	p.out.Cubic(length(a), length(b), length(to))
	p.at = to
}

func (p *pathReader) quadratic(c, to vec) {
	third := func(a, b vec) vec { return vec{a.x + (b.x-a.x)*2/3, a.y + (b.y-a.y)*2/3} }
	p.cubic(third(p.at, c), third(to, c), to)
}

// arc draws an elliptical arc by the end-point parameters of SVG 1.1,
// appendix F.6, in pieces of at most a quarter turn.
func (p *pathReader) arc(rx, ry, turn float64, large, sweep bool, to vec) {
	rx, ry = math.Abs(rx), math.Abs(ry)
	from := p.at
	if rx == 0 || ry == 0 || from == to {
		p.line(to)
		return
	}
	sin, cos := math.Sincos(turn * math.Pi / 180)
	dx, dy := (from.x-to.x)/2, (from.y-to.y)/2
	x1, y1 := cos*dx+sin*dy, -sin*dx+cos*dy
	if grow := x1*x1/(rx*rx) + y1*y1/(ry*ry); grow > 1 {
		rx, ry = rx*math.Sqrt(grow), ry*math.Sqrt(grow)
	}
	f := (rx*rx*ry*ry - rx*rx*y1*y1 - ry*ry*x1*x1) / (rx*rx*y1*y1 + ry*ry*x1*x1)
	k := math.Sqrt(math.Max(0, f))
	if large == sweep {
		k = -k
	}
	cx1, cy1 := k*rx*y1/ry, -k*ry*x1/rx
	cx, cy := cos*cx1-sin*cy1+(from.x+to.x)/2, sin*cx1+cos*cy1+(from.y+to.y)/2
	start := math.Atan2((y1-cy1)/ry, (x1-cx1)/rx)
	delta := math.Atan2((-y1-cy1)/ry, (-x1-cx1)/rx) - start
	if sweep && delta < 0 {
		delta += 2 * math.Pi
	} else if !sweep && delta > 0 {
		delta -= 2 * math.Pi
	}
	pieces := max(1, int(math.Ceil(math.Abs(delta)/(math.Pi/2)-1e-9)))
	step := delta / float64(pieces)
	handle := 4.0 / 3 * math.Tan(step/4)
	place := func(x, y float64) vec { return vec{cx + cos*rx*x - sin*ry*y, cy + sin*rx*x + cos*ry*y} }
	for i := range pieces {
		s0, c0 := math.Sincos(start + float64(i)*step)
		s1, c1 := math.Sincos(start + float64(i+1)*step)
		end := place(c1, s1)
		if i == pieces-1 {
			end = to
		}
		p.cubic(place(c0-handle*s0, s0+handle*c0), place(c1+handle*s1, s1-handle*c1), end)
	}
}

func (p *pathReader) space() {
	for p.pos < len(p.d) {
		switch p.d[p.pos] {
		case ' ', ',', '\n', '\t', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *pathReader) number() (float64, error) {
	p.space()
	i, dot, exp := p.pos, false, false
scan:
	for ; i < len(p.d); i++ {
		switch c := p.d[i]; {
		case c >= '0' && c <= '9':
		case (c == '-' || c == '+') && (i == p.pos || p.d[i-1]|32 == 'e'):
		case c == '.' && !dot && !exp:
			dot = true
		case c|32 == 'e' && !exp && i > p.pos:
			exp = true
		default:
			break scan
		}
	}
	f, err := strconv.ParseFloat(p.d[p.pos:i], 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) || math.Abs(f) > maxCoordinate {
		return 0, errors.New("want a number")
	}
	p.pos = i
	return f, nil
}

func (p *pathReader) flag() (float64, error) {
	p.space()
	if p.pos < len(p.d) && (p.d[p.pos] == '0' || p.d[p.pos] == '1') {
		p.pos++
		return float64(p.d[p.pos-1] - '0'), nil
	}
	return 0, errors.New("want an arc flag, 0 or 1")
}
