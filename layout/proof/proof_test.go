package proof

import (
	"strings"
	"testing"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// Every paragraph is read as it came out; what is found in it is what could be
// better.
func TestRead(t *testing.T) {
	fonts, err := layout.LoadFonts(layout.Files, nil)
	if err != nil {
		t.Fatal(err)
	}
	setter := layout.NewTypesetter(fonts, func(_, word string) []int { return []int{strings.Index(word, "kontrolle")} })
	for _, c := range []struct {
		lang, text string
		pt, width  float64
		contrast   float64
		lines      int
		want       string
	}{
		{"de", "Ein Satz, der auf zwei Zeilen passt, wenn jemand ihn gut teilt.", 9, 60, 8, 4, ""},
		{"de", "Donaudampfschifffahrtskapitän da", 9, 45, 8, 4, "type-stub"},
		{"de", "Die neue Zutrittskontrolle kommt", 9, 28, 8, 2, "type-split"},
		{"de", "Wir sahen Donaudampfschifffahrtskapitäne und ein Boot. Donaudampfschifffahrtskapitäne an der Donaudampfschifffahrt", 9, 52, 8, 4, "type-rag"},
		{"ja", "ダークウェブでの調査1", 9, 26, 8, 4, "type-stub"},
		{"ja", "スカッシュ", 9, 10, 8, 4, "type-split"},
		{"en", "small", 5, 60, 8, 4, "type-small"},
		{"en", "pale", 9, 60, 4, 4, "type-contrast"},
		{"en", "pale but large", 20, 60, 4, 4, ""},
	} {
		var p Proof
		style := layout.Style{Lang: c.lang, Size: layout.Pt(c.pt), Hyphenate: true, Running: c.lang != "ja", Weight: 600}
		if c.lang == "ja" { // a title
			style.Weight = 900
		}
		block, _ := setter.Fit(c.text, layout.Fit{Style: style, Width: layout.MM(c.width), MaxLines: c.lines})
		for range 2 { // a line is read once
			for _, item := range block.Items(0, 0, layout.MM(c.width), source.Pos{}) {
				p.Read(item.(*layout.Text), 1, c.contrast)
			}
			p.Turn()
		}
		var got []string
		for _, f := range p.Problems {
			got = append(got, f.Code)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: %q, %v", c.text, s, p.Problems)
		}
	}
}

// The rag of running text and of texts of cards are told apart.
func TestRag(t *testing.T) {
	fonts, err := layout.LoadFonts(layout.Files, nil)
	if err != nil {
		t.Fatal(err)
	}
	setter := layout.NewTypesetter(fonts, nil)
	var p Proof
	read := func(running bool) Report {
		style := layout.Style{Lang: "en", Size: layout.Pt(9), Running: running}
		block, _ := setter.Break("A wolf came by. A bear and many more animals of the forest came by later. Nobody who was there said a word.", style, layout.MM(50))
		for _, item := range block.Items(0, 0, layout.MM(50), source.Pos{Line: len(block.Lines)}) {
			p.Read(item.(*layout.Text), 1, 8)
		}
		p.Turn()
		return p.Report
	}
	if r := read(true); r.Rag == 0 || r.CardRag != 0 {
		t.Errorf("running text has a rag of %v, of cards %v", r.Rag, r.CardRag)
	}
	if r := read(false); r.CardRag == 0 || r.CardRag == r.Rag {
		t.Errorf("a card has a rag of %v, all of them %v", r.CardRag, r.Rag)
	}
}
