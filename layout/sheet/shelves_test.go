package sheet

import (
	"fmt"
	"testing"

	"kitpress/layout"
)

// Pieces of many sizes share sheets: each lies there once, apart from the
// others and within what can be printed, on no more sheets than the area asks
// for; what is left of the last row is filled with spare ones.
func TestMixedSizesShareSheets(t *testing.T) {
	specs := shipped(t)
	sizes := [][3]float64{{94, 78, 0}, {25, 89, 0}, {13, 13, 1}, {38, 89, 0}}
	counts := []int{4, 12, 41, 2}
	for _, paper := range []string{"a4", "letter", "a3"} {
		var pieces []Piece
		for i, size := range sizes {
			for n := range counts[i] {
				pieces = append(pieces, Piece{Front: face(fmt.Sprintf("%d-%d", i, n), size[0], size[1], size[2])})
			}
		}
		job := Job{Name: "job", Spec: "pieces", Paper: paper, Pieces: pieces, Furniture: furniture(t)}
		pages, err := specs.Impose(job)
		if err != nil {
			t.Fatal(err)
		}
		if most := map[string]int{"a4": 2, "letter": 3, "a3": 1}[paper]; len(pages) > most {
			t.Errorf("%s: %d sheets, want at most %d", paper, len(pages), most)
		}
		p, _ := specs.Paper(paper)
		seen := map[string]int{}
		for _, page := range pages {
			v := view(t, page, pieces)
			printable := layout.Rect{W: page.Scene.Size.W, H: page.Scene.Size.H}.Inset(p.Edge)
			texts := bounds(v.furniture, layout.Identity())
			for i, f := range v.faces {
				seen[f.name]++
				if !printable.Contains(f.art) {
					t.Errorf("%s: %s leaves the sheet", paper, f.name)
				}
				for j, g := range v.faces {
					if i != j && overlap(f.art, g.art) {
						t.Errorf("%s: %s runs into %s", paper, f.name, g.name)
					}
				}
				for _, r := range texts {
					if overlap(f.art, r) {
						t.Errorf("%s: %s runs into the furniture", paper, f.name)
					}
				}
			}
		}
		for _, piece := range pieces {
			if n := seen[piece.Front.Name]; n == 0 || n > 2 {
				t.Errorf("%s: %s lies there %d times", paper, piece.Front.Name, n)
			}
		}
	}
	_, err := specs.Impose(Job{Name: "job", Spec: "pieces", Paper: "a4", Pieces: []Piece{{Front: face("wide", 200, 20, 0)}}})
	if err == nil {
		t.Error("a piece wider than the paper is put on it")
	}
}
