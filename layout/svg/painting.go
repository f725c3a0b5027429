package svg

import (
	"image"
	"math"

	"golang.org/x/image/vector"

	"kitpress/layout"
)

// A Painting is a picture that shapes of plain colours do not show as a browser
// does: it has gradients to see through, masks, or groups to see through. It is
// painted in pixels.
type Painting struct {
	Box    layout.Rect // the view box; what leaves it is not seen
	shapes []shape
}

// A layer is what a group is painted on before it is laid upon what is below.
type layer struct {
	see   float64
	blend string
	mask  *mask
}

// A mask is what is seen of a layer: as much as it is bright, or as it covers.
type mask struct {
	shapes []shape
	alpha  bool
}

// tileSide is how many pixels are painted at a time each way. In so small a
// room x/image/vector counts in whole numbers, the same on every machine.
const tileSide = 256

// Pixels paints the picture.
func (p *Painting) Pixels(w, h int) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	t := tile{sx: float64(w) / float64(p.Box.W), sy: float64(h) / float64(p.Box.H), box: p.Box}
	for y := 0; y < h; y += tileSide {
		for x := 0; x < w; x += tileSide {
			t.at = image.Rect(x, y, min(x+tileSide, w), min(y+tileSide, h))
			t.copy(out, t.paint(p.shapes))
		}
	}
	return out
}

// A colour of a pixel, each part times how much it covers, 0 to 65,535.
type pixel [4]uint32

const whole = 0xFFFF

func times(a, b uint32) uint32 { return (a*b + whole/2) / whole }

func (p pixel) times(k uint32) pixel {
	return pixel{times(p[0], k), times(p[1], k), times(p[2], k), times(p[3], k)}
}

// A tile is a part of the picture that is painted at a time.
type tile struct {
	at     image.Rectangle // in pixels of the picture
	sx, sy float64         // pixels in a micrometre
	box    layout.Rect
	raster vector.Rasterizer
}

func (t *tile) copy(to *image.NRGBA, from []pixel) {
	i := 0
	for y := t.at.Min.Y; y < t.at.Max.Y; y++ {
		for x := t.at.Min.X; x < t.at.Max.X; x++ {
			p, o := from[i], to.Pix[to.PixOffset(x, y):]
			i++
			if p[3] == 0 {
				continue
			}
			for k := range 3 {
				o[k] = uint8((min(p[k], p[3])*255 + p[3]/2) / p[3])
			}
			o[3] = uint8((p[3]*255 + whole/2) / whole)
		}
	}
}

// paint returns the pixels of the tile.
func (t *tile) paint(shapes []shape) []pixel {
	size := t.at.Dx() * t.at.Dy()
	papers := [][]pixel{make([]pixel, size)}
	var open []*layer
	lay := func() {
		top, l := papers[len(papers)-1], open[len(open)-1]
		papers, open = papers[:len(papers)-1], open[:len(open)-1]
		t.lay(papers[len(papers)-1], top, l)
	}
	for i := range shapes {
		s := &shapes[i]
		room := t.room(s)
		if room.Empty() {
			continue
		}
		same := 0
		for same < min(len(open), len(s.layers)) && open[same] == s.layers[same] {
			same++
		}
		for len(open) > same {
			lay()
		}
		for _, l := range s.layers[same:] {
			open, papers = append(open, l), append(papers, make([]pixel, size))
		}
		paper := papers[len(papers)-1]
		if s.fill.see > 0 {
			t.fill(paper, room, s, s.outline, s.fill)
		}
		if s.stroke.see > 0 {
			t.fill(paper, room, s, stroked(s.outline, s.pen), s.stroke)
		}
	}
	for len(open) > 0 {
		lay()
	}
	return papers[0]
}

// room returns the pixels of the tile a shape may cover.
func (t *tile) room(s *shape) image.Rectangle {
	b := s.outline.Bounds()
	if s.stroke.see > 0 {
		b = b.Inset(-s.pen.width.Mul(max(s.pen.miter, 2)))
	}
	for _, c := range s.clips {
		cb := c.Bounds()
		x, y := max(b.X, cb.X), max(b.Y, cb.Y)
		b = layout.Rect{X: x, Y: y, W: min(b.Right(), cb.Right()) - x, H: min(b.Bottom(), cb.Bottom()) - y}
	}
	if b.W < 0 || b.H < 0 {
		return image.Rectangle{}
	}
	low, high := t.place(layout.Point{X: b.X, Y: b.Y}), t.place(layout.Point{X: b.Right(), Y: b.Bottom()})
	clamp := func(v float64) int { return int(max(-1, min(v, 2*tileSide))) }
	return image.Rect(clamp(low.x)-1, clamp(low.y)-1, clamp(high.x)+2, clamp(high.y)+2).Intersect(image.Rect(0, 0, t.at.Dx(), t.at.Dy()))
}

// place returns where a point of the picture is in the tile.
func (t *tile) place(p layout.Point) vec {
	return vec{float64(float64(p.X-t.box.X)*t.sx) - float64(t.at.Min.X), float64(float64(p.Y-t.box.Y)*t.sy) - float64(t.at.Min.Y)}
}

// cover returns how much of each pixel of a room an outline covers.
func (t *tile) cover(room image.Rectangle, o layout.Outline) *image.Alpha {
	t.raster.Reset(room.Dx(), room.Dy())
	const far = 4 * tileSide
	at := func(p layout.Point) (x, y float32) {
		v := t.place(p)
		return float32(max(-far, min(v.x-float64(room.Min.X), far))), float32(max(-far, min(v.y-float64(room.Min.Y), far)))
	}
	points := o.Points
	var last layout.Point
	open := false
	for _, v := range o.Verbs {
		switch v {
		case layout.MoveTo:
			if open {
				t.raster.ClosePath()
			}
			open = true
			t.raster.MoveTo(at(points[0]))
			last, points = points[0], points[1:]
		case layout.LineTo:
			t.raster.LineTo(at(points[0]))
			last, points = points[0], points[1:]
		case layout.CubicTo:
			n := t.steps(last, points)
			for i := range n {
				t.raster.LineTo(at(layout.CubicAt(last, points[0], points[1], points[2], float64(i+1)/float64(n))))
			}
			last, points = points[2], points[3:]
		case layout.Close:
			t.raster.ClosePath()
		}
	}
	if open {
		t.raster.ClosePath()
	}
	out := image.NewAlpha(image.Rect(0, 0, room.Dx(), room.Dy()))
	t.raster.Draw(out, out.Rect, image.Opaque, image.Point{})
	return out
}

// steps returns how many straight pieces stand for a curve: none is seen.
func (t *tile) steps(from layout.Point, p []layout.Point) int {
	length := 0.0
	for _, to := range p[:3] {
		length += math.Hypot(float64(to.X-from.X)*t.sx, float64(to.Y-from.Y)*t.sy)
		from = to
	}
	return int(max(2, min(math.Sqrt(length)*1.5, 64)))
}

// fill paints an outline.
func (t *tile) fill(paper []pixel, room image.Rectangle, s *shape, o layout.Outline, with paint) {
	cover := t.cover(room, o)
	for _, c := range s.clips {
		also := t.cover(room, *c)
		for i, v := range also.Pix {
			cover.Pix[i] = uint8((uint32(cover.Pix[i])*uint32(v) + 127) / 255)
		}
	}
	see := with.own * s.alone // groups are layers
	brush := plainBrush(with.rgb, see)
	if with.gradient != nil {
		brush = with.gradient.brush(t, see)
	}
	for y := room.Min.Y; y < room.Max.Y; y++ {
		row := cover.Pix[cover.PixOffset(0, y-room.Min.Y):]
		for x := room.Min.X; x < room.Max.X; x++ {
			c := uint32(row[x-room.Min.X])
			if c == 0 {
				continue
			}
			over := brush(x, y).times(c * whole / 255)
			to := &paper[y*t.at.Dx()+x]
			*to = blends[""](*to, over)
		}
	}
}

// lay lays what was painted apart upon what is below.
func (t *tile) lay(below, top []pixel, l *layer) {
	see := uint32(l.see*whole + 0.5)
	var through []pixel
	if l.mask != nil {
		through = t.paint(l.mask.shapes)
	}
	blend := blends[l.blend]
	for i, p := range top {
		if p[3] == 0 {
			continue
		}
		k := see
		if through != nil {
			m := through[i]
			if l.mask.alpha {
				k = times(k, m[3])
			} else {
				k = times(k, (m[0]*2126+m[1]*7152+m[2]*722)/10_000)
			}
		}
		below[i] = blend(below[i], p.times(k))
	}
}

// blends are the ways a layer is laid upon what is below, by their names in
// CSS; "" is the usual one.
var blends = map[string]func(below, over pixel) pixel{
	"": func(b, o pixel) pixel {
		for k := range b {
			b[k] = o[k] + times(b[k], whole-o[3])
		}
		return b
	},
	"multiply": blended(func(b, o, _, _ uint32) uint32 { return times(b, o) }),
	"screen":   blended(func(b, o, ba, oa uint32) uint32 { return times(b, oa) + times(o, ba) - times(b, o) }),
	"darken":   blended(func(b, o, ba, oa uint32) uint32 { return min(times(b, oa), times(o, ba)) }),
	"lighten":  blended(func(b, o, ba, oa uint32) uint32 { return max(times(b, oa), times(o, ba)) }),
}

// blended returns a way of laying that mixes colours where both cover.
func blended(mix func(below, over, belowCovers, overCovers uint32) uint32) func(b, o pixel) pixel {
	return func(b, o pixel) pixel {
		for k := range 3 {
			b[k] = min(times(o[k], whole-b[3])+times(b[k], whole-o[3])+mix(b[k], o[k], b[3], o[3]), whole)
		}
		b[3] = o[3] + times(b[3], whole-o[3])
		return b
	}
}

// A brush says which colour a pixel of the tile gets.
type brush func(x, y int) pixel

func plainBrush(rgb [3]uint8, see float64) brush {
	p := premultiplied(rgb, see)
	return func(int, int) pixel { return p }
}

func premultiplied(rgb [3]uint8, see float64) pixel {
	a := uint32(see*whole + 0.5)
	return pixel{times(uint32(rgb[0])*257, a), times(uint32(rgb[1])*257, a), times(uint32(rgb[2])*257, a), a}
}

// shades is how many colours a gradient is painted with.
const shades = 1024

// brush returns how the gradient colours the pixels of a tile.
func (g *gradient) brush(t *tile, see float64) brush {
	table := make([]pixel, shades+1)
	for i := range table {
		rgb, a := g.colour(float64(i) / shades)
		table[i] = premultiplied(rgb, a*see)
	}
	back, ok := inverse(g.at)
	if !ok {
		return func(int, int) pixel { return table[shades] }
	}
	where := g.along()
	return func(x, y int) pixel {
		px := (float64(x+t.at.Min.X)+0.5)/t.sx + float64(t.box.X) - g.at.E
		py := (float64(y+t.at.Min.Y)+0.5)/t.sy + float64(t.box.Y) - g.at.F
		v := lead(back, px, py)
		return table[int(g.spread(where(v.x/perUnit, v.y/perUnit))*shades+0.5)]
	}
}

// inverse returns the transform back, without what moves.
func inverse(m layout.Matrix) (layout.Matrix, bool) {
	d := float64(m.A*m.D) - float64(m.B*m.C)
	if math.Abs(d) < 1e-12 {
		return m, false
	}
	return layout.Matrix{A: m.D / d, B: -m.B / d, C: -m.C / d, D: m.A / d}, true
}

// along returns how far along the gradient a place of its own units is.
func (g *gradient) along() func(x, y float64) float64 {
	if !g.radial {
		dx, dy := g.x2-g.x1, g.y2-g.y1
		sum := float64(dx*dx) + float64(dy*dy)
		if sum == 0 {
			return func(x, y float64) float64 { return 1 }
		}
		return func(x, y float64) float64 { return (float64((x-g.x1)*dx) + float64((y-g.y1)*dy)) / sum }
	}
	cx, cy := g.x1-g.fx, g.y1-g.fy
	if far := math.Hypot(cx, cy); far > 0.999*g.r && far > 0 { // the focus stays inside of the circle
		cx, cy = cx*0.999*g.r/far, cy*0.999*g.r/far
	}
	fx, fy := g.x1-cx, g.y1-cy
	a := float64(g.r*g.r) - float64(cx*cx) - float64(cy*cy)
	if a <= 0 {
		return func(x, y float64) float64 { return 1 }
	}
	return func(x, y float64) float64 {
		x, y = x-fx, y-fy
		b := float64(x*cx) + float64(y*cy)
		return (math.Sqrt(float64(b*b)+float64(a*(float64(x*x)+float64(y*y)))) - b) / a
	}
}

// spread returns which colour a place has, 0 to 1, past the ends too.
func (g *gradient) spread(t float64) float64 {
	switch {
	case math.IsNaN(t):
		return 0
	case g.repeat == "repeat":
		t -= math.Floor(t)
	case g.repeat == "reflect":
		if t = math.Abs(t); math.Mod(t, 2) > 1 {
			t = 1 - math.Mod(t, 1)
		} else {
			t = math.Mod(t, 1)
		}
	}
	return min(max(t, 0), 1)
}
