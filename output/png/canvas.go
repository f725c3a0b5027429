package png

import (
	"image"
	"math"

	"kitpress/layout"
)

// A canvas draws items onto a picture.
type canvas struct {
	*Renderer
	to   *picture
	m    layout.Matrix // from the current coordinates to pixels
	clip clip
	err  error // the first

}

func (c *canvas) items(items []layout.Item) {
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			c.text(it)
		case *layout.Path:
			c.path(it)
		case *layout.QR:
			c.qr(it)
		case *layout.Image:
			c.image(it)
		case *layout.Group:
			c.group(it)
		case *layout.Use:
			c.use(it)
		}
	}
}

// orIdentity lets groups that only carry a tag leave their transform out.
func orIdentity(m layout.Matrix) layout.Matrix {
	if m == (layout.Matrix{}) {
		return layout.Identity()
	}
	return m
}

// run paints a run through the clip.
func (c *canvas) run(y, x0, x1 int, cover uint8) {
	if k := &c.clip; k.mask == nil && (!k.partly || k.amid(y, x0, x1)) {
		c.to.run(y, x0, x1, cover)
		return
	}
	c.clip.cut(y, x0, x1, cover, c.to)
}

// sees reports whether any of a rectangle in subpixels can be seen, and
// returns those of its pixels.
func (c *canvas) sees(e [4]int) (image.Rectangle, bool) {
	box := pixels(e).Intersect(c.clip.box)
	return box, !box.Empty()
}

func (c *canvas) group(g *layout.Group) {
	before := c.m
	c.m = orIdentity(g.Transform).Then(c.m)
	if g.Clip == nil {
		c.items(g.Items)
	} else {
		c.clipped(*g.Clip, func() { c.items(g.Items) })
	}
	c.m = before
}

func (c *canvas) use(u *layout.Use) {
	before := c.m
	c.m = orIdentity(u.Transform).Then(c.m)
	box := u.Symbol.Box
	box = box.Inset(-max(box.W, box.H) / 8) // strokes and roundings get some air
	if _, ok := c.sees(extent(layout.RectOutline(box, 0), c.m, 1)); ok {
		c.items(u.Symbol.Items)
	}
	c.m = before
}

// clipped calls draw with only what lies inside o changing.
func (c *canvas) clipped(o layout.Outline, draw func()) {
	before := c.clip
	if e, ok := upright(o, c.m); ok {
		c.clip = c.clip.within(e[0], e[1], e[2], e[3])
		if !c.clip.box.Empty() {
			draw()
		}
		c.clip = before
		return
	}
	box, ok := c.sees(extent(o, c.m, 0))
	if !ok {
		return
	}
	m := c.mask(box)
	c.raster.reset(box)
	c.raster.outline(o, c.m)
	c.raster.sweep(through{&c.clip, m})
	c.clip = clipTo(box)
	c.clip.mask = m
	draw()
	c.clip = before
	c.masks = append(c.masks, m)
}

// mask returns an empty mask.
func (c *canvas) mask(box image.Rectangle) *mask {
	m := &mask{}
	if n := len(c.masks); n > 0 {
		m, c.masks = c.masks[n-1], c.masks[:n-1]
	}
	n := box.Dx() * box.Dy()
	if cap(m.pix) < n {
		m.pix = make([]uint8, n)
	}
	m.rect, m.pix = box, m.pix[:n]
	clear(m.pix)
	return m
}

// A through hands on what a clip lets through.
type through struct {
	clip *clip
	out  sink
}

func (t through) run(y, x0, x1 int, cover uint8) { t.clip.cut(y, x0, x1, cover, t.out) }

// magnification returns how many times larger m makes things.
func magnification(m layout.Matrix) float64 {
	return max(math.Hypot(m.A, m.B), math.Hypot(m.C, m.D))
}

func (c *canvas) path(it *layout.Path) {
	if len(it.Outline.Points) == 0 {
		return
	}
	if it.Fill != nil {
		c.to.ink = inkOf(it.Fill)
		c.fill(it.Outline, c.m)
	}
	if st := it.Stroke; st != nil {
		scale := magnification(c.m)
		reach := float64(st.Width) / 2 * scale
		if !st.Round { // a corner may be ten times as far away
			reach *= miterLimit
		}
		box, ok := c.sees(extent(it.Outline, c.m, reach+1))
		if !ok {
			return
		}
		c.to.ink = inkOf(st.Paint)
		c.raster.reset(box)
		s := &c.stroker
		s.to, s.m, s.scale = &c.raster, c.m, scale
		s.stroke(it.Outline, st)
		c.raster.sweep(c)
	}
}

// fill paints the inside of an outline, mapped to pixels by m.
func (c *canvas) fill(o layout.Outline, m layout.Matrix) {
	if e, ok := upright(o, m); ok {
		c.rectangle(e)
		return
	}
	box, ok := c.sees(extent(o, m, 0))
	if !ok {
		return
	}
	c.raster.reset(box)
	c.raster.outline(o, m)
	c.raster.sweep(c)
}

// rectangle paints a rectangle in subpixels.
func (c *canvas) rectangle(e [4]int) {
	within := c.clip.within(e[0], e[1], e[2], e[3])
	for y := within.box.Min.Y; y < within.box.Max.Y; y++ {
		within.cut(y, within.box.Min.X, within.box.Max.X, 255, c.to)
	}
}

// qr paints the dark modules of a code as one shape: where modules touch there
// is no seam.
func (c *canvas) qr(it *layout.QR) {
	side := it.Module * layout.Length(it.Code.Size)
	box, ok := c.sees(extent(layout.RectOutline(layout.Rect{X: it.At.X, Y: it.At.Y, W: side, H: side}, 0), c.m, 1))
	if !ok {
		return
	}
	c.to.ink = inkOf(it.Fill)
	c.raster.reset(box)
	corner := func(x, y int) (int, int) {
		p := apply(c.m, vec{float64(it.At.X) + float64(x)*float64(it.Module), float64(it.At.Y) + float64(y)*float64(it.Module)})
		return fixed(p.x), fixed(p.y)
	}
	c.modules = it.Code.AppendRects(c.modules[:0])
	for _, m := range c.modules {
		c.raster.move(corner(m.X, m.Y))
		c.raster.line(corner(m.X+m.W, m.Y))
		c.raster.line(corner(m.X+m.W, m.Y+m.H))
		c.raster.line(corner(m.X, m.Y+m.H))
	}
	c.raster.sweep(c)
}
