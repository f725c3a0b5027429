package press

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/cmd/internal/kit/kittest"
	"kitpress/layout"
)

// boardGame is the game of `kitpress new` with a board larger than A4, printed
// on A3 or instead of that in tiles, tokens with two sides, and a page as large
// as the paper.
func boardGame(t *testing.T) fs.FS {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "my-game")
	if err := os.CopyFS(dir, os.DirFS("../kit/newgame")); err != nil {
		t.Fatal(err)
	}
	game, err := os.ReadFile(filepath.Join(dir, "game.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(game), "languages: [en, de]", "languages: [en]", 1)
	text = strings.Replace(text, "components:\n", `components:
  - {id: board, kind: pieces, name: Board, decks: [boards], sheet: a3-page, paper: board}
  - {id: board-tiles, kind: pieces, name: Board in parts, decks: [boards], sheet: tiles, paper: board, cut-at: {x: [200]}, instead-of: board}
  - {id: tokens, kind: pieces, name: Tokens, decks: [tokens], sheet: tokens-two-sided, paper: token}
  - {id: mat, kind: page, name: Mat, decks: [mats]}
`, 1)
	kittest.Put(t, filepath.Join(dir, "game.yaml"), text)
	if err := os.RemoveAll(filepath.Join(dir, "locales")); err != nil {
		t.Fatal(err)
	}
	kittest.Put(t, filepath.Join(dir, "board.yaml"), `format: 1
decks:
  - {id: boards, name: Boards, template: big, fields: {title: text}, cards: [{id: hill, title: Hill}]}
  - {id: mats, name: Mats, template: mat, fields: {title: text}, cards: [{id: mat, title: Mat}]}
`)
	kittest.Put(t, filepath.Join(dir, "tokens.yaml"), `format: 1
decks:
  - {id: tokens, name: Tokens, template: disc, back: disc, fields: {title: text}, cards: [{id: disc, title: Disc, quantity: 70}]}
`)
	kittest.Put(t, filepath.Join(dir, "templates", "big.yaml"), "format: 1\nsize: [420, 297]\nbleed: 3\ndraw:\n  - {rect: [-3, -3, 426, 303], fill: band}\n")
	kittest.Put(t, filepath.Join(dir, "templates", "disc.yaml"), "format: 1\nsize: [16, 16]\nbleed: 1.5\ndraw:\n  - {circle: [8, 8, 9.5], fill: band}\n")
	kittest.Put(t, filepath.Join(dir, "templates", "mat.yaml"), "format: 1\nsize: landscape\ndraw:\n  - {rect: [8, 8, page_width - 16, page_height - 16], fill: band}\n")
	pack, closer, err := catalog.OpenPack(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closer.Close() })
	return pack
}

// A sheet that prescribes its paper gets it, on every paper of the kit; tiles
// and pages that fill the paper follow the kit's.
func TestSheetsWithAPaperOfTheirOwn(t *testing.T) {
	pack := boardGame(t)
	for _, tt := range []struct{ paper, sides, want string }{
		{"a4", "", "board a3 1, board-tiles a4 5, tokens a4 2, mat a4 1"},
		{"letter", "", "board a3 1, board-tiles letter 5, tokens letter 2, mat letter 1"},
		{"a3", "", "board a3 1, board-tiles a3 3, tokens a3 1, mat a3 1"},
		{"a4", "duplex-long", "board a3 1, board-tiles a4 5, tokens a4 2, mat a4 1"},
	} {
		req := Request{Catalog: pack, Langs: []string{"en"}, Paper: tt.paper, Sides: tt.sides}
		req.Only = []string{"board", "board-tiles", "tokens", "mat"}
		var got []string
		for _, r := range countAll(t, req) {
			f := r.File
			got = append(got, strings.Join([]string{f.Component, f.Paper, digits(f.Pages)}, " "))
			if !strings.HasSuffix(f.Path, "_"+f.Component+"_en_"+f.Paper+".pdf") {
				t.Errorf("%s is on %s", f.Path, f.Paper)
			}
		}
		if s := strings.Join(got, ", "); s != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.paper, tt.sides, s, tt.want)
		}
	}
}

// countAll runs all jobs of a request and writes nothing.
func countAll(t *testing.T, req Request) []Result {
	t.Helper()
	locals, _, err := Localise(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := Plan(locals)
	if err != nil {
		t.Fatal(err)
	}
	files, _, err := Run(t.Context(), jobs, CountPages, nil)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func digits(n int) string { return string(rune('0' + n)) }

// The print plan sorts what is printed by paper and way, counts its sheets, and
// names what is printed instead of something else without counting it.
func TestPlanCountsWhatIsPrinted(t *testing.T) {
	files := countAll(t, Request{Catalog: boardGame(t), Langs: []string{"en"}})
	l, files := files[0].In, files[:len(files)-1] // without the plan itself
	var got strings.Builder
	for _, p := range l.piles(files, linesInPile) {
		fmt.Fprintf(&got, "%s | %s | %s | %s:", p.paper, p.stock, p.sides, p.sheets)
		for _, f := range p.files {
			got.WriteString(" " + f.ID + " " + f.paperSpan().String())
		}
		got.WriteString("\n")
	}
	want := "A3 | Plain paper, glued onto grey board of 1.5–2\u00a0mm | one side | 1: board 1\n" +
		" | Plain paper, folded round card of 1–1.5\u00a0mm | one side, front and back folded together | 2: tokens 2\n" +
		" | Plain paper, 80–100\u00a0g/m² | one side | 1: mat 1\n" +
		" | Card stock, 200–250\u00a0g/m² | both sides, flip on the long edge | 1: sight-cards 1\n" +
		" | Plain paper, 80–100\u00a0g/m² | both sides, flip on the short edge | 1: rulebook-booklet 1\n"
	if got.String() != want {
		t.Errorf("the plan says\n%s\nwant\n%s", got.String(), want)
	}
	if total := strings.ReplaceAll(l.totals(files), "\u00a0", " "); total != "5 × A4 + 1 × A3" {
		t.Errorf("%s in all", total)
	}
	e := l.estimate(files)
	if !strings.HasPrefix(strings.Join(e.Table, " "), "Board Tokens Mat") || len(e.Class) > 0 || len(e.Notes) != 1 || !strings.Contains(e.Notes[0], "5\u00a0× Plain paper") {
		t.Errorf("for a table %q, for a class %q, and %q", e.Table, e.Class, e.Notes)
	}
}

// A plan shows sheets of every file, fronts only, and lets go of them.
func TestPlanShowsSheets(t *testing.T) {
	files := countAll(t, Request{Catalog: boardGame(t), Langs: []string{"en"}})
	for i := range files {
		if files[i].pictures != nil {
			t.Errorf("%s is not let go of", files[i].ID)
		}
	}
	page := func(name string, role layout.PageRole) layout.Page {
		return layout.Page{Scene: &layout.Scene{Name: name}, Role: role}
	}
	front, back := layout.RoleFront, layout.RoleBack
	var got []string
	for _, s := range picturesOf([]layout.Page{page("1", front), page("a1", back), page("2", front), page("a2", back), page("3", front), page("4", front)}) {
		got = append(got, s.Name)
	}
	if s := strings.Join(got, " "); s != "1 3 4" {
		t.Errorf("it shows %s, want 1 3 4", s)
	}
}

// What a kit takes to make is told in steps of five minutes, one kit, without
// what is printed instead of something else.
func TestPlanMinutes(t *testing.T) {
	files := countAll(t, Request{Catalog: boardGame(t), Langs: []string{"en"}})
	if m := files[0].In.estimate(files[:len(files)-1]).Minutes; m != 65 {
		t.Errorf("%d minutes: 2 sheets of tokens, one of cards, a board of A3, a booklet and 6 sheets to print are 65", m)
	}
	for _, f := range files {
		if strings.Contains(f.Title, "·") {
			t.Errorf("%s is called %q, after what it is printed instead of as well", f.ID, f.Title)
		}
	}
}
