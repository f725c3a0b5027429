package sheet

import (
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
