package layout

import (
	"fmt"
	"strings"
	"testing"

	"kitpress/layout/shape"
)

// glyphs returns the glyphs a line is drawn with, a run in brackets when it is
// smaller or higher than the line.
func glyphs(b Block) string {
	var out strings.Builder
	for _, r := range b.Lines[0].Runs {
		if text := b.Text(r); r.Percent != 0 || r.Rise != 0 {
			fmt.Fprintf(&out, "[%s %v/%v]", text.Content, text.Size, r.Rise)
		} else {
			text.Words(func(w *shape.Word) {
				for _, g := range w.Glyphs {
					if plain := text.Face.Glyph([]rune(w.Text[g.At : g.At+g.Len])[0]); g.ID == plain {
						out.WriteString(w.Text[g.At : g.At+g.Len])
					} else {
						fmt.Fprintf(&out, "‹%s›", w.Text[g.At:g.At+g.Len])
					}
				}
			})
		}
	}
	return out.String()
}

// TestForms shows in ‹› what a font draws in another form, in [] what is made
// small and lifted because the font has no form of it.
func TestForms(t *testing.T) {
	ts := NewTypesetter(testFonts(), nil)
	for _, c := range []struct {
		style      Style
		text, want string
	}{
		{Style{Lang: "en"}, "the ^^Nato^^ on 10^6^ m^2^, 1^st^", "the N‹a›‹t›‹o› on 10‹6› m‹2›, 1‹s›‹t›"},
		{Style{Lang: "de", Weight: 900}, "^^Straße^^ 5", "S‹t›‹r›‹a›‹ß›‹e› 5"},
		{Style{Lang: "fr"}, "*10^3^*, 1^er^", "10‹3›, 1‹e›‹r›"},
		{Style{Lang: "ja"}, "日本の^^Nato^^は10^6^", "日本のN‹a›‹t›‹o›は10[6 2.19/1.16]"},
		{Style{Lang: "en", Figures: shape.OldStyle}, "In 1984^2^", "In ‹1›‹9›‹8›‹4›‹2›"},
		{Style{Lang: "en", Figures: shape.Proportional}, "In 1984", "In ‹1›‹9›‹8›‹4›"},
		{Style{Lang: "en", Figures: shape.Tabular | shape.Lining}, "In 1984", "In 1984"},
		{Style{Lang: "en", Upper: true}, "^^Nato^^", "NATO"},
	} {
		c.style.Size = Pt(10)
		b, missing := ts.Break(c.text, c.style, MM(200))
		if got := glyphs(b); got != c.want || missing != nil {
			t.Errorf("%s: %s, want %s (%v)", c.text, got, c.want, missing)
		}
	}
	b, _ := ts.Easy().Break("^^Nato^^ 10^6^ 10^2^", Style{Lang: "en", Size: Pt(10)}, MM(200))
	if got, want := glyphs(b), "Nato 10[6 2.19/1.16] 10[2 2.19/1.16]"; got != want {
		t.Errorf("easy to read: %s, want %s", got, want)
	}
}

// Widths of what is drawn in other forms are those that are drawn.
func TestFormsWidth(t *testing.T) {
	ts := NewTypesetter(testFonts(), nil)
	for _, lang := range []string{"en", "ja"} {
		b, _ := ts.Break("10^6^ ^^Nato^^ x^a+b^", Style{Lang: lang, Size: Pt(100)}, MM(2000))
		x := Length(0)
		for _, r := range b.Lines[0].Runs {
			text := b.Text(r)
			carets := text.Carets()
			if got := carets[len(carets)-1]; max(got-r.Width, r.Width-got) > 60 || max(r.X-x, x-r.X) > 100 {
				t.Errorf("%s %q: drawn from %v %v wide, measured from %v %v", lang, r.Content, x, got, r.X, r.Width)
			}
			x = r.X + r.Width
		}
	}
}

// What cannot be drawn is said.
func TestFormsMissing(t *testing.T) {
	ts := NewTypesetter(testFonts(), nil)
	for text, want := range map[string]string{
		"*^^Nato^^*":             NoSmall,
		"ភាសាខ្មែរ":              "lines of Khmer end between words, and there is no dictionary of them",
		"ພາສາລາວ":                "lines of Lao end between words, and there is no dictionary of them",
		"မြန်မာ":                 "lines of Burmese end between words, and there is no dictionary of them",
		"ភាសា\u200Bខ្មែរ":        NoGlyph,
		"ภาษาไทย ^^Nato^^ 10^6^": "",
	} {
		_, missing := ts.Break(text, Style{Lang: "en", Size: Pt(10)}, MM(200))
		got := ""
		if len(missing) > 0 {
			got = missing[0].Reason
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
