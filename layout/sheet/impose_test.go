package sheet

import (
	"math"
	"strings"
	"testing"

	"kitpress/layout"
)

func TestErrorsSayWhatToDo(t *testing.T) {
	s := shipped(t)
	wide, card := face("boards/main/front", 300, 200, 2), face("c", 63, 88, 2)
	tests := []struct {
		name string
		job  Job
		want []string
	}{
		{"too large", Job{Spec: "cards", Paper: "a4", Pieces: []Piece{{Front: wide}}},
			[]string{"boards/main/front", "300 × 200 mm", "too large for A4 (210 × 297 mm)", "larger paper"}},
		{"too large to fold", Job{Spec: "cards", Paper: "a4", Sides: Fold, Pieces: deck(1, 180, 180, 2)},
			[]string{`"1" is 180 × 180 mm, twice for the fold`}},
		{"page too large", Job{Spec: "pages", Paper: "a4", Pieces: []Piece{{Front: wide}}}, []string{"300 × 200 mm", "A4"}},
		{"layout", Job{Spec: "crads", Paper: "a4", Pieces: deck(1, 9, 9, 0)}, []string{`unknown layout "crads"`, "cards"}},
		{"paper", Job{Spec: "cards", Paper: "b4", Pieces: deck(1, 9, 9, 0)}, []string{`unknown paper "b4"`, "letter"}},
		{"sides", Job{Spec: "cards", Paper: "a4", Sides: "both", Pieces: deck(1, 9, 9, 0)}, []string{`"both"`, "duplex-long"}},
		{"nothing", Job{Spec: "cards", Paper: "a4"}, []string{"nothing to print"}},
		{"no front", Job{Spec: "cards", Paper: "a4", Pieces: []Piece{{Front: card}, {Back: card}}}, []string{"piece 2 has no front"}},
		{"no backs", Job{Spec: "cards", Paper: "a4", BacksOnly: true, Pieces: []Piece{{Front: card}}}, []string{"no piece has a back"}},
		{"backs only folded", Job{Spec: "cards", Paper: "a4", BacksOnly: true, Sides: Fold, Pieces: deck(1, 9, 9, 0)}, []string{`"single"`}},
		{"two sizes", Job{Spec: "cards", Paper: "a4", Pieces: []Piece{{Front: card, Back: wide}}}, []string{"63 × 88 mm", "300 × 200 mm", "one size"}},
	}
	for _, tt := range tests {
		tt.job.Name = "cs_threats_de_a4"
		pages, err := s.Impose(tt.job)
		if err == nil {
			t.Errorf("%s: %d pages and no error", tt.name, len(pages))
			continue
		}
		for _, w := range append(tt.want, "cs_threats_de_a4: ") {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %q does not say %q", tt.name, err, w)
			}
		}
	}
}

// A face printed many times is stored once; one printed once is drawn as it is.
func TestRepeatedFacesAreSymbols(t *testing.T) {
	s := shipped(t)
	pieces := deck(12, 63, 88, 3)
	for i := range pieces {
		pieces[i].Back = pieces[0].Back
	}
	pages, err := s.Impose(Job{Name: "j", Pieces: pieces, Spec: "cards", Paper: "a4", Sides: DuplexLong})
	if err != nil {
		t.Fatal(err)
	}
	symbols := map[*layout.Symbol]int{}
	for i, p := range pages {
		if want := []layout.PageRole{layout.RoleFront, layout.RoleBack}[i%2]; p.Role != want {
			t.Errorf("page %d is a %s", i+1, p.Role)
		}
		for _, it := range p.Scene.Items {
			g, ok := it.(*layout.Group)
			if !ok {
				continue
			}
			if u, ok := g.Items[0].(*layout.Use); ok {
				symbols[u.Symbol]++
				if u.Symbol.Name != "a1" || p.Role != layout.RoleBack {
					t.Errorf("%s uses symbol %q", p.Scene.Name, u.Symbol.Name)
				}
			}
		}
	}
	if len(symbols) != 1 {
		t.Errorf("%d symbols instead of one", len(symbols))
	}
	for _, n := range symbols {
		if n != 18 { // 12, and 6 of blank cards
			t.Errorf("the symbol is used %d times instead of 18", n)
		}
	}
}

// A back that says something of its own front is not printed once more behind a
// blank card.
func TestBlankCardsHaveNoBackOfAnother(t *testing.T) {
	s := shipped(t)
	for _, own := range []bool{false, true} {
		pieces := deck(8, 63, 88, 3)
		pages, err := s.Impose(Job{Name: "j", Pieces: pieces, Spec: "cards", Paper: "a4", Sides: DuplexLong, OwnBacks: own})
		if err != nil {
			t.Fatal(err)
		}
		want := 9
		if own {
			want = 8
		}
		if got := len(view(t, pages[1], pieces).faces); got != want {
			t.Errorf("own backs %t: %d backs instead of %d", own, got, want)
		}
	}
}

func TestBacksAloneMeetTheirFronts(t *testing.T) {
	s := shipped(t)
	pieces := deck(10, 63, 88, 3)
	pieces[3].Back = nil
	both, err := s.Impose(Job{Name: "j", Pieces: pieces, Spec: "cards", Paper: "a4", Sides: DuplexLong})
	if err != nil {
		t.Fatal(err)
	}
	alone, err := s.Impose(Job{Name: "j", Pieces: pieces, Spec: "cards", Paper: "a4", BacksOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(alone) != 2 || len(both) != 4 {
		t.Fatalf("%d and %d pages", len(alone), len(both))
	}
	for i, page := range alone {
		got, want := drawing(view(t, page, pieces)), drawing(view(t, both[2*i+1], pieces))
		if got != want || page.Role != layout.RoleBack {
			t.Errorf("sheet %d:\n%s\ninstead of\n%s", i+1, got, want)
		}
	}
}

func TestSizesGetSheetsOfTheirOwn(t *testing.T) {
	s := shipped(t)
	pieces := append(deck(2, 63, 88, 2), deck(3, 40, 40, 2)...)
	pieces = append(pieces, deck(1, 63, 88, 2)...)
	job := Job{Name: "j", Pieces: pieces, Spec: "cards", Paper: "a4"}
	pages, err := s.Impose(job)
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, p := range pages {
		got = append(got, len(view(t, p, pieces).faces))
	}
	if len(got) != 2 || got[0] != 3 || got[1] != 3 {
		t.Errorf("pieces on the sheets: %v, want 3 and 3", got)
	}
	if n, _, err := s.Sheets(job); n != 2 || err != nil {
		t.Errorf("%d sheets counted, error %v", n, err)
	}
}

func TestPagesPassThrough(t *testing.T) {
	s := shipped(t)
	a4, lying, small := face("p1", 210, 297, 0), face("p2", 297, 210, 0), face("p3", 148, 210, 0)
	pieces := []Piece{{Front: a4}, {Front: lying}, {Front: small}}
	pages, err := s.Impose(Job{Name: "j", Pieces: pieces, Spec: "pages", Paper: "a4", Furniture: furniture(t)})
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) != 3 || pages[0].Scene != a4 || pages[1].Scene != lying {
		t.Fatalf("full pages were changed: %v", pages)
	}
	v := view(t, pages[2], pieces)
	if len(v.faces) != 1 || v.faces[0].trim != (layout.Rect{X: 31000, Y: 43500, W: 148000, H: 210000}) || len(pages[2].Scene.Items) != 1 {
		t.Errorf("the small page lies at %v", v.faces)
	}
	sheets := []Piece{{Front: a4, Back: face("b", 210, 297, 0)}}
	both, err := s.Impose(Job{Name: "j", Pieces: sheets, Spec: "pages", Paper: "a4", Sides: DuplexLong})
	if err != nil || len(both) != 2 || both[0].Scene != a4 || both[1].Scene != sheets[0].Back {
		t.Fatal("front and back of a full page were changed", err)
	}
	both, err = s.Impose(Job{Name: "j", Pieces: sheets, Spec: "pages", Paper: "a4", Sides: DuplexShort})
	if err != nil {
		t.Fatal(err)
	}
	if v := view(t, layout.Page{Scene: &layout.Scene{Items: append([]layout.Item{&layout.Path{}}, both[1].Scene.Items...)}}, sheets); len(v.faces) != 1 || v.faces[0].at.A != -1 {
		t.Error("flipped on the short edge, the back of an upright page must stand on its head")
	}
}

func TestSidesSayHowToPrint(t *testing.T) {
	want := map[Sides]layout.Duplex{
		Single: layout.Simplex, Fold: layout.Simplex, DuplexLong: layout.FlipLong, DuplexShort: layout.FlipShort, "": layout.Simplex,
	}
	for sides, d := range want {
		if got := sides.Duplex(); got != d {
			t.Errorf("%s: %s, want %s", sides, got, d)
		}
	}
}

// Pieces are drawn smaller where that saves a sheet, and only there; front and
// back alike, and never where they are to stay as large as they are.
func TestShrink(t *testing.T) {
	s := shipped(t)
	for _, tt := range []struct {
		paper  string
		pieces int
		large  bool
		sheets int
		scale  float64
	}{
		{"a4", 4, false, 1, 0.875},
		{"a4", 2, false, 1, 1},
		{"a4", 4, true, 2, 1},
		{"a4", 5, false, 2, 0.875},
		{"letter", 4, false, 2, 1},
	} {
		job := Job{Name: "j", Pieces: deck(tt.pieces, 105, 148, 3), Spec: "large-cards", Paper: tt.paper, Sides: DuplexLong, AsLarge: tt.large}
		pages, err := s.Impose(job)
		if err != nil {
			t.Fatal(err)
		}
		if n, _, _ := s.Sheets(job); n != tt.sheets || len(pages) != 2*n {
			t.Errorf("%d on %s: %d sheets and %d pages, want %d sheets", tt.pieces, tt.paper, n, len(pages), tt.sheets)
		}
		spec, paper := s.specs[job.Spec], s.papers[job.Paper]
		job.shrink(spec, paper)
		for _, p := range job.Pieces {
			if scale := p.Front.Size.W.MM() / 105; math.Abs(scale-tt.scale) > 0.0001 || p.Front.Size != p.Back.Size {
				t.Errorf("%d on %s: drawn at %g of its size, want %g, the back %v for %v", tt.pieces, tt.paper, scale, tt.scale, p.Back.Size, p.Front.Size)
			}
		}
	}
}

// Pieces are drawn smaller only while their texts can be read on paper.
func TestShrinkKeepsTextLegible(t *testing.T) {
	s := shipped(t)
	lines := func(n int32, last bool) *layout.Line { return &layout.Line{Nth: n, Last: last} }
	for _, tt := range []struct {
		words, lang  string
		weight       int
		line         *layout.Line
		small, large float64 // pt: the largest that is too small at 7/8, and the next
	}{
		{"Draw one card.", "en", 400, nil, 8.5, 8.6},
		{"カードを引く。", "ja", 400, nil, 7.9, 8.1},
		{"Draw one card", "en", 400, lines(0, false), 8.5, 8.6},
		{"and stop", "en", 400, lines(1, true), 8.5, 8.6},
		{"Points", "en", 700, lines(0, true), 6.8, 6.9},
		{"Your turn", "en", 900, lines(0, true), 10.2, 10.3},
		{"+1", "en", 900, nil, 6.8, 6.9},
	} {
		for pt, want := range map[float64]int{tt.small: 2, tt.large: 1} {
			pieces := deck(4, 105, 148, 3)
			back := pieces[3].Back
			back.Items = append(back.Items, &layout.Group{Transform: layout.Scale(2, 2), Items: []layout.Item{
				&layout.Text{Content: tt.words, Lang: tt.lang, Size: layout.Pt(pt / 2), Face: &layout.Face{Weight: tt.weight}, Line: tt.line},
			}})
			n, _, err := s.Sheets(Job{Name: "j", Pieces: pieces, Spec: "large-cards", Paper: "a4", Sides: DuplexLong})
			if err != nil || n != want {
				t.Errorf("%q of %g pt: %d sheets (%v), want %d", tt.words, pt, n, err, want)
			}
		}
	}
}
