package layout

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"kitpress/layout/shape"
)

// testFonts are the shipped fonts, parsed once for all tests.
var testFonts = sync.OnceValue(func() *Fonts {
	f, err := LoadFonts(Files, nil)
	if err != nil {
		panic(err)
	}
	return f
})

func fontFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := fs.ReadFile(Files, "fonts/"+name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestFaceByLanguageAndWeight(t *testing.T) {
	for _, c := range []struct {
		lang   string
		weight int
		want   string
	}{
		{"en", 400, "source-sans-3/400"},
		{"de-CH", 600, "source-sans-3/600"},
		{"fr", 0, "source-sans-3/400"},
		{"it", 800, "source-sans-3/900"},
		{"", 950, "source-sans-3/900"},
		{"de", -5, "source-sans-3/400"},
		{"ja", 400, "m-plus-1p/400"},
		{"ja", 600, "m-plus-1p/700"},
		{"ja-JP", 900, "m-plus-1p/900"},
		{"jam", 400, "source-sans-3/400"},
	} {
		if got := testFonts().Face(c.lang, c.weight).ID; got != c.want {
			t.Errorf("Face(%q, %d) = %s, want %s", c.lang, c.weight, got, c.want)
		}
	}
	chain := testFonts().chain("ja", 600, false, "")
	if last := len(chain) - 1; last > chainLength-2 || chain[0].ID != "m-plus-1p/700" || chain[last-1].ID != "source-sans-3/600" || chain[last].ID != "noto-emoji/400" {
		t.Errorf("chain of ja, 600: %v", chain)
	}
}

func TestFaceMetrics(t *testing.T) {
	f := testFonts().Face("en", 400)
	size := MM(10)
	for _, c := range []struct {
		name      string
		got, want Length
	}{
		{"ascent", f.Ascent(size), MM(10.24)},
		{"descent", f.Descent(size), MM(4)},
		{"cap height", f.CapHeight(size), MM(6.6)},
		{"cap height of M PLUS 1p", testFonts().Face("ja", 400).CapHeight(size), MM(7.3)},
	} {
		if c.got != c.want {
			t.Errorf("%s = %s, want %s", c.name, c.got, c.want)
		}
	}
	if f.UnitsPerEm() != 1000 {
		t.Errorf("units per em = %d", f.UnitsPerEm())
	}
	for _, r := range []rune{'あ', 0x1F600, -1, 0x10FFFF, 0xFFFF} {
		if f.Has(r) {
			t.Errorf("%U is there", r)
		}
	}
}

func TestFaceOfNothing(t *testing.T) {
	f := new(Face)
	if f.Has('a') || f.Ascent(MM(1)) != 0 || len(f.Outline(36, MM(1)).Points) != 0 {
		t.Error("a face without a font has glyphs")
	}
}

// glyph returns the glyph of a rune.
func glyph(f *Face, r rune) uint16 {
	var id uint16
	(&Text{Face: f, Content: string(r)}).Words(func(w *shape.Word) { id = w.Glyphs[0].ID })
	return id
}

func TestOutline(t *testing.T) {
	f := testFonts().Face("en", 400)
	b := f.Outline(glyph(f, 'H'), MM(10)).Bounds()
	if b.Bottom() != 0 || b.H != MM(6.56) && b.H != MM(6.6) || b.X < 0 || b.Right() > MM(6.6) {
		t.Errorf("H covers %s", rectText(b))
	}
	if n := len(f.Outline(glyph(f, 'o'), MM(10)).SubPaths()); n != 2 {
		t.Errorf("o has %d sub-paths", n)
	}
	if len(f.Outline(glyph(f, ' '), MM(10)).Points) != 0 {
		t.Error("a space is drawn")
	}
}

// Several goroutines fill the same pages; run with -race.
func TestFaceConcurrently(t *testing.T) {
	f, err := LoadFonts(Files, nil)
	if err != nil {
		t.Fatal(err)
	}
	var sums [8]Length
	var wg sync.WaitGroup
	setter := NewTypesetter(f, nil)
	for i := range sums {
		wg.Go(func() {
			for r := rune(0x4E00); r < 0x5200; r++ {
				sums[i] += setter.Measure(fmt.Sprintf("%c%X", r, r), Style{Lang: "ja", Size: MM(3)})
			}
		})
	}
	wg.Wait()
	for _, s := range sums {
		if s != sums[0] || s == 0 {
			t.Fatalf("sums differ: %v", sums)
		}
	}
}

func TestLoadFontsMissingFile(t *testing.T) {
	if _, err := LoadFonts(fstest.MapFS{}, nil); err == nil || !strings.Contains(err.Error(), "SourceSans3_400Regular.ttf") {
		t.Errorf("error = %v", err)
	}
}

// Fonts of a game stand behind those kitpress ships, but in Chinese.
func TestUserFont(t *testing.T) {
	data := fontFile(t, "SourceSans3_900Black.ttf")
	f, err := LoadFonts(Files, map[string][]byte{"black.ttf": data, "regular.ttf": fontFile(t, "SourceSans3_400Regular.ttf")})
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Face("zh", 600); !strings.HasPrefix(got.ID, "own-") || got.Weight != 900 || !bytes.Equal(got.Data, data) {
		t.Errorf("Face(zh, 600) = %s", got.ID)
	}
	for lang, want := range map[string]string{
		"ja": "m-plus-1p/400 own source-sans-3/400", "ko": "source-sans-3/400 own m-plus-1p/400", "zh-Hant": "own m-plus-1p/400 source-sans-3/400",
	} {
		var ids []string
		for _, face := range f.chain(lang, 400, false, "") {
			if strings.HasPrefix(face.ID, "own-") {
				ids = append(ids, "own")
			} else if !strings.HasPrefix(face.ID, "noto-") {
				ids = append(ids, face.ID)
			}
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("chain of %s: %s", lang, got)
		}
	}
}

func TestUserFontRefused(t *testing.T) {
	good := fontFile(t, "SourceSans3_400Regular.ttf")
	broken := func(change func(b []byte) []byte) []byte { return change(bytes.Clone(good)) }
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "too short"},
		{"text", []byte("this is not a font at all"), "not a TrueType or OpenType font"},
		{"collection", append([]byte("ttcf"), good[4:]...), "a collection of"},
		{"web font", append([]byte("wOF2"), good[4:]...), "web font"},
		{"directory cut off", good[:40], "directory"},
		{"cut off", good[:len(good)/2], "cut off"},
		{"too large", make([]byte, maxFont+1), "at most 32 MiB"},
		{"no cmap", broken(func(b []byte) []byte { return renameTable(b, "cmap") }), `"cmap" is missing`},
		{"no permission", broken(func(b []byte) []byte {
			tables, _ := shape.Tables(b)
			binary.BigEndian.PutUint16(tables["OS/2"][8:], 2)
			return b
		}), "forbid"},
		{"glyphs overwritten", broken(func(b []byte) []byte {
			tables, _ := shape.Tables(b)
			for i := range tables["glyf"] {
				tables["glyf"][i] = 0x7F
			}
			return b
		}), "cannot be read"},
		{"character map overwritten", broken(func(b []byte) []byte {
			tables, _ := shape.Tables(b)
			clear(tables["cmap"])
			return b
		}), "format 4"},
	} {
		_, err := LoadFonts(Files, map[string][]byte{"a.ttf": c.data})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error = %v, want one with %q", c.name, err, c.want)
		}
	}
}

func renameTable(b []byte, tag string) []byte {
	i := bytes.Index(b, []byte(tag))
	copy(b[i:], "xxxx")
	return b
}

// A font that changes under way may be refused or accepted, but nothing
// panics afterwards.
func FuzzUserFont(f *testing.F) {
	good := fontFile(f, "SourceSans3_400Regular.ttf")
	f.Add(uint32(4), uint32(0xFFFF))
	f.Add(uint32(300), uint32(0))
	f.Add(uint32(100000), uint32(0x7F7F7F7F))
	f.Fuzz(func(t *testing.T, at, value uint32) {
		data := bytes.Clone(good)
		binary.BigEndian.PutUint32(data[at%uint32(len(data)-4):], value)
		fonts, err := LoadFonts(Files, map[string][]byte{"a.ttf": data})
		if err != nil {
			return
		}
		NewTypesetter(fonts, nil).Break("Any words, anywhere.", Style{Lang: "zh", Size: MM(3)}, MM(20))
		face := fonts.Face("zh", 400)
		face.Outline(glyph(face, 'g'), MM(3))
	})
}

// The weights and italics of a family of one's own are told apart; a variable
// font has every weight; what is there twice is said.
func TestOwnFamilies(t *testing.T) {
	trial := func(name string) []byte {
		data, err := os.ReadFile("shape/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	as := func(data []byte, weight uint16, italic bool) []byte {
		data = bytes.Clone(data)
		tables, _ := shape.Tables(data)
		binary.BigEndian.PutUint16(tables["OS/2"][4:], weight)
		if italic {
			tables["OS/2"][63] |= 1
		}
		return data
	}
	otf := trial("trial.otf")
	f, err := LoadFonts(Files, map[string][]byte{"a.otf": as(otf, 300, false), "b.otf": as(otf, 300, true), "c.otf": as(otf, 600, false), "v.ttf": trial("trial-variable.ttf"), "other/v.ttf": trial("trial-variable.ttf")})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		font   string
		weight int
		italic bool
		want   string
	}{
		{"Trial", 400, false, "own-Trial/300"}, {"Trial", 400, true, "own-Trial/300i"}, {"Trial", 700, false, "own-Trial/600"}, {"Trial", 700, true, "own-Trial/300i"},
		{"Trial Variable", 400, false, "own-Trial Variable/400"}, {"Trial Variable", 700, true, "own-Trial Variable/700"}, {"Trial Variable", 900, false, "own-Trial Variable/900"},
	} {
		if got := f.chain("en", c.weight, c.italic, c.font)[0].ID; got != c.want {
			t.Errorf("%s in weight %d, italic %t: %s, want %s", c.font, c.weight, c.italic, got, c.want)
		}
	}
	if _, err := LoadFonts(Files, map[string][]byte{"a.otf": otf, "b.otf": as(otf, 400, true), "c.otf": as(append(bytes.Clone(otf), 0), 400, false)}); err == nil || !strings.Contains(err.Error(), "c.otf: it is Trial in weight 400, as a.otf is") {
		t.Errorf("two files of a weight: %v", err)
	}
}
