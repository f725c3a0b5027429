package sheet

import (
	"fmt"
	"math"

	"kitpress/layout"
)

// LargeText is the smallest text of pieces in large print: 12 pt.
const LargeText = 4233 * layout.Micrometre

// What a sheet needs around a piece that is alone on it: margin, bleed and marks,
// and along the one side the strip that says how to print.
const (
	aroundPiece = 12 * layout.Millimetre
	belowPiece  = 24 * layout.Millimetre
)

// Enlarge returns pieces in large print: all of them enlarged alike, until their
// smallest text has LargeText or one alone fills the paper. Pieces that have it
// already stay as they are.
func Enlarge(pieces []Piece, paper *Paper) []Piece {
	smallest, fits := layout.Length(math.MaxInt32), math.Inf(1)
	for _, p := range pieces {
		for _, face := range []*layout.Scene{p.Front, p.Back} {
			if face != nil {
				smallest = min(smallest, smallestText(face.Items, 1))
				long, short := max(face.Size.W, face.Size.H), min(face.Size.W, face.Size.H)
				fits = min(fits, float64(paper.Size.H-2*aroundPiece-belowPiece)/float64(long), float64(paper.Size.W-2*aroundPiece)/float64(short))
			}
		}
	}
	scale := min(fits, float64(LargeText)/float64(smallest))
	if scale <= 1 {
		return pieces
	}
	large := map[*layout.Scene]*layout.Scene{nil: nil}
	out := make([]Piece, len(pieces))
	for i, p := range pieces {
		for _, face := range []*layout.Scene{p.Front, p.Back} {
			if large[face] == nil && face != nil {
				large[face] = Scaled(face, scale)
			}
		}
		out[i] = Piece{Front: large[p.Front], Back: large[p.Back]}
	}
	return out
}

// Scaled returns a scene as large as scale says.
func Scaled(s *layout.Scene, scale float64) *layout.Scene {
	return &layout.Scene{
		Name: s.Name, Size: layout.Size{W: s.Size.W.Mul(scale), H: s.Size.H.Mul(scale)}, Bleed: s.Bleed.Mul(scale),
		Items: []layout.Item{&layout.Group{Transform: layout.Scale(scale, scale), Items: s.Items}},
	}
}

// smallestText returns the size of the smallest text among items.
func smallestText(items []layout.Item, scale float64) layout.Length {
	smallest := layout.Length(math.MaxInt32)
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			smallest = min(smallest, it.Size.Mul(scale))
		case *layout.Group:
			smallest = min(smallest, smallestText(it.Items, scale*growth(it.Transform)))
		case *layout.Use:
			smallest = min(smallest, smallestText(it.Symbol.Items, scale*growth(it.Transform)))
		}
	}
	return smallest
}

// growth returns how much larger m makes things; one that is not set makes none.
func growth(m layout.Matrix) float64 {
	if m == (layout.Matrix{}) {
		return 1
	}
	return math.Hypot(m.A, m.B)
}

// How far a piece is drawn smaller or larger to fill a cell.
const (
	leastCell = 0.8
	mostCell  = 2.1
)

// Fits reports whether pieces of a size go into the cells of the stock.
func (k *Stock) Fits(size layout.Size) bool {
	scale, _ := k.scale(size)
	return scale >= leastCell && scale <= mostCell && (!k.Round || size.W == size.H)
}

// scale returns by what pieces of a size are drawn larger, and whether they lie
// on their side.
func (k *Stock) scale(size layout.Size) (scale float64, sideways bool) {
	if sideways = (size.W > size.H) != (k.Cell.W > k.Cell.H) && size.W != size.H; sideways {
		size.W, size.H = size.H, size.W
	}
	return min(float64(k.Cell.W)/float64(size.W), float64(k.Cell.H)/float64(size.H)), sideways
}

// runs returns the sheets of stock that take the pieces.
func (k *Stock) runs(job Job, spec *Spec, paper *Paper) ([]run, error) {
	r := run{want: want{spec: spec, paper: paper, piece: k.Cell, bleed: spec.Bleed}, grid: grid{paper: paper.Size, rows: k.Rows, cols: k.Columns}}
	for row := range k.Rows {
		for column := range k.Columns {
			r.grid.trims = append(r.grid.trims, layout.Rect{X: k.At.X + layout.Length(column)*k.Pitch.X, Y: k.At.Y + layout.Length(row)*k.Pitch.Y, W: k.Cell.W, H: k.Cell.H})
		}
	}
	inCell := map[*layout.Scene]*layout.Scene{nil: nil}
	for _, p := range job.Pieces {
		for side, face := range []*layout.Scene{p.Front, p.Back} {
			if inCell[face] != nil || face == nil {
				continue
			}
			if !k.Fits(face.Size) {
				return nil, fmt.Errorf("%s: %q is %s, and cells of %s are %s: choose another stock", job.Name, face.Name, inMM(face.Size), k.Name, inMM(k.Cell))
			}
			inCell[face] = k.inCell(face, side == 1, spec.Bleed)
		}
		r.pieces = append(r.pieces, Piece{Front: inCell[p.Front], Back: inCell[p.Back]})
	}
	return []run{r}, nil
}

// inCell returns a face that fills a cell and runs out by a bleed. On its side
// its head is to the right; that of a back, which is seen through the paper, to
// the left.
func (k *Stock) inCell(face *layout.Scene, back bool, bleed layout.Length) *layout.Scene {
	scale, sideways := k.scale(face.Size)
	size := face.Size
	m := layout.Translate(layout.Point{X: -size.W / 2, Y: -size.H / 2}).Then(layout.Scale(scale, scale))
	switch {
	case sideways && back:
		m = m.Then(layout.Rotate(270))
	case sideways:
		m = m.Then(layout.Rotate(90))
	}
	if sideways {
		size.W, size.H = size.H, size.W
	}
	around := max(float64(k.Cell.W+2*bleed)/scale-float64(size.W), float64(k.Cell.H+2*bleed)/scale-float64(size.H)) / 2
	m = m.Then(layout.Translate(layout.Point{X: k.Cell.W / 2, Y: k.Cell.H / 2}))
	return &layout.Scene{
		Name: face.Name, Size: k.Cell, Bleed: bleed,
		Items: []layout.Item{&layout.Group{Transform: m, Items: WithBleed(face, layout.Length(around+1)).Items}},
	}
}
