package flow

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"kitpress/layout"
)

// testStyle is a page with a text area 100 mm high, 80 mm under a band.
func testStyle() *Style {
	s := &Style{
		Page:   layout.Size{W: layout.MM(80), H: layout.MM(120)},
		Margin: Margin{layout.MM(10), layout.MM(10), layout.MM(10), layout.MM(10)},
		Band:   Band{Mode: BandPage, Top: layout.MM(30)},
	}
	s.Texts.Body.Lead = layout.MM(5)
	s.Gap.Stretch = 1
	return s
}

// parsePieces reads pieces such as "10 20k B30 /5": heights in mm, k keeps
// with the next, / begins a page, B begins one with a band, g is a term of a
// glossary, t is a title, c is part of the credits, e has an elastic gap of 2 mm above.
func parsePieces(t *testing.T, s string) []piece {
	t.Helper()
	var pieces []piece
	for _, f := range strings.Fields(s) {
		p := piece{what: f}
		for _, r := range f {
			switch r {
			case 'k':
				p.keep = true
			case '/':
				p.opens = true
			case 'B':
				p.opens, p.band = true, &Heading{}
			case 'g':
				p.run = 1
			case 'c':
				p.box = true
			case 't':
				p.title = true
			case 'e':
				p.gap, p.glue = layout.MM(2), layout.MM(2)
			}
		}
		n, err := strconv.ParseFloat(strings.Trim(f, "k/Bgceft"), 64)
		if err != nil {
			t.Fatal(err)
		}
		p.height = layout.MM(n)
		if strings.Contains(f, "f") {
			p.give = p.height / 10
		}
		pieces = append(pieces, p)
	}
	return pieces
}

func printLeaves(pieces []piece, leaves []leaf) string {
	var pages []string
	for _, l := range leaves {
		var page []string
		for _, p := range pieces[l.from:l.to] {
			page = append(page, p.what)
		}
		pages = append(pages, strings.Join(page, " "))
	}
	return strings.Join(pages, " | ")
}

func TestPaginate(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"one page", "50 50", "50 50"},
		{"a full page ends", "50 50 50", "50 50 | 50"},
		{"a figure moves on, and nothing is pulled before it", "40 80 20", "40 | 80 20"},
		{"a heading goes with its text", "60 20 10k 30", "60 20 | 10k 30"},
		{"a tail does not stand over the next title", "40 40 5 10kt 60 90", "40 40 5 | 10kt 60 | 90"},
		{"a tail is no reason for a page more", "40 58 5 10kt 60", "40 58 | 5 10kt 60"},
		{"a chain of headings", "60 10k 20k 30 5", "60 | 10k 20k 30 5"},
		{"two lines of a paragraph stay together", "90 5k 5 5k 5 20", "90 5k 5 | 5k 5 20"},
		{"a forced page", "10 /10 10", "10 | /10 10"},
		{"less room under a band", "B50 50", "B50 | 50"},
		{"a chapter begins a page", "10 B70 10 B20", "10 | B70 10 | B20"},
		{"a short last page takes some from the page before", "30 30 25 15 5", "30 30 25 | 15 5"},
		{"but not too much", "30 30k 30k 10 5", "30 30k 30k 10 | 5"},
		{"a glossary takes half its height", "g50 g50 g50 g50", "g50 g50 g50 g50"},
		{"a glossary runs over", "g50 g50 g50 g50 g50 g50", "g50 g50 g50 g50 | g50 g50"},
		{"credits keep together", "70 c20k c30", "70 | c20k c30"},
		{"what is too high stands alone", "20 130 20", "20 | 130 | 20"},
		{"what is too high with its heading", "20 10k 95 20", "20 | 10k 95 | 20"},
		{"figures become smaller to stay", "f50 15 f40", "f50 15 f40"},
		{"but not too small", "f50 20 f40", "f50 20 | f40"},
		{"and not without need", "f50 15 f40 60", "f50 15 f40 | 60"},
		{"gaps count but at the top of a page", "e50 e48 e50", "e50 e48 | e50"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pieces := parsePieces(t, c.in)
			if got := printLeaves(pieces, paginate(pieces, testStyle())); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestStretch(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     float64
	}{
		{"level already", "e50 e48 /9", 0},
		{"two gaps take what is left", "e30 e30 e33 /9", 0.75},
		{"as much as they may", "e30 e30 e32 /9", 1},
		{"and no more", "e30 e30 e31 e90", 1},
		{"the last page too", "e30 e30 e33", 0.75},
		{"as far as it goes", "e30 e30 B9", 1},
		{"where it is mostly full", "e20 e20 B9", 0},
		{"two columns by the longer one", "e40 eg27 eg27 eg27 eg27 e30", 0.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			pieces := parsePieces(t, c.in)
			if strings.Contains(c.in, "/9") {
				pieces[len(pieces)-1].opens = false // the text goes on
				pieces[len(pieces)-1].height = layout.MM(90)
			}
			leaves := paginate(pieces, testStyle())
			if got, _ := stretch(pieces, leaves[0], testStyle()); got != c.want {
				t.Errorf("got %.2f, want %.2f (%s)", got, c.want, printLeaves(pieces, leaves))
			}
		})
	}
}

// What grows is shared out so that all pages grow alike, the last one too; what
// is left then goes to the gaps.
func TestGrow(t *testing.T) {
	pieces := parsePieces(t, "e40 e40 e10 e10 e10")
	for i := range pieces {
		pieces[i].grow = layout.MM(20)
	}
	leaves := paginate(pieces, testStyle())
	if len(leaves) != 2 || leaves[0].to != 2 {
		t.Fatal(printLeaves(pieces, leaves))
	}
	for i, want := range []string{"0.00 0.45", "1.00 1.00"} {
		loose, large := stretch(pieces, leaves[i], testStyle())
		if got := fmt.Sprintf("%.2f %.2f", loose, large); got != want {
			t.Errorf("page %d: %s, want %s", i+1, got, want)
		}
	}
}

func TestSqueeze(t *testing.T) {
	for in, want := range map[string]float64{"f50 f50": 0, "f50 5 f50": 0.5, "f50 10 f50": 1, "f50 60": 1, "60 60": 0} {
		pieces := parsePieces(t, in)
		if got := squeeze(pieces, leaf{0, len(pieces)}, testStyle()); got != want {
			t.Errorf("%s: got %v, want %v", in, got, want)
		}
	}
}

func TestBalance(t *testing.T) {
	for _, c := range []struct {
		in     string
		second int
		height float64
	}{
		{"10", 1, 10},
		{"10 10", 1, 10},
		{"10 10 10", 2, 20},
		{"30 10 10 10", 1, 30},
		{"10 10 10 30", 3, 30},
		{"10 20 30 10 20", 2, 60},
	} {
		t.Run(c.in, func(t *testing.T) {
			second, height := balance(parsePieces(t, c.in))
			if c.in == "10 20 30 10 20" {
				// 60 | 30 or 30 | 60: the fuller first column.
				c.second, c.height = 3, 60
			}
			if second != c.second || height != layout.MM(c.height) {
				t.Errorf("got %d, %s, want %d, %s", second, height, c.second, layout.MM(c.height))
			}
		})
	}
}

// Whatever the pieces are: each is on exactly one page, in order, no page is
// empty, breaks are kept and what keeps together does.
func TestPaginateKeepsOrder(t *testing.T) {
	style := testStyle()
	for seed := range 300 {
		r := newChance(seed)
		var words []string
		for range 1 + r.below(40) {
			w := fmt.Sprint(5 + r.below(40))
			switch r.below(8) {
			case 0:
				w += "k"
			case 1:
				w = "/" + w
			case 2:
				w = "B" + w
			}
			words = append(words, w)
		}
		in := strings.Join(words, " ")
		pieces := parsePieces(t, in)
		pieces[len(pieces)-1].keep = false
		next := 0
		for _, l := range paginate(pieces, style) {
			if l.from != next || l.to <= l.from {
				t.Fatalf("%s: page %v after piece %d", in, l, next)
			}
			next = l.to
			for i := l.from + 1; i < l.to; i++ {
				if pieces[i].opens {
					t.Fatalf("%s: piece %d does not begin its page", in, i)
				}
			}
			if l.to < len(pieces) && pieces[l.to-1].keep && !pieces[l.to].opens {
				t.Fatalf("%s: page ends after %s", in, pieces[l.to-1].what)
			}
		}
		if next != len(pieces) {
			t.Fatalf("%s: %d of %d pieces on pages", in, next, len(pieces))
		}
	}
}

// A chance is a small source of numbers that are the same in every run.
type chance struct{ state uint64 }

func newChance(seed int) *chance { return &chance{uint64(seed)*0x9E3779B97F4A7C15 + 1} }

func (c *chance) below(n int) int {
	c.state ^= c.state << 13
	c.state ^= c.state >> 7
	c.state ^= c.state << 17
	return int(c.state % uint64(n))
}
