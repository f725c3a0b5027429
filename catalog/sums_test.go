package catalog_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/load"
)

// What the sources count, counted again in the catalog.
func TestCheckSums(t *testing.T) {
	eachTranscribed(t, func(t *testing.T, g *catalog.Game) {
		for _, row := range table(t, g, "sums.tsv").Rows {
			got, err := sum(g, strings.Fields(row.Cells["of"]), strings.Fields(row.Cells["where"]), row.Cells["what"])
			if err != nil || strconv.Itoa(got) != row.Cells["sum"] {
				t.Errorf("line %d: %s of %s %s is %d, want %s: %s %v", row.Line, row.Cells["what"], row.Cells["of"], row.Cells["where"], got, row.Cells["sum"], row.Cells["(stated)"], err)
			}
		}
	})
}

// sum adds up what ("copies", "points*copies") over the cards of decks for
// which all conditions hold.
func sum(g *catalog.Game, decks, where []string, what string) (int, error) {
	n := 0
	for _, id := range decks {
		d := g.Deck(id)
		if d == nil {
			return 0, fmt.Errorf("there is no deck %q", id)
		}
		for _, r := range d.Cards {
			if slices.ContainsFunc(where, func(c string) bool { return !holds(r, c) }) {
				continue
			}
			product := 1
			for _, factor := range strings.Split(what, "*") {
				product *= amount(r, factor)
			}
			n += product
		}
	}
	return n, nil
}

func amount(r *catalog.Record, what string) int {
	switch what {
	case "kinds":
		return 1
	case "copies":
		return r.Quantity
	}
	if name, ok := strings.CutSuffix(what, "-length"); ok {
		return len(r.Fields[name].List)
	}
	n, err := strconv.Atoi(content(r, what))
	if err != nil {
		return 0 // nothing there
	}
	return n
}

// holds reports whether a record meets "field=value", "field~item" (its list
// holds the item), "copies=3" or "field-length=2".
func holds(r *catalog.Record, condition string) bool {
	if field, item, ok := strings.Cut(condition, "~"); ok {
		return slices.Contains(r.Fields[field].List, item)
	}
	field, want, _ := strings.Cut(condition, "=")
	switch {
	case field == "id":
		return r.ID == want
	case field == "copies" || strings.HasSuffix(field, "-length"):
		return strconv.Itoa(amount(r, field)) == want
	}
	got := content(r, field)
	return got == want || got == "-" && (want == "0" || want == "no")
}

// The params have the values the rules state, in every edition.
func TestParamsAgreeWithTheRules(t *testing.T) {
	eachTranscribed(t, func(t *testing.T, g *catalog.Game) {
		for _, row := range table(t, g, "params.tsv").Rows {
			name, only := row.Cells["param"], row.Cells["edition"]
			for _, e := range editionsOf(g) {
				if only != "" && e.ID != only {
					continue
				}
				p, ok := g.ParamsFor(e)[name]
				got := strconv.Itoa(p.Number)
				if p.IsWord {
					got = p.Word
				}
				if !ok || !slices.Contains(strings.Split(row.Cells["value"], "|"), got) {
					t.Errorf("line %d: %s %s is %q, want %s: %s", row.Line, name, e.ID, got, row.Cells["value"], row.Cells["(stated)"])
				}
			}
			if only != "" && g.Edition(only) == nil {
				t.Errorf("line %d: there is no edition %q", row.Line, only)
			}
		}
	})
}

// editionsOf returns the editions, or one without an id when there are none.
func editionsOf(g *catalog.Game) []*catalog.Edition {
	var list []*catalog.Edition
	for i := range g.Editions {
		list = append(list, &g.Editions[i])
	}
	if list == nil {
		list = append(list, &catalog.Edition{})
	}
	return list
}

// Every rule stands once in the rulebook of every edition it belongs to, there
// are no others, and the numbers it states come from params with their values.
func TestRulesAgreeWithTheList(t *testing.T) {
	eachTranscribed(t, func(t *testing.T, g *catalog.Game) {
		rules := table(t, g, "rules.tsv")
		var known []string
		for i, row := range rules.Rows {
			id := row.Cells["id"]
			if id != "R"+strconv.Itoa(i+1) {
				t.Fatalf("line %d: %s is not the next rule", row.Line, id)
			}
			known = append(known, id)
			for _, e := range editionsOf(g) {
				checkRule(t, g, e, row)
			}
		}
		for _, s := range g.Sections {
			for _, b := range s.Blocks {
				if b.Rule != nil && !slices.Contains(known, b.Rule.ID) {
					t.Errorf("%v: %s-%s is not in the list", b.Rule.Pos, g.Prefix, b.Rule.ID)
				}
			}
		}
	})
}

func checkRule(t *testing.T, g *catalog.Game, e *catalog.Edition, row catalogtest.Row) {
	t.Helper()
	var found []*catalog.Rule
	for i := range g.Sections {
		for j := range g.Sections[i].Blocks {
			if b := &g.Sections[i].Blocks[j]; b.Rule != nil && b.Rule.ID == row.Cells["id"] && b.In(e.ID) {
				found = append(found, b.Rule)
			}
		}
	}
	want := 1
	if only := row.Cells["edition"]; only != "" && only != e.ID {
		want = 0
	}
	if len(found) != want {
		t.Errorf("%s-%s stands %d times in edition %q, want %d: %s", g.Prefix, row.Cells["id"], len(found), e.ID, want, row.Cells["(gist)"])
		return
	}
	if want == 0 {
		return
	}
	text := found[0].Text.Text
	if own, ok := found[0].ByEdition[e.ID]; ok {
		text = own.Text
	}
	used, err := catalog.ParsePlaceholders(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, number := range strings.Fields(row.Cells["numbers"]) {
		if !slices.ContainsFunc(used, func(p catalog.Placeholder) bool {
			v := g.ParamsFor(e)[p.Args[0]]
			return p.Kind == catalog.PlaceholderParam && !v.IsWord && strconv.Itoa(v.Number) == number
		}) {
			t.Errorf("%v: %s-%s has no param for the %s it states: %s", found[0].Pos, g.Prefix, found[0].ID, number, row.Cells["(gist)"])
		}
	}
}

// The example of a whole turn adds up: what is paid was in hand, was taken or
// was rolled, and each payment has as many tokens as discs are due.
func TestExampleOfATurnAddsUp(t *testing.T) {
	g, problems := load.Game(catalog.Embedded(), "attacker-placement")
	if problems.HasErrors() {
		t.Fatal(problems.Err())
	}
	r := cardOf(g, "turn-figures", "example-turn")
	purse := map[string]int{}
	for _, income := range []string{"had", "took", "four"} {
		for _, site := range r.Fields[income].List {
			purse[site]++
		}
	}
	purse[content(r, "six")]++
	for _, payment := range []string{"move", "cost"} {
		for _, site := range r.Fields[payment].List {
			purse[site]--
		}
	}
	for site, left := range purse {
		if left < 0 {
			t.Errorf("%d tokens of %s are paid that nobody has", -left, site)
		}
	}
	attack := cardOf(g, "attacks", content(r, "attack"))
	if got, want := len(r.Fields["cost"].List), amount(attack, "S")+amount(attack, "O"); got != want {
		t.Errorf("the attack is paid with %d tokens, its card asks for %d", got, want)
	}
}

func cardOf(g *catalog.Game, deck, id string) *catalog.Record {
	for _, r := range g.Deck(deck).Cards {
		if r.ID == id {
			return r
		}
	}
	return &catalog.Record{}
}
