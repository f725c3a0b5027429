package layout

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// golden compares got with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		a, b := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Fatalf("%s:%d:\n got %s\nwant %s", file, i+1, a[i], b[i])
			}
		}
		t.Fatalf("%s: got %d lines, want %d", file, len(a), len(b))
	}
}

// What whole texts look like: read the golden when line breaking changes.
func TestBreakGolden(t *testing.T) {
	ts := NewTypesetter(testFonts(), testHyphens)
	var out strings.Builder
	for _, c := range []struct {
		note  string
		style Style
		width float64
		text  string
	}{
		{"card text", Style{Lang: "en", Size: Pt(9.5)}, 56, "A USB stick lies in the car park. Do not plug it in: it may carry malware."},
		{"card text", Style{Lang: "de", Size: Pt(9.5)}, 56, "Ein Mitarbeiter öffnet den Anhang einer E-Mail, und alle Dateien sind verschlüsselt. Ohne Sicherung sind sie verloren."},
		{"card text", Style{Lang: "it", Size: Pt(9.5)}, 56, "Qualcuno ha copiato la tua carta d’identità e apre conti a nome tuo. Denuncialo subito alla polizia."},
		{"card text", Style{Lang: "fr", Size: Pt(9.5)}, 56, "«\u202fVotre compte est bloqué\u202f!\u202f» Ne cliquez pas\u202f: appelez votre banque au numéro que vous connaissez."},
		{"card text", Style{Lang: "ja", Size: Pt(8.5)}, 56, "知らない人から届いたメールの添付ファイルを開くと、パソコンがウイルスに感染することがあります。"},
		{"title", Style{Lang: "en", Weight: 900, Size: Pt(11)}, 45, "Careless disposal of old computers"},
		{"title in capitals", Style{Lang: "de", Weight: 700, Size: Pt(11), Upper: true, Tracking: .18}, 45, "Maßnahmen für größere Straßen"},
		{"bold", Style{Lang: "en", Size: Pt(9)}, 50, "Draw **two cards**, keep **one** of them and put the other one **under the pile**."},
		{"running", Style{Lang: "en", Size: Pt(9), Running: true}, 56, benchEnglish},
		{"running, hyphens", Style{Lang: "en", Size: Pt(9), Running: true, Hyphenate: true}, 40, benchEnglish},
		{"running", Style{Lang: "ja", Size: Pt(8.5), Running: true}, 56, benchJapanese},
		{"line feeds", Style{Lang: "en", Size: Pt(9)}, 50, "  One line.  \n\n A line after an empty one.\r\nAnd  one\tmore.\n"},
		{"too narrow", Style{Lang: "de", Size: Pt(9)}, 12, "Die Datenschutzgrundverordnung gilt."},
		{"both families", Style{Lang: "en", Size: Pt(9)}, 50, "Sudoku (数独) and Shogi (将棋) are games."},
	} {
		b, missing := ts.Break(c.text, c.style, MM(c.width))
		fmt.Fprintf(&out, "%s, %s, %.4gpt in %.4g mm, %d missing\n", c.note, c.style.Lang, c.style.Size.Pt(), c.width, len(missing))
		for _, l := range b.Lines {
			fmt.Fprintf(&out, "  %6s ", l.Width)
			for _, r := range l.Runs {
				fmt.Fprintf(&out, " %s·%d|%s|", r.X, r.Face.Weight, r.Content)
			}
			out.WriteByte('\n')
		}
	}
	golden(t, "lines.txt", out.String())
}

// No line of Japanese begins or ends with what kinsoku forbids, at any width.
func TestKinsoku(t *testing.T) {
	const notFirst = "、。）」』！？ーッャュョァっゃゅょぁ々・，．】〉》：；ヵヶゝヽ"
	const notLast = "「（『【〈《"
	text := "「セキュリティー」（安全）は、ウイルス・マルウェアから々人々を守る！本当？　ファッションショッピング、チェックッ。" +
		"『パスワード』ちょっと、ゃっぱり。【注意】メッセージ・サーバー：（ア）（イ）；ヴァージョン。ヵヶゝヽ・あ、い。「「う」」"
	ts := NewTypesetter(testFonts(), nil)
	for _, running := range []bool{false, true} {
		for width := 21.5; width < 70; width += 0.5 {
			b, missing := ts.Break(text, Style{Lang: "ja", Size: Pt(8.5), Running: running}, MM(width))
			if missing != nil {
				t.Fatalf("missing %v", missing)
			}
			for i, l := range shownLines(b) {
				first, _ := utf8.DecodeRuneInString(l)
				last, _ := utf8.DecodeLastRuneInString(l)
				if i > 0 && strings.ContainsRune(notFirst, first) || strings.ContainsRune(notLast, last) {
					t.Errorf("%g mm: line %q", width, l)
				}
			}
			if b.Width > MM(width) {
				t.Errorf("%g mm: a line is %s wide", width, b.Width)
			}
		}
	}
}

// Each text is set as narrow as it goes: the lines are the parts that never
// break.
func TestParts(t *testing.T) {
	ts := NewTypesetter(testFonts(), testHyphens)
	for _, c := range []struct{ lang, text, want string }{
		{"ja", "3人で10枚と第3回、1つ", "3人|で|10枚|と|第3回、|1つ"},
		{"ja", "1ポイントと5か", "1ポ|イ|ン|ト|と|5か"},
		{"ja", "Eメールを", "Eメー|ル|を"},
		{"ja", "ECサイトで", "EC|サ|イ|ト|で"},
		{"ja", "約5分、３か月……だ——よ", "約5分、|３か|月……|だ|——|よ"},
		{"en", "run 12 km/h or 5 % of 300 metres", "run|12 km/h|or|5 %|of|300|metres"},
		{"de", "in 30 bis 45 Minuten", "in|30 bis|45|Minuten"},
		{"de", "z. B. und d. h. so", "z. B.|und|d. h.|so"},
		{"en", "2–4 players – or more", "2–4|players|–|or|more"},
		{"en", "an e-mail with code 7F3K-Q by Wi-Fi", "an|e-mail|with|code|7F3K-Q|by|Wi-|Fi"},
		{"de", "Hard- und Software, Vieren-Programm", "Hard-|und|Software,|Vieren-|Programm"},
		{"en", "and/or sender/receiver", "and/or|sender/|receiver"},
		{"en", "https://example.org/cards/phishing", "https://example.org/|cards/|phishing"},
		{"fr", "dit « mot » : « oui » !", "dit|« mot » :|« oui » !"},
		{"de", "Seite shop.gewinn-ecke.example von „gewinn-ecke“ beim Online-Einkauf", "Seite|shop|.gewinn-ecke.example|von|„gewinn-ecke“|beim|Online-|Einkauf"},
		{"fr", "réinitialise-le ou demande-lui, peut-être", "réinitialise-le|ou|demande-lui,|peut-|être"},
		{"de", "Er sagt „ja“ oder »nein« dazu", "Er|sagt|„ja“|oder|»nein«|dazu"},
		{"en", "a \" quote", "a|\" quote"},
		{"fr", "12\u00a0000\u202f€ et 5\u20115", "12\u00a0000\u202f€|et|5\u20115"},
		{"en", "glue\u2060-\u2060d co\u00adope\u00adrate zero\u200bwidth", "glue-d|co-|ope-|rate|zero|width"},
		{"en", "\ufeffone\u0007 \u200etwo\u200f", "one|two"},
		{"en", "", ""},
		{"en", " \n ", ""},
		{"en", "**bold** and ** not", "bold|and|**|not"},
		{"en", "cafe\u0301", "café"},
	} {
		b, missing := ts.Break(c.text, Style{Lang: c.lang, Size: Pt(9)}, 1)
		if got := strings.Join(shownLines(b), "|"); got != c.want || missing != nil {
			t.Errorf("%s %q: got %q, want %q (missing %v)", c.lang, c.text, got, c.want, missing)
		}
	}
}

func TestHyphenation(t *testing.T) {
	ts := NewTypesetter(testFonts(), testHyphens)
	for _, c := range []struct{ text, want string }{
		{"potato republic here", "po-|tato|re-|public|here"},
		{"the last potato", "the|last|po-|tato"}, // the last word only because it sticks out
		{"a canal by paddle", "a|canal|by|paddle"},
		{"POTATO at potatos@example.org or www.potatos.org, so", "POTATO|at|potatos@example.org|or|www.potatos.org,|so"},
		{"https://potatos.example/potatos so", "https://potatos.example/|potatos|so"},
		{"bana\u00adnarama potato2 so", "bana-|narama|potato2|so"},
		{"**potato** so", "potato|so"}, // what catches the eye stays whole
	} {
		s := Style{Lang: "en", Size: Pt(9), Hyphenate: true}
		b, _ := ts.Break(c.text, s, 1)
		if got := strings.Join(shownLines(b), "|"); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
		s.Hyphenate = false
		b, _ = ts.Break(strings.ReplaceAll(c.text, "\u00ad", ""), s, 1)
		if got := strings.Join(shownLines(b), ""); strings.Contains(got, "-") {
			t.Errorf("%q: hyphens in %q", c.text, got)
		}
	}
}

// The last word stays whole where there is room for it, and lines do not end
// with hyphens one after the other where that can be avoided.
func TestHyphensWhereNeeded(t *testing.T) {
	ts := NewTypesetter(testFonts(), testHyphens)
	for width := 22.0; width < 60; width++ {
		b, _ := ts.Break("A banana republic has many bananas and potatoes or tomatoes", Style{Lang: "en", Size: Pt(9), Hyphenate: true}, MM(width))
		lines := shownLines(b)
		if last := lines[len(lines)-1]; !strings.HasSuffix(" "+last, " tomatoes") {
			t.Errorf("%g mm: last line %q", width, last)
		}
		for i := 1; i < len(lines); i++ {
			if strings.HasSuffix(lines[i-1], "-") && strings.HasSuffix(lines[i], "-") {
				t.Errorf("%g mm: two hyphens: %q", width, lines)
			}
		}
	}
}

func TestUpper(t *testing.T) {
	ts := NewTypesetter(testFonts(), nil)
	for _, tc := range []struct{ lang, text, want string }{
		{"de", "Straße über été", "STRASSE ÜBER ÉTÉ"},
		{"tr", "izin, şişe, ılık", "İZİN, ŞİŞE, ILIK"},
		{"tr-TR", "izin", "İZİN"},
		{"az", "iki", "İKİ"},
		{"en", "izin", "IZIN"},
		{"el", "Παίκτης, Άνοιξη", "ΠΑΙΚΤΗΣ, ΑΝΟΙΞΗ"},
		{"fr", "l’œuvre", "L’ŒUVRE"},
		{"", "ab", "AB"},
	} {
		b, _ := ts.Break(tc.text, Style{Lang: tc.lang, Size: Pt(9), Upper: true}, MM(100))
		if got := shownLines(b)[0]; got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.lang, got, tc.want)
		}
	}
}

// Lines are read from the right in Hebrew and Arabic, and words of Latin and
// numbers in them from the left.
func TestRightToLeft(t *testing.T) {
	ts := NewTypesetter(testFonts(), nil)
	for _, c := range []struct{ lang, text, want string }{
		{"he", "שלום עולם", "<שלום עולם"},
		{"he", "אבג Phishing דהו", "< דהו|Phishing|<אבג "},
		{"he", "קוד 123 ועוד", "< ועוד|123|<קוד "},
		{"en", "Say שלום, friend", "Say |<שלום|, friend"},
		{"ar", "سلام 2026", "2026|<سلام "},
		{"he", "Version 1.0.", "Version 1.0."},
		{"he", "8+", "<+|8"},
		{"he", "+1 עם −2", "−2|< עם |+1"},
		{"he", "a\u200F: אבג", "<: אבג|a"},
		{"he", "אבג C++\u200E", "C++|<אבג "},
		{"he", "אבג (CVE-2026-1) דהו [VPN]", "<]|VPN|<) דהו [|CVE-2026-1|<אבג ("},
		{"he", "מחיר 12.50 ₪, 30%", "30%|< ₪, |12.50|<מחיר "},
		{"ar", "من ١٠ إلى ٢٠ (20)", "<)|20|< (|٢٠|< إلى |١٠|<من "},
		{"he", "אבג \u2066C++\u2069, דהו", "<, דהו|C++|<אבג "},
		{"en", "to \u2067אבג (3)\u2069, now", "to |<)|3|<אבג (|, now"},
		{"en", "a \u202Ebcd\u202C e", "a |<bcd| e"},
		{"he", "\u2066\u2067\u2066a+\u2069 אבג\u2069 b+\u2069!", "< אבג!|a+| b+"},
	} {
		b, missing := ts.Break(c.text, Style{Lang: c.lang, Size: MM(3)}, MM(100))
		if len(b.Lines) != 1 || len(missing) > 0 {
			t.Errorf("%s: %d lines, missing %v", c.text, len(b.Lines), missing)
			continue
		}
		runs := slices.Clone(b.Lines[0].Runs)
		slices.SortFunc(runs, func(a, b Run) int { return cmp.Compare(a.X, b.X) })
		var got []string
		end := Length(0)
		for _, r := range runs {
			if r.X < end-1 || r.X > end+MM(1) {
				t.Errorf("%s: %q stands at %d, the run before ends at %d", c.text, r.Content, r.X, end)
			}
			end = r.X + r.Width
			if r.RTL {
				r.Content = "<" + r.Content
			}
			if n := len(got); n > 0 && strings.HasPrefix(got[n-1], "<") && r.RTL { // of another face
				got[n-1] = "<" + r.Content[1:] + got[n-1][1:]
				continue
			}
			got = append(got, r.Content)
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s: got %s, want %s", c.text, s, c.want)
		}
		items := b.Items(0, 0, MM(100), testPos)
		if x := items[0].(*Text).At.X; (x > MM(50)) != (c.lang != "en") {
			t.Errorf("%s: begins at %s mm", c.text, x)
		}
	}
}

func TestMissing(t *testing.T) {
	ts := NewTypesetter(testFonts(), nil)
	b, missing := ts.Break("a\U00013000b\u1a00c\xffd", Style{Lang: "en", Size: MM(3)}, MM(100))
	var got []string
	for _, m := range missing {
		got = append(got, fmt.Sprintf("%U %s", m.Rune, m.Reason))
	}
	want := "U+13000 " + NoGlyph + " · U+1A00 " + NoGlyph + " · U+FFFD " + NotUnicode
	if s := strings.Join(got, " · "); s != want {
		t.Errorf("got %s\nwant %s", s, want)
	}
	if s := shownLines(b)[0]; s != "abcd" || len(b.Lines[0].Runs) != 4 {
		t.Errorf("shown %q", s)
	}
}

func TestMeasure(t *testing.T) {
	ts := NewTypesetter(testFonts(), nil)
	for _, c := range []struct {
		text     string
		tracking float64
		want     Length
	}{
		{"nn", 0, 10940},
		{"nn", .1, 11940},
		{"n", .1, 5470},
		{"n n", 0, 12940},
		{"n\nnn \nn", 0, 10940},
		{"n\u3000n", 0, 20940}, // drawn as a gap: Source Sans has no ideographic space
		{"n\u2060n\u200b\u00adn", 0, 16410},
		{"", 0, 0},
	} {
		if got := ts.Measure(c.text, Style{Lang: "en", Size: MM(10), Tracking: c.tracking}); got != c.want {
			t.Errorf("%q: %d, want %d", c.text, got, c.want)
		}
	}
}

func TestItems(t *testing.T) {
	ts := NewTypesetter(testFonts(), nil)
	s := Style{Lang: "en", Size: MM(3), Lead: MM(4), Tracking: .05, Fill: Black()}
	for _, c := range []struct {
		align Align
		share Length // of the empty room, in halves, that stands to the left
	}{{AlignLeft, 0}, {AlignCentre, 1}, {AlignRight, 2}} {
		s.Align = c.align
		b, _ := ts.Break("one **two**\nthree", s, MM(30))
		want := MM(5) + (MM(30)-b.Lines[0].Width)*c.share/2
		items := b.Items(MM(5), MM(9), MM(30), testPos)
		if len(items) != 3 {
			t.Fatalf("%d items", len(items))
		}
		first, second, third := items[0].(*Text), items[1].(*Text), items[2].(*Text)
		if first.At.X != want || first.At.Y != MM(9) || third.At.Y != MM(13) || first.Tracking != 150 || first.Origin != testPos {
			t.Errorf("align %d: %+v", c.align, first)
		}
		if gap := second.At.X - first.At.X - first.Width; gap != 150 || second.Face.Weight != 700 || second.Content != "two" {
			t.Errorf("second run after %d: %+v", gap, second)
		}
	}
}

// Italic words are in true italics, where the language has any: a Japanese
// text has none, but its Latin words have.
func TestItalics(t *testing.T) {
	ts := NewTypesetter(testFonts(), nil)
	for _, c := range []struct{ lang, text, want string }{
		{"de", "Ein *Wurm* frisst **fette *und* kranke** Rechner", "Ein @400|Wurm@400i| frisst @400|fette @700|und@700i| kranke@700| Rechner@400"},
		{"uk", "*Так* ***ні***", "Так@400i| @400|ні@700i"},
		{"ja", "*Worm*と*強い*", "Worm@400i|と強い@m-plus-1p/400"},
	} {
		b, missing := ts.Break(c.text, Style{Lang: c.lang, Size: MM(4), Fill: Black()}, MM(200))
		var got []string
		for _, r := range b.Lines[0].Runs {
			got = append(got, r.Content+"@"+strings.TrimPrefix(r.Face.ID, "source-sans-3/"))
		}
		if got := strings.Join(got, "|"); got != c.want || missing != nil {
			t.Errorf("%s %q: got %q, want %q (missing %v)", c.lang, c.text, got, c.want, missing)
		}
	}
}

// Icons stand on the line in the colour of the text, next to the word they
// touch and with the number before them; a name that is none is reported, and
// a colon inside a word is text.
func TestIconsInALine(t *testing.T) {
	square := &Icon{Name: "star", Box: Rect{0, 0, MM(256), MM(256)}, Shapes: []IconShape{{Outline: RectOutline(Rect{MM(28), MM(28), MM(200), MM(200)}, 0)}}}
	ts := NewTypesetter(testFonts(), nil).WithIcons(func(name string) (*Icon, error) {
		if name == "star" {
			return square, nil
		}
		return nil, fmt.Errorf("there is no icon %q", name)
	})
	for _, c := range []struct{ lang, text, want, missing string }{
		{"en", "Pay 2 :star: now", "Pay 2  | :star: |  now", ""},
		{"en", "**bold**:star::star:", "bold | :star: | :star:", ""},
		{"de", "Alle Spieler:innen: bitte :star:", "Alle Spieler:innen: bitte  | :star:", ""},
		{"ja", "コイン:star:を払う", "コイン | :star: | を払う", ""},
		{"en", "a :stra: b", "a  |  b", `there is no icon "stra"`},
		{"en", "at 10:30:15 :Star: : star:", "at 10:30:15 :Star: : star:", ""},
	} {
		style := Style{Lang: c.lang, Size: MM(4), Fill: Black()}
		b, missing := ts.Break(c.text, style, MM(100))
		var runs []string
		for _, r := range b.Lines[0].Runs {
			runs = append(runs, r.Content)
		}
		if got := strings.Join(runs, " | "); got != c.want {
			t.Errorf("%s: got %q", c.text, got)
		}
		if (c.missing != "") != (len(missing) > 0) || c.missing != "" && missing[0].String() != c.missing {
			t.Errorf("%s: missing %v", c.text, missing)
		}
		for _, it := range b.Items(0, MM(10), MM(100), testPos) {
			if p, ok := it.(*Path); ok {
				if box := p.Outline.Bounds(); p.Fill != style.Fill || box.Bottom() < MM(10) || box.Bottom() > MM(11) || box.H < MM(3) || box.H > MM(4) {
					t.Errorf("%s: icon at %v", c.text, box)
				}
			}
		}
	}
	upper, _ := ts.Break("one :star: two", Style{Lang: "en", Size: MM(4), Upper: true}, MM(100))
	if n := len(upper.Lines[0].Runs); n != 3 || upper.Lines[0].Runs[0].Content != "ONE " {
		t.Errorf("in capitals: %v", upper.Lines[0].Runs)
	}
	narrow, _ := ts.Break("Then pay 2 :star: or 3:star:, whatever", Style{Lang: "en", Size: MM(4)}, MM(18))
	for _, l := range narrow.Lines {
		if l.Runs[0].Content == ":star:" {
			t.Errorf("a line begins with the icon of a number: %v", narrow.Lines)
		}
	}
}
