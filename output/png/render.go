package png

import (
	"fmt"
	"image"
	"math"

	"kitpress/layout"
	"kitpress/output/check"
)

// DefaultDPI is the resolution printers ask for.
const DefaultDPI = 300

// The resolutions and numbers of pixels a picture may have.
const (
	MinDPI    = 10
	MaxDPI    = 2400
	maxPixels = 400_000_000
)

// Options say how a scene becomes pixels.
type Options struct {
	DPI   float64 // pixels per inch; 0 stands for DefaultDPI
	Bleed bool    // the bleed is part of the picture; otherwise it ends at the trim
}

func (o Options) dpi() float64 {
	if o.DPI == 0 {
		return DefaultDPI
	}
	return o.DPI
}

// place returns the size of the picture in pixels and where the trim begins
// in it, in micrometres.
func (o Options) place(s *layout.Scene) (size image.Point, at layout.Point) {
	var bleed layout.Length
	if o.Bleed {
		bleed = max(0, s.Bleed)
	}
	pixels := func(l layout.Length) int { return max(1, int(math.Round(float64(l)*o.dpi()/25400))) }
	return image.Pt(pixels(s.Size.W+2*bleed), pixels(s.Size.H+2*bleed)), layout.Point{X: bleed, Y: bleed}
}

// Size returns the size of the picture of a scene in pixels: its sides in
// inches times the resolution, rounded.
func (o Options) Size(s *layout.Scene) image.Point {
	size, _ := o.place(s)
	return size
}

func (o Options) check(s *layout.Scene) error {
	if dpi := o.dpi(); !(dpi >= MinDPI && dpi <= MaxDPI) {
		return fmt.Errorf("png: %g dpi: a picture has between %d and %d", dpi, MinDPI, MaxDPI)
	}
	if err := check.Scene(s); err != nil {
		return fmt.Errorf("png: %w", err)
	}
	if size := o.Size(s); size.X*size.Y > maxPixels {
		return fmt.Errorf("png: %q would have %d × %d pixels, more than %d million: choose fewer dpi", s.Name, size.X, size.Y, maxPixels/1_000_000)
	}
	return nil
}

// A Renderer draws one scene after the other and keeps what they have in
// common: working memory, letters, pictures. The zero value is ready. It is
// not safe for concurrent use: each goroutine needs its own.
type Renderer struct {
	raster   raster
	stroker  stroker
	letters  letters
	pictures map[*layout.Picture]*image.RGBA
	kept     int     // pixels of pictures
	masks    []*mask // free
	modules  []layout.Modules

	colour []uint8
	grey   []uint8
}

// Render draws a scene in colour on opaque white paper. The picture lasts until
// the next one in colour is drawn. It fails for scenes that no format can
// write.
func (r *Renderer) Render(s *layout.Scene, o Options) (*image.RGBA, error) {
	if err := o.check(s); err != nil {
		return nil, err
	}
	size := o.Size(s)
	r.colour = paper(r.colour, 4*size.X*size.Y)
	img := &image.RGBA{Pix: r.colour, Stride: 4 * size.X, Rect: image.Rectangle{Max: size}}
	return img, r.draw(s, o, &picture{rect: img.Rect, pix: img.Pix, stride: img.Stride})
}

// RenderGray draws a scene in shades of grey, as bright as its colours. The picture lasts until the next
// grey one is drawn.
func (r *Renderer) RenderGray(s *layout.Scene, o Options) (*image.Gray, error) {
	if err := o.check(s); err != nil {
		return nil, err
	}
	size := o.Size(s)
	r.grey = paper(r.grey, size.X*size.Y)
	img := &image.Gray{Pix: r.grey, Stride: size.X, Rect: image.Rectangle{Max: size}}
	return img, r.draw(s, o, &picture{rect: img.Rect, pix: img.Pix, stride: img.Stride, grey: true})
}

// paper returns n white bytes, in old when it is large enough.
func paper(old []uint8, n int) []uint8 {
	if cap(old) < n {
		old = make([]uint8, n)
	}
	old = old[:n]
	const begin = 1024
	for i := range old[:min(begin, n)] {
		old[i] = 255
	}
	for done := begin; done < n; done *= 2 {
		copy(old[done:], old[:done])
	}
	return old
}

func (r *Renderer) draw(s *layout.Scene, o Options, p *picture) error {
	_, at := o.place(s)
	scale := o.dpi() / 25400
	c := &canvas{Renderer: r, to: p, m: layout.Translate(at).Then(layout.Scale(scale, scale)), clip: clipTo(p.rect)}
	c.items(s.Items)
	if c.err != nil {
		return fmt.Errorf("png: %w", c.err)
	}
	return nil
}
