package kit

import (
	"path"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog/catalogtest"
	"kitpress/catalog/load"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/layout/compose"
)

// A fifth game is a folder: one with everything a published game has, looks of
// its own included, is checked and printed by code that has never heard of it.
func TestAGameNeedsNoCode(t *testing.T) {
	pack := catalogtest.Keepsakes()
	g, problems := load.Game(pack, "keepsakes")
	if len(problems) > 0 {
		t.Fatal(problems.Err())
	}
	cards := 0
	for _, id := range []string{"photos", "mishaps"} {
		d := g.Deck(id)
		cards += d.Count()
		if d.Back == "" {
			t.Errorf("%s have no backs", id)
		}
	}
	if cards < 20 || !slices.Equal(g.Languages, []string{"en", "de"}) || g.Score == nil || g.Art == nil {
		t.Errorf("%d cards in %v", cards, g.Languages)
	}
	shipped := compose.NewLibrary(layout.Files, nil)
	for _, r := range g.TemplateRefs() {
		if shipped.HasTemplate(r.Name) {
			t.Errorf("%v: %s is kitpress's template, not the pack's own", r.Pos, r.Name)
		}
	}
	if shipped.HasTheme(g.Theme) {
		t.Errorf("%s is kitpress's theme", g.Theme)
	}

	checked, problems, err := press.Check(t.Context(), press.Request{Catalog: pack})
	if err != nil || len(problems) > 0 || len(checked) != 1 {
		t.Fatal(err, problems)
	}
}

// Built in both languages it gives all the files of a kit: among them the board
// in one piece on A3, and in parts on the paper everybody has, with a page that
// says how to put them together.
func TestAGameOfOnesOwnIsBuilt(t *testing.T) {
	for _, paper := range []string{"a4", "letter"} {
		report := build(t, press.Request{Catalog: catalogtest.Keepsakes(), Langs: []string{press.LangAll}, Paper: paper, Out: path.Join(t.TempDir(), "kit")})
		pages := map[string]int{}
		for _, f := range report.Kits[0].Files {
			if f.Lang == "de" {
				pages[f.Component+" "+f.Paper] = f.Pages
			}
		}
		for _, want := range strings.Fields("photo-cards mishap-cards board-parts tokens die rulebook-booklet threat-guide-booklet score-sheet print-plan") {
			if pages[want+" "+paper] == 0 {
				t.Errorf("%s on %s is missing: %v", want, paper, pages)
			}
		}
		if pages["board a3"] != 1 || pages["board-parts "+paper] < 5 || pages["rulebook a5"] == 0 || pages["threat-guide a5"] < 3 {
			t.Errorf("board, rulebook or guide: %v", pages)
		}
	}
}
