package pdf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	ximage "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"kitpress/layout"
	"kitpress/layout/shape"
)

func testFace(t testing.TB, lang string, weight int) *layout.Face {
	t.Helper()
	fonts, err := layout.LoadFonts(layout.Files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return fonts.Face(lang, weight)
}

// fontOf returns a font with the glyphs of a text.
func fontOf(t testing.TB, face *layout.Face, text string) *font {
	t.Helper()
	f := &font{face: face}
	f.use(&layout.Text{Face: face, Content: text})
	if err := f.prepare(); err != nil {
		t.Fatal(err)
	}
	return f
}

// Every glyph of a subset is the same drawing as in the whole font, and as
// wide; composite ones included.
func TestSubsetDrawsTheSame(t *testing.T) {
	for lang, text := range map[string]string{
		"de": "AÄÅÂéèñçßŁ€½“ﬁ0Ωж Waffe",
		"ja": "がパ漢字鍵Aäé「。ー ",
	} {
		f := fontOf(t, testFace(t, lang, 700), text)
		e, err := f.embed()
		if err != nil {
			t.Fatal(err)
		}
		if len(e.program) > 12000 {
			t.Errorf("%s: subset of %d glyphs takes %d bytes", lang, len(f.signs), len(e.program))
		}
		whole, err := sfnt.Parse(f.face.Data)
		if err != nil {
			t.Fatal(err)
		}
		cut, err := sfnt.Parse(withRequiredTables(t, f.file, e.program))
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range f.signs {
			compareGlyphs(t, fmt.Sprintf("%s %q", lang, s.text), whole, cut, sfnt.GlyphIndex(s.glyph), sfnt.GlyphIndex(i+1))
		}
	}
}

// withRequiredTables adds what a font outside a PDF file needs: the library
// that reads it back wants a whole one.
func withRequiredTables(t *testing.T, whole *trueType, program []byte) []byte {
	t.Helper()
	cut := map[string][]byte{}
	for i := range be16(program, 4) {
		rec := program[12+16*i:]
		cut[string(rec[:4])] = program[be32(rec, 8) : be32(rec, 8)+be32(rec, 12)]
	}
	for _, name := range []string{"cmap", "name", "post"} {
		cut[name] = whole.tables[name]
	}
	// One that says how high letters are: without, they would be looked up by cmap.
	other, err := trueTypeOf(testFace(t, "de", 400))
	if err != nil {
		t.Fatal(err)
	}
	cut["OS/2"] = other.tables["OS/2"]
	return assembleFont(cut)
}

func compareGlyphs(t *testing.T, name string, whole, cut *sfnt.Font, a, b sfnt.GlyphIndex) {
	t.Helper()
	var buf sfnt.Buffer
	em := fixed.I(1000)
	old, err := whole.LoadGlyph(&buf, a, em, nil)
	if err != nil {
		t.Fatal(err)
	}
	old = slices.Clone(old)
	now, err := cut.LoadGlyph(&buf, b, em, nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !slices.Equal(old, now) {
		t.Errorf("%s is drawn another way", name)
	}
	wide, err1 := whole.GlyphAdvance(&buf, a, em, ximage.HintingNone)
	narrow, err2 := cut.GlyphAdvance(&buf, b, em, ximage.HintingNone)
	if err1 != nil || err2 != nil || wide != narrow {
		t.Errorf("%s is %v wide, was %v (%v, %v)", name, narrow, wide, err1, err2)
	}
}

func TestSubsetNames(t *testing.T) {
	face := testFace(t, "de", 400)
	tagOf := func(text string) string {
		e, err := fontOf(t, face, text).embed()
		if err != nil {
			t.Fatal(err)
		}
		return e.base
	}
	a, b := tagOf("abc"), tagOf("abd")
	if a == b || a != tagOf("cba") || !strings.HasSuffix(a, "+SourceSans3-Regular") {
		t.Errorf("subsets are called %s and %s", a, b)
	}
}

func TestWidths(t *testing.T) {
	f := fontOf(t, testFace(t, "ja", 400), "漢字AAi鍵") // codes: A 1, i 2, 字 3, 漢 4, 鍵 5
	_, widths, _ := f.file.subset(f.signs)
	a, i := widths[1], widths[2]
	if got, want := f.file.widths(widths), fmt.Sprintf("/DW 1000/W[0[364 %d %d]]", a, i); got != want {
		t.Errorf("widths are %s, want %s", got, want)
	}
}

// A range may not cross a high byte on either side; surrogates count, and what
// is more than one rune stands alone.
func TestToUnicodeRanges(t *testing.T) {
	var signs []sign
	add := func(text string) { signs = append(signs, sign{text: text}) }
	for r := rune(0x4E80); r < 0x4E80+300; r++ { // crosses U+4F00 at code 0x81, and code 0x100 at U+4F7F
		add(string(r))
	}
	for _, text := range []string{"\U0001F3FE", "\U0001F3FF", "\U0001F400", "ffi", "", "x"} {
		add(text)
	}
	got := string(toUnicode(signs))
	want := []string{"<0001><0080><4E80>", "<0081><00FF><4F00>", "<0100><012C><4F7F>", "<012D><012E><D83CDFFE>", "<012F><012F><D83DDC00>", "<0130><0130><006600660069>", "<0132><0132><0078>"}
	if !strings.Contains(got, "7 beginbfrange\n"+strings.Join(want, "\n")+"\nendbfrange") {
		t.Errorf("map is\n%s", got)
	}
	signs = nil
	for r := rune(0x4E00); len(signs) < 205; r += 2 {
		add(string(r))
	}
	if got := string(toUnicode(signs)); strings.Count(got, "\n100 beginbfrange") != 2 || strings.Count(got, "\n5 beginbfrange") != 1 {
		t.Error("blocks are longer than 100 ranges")
	}
}

func TestDamagedFont(t *testing.T) {
	data := testFace(t, "de", 400).Data
	for _, n := range []int{0, 3, 11, 12, 100, 300, 5000, len(data) / 2} {
		if _, err := fromFile(data[:n]); err == nil {
			t.Errorf("font of %d bytes was accepted", n)
		}
	}
}

// fromFile reads a TrueType file.
func fromFile(data []byte) (*trueType, error) {
	tables, err := shape.Tables(data)
	if err != nil {
		return nil, err
	}
	return parseTrueType(tables, false)
}

func FuzzFont(f *testing.F) {
	f.Add(4, byte(255))
	f.Add(200, byte(7))
	whole := testFace(f, "de", 400).Data
	f.Fuzz(func(t *testing.T, at int, value byte) {
		if at < 0 || at >= len(whole) {
			return
		}
		data := slices.Clone(whole)
		data[at] = value
		if file, err := fromFile(data); err == nil {
			file.subset([]sign{{glyph: 2}, {glyph: 700, wide: 3, up: 5}, {glyph: 1335, up: -9}}) // must not panic nor hang
			file.descriptor("x", 0)
		}
	})
}

// BenchmarkFont is the whole cost of a face in a document.
func BenchmarkFont(b *testing.B) {
	kana := testFace(b, "ja", 400)
	var kanji []rune
	for r := rune(0x4E00); len(kanji) < 400; r++ {
		if kana.Has(r) {
			kanji = append(kanji, r)
		}
	}
	for text, face := range map[string]*layout.Face{
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzäöüÄÖÜß0123456789.,:;-–„“() ": testFace(b, "de", 400),
		string(kanji): kana,
	} {
		b.Run(face.ID, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := fontOf(b, face, text).embed(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestNumbering(t *testing.T) {
	for label, want := range map[string]string{"1": "Decimal", "12": "Decimal", "R7": "Decimal", "b": "LowerAlpha", "B": "UpperAlpha", "•": "Disc", "": "Disc", "Aa": "Disc"} {
		if got := numberingOf(label); got != want {
			t.Errorf("%q: %s, want %s", label, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		um, unit, rounded int64
		exact             string
	}{
		{0, 10, 0, "0"}, {4, 10, 0, ".4"}, {5, 10, 1, ".5"}, {-4, 10, 0, "-.4"}, {-5, 10, -1, "-.5"}, {12345, 10, 1235, "1234.5"}, {-12340, 10, -1234, "-1234"},
		{7, 1, 7, "7"}, {-7, 1, -7, "-7"}, {1049, 100, 10, "10.49"}, {1050, 100, 11, "10.5"}, {1000, 1000, 1, "1"}, {-1, 1000, 0, "-.001"}, {5003, 1000, 5, "5.003"},
	} {
		if got := units(test.um, test.unit); got != test.rounded {
			t.Errorf("%d µm in units of %d: %d, want %d", test.um, test.unit, got, test.rounded)
		}
		if got := string(appendInt(nil, test.rounded)); got != fmt.Sprint(test.rounded) {
			t.Errorf("%d is written %s", test.rounded, got)
		}
		if got := string(appendExact(nil, test.um, test.unit)); got != test.exact {
			t.Errorf("%d µm in units of %d: %s, want %s", test.um, test.unit, got, test.exact)
		}
	}
	for scale, want := range map[float64]int64{100: 1, 2: 1, 1.26: 1, 1.25: 10, 1: 10, .126: 10, .125: 100, .02: 100, .01: 1000, 1e-9: 10000, 0: 10000} {
		if got := unitAt(scale); got != want {
			t.Errorf("unit at %v: %d, want %d", scale, got, want)
		}
	}
	for v, want := range map[float64]string{0: "0", -0.0001: "0", .5: ".5", -.5: "-.5", 1: "1", 10: "10", 100.25: "100.25", -3.1004: "-3.1", 1.9996: "2"} {
		if got := number(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}
