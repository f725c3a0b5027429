package press

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/i18n"
	"kitpress/layout/sheet"
)

// What the print plan says of backs and copies is what the rules say: each
// component whose pieces have a back states what it is for, a rule that is
// named speaks of what only a back can do, and one that is named for several
// copies gives one to each team or player.
func TestPlanKeepsToTheRules(t *testing.T) {
	backs := regexp.MustCompile(`\bbacks?\b|face[- ]down|draw pile|(?i:shuffle)`)
	each := regexp.MustCompile(`(?i)\b(every|each) (team|player)`)
	shippedGames(t, func(t *testing.T, id string) {
		g, problems := load.Game(catalog.Embedded(), id)
		if problems.HasErrors() {
			t.Fatal(problems.Err())
		}
		text := func(r string) string {
			rule := g.Rule(r)
			all := rule.Text.Text
			for _, m := range rule.ByEdition {
				all += m.Text
			}
			return all
		}
		for i := range g.Components {
			c := &g.Components[i]
			if hasBacks(g, c) == (c.Backs.Use == catalog.BacksNeeded) {
				t.Errorf("%s has backs: %v, and they are for %q", c.ID, hasBacks(g, c), c.Backs.Use)
			}
			for _, r := range c.Backs.Rules {
				if !backs.MatchString(text(r)) {
					t.Errorf("%s needs its backs by %s, which says %q", c.ID, r, text(r))
				}
			}
			if c.Copies.From > 0 && !each.MatchString(text(c.Copies.Rule)) {
				t.Errorf("%s is printed several times by %s, which says %q", c.ID, c.Copies.Rule, text(c.Copies.Rule))
			}
			if folds := c.Sheet == "dice-nets" || c.Sheet == "standees"; folds && c.Paper != "dice" {
				t.Errorf("%s is folded and printed on %q", c.ID, c.Paper)
			}
		}
	})
}

// A file's paper goes with how it is printed: what is glued together of two
// printed layers is light, what is printed on both sides is glued onto nothing.
func TestPlanPaper(t *testing.T) {
	g, _ := load.Game(catalog.Embedded(), "online")
	texts, problems := i18n.Load(catalog.Embedded(), g, "en")
	if problems.HasErrors() {
		t.Fatal(problems.Err())
	}
	l := &Localization{Texts: texts}
	for _, tc := range []struct {
		stock, suffix string
		sides         sheet.Sides
		want          string
	}{
		{"card", "", sheet.Single, "Card stock, 200–250\u202fg/m²"},
		{"card", BacksSuffix, sheet.Single, "Plain paper, 80–100\u202fg/m²"},
		{"card", "", sheet.Fold, "Card stock, 120–160\u202fg/m²"},
		{"card", "", sheet.DuplexLong, "Card stock, 200–250\u202fg/m²"},
		{"token", "", sheet.Single, "Plain paper, glued onto card of 1–1.5\u202fmm"},
		{"token", "", sheet.DuplexShort, "Stiff card stock, 300\u202fg/m² or more"},
		{"token", "", sheet.Fold, "Plain paper, folded round card of 1–1.5\u202fmm"},
		{"dice", "", sheet.Single, "Card stock, 160–200\u202fg/m²"},
		{"", "", sheet.DuplexLong, "Plain paper, 80–100\u202fg/m²"},
	} {
		f := &Result{Job: Job{ID: "x" + tc.suffix, Stock: tc.stock, Sides: tc.sides}}
		if got := strings.ReplaceAll(l.stock(f), "\u00a0", "\u202f"); got != tc.want {
			t.Errorf("%s%s %s: %q, want %q", tc.stock, tc.suffix, tc.sides, got, tc.want)
		}
	}
}

// What a table needs several times is counted from the least to the most.
func TestPlanCounts(t *testing.T) {
	mats := Result{Job: Job{Of: &catalog.Component{Copies: catalog.Copies{From: 2, To: 4}}, Sides: sheet.Single}, File: File{Pages: 1}}
	cards := Result{Job: Job{Of: &catalog.Component{}, Sides: sheet.DuplexLong}, File: File{Pages: 5}}
	if got := mats.paperSpan().plus(cards.paperSpan()).String(); got != "5–7" {
		t.Errorf("%s sheets, want 5–7", got)
	}
	if got := cards.paperSpan().String(); got != "3" {
		t.Errorf("%s sheets, want 3", got)
	}
}

// A box and booklets ask for steps of their own; dice and figures for another.
func TestPlanSaysWhatIsBuilt(t *testing.T) {
	box := Result{Job: Job{Of: &catalog.Component{Template: boxTemplate, Paper: "dice"}}}
	onDemand := Result{Job: Job{Of: &catalog.Component{Template: boxTemplate, Paper: "dice", Optional: true}}}
	game := catalog.NewGame()
	game.AddDeck(&catalog.Deck{ID: "nets", Template: "die-net"})
	game.AddDeck(&catalog.Deck{ID: "guards", Template: "standee-figure"})
	in := &Localization{Game: game}
	dice := Result{Job: Job{In: in, Of: &catalog.Component{Paper: "dice", Decks: []string{"nets"}}, Stock: "dice"}}
	guards := Result{Job: Job{In: in, Of: &catalog.Component{Paper: "dice", Decks: []string{"nets", "guards"}}, Stock: "dice"}}
	board := Result{Job: Job{Of: &catalog.Component{}, Stock: "board", Sides: sheet.Single}}
	tiles := Result{Job: Job{Of: &catalog.Component{Sheet: "tiles"}, Stock: "board", Sides: sheet.Single}}
	booklet := Result{Job: Job{ID: "rulebook" + BookletSuffix, Of: &catalog.Component{}}}
	for _, tc := range []struct {
		name string
		file Result
		want printNeeds
	}{
		{"box", box, printNeeds{box: true}}, {"box on demand", onDemand, printNeeds{}}, {"booklet", booklet, printNeeds{bind: true}},
		{"dice", dice, printNeeds{score: true}}, {"figures", guards, printNeeds{score: true, standees: true}},
		{"board", board, printNeeds{mount: true}}, {"board in parts", tiles, printNeeds{mount: true, parts: true}},
	} {
		if n := needsOf([]Result{tc.file}); !reflect.DeepEqual(n, tc.want) {
			t.Errorf("%s: %+v, want %+v", tc.name, n, tc.want)
		}
	}
}

// Nobody lays out a tool that no step needs.
func TestPlanNamesItsTools(t *testing.T) {
	texts, problems := i18n.WordsIn("en")
	if problems.HasErrors() {
		t.Fatal(problems.Err())
	}
	booklet := Result{Job: Job{ID: "rulebook" + BookletSuffix, Of: &catalog.Component{}}}
	nets := Result{Job: Job{Of: &catalog.Component{}, Stock: "dice"}}
	for _, tc := range []struct {
		files []Result
		want  string
	}{
		{nil, "a knife with a steel ruler and a cutting mat, or a guillotine."},
		{[]Result{booklet}, "or a guillotine; a long-arm stapler."},
		{[]Result{nets, booklet}, "or a guillotine; scissors and a glue stick; an empty ballpoint pen to score folds; a long-arm stapler."},
	} {
		if got := planTools(texts, tc.files); !strings.HasSuffix(got, tc.want) {
			t.Errorf("%s, want …%s", got, tc.want)
		}
	}
}

// Every kind of paper has words in every language.
func TestPaperKindsHaveWords(t *testing.T) {
	for _, lang := range i18n.Languages() {
		words, problems := i18n.WordsIn(lang)
		if problems.HasErrors() {
			t.Fatal(problems.Err())
		}
		for _, s := range stocks {
			if !words.Has("plan.paper." + s) {
				t.Errorf("%s has no plan.paper.%s", lang, s)
			}
		}
	}
}
