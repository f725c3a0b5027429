package sheet

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kitpress/layout"
)

// tileWords are the texts of sheets of tiles, of a usual length.
func tileWords() TileWords {
	return TileWords{
		Title: "So kommen die Teile zusammen",
		Glue:  func(part string) string { return "hier " + part + " aufkleben" },
		Steps: func(parts, rows, cols int) []string {
			return []string{fmt.Sprintf("Alle %d Teile drucken.", parts), "Ausschneiden.", "Eine Lasche mit Klebstoff bestreichen und das Teil, das sie nennt, darauflegen."}
		},
	}
}

// covered returns the part of the page the window of a tile page shows, and
// the matrix that leads there from the piece.
func covered(t *testing.T, page layout.Page) (window layout.Rect, at layout.Matrix) {
	t.Helper()
	g := page.Scene.Items[0].(*layout.Group)
	return g.Clip.Bounds(), g.Transform
}

// Every point of a piece of any size lies on a part, neighbours share exactly
// the overlap, nothing is scaled, and nothing leaves the printable area or
// touches the furniture.
func TestTilesCoverThePiece(t *testing.T) {
	specs := shipped(t)
	text := furniture(t)
	text.Tiles = tileWords()
	random := rand.New(rand.NewPCG(1, 2))
	sizes := [][2]float64{{420, 297}, {297, 420}, {500, 500}, {594, 420}, {190, 250}, {60, 900}, {1000, 30}}
	for range 30 {
		sizes = append(sizes, [2]float64{20 + 900*random.Float64(), 20 + 900*random.Float64()})
	}
	for i, size := range sizes {
		for _, paperID := range []string{"a4", "letter", "a3", "a5"} {
			name := fmt.Sprintf("%g × %g on %s", size[0], size[1], paperID)
			piece := face("board", size[0], size[1], float64(i%4))
			job := Job{Name: "t", Pieces: []Piece{{Front: piece}}, Spec: "tiles", Paper: paperID, Furniture: text}
			job.CutAt = CutAt{X: []layout.Length{piece.Size.W / 2}, Y: []layout.Length{piece.Size.H / 3}}
			spec, paper, err := specs.lookUp(job)
			if err != nil {
				t.Fatal(err)
			}
			all, err := planTiles(job, spec, paper)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			checkTiling(t, name, all[0].tiling, piece, paper, spec)
			pages, err := specs.Impose(job)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if sheets, _, err := specs.Sheets(job); sheets != len(pages) || err != nil {
				t.Errorf("%s: %d sheets counted, %d made, %v", name, sheets, len(pages), err)
			}
			checkTilePages(t, name, all[0].tiling, pages, paper)
		}
	}
}

func checkTiling(t *testing.T, name string, tl tiling, piece *layout.Scene, paper *Paper, spec *Spec) {
	t.Helper()
	for _, at := range [][]layout.Length{tl.xs, tl.ys} {
		for i := range at[1:] {
			if at[i+1]-at[i] < spec.Overlap {
				t.Errorf("%s: cuts at %v: a flap is wider than the part it lies below", name, at)
			}
		}
	}
	if tl.xs[0] != 0 || tl.ys[0] != 0 || tl.xs[tl.columns()] != piece.Size.W || tl.ys[tl.rows()] != piece.Size.H {
		t.Errorf("%s: cuts at %v and %v do not reach the edges", name, tl.xs, tl.ys)
	}
	for row := range tl.rows() {
		for col := range tl.columns() {
			w := tl.window(part{row, col})
			if w.X != tl.xs[col] || w.Y != tl.ys[row] {
				t.Errorf("%s: part %s begins at %v", name, part{row, col}.name(), w)
			}
			wantRight, wantBottom := tl.xs[col+1], tl.ys[row+1]
			if col+1 < tl.columns() {
				wantRight += spec.Overlap
			}
			if row+1 < tl.rows() {
				wantBottom += spec.Overlap
			}
			if w.Right() != wantRight || w.Bottom() != wantBottom {
				t.Errorf("%s: part %s ends at %s/%s, want %s/%s", name, part{row, col}.name(), w.Right(), w.Bottom(), wantRight, wantBottom)
			}
		}
	}
}

func checkTilePages(t *testing.T, name string, tl tiling, pages []layout.Page, paper *Paper) {
	t.Helper()
	first := len(pages) - tl.parts()
	if want := min(tl.parts()-1, 1); first != want {
		t.Errorf("%s: %d sheets before the parts, want %d", name, first, want)
	}
	for i, page := range pages[first:] {
		p := part{i / tl.columns(), i % tl.columns()}
		art, at := covered(t, page)
		if at.A != 1 || at.B != 0 || at.C != 0 || at.D != 1 {
			t.Errorf("%s: part %s is scaled or turned: %v", name, p.name(), at)
		}
		window := tl.window(p)
		if !art.Contains(window) {
			t.Errorf("%s: part %s shows %v, not all of %v", name, p.name(), art, window)
		}
		if page.Trim != at.Bounds(window) {
			t.Errorf("%s: the trim box of %s is %v", name, p.name(), page.Trim)
		}
		printable := layout.Rect{W: page.Scene.Size.W, H: page.Scene.Size.H}.Inset(paper.Edge)
		on := at.Bounds(art)
		for j, r := range bounds(page.Scene.Items[1:], layout.Identity()) {
			if !printable.Contains(r) {
				t.Errorf("%s: item %d of part %s lies at %v, off the printable %v", name, j, p.name(), r, printable)
			}
		}
		if !printable.Contains(on) || overlap(on, tl.band.rect) {
			t.Errorf("%s: part %s lies at %v, the furniture at %v", name, p.name(), on, tl.band.rect)
		}
		if p.name() != page.Scene.Name[strings.LastIndex(page.Scene.Name, "-")+1:] {
			t.Errorf("%s: part %s is called %s", name, p.name(), page.Scene.Name)
		}
	}
}

// The usual sizes take as few sheets as can be, and are cut where it is wanted
// when that costs nothing.
func TestTilingsOfUsualSizes(t *testing.T) {
	specs := shipped(t)
	var b strings.Builder
	for _, tt := range []struct {
		paper string
		w, h  float64
		cut   CutAt
	}{
		{"a4", 420, 297, CutAt{}},
		{"letter", 420, 297, CutAt{}},
		{"a3", 420, 297, CutAt{}},
		{"a4", 420, 297, CutAt{X: []layout.Length{layout.MM(210)}, Y: []layout.Length{layout.MM(140)}}},
		{"a4", 420, 297, CutAt{X: []layout.Length{layout.MM(20)}}}, // too near to the edge for two columns
		{"a4", 594, 420, CutAt{}},
		{"a4", 500, 500, CutAt{}},
		{"a3", 594, 420, CutAt{}},
		{"a4", 190, 250, CutAt{}},
	} {
		job := Job{Name: "t", Pieces: []Piece{{Front: face("board", tt.w, tt.h, 3)}}, Spec: "tiles", Paper: tt.paper, CutAt: tt.cut}
		spec, paper, err := specs.lookUp(job)
		if err != nil {
			t.Fatal(err)
		}
		all, err := planTiles(job, spec, paper)
		if err != nil {
			t.Fatal(err)
		}
		tl := all[0].tiling
		fmt.Fprintf(&b, "%g × %g on %s, cut at %v %v: %s, rows %v, columns %v, %d sheets\n",
			tt.w, tt.h, tt.paper, tt.cut.X, tt.cut.Y, inMM(tl.paper), tl.ys, tl.xs, all[0].sheets())
	}
	golden(t, "tilings.txt", b.String())
}

// What the sheets of a board in four parts are made of, as text.
func TestTilesDump(t *testing.T) {
	text := furniture(t)
	text.Tiles = tileWords()
	pages, err := shipped(t).Impose(Job{Name: "board", Pieces: []Piece{{Front: face("board", 420, 297, 3)}}, Spec: "tiles", Paper: "letter", Furniture: text})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, p := range pages {
		if err := layout.Dump(&b, p.Scene); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "tiles.txt", b.String())
}

// Copies of one board share one sheet that shows how it goes together.
func TestCopiesInTiles(t *testing.T) {
	specs := shipped(t)
	board, other := face("a", 420, 297, 3), face("b", 420, 297, 3)
	job := Job{Name: "t", Spec: "tiles", Paper: "a4", Pieces: []Piece{{Front: board}, {Front: other}, {Front: board}}}
	pages, err := specs.Impose(job)
	if err != nil {
		t.Fatal(err)
	}
	keys, symbols := 0, map[*layout.Symbol]int{}
	for _, p := range pages {
		if strings.HasSuffix(p.Scene.Name, "-key") {
			keys++
		}
		symbols[p.Scene.Items[0].(*layout.Group).Items[0].(*layout.Use).Symbol]++
	}
	if len(pages) != 2*(1+4)+4 || keys != 2 || len(symbols) != 2 {
		t.Errorf("%d pages, %d keys, %d symbols", len(pages), keys, len(symbols))
	}
}

func TestTilesRefuse(t *testing.T) {
	s := shipped(t)
	board := face("boards/main/front", 420, 297, 3)
	small := Furniture(furniture(t))
	small.Tiles = TileWords{Title: "x", Steps: func(int, int, int) []string { return []string{strings.Repeat("Kleben und kleben. ", 200)} }}
	for _, tt := range []struct {
		name string
		job  Job
		want string
	}{
		{"back", Job{Paper: "a4", Pieces: []Piece{{Front: board, Back: face("back", 420, 297, 3)}}}, `"back" has a back, and tiles are printed on one side`},
		{"enormous", Job{Paper: "a5", Pieces: []Piece{{Front: face("sky", 30000, 200, 0)}}}, `"sky" is 30000 × 200 mm: it cannot be cut into at most 26 rows and columns that overlap by 10.00 mm on A5`},
		{"cut off the piece", Job{Paper: "a4", CutAt: CutAt{X: []layout.Length{layout.MM(500)}}, Pieces: []Piece{{Front: board}}}, `cannot be cut at x 500.00 mm: it is 420 × 297 mm`},
		{"cut at the edge", Job{Paper: "a4", CutAt: CutAt{Y: []layout.Length{0}}, Pieces: []Piece{{Front: board}}}, `cannot be cut at y 0.00 mm`},
		{"too many words", Job{Paper: "a4", Furniture: small, Pieces: []Piece{{Front: board}}}, "the steps for gluing the parts together do not fit"},
	} {
		tt.job.Name, tt.job.Spec = "board_a4", "tiles"
		_, err := s.Impose(tt.job)
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "board_a4: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}
