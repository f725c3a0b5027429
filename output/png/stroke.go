package png

import (
	"math"

	"kitpress/layout"
)

// miterLimit is how many times longer than the line is wide a corner may be;
// sharper ones are cut off. It is what PDF takes when nothing is said.
const miterLimit = 10

// A stroker draws the area a pen covers along an outline. It works in the
// coordinates of the outline, where the pen is round, and maps the result, so
// that a group that is stretched stretches its lines too.
type stroker struct {
	to    *raster
	m     layout.Matrix
	scale float64 // of m, the largest

	half  float64 // of the width
	round bool
	dash  []float64

	line  []vec     // sub-path being walked, no point twice in a row
	sides []vec     // from each point to the left edge of the piece to the next
	long  []float64 // length of each piece
	piece []vec     // dash of it
}

// stroke gives the raster the area of the line along an outline.
func (s *stroker) stroke(o layout.Outline, st *layout.Stroke) {
	s.half, s.round, s.dash = float64(st.Width)/2, st.Round, s.dash[:0]
	sum := 0.0
	for _, d := range st.Dash {
		s.dash = append(s.dash, max(0, float64(d)))
		sum += max(0, float64(d))
	}
	if sum*s.scale < 0.05 { // finer than can be seen
		s.dash = s.dash[:0]
	}
	points, drawn := o.Points, false
	s.line = s.line[:0]
	end := func(closed bool) {
		if drawn {
			s.path(closed)
		}
		drawn = false
	}
	for _, v := range o.Verbs {
		switch v {
		case layout.MoveTo:
			end(false)
			s.line = append(s.line[:0], vecOf(points[0]))
			points = points[1:]
		case layout.LineTo:
			s.point(vecOf(points[0]))
			points, drawn = points[1:], true
		case layout.CubicTo:
			s.curve(vecOf(points[0]), vecOf(points[1]), vecOf(points[2]))
			points, drawn = points[3:], true
		case layout.Close:
			if len(s.line) == 0 {
				continue
			}
			start := s.line[0]
			drawn = true
			end(true)
			s.line = append(s.line[:0], start)
		}
	}
	end(false)
}

// point adds a point unless the pen is there already.
func (s *stroker) point(p vec) {
	if n := len(s.line); n == 0 || s.line[n-1] != p {
		s.line = append(s.line, p)
	}
}

func (s *stroker) curve(b, c, d vec) {
	if len(s.line) == 0 {
		s.line = append(s.line, vec{})
	}
	a := s.line[len(s.line)-1]
	// Where the pen is wide, its outer edge is longer than the curve.
	n := chords(a, b, c, d, s.scale)
	if turn := turnOf(a, b, c, d); turn > 0 {
		n = max(n, min(maxChords, int(math.Ceil(turn/s.arcStep()))))
	}
	for i := 1; i < n; i++ {
		s.point(cubicAt(a, b, c, d, float64(i)/float64(n)))
	}
	s.point(d)
}

// turnOf returns about how far a curve turns, in radians.
func turnOf(a, b, c, d vec) float64 {
	angle := func(u, v vec) float64 {
		if u == (vec{}) || v == (vec{}) {
			return 0
		}
		return math.Abs(math.Atan2(u.cross(v), u.dot(v)))
	}
	return angle(b.sub(a), c.sub(b)) + angle(c.sub(b), d.sub(c))
}

// arcStep returns how far an arc of the pen's radius may turn for one chord.
func (s *stroker) arcStep() float64 {
	r := s.half * s.scale
	if r <= flatness {
		return math.Pi / 2
	}
	return min(math.Pi/2, max(2*math.Pi/maxChords, 2*math.Acos(1-flatness/r)))
}

// path draws a sub-path, dashed or not.
func (s *stroker) path(closed bool) {
	if n := len(s.line); closed && n > 1 && s.line[0] == s.line[n-1] {
		s.line = s.line[:n-1]
	}
	if len(s.line) < 2 {
		if len(s.line) == 1 && s.round {
			s.dot(s.line[0])
		}
		return
	}
	if len(s.dash) == 0 || s.tooMany() {
		s.draw(s.line, closed)
		return
	}
	s.dashes(closed)
}

// maxDashes limits the number of pieces of one sub-path.
const maxDashes = 20000

// tooMany reports whether a sub-path has more dashes than anybody would draw.
func (s *stroker) tooMany() bool {
	length, dashes := 0.0, 0.0
	for i := 1; i < len(s.line); i++ {
		length += s.line[i].sub(s.line[i-1]).length()
	}
	for _, d := range s.dash {
		dashes += d / float64(len(s.dash))
	}
	return length/dashes > maxDashes
}

// dashes cuts a sub-path into the pieces that are drawn.
func (s *stroker) dashes(closed bool) {
	line := s.line
	if closed {
		line = append(line, line[0])
		s.line = line
	}
	index, left, on := 0, s.dash[0], true
	s.piece = append(s.piece[:0], line[0])
	toggle := func(p vec) {
		if on {
			s.drawPiece()
		}
		on = !on
		index = (index + 1) % len(s.dash)
		left = s.dash[index]
		s.piece = append(s.piece[:0], p)
	}
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		length, done := b.sub(a).length(), 0.0
		for length-done > left {
			done += left
			p := a.add(b.sub(a).times(done / length))
			if on && p != s.piece[len(s.piece)-1] {
				s.piece = append(s.piece, p)
			}
			toggle(p)
		}
		left -= length - done
		if on && b != s.piece[len(s.piece)-1] {
			s.piece = append(s.piece, b)
		}
	}
	if on {
		s.drawPiece()
	}
}

// seen reports whether a line through points may touch the picture.
func (s *stroker) seen(points []vec) bool {
	lo, hi := apply(s.m, points[0]), apply(s.m, points[0])
	for _, p := range points[1:] {
		q := apply(s.m, p)
		lo, hi = vec{min(lo.x, q.x), min(lo.y, q.y)}, vec{max(hi.x, q.x), max(hi.y, q.y)}
	}
	reach := miterLimit*s.half*s.scale + 1
	return pixels([4]int{fixed(lo.x - reach), fixed(lo.y - reach), fixed(hi.x + reach), fixed(hi.y + reach)}).Overlaps(s.to.box)
}

// drawPiece draws a dash.
func (s *stroker) drawPiece() {
	if !s.seen(s.piece) {
		return
	}
	switch {
	case len(s.piece) > 1:
		s.draw(s.piece, false)
	case s.round:
		s.dot(s.piece[0])
	}
}

// dot draws what a round pen leaves that does not move.
func (s *stroker) dot(p vec) {
	s.begin(p.add(vec{s.half, 0}))
	s.arc(p, vec{s.half, 0}, 2*math.Pi)
}

// measure notes length and left edge of every piece of a line; the last one
// leads back to the start.
func (s *stroker) measure(line []vec) {
	s.sides, s.long = s.sides[:0], s.long[:0]
	for i, p := range line {
		d := line[(i+1)%len(line)].sub(p)
		length := d.length()
		s.long = append(s.long, length)
		s.sides = append(s.sides, d.left().times(s.half/length))
	}
}

// draw draws the area along a line of at least two points: down its left side
// and back on its right, or two rings when it is closed. All areas turn the
// same way, so that lines that cross do not make holes.
func (s *stroker) draw(line []vec, closed bool) {
	s.measure(line)
	n, first := len(line), s.sides[0]
	if closed {
		s.begin(line[0].add(first))
		for i := range n {
			j := (i + 1) % n
			s.join(line[j], s.sides[i], s.sides[j], s.long[i], s.long[j])
		}
		s.begin(line[0].sub(s.sides[n-1]))
		for i := n - 1; i >= 0; i-- {
			j := (i + n - 1) % n
			s.join(line[i], s.sides[i].times(-1), s.sides[j].times(-1), s.long[i], s.long[j])
		}
		return
	}
	s.begin(line[0].add(first))
	for i := 1; i < n-1; i++ {
		s.join(line[i], s.sides[i-1], s.sides[i], s.long[i-1], s.long[i])
	}
	s.cap(line[n-1], s.sides[n-2])
	for i := n - 2; i > 0; i-- {
		s.join(line[i], s.sides[i].times(-1), s.sides[i-1].times(-1), s.long[i], s.long[i-1])
	}
	s.cap(line[0], first.times(-1))
}

// join draws the left edge of a line around its corner at b. The edge comes
// along from and goes on along to, both seen from the line.
func (s *stroker) join(b, from, to vec, before, after float64) {
	// What is true for the edges is true for the pieces: both turn alike.
	cross, dot := from.cross(to), from.dot(to)
	if cross < 0 || cross == 0 && dot > 0 { // turns left: the inner side
		s.inner(b, from, to, before, after)
		return
	}
	if s.round {
		s.lineTo(b.add(from))
		s.arc(b, from, math.Atan2(math.Abs(cross), dot)) // -0 would turn the other way
		s.lineTo(b.add(to))
		return
	}
	// The cosine of the turn, and with it that of half of it, squared.
	if cos := dot / (s.half * s.half); (1+cos)/2 >= 1.0/(miterLimit*miterLimit) {
		s.lineTo(b.add(from.add(to).times(1 / (1 + cos))))
	} else {
		s.lineTo(b.add(from))
	}
	s.lineTo(b.add(to))
}

// inner draws the inner side of a corner: to where both edges meet, or by way
// of the corner itself when the pieces are too short for that.
func (s *stroker) inner(b, from, to vec, before, after float64) {
	if k := 1 + from.dot(to)/(s.half*s.half); k > 1e-9 {
		tip := from.add(to).times(1 / k)
		reach, most := tip.dot(tip)-s.half*s.half, min(before, after)/2
		if reach <= most*most {
			s.lineTo(b.add(tip))
			return
		}
	}
	s.lineTo(b.add(from))
	s.lineTo(b)
	s.lineTo(b.add(to))
}

// cap draws the end of a line at b, from its left edge to its right one.
func (s *stroker) cap(b, from vec) {
	s.lineTo(b.add(from))
	if s.round {
		s.arc(b, from, math.Pi)
	}
	s.lineTo(b.sub(from))
}

// arc draws around c, from where from leads, clockwise; not the end itself.
func (s *stroker) arc(c, from vec, turn float64) {
	n := int(math.Ceil(turn / s.arcStep()))
	for i := 1; i < n; i++ {
		sin, cos := math.Sincos(turn * float64(i) / float64(n))
		s.lineTo(c.add(vec{from.x*cos - from.y*sin, from.x*sin + from.y*cos}))
	}
}

func (s *stroker) begin(p vec) {
	p = apply(s.m, p)
	s.to.move(fixed(p.x), fixed(p.y))
}

func (s *stroker) lineTo(p vec) {
	p = apply(s.m, p)
	s.to.line(fixed(p.x), fixed(p.y))
}
