package sheet

import (
	"fmt"
	"strings"
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

// What is more than the game needs is marked, and tokens have crosses between
// them; nets, which run to no edge, have none.
func TestSparesAndCellsAreMarked(t *testing.T) {
	t.Parallel()
	pieces := []Piece{{Front: face("net", 94, 78, 0)}, {Front: face("net", 94, 78, 0)}}
	for n := range 11 {
		pieces = append(pieces, Piece{Front: face(fmt.Sprintf("token-%d", n), 13, 13, 1)})
	}
	pages, err := shipped(t).Impose(Job{Name: "job", Spec: "pieces-and-tokens", Paper: "a4", Pieces: pieces, Furniture: furniture(t)})
	if err != nil || len(pages) != 1 {
		t.Fatal(len(pages), err)
	}
	v := view(t, pages[0], pieces)
	words, at := textsOf(v.furniture, layout.Identity())
	var spare layout.Rect
	for i, w := range words {
		if strings.HasPrefix(w, "Ersatz") {
			spare = at[i]
		}
	}
	var last []layout.Rect
	for _, f := range v.faces {
		if f.art.Y > spare.Y-layout.MM(20) && f.art.Y < spare.Y {
			last = append(last, f.art)
		}
	}
	if len(last) != 10 { // the eleventh and nine spares
		t.Fatalf("%d pieces over the word for spares at %v", len(last), spare)
	}
	if spare.X < last[1].X-layout.MM(1) || spare.X > last[1].Right() || spare.Y < last[1].Bottom() {
		t.Errorf("the word is at %v, the first spare at %v", spare, last[1])
	}
	if len(v.marks) != 2*(11*2+11) { // a cross at each corner of two rows of ten
		t.Errorf("%d strokes of crosses", len(v.marks))
	}
}
