package sheet

import (
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/layout"
)

const papers = `format: 1
papers:
  - {id: a4, name: A4, width: 210, height: 297, edge: 5}
`

func TestLoadSpecsReportsEverything(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"unknown key", "format: 1\nlayouts:\n  - {id: x, kind: pages, gpa: 3}\n", []string{`specs/x.yaml:3:`, `unknown key "gpa" in layout x`}},
		{"missing keys", "format: 1\nlayouts:\n  - {id: x, kind: grid, margin: 8, gap: 0, marks: crop, furniture: true}\n", []string{`key "bleed" is missing`}},
		{"unknown words", "format: 1\nlayouts:\n  - {id: x, kind: gird, margin: 8}\n", []string{`unknown kind of layout "gird"`}},
		{"unknown marks", "format: 1\nlayouts:\n  - {id: x, kind: grid, margin: 8, gap: 0, bleed: 2, marks: corp, furniture: true}\n", []string{`unknown kind of marks "corp"`}},
		{"twice", "format: 1\npapers:\n  - {id: a4, name: A4, width: 210, height: 297, edge: 5}\n", []string{`there is a paper "a4" already, at specs/papers.yaml:3`}},
		{"layout twice", "format: 1\nlayouts:\n  - {id: x, kind: pages}\n  - {id: x, kind: pages}\n", []string{`specs/x.yaml:4:`, `there is a layout "x" already`}},
		{"landscape", "format: 1\npapers:\n  - {id: big, name: Big, width: 420, height: 297, edge: 5}\n", []string{`paper "big" is wider than high`}},
		{"bad id", "format: 1\npapers:\n  - {id: US Letter, name: Letter, width: 215.9, height: 279.4, edge: 5}\n", []string{`id "US Letter": use lower case letters`}},
		{"out of range", "format: 1\npapers:\n  - {id: p, name: P, width: -3, height: 9e9, edge: 5}\n", []string{`found -3`, `found 9e9`}},
		{"format", "format: 2\n", []string{"format 2 is not known"}},
		{"paper", "format: 1\nlayouts:\n  - {id: x, kind: pages, paper: a44}\n", []string{`specs/x.yaml:3:33`, `unknown paper "a44"`}},
		{"sides", "format: 1\nlayouts:\n  - {id: x, kind: grid, margin: 8, gap: 0, bleed: 2, marks: crop, furniture: true, sides: single}\n", []string{`unknown way to print backs "single"`}},
		{"tiles without overlap", "format: 1\nlayouts:\n  - {id: x, kind: tiles, margin: 8, bleed: 2}\n", []string{`specs/x.yaml:3:5`, `key "overlap" is missing`}},
		{"tiles with a gap", "format: 1\nlayouts:\n  - {id: x, kind: tiles, margin: 8, bleed: 2, overlap: 10, gap: 3}\n", []string{`unknown key "gap" in layout x`}},
		{"overlap of nothing", "format: 1\nlayouts:\n  - {id: x, kind: tiles, margin: 8, bleed: 2, overlap: 0}\n", []string{`want a number from 1 to 2000, found 0`}},
		{"stock off paper", "format: 1\nstocks:\n  - {id: x, name: X, paper: a4, cell: {width: 85, height: 54}, rows: 6, columns: 2, x: 15, y: 13.5, source: mine}\n", []string{`specs/x.yaml:3:5`, `2 × 6 cells reach to 185.00 / 337.50 mm, beyond A4`}},
		{"stock on no paper", "format: 1\nstocks:\n  - {id: x, name: X, paper: a44, round: 20, rows: 1, columns: 1, x: 15, y: 15, source: mine}\n", []string{`unknown paper "a44"`}},
		{"stock whose cells overlap", "format: 1\nstocks:\n  - {id: x, name: X, paper: a4, round: 20, rows: 2, columns: 1, x: 15, y: 15, pitch-y: 19, source: mine}\n", []string{`want a number from 20 to 2000, found 19`}},
		{"fixed paper", fixedAt("paper: a44, rows: 3, x: 10.5"), []string{`unknown paper "a44"`}},
		{"fixed off paper", fixedAt("paper: a4, rows: 4, x: 10.5"), []string{`3 × 4 pieces of 63 × 88 mm do not go on A4`}},
		{"fixed too near", fixedAt("paper: a4, rows: 3, x: 6.5"), []string{`from 6.50 / 11.50 mm`}},
	}
	for _, tt := range tests {
		fsys := fstest.MapFS{
			"specs/papers.yaml": {Data: []byte(papers)},
			"specs/x.yaml":      {Data: []byte(tt.text)},
		}
		s, ps := LoadSpecs(fsys, nil)
		var b strings.Builder
		for _, p := range ps {
			b.WriteString(p.Error() + "\n")
		}
		for _, w := range tt.want {
			if !strings.Contains(b.String(), w) {
				t.Errorf("%s: no problem says %q:\n%s", tt.name, w, b.String())
			}
		}
		if _, ok := s.Paper("a4"); !ok {
			t.Errorf("%s: the good file is lost", tt.name)
		}
	}
	pack := fstest.MapFS{"sheets.yaml": {Data: []byte("format: 1\nlayouts:\n  - {id: mine, kind: pages}\n  - {id: yours, kind: gird, margin: 1}\n")}}
	if s, ps := LoadSpecs(Files, pack); s.specs["mine"] == nil || len(ps) != 1 || !strings.Contains(ps[0].Error(), `sheets.yaml:4:23: error: unknown kind of layout "gird"`) {
		t.Errorf("the layouts of a pack: %v", ps)
	}
	if _, ps := LoadSpecs(fstest.MapFS{}, nil); !ps.HasErrors() {
		t.Error("no specs, no problem")
	}
}

func fixedAt(keys string) string {
	return "format: 1\nlayouts:\n  - {id: x, kind: grid, margin: 8, gap: 0, bleed: 2, marks: crop, furniture: true, " +
		"fixed: [{piece: {width: 63, height: 88}, columns: 3, y: 11.5, " + keys + "}]}\n"
}

// A user adds a paper and a perforated card by adding a file.
func TestSpecsOfOnesOwn(t *testing.T) {
	fsys := fstest.MapFS{
		"specs/papers.yaml": {Data: []byte(papers)},
		"specs/own.yaml": {Data: []byte(`format: 1
papers:
  - {id: sra3, name: SRA3, width: 320, height: 450, edge: 5}
layouts:
  - id: avery-c32011
    kind: grid
    margin: 8
    gap: 10
    bleed: 0
    marks: none
    furniture: false
    fixed:
      - {paper: a4, piece: {width: 85, height: 54}, rows: 5, columns: 2, x: 15, y: 13.5}
`)},
	}
	if _, ps := LoadSpecs(fsys, nil); len(ps) == 0 {
		t.Fatal("5 rows of 54 mm with gaps of 10 mm do not go on A4, and nobody says so")
	}
	own := fsys["specs/own.yaml"]
	own.Data = []byte(strings.Replace(string(own.Data), "gap: 10", "gap: 0", 1))
	s, ps := LoadSpecs(fsys, nil)
	if len(ps) > 0 {
		t.Fatal(ps.Err())
	}
	pieces := deck(10, 85, 54, 0)
	pages, err := s.Impose(Job{Name: "j", Pieces: pieces, Spec: "avery-c32011", Paper: "a4"})
	if err != nil || len(pages) != 1 {
		t.Fatal(len(pages), err)
	}
	v := view(t, pages[0], pieces)
	if got, want := v.faces[9].trim, (layout.Rect{X: 100000, Y: 229500, W: 85000, H: 54000}); got != want {
		t.Errorf("card 10 lies at %v, want %v", got, want)
	}
	if _, per, err := s.Sheets(Job{Name: "j", Pieces: deck(1, 63, 88, 0), Spec: "avery-c32011", Paper: "sra3"}); per != 18 || err != nil {
		t.Errorf("%d cards on SRA3, %v", per, err)
	}
}

// Nobody has to choose how fronts and backs are printed: each layout has its
// own best way, and whoever chooses one gets it.
func TestUsualSides(t *testing.T) {
	s := shipped(t)
	for _, tt := range []struct {
		spec        string
		asked, want Sides
	}{
		{"cards", Usual, DuplexLong}, {"cards", Single, Single}, {"cards", Fold, Fold},
		{"tokens-two-sided", Usual, Fold}, {"tokens-two-sided", DuplexLong, DuplexLong},
		{"boards", Usual, Single}, {"pages", Usual, Single},
	} {
		if got := s.SidesOf(tt.spec, tt.asked); got != tt.want {
			t.Errorf("%s, %s: %s, want %s", tt.spec, tt.asked, got, tt.want)
		}
	}
}
