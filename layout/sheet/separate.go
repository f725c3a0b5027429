package sheet

import (
	"fmt"
	"slices"

	"kitpress/layout"
)

// What a print shop asks for around a piece.
const (
	ShopBleed = 3 * layout.Millimetre
	shopSlug  = markRoom + markGap // beyond the bleed: room for crop marks
)

// Separate gives each side of each piece of a job a page of its own, as print
// shops want it: the piece with its bleed, and crop marks outside of that. With
// duplex printing fronts and backs alternate. Corners that are to be rounded have a
// mark beside them.
func Separate(job Job, corner layout.Length) ([]layout.Page, error) {
	if err := job.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", job.Name, err)
	}
	im := &imposer{job: job, spec: &Spec{Corner: corner}, symbols: symbolsOf(job)}
	for i, p := range job.Pieces {
		size := job.sizeOf(p)
		if !job.BacksOnly {
			im.separate(i, size, p.Front, layout.RoleFront)
		}
		if job.BacksOnly || job.Sides == DuplexLong || job.Sides == DuplexShort {
			im.separate(i, size, p.Back, layout.RoleBack)
		}
	}
	return im.pages, nil
}

// separate adds the page of one side of piece i; a side that is not printed
// stays white.
func (im *imposer) separate(i int, size layout.Size, face *layout.Scene, role layout.PageRole) {
	const at = ShopBleed + shopSlug
	s := slot{scene: face, trim: layout.Rect{X: at, Y: at, W: size.W, H: size.H}, bleed: [4]layout.Length{ShopBleed, ShopBleed, ShopBleed, ShopBleed}}
	paper := layout.Size{W: size.W + 2*at, H: size.H + 2*at}
	scene := &layout.Scene{Name: fmt.Sprintf("%s/%d-%s", im.job.Name, i+1, role), Size: paper}
	if face != nil {
		scene.Items = append(scene.Items, im.face(s))
	}
	scene.Items = append(scene.Items, cropMarks([]slot{s}, paper, 0, layout.Black())...)
	scene.Items = append(scene.Items, cornerMarks([]slot{s}, paper, 0, im.spec.Corner)...)
	im.pages = append(im.pages, layout.Page{Scene: scene, Trim: s.trim, Bleed: ShopBleed, Role: role})
}

// WithBleed returns a face with art that runs out so far: what ends at the edge of a piece, or of its bleed, is drawn out. Round
// shapes grow, others are pulled.
func WithBleed(s *layout.Scene, bleed layout.Length) *layout.Scene {
	if s == nil || s.Bleed >= bleed {
		return s
	}
	out := *s
	out.Bleed = bleed
	out.Items = drawnOut(s.Items, layout.Rect{W: s.Size.W, H: s.Size.H}, bleed)
	return &out
}

// drawnOut returns items with what reaches the edges of the trim drawn out.
func drawnOut(items []layout.Item, trim layout.Rect, bleed layout.Length) []layout.Item {
	out := make([]layout.Item, len(items))
	for i, item := range items {
		out[i] = item
		if u, ok := item.(*layout.Use); ok && !trim.Inset(layout.Micrometre).Contains(u.Transform.Bounds(u.Symbol.Box)) {
			item = &layout.Group{Transform: u.Transform, Items: u.Symbol.Items}
		}
		switch it := item.(type) {
		case *layout.Path:
			if it.Fill != nil {
				p := *it
				p.Outline = outlineOut(it.Outline, trim, bleed)
				out[i] = &p
			}
		case *layout.Group:
			m := it.Transform
			if m != (layout.Matrix{}) && (m.A != 1 || m.B != 0 || m.C != 0 || m.D != 1) {
				continue
			}
			g := *it
			inside := trim
			inside.X, inside.Y = trim.X-layout.Length(m.E), trim.Y-layout.Length(m.F)
			if g.Items = drawnOut(it.Items, inside, bleed); it.Clip != nil {
				clip := outlineOut(*it.Clip, inside, bleed)
				g.Clip = &clip
			}
			out[i] = &g
		}
	}
	return out
}

// outlineOut draws a shape out to the bleed where it reaches the trim's edges.
func outlineOut(o layout.Outline, trim layout.Rect, by layout.Length) layout.Outline {
	bleed, b := trim.Inset(-by), o.Bounds()
	if b.X <= trim.X && b.Y <= trim.Y && b.Right() >= trim.Right() && b.Bottom() >= trim.Bottom() && slices.Contains(o.Verbs, layout.CubicTo) {
		scale := max(float64(bleed.W)/float64(b.W), float64(bleed.H)/float64(b.H), 1)
		middle := layout.Point{X: b.X + b.W/2, Y: b.Y + b.H/2}
		return o.Transform(layout.Translate(layout.Point{X: -middle.X, Y: -middle.Y}).Then(layout.Scale(scale, scale)).Then(layout.Translate(middle)))
	}
	out := layout.Outline{Verbs: o.Verbs, Points: slices.Clone(o.Points)}
	for i := range out.Points {
		p := &out.Points[i]
		if p.X <= trim.X {
			p.X = min(p.X, bleed.X)
		} else if p.X >= trim.Right() {
			p.X = max(p.X, bleed.Right())
		}
		if p.Y <= trim.Y {
			p.Y = min(p.Y, bleed.Y)
		} else if p.Y >= trim.Bottom() {
			p.Y = max(p.Y, bleed.Bottom())
		}
	}
	return out
}
