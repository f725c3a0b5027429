package layout

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestFit(t *testing.T) {
	ts := NewTypesetter(testFonts(), testHyphens)
	title := []Length{Pt(14), Pt(13), Pt(12), Pt(11)}
	black := Style{Lang: "de", Weight: 900}
	for _, c := range []struct {
		name, text string
		fit        Fit
		want       string  // the lines
		pt         float64 // the size chosen
		over       string  // what is wrong: "", "width", "height", "missing"
	}{
		{"largest", "Phishing", Fit{Style: black, Sizes: title, Width: MM(45), MaxLines: 1}, "Phishing", 14, ""},
		{"smaller", "Identitätsdiebstahl", Fit{Style: black, Sizes: title, Width: MM(42), MaxLines: 1}, "Identitätsdiebstahl", 13, ""},
		{"one line too wide", "Gefälschter Identitätsdiebstahl", Fit{Style: black, Sizes: title, Width: MM(45), MaxLines: 1}, "Gefälschter Identitätsdiebstahl", 11, "width"},
		{"two lines", "Gefälschter Identitätsdiebstahl", Fit{Style: black, Sizes: title, Width: MM(42), MaxLines: 2}, "Gefälschter|Identitätsdiebstahl", 13, ""},
		{"word too wide", "Ein Identitätsdiebstahl", Fit{Style: black, Sizes: title, Width: MM(20), MaxLines: 3}, "Ein|Identitätsdiebstahl", 11, "width"},
		{"too many lines", "eins zwei drei vier", Fit{Style: black, Sizes: title, Width: MM(10), MaxLines: 3}, "eins|zwei|drei|vier", 11, "height"},
		{"too high", "eins zwei drei vier", Fit{Style: black, Sizes: title, Width: MM(10), Height: MM(10)}, "eins|zwei|drei|vier", 11, "height"},
		{"high enough", "eins zwei drei vier", Fit{Style: black, Sizes: title, Width: MM(10), Height: MM(20)}, "eins|zwei|drei|vier", 11, ""},
		{"hyphens before smaller", "Kartoffeltomaten hier", Fit{Style: Style{Lang: "de", Hyphenate: true}, Sizes: []Length{Pt(9), Pt(8)}, Width: MM(20), MaxLines: 2}, "Kartoffelto-|maten hier", 9, ""},
		{"whole a size smaller", "Kartoffeltomaten hier", Fit{Style: Style{Lang: "de", Hyphenate: true}, Sizes: []Length{Pt(9), Pt(8.5), Pt(8)}, Width: MM(22.2), MaxLines: 2}, "Kartoffeltomaten|hier", 8.5, ""},
		{"brackets whole two sizes smaller", "Abhören (Man-in-the-Middle)", Fit{Style: black, Sizes: title, Width: MM(40), MaxLines: 2}, "Abhören|(Man-in-the-Middle)", 12, ""},
		{"last word as a last resort", "Kartoffeltomaten", Fit{Style: Style{Lang: "de", Hyphenate: true}, Sizes: []Length{Pt(9)}, Width: MM(20)}, "Kartoffelto-|maten", 9, ""},
		{"no sizes", "Wort", Fit{Style: Style{Lang: "de", Size: Pt(10)}, Width: MM(45)}, "Wort", 10, ""},
		{"line feed in one line", "zwei\nZeilen", Fit{Style: black, Sizes: title, Width: MM(45), MaxLines: 1}, "zwei|Zeilen", 11, "height"},
		{"nothing", "", Fit{Style: black, Sizes: title, Width: MM(45), MaxLines: 1}, "", 14, ""},
		{"missing", "Wort 𓀀", Fit{Style: black, Sizes: title, Width: MM(45)}, "Wort ", 14, "missing"},
		{"missing in one line", "Wort 𓀀", Fit{Style: black, Sizes: title, Width: MM(45), MaxLines: 1}, "Wort ", 14, "missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, over := ts.Fit(c.text, c.fit)
			if got := strings.Join(shownLines(b), "|"); got != c.want || b.Style.Size != Pt(c.pt) {
				t.Errorf("got %q at %.4g pt", got, b.Style.Size.Pt())
			}
			if got := fault(over, c.fit, b); got != c.over {
				t.Errorf("overflow %q: %+v", got, over)
			}
		})
	}
}

// fault says in a word what an overflow complains about, after checking its
// numbers.
func fault(o *Overflow, f Fit, b Block) string {
	switch {
	case o == nil:
		return ""
	case o.OverBy == 0 && len(o.Missing) > 0:
		return "missing"
	case o.NeedWidth == f.Width+o.OverBy && o.NeedWidth == b.Width:
		return "width"
	case o.NeedHeight == Length(o.Lines)*b.Style.Lead && o.OverBy > 0 && o.OverBy < o.NeedHeight:
		return "height"
	}
	return "wrong numbers"
}

func TestFitLead(t *testing.T) {
	ts := NewTypesetter(testFonts(), nil)
	for _, c := range []struct {
		lead   Length
		factor float64
		want   Length
	}{{0, 0, MM(12)}, {0, 1.5, MM(15)}, {MM(11), 1.5, MM(11)}} {
		b, _ := ts.Fit("word", Fit{Style: Style{Lang: "en", Size: MM(10), Lead: c.lead}, LeadFactor: c.factor, Width: MM(100)})
		if b.Style.Lead != c.want || b.Height() != c.want {
			t.Errorf("lead %s, factor %g: %s", c.lead, c.factor, b.Style.Lead)
		}
	}
}

// What fits lies within its slot; the size before would not.
func TestFitRandom(t *testing.T) {
	ts := NewTypesetter(testFonts(), testHyphens)
	r := rand.New(rand.NewPCG(5, 5))
	sizes := []Length{Pt(11), Pt(10), Pt(9), Pt(8), Pt(7)}
	fits := 0
	for range 500 {
		lang := []string{"de", "fr", "ja"}[r.IntN(3)]
		text := randomText(r, lang, 1+r.IntN(30))
		f := Fit{
			Style: Style{Lang: lang, Hyphenate: r.IntN(2) == 0}, Sizes: sizes,
			Width: MM(25 + 50*r.Float64()), Height: MM(5 + 40*r.Float64()), MaxLines: r.IntN(6),
		}
		b, over := ts.Fit(text, f)
		if over != nil {
			if over.OverBy <= 0 || b.Style.Size != Pt(7) {
				t.Fatalf("%q in %+v: %+v", text, f, over)
			}
			continue
		}
		fits++
		if b.Width > f.Width || b.Height() > f.Height || f.MaxLines > 0 && len(b.Lines) > f.MaxLines {
			t.Fatalf("%q leaves %+v: %s x %s", text, f, b.Width, b.Height())
		}
	}
	if fits < 100 {
		t.Errorf("only %d texts fit", fits)
	}
}
