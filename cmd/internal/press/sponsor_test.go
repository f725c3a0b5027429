package press

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose"
)

const emblem = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><path d="M0 0h30v10H0z" fill="#123456"/></svg>`

func aSponsor(t *testing.T, line string) *compose.Sponsor {
	t.Helper()
	logo, ps := compose.ReadLogo("emblem.svg", []byte(emblem))
	if len(ps) > 0 {
		t.Fatal(ps)
	}
	return &compose.Sponsor{Line: line, Pos: source.Pos{File: "week.yaml", Line: 8, Col: 3}, Logo: logo}
}

// said counts the texts of items that hold some words, and the shapes of the
// logo.
func said(items []layout.Item, words string) (texts, logos int) {
	Walk(items, layout.Identity(), func(items []layout.Item, _ layout.Matrix) bool {
		for _, it := range items {
			switch it := it.(type) {
			case *layout.Text:
				if strings.Contains(it.Content, words) {
					texts++
				}
			case *layout.Path:
				if it.Fill != nil && it.Fill.Hex() == "#123456" {
					logos++
				}
			}
		}
		return true
	})
	return texts, logos
}

// filesOf returns the files of a game by id, and every page of each as text, but
// of some.
func filesOf(t *testing.T, req Request, but []string) (files map[string]*Sheets, dumps map[string]string) {
	t.Helper()
	files, dumps = map[string]*Sheets{}, map[string]string{}
	for _, s := range sheetsOf(t, req) {
		var b strings.Builder
		seen, inside := map[*layout.Item]bool{}, map[*layout.Item]bool{} // inside groups: dumped with them
		for _, p := range s.Pages {
			if slices.Contains(but, s.ID) {
				break
			}
			Walk(p.Scene.Items, layout.Identity(), func(items []layout.Item, _ layout.Matrix) bool {
				if seen[&items[0]] {
					return false
				}
				seen[&items[0]] = true
				for _, it := range items {
					if g, ok := it.(*layout.Group); ok && len(g.Items) > 0 {
						inside[&g.Items[0]] = true
					}
				}
				if !inside[&items[0]] {
					if err := layout.Dump(&b, &layout.Scene{Items: items}); err != nil {
						t.Fatal(err)
					}
				}
				return true
			})
		}
		files[s.ID], dumps[s.ID] = s, b.String()
	}
	return files, dumps
}

// The sponsor is on backs, the box, the board and the score sheet of every game,
// and what explains rules is the same, line for line, as without one.
func TestSponsorHasItsPlaces(t *testing.T) {
	places := map[string][]string{
		"cyber-survival":     {"cards-backs", "tuck-box", "boards", "score-sheet"},
		"online":             {"cards-backs", "tuck-box", "play-mats", "score-sheet"},
		"cyber-siege":        {"cards-backs", "tuck-box", "info-cards-backs", "score-sheet"},
		"attacker-placement": {"cards-backs", "tuck-box", "board", "board-tiles", "score-sheet"},
	}
	for game, shown := range places {
		if os.Getenv("KITPRESS_LONG") == "" && strings.HasPrefix(game, "cyber-") {
			continue
		}
		req := Request{Catalog: catalog.Embedded(), Games: []string{game}, Langs: []string{"de"}, Sides: "single"}
		_, before := filesOf(t, req, append(shown, PrintPlan))
		req.Sponsor = aSponsor(t, "Stadtbibliothek")
		files, after := filesOf(t, req, append(shown, PrintPlan))
		for id, s := range files {
			texts, logos := 0, 0
			for _, p := range s.Pages {
				a, b := said(p.Scene.Items, "Stadtbibliothek")
				texts, logos = texts+a, logos+b
			}
			switch {
			case slices.Contains(shown, id):
				if texts == 0 || logos == 0 {
					t.Errorf("%s: %s shows %d lines and %d logos", game, id, texts, logos)
				}
			case id == PrintPlan: // shows all sheets, very small
			case texts+logos > 0 || after[id] != before[id]:
				t.Errorf("%s: %s shows %d lines and %d logos, or is not what it was", game, id, texts, logos)
			}
		}
	}
}

// Backs of one pile stay alike, and each is the same turned round.
func TestSponsorKeepsBacksAlike(t *testing.T) {
	for _, game := range []string{"cyber-survival", "online", "cyber-siege", "attacker-placement"} {
		req := Request{Catalog: catalog.Embedded(), Games: []string{game}, Langs: []string{LangAll}, Sponsor: aSponsor(t, "Library")}
		locals, _, err := Localise(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range locals {
			backsAlike(t, l)
		}
	}
}

func backsAlike(t *testing.T, l *Localization) {
	t.Helper()
	for _, d := range l.Game.Decks {
		if d.Kind() != "cards" || d.Back == "" {
			continue
		}
		first := ""
		for _, c := range d.Cards {
			plain, _ := l.composer.Face(d.ID, c.ID, compose.Back)
			back, _ := l.backs.Face(d.ID, c.ID, compose.Back)
			back, ps := withSponsor(l, d, c.ID, back)
			if len(ps) > 0 {
				t.Fatal(l.Lang, ps)
			}
			game := l.Lang + ", " + l.Game.ID
			placed := compose.HasPlace(l.backs, d.ID, c.ID, compose.Back)
			if texts, logos := said(back.Items, "Library"); texts != logos || texts == 0 || !placed && texts != 2 {
				t.Fatalf("%s: the back of %s shows %d lines and %d logos", game, c.ID, texts, logos)
			}
			if placed {
				continue // it says what it is for, and which way is up
			}
			over := back.Items[len(plain.Items):]
			places := grounds(over, layout.Identity())
			half := layout.Rotate(180).Then(layout.Translate(layout.Point{X: plain.Size.W, Y: plain.Size.H}))
			if turned := grounds(over, half); !slices.Equal(places, turned) || len(places) < 4 {
				t.Errorf("%s: the back of %s is another one turned round: %v, %v", game, c.ID, places, turned)
			}
			if first == "" {
				first = fmt.Sprint(places)
			} else if first != fmt.Sprint(places) {
				t.Errorf("%s: the back of %s differs from the others of its deck", game, c.ID)
			}
		}
	}
}

// grounds lists where shapes and texts lie, sorted, in hundredths of a millimetre.
func grounds(items []layout.Item, m layout.Matrix) []string {
	var list []string
	Walk(items, m, func(items []layout.Item, m layout.Matrix) bool {
		for _, it := range items {
			var box layout.Rect
			switch it := it.(type) {
			case *layout.Path:
				box = it.Outline.Bounds()
			case *layout.Text:
				box = layout.Rect{X: it.At.X, Y: it.At.Y - it.Size, W: it.Width, H: it.Size}
			default:
				continue
			}
			b := m.Bounds(box)
			list = append(list, fmt.Sprint((b.X+5)/10, (b.Y+5)/10, (b.W+5)/10, (b.H+5)/10))
		}
		return true
	})
	slices.Sort(list)
	return list
}

// A line that is too long is said with where it is written and by how much.
func TestSponsorTooLong(t *testing.T) {
	for words, want := range map[string]string{
		strings.Repeat("x", 78):       "mm too wide at 6 pt",
		strings.Repeat("library ", 9): "mm too",
	} {
		req := Request{Catalog: catalog.Embedded(), Games: []string{"online"}, Langs: []string{"en"}, Only: []string{"cards"}, Sponsor: aSponsor(t, words)}
		locals, _, err := Localise(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		d := locals[0].Game.Decks[0]
		_, ps := locals[0].Faces(d, d.Cards[0].ID, true)
		if !ps.HasErrors() || !strings.Contains(ps[0].Error(), "week.yaml:8:3: error: ") || !strings.Contains(ps[0].Error(), want) {
			t.Errorf("%s: %v", words, ps)
		}
	}
}
