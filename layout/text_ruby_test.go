package layout

import (
	"strings"
	"testing"
)

// How characters are read stands small above them; they stay together, lines
// make room, and what is wider pushes away what is no kana.
func TestRuby(t *testing.T) {
	ts := NewTypesetter(testFonts(), nil)
	s := Style{Lang: "ja", Size: Pt(10)}
	b, missing := ts.Break("{添付|てんぷ}を{志|こころざし}", s, MM(100))
	if missing != nil || len(b.Lines) != 1 || b.Style.Lead < Pt(16) {
		t.Fatalf("%v, %d lines, %v apart", missing, len(b.Lines), b.Style.Lead)
	}
	var base, above []string
	for _, r := range b.Lines[0].Runs {
		text := b.Text(r)
		if !r.Over {
			base = append(base, r.Content)
			continue
		}
		above = append(above, r.Content)
		if text.Size != Pt(5) || !text.Over {
			t.Errorf("%s is %v large", r.Content, text.Size)
		}
		if r.X < 0 || r.X+r.Width > b.Width+Pt(10) {
			t.Errorf("%s is out of its line: %v to %v of %v", r.Content, r.X, r.X+r.Width, b.Width)
		}
	}
	if strings.Join(base, "") != "添付を志" || strings.Join(above, " ") != "てんぷ こころざし" {
		t.Errorf("%q, above %q", base, above)
	}
	plain, _ := ts.Break("添付を志", s, MM(100))
	if b.Width <= plain.Width || plain.Style.Lead >= b.Style.Lead {
		t.Errorf("%v wide, %v without", b.Width, plain.Width)
	}
	narrow, _ := ts.Break("{添付|てんぷ}を{担当者|たんとうしゃ}", s, 1)
	if got := strings.Join(shownLines(narrow), "|"); !strings.HasPrefix(got, "添付") || !strings.Contains(got, "担当者") {
		t.Errorf("broken as %q", got)
	}
	for _, text := range []string{"{a|b}", "{漢|字}", "{漢字|}", "{漢字", "{漢|か"} { // no readings
		if b, _ := ts.Break(text, s, MM(100)); strings.Join(shownLines(b), "") != text {
			t.Errorf("%s is set as %q", text, shownLines(b))
		}
	}
}
