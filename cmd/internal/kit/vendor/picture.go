package vendor

import (
	"context"
	"fmt"
	"io"
	"math"
	"path"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/layout/sheet"
	"kitpress/output"
	"kitpress/output/png"
)

// pictures writes the sides of all cards: a picture of each that differs, or
// the pages of a deck.
func (x *exporter) pictures(ctx context.Context, decks []*made) error {
	var problems source.Problems
	for _, d := range decks {
		if err := ctx.Err(); err != nil {
			return err
		}
		problems = append(problems, x.safe(d)...)
		if x.vendor.Kind == kindBook {
			if err := x.book(d); err != nil {
				return err
			}
			continue
		}
		if err := x.faces(ctx, d); err != nil {
			return err
		}
	}
	x.out.Problems = append(x.out.Problems, problems...)
	return nil
}

// faces writes a picture of each side of the cards of a deck.
func (x *exporter) faces(ctx context.Context, d *made) error {
	type picture struct {
		name string
		of   *layout.Scene
	}
	var list []picture
	known := map[*layout.Scene]string{}
	base := path.Base(d.Folder)
	for n, c := range d.cards {
		number := fmt.Sprintf("%03d_%s", n+1, c.id)
		c.front = path.Join(base, "fronts", number+".png")
		list = append(list, picture{c.front, c.faces[0]})
		back := c.faces[1]
		if back == nil {
			continue
		}
		if known[back] == "" {
			known[back] = path.Join(base, "backs", number+".png")
			if x.vendor.OneBack || len(known) == 1 && sameBack(d) {
				known[back] = path.Join(base, "back.png")
			}
			list, d.backs = append(list, picture{known[back], back}), append(d.backs, known[back])
		}
		c.back = known[back]
	}
	w := output.PNG(0)
	return x.write(ctx, len(list), func(i int) (string, func(io.Writer) error) {
		canvas := x.canvas(list[i].of, d.Pixels, d.factor)
		return path.Join(path.Dir(d.Folder), list[i].name), func(to io.Writer) error {
			return w.WritePage(to, &layout.Document{Name: canvas.Name, Pages: []layout.Page{{Scene: canvas}}}, 0)
		}
	})
}

// write writes n files, a few at a time, and lists them in their order.
func (x *exporter) write(ctx context.Context, n int, file func(int) (string, func(io.Writer) error)) error {
	type written struct {
		name, sum string
		bytes     int64
	}
	done := make([]written, n)
	err := press.Together(ctx, n, func(i int) (err error) {
		name, content := file(i)
		done[i].name = name
		done[i].bytes, done[i].sum, err = x.to.Write(name, content)
		return err
	})
	for _, w := range done {
		x.list(w.name, w.bytes, w.sum)
	}
	return err
}

// sameBack reports whether all cards have one back.
func sameBack(d *made) bool {
	for _, c := range d.cards {
		if c.faces[1] != d.cards[0].faces[1] {
			return false
		}
	}
	return true
}

// resolution is that of all pictures as they are drawn: their size in pixels
// says how large that is.
const resolution = png.DefaultDPI

// canvas returns a picture of so many pixels with a face in its middle, drawn
// smaller by a factor. What lies around the cut is the face's own bleed, drawn
// out to the edge.
func (x *exporter) canvas(face *layout.Scene, pixels [2]int, factor float64) *layout.Scene {
	mm := func(n int) layout.Length { return layout.MM(float64(n) / resolution * 25.4) }
	s := &layout.Scene{Name: face.Name, Size: layout.Size{W: mm(pixels[0]), H: mm(pixels[1])}}
	scale := factor
	if x.vendor.Kind == kindTable {
		scale = min(float64(s.Size.W)/float64(face.Size.W), float64(s.Size.H)/float64(face.Size.H))
	} else {
		around := max(float64(s.Size.W)/scale-float64(face.Size.W), float64(s.Size.H)/scale-float64(face.Size.H)) / 2
		face = sheet.WithBleed(face, layout.Length(around+1))
	}
	at := layout.Point{X: (s.Size.W - layout.Length(scale*float64(face.Size.W))) / 2, Y: (s.Size.H - layout.Length(scale*float64(face.Size.H))) / 2}
	s.Items = []layout.Item{&layout.Group{Transform: layout.Scale(scale, scale).Then(layout.Translate(at)), Items: face.Items}}
	return s
}

// leastFactor is how small a deck may be drawn so that nothing is cut off.
const leastFactor = 0.94

// safe finds how much smaller a deck is drawn so that its words and codes lie
// where nothing is cut off, and names the cards that do not even so.
func (x *exporter) safe(d *made) (problems source.Problems) {
	d.factor = 1
	if x.vendor.Safe == 0 {
		return nil
	}
	r := &png.Renderer{}
	seen := map[*layout.Scene]bool{nil: true}
	for _, c := range d.cards {
		for side, face := range c.faces {
			if seen[face] {
				continue
			}
			seen[face] = true
			f, err := fits(r, x.canvas(face, d.Pixels, 1), x.vendor.Safe)
			if err != nil {
				problems.Errorf(d.deck.Pos, "safe-zone", "%v", err)
			} else if f < leastFactor {
				problems.Warnf(d.deck.Pos, "safe-zone", "%s, the %s of %q: words or a code come within %d pixels of the edge of the picture, where %s may cut", d.Deck, [2]string{"front", "back"}[side], c.id, x.vendor.Safe, x.vendor.Name)
			}
			d.factor = min(d.factor, max(f, leastFactor))
		}
	}
	return problems
}

// fits returns by what factor a picture is made smaller so that its words and
// codes stay so many pixels away from its edge.
func fits(r *png.Renderer, canvas *layout.Scene, safe int) (float64, error) {
	s := *canvas
	s.Items = said(canvas.Items)
	img, err := r.RenderGray(&s, png.Options{DPI: resolution})
	if err != nil {
		return 0, err
	}
	size, factor := img.Rect.Size(), 1.0
	for y := range size.Y {
		for x := range size.X {
			if img.Pix[img.PixOffset(x, y)] < 128 {
				factor = min(factor, inside(x, size.X, safe), inside(y, size.Y, safe))
			}
		}
	}
	return factor, nil
}

// inside returns by what factor a pixel on an axis is moved towards its middle
// so that it is safe.
func inside(at, size, safe int) float64 {
	half := float64(size) / 2
	return (half - float64(safe)) / max(half-float64(safe), math.Abs(float64(at)+0.5-half)+0.5)
}

// said returns the words and codes of items alone, in black.
func said(items []layout.Item) []layout.Item {
	var out []layout.Item
	for _, it := range items {
		switch it := it.(type) {
		case *layout.Text:
			t := *it
			t.Fill = layout.Black()
			out = append(out, &t)
		case *layout.QR:
			q := *it
			q.Fill = layout.Black()
			out = append(out, &q)
		case *layout.Group:
			out = append(out, &layout.Group{Transform: it.Transform, Clip: it.Clip, Items: said(it.Items)})
		case *layout.Use:
			out = append(out, &layout.Group{Transform: it.Transform, Items: said(it.Symbol.Items)})
		}
	}
	return out
}

// format returns what the pages of a book are written in: as CMYK inks of a
// profile where the vendor asks for inks.
func (v *Vendor) format(profile []byte) (output.Format, error) {
	if v.Ink == 0 {
		if profile != nil {
			return output.Format{}, &press.UsageError{Message: fmt.Sprintf("%s takes no CMYK inks, and so no --profile", v.Name), Hint: "leave it out"}
		}
		return output.Formats()[0], nil
	}
	f, err := output.PlainPrintShop(profile, v.Ink)
	if err != nil {
		return f, &press.UsageError{Message: fmt.Sprintf("--profile: %v", err), Hint: "leave it out for coated paper as in FOGRA39"}
	}
	return f, nil
}

// book writes the pages of a deck, back and front by turns, as often as the
// cards are in it.
func (x *exporter) book(d *made) error {
	doc := &layout.Document{Name: d.Deck, Title: x.l.Texts.Name(x.l.Game.Name) + " – " + x.l.Texts.Name(d.deck.Name), Lang: x.l.Lang, Creator: press.Tool, Date: x.l.Game.Date}
	trim := func(s *layout.Scene) layout.Page {
		w, h := (s.Size.W-d.size.W)/2, (s.Size.H-d.size.H)/2
		return layout.Page{Scene: s, Trim: layout.Rect{X: w, Y: h, W: d.size.W, H: d.size.H}, Bleed: min(w, h)}
	}
	drawn := map[*layout.Scene]*layout.Scene{nil: nil}
	for _, c := range d.cards {
		for _, face := range c.faces {
			if drawn[face] == nil && face != nil {
				drawn[face] = x.canvas(face, d.Pixels, d.factor)
			}
		}
		for range c.quantity {
			if back := drawn[c.faces[1]]; back != nil {
				doc.Pages = append(doc.Pages, trim(back))
			}
			doc.Pages = append(doc.Pages, trim(drawn[c.faces[0]]))
		}
		c.front, c.back = path.Base(d.Folder)+".pdf", ""
	}
	return x.add(d.Folder+".pdf", func(w io.Writer) error { return x.pages.Write(w, doc) })
}
