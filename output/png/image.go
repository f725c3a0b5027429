package png

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg" // the two kinds of pictures layout reads
	_ "image/png"
	"math"

	xdraw "golang.org/x/image/draw"

	"kitpress/layout"
)

// image paints a raster picture: scaled down to about the size it is seen at,
// then read at the middle of every pixel. Both are done by Catmull-Rom curves.
func (c *canvas) image(it *layout.Image) {
	if it.Rect.W <= 0 || it.Rect.H <= 0 {
		return
	}
	o := layout.RectOutline(it.Rect, 0)
	box, ok := c.sees(extent(o, c.m, 0))
	src, err := c.decoded(it.Picture)
	if err != nil && c.err == nil {
		c.err = fmt.Errorf("picture: %w", err)
	}
	if !ok || err != nil {
		return
	}
	w := math.Hypot(c.m.A, c.m.B) * float64(it.Rect.W)
	h := math.Hypot(c.m.C, c.m.D) * float64(it.Rect.H)
	src = smaller(src, w, h)
	// From pixels of the page back to pixels of the picture.
	size := src.Rect.Size()
	unit := layout.Matrix{A: float64(it.Rect.W) / float64(size.X), D: float64(it.Rect.H) / float64(size.Y), E: float64(it.Rect.X), F: float64(it.Rect.Y)}
	back, ok := inverse(unit.Then(c.m))
	if !ok {
		return
	}
	c.raster.reset(box)
	c.raster.outline(o, c.m)
	c.raster.sweep(&texture{canvas: c, src: src, back: back})
}

// mostKept is how many pixels of decoded pictures are kept for the next page.
const mostKept = 16 << 20

// decoded returns the pixels of a picture.
func (c *canvas) decoded(p *layout.Picture) (*image.RGBA, error) {
	if img := c.pictures[p]; img != nil {
		return img, nil
	}
	img, _, err := image.Decode(bytes.NewReader(p.File))
	if err != nil {
		return nil, err
	}
	out := image.NewRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Src)
	if c.kept += len(out.Pix) / 4; c.pictures == nil || c.kept > mostKept {
		c.pictures, c.kept = map[*layout.Picture]*image.RGBA{}, len(out.Pix)/4
	}
	c.pictures[p] = out
	return out, nil
}

// smaller returns a picture with no more pixels than are seen.
func smaller(src *image.RGBA, w, h float64) *image.RGBA {
	size := src.Rect.Size()
	to := image.Pt(min(size.X, max(1, int(math.Ceil(w)))), min(size.Y, max(1, int(math.Ceil(h)))))
	if to == size {
		return src
	}
	dst := image.NewRGBA(image.Rectangle{Max: to})
	xdraw.CatmullRom.Scale(dst, dst.Rect, src, src.Rect, draw.Src, nil)
	return dst
}

// inverse returns the matrix that undoes m.
func inverse(m layout.Matrix) (layout.Matrix, bool) {
	det := m.A*m.D - m.B*m.C
	if math.Abs(det) < 1e-12 {
		return m, false
	}
	i := layout.Matrix{A: m.D / det, B: -m.B / det, C: -m.C / det, D: m.A / det}
	i.E, i.F = -(i.A*m.E + i.C*m.F), -(i.B*m.E + i.D*m.F)
	return i, true
}

// A texture paints with the pixels of a picture.
type texture struct {
	canvas *canvas
	src    *image.RGBA
	back   layout.Matrix
}

func (t *texture) run(y, x0, x1 int, cover uint8) {
	for x := x0; x < x1; x++ {
		p := apply(t.back, vec{float64(x) + 0.5, float64(y) + 0.5})
		colour, opaque := t.at(p.x-0.5, p.y-0.5)
		t.canvas.to.ink = colour
		t.canvas.run(y, x, x+1, mix(0, cover, uint32(opaque)))
	}
}

// at reads the picture between its pixels, and how opaque it is there; outside
// it goes on as at its edge.
func (t *texture) at(x, y float64) (colour ink, opaque uint8) {
	size := t.src.Rect.Size()
	x, y = min(max(x, -1), float64(size.X)), min(max(y, -1), float64(size.Y))
	left, top := math.Floor(x), math.Floor(y)
	wx, wy := catmullRom(x-left), catmullRom(y-top)
	var sum [4]float64
	for j, v := range wy {
		row := t.src.Pix[min(max(int(top)-1+j, 0), size.Y-1)*t.src.Stride:]
		for i, w := range wx {
			pix := row[4*min(max(int(left)-1+i, 0), size.X-1):]
			for k := range sum {
				sum[k] += v * w * float64(pix[k])
			}
		}
	}
	alpha := min(max(sum[3], 0), 255)
	if alpha < 0.5 {
		return ink{}, 0
	}
	var out [3]uint8
	for k := range out { // colours are stored times how opaque they are
		out[k] = uint8(min(max(sum[k]*255/alpha+0.5, 0), 255))
	}
	return ink{out[0], out[1], out[2], luminance(out[0], out[1], out[2])}, uint8(alpha + 0.5)
}

// catmullRom returns the weights of the four pixels around a place that lies a
// fraction behind the second.
func catmullRom(t float64) [4]float64 {
	return [4]float64{
		((-0.5*t+1)*t - 0.5) * t,
		(1.5*t-2.5)*t*t + 1,
		((-1.5*t+2)*t + 0.5) * t,
		(0.5*t - 0.5) * t * t,
	}
}
