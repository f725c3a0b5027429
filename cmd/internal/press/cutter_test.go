package press

import (
	"slices"
	"testing"

	"kitpress/layout"
)

// TestCutter holds the cut lines of a machine against the pieces: as many, on the
// page, clear of each other; cards as large as cards, tokens round. Its marks
// are on fronts and touch no art.
func TestCutter(t *testing.T) {
	for _, paper := range []string{"a4", "letter"} {
		locals, _, err := Localise(t.Context(), Request{Games: []string{"attacker-placement"}, Langs: []string{"en"}, Paper: paper, For: Cutter, Only: []string{"cards", "tokens"}})
		if err != nil {
			t.Fatal(err)
		}
		jobs, err := Plan(locals)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = Run(t.Context(), jobs, func(s *Sheets) (File, error) {
			n := 0
			for _, p := range s.Pages {
				n += len(p.Cuts)
				if (len(p.Cuts) > 0) != (p.Role == layout.RoleFront) {
					t.Errorf("%s: %d cuts on the %s", s.Job.Name, len(p.Cuts), p.Role)
				}
				checkCuts(t, s.ID, p)
			}
			if n != s.pieces {
				t.Errorf("%s: %d cuts for %d pieces", s.Job.Name, n, s.pieces)
			}
			if files := locals[0].Request.Output().Files(s.Document); len(files) < 3 || files[1].Name != s.Job.Name+"-cut-1.svg" || files[2].Name != s.Job.Name+"-cut-1.dxf" {
				t.Errorf("%s: files %v", s.Job.Name, files)
			}
			return s.File(".pdf"), nil
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
	}
}

func checkCuts(t *testing.T, id string, p layout.Page) {
	t.Helper()
	for i, c := range p.Cuts {
		b := c.Bounds()
		card, round := b.Size() == layout.Size{W: 63000, H: 88000}, b.W == b.H && b.W <= 16000
		if card != (id == "cards") || round != (id == "tokens") || !slices.Contains(c.Verbs, layout.CubicTo) {
			t.Errorf("%s is cut as %v", id, b)
		}
		if whole := (layout.Rect{W: p.Scene.Size.W, H: p.Scene.Size.H}); !whole.Inset(layout.MM(10)).Contains(b) {
			t.Errorf("%s: %v is not on %v", id, b, whole)
		}
		for _, d := range p.Cuts[:i] {
			o := d.Bounds()
			if b.X < o.Right() && o.X < b.Right() && b.Y < o.Bottom() && o.Y < b.Bottom() {
				t.Errorf("%s: %v and %v overlap", id, b, o)
			}
		}
	}
	if p.Role != layout.RoleFront {
		return
	}
	marks := p.Scene.Items[len(p.Scene.Items)-1].(*layout.Path)
	for _, m := range marks.Outline.SubPaths() {
		for _, c := range p.Cuts {
			art := c.Bounds().Inset(-layout.MM(1.5))
			if b := m.Bounds(); b.X < art.Right() && art.X < b.Right() && b.Y < art.Bottom() && art.Y < b.Bottom() {
				t.Errorf("%s: mark %v on art %v", id, b, art)
			}
		}
	}
}
