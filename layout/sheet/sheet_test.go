package sheet

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kitpress/layout"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares text with a file under testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from what comes out (run with -update and read the diff):\n%s", file, firstDifference(string(want), got))
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d\nwant %s\ngot  %s", i+1, w[i], g[i])
		}
	}
	return fmt.Sprintf("want %d lines, got %d", len(w), len(g))
}

func shipped(t testing.TB) *Specs {
	t.Helper()
	s, ps := LoadSpecs(Files, nil)
	if len(ps) > 0 {
		t.Fatal(ps.Err())
	}
	return s
}

// face makes a scene with one shape, by which it is found again on a sheet.
func face(name string, w, h, bleed float64) *layout.Scene {
	s := &layout.Scene{Name: name, Size: layout.Size{W: layout.MM(w), H: layout.MM(h)}, Bleed: layout.MM(bleed)}
	all := layout.Rect{W: s.Size.W, H: s.Size.H}.Inset(-s.Bleed)
	s.Items = []layout.Item{&layout.Path{Outline: layout.RectOutline(all, 0), Fill: layout.Black()}}
	return s
}

// deck makes n pieces with fronts "1", "2" … and backs "a1", "a2" …
func deck(n int, w, h, bleed float64) []Piece {
	pieces := make([]Piece, n)
	for i := range pieces {
		pieces[i] = Piece{
			Front: face(fmt.Sprint(i+1), w, h, bleed),
			Back:  face(fmt.Sprint("a", i+1), w, h, bleed),
		}
	}
	return pieces
}

// A placed face is what a page shows of one scene.
type placed struct {
	name  string
	at    layout.Matrix
	trim  layout.Rect // on the page
	art   layout.Rect // on the page, bleed included
	scene *layout.Scene
}

// head returns the middle of the scene's upper edge and foot that of its
// lower, on the page.
func (p placed) head() layout.Point { return p.at.Apply(layout.Point{X: p.scene.Size.W / 2}) }
func (p placed) foot() layout.Point {
	return p.at.Apply(layout.Point{X: p.scene.Size.W / 2, Y: p.scene.Size.H})
}

// A sheetView is a page taken apart again.
type sheetView struct {
	page      layout.Page
	faces     []placed
	marks     []layout.Outline
	corners   []layout.Outline // marks of how round they are
	fold      *layout.Outline
	furniture []layout.Item
}

// view takes a page apart. It knows the faces by their only item.
func view(t testing.TB, page layout.Page, pieces []Piece) sheetView {
	t.Helper()
	known := map[layout.Item]*layout.Scene{}
	for _, p := range pieces {
		for _, s := range []*layout.Scene{p.Front, p.Back} {
			if s != nil {
				known[s.Items[0]] = s
			}
		}
	}
	v := sheetView{page: page}
	items, offset := page.Scene.Items, layout.Identity()
	if len(items) == 1 {
		if g, ok := items[0].(*layout.Group); ok && g.Clip == nil {
			items, offset = g.Items, g.Transform
		}
	}
	for _, it := range items {
		switch it := it.(type) {
		case *layout.Path:
			o := it.Outline.Transform(offset)
			switch {
			case it.Stroke != nil && it.Stroke.Width == markWidth && slices.Contains(o.Verbs, layout.CubicTo):
				v.corners = append(v.corners, o.SubPaths()...)
			case it.Stroke != nil && it.Stroke.Width == markWidth:
				v.marks = append(v.marks, o.SubPaths()...)
			case it.Stroke != nil && it.Stroke.Dash != nil:
				v.fold = &o
			}
		case *layout.Group:
			if it.Clip == nil {
				v.furniture = append(v.furniture, it)
				continue
			}
			first := it.Items[0]
			if u, ok := first.(*layout.Use); ok {
				first = u.Symbol.Items[0]
			}
			s := known[first]
			if s == nil {
				t.Fatalf("%s: a face nobody gave", page.Scene.Name)
			}
			m := it.Transform.Then(offset)
			v.faces = append(v.faces, placed{
				name: s.Name, at: m, scene: s,
				trim: m.Bounds(layout.Rect{W: s.Size.W, H: s.Size.H}),
				art:  m.Bounds(it.Clip.Bounds()),
			})
		}
	}
	return v
}

// bounds returns the rectangles of everything drawn in items: one for each
// path and text.
func bounds(items []layout.Item, m layout.Matrix) []layout.Rect {
	var out []layout.Rect
	for _, it := range items {
		switch it := it.(type) {
		case *layout.Path:
			out = append(out, m.Bounds(it.Outline.Bounds()))
		case *layout.Text:
			r := layout.Rect{X: it.At.X, Y: it.At.Y - it.Size.Mul(0.8), W: it.Width, H: it.Size}
			out = append(out, m.Bounds(r))
		case *layout.Group:
			out = append(out, bounds(it.Items, it.Transform.Then(m))...)
		}
	}
	return out
}

func overlap(a, b layout.Rect) bool {
	return a.X < b.Right() && b.X < a.Right() && a.Y < b.Bottom() && b.Y < a.Bottom()
}

// furniture returns texts of a usual length in a language.
func furniture(t testing.TB) Furniture {
	t.Helper()
	fonts, err := layout.LoadFonts(layout.Files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return Furniture{
		Typesetter: layout.NewTypesetter(fonts, nil),
		Lang:       "de",
		Printer: &layout.Icon{Box: layout.Rect{W: layout.MM(256), H: layout.MM(256)}, Shapes: []layout.IconShape{
			{Outline: layout.RectOutline(layout.Rect{X: layout.MM(20), Y: layout.MM(40), W: layout.MM(216), H: layout.MM(176)}, 0)},
		}},
		Title:    "Cyber Survival · Bedrohungen",
		Sheet:    func(i, n int) string { return fmt.Sprintf("Blatt %d/%d", i, n) },
		Print100: "bei 100 % drucken",
		NoFit:    "nicht „an Seite anpassen“",
		Measure:  "nachmessen",
		Front:    "Vorderseiten",
		Back:     "Rückseiten",
		Cut:      "an der dünnen Linie schneiden",
		Spare:    "Ersatz",
		Turn:     "über die lange Kante wenden",
		File:     "cyber-survival_threat-cards_de_a4.pdf · v1.0",
		Licence:  "CC BY-NC-SA 4.0 · Bianchi, Göhler, Siebert",
	}
}
