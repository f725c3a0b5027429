package sheet

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kitpress/layout"
)

func TestOrder(t *testing.T) {
	tests := []struct {
		pages int
		want  string
	}{
		{0, ""},
		{1, "-1 --"},
		{3, "-1 23"},
		{4, "41 23"},
		{5, "-1 2- -3 45"},
		{8, "81 27 63 45"},
		{12, "c1 2b a3 49 85 67"},
	}
	for _, tt := range tests {
		var got []string
		for _, pair := range Order(tt.pages) {
			got = append(got, string("-123456789abc"[pair[0]])+string("-123456789abc"[pair[1]]))
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%d pages: %q, want %q", tt.pages, s, tt.want)
		}
	}
}

// Folded and laid in each other, the sheets of a booklet read in order: the
// back of a page lies behind it, and the next page beside that.
func TestOrderReads(t *testing.T) {
	for n := 1; n <= 64; n++ {
		sides := Order(n)
		sheets := len(sides) / 2
		var read []int
		for i := range sheets { // first halves, outer sheet first: the right of the front, then the left of the back
			read = append(read, sides[2*i][1], sides[2*i+1][0])
		}
		for i := sheets - 1; i >= 0; i-- { // second halves, inner sheet first
			read = append(read, sides[2*i+1][1], sides[2*i][0])
		}
		for i, p := range read {
			want := i + 1
			if want > n {
				want = 0
			}
			if p != want {
				t.Fatalf("%d pages read %v", n, read)
			}
		}
	}
}

func TestBooklet(t *testing.T) {
	s := shipped(t)
	var pages []layout.Page
	var pieces []Piece
	for i := range 6 {
		f := face(fmt.Sprint("p", i+1), 148, 210, 0)
		pages = append(pages, layout.Page{Scene: f, Label: fmt.Sprint(i + 1)})
		pieces = append(pieces, Piece{Front: f})
	}
	var b strings.Builder
	for _, paper := range []string{"a4", "letter", "a3", "a5"} {
		out, err := s.Booklet(pages, paper, false)
		if err != nil {
			t.Fatal(err)
		}
		scale, _ := s.BookletScale(pages[0].Scene.Size, paper)
		fmt.Fprintf(&b, "## %s, scale %.4f\n", paper, scale)
		for _, p := range out {
			v := view(t, layout.Page{Scene: &layout.Scene{Items: append(slices.Clone(p.Scene.Items), &layout.Path{})}}, pieces)
			fmt.Fprintf(&b, "%s %s (%s):", p.Scene.Name, p.Role, inMM(p.Scene.Size))
			for _, f := range v.faces {
				fmt.Fprintf(&b, " %s at %s/%s to %s/%s", f.name, f.art.X, f.art.Y, f.art.Right(), f.art.Bottom())
			}
			fmt.Fprintln(&b)
		}
	}
	golden(t, "booklet.txt", b.String())
}

func TestBookletRefuses(t *testing.T) {
	s := shipped(t)
	a5, a6 := layout.Page{Scene: face("p1", 148, 210, 0)}, layout.Page{Scene: face("p2", 105, 148, 0)}
	tests := []struct {
		pages []layout.Page
		paper string
		want  string
	}{
		{nil, "a4", "at least one page"},
		{[]layout.Page{a5, a6}, "a4", `page 2 ("p2") is 105 × 148 mm, the first page is 148 × 210 mm`},
		{[]layout.Page{a5, {}}, "a4", "page 2 of the booklet is missing"},
		{[]layout.Page{a5}, "b4", `unknown paper "b4"`},
		{[]layout.Page{{Scene: &layout.Scene{}}}, "a4", "0 × 0 mm"},
	}
	for _, tt := range tests {
		if _, err := s.Booklet(tt.pages, tt.paper, false); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: want %q", err, tt.want)
		}
	}
}
