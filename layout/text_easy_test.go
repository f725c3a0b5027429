package layout

import (
	"strings"
	"testing"
)

// Texts that are easy to read have letters of their own, farther apart where
// there is room, take no more of it than usual ones, and stay what they are.
func TestEasy(t *testing.T) {
	usual := NewTypesetter(testFonts(), testHyphens)
	easy := usual.Easy()
	long := "Wer einen Anhang öffnet, den niemand erwartet hat, lässt Fremde herein."
	for _, c := range []struct {
		name, lang string
		fit        Fit
		text       string
		family     string
		loose      bool
	}{
		{"paragraph with room", "de", Fit{Sizes: []Length{Pt(9)}, Width: MM(60), Height: MM(40)}, long, easyFamily, false},
		{"title", "de", Fit{Sizes: []Length{Pt(14), Pt(11)}, Width: MM(50), MaxLines: 1}, "Datenverlust", easyFamily, false},
		{"short line in a slot", "de", Fit{Sizes: []Length{Pt(9)}, Width: MM(60)}, "Alles sichern.", easyFamily, true},
		{"no slot", "de", Fit{Sizes: []Length{Pt(9)}, Width: MM(10000)}, "Runde 3", easyFamily, false},
		{"Japanese", "ja", Fit{Sizes: []Length{Pt(9)}, Width: MM(40), Height: MM(40)}, "だれにも待たれていない添付", "M PLUS 1p", false},
	} {
		c.fit.Style.Lang = c.lang
		was, over := usual.Fit(c.text, c.fit)
		is, over2 := easy.Fit(c.text, c.fit)
		if over != nil || over2 != nil {
			t.Fatalf("%s: %v, %v", c.name, over, over2)
		}
		if got := is.Lines[0].Runs[0].Face.Family; got != c.family {
			t.Errorf("%s is set in %s", c.name, got)
		}
		if is.Height() > was.Height() || (c.fit.MaxLines == 1 || c.fit.Width > MM(1000)) && is.Width > was.Width {
			t.Errorf("%s takes %v × %v, usually %v × %v", c.name, is.Width, is.Height(), was.Width, was.Height())
		}
		if c.loose && is.Style.Tracking <= 0 {
			t.Errorf("%s: letters are %g em apart", c.name, is.Style.Tracking)
		}
		if got, want := strings.Join(shownLines(is), ""), strings.Join(shownLines(was), ""); strings.NewReplacer(" ", "", "-", "").Replace(got) != strings.NewReplacer(" ", "", "-", "").Replace(want) {
			t.Errorf("%s says %q, usually %q", c.name, got, want)
		}
	}
	s := Style{Lang: "de", Size: Pt(9)}
	was, _ := usual.Break(long, s, MM(60))
	is, _ := easy.Break(long, s, MM(60))
	if is.Style.Size != was.Style.Size || is.Style.Lead <= was.Style.Lead || is.Style.Tracking <= was.Style.Tracking {
		t.Errorf("running text is set with %+v, usually %+v", is.Style, was.Style)
	}
}
