package press

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kitpress/catalog"
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
	put(t, filepath.Join(dir, "game.yaml"), text)
	if err := os.RemoveAll(filepath.Join(dir, "locales")); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "board.yaml"), `format: 1
decks:
  - {id: boards, name: Boards, template: big, fields: {title: text}, cards: [{id: hill, title: Hill}]}
  - {id: mats, name: Mats, template: mat, fields: {title: text}, cards: [{id: mat, title: Mat}]}
`)
	put(t, filepath.Join(dir, "tokens.yaml"), `format: 1
decks:
  - {id: tokens, name: Tokens, template: disc, back: disc, fields: {title: text}, cards: [{id: disc, title: Disc, quantity: 70}]}
`)
	put(t, filepath.Join(dir, "templates", "big.yaml"), "format: 1\nsize: [420, 297]\nbleed: 3\ndraw:\n  - {rect: [-3, -3, 426, 303], fill: band}\n")
	put(t, filepath.Join(dir, "templates", "disc.yaml"), "format: 1\nsize: [16, 16]\nbleed: 1.5\ndraw:\n  - {circle: [8, 8, 9.5], fill: band}\n")
	put(t, filepath.Join(dir, "templates", "mat.yaml"), "format: 1\nsize: landscape\ndraw:\n  - {rect: [8, 8, page_width - 16, page_height - 16], fill: band}\n")
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

// put writes a file of a pack.
func put(t *testing.T, name, content string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(content), 0o666)); err != nil {
		t.Fatal(err)
	}
}

func digits(n int) string { return string(rune('0' + n)) }

// The print plan counts the sheets of each paper, and nothing that is printed
// instead of something else.
func TestPlanCountsWhatIsPrinted(t *testing.T) {
	files := countAll(t, Request{Catalog: boardGame(t), Langs: []string{"en"}})
	var got strings.Builder
	for _, row := range files[0].In.planFiles(files[:len(files)-1]).Rows { // without the plan itself
		name, _, _ := strings.Cut(row.Cells[0], "\n")
		got.WriteString(strings.Join([]string{name, row.Cells[1], row.Cells[2], row.Cells[3], row.Cells[4]}, " | ") + "\n")
	}
	want := "**Board** | 1 | 1 | **A3** · Plain paper, glued onto grey board of 1.5–2\u00a0mm | one side\n" +
		"**Board in parts** (instead of: Board) | 1 | (5) | Plain paper, glued onto grey board of 1.5–2\u00a0mm | one side\n" +
		"**Tokens** | 70 | 2 | Plain paper, folded round card of 1–1.5\u00a0mm | one side, front and back folded together\n" +
		"**Mat** | 1 | 1 | Plain paper, 80–100\u00a0g/m² | one side\n" +
		"**Sights** | 9 | 1 | Card stock, 200–250\u00a0g/m² | one side\n" +
		"**Sights · Backs** | 9 | 1 | Plain paper, 80–100\u00a0g/m² | one side\n" +
		"**Rulebook** |  |  | A5, to read on a screen | \n" +
		"**Rulebook · booklet to fold** |  | 1 | Plain paper, 80–100\u00a0g/m² | both sides, flip on the short edge\n" +
		"**Total** · A4 |  | **6** |  | \n" +
		"**Total** · A3 |  | **1** |  | \n"
	if got.String() != want {
		t.Errorf("the plan says\n%s\nwant\n%s", got.String(), want)
	}
}
