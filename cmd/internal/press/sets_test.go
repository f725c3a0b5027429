package press

import (
	"math"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/layout"
	"kitpress/layout/sheet"
)

// TestSets holds a class of 28 against its tables: each piece as often as
// there are sets, a letter on each back, and a plan that counts what is
// printed.
func TestSets(t *testing.T) {
	one := countAll(t, Request{Catalog: boardGame(t), Langs: []string{"en"}})
	many := countAll(t, Request{Catalog: boardGame(t), Langs: []string{"en"}, Pupils: 28})
	most := one[0].In.Game.Players.Max
	sets := (28 + most - 1) / most
	if sets < 5 || len(one) != len(many) {
		t.Fatalf("%d sets, %d files, %d", sets, len(one), len(many))
	}
	singles, all := sheetsOf(t, Request{Catalog: boardGame(t), Langs: []string{"en"}}), sheetsOf(t, Request{Catalog: boardGame(t), Langs: []string{"en"}, Pupils: 28})
	for i, f := range many[:len(many)-1] {
		switch f.component().Kind {
		case catalog.KindPieces:
			if got, want := all[i].pieces, sets*singles[i].pieces; got != want || want == 0 {
				t.Errorf("%s has %d pieces, want %d", f.ID, got, want)
			}
			if got := f.paperSpan().from; got != f.sheets() {
				t.Errorf("%s: the plan counts %d sheets, %d are printed", f.ID, got, f.sheets())
			}
			if f.ID == "board" {
				onRims(t, sets, piecesOf(singles[i]), piecesOf(all[i]))
			}
			marked(t, f.ID, sets, piecesOf(singles[i]), piecesOf(all[i]))
		case catalog.KindGuide:
			if f.paperSpan() != one[i].paperSpan() {
				t.Errorf("%s is printed for each table", f.ID)
			}
		default:
			if got, want := f.paperSpan().from, sets*one[i].paperSpan().from; got != want {
				t.Errorf("%s: %d sheets, want %d", f.ID, got, want)
			}
		}
	}
	for want, req := range map[string]Request{"--sets 27": {Sets: 27}, "--pupils 2000": {Pupils: 2000}, "--pupils -3": {Pupils: -3}} {
		req.Catalog, req.Langs = boardGame(t), []string{"en"}
		if _, err := Placements(t.Context(), req); err == nil || !strings.Contains(err.Error(), want+": ") {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// marked holds the backs of a deck in sets against those of one.
func marked(t *testing.T, id string, sets int, one, many []sheet.Piece) {
	t.Helper()
	backs := map[any]bool{}
	for i, p := range many {
		if p.Back == nil || i >= sets*len(one) {
			continue
		}
		backs[p.Back] = true
		was := one[i%len(one)].Back
		if large := min(was.Size.W, was.Size.H) >= leastMark; large != (len(p.Back.Items) == len(was.Items)+1) {
			t.Errorf("%s: the back of piece %d has %d things, that of one set %d", id, i, len(p.Back.Items), len(was.Items))
		}
	}
	if len(backs) > 0 && len(backs)%sets != 0 && len(backs) != 1 {
		t.Errorf("%s has %d backs for %d sets", id, len(backs), sets)
	}
}

// onRims holds boards, which have no back, against those of one set: each has one
// thing more, a mark at a corner that covers no word.
func onRims(t *testing.T, sets int, one, many []sheet.Piece) {
	t.Helper()
	for i, p := range many {
		was := one[i%len(one)].Front
		if len(p.Front.Items) != len(was.Items)+1 {
			t.Fatalf("board %d has %d things, that of one set %d", i, len(p.Front.Items), len(was.Items))
		}
		mark := p.Front.Items[len(was.Items)].(*layout.Group)
		at := mark.Transform.Bounds(layout.Rect{W: layout.MM(6), H: layout.MM(6)})
		if !(layout.Rect{W: was.Size.W, H: was.Size.H}).Contains(at) || !free(was.Items, at) {
			t.Errorf("the mark of board %d is at %v", i, at)
		}
	}
	if len(many) != sets*len(one) {
		t.Errorf("%d boards for %d sets of %d", len(many), sets, len(one))
	}
}

// A box has a page for each set, with its letter; other pages are printed several
// times.
func TestBoxesHaveLetters(t *testing.T) {
	g := &catalog.Game{Players: catalog.Range{Min: 2, Max: 4}}
	box, page := &catalog.Component{Decks: []string{"cards"}, Per: catalog.PerTable}, &catalog.Component{Per: catalog.PerTable}
	for _, tc := range []struct {
		req  Request
		of   *catalog.Component
		want string
	}{
		{Request{Sets: 3}, box, "A B C"}, {Request{Sets: 3}, page, ""}, {Request{Sets: 1}, box, ""}, {Request{Pupils: 5}, box, "A B"},
		{Request{Marks: []string{"12"}}, box, "12"}, {Request{Marks: []string{"12", "13"}}, page, ""},
	} {
		if got := strings.Join(tc.req.letters(g, tc.of), " "); got != tc.want {
			t.Errorf("%+v: letters %q, want %q", tc.req, got, tc.want)
		}
	}
}

// TestBackOffset holds that backs move against what is seen from the front: a
// printer that lays them 1 mm to the right and 2 mm down of their fronts is put
// right, whichever edge the paper is turned over.
func TestBackOffset(t *testing.T) {
	for sides, want := range map[string][2]float64{"duplex-long": {1, -2}, "duplex-short": {-1, 2}} {
		req := Request{Catalog: boardGame(t), Langs: []string{"en"}, Sides: sides}
		was, err := Placements(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		req.Printer.Offset = [2]float64{1, 2}
		is, err := Placements(t.Context(), req)
		if err != nil || len(is) != len(was) {
			t.Fatal(err, len(is))
		}
		backs := 0
		for i := range is {
			dx, dy := is[i].X-was[i].X, is[i].Y-was[i].Y
			moved := math.Abs(dx-want[0]) < 0.01 && math.Abs(dy-want[1]) < 0.01
			if still := math.Abs(dx)+math.Abs(dy) < 0.01; is[i].Role == "back" && !moved || is[i].Role != "back" && !still {
				t.Fatalf("%s, %s: moved by %g, %g", sides, is[i].Role, dx, dy)
			}
			if is[i].Role == "back" {
				backs++
			}
		}
		if backs == 0 {
			t.Fatal("no backs")
		}
	}
}

// A component is printed for each table, for each player or once, as its data
// say; a guide that says nothing serves the class.
func TestPer(t *testing.T) {
	g := &catalog.Game{Players: catalog.Range{Min: 2, Max: 4}}
	for _, tc := range []struct {
		c      catalog.Component
		pupils int
		want   int
	}{
		{catalog.Component{Kind: catalog.KindPage, Per: catalog.PerTable}, 26, 7},
		{catalog.Component{Kind: catalog.KindPage, Per: catalog.PerPlayer}, 26, 26},
		{catalog.Component{Kind: catalog.KindPage, Per: catalog.PerPlayer}, 0, 12},
		{catalog.Component{Kind: catalog.KindGuide, Per: catalog.PerClass}, 26, 1},
		{catalog.Component{Kind: catalog.KindPieces, Per: catalog.PerTable}, 26, 1},
	} {
		req := &Request{Pupils: tc.pupils}
		if tc.pupils == 0 {
			req.Sets = 3
		}
		r := Result{Job: Job{Of: &tc.c, In: &Localization{Game: g, Request: req}}}
		if n := r.timesPrinted(); n != tc.want {
			t.Errorf("%s per %s for %d pupils: %d times, want %d", tc.c.Kind, tc.c.Per, tc.pupils, n, tc.want)
		}
	}
}
