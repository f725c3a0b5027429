package shape

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-text/typesetting/language"
)

var update = flag.Bool("update", false, "write testdata/harfbuzz.txt anew by hb-shape, Debian's libharfbuzz-bin")

// A sample is a word and the font and language it is shaped in.
type sample struct{ font, lang, word string }

// inScripts are the fonts, and a few words each that a script is hard by.
var inScripts = []struct{ font, lang, words string }{
	{"SourceSans3_400Regular.ttf", "de", "Waffe Tür AVATAR Schifffahrt Übergrößenträger Rückkopplung 1/2 „Zitat“ T. To- f.f. ffi tt fft ftf"},
	{"SourceSans3_400Regular.ttf", "tr", "ışık İzmir fiş Yağmur"},
	{"SourceSans3_400Regular.ttf", "vi", "Tiếng Việt đẹp lắm nghĩa vụ"},
	{"SourceSans3_400Regular_Italic.ttf", "fr", "Où l’été fifi „Waffe“ fjord VAVA déjà ffi"},
	{"SourceSans3_700Bold.ttf", "el", "Ελληνικά γράμματα ΑΥΛΗ Τάφος"},
	{"SourceSans3_700Bold.ttf", "uk", "Українська їжа щоденник ґанок"},
	{"SourceSans3_900Black.ttf", "en", "Away Type WAVE “Quoted” don’t"},
	{"MPLUS1p_400Regular.ttf", "ja", "Backup Wi-Fi office あ が 漢 、 「 ー"},
	{"NotoSansHebrew-Regular.ttf", "he", "שלום עולם הגיע שָׁלוֹם בְּרֵאשִׁית מִּלָּה"},
	{"NotoSansArabic-Regular.ttf", "ar", "مرحبا بالعالم، محمد مُحَمَّد الله لا إلى ٢٠٢٦ كتاب"},
	{"NotoSansArabic-Bold.ttf", "fa", "می\u200cخواهم کتاب\u200cها را ببینم گربه"},
	{"NotoSansArabic-Regular.ttf", "ur", "خوش آمدید دنیا ٹھیک ہے"},
	{"NotoSansDevanagari-Regular.ttf", "hi", "हिन्दी कार्ड क्षमा श्री जानकारी। कृत्रिम र्क्ष स्त्री द्ध"},
	{"NotoSansBengali-Regular.ttf", "bn", "বাংলা ভাষায় কার্ড খেলা ক্ষমতা স্ত্রী"},
	{"NotoSansTamil-Regular.ttf", "ta", "தமிழ் மொழி கொண்டு ஸ்ரீ"},
	{"NotoSansThai-Regular.ttf", "th", "ภาษาไทย สวยงาม น้ำ ที่ ปู่"},
	{"NotoSansGeorgian-Regular.ttf", "ka", "ქართული ენა"},
	{"NotoSansArmenian-Regular.ttf", "hy", "Հայոց լեզուն և"},
	{"NotoSansEthiopic-Regular.ttf", "am", "አማርኛ ቋንቋ"},
}

func samples() (list []sample) {
	for _, s := range inScripts {
		for _, w := range strings.Fields(s.words) {
			list = append(list, sample{s.font, s.lang, w})
		}
	}
	return list
}

// fonts opens each font once.
type fonts map[string]*Font

func (f fonts) open(t testing.TB, name string) *Font {
	if f[name] == nil {
		file, face := fontFile(name)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if f[name], err = OpenMember(data, face, 0); err != nil {
			t.Fatal(err)
		}
	}
	return f[name]
}

// units cuts a word into what is shaped together.
func units(word string) (parts []string, scripts []language.Script) {
	for text := []byte(word); len(text) > 0; {
		n, script := unit(text)
		parts, scripts = append(parts, string(text[:n])), append(scripts, script)
		text = text[n:]
	}
	return parts, scripts
}

// line writes glyphs as hb-shape does: index, cluster in runes, place, width.
func line(w *Word) string {
	var parts []string
	for _, g := range w.Glyphs {
		s := fmt.Sprintf("%d=%d", g.ID, len([]rune(w.Text[:g.At])))
		if g.DX != 0 || g.DY != 0 {
			s += fmt.Sprintf("@%d,%d", g.DX, g.DY)
		}
		parts = append(parts, s+fmt.Sprintf("+%d", g.Advance))
	}
	return "[" + strings.Join(parts, "|") + "]"
}

// ours shapes a sample by this package.
func ours(f *Font, s sample) (lines []string) {
	rtl := slices.ContainsFunc([]rune(s.word), RightToLeft)
	f.Shape(s.word, Way{Lang: s.lang, RTL: rtl}, func(w *Word) { lines = append(lines, line(w)) })
	return lines
}

// theirs shapes words of one font, language, script and direction by hb-shape.
func theirs(t testing.TB, font, lang, script string, rtl bool, words []string) []string {
	direction := "ltr"
	if rtl {
		direction = "rtl"
	}
	name, face := fontFile(font)
	cmd := exec.Command("hb-shape", "--no-glyph-names", "--cluster-level=1", "--language="+lang, "--script="+script, "--direction="+direction, "--face-index="+strconv.Itoa(face), name)
	cmd.Stdin = strings.NewReader(strings.Join(words, "\n") + "\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimRight(string(out), "\n"), "\n")
}

// fontFile returns where a font lies: one that kitpress ships, or a face of a
// collection, "/usr/share/…ttc#2".
func fontFile(font string) (name string, face int) {
	if !filepath.IsAbs(font) {
		return filepath.Join("..", "fonts", font), 0
	}
	name, n, _ := strings.Cut(font, "#")
	face, _ = strconv.Atoi(n)
	return name, face
}

const golden = "testdata/harfbuzz.txt"

// Words of all scripts are shaped as HarfBuzz does it.
func TestLikeHarfBuzz(t *testing.T) {
	opened := fonts{}
	if *update {
		writeGolden(t)
	}
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	for i, s := range samples() {
		want := s.font + " " + s.lang + " " + s.word + " "
		if got := want + strings.Join(ours(opened.open(t, s.font), s), " "); i >= len(lines) || got != lines[i] {
			t.Errorf("got  %s\nwant %s", got, lines[min(i, len(lines)-1)])
		}
	}
}

func writeGolden(t *testing.T) {
	var out bytes.Buffer
	for _, s := range samples() {
		rtl := slices.ContainsFunc([]rune(s.word), RightToLeft)
		fmt.Fprintf(&out, "%s %s %s", s.font, s.lang, s.word)
		parts, scripts := units(s.word)
		for i, part := range parts {
			out.WriteString(" " + theirs(t, s.font, s.lang, scripts[i].String(), rtl, []string{part})[0])
		}
		out.WriteByte('\n')
	}
	os.MkdirAll("testdata", 0o777)
	if err := os.WriteFile(golden, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}
