package sheet

import (
	"fmt"
	"slices"
	"testing"

	"kitpress/layout"
)

// everyJob calls f with jobs of all layouts, papers, ways to print backs and
// many sizes and counts that go on the paper.
func everyJob(t *testing.T, f func(t *testing.T, s *Specs, job Job, pages []layout.Page)) {
	specs := shipped(t)
	text := furniture(t)
	sizes := [][3]float64{{63, 88, 3}, {88, 63, 3}, {44, 68, 0}, {185, 130, 2}, {15, 15, 1.5}, {70, 120, 1}, {63.333, 88.777, 2}, {120, 104, 0}}
	ran := 0
	for _, spec := range []string{"cards", "boards", "tokens", "dice-nets", "stickers", "large-cards", "tokens-two-sided"} {
		for _, paper := range specs.PaperIDs() {
			for _, sides := range AllSides() {
				for i, size := range sizes {
					job := Job{Name: "job", Spec: spec, Paper: paper, Sides: sides, Furniture: text, AsLarge: true}
					job.Pieces = deck(1, size[0], size[1], size[2])
					_, per, err := specs.Sheets(job)
					if err != nil {
						continue // too large for this paper
					}
					job.Pieces = deck(per+1+i%per, size[0], size[1], size[2])
					pages, err := specs.Impose(job)
					name := fmt.Sprintf("%s %s %s %gx%g", spec, paper, sides, size[0], size[1])
					if err != nil {
						t.Errorf("%s: %v", name, err)
						continue
					}
					ran++
					t.Run(name, func(t *testing.T) { f(t, specs, job, pages) })
				}
			}
		}
	}
	if ran < 100 {
		t.Errorf("only %d jobs tried", ran)
	}
}

func TestEveryPieceOnceAndApart(t *testing.T) {
	everyJob(t, func(t *testing.T, s *Specs, job Job, pages []layout.Page) {
		seen := map[string]int{}
		paper, _ := s.Paper(job.Paper)
		for _, page := range pages {
			v := view(t, page, job.Pieces)
			if page.Scene.Size != paper.Size && page.Scene.Size != paper.ways()[1] {
				t.Errorf("%s is %s", page.Scene.Name, inMM(page.Scene.Size))
			}
			printable := layout.Rect{W: page.Scene.Size.W, H: page.Scene.Size.H}.Inset(paper.Edge)
			for i, f := range v.faces {
				seen[f.name]++
				if f.trim.Size() != f.scene.Size {
					t.Errorf("%s: %q is %s instead of %s", page.Scene.Name, f.name, inMM(f.trim.Size()), inMM(f.scene.Size))
				}
				if !printable.Contains(f.art) || !f.art.Contains(f.trim) {
					t.Errorf("%s: %q covers %v, of %v that can be printed", page.Scene.Name, f.name, f.art, printable)
				}
				for j, g := range v.faces {
					if i != j && overlap(f.art, g.trim) {
						t.Errorf("%s: the bleed of %q reaches into %q", page.Scene.Name, f.name, g.name)
					}
				}
			}
		}
		spares := 0
		for i := range job.Pieces {
			backs := 1
			if job.Sides == Single {
				backs = 0
			}
			n := fmt.Sprint(i + 1)
			times := seen[n]
			spec, _ := s.Spec(job.Spec)
			if spec.Spare != NoSpare && times > 1 {
				spares += times - 1
				times = 1
			}
			if blank := seen["a"+n] - backs; spec.Spare == SpareBlank && blank > 0 { // backs without a front
				spares += blank
				seen["a"+n] = backs
			}
			if times != 1 || seen["a"+n] != backs*seen[n] {
				t.Errorf("piece %s: front %d times, back %d times", n, seen[n], seen["a"+n])
			}
		}
		if _, per, _ := s.Sheets(job); spares >= per {
			t.Errorf("%d spare pieces beside %d, %d to a sheet", spares, len(job.Pieces), per)
		}
	})
}

// turned is where a point of a sheet's front is seen after the sheet was
// turned in space by 180° about an axis through its middle.
func turned(p layout.Point, paper layout.Size, axis layout.Point) layout.Point {
	x, y := float64(p.X)-float64(paper.W)/2, float64(p.Y)-float64(paper.H)/2
	ax, ay := float64(axis.X), float64(axis.Y)
	along := 2 * (ax*x + ay*y)
	return layout.Point{
		X: layout.Length(along*ax - x + float64(paper.W)/2 + 0.5),
		Y: layout.Length(along*ay - y + float64(paper.H)/2 + 0.5),
	}
}

// Turning the printed sheet over, each back must lie behind its front, head on
// head.
func TestBacksLieBehindTheirFronts(t *testing.T) {
	near := func(a, b layout.Point) bool {
		d := layout.Point{X: a.X - b.X, Y: a.Y - b.Y}
		return max(d.X, -d.X, d.Y, -d.Y) <= 2
	}
	everyJob(t, func(t *testing.T, s *Specs, job Job, pages []layout.Page) {
		var over func(p layout.Point, paper layout.Size, v sheetView) layout.Point
		step := 2
		switch job.Sides {
		case Single:
			return
		case Fold:
			step = 1
			over = func(p layout.Point, _ layout.Size, v sheetView) layout.Point {
				line := v.fold.Bounds()
				if line.W > line.H {
					return layout.Point{X: p.X, Y: 2*line.Y - p.Y}
				}
				return layout.Point{X: 2*line.X - p.X, Y: p.Y}
			}
		default:
			over = func(p layout.Point, paper layout.Size, _ sheetView) layout.Point {
				axis := layout.Point{Y: 1} // along the long edge of an upright sheet
				if (job.Sides == DuplexShort) != (paper.W > paper.H) {
					axis = layout.Point{X: 1}
				}
				return turned(p, paper, axis)
			}
		}
		if len(pages)%step != 0 {
			t.Fatalf("%d pages do not pair", len(pages))
		}
		for i := 0; i < len(pages); i += step {
			front, back := view(t, pages[i], job.Pieces), view(t, pages[i+step-1], job.Pieces)
			for _, f := range front.faces {
				if f.name[0] == 'a' {
					continue
				}
				head, foot := over(f.head(), pages[i].Scene.Size, front), over(f.foot(), pages[i].Scene.Size, front)
				if !slices.ContainsFunc(back.faces, func(b placed) bool {
					return b.name == "a"+f.name && near(head, b.head()) && near(foot, b.foot())
				}) {
					t.Errorf("%q has no back behind its head %v and its foot %v", f.name, head, foot)
				}
			}
		}
	})
}

func TestMarksAndFurnitureKeepOffThePieces(t *testing.T) {
	everyJob(t, func(t *testing.T, s *Specs, job Job, pages []layout.Page) {
		paper, _ := s.Paper(job.Paper)
		for _, page := range pages {
			v := view(t, page, job.Pieces)
			printable := layout.Rect{W: page.Scene.Size.W, H: page.Scene.Size.H}.Inset(paper.Edge)
			var marks []layout.Rect
			for _, m := range v.marks {
				marks = append(marks, m.Bounds().Inset(-markWidth/2))
			}
			if v.fold != nil {
				fold := v.fold.Bounds().Inset(-foldWidth / 2)
				marks = append(marks, fold)
				for _, f := range v.faces {
					if overlap(f.art, fold.Inset(-foldRoom+foldWidth)) {
						t.Errorf("%s: the fold is too near to %q", page.Scene.Name, f.name)
					}
				}
			}
			texts := bounds(v.furniture, layout.Identity())
			if len(texts) < 8 {
				t.Errorf("%s: %d pieces of furniture", page.Scene.Name, len(texts))
			}
			for _, r := range slices.Concat(marks, texts) {
				if !printable.Contains(r.Inset(markWidth)) {
					t.Errorf("%s: %v lies off the printable area", page.Scene.Name, r)
				}
				for _, f := range v.faces {
					if overlap(r, f.art) {
						t.Errorf("%s: mark or furniture %v lies on %q (%v)", page.Scene.Name, r, f.name, f.art)
					}
				}
			}
			for _, m := range marks {
				for _, r := range texts {
					if overlap(m, r) {
						t.Errorf("%s: furniture %v on a mark %v", page.Scene.Name, r, m)
					}
				}
			}
		}
	})
}

// Every cut of a touching sheet has its mark at both ends, where there is
// room, and no cut has two.
func TestOneMarkPerCut(t *testing.T) {
	s := shipped(t)
	pieces := deck(9, 63, 88, 3)
	pages, err := s.Impose(Job{Name: "j", Pieces: pieces, Spec: "cards", Paper: "a4"})
	if err != nil {
		t.Fatal(err)
	}
	v := view(t, pages[0], pieces)
	ends := map[string]int{}
	for _, m := range v.marks {
		b := m.Bounds()
		if b.W == 0 {
			ends[fmt.Sprintf("x %s above %v", b.X, b.Y < pages[0].Scene.Size.H/2)]++
		} else {
			ends[fmt.Sprintf("y %s left %v", b.Y, b.X < pages[0].Scene.Size.W/2)]++
		}
		if l := b.W + b.H; l != markLength {
			t.Errorf("mark %v is %s mm long", b, l)
		}
	}
	for _, cut := range []string{"x 10.50", "x 73.50", "x 136.50", "x 199.50"} {
		if ends[cut+" above true"] != 1 || ends[cut+" above false"] != 1 {
			t.Errorf("cut %s: %v", cut, ends)
		}
	}
	for _, cut := range []string{"y 11.50", "y 99.50", "y 187.50", "y 275.50"} {
		if ends[cut+" left true"] != 1 || ends[cut+" left false"] != 1 {
			t.Errorf("cut %s: %v", cut, ends)
		}
	}
	if len(ends) != 16 {
		t.Errorf("%d marks instead of 16: %v", len(ends), ends)
	}
	art := layout.Rect{X: layout.MM(8.5), Y: layout.MM(9.5), W: layout.MM(193), H: layout.MM(268)}
	for _, c := range v.corners { // of 3 mm, in the waste beside a corner of the art
		if b := c.Bounds(); b.W != layout.MM(3) || b.H != layout.MM(3) || overlap(b, art) {
			t.Errorf("the mark of a corner is at %v", b)
		}
	}
	if len(v.corners) != 4 {
		t.Errorf("%d corners have a mark", len(v.corners))
	}
}
