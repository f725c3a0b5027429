package compose

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"kitpress/catalog"
	"kitpress/layout"
	"kitpress/layout/compose/expr"
)

// sceneText draws every face, beginning with the nth and in steps, and returns
// all scenes and problems in the order of the game.
func sceneText(t testing.TB, c *Composer, first, step int) string {
	type ask struct {
		deck, card string
		side       Side
	}
	var asks []ask
	everyFace(c.game, func(deck, card string, side Side) { asks = append(asks, ask{deck, card, side}) })
	divisor := func(a, b int) int {
		for b != 0 {
			a, b = b, a%b
		}
		return a
	}
	for divisor(step, len(asks)) > 1 {
		step++ // otherwise some are never asked for
	}
	out := make([]string, len(asks))
	for i := range asks {
		at := (first + i*step) % len(asks)
		a := asks[at]
		s, ps := c.Face(a.deck, a.card, a.side)
		out[at] = a.deck + "/" + a.card + "\n" + printed(ps)
		if s != nil {
			out[at] += dump(t, s)
		}
	}
	return strings.Join(out, "\n")
}

// However many goroutines ask, in whatever order: the scenes are the same, and
// each symbol is there once.
func TestFacesAreSafeForConcurrentUse(t *testing.T) {
	s := setting{game: "cyber-survival", lang: "en", url: "https://example.org/C/7F3K-Q"}
	fresh := func() *Composer {
		c, ps := s.compose(t, catalog.Embedded(), libraryOf(t, s.game))
		if len(ps) > 0 {
			t.Fatal(printed(ps))
		}
		return c
	}
	want := sceneText(t, fresh(), 0, 1)
	c := fresh()
	got := make([]string, 6)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i] = sceneText(t, c, 17*i, 1+6*(i%3)) })
	}
	wg.Wait()
	for i := range got {
		if got[i] != want {
			t.Fatalf("goroutine %d: %s", i, difference(want, got[i]))
		}
	}
	symbols := map[string]*layout.Symbol{}
	everyFace(c.game, func(deck, card string, side Side) {
		scene, _ := c.Face(deck, card, side)
		for _, it := range scene.Items {
			u, ok := it.(*layout.Use)
			if !ok || !strings.HasPrefix(u.Symbol.Name, "icon/fill/") {
				continue
			}
			key := u.Symbol.Name + fmt.Sprint(u.Symbol.Items[0].(*layout.Path).Fill)
			if old := symbols[key]; old != nil && old != u.Symbol {
				t.Errorf("%s is there twice", u.Symbol.Name)
			}
			symbols[key] = u.Symbol
		}
	})
	if len(symbols) == 0 {
		t.Error("no icons are placed")
	}
}

// Cards that show each other are a problem, the same one whoever is drawn
// first, and no reason to wait for ever.
func TestCirclesAreSafeForConcurrentUse(t *testing.T) {
	fsys := card(t, `  - {if: title == 'Wise owl', piece: fox, at: [31.5, 44], size: 20}
  - {if: title == 'Clever fox', piece: cat, at: [31.5, 44], size: 20}
  - {if: title == 'Quiet cat', use: window, at: [31.5, 44]}
symbols:
  window: {size: [20, 20], draw: [{piece: owl, at: [10, 10], size: 20}]}
`)
	for round := range 20 {
		c := composer(t, fsys, setting{})
		var wg sync.WaitGroup
		problems := make([]string, 3)
		for i, id := range []string{"fox", "owl", "cat"} {
			wg.Go(func() {
				_, ps := c.Face("animals", id, Front)
				problems[i] = printed(ps)
			})
		}
		wg.Wait()
		for i := range problems {
			if want := `templates/tiny-card.yaml:5:5: error: card "cat" shows itself, inside card "fox"`; !strings.HasPrefix(problems[i], want) || strings.Count(problems[i], "error") != 1 {
				t.Fatalf("round %d: %q, want %q", round, problems[i], want)
			}
		}
	}
}

// What is shown in a loop is wrong once, however often it is shown: a template
// of a line must not fill the memory with copies of one problem.
func TestLoopsReportOnce(t *testing.T) {
	for name, element := range map[string]string{
		"a card that shows itself": `{piece: cat, at: [31.5, 44], size: 20}`,
		"a symbol in a symbol":     `{use: hole, at: [31.5, 44]}`,
	} {
		t.Run(name, func(t *testing.T) {
			c := composer(t, card(t, `  - {each: range(500), draw: [`+element+`]}
symbols:
  hole: {size: [20, 20], draw: [{use: hole, at: [10, 10]}]}
`), setting{})
			for _, id := range []string{"fox", "owl", "cat"} {
				if _, ps := c.Face("animals", id, Front); len(ps) != 1 {
					t.Errorf("%s: %d problems, want 1", id, len(ps))
				}
			}
		})
	}
}

// Each round of a loop may find a fault of its own; enough of them are enough.
func TestLoopsReportNotWithoutEnd(t *testing.T) {
	c := composer(t, card(t, "  - {each: range(2000), draw: [{text: 'Number {it} of very many numbers', id: text, at: [5, 20], width: 3, lines: 1, size: 8}]}\n"), setting{})
	if _, ps := c.Face("animals", "cat", Front); len(ps) < maxProblems/2 || len(ps) > maxProblems {
		t.Errorf("%d problems, want about %d", len(ps), maxProblems)
	}
}

// Two values that read the same are still two: what is drawn with one is not
// taken for the other.
func TestSymbolKeys(t *testing.T) {
	game, _, _ := readGame(t, pack(t), setting{lang: "en"})
	sun := recordValue{rec: game.Set("suits").Item("SUN"), schema: game.Set("suits").Schema}
	moon := recordValue{rec: game.Set("suits").Item("MOON"), schema: game.Set("suits").Schema}
	fox := recordValue{rec: game.Deck("animals").Cards[0]}
	at := game.Name.Pos
	values := []any{nil, true, false, 1.0, 2.0, "", "1", "true", "SUN", expr.Message{Text: "1", Pos: at}, expr.Message{Text: "1"}, []any{}, []any{nil}, []any{"1", "2"}, []any{"12"}, []any{[]any{"1"}, "2"},
		sun, moon, fox, expr.Parts{"id": "SUN"}, expr.Parts{"id": "SUN", "name": nil}, expr.Numbers{"H": 1}, expr.Numbers{"H": 2}, expr.Numbers{"P": 1}, deckValue{d: game.Decks[0]}, deckValue{d: game.Decks[1]}}
	seen := map[string]any{}
	for _, v := range values {
		key := string(appendKey(nil, v))
		if old, ok := seen[key]; ok {
			t.Errorf("%#v and %#v have one key", old, v)
		}
		seen[key] = v
		if key != string(appendKey(nil, v)) {
			t.Errorf("%#v has two keys", v)
		}
	}
}

// Two cards that share a symbol in which something is wrong both say so.
func TestSymbolProblemsAreThoseOfEachCard(t *testing.T) {
	c := composer(t, card(t, `  - {use: sign, at: [10, 10], with: {text: Much too wide}}
symbols:
  sign: {size: [10, 10], args: [text], draw: [{text: "{text}", id: sign, at: [0, 5], width: 10, size: 9, lines: 1, fill: ink}]}
`), setting{})
	for range 2 {
		for id, want := range map[string]string{"fox": `cards.yaml:19:9: error: card "fox", `, "owl": `cards.yaml:28:9: error: card "owl", `} {
			if _, ps := c.Face("animals", id, Front); len(ps) != 1 || !strings.HasPrefix(ps[0].Error(), want) {
				t.Errorf("%s: %v", id, ps)
			}
		}
	}
}

// What is stored first stays: an item is known by its address.
func TestCache(t *testing.T) {
	var c cache[string, *int]
	if _, ok := c.get("a"); ok {
		t.Error("something is in an empty cache")
	}
	one, two := new(int), new(int)
	if c.put("a", one) != one || c.put("a", two) != one || c.put("b", two) != two {
		t.Error("another value took the place of the first")
	}
	if v, ok := c.get("a"); !ok || v != one {
		t.Error("the value is gone")
	}
}
