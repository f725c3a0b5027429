package press

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"kitpress/layout"
	"kitpress/layout/sheet"
)

// TestLeaf prints score sheets on the backs of quick references where paper is
// printed on both sides, both upright, and on sheets of their own where it is
// not; a file of their own is there either way.
func TestLeaf(t *testing.T) {
	front, behind := "quick-reference", "score-sheet"
	for _, sides := range []sheet.Sides{sheet.Usual, sheet.DuplexShort, sheet.Fold, sheet.Single} {
		req := Request{Games: []string{"online"}, Langs: []string{"en"}, Sides: string(sides), Only: []string{front, behind}}
		pages := map[string][]layout.Page{}
		for _, s := range sheetsOf(t, req) {
			pages[s.ID] = s.Pages
		}
		want := 2
		if sides == sheet.Single {
			want = 1
		}
		if len(pages[front]) != want || len(pages[behind]) != 1 {
			t.Fatalf("%s: %d and %d pages", sides, len(pages[front]), len(pages[behind]))
		}
		if want == 2 {
			back := pages[front][1]
			if same := back.Scene.Name == pages[behind][0].Scene.Name; !same || back.Role != layout.RoleBack {
				t.Errorf("%s: behind it is %q as %v, want %q", sides, back.Scene.Name, back.Role, pages[behind][0].Scene.Name)
			}
		}
		for _, f := range countAll(t, req) {
			if counted := f.ID == front || sides == sheet.Single; f.counted() != counted {
				t.Errorf("%s: %s is counted: %v", sides, f.ID, f.counted())
			}
		}
	}
}

// firstEdition is how many sheets the kits took that were printed first, on both
// sides; of the mats of Online the two that a table needs at least.
var firstEdition = map[string]int{"cyber-survival": 29, "online": 25, "cyber-siege": 27, "attacker-placement": 51}

// TestSheetsOfKits counts the sheets of each kit, in any language: fewer than
// those of the first edition, though there is more in it.
func TestSheetsOfKits(t *testing.T) {
	most := map[string]int{"cyber-survival": 24, "online": 25, "cyber-siege": 22, "attacker-placement": 43}
	shippedGames(t, func(t *testing.T, id string) {
		for _, lang := range []string{"en", "de", "it", "fr", "ja"} {
			sheets := 0
			for _, f := range countAll(t, Request{Games: []string{id}, Langs: []string{lang}}) {
				if f.counted() {
					sheets += f.paperSpan().from
				}
			}
			if sheets > most[id] {
				t.Errorf("%s: %d sheets, want at most %d; there were %d in the first edition", lang, sheets, most[id], firstEdition[id])
			}
		}
		files := countAll(t, Request{Games: []string{id}, Langs: []string{"en"}})
		plan := files[0].In.estimate(files)
		said := strings.Join(plan.Notes, " ")
		for _, deck := range []string{"dividers", "own-cards"} {
			if d := files[0].In.Game.Deck(deck); d != nil && !strings.Contains(said, strconv.Itoa(d.Count())+"\u00a0×\u00a0"+files[0].In.Texts.Text(d.Name)) {
				t.Errorf("the plan does not say that %q is printed: %q", deck, plan.Notes)
			}
		}
		for _, f := range files {
			if said := slices.ContainsFunc(plan.Notes, func(n string) bool { return strings.Contains(n, f.Title) }); f.component().Optional && !said {
				t.Errorf("the plan does not say that %q is in the kit: %q", f.Title, plan.Notes)
			}
		}
	})
}
