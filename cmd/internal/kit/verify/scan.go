package verify

import (
	"fmt"
	"image"
	"math"

	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/output/png"
)

// A Scan is one way of looking at a page that came out of a printer.
type Scan struct {
	DPI  float64 `json:"dpi"`
	Turn float64 `json:"turn"`   // degrees, clockwise
	Blur float64 `json:"blurMM"` // standard deviation, mm on paper
}

// DefaultScans are a good copy, and a photograph that is neither straight nor
// sharp.
func DefaultScans() []Scan { return []Scan{{DPI: 200}, {DPI: 150, Turn: 1.5, Blur: 0.1}} }

// String returns the scan as a person says it.
func (s Scan) String() string {
	text := fmt.Sprintf("%g dpi", s.DPI)
	if s.Turn != 0 {
		text += fmt.Sprintf(", turned by %g°", s.Turn)
	}
	if s.Blur != 0 {
		text += fmt.Sprintf(", blurred by %g mm", s.Blur)
	}
	return text
}

// The scans that make sense.
const (
	minScanDPI  = 72
	maxScanDPI  = 1200
	maxScanBlur = 2 // mm
)

func (s Scan) check() error {
	switch {
	case !(s.DPI >= minScanDPI && s.DPI <= maxScanDPI):
		return &press.UsageError{Message: fmt.Sprintf("cannot scan at %g dpi", s.DPI), Hint: fmt.Sprintf("between %d and %d", minScanDPI, maxScanDPI)}
	case !(s.Turn >= -360 && s.Turn <= 360):
		return &press.UsageError{Message: fmt.Sprintf("cannot turn by %g degrees", s.Turn), Hint: "between -360 and 360"}
	case !(s.Blur >= 0 && s.Blur <= maxScanBlur):
		return &press.UsageError{Message: fmt.Sprintf("cannot blur by %g mm", s.Blur), Hint: fmt.Sprintf("between 0 and %d", maxScanBlur)}
	}
	return nil
}

// A camera takes pictures of a page under one scan.
type camera struct {
	scan Scan
	to   layout.Matrix // from the page to the picture's own sheet
	page *image.Gray   // lasts until the renderer draws the next one
}

// shoot draws a page as the scan sees it. A turned page gets a sheet on which
// all of it has room.
func (s Scan) shoot(r *png.Renderer, page *layout.Scene) (*camera, error) {
	c := &camera{scan: s, to: layout.Identity()}
	scene := page
	if s.Turn != 0 {
		turn := layout.Rotate(s.Turn)
		around := turn.Bounds(layout.Rect{W: page.Size.W, H: page.Size.H})
		c.to = turn.Then(layout.Translate(layout.Point{X: -around.X, Y: -around.Y}))
		scene = &layout.Scene{Name: page.Name, Size: around.Size(), Items: []layout.Item{&layout.Group{Transform: c.to, Items: page.Items}}}
	}
	var err error
	c.page, err = r.RenderGray(scene, png.Options{DPI: s.DPI})
	return c, err
}

// crop returns the part of the picture around a rectangle of the page, as
// sharp as the scan is.
func (c *camera) crop(part layout.Rect, m layout.Matrix) *image.Gray {
	b := m.Then(c.to).Bounds(part)
	px := func(l layout.Length) int { return int(math.Round(l.MM() * c.scan.DPI / 25.4)) }
	box := image.Rect(px(b.X), px(b.Y), px(b.Right()), px(b.Bottom())).Intersect(c.page.Rect)
	cut := c.page.SubImage(box).(*image.Gray)
	if c.scan.Blur == 0 {
		return cut
	}
	return blurred(cut, c.scan.Blur*c.scan.DPI/25.4)
}

// blurred returns a picture with each pixel the mean of those around it,
// weighed by a bell curve whose standard deviation is given in pixels.
func blurred(img *image.Gray, sigma float64) *image.Gray {
	reach := int(math.Ceil(3 * sigma))
	weights := make([]int, 2*reach+1) // they add up to about one << 16
	sum := 0.0
	for i := range weights {
		sum += math.Exp(-float64((i-reach)*(i-reach)) / (2 * sigma * sigma))
	}
	for i := range weights {
		weights[i] = int(math.Round(math.Exp(-float64((i-reach)*(i-reach))/(2*sigma*sigma)) / sum * (1 << 16)))
	}
	size := img.Rect.Size()
	half := image.NewGray(image.Rectangle{Max: size})
	out := image.NewGray(half.Rect)
	// along averages n pixels that lie step apart.
	along := func(to, from []uint8, n, step int) {
		for i := range n {
			total := 1 << 15
			for k, w := range weights {
				total += w * int(from[min(max(i+k-reach, 0), n-1)*step])
			}
			to[i*step] = uint8(min(total>>16, 255))
		}
	}
	for y := range size.Y {
		along(half.Pix[y*half.Stride:], img.Pix[img.PixOffset(img.Rect.Min.X, img.Rect.Min.Y+y):], size.X, 1)
	}
	for x := range size.X {
		along(out.Pix[x:], half.Pix[x:], size.Y, out.Stride)
	}
	return out
}
