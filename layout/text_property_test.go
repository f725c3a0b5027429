package layout

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kitpress/i18n"
	"kitpress/layout/shape"
)

// words are the material random texts are made of.
var words = map[string][]string{
	"en": {"a", "the", "password", "“quoted”", "e-mail,", "cyber-security", "2–4", "12 km/h", "(perhaps)", "identification.", "https://example.org/C/7F3K-Q", "don’t", "**bold words**", "re\u00ADfuse"},
	"de": {"ein", "Passwort", "„Zitat“", "E-Mail,", "Verteidigungskarten", "z. B.", "größer", "5 %", "(vielleicht)", "Straße.", "Anti-Viren-Programm", "**fett**", "Ver\u00ADtei\u00ADdi\u00ADgung"},
	"it": {"un", "l’identità", "«parola»", "e-mail,", "sicurezza", "perché?", "3 €", "(forse)", "elettronica.", "**grassetto**", "città"},
	"fr": {"une", "l’œuvre", "«\u202Fmot\u202F»", "courriel,", "vulnérabilité", "pourquoi\u202F?", "3\u00A0€", "(peut-être)", "informatique.", "**gras**", "Noël"},
	"ja": {"情報", "セキュリティー", "を", "守る。", "「パスワード」", "は、", "3人で", "ウイルス", "々", "メッセージ", "（注意）", "……", "USB", "{添付|てんぷ}", "{志|こころざし}", "{担当者|たんとうしゃ}の", "**太字**", "です。", "\u3000"},
}

// randomText returns n words of a language, with a line feed here and there.
func randomText(r *rand.Rand, lang string, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			switch {
			case r.IntN(25) == 0:
				b.WriteByte('\n')
			case lang != "ja":
				b.WriteByte(' ')
			}
		}
		list := words[lang]
		b.WriteString(list[r.IntN(len(list))])
	}
	return b.String()
}

// bare returns a text without what may vanish: spaces, soft hyphens,
// invisible runes and mark-up.
func bare(text string) string {
	text = i18n.Plain(text)
	return strings.Map(func(r rune) rune {
		if r <= ' ' || 0x7F <= r && r <= 0xA0 || r == 0xAD || r == 0x200B || r == 0x2060 || r == 0xFEFF || r == 0x2028 || r == 0x2029 ||
			gapWidth(r) > 0 || invisible(r) {
			return -1
		}
		return r
	}, norm.NFC.String(text))
}

// checkBlock checks what holds for every text: its runes come out once and in
// order, runs lie beside each other, and the widths are right.
func checkBlock(text string, s Style, b Block, missing []Missing) error {
	var shown strings.Builder
	for i, l := range b.Lines {
		end := -s.Size / 2 // a sign that opens stands with its empty half before the line
		for j, r := range l.Runs {
			content := r.Content
			if r.Over {
				continue
			}
			if j == len(l.Runs)-1 && i < len(b.Lines)-1 && strings.HasSuffix(content, "\u00AD") {
				content = strings.TrimSuffix(content, "\u00AD")
			}
			shown.WriteString(content)
			run := Text{Face: r.Face, Content: r.Content, Lang: s.Lang, Size: s.Size, Tracking: s.tracking() + r.Spread}
			var lacks rune
			run.Words(func(w *shape.Word) { lacks = max(lacks, w.Lacks()) })
			if lacks != 0 {
				return fmt.Errorf("%s lacks something of %q", r.Face.ID, r.Content)
			}
			want := run.Carets()[len(r.Content)]
			if s.Lang == "ja" && want-r.Width > 1 {
				want -= s.Size / 2 // without the empty half of a sign at its end
			}
			if d := r.Width - want; d < -1 || d > 1 {
				return fmt.Errorf("run %q is %d wide, want %d", r.Content, r.Width, want)
			}
			if r.X < end-1 {
				return fmt.Errorf("run %q begins at %d, before %d", r.Content, r.X, end)
			}
			end = r.X + r.Width
		}
		if end > l.Width+1 {
			return fmt.Errorf("line %d ends at %d, is %d wide", i, end, l.Width)
		}
		if l.Width > b.Width {
			return fmt.Errorf("line %d is wider than the block", i)
		}
	}
	if strings.Contains(text, "-") || len(missing) > 0 { // hyphens cannot be told apart
		return nil
	}
	if got, want := bare(shown.String()), bare(text); got != want {
		return fmt.Errorf("shown %q\nwant  %q", got, want)
	}
	return nil
}

func TestRandomTexts(t *testing.T) {
	ts := NewTypesetter(testFonts(), testHyphens)
	for lang := range words {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, uint64(len(lang)+int(lang[0]))))
			for range 400 {
				text := randomText(r, lang, 1+r.IntN(60))
				if r.IntN(2) == 0 {
					text = strings.ReplaceAll(text, "-", "")
				}
				s := Style{
					Lang: lang, Weight: []int{400, 600, 700, 900}[r.IntN(4)], Size: Pt(6 + 8*r.Float64()),
					Tracking: []float64{0, 0, .12}[r.IntN(3)], Hyphenate: r.IntN(2) == 0, Running: r.IntN(2) == 0,
				}
				width := MM(10 + 100*r.Float64())
				b, missing := ts.Break(text, s, width)
				if len(missing) > 0 {
					t.Fatalf("%q: missing %v", text, missing)
				}
				if err := checkBlock(text, s, b, missing); err != nil {
					t.Fatalf("%q: %v", text, err)
				}
				if widest := checkUnbreakable(ts, text, s); b.Width > max(width, widest)+1 {
					t.Fatalf("%q: %s wide in %s, the widest part is %s", text, b.Width, width, widest)
				}
				if again, _ := ts.Break(text, s, width); !reflect.DeepEqual(again, b) {
					t.Fatalf("%q: not the same twice", text)
				}
			}
		})
	}
}

// checkUnbreakable returns the width of the widest part that never breaks.
func checkUnbreakable(ts *Typesetter, text string, s Style) Length {
	b, _ := ts.Break(text, s, 1)
	return b.Width
}

// Filling lines greedily and choosing them well give the same number of lines.
func TestFewestLines(t *testing.T) {
	ts := NewTypesetter(testFonts(), testHyphens)
	r := rand.New(rand.NewPCG(7, 7))
	for range 500 {
		lang := []string{"en", "de", "ja"}[r.IntN(3)]
		text := randomText(r, lang, 1+r.IntN(50))
		s := Style{Lang: lang, Size: Pt(8), Hyphenate: true}.filled()
		width := MM(25 + 60*r.Float64())
		w := ts.scratch()
		w.prepare(ts, text, s)
		w.findBreaks(ts, s)
		m := w.newMeasure(s, width)
		n, over := w.countLines(&m)
		w.choose(s, width, true)
		if !over && n != len(w.lines) {
			t.Fatalf("%q in %s: %d lines counted, %d chosen", text, width, n, len(w.lines))
		}
	}
}

func TestBreakConcurrently(t *testing.T) {
	ts := NewTypesetter(testFonts(), testHyphens)
	s := Style{Lang: "en", Size: Pt(8), Hyphenate: true}
	want, _ := ts.Break(benchEnglish, s, MM(30))
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(3, uint64(i)))
			for range 50 {
				text := randomText(r, "de", 30)
				ts.Break(text, Style{Lang: "de", Size: Pt(8), Hyphenate: true}, MM(30))
				if got, _ := ts.Break(benchEnglish, s, MM(30)); !reflect.DeepEqual(got, want) {
					t.Error("another result beside others")
					return
				}
			}
		})
	}
	wg.Wait()
}

func FuzzBreak(f *testing.F) {
	ts := NewTypesetter(testFonts(), testHyphens)
	f.Add("Some **bold** text,\nand more - of it: 12 km/h", "en", uint16(300), true)
	f.Add("「情報」を守る。3人で…", "ja", uint16(90), false)
	f.Add("{添付|てんぷ}を**{志|こころざし }** {漢 |x}", "ja", uint16(90), true)
	f.Add("a\xff\u200b\u2060\u00ad\u00ad-\u202f\u3000** \r\n\t\u0301", "fr", uint16(1), true)
	f.Add("„Maß“ z. B. »so« 😀", "de-CH", uint16(0), true)
	f.Fuzz(func(t *testing.T, text, lang string, width uint16, on bool) {
		s := Style{Lang: lang, Size: Pt(8), Hyphenate: on, Running: !on, Tracking: float64(width%3) / 10}
		b, missing := ts.Break(text, s, Length(width)*100)
		if !utf8.ValidString(text) != hasReason(missing, NotUnicode) {
			t.Fatalf("%q: missing %v", text, missing)
		}
		if err := checkBlock(text, s, b, missing); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		ts.Fit(text, Fit{Style: s, Sizes: []Length{Pt(10), Pt(7)}, Width: Length(width) * 100, Height: MM(20), MaxLines: int(width % 4)})
		ts.Measure(text, s)
	})
}

func hasReason(missing []Missing, reason string) bool {
	for _, m := range missing {
		if m.Reason == reason {
			return true
		}
	}
	return false
}
