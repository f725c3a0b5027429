package compose

import (
	"strings"
	"testing"
	"unicode"

	"kitpress/layout"
)

// Each archive in testdata/overflow has texts that do not go into their slots.
// The problem names the card, the language, the slot, how much is missing and
// the line the text is written in, which is one of the translation where there
// is one. It is an error: nothing is cut, and nothing is printed.
func TestOverflow(t *testing.T) {
	archives(t, "overflow", 10, func(t *testing.T, what string, files []string) string {
		ps := problemsOf(t, pack(t, files...), setting{lang: words(what, "lang:", "en")[0]})
		if !ps.HasErrors() {
			t.Error("no error")
		}
		return printed(ps)
	})
}

// A text that fits is there from its first letter to its last.
func TestNothingIsCut(t *testing.T) {
	fsys := card(t, `  - {text: "{title}", at: [5, 10], width: 40, size: [14, 7], fill: ink}
  - {text: "{lesson}", at: [5, 30], width: 20, size: [14, 6], height: 40, hyphens: true, fill: ink, else: [{width: 53}]}
`)
	for _, lang := range []string{"en", "de"} {
		c := composer(t, fsys, setting{lang: lang})
		for _, rec := range c.game.Deck("animals").Cards {
			s, ps := c.Face("animals", rec.ID, Front)
			if len(ps) > 0 {
				t.Fatal(printed(ps))
			}
			var got strings.Builder
			for _, it := range s.Items {
				got.WriteString(it.(*layout.Text).Content)
			}
			want := c.texts.Text(rec.Fields["title"].Text) + c.texts.Text(rec.Fields["lesson"].Text)
			if letters(got.String()) != letters(want) {
				t.Errorf("%s, %s: drawn %q, want %q", rec.ID, lang, got.String(), want)
			}
		}
	}
}

// letters leaves out spaces and the hyphens at line ends.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' || r == '\u00AD' {
			return -1
		}
		return r
	}, s)
}

// A text is set at the largest size that fits, in half points, and the
// smallest is tried whatever the steps are.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		size string
		want float64
	}{
		{"12", 12}, {"[20, 8]", 14}, {"[13.75, 8]", 13.75}, {"[14.25, 14]", 14}, {"[15.3, 13.9]", 13.9},
	} {
		// "Clever fox" is 17.41 mm wide at 12 pt.
		s := draw(t, composer(t, card(t, `  - {if: title == 'Clever fox', text: "{title}", at: [5, 10], width: 20.4, lines: 1, size: `+c.size+`, fill: ink}`), setting{}))
		if got := s.Items[0].(*layout.Text).Size; got != layout.Pt(c.want) {
			t.Errorf("size %s: %.2f pt, want %g", c.size, got.Pt(), c.want)
		}
	}
}

// Texts with one same-size are set in one size on all cards of a deck, the
// largest that fits on each; others in a size of their own.
func TestSameSize(t *testing.T) {
	for _, c := range []struct {
		same  string
		alike bool
	}{{"", false}, {", same-size: title", true}} {
		fsys := card(t, `  - {text: "{title}", at: [5, 10], width: 16, lines: 1, size: [30, 4], fill: ink`+c.same+`}
`)
		of := composer(t, fsys, setting{lang: "en"})
		sizes, least := map[layout.Length]bool{}, layout.MM(1000)
		for _, rec := range of.game.Deck("animals").Cards {
			s, ps := of.Face("animals", rec.ID, Front)
			if len(ps) > 0 || len(s.Items) != 1 {
				t.Fatal(printed(ps))
			}
			size := s.Items[0].(*layout.Text).Size
			sizes[size], least = true, min(least, size)
		}
		if alike := len(sizes) == 1; alike != c.alike || least < layout.Pt(4.1) {
			t.Errorf("same-size%s: sizes %v", c.same, sizes)
		}
	}
}
