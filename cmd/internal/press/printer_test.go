package press

import (
	"image"
	"math"
	"slices"
	"testing"

	"kitpress/layout"
	"kitpress/layout/sheet"
	"kitpress/output/png"
)

// A printer that lays backs beside their fronts, turns them and prints all a
// little small is put right: on pictures of what comes out of it, the middle of
// each back lies within 0.1 mm behind that of its front, and both are as far
// apart as they should be.
func TestPrintersArePutRight(t *testing.T) {
	specs, _ := sheet.LoadSpecs(sheet.Files, nil)
	face := &layout.Scene{Name: "face", Size: layout.Size{W: 63000, H: 88000}, Items: []layout.Item{
		&layout.Path{Outline: layout.EllipseOutline(layout.Point{X: 31500, Y: 44000}, 5000, 5000), Fill: layout.Black()},
	}}
	for _, p := range []Printer{{}, {Offset: [2]float64{1.2, -0.4}}, {Offset: [2]float64{-2.5, 1.7}, Angle: 0.6, Scale: 99.6}, {Angle: -1.1, Scale: 101.3}} {
		for _, sides := range []sheet.Sides{sheet.DuplexLong, sheet.DuplexShort} {
			pages, err := specs.Impose(sheet.Job{Pieces: slices.Repeat([]sheet.Piece{{Front: face, Back: face}}, 9), Spec: "cards", Paper: "a4", Sides: sides})
			if err != nil {
				t.Fatal(err)
			}
			as := func(p Printer) [2][]layout.Point { // what comes out of p when the sheets were made for it
				sent := (&Request{Printer: p}).corrected(pages, sides)
				return [2][]layout.Point{middles(t, printed(p, sent[0], sides), 9), middles(t, printed(p, sent[1], sides), 9)}
			}
			perfect, got := as(Printer{}), as(p)
			for side := range got {
				for i := range got[side] {
					if d := max(distance(got[side][i], perfect[side][i]), distance(got[side][i], got[0][i])); d > 0.1 {
						t.Errorf("%+v, %s: middle %d of side %d is %.2f mm off", p, sides, i, side, d)
					}
				}
			}
		}
	}
}

// printed is a side of a sheet as a printer lays it, seen from the front: a
// back is mirrored about the edge the sheet is turned over.
func printed(p Printer, page layout.Page, sides sheet.Sides) *layout.Scene {
	s := *page.Scene
	half := layout.Point{X: s.Size.W / 2, Y: s.Size.H / 2}
	m := layout.Translate(layout.Point{X: -half.X, Y: -half.Y})
	if page.Role == layout.RoleBack {
		if sides == sheet.DuplexLong {
			m = m.Then(layout.Scale(-1, 1))
		} else {
			m = m.Then(layout.Scale(1, -1))
		}
	}
	if p.Scale != 0 {
		m = m.Then(layout.Scale(p.Scale/100, p.Scale/100))
	}
	if page.Role == layout.RoleBack {
		m = m.Then(layout.Rotate(p.Angle)).Then(layout.Translate(layout.Point{X: layout.MM(p.Offset[0]), Y: layout.MM(p.Offset[1])}))
	}
	s.Items = []layout.Item{&layout.Group{Transform: m.Then(layout.Translate(half)), Items: s.Items}}
	return &s
}

// middles finds the middles of n discs of 10 mm in a picture of a page, row by
// row: what else is on it is thin.
func middles(t *testing.T, s *layout.Scene, n int) []layout.Point {
	t.Helper()
	const dpi = 150
	img, err := new(png.Renderer).RenderGray(s, png.Options{DPI: dpi})
	if err != nil {
		t.Fatal(err)
	}
	seen := image.NewGray(img.Bounds())
	var found []layout.Point
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			var sum, sx, sy float64
			stack := []image.Point{{X: x, Y: y}}
			for len(stack) > 0 {
				q := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if !q.In(img.Bounds()) || seen.GrayAt(q.X, q.Y).Y > 0 || img.GrayAt(q.X, q.Y).Y > 250 {
					continue
				}
				seen.Pix[seen.PixOffset(q.X, q.Y)] = 1
				ink := float64(255 - img.GrayAt(q.X, q.Y).Y)
				sum, sx, sy = sum+ink, sx+ink*(float64(q.X)+0.5), sy+ink*(float64(q.Y)+0.5)
				stack = append(stack, image.Point{X: q.X + 1, Y: q.Y}, image.Point{X: q.X - 1, Y: q.Y}, image.Point{X: q.X, Y: q.Y + 1}, image.Point{X: q.X, Y: q.Y - 1})
			}
			if sum > 255*1000 {
				found = append(found, layout.Point{X: layout.MM(sx / sum / dpi * 25.4), Y: layout.MM(sy / sum / dpi * 25.4)})
			}
		}
	}
	if len(found) != n {
		t.Fatalf("%d discs on %s, want %d", len(found), s.Name, n)
	}
	return found
}

func distance(a, b layout.Point) float64 { return math.Hypot((a.X - b.X).MM(), (a.Y - b.Y).MM()) }
