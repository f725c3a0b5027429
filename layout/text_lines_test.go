package layout

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// phrasesOf returns a Japanese text split where display type may break it
// without tearing a word.
func phrasesOf(ts *Typesetter, text string) []string {
	w := ts.scratch()
	defer ts.scratches.Put(w)
	s := Style{Lang: "ja", Size: Pt(displayPt)}.filled()
	w.prepare(ts, text, s)
	w.findBreaks(ts, s)
	var out []string
	from := int32(0)
	for _, b := range w.breaks[1:] {
		if b.forced || display[b.place] >= 0 {
			out = append(out, string(w.shown[w.cells[from].off:w.cells[b.end].off]))
			from = b.next
		}
	}
	return out
}

func TestPhrases(t *testing.T) {
	ts := NewTypesetter(testFonts(), nil)
	for _, want := range []string{
		"不審な|メールの|どこに|置くと|安全ですか？",
		"だれかが|困っていたら、|どうしますか",
		"パスワードを|取り消して|お店に|渡す",
		"使う|ことができます。|確かめる|ために|電話する",
		"「はい」と|言わない。|（注意）",
		"その後、|ECサイトで|使える|カード番号",
		"ファイルが|あればよい。|第2ラウンドからです",
		"ネットワークの|設定として|知る",
		"これである。|安全ではない。",
	} {
		if got := strings.Join(phrasesOf(ts, strings.ReplaceAll(want, "|", "")), "|"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// Running text does not end in a stub, nor with a part of a word, where its
// lines leave it a choice; nor does it break a word in bold.
func TestLastLines(t *testing.T) {
	ts := NewTypesetter(testFonts(), testHyphens)
	for _, c := range []struct {
		lang, text string
		least      int
	}{
		{"en", benchEnglish, leastLast},
		{"en", "A canal and a banana republic: the potato is what its people eat, and bananas are what others do.", leastLast},
		{"ja", benchJapanese, leastLastJa},
		{"ja", "知らない人から届いたメールの添付ファイルを開くと、パソコンがウイルスに感染することがあります。", leastLastJa},
	} {
		for width := 72.0; width < 130; width++ {
			b, _ := ts.Break(c.text, Style{Lang: c.lang, Size: Pt(9), Running: true, Hyphenate: true}, MM(width))
			lines := shownLines(b)
			last := lines[len(lines)-1]
			if len(lines) > 1 && utf8.RuneCountInString(last) < c.least {
				t.Errorf("%g mm: last line %q", width, last)
			}
			if before := lines[max(0, len(lines)-2)]; len(lines) > 1 && strings.HasSuffix(before, "-") {
				t.Errorf("%g mm: %q goes on in the last line", width, before)
			}
		}
	}
}

// linesAs returns the lines of a text, parted by slashes.
func linesAs(b Block) string {
	var out []string
	for _, l := range b.Lines {
		line := ""
		for _, r := range l.Runs {
			line += r.Content
		}
		out = append(out, line)
	}
	return strings.ReplaceAll(strings.Join(out, " / "), softHyphen, "-")
}

// In bold no line ends with a hyphen where the word has room on the next one; on
// cards no first line is much shorter than two that follow.
func TestLineEnds(t *testing.T) {
	ts := NewTypesetter(testFonts(), func(_, word string) []int {
		if at := strings.Index(word, "kontrolle"); at > 0 {
			return []int{at}
		}
		return nil
	})
	for _, c := range []struct {
		style Style
		text  string
		width float64
		want  string
	}{
		{Style{Weight: 400, Hyphenate: true}, "Hier ist eine Zutrittskontrolle, die jeder kennt und mag", 36, "Hier ist eine Zutritts- / kontrolle, die jeder / kennt und mag"},
		{Style{Weight: 700, Hyphenate: true}, "Hier ist eine Zutrittskontrolle, die jeder kennt und mag", 36, "Hier ist eine / Zutrittskontrolle, / die jeder kennt und mag"},
		{Style{Weight: 500}, "Alarm: 5 or fewer tokens, or 3 or more attackers inside: one security card for each, once until the reset.", 70,
			"Alarm: 5 or fewer tokens, or 3 or more / attackers inside: one security card / for each, once until the reset."},
		{Style{Weight: 700, Hyphenate: true}, "eine Zutrittskontrolle", 20, "eine Zutritts- / kontrolle"},
	} {
		c.style.Lang, c.style.Size = "de", Pt(9)
		b, _ := ts.Break(c.text, c.style, MM(c.width))
		if got := linesAs(b); got != c.want {
			t.Errorf("%d: %s, want %s", c.style.Weight, got, c.want)
		}
	}
}

// On a slide or a poster a sentence begins a line, and a line ends where who reads
// it aloud would pause rather than a word before or behind that.
func TestSigns(t *testing.T) {
	ts := NewTypesetter(testFonts(), nil)
	for _, c := range []struct {
		lang, want  string
		size, width float64
	}{
		{"de", "Halte deinen|Betrieb 5 Tage|am Laufen.|Die meisten Punkte|am Freitagabend|gewinnen.", 40, 119},
		{"de", "Online liegt|oben: 1 Datei|in diesem Zug.", 30, 87},
		{"de", "Lege es aus:|ein Punkt je Karte.", 40, 119},
		{"de", "Vier Banden,|ein freier Sessel.|Wer zuerst|15 Punkte hat,|gewinnt.", 40, 119},
		{"de", "6 × E-Mail,|4 × Music,|2 × Game,|2 × Movie:|Wer das zuerst|hat, gewinnt.", 40, 114},
		{"ja", "すべてそろえば、|ダイスを戻して、|カードに|自分のコマを置く。", 33, 119},
		{"ja", "夜、自分のコマが|ないカードの|ポイントを失う。|0になったら脱落。", 33, 119},
	} {
		text := strings.NewReplacer("|", map[string]string{"de": " "}[c.lang], "1 Datei", "1\u00a0Datei", " × ", "\u00a0×\u00a0").Replace(c.want)
		b, over := ts.Fit(text, Fit{Style: Style{Lang: c.lang, Weight: 600}, Sizes: []Length{Pt(c.size)}, Width: MM(c.width), Height: MM(200)})
		var lines []string
		for _, l := range b.Lines {
			text := ""
			for _, r := range l.Runs {
				text += r.Content
			}
			lines = append(lines, strings.ReplaceAll(text, "\u00a0", " "))
		}
		if got := strings.Join(lines, "|"); got != c.want || over != nil {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
