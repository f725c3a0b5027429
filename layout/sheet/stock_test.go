package sheet

import (
	"math"
	"testing"

	"kitpress/layout"
)

// TestStocks puts a deck on every stock kitpress ships: each piece fills a cell
// of its own, where the maker has it, and its back lies behind it, head to head,
// whichever edge the paper is turned over.
func TestStocks(t *testing.T) {
	s := shipped(t)
	for _, id := range s.StockIDs() {
		k, _ := s.Stock(id)
		w, h := 63.0, 88.0
		if k.Round {
			w, h = 15, 15
		}
		cells := k.Rows * k.Columns
		pieces := headed(cells+1, w, h)
		for _, sides := range []Sides{Single, DuplexLong, DuplexShort} {
			job := Job{Name: "j", Pieces: pieces, Spec: "perforated", Paper: k.Paper, Sides: sides, Stock: id}
			pages, err := s.Impose(job)
			if err != nil {
				t.Fatal(id, err)
			}
			step := 1
			if sides != Single {
				step = 2
			}
			if n, _, err := s.Sheets(job); n != 2 || len(pages) != 2*step || err != nil {
				t.Fatalf("%s: %d sheets, %d pages, %v", id, n, len(pages), err)
			}
			fronts := cellsOf(pages[0], k)
			if len(fronts) != cells {
				t.Fatalf("%s: %d pieces on the first sheet", id, len(fronts))
			}
			for i, f := range fronts {
				at := layout.Point{X: k.At.X + layout.Length(i%k.Columns)*k.Pitch.X, Y: k.At.Y + layout.Length(i/k.Columns)*k.Pitch.Y}
				if f.cell != (layout.Rect{X: at.X, Y: at.Y, W: k.Cell.W, H: k.Cell.H}) || !near(f.art.X+f.art.W/2, f.cell.X+f.cell.W/2) || !near(f.art.Y+f.art.H/2, f.cell.Y+f.cell.H/2) {
					t.Fatalf("%s: piece %d is drawn at %v in the cell %v", id, i, f.art, f.cell)
				}
				if f.art.W > f.cell.W+3 || f.art.H > f.cell.H+3 || !near(f.art.W, f.cell.W) && !near(f.art.H, f.cell.H) {
					t.Fatalf("%s: piece %d of %v does not fill its cell", id, i, f.art)
				}
			}
			if sides == Single {
				continue
			}
			paper := pages[0].Scene.Size
			for i, b := range cellsOf(pages[1], k) {
				f := fronts[i]
				behind, head := layout.Rect{X: paper.W - f.cell.Right(), Y: f.cell.Y, W: f.cell.W, H: f.cell.H}, layout.Point{X: -f.head.X, Y: f.head.Y}
				if sides == DuplexShort {
					behind, head = layout.Rect{X: f.cell.X, Y: paper.H - f.cell.Bottom(), W: f.cell.W, H: f.cell.H}, layout.Point{X: f.head.X, Y: -f.head.Y}
				}
				if b.cell != behind || b.head != head {
					t.Fatalf("%s, %s: the back of piece %d is at %v with its head to %v, want %v, %v", id, sides, i, b.cell, b.head, behind, head)
				}
			}
		}
	}
	if _, err := s.Impose(Job{Name: "j", Pieces: deck(1, 185, 130, 3), Spec: "perforated", Paper: "a4", Stock: "geha-p70"}); err == nil {
		t.Error("a board goes on a business card")
	}
	if _, err := s.Impose(Job{Name: "j", Pieces: deck(1, 63, 88, 3), Spec: "perforated", Paper: "letter", Stock: "geha-p70"}); err == nil {
		t.Error("a stock of A4 is printed on Letter")
	}
}

// An inCell is a piece in a cell of a page: the cell, what of it the piece covers
// without its bleed, and where its head is from its middle.
type inCell struct {
	cell, art layout.Rect
	head      layout.Point
}

// headed returns pieces with a shape 1 mm inside their edges, and one at the head.
func headed(n int, w, h float64) []Piece {
	side := func(name string) *layout.Scene {
		s := face(name, w, h, 0)
		body := layout.RectOutline(layout.Rect{W: s.Size.W, H: s.Size.H}.Inset(layout.Millimetre), 0)
		head := layout.RectOutline(layout.Rect{X: s.Size.W/2 - 500, Y: 2000, W: 1000, H: 1000}, 0)
		s.Items = []layout.Item{&layout.Path{Outline: body, Fill: layout.White()}, &layout.Path{Outline: head, Fill: layout.Black()}}
		return s
	}
	pieces := make([]Piece, n)
	for i := range pieces {
		pieces[i] = Piece{Front: side("front"), Back: side("back")}
	}
	return pieces
}

func cellsOf(page layout.Page, k *Stock) (list []inCell) {
	sign := func(d layout.Length) layout.Length { return max(min(d/1000, 1), -1) }
	for _, it := range page.Scene.Items {
		slot := it.(*layout.Group)
		inner := slot.Items[0].(*layout.Group)
		m := inner.Transform.Then(slot.Transform)
		body, head := inner.Items[0].(*layout.Path).Outline.Transform(m).Bounds(), inner.Items[1].(*layout.Path).Outline.Transform(m).Bounds()
		scale := math.Hypot(m.A, m.B)
		list = append(list, inCell{
			cell: slot.Transform.Bounds(layout.Rect{W: k.Cell.W, H: k.Cell.H}), art: body.Inset(-layout.Length(1000 * scale)),
			head: layout.Point{X: sign(head.X + head.W/2 - body.X - body.W/2), Y: sign(head.Y + head.H/2 - body.Y - body.H/2)},
		})
	}
	return list
}

func near(a, b layout.Length) bool { return math.Abs(float64(a-b)) <= 3 }
