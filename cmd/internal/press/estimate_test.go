package press

import (
	"context"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"kitpress/catalog"
	"kitpress/layout/sheet"
)

// sheetsIn counts the sheets of paper in the files of a kit in piles.
func sheetsIn(t *testing.T, req Request) int {
	t.Helper()
	req.Format = FormatPiles
	n := 0
	for _, f := range countAll(t, req) {
		if strings.HasPrefix(f.ID, "pile-") {
			n += f.sheets()
		}
	}
	return n
}

// What a plan says is what comes out of the printer: the sheets of each pile,
// of all of them, and what a saving promises. A class of 28 plays a game on no
// more than 150 sheets of black print.
func TestEstimateIsWhatIsPrinted(t *testing.T) {
	req := Request{Games: []string{"cyber-survival"}, Langs: []string{"en"}, Pupils: 28, Ink: "mono"}
	if os.Getenv("KITPRESS_LONG") == "" {
		req = Request{Catalog: boardGame(t), Langs: []string{"en"}, Pupils: 28}
	}
	of := func(req Request) (e *Estimate, sheets int) {
		all, err := Estimates(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all[0].Piles {
			files := 0
			for _, f := range p.Files {
				files += f.Sheets * f.Times
			}
			if sheets += p.Most; files != p.Most {
				t.Errorf("%s has %d sheets, its files %d", p.Stock, p.Most, files)
			}
		}
		return all[0], sheets
	}
	e, sheets := of(req)
	if n := sheetsIn(t, req); n != sheets || n > 150 {
		t.Errorf("the plan counts %d sheets, %d are printed; at most 150", sheets, n)
	}
	for _, s := range e.Savings {
		by, ok := strings.CutPrefix(s.Flag, "--stand-in ")
		if !ok {
			continue
		}
		less := req
		less.StandIn = []string{by}
		was, n := of(less)
		if printed := sheetsIn(t, less); n != sheets-s.Sheets || printed != n {
			t.Errorf("%s saves %d of %d sheets; the plan then counts %d, %d are printed", by, s.Sheets, sheets, n, printed)
		}
		if !slices.ContainsFunc(was.Notes, func(note string) bool { return strings.HasPrefix(s.What, note) }) && by == catalog.StandInDice {
			t.Errorf("nothing says what the numbers of the dice mean: %q", was.Notes)
		}
	}
	if os.Getenv("KITPRESS_LONG") != "" && len(e.Savings) < 3 {
		t.Errorf("%d ways to save", len(e.Savings))
	}
}

// The kits of a class leave little paper unused: over four games and classes
// from 8 to 40, at most one place in twenty for a card, board or token.
func TestLittleIsWasted(t *testing.T) {
	specs, _ := sheet.LoadSpecs(sheet.Files, nil)
	var unused, all float64
	shippedGames(t, func(t *testing.T, id string) {
		for _, s := range sheetsOf(t, Request{Games: []string{id}, Langs: []string{"en"}}) {
			spec, ok := specs.Spec(s.Sheet)
			if !ok || spec.Kind != sheet.Grid || s.Of.Kind != catalog.KindPieces || s.Of.InsteadOf != "" {
				continue
			}
			sheets := func(sets int) (n, per int) {
				n, per, err := specs.Sheets(s.ofPieces(slices.Repeat(piecesOf(s), sets)))
				if err != nil {
					t.Fatal(err)
				}
				return n, per
			}
			for pupils := 8; pupils <= 40; pupils++ {
				sets := (&Request{Pupils: pupils}).sets(s.In.Game)
				n, per := sheets(sets)
				used := float64(sets*s.pieces) / float64(per)
				if spec.Mixed { // as dense as when there are many
					most, _ := sheets(200)
					used = float64(sets*most) / 200
				}
				unused, all = unused+max(0, float64(n)-used), all+float64(n)
			}
		}
	})
	t.Logf("%.1f of %.0f sheets are unused: %.1f %%", unused, all, 100*unused/all)
	if unused > 0.05*all {
		t.Errorf("%.1f of %.0f sheets are unused", unused, all)
	}
}

// sheetsOf returns the sheets of the files of a request.
func sheetsOf(t *testing.T, req Request) []*Sheets {
	t.Helper()
	var list []*Sheets
	var mu sync.Mutex
	locals, _, err := Localise(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := Plan(locals)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Run(t.Context(), jobs, func(s *Sheets) (File, error) {
		mu.Lock()
		defer mu.Unlock()
		list = append(list, s)
		return CountPages(s)
	}, nil); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(list, func(a, b *Sheets) int { return a.Index - b.Index })
	return list
}

// piecesOf returns the pieces of sheets.
func piecesOf(s *Sheets) []sheet.Piece {
	var pieces []sheet.Piece
	for faces := range slices.Chunk(s.faces, 2) {
		pieces = append(pieces, sheet.Piece{Front: faces[0], Back: faces[1]})
	}
	return pieces[:s.pieces]
}

// In piles, components that are cut out of the same sheets share them, and the
// pile names both.
func TestComponentsShareSheets(t *testing.T) {
	count := func(format string) (sheets int, titles string) {
		locals, _, err := Localise(t.Context(), Request{Catalog: boardGame(t), Langs: []string{"en"}, Format: format})
		if err != nil {
			t.Fatal(err)
		}
		g := locals[0].Game
		more := *g.Component("sight-cards")
		more.ID, more.Name = "more-cards", g.Component("tokens").Name
		g.Components = append(g.Components, more)
		var jobs []Job
		for _, j := range locals[0].jobs() {
			if j.Sheet == more.Sheet {
				j.Index, j.Write = len(jobs), true
				jobs, titles = append(jobs, j), titles+j.Title+";"
			}
		}
		files, _, err := Run(t.Context(), jobs, CountPages, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			sheets += f.sheets()
		}
		return sheets, titles
	}
	apart, _ := count(FormatPDF)
	shared, titles := count(FormatPiles)
	if shared > apart || titles != "Sights · Tokens;" {
		t.Errorf("%d sheets for two components, %d when they share them, in %q", apart, shared, titles)
	}
}
