package sheet

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kitpress/layout"
)

// drawing shows which face lies where on a page, row by row as one sees it;
// a face standing on its head is written with a ', a place without a face as a
// dot.
func drawing(v sheetView) string {
	var xs, ys []layout.Length
	for _, f := range v.faces {
		xs, ys = append(xs, f.trim.X), append(ys, f.trim.Y)
	}
	slices.Sort(xs)
	slices.Sort(ys)
	xs, ys = slices.Compact(xs), slices.Compact(ys)
	var b strings.Builder
	for _, y := range ys {
		for _, x := range xs {
			cell := "."
			for _, f := range v.faces {
				if f.trim.X == x && f.trim.Y == y {
					if cell = f.name; f.at.A < 0 {
						cell += "'"
					}
				}
			}
			fmt.Fprintf(&b, " %4s", cell)
		}
		fmt.Fprintf(&b, "   y %s\n", y)
	}
	fmt.Fprint(&b, "    x")
	for _, x := range xs {
		fmt.Fprintf(&b, " %s", x)
	}
	return b.String() + "\n"
}

func TestPositions(t *testing.T) {
	specs := shipped(t)
	type piece struct{ w, h, bleed float64 }
	card, board, token := piece{63, 88, 3}, piece{185, 130, 2}, piece{15, 15, 1.5}
	tests := []struct {
		spec, paper string
		piece       piece
		count       int
		sides       Sides
	}{
		{"cards", "a4", card, 10, Single},
		{"cards", "a4", card, 10, DuplexLong},
		{"cards", "a4", card, 10, DuplexShort},
		{"cards", "a4", card, 5, Fold},
		{"cards", "letter", card, 9, Single},
		{"cards", "letter", card, 9, DuplexLong},
		{"cards", "letter", card, 9, DuplexShort},
		{"cards", "letter", card, 5, Fold},
		{"cards", "a3", card, 18, Single},
		{"cards", "a5", card, 3, Single},
		{"boards", "a4", board, 3, Single},
		{"boards", "letter", board, 3, Single},
		{"boards", "letter", board, 2, DuplexLong},
		{"boards", "letter", board, 2, DuplexShort},
		{"boards", "a3", board, 4, Single},
		{"tokens", "a4", token, 13, DuplexLong},
		{"dice-nets", "a4", piece{120, 104, 0}, 2, Single},
		{"stickers", "a4", piece{40, 30, 2}, 6, Single},
		{"large-cards", "a4", piece{105, 148, 3}, 3, DuplexLong},
		{"large-cards", "letter", piece{105, 148, 3}, 3, DuplexLong},
		{"standees", "a4", piece{22, 88, 0}, 12, Single},
		{"standees", "letter", piece{22, 88, 0}, 12, Single},
		{"tokens-two-sided", "a4", piece{16, 16, 1.5}, 61, Single},
		{"tokens-two-sided", "letter", piece{16, 16, 1.5}, 4, DuplexLong},
		{"a3-page", "a4", piece{420, 297, 3}, 1, Single},
	}
	var b strings.Builder
	for _, tt := range tests {
		pieces := deck(tt.count, tt.piece.w, tt.piece.h, tt.piece.bleed)
		sides := specs.SidesOf(tt.spec, tt.sides)
		pages, err := specs.Impose(Job{Name: "t", Pieces: pieces, Spec: tt.spec, Paper: tt.paper, Sides: sides, AsLarge: true})
		if err != nil {
			t.Errorf("%s %s %s: %v", tt.spec, tt.paper, tt.sides, err)
			continue
		}
		_, per, _ := specs.Sheets(Job{Name: "t", Pieces: pieces, Spec: tt.spec, Paper: tt.paper, Sides: sides, AsLarge: true})
		fmt.Fprintf(&b, "## %s %s %s: %d pieces of %g × %g, %d a sheet\n",
			tt.spec, specs.PaperOf(tt.spec, tt.paper), sides, tt.count, tt.piece.w, tt.piece.h, per)
		for _, p := range pages {
			v := view(t, p, pieces)
			fmt.Fprintf(&b, "%s (%s), %d marks", p.Scene.Name, inMM(p.Scene.Size), len(v.marks))
			if v.fold != nil {
				box := v.fold.Bounds()
				fmt.Fprintf(&b, ", fold %s/%s to %s/%s", box.X, box.Y, box.Right(), box.Bottom())
			}
			fmt.Fprintf(&b, "\n%s", drawing(v))
		}
		fmt.Fprintln(&b)
	}
	golden(t, "positions.txt", b.String())
}

// How many pieces go on a sheet, for the card sizes of the trade.
func TestPiecesPerSheet(t *testing.T) {
	specs := shipped(t)
	tests := []struct {
		name                   string
		w, h                   float64
		a4, letter, a3, folded int // folded on A4
	}{
		{"poker-metric", 63, 88, 9, 8, 18, 4},
		{"poker-us", 63.5, 88.9, 9, 8, 18, 4},
		{"bridge", 57.15, 88.9, 9, 8, 21, 4},
		{"euro", 59, 92, 9, 8, 18, 4},
		{"japanese", 59, 86, 9, 9, 18, 4},
		{"tarot", 70, 120, 4, 4, 12, 2},
		{"square", 70, 70, 8, 6, 20, 4},
		{"board", 185, 130, 2, 2, 4, 1},
	}
	for _, tt := range tests {
		per := func(paper string, sides Sides) int {
			_, n, err := specs.Sheets(Job{Name: tt.name, Pieces: deck(1, tt.w, tt.h, 2), Spec: "cards", Paper: paper, Sides: sides})
			if err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
			return n
		}
		got := [4]int{per("a4", Single), per("letter", Single), per("a3", Single), per("a4", Fold)}
		if want := [4]int{tt.a4, tt.letter, tt.a3, tt.folded}; got != want {
			t.Errorf("%s: %v pieces on A4, Letter, A3 and folded A4, want %v", tt.name, got, want)
		}
	}
}
