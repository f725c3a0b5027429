package press

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose/theme"
	"kitpress/layout/sheet"
)

// shippedGames calls do for every game kitpress ships.
func shippedGames(t *testing.T, do func(t *testing.T, game string)) {
	t.Helper()
	ids, err := load.Games(catalog.Embedded())
	if err != nil || len(ids) == 0 {
		t.Fatalf("no games: %v", err)
	}
	for _, id := range ids {
		t.Run(id, func(t *testing.T) { do(t, id) })
	}
}

// readShared reads kitpress's own files once for all tests.
var readShared = sync.OnceValues(func() (*shared, error) { return openShared(&Request{}) })

// A way is one of the ways to print a kit.
type way struct {
	paper string
	ink   theme.Mode
	sides sheet.Sides
}

// ways are every paper in every ink; the ways to print on both sides go along.
func ways() []way {
	var all []way
	for i, paper := range []string{"a4", "letter"} {
		for j, ink := range theme.Modes() {
			all = append(all, way{paper, ink, sheet.AllSides()[(2*i+j)%len(sheet.AllSides())]})
		}
	}
	return all
}

// Every shipped game can be printed in all its languages on every paper in
// every ink, without an error or a warning, no text is smaller than a reader
// needs, no line of Japanese ends inside a word, and its sheets are as the looks below say. KITPRESS_LONG=1 tries each
// game in every way; otherwise each is tried in another one and in two languages.
func TestShippedGames(t *testing.T) {
	langs := []string{LangAll}
	if os.Getenv("KITPRESS_LONG") == "" {
		langs = []string{"de", "ja"}
	}
	cuts := 0
	i := 0
	shippedGames(t, func(t *testing.T, game string) {
		for j, w := range ways() {
			if j == i%len(ways()) || os.Getenv("KITPRESS_LONG") != "" {
				cuts += composeOneWay(t, catalog.Embedded(), game, langs, w)
			}
		}
		i++
	})
	if cuts < 200 {
		t.Errorf("%d cut lines looked at", cuts)
	}
}

// So can a game of one's own that has everything a published game has.
func TestAnOwnGame(t *testing.T) {
	for _, w := range ways() {
		composeOneWay(t, catalogtest.Keepsakes(), "keepsakes", []string{LangAll}, w)
	}
}

// composeOneWay does steps 1 to 6 for a game once, since they are what takes
// the time, and looks at the sheets for everything they promise. It returns
// how many cut lines it saw.
func composeOneWay(t *testing.T, fsys fs.FS, game string, langs []string, w way) int {
	shared, err := readShared()
	if err != nil {
		t.Fatal(err)
	}
	cuts, shipped := 0, fsys == catalog.Embedded()
	t.Run(w.paper+"/"+string(w.ink), func(t *testing.T) {
		req := Request{Catalog: fsys, Games: []string{game}, Langs: langs, Paper: w.paper, Ink: string(w.ink), Sides: string(w.sides)}
		locals, warnings, err := prepare(t.Context(), shared, &req)
		if err != nil || len(warnings) > 0 {
			t.Fatal(err, warnings)
		}
		jobs, err := Plan(locals)
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		sizes, boxes, placed := &sizes{small: map[string]bool{}}, codeBoxes{}, []Placement{}
		ends := &lineEnds{broken: map[string]bool{}}
		look := func(d *Sheets) (File, error) {
			mu.Lock()
			defer mu.Unlock()
			if shipped {
				cuts += lookAtCutLines(t, d)
			}
			boxes.look(d)
			placed = append(placed, placements(d)...)
			ends.look(d)
			return sizes.look(d)
		}
		if _, problems, err := Run(t.Context(), jobs, look, nil); err != nil || len(problems) > 0 {
			t.Error(err, problems)
		}
		for s := range sizes.small {
			t.Error(s)
		}
		for s := range ends.broken {
			t.Error(s)
		}
		if shipped && ends.seen == 0 {
			t.Error("no lines of Japanese were seen")
		}
		if sizes.seen == 0 {
			t.Error("no text of the game was seen")
		}
		boxes.check(t)
		if shipped {
			checkPieces(t, game, len(locals), placed)
			checkWordsAboutCodes(t, locals)
		}
	})
	return cuts
}

// The smallest sizes on paper, pt (design.md section 6): of any word, of
// sentences, and of the title of a card.
const (
	leastLabel      = 6
	leastSentence   = 7.5
	leastSentenceJa = 7
	leastShown      = 3.5 // of a piece drawn small in a figure: 4 there, and a page may take the figure down a little
	leastTitle      = 9
	leastScale      = 0.8 // at which pieces are printed
)

// sizes takes sheets and notes texts which are too small.
type sizes struct {
	small map[string]bool
	seen  int
}

func (s *sizes) look(d *Sheets) (File, error) {
	l := d.In
	f, err := CountPages(d)
	texts := map[source.Pos]catalog.Msg{}
	for _, m := range l.Game.Messages() {
		texts[l.Texts.Pos(m)] = m
	}
	var titles map[string]bool
	if d.Of != nil && d.Of.Kind == catalog.KindPieces {
		titles = titlesOf(l) // elsewhere they are words in a list
	}
	for i, page := range d.Pages {
		Walk(page.Scene.Items, layout.Identity(), func(items []layout.Item, m layout.Matrix) bool {
			scale := math.Sqrt(math.Abs(m.A*m.D - m.B*m.C))
			booklet := strings.HasSuffix(d.ID, BookletSuffix) // its pages are looked at as they are read
			for _, it := range items {
				word, ok := it.(*layout.Text)
				if !ok || booklet {
					continue
				}
				piece := d.Of == nil || d.Of.Kind == catalog.KindPieces
				if scale < leastScale && piece {
					continue // a whole board on the sheet that shows how its parts go together
				}
				if scale < 0.99 && !piece { // a piece shown small in a figure
					if pt := word.Size.Pt() * scale; pt < leastShown-0.01 {
						s.small[fmt.Sprintf("%s page %d: %.1f pt in a figure, at least %g are needed: %q", f.Path, i+1, pt, leastShown, word.Content)] = true
					}
					continue
				}
				msg, ok := texts[word.Origin]
				if !ok {
					continue // kitpress's own words on the sheet
				}
				s.seen++
				least := leastFor(l, msg, titles)
				if pt := word.Size.Pt() * min(1, scale); pt < least-0.01 {
					s.small[fmt.Sprintf("%s page %d: %s has %.1f pt, at least %g are needed: %q", f.Path, i+1, msg.ID, pt, least, word.Content)] = true
				}
			}
			return true
		})
	}
	return f, err
}

func leastFor(l *Localization, m catalog.Msg, titles map[string]bool) float64 {
	text := l.Texts.Text(m)
	last := []rune(strings.TrimRight(text, "*”“»』」)） \u00A0\u202F"))
	switch {
	case titles[m.ID]:
		return leastTitle
	case len(last) == 0 || !strings.ContainsRune(".!?…。！？", last[len(last)-1]):
		return leastLabel
	case l.Lang == "ja":
		return leastSentenceJa
	}
	return leastSentence
}

// titlesOf returns the ids of the titles of everything that is cut out.
func titlesOf(l *Localization) map[string]bool {
	ids := map[string]bool{}
	for _, c := range l.Game.Components {
		if c.Kind != catalog.KindPieces {
			continue
		}
		for _, id := range c.Decks {
			for _, r := range l.Game.Deck(id).Cards {
				if v := r.Fields["title"]; v.Type == catalog.TypeText {
					ids[v.Text.ID] = true
				}
			}
		}
	}
	return ids
}

// checkPieces sees to it that the sheets hold as many pieces of each deck as the
// sources count, in every language; a component's backs are a file of their own.
func checkPieces(t *testing.T, game string, langs int, placed []Placement) {
	t.Helper()
	facts := os.DirFS("../../../catalog/testdata/transcription")
	tab, err := catalogtest.ReadTable(facts, game+"/sums.tsv") // package catalog sees to it that every game has one
	if err != nil {
		t.Fatal(err)
	}
	counted := map[string]map[string]int{} // language -> deck
	for lang, components := range frontsOf(placed) {
		counted[lang] = map[string]int{}
		for _, decks := range components {
			for deck, n := range decks {
				if least, seen := counted[lang][deck]; !seen || n < least {
					counted[lang][deck] = n // a board is also printed in parts
				}
			}
		}
	}
	checked := 0
	for _, row := range tab.Rows {
		if row.Cells["what"] != "copies" || row.Cells["where"] != "" {
			continue
		}
		for lang, decks := range counted {
			n, spares := 0, 0
			for _, deck := range strings.Fields(row.Cells["of"]) {
				n += decks[deck]
				if strings.HasSuffix(deck, "tokens") || strings.HasSuffix(deck, "chips") {
					spares = 12 // what fills the last row of a sheet
				}
			}
			want, err := strconv.Atoi(row.Cells["sum"])
			if checked++; err != nil || n < want || n > want+spares {
				t.Errorf("%s in %s: %d pieces of %s on the sheets, want %s: %s", game, lang, n, row.Cells["of"], row.Cells["sum"], row.Cells["(stated)"])
			}
		}
	}
	if checked == 0 || len(counted) != langs {
		t.Errorf("%s: %d counts in %d of %d languages", game, checked, len(counted), langs)
	}
}

// frontsOf counts the fronts on the sheets: by language, component and deck.
func frontsOf(placed []Placement) map[string]map[string]map[string]int {
	counted := map[string]map[string]map[string]int{}
	for _, p := range placed {
		deck, side, _ := strings.Cut(p.Face, "/")
		if p.Role != "front" || !strings.HasSuffix(side, "/front") || strings.HasSuffix(p.Component, BacksSuffix) {
			continue
		}
		if counted[p.Lang] == nil {
			counted[p.Lang] = map[string]map[string]int{}
		}
		if counted[p.Lang][p.Component] == nil {
			counted[p.Lang][p.Component] = map[string]int{}
		}
		counted[p.Lang][p.Component][deck]++
	}
	return counted
}

// A look is the same in every game: a template of a game that has its name
// would be drawn instead, in silence. Parts of books may be replaced.
func TestNoGameHidesALook(t *testing.T) {
	shippedGames(t, func(t *testing.T, game string) {
		for _, look := range Looks() {
			if source.Exists(catalog.Embedded(), "games/"+game+"/templates/"+look.Name+".yaml") {
				t.Errorf("the template %s of the game hides the look of that name", look.Name)
			}
		}
	})
}
