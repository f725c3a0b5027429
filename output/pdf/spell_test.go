package pdf

import (
	"slices"
	"strings"
	"testing"

	"kitpress/layout"
	"kitpress/layout/shape"
)

// The texts of the glyphs put together are what was typed, and glyphs from
// right to left that carry letters stand in that order.
func TestSpelt(t *testing.T) {
	fonts, err := layout.LoadFonts(layout.Files, nil)
	if err != nil {
		t.Fatal(err)
	}
	ts := layout.NewTypesetter(fonts, nil)
	for lang, text := range map[string]string{
		"de": "Schifffahrt ffi Tür", "he": "שָׁלוֹם בְּרֵאשִׁית", "ar": "لا الله مُحَمَّد", "fa": "می\u200cخواهم", "hi": "कृत्रिम हिन्दी कार्ड",
		"bn": "কোনো কার্ড", "ta": "கொண்டு ஸ்ரீ", "th": "น้ำ รู้จัก",
	} {
		block, missing := ts.Break(text, layout.Style{Lang: lang, Size: layout.MM(4)}, layout.MM(200))
		if missing != nil {
			t.Fatalf("%s: %v", lang, missing)
		}
		var got strings.Builder
		for _, run := range block.Lines[0].Runs {
			f, item := fontOf(t, run.Face, run.Content), block.Text(run)
			var words []*shape.Word
			item.Words(func(w *shape.Word) {
				kept := *w
				kept.Glyphs = slices.Clone(w.Glyphs)
				words = append(words, &kept)
			})
			if run.RTL {
				slices.Reverse(words)
			}
			for _, w := range words {
				pieces := f.spell(w, run.RTL)
				for i, p := range pieces {
					got.WriteString(p.text)
					if run.RTL && i > 0 && p.x >= pieces[i-1].x && p.wide > 0 {
						t.Errorf("%s: %q stands before %q", lang, p.text, pieces[i-1].text)
					}
				}
			}
		}
		if got := strings.ReplaceAll(got.String(), nothing, ""); got != text {
			t.Errorf("%s: %q, want %q", lang, got, text)
		}
	}
}
