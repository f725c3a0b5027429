package layout

import (
	"fmt"
	"testing"
)

const (
	benchEnglish = "Someone calls and says he is from the bank. He knows your name and the last digits of your account, and he is in a hurry: " +
		"your money is in danger, he says, and only you can save it now. Hang up, look up the number of your bank yourself, and call back. " +
		"A real bank never asks for your password, not on the phone, not by mail."
	benchJapanese = "銀行員を名乗る人から電話がかかってきました。あなたの名前と口座番号の下4桁を知っていて、とても急いでいます。" +
		"「今すぐ手続きをしないとお金が危ない」と言われても、いったん電話を切り、銀行の番号を自分で調べてかけ直しましょう。"
)

func BenchmarkBreak(b *testing.B) {
	ts := NewTypesetter(testFonts(), testHyphens)
	for _, c := range []struct {
		name, text string
		style      Style
	}{
		{"en60words", benchEnglish, Style{Lang: "en", Size: Pt(8), Fill: Black()}},
		{"en60wordsHyphens", benchEnglish, Style{Lang: "en", Size: Pt(8), Hyphenate: true}},
		{"ja110", benchJapanese, Style{Lang: "ja", Size: Pt(8)}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ts.Break(c.text, c.style, MM(56))
			}
		})
	}
}

func BenchmarkFit(b *testing.B) {
	ts := NewTypesetter(testFonts(), testHyphens)
	sizes := []Length{Pt(14), Pt(13.5), Pt(13), Pt(12.5), Pt(12), Pt(11.5), Pt(11)}
	body := []Length{Pt(9.5), Pt(9), Pt(8.5), Pt(8), Pt(7.5)}
	for _, c := range []struct {
		name, text string
		fit        Fit
	}{
		{"title", "Identitätsdiebstahl", Fit{Style: Style{Lang: "de", Weight: 900}, Sizes: sizes, Width: MM(45), MaxLines: 1}},
		{"body5thSize", benchEnglish, Fit{Style: Style{Lang: "en", Hyphenate: true}, Sizes: body, Width: MM(56), Height: MM(24)}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ts.Fit(c.text, c.fit)
			}
		})
	}
}

// A deck's texts, fonts already parsed: a title and 60 words on each of 112
// cards.
func BenchmarkDeckText(b *testing.B) {
	ts := NewTypesetter(testFonts(), testHyphens)
	for b.Loop() {
		for range 112 {
			ts.Fit("Identity theft", Fit{Style: Style{Lang: "en", Weight: 900}, Sizes: []Length{Pt(14), Pt(12)}, Width: MM(45), MaxLines: 1})
			block, _ := ts.Break(benchEnglish, Style{Lang: "en", Size: Pt(8), Hyphenate: true}, MM(56))
			block.Items(MM(3), MM(58), MM(56), testPos)
		}
	}
}

func BenchmarkQREncode(b *testing.B) {
	for _, payload := range []string{
		"HTTPS://EXAMPLE.ORG/C/7F3K-Q",
		"https://de.wikipedia.org/wiki/Social_Engineering_(Sicherheit)",
	} {
		b.Run(fmt.Sprint(len(payload)), func(b *testing.B) {
			b.ReportAllocs()
			var q Codes
			for b.Loop() {
				if _, err := q.encode(payload); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkQROutline(b *testing.B) {
	var q Codes
	code, err := q.encode("HTTPS://EXAMPLE.ORG/C/7F3K-Q")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		code.Outline(Point{}, 500)
	}
}

// What the first text costs: reading and parsing a font, and its pages.
func BenchmarkFirstText(b *testing.B) {
	for _, lang := range []string{"en", "ja"} {
		b.Run(lang, func(b *testing.B) {
			text := map[string]string{"en": benchEnglish, "ja": benchJapanese}[lang]
			for b.Loop() {
				f, err := LoadFonts(Files, nil)
				if err != nil {
					b.Fatal(err)
				}
				NewTypesetter(f, nil).Break(text, Style{Lang: lang, Size: Pt(8)}, MM(56))
			}
		})
	}
}
