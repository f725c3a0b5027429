package flow

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/i18n"
	"kitpress/layout"
	"kitpress/layout/compose"
	"kitpress/layout/compose/theme"
)

// A shippedBook is the rulebook or the guide of a shipped game in a language,
// drawn as it is printed.
type shippedBook struct {
	name   string // "online/de/rulebook"
	lang   string
	game   *catalog.Game
	texts  *i18n.Texts
	flow   *Flow
	book   *Book
	style  Style
	drawer Drawer
}

// shippedBooks sets the rulebooks and guides of all shipped games in all their
// languages, once for all tests.
var shippedBooks = sync.OnceValues(func() ([]shippedBook, error) {
	ids, err := load.Games(catalog.Embedded())
	if err != nil {
		return nil, err
	}
	var jobs []func() ([]shippedBook, error)
	for _, id := range ids {
		g, ps := load.Game(catalog.Embedded(), id, load.WithExplanations(nil))
		if err := ps.Err(); err != nil {
			return nil, err
		}
		for _, lang := range languagesOf(g) {
			jobs = append(jobs, func() ([]shippedBook, error) { return booksOf(g, lang) })
		}
	}
	results, errs := make([][]shippedBook, len(jobs)), make([]error, len(jobs))
	var all sync.WaitGroup
	for i, job := range jobs {
		all.Go(func() { results[i], errs[i] = job() })
	}
	all.Wait()
	return slices.Concat(results...), cmp.Or(errs...)
})

// languagesOf returns the languages books are looked at in: all, short of
// KITPRESS_LONG=1 the longest and the other script.
func languagesOf(g *catalog.Game) []string {
	if os.Getenv("KITPRESS_LONG") == "" {
		return []string{"de", "ja"}
	}
	return g.Languages
}

// booksOf sets the books of a game in a language, in the edition it takes.
func booksOf(g *catalog.Game, lang string) ([]shippedBook, error) {
	texts, ps := i18n.Load(catalog.Embedded(), g, lang)
	if err := ps.Err(); err != nil {
		return nil, err
	}
	own, err := fs.Sub(catalog.Embedded(), g.Dir())
	if err != nil {
		return nil, err
	}
	setter, err := typesetter()
	if err != nil {
		return nil, err
	}
	ed := cmp.Or(g.EditionFor(lang), &catalog.Edition{})
	c, ps := compose.New(compose.NewLibrary(layout.Files, own), compose.Options{
		Game: g, Edition: ed, Texts: texts, Typesetter: setter, Codes: &layout.Codes{}, Ink: theme.Full,
		TopicURL: func(*catalog.Topic) string { return "HTTPS://EXAMPLE.ORG/C/7F3K-Q" },
	})
	if err := ps.Err(); err != nil {
		return nil, err
	}
	var books []shippedBook
	for i := range g.Components {
		k := &g.Components[i]
		var f *Flow
		style := ""
		switch k.Kind {
		case catalog.KindRulebook:
			f, ps = FromRulebook(g, ed, texts, c)
			style = "rulebook"
		case catalog.KindGuide:
			f, ps = FromTopics(g, k, ed, texts, c, "CC BY-SA 4.0")
			style = "guide"
		default:
			continue
		}
		st, more := LoadStyle(layout.Files, style)
		if err := append(ps, more...).Err(); err != nil {
			return nil, err
		}
		book, ps := f.Pages(st, c)
		if err := ps.Err(); err != nil {
			return nil, err
		}
		books = append(books, shippedBook{path.Join(g.ID, lang, style), lang, g, texts, f, book, st.in(lang), c})
	}
	return books, nil
}

// everyBook calls do for every shipped rulebook and guide.
func everyBook(t *testing.T, do func(t *testing.T, b shippedBook)) {
	t.Helper()
	books, err := shippedBooks()
	if err != nil {
		t.Fatal(err)
	}
	if len(books) != 2*len(languagesOf(books[0].game))*4 {
		t.Fatalf("only %d books", len(books))
	}
	for _, b := range books {
		t.Run(b.name, func(t *testing.T) { do(t, b) })
	}
}

// Who looks something up in an index or a glossary finds it: words stand in the
// order of their language, Japanese ones by their kana.
func TestWordsStandInOrder(t *testing.T) {
	lists := 0
	everyBook(t, func(t *testing.T, b shippedBook) {
		order := i18n.OrderOf(b.lang)
		readings := readingsOf(b)
		inOrder := func(words []string) {
			lists++
			for i, w := range words {
				if w = cmp.Or(readings[w], w); b.lang == "ja" && strings.ContainsFunc(w, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
					t.Errorf("%q has no reading", w)
				}
				if words[i] = w; i > 0 && order.Compare(words[i-1], w) > 0 {
					t.Errorf("%q stands before %q", words[i-1], w)
				}
			}
		}
		var titles []string // of the entries of one kind
		for _, block := range b.flow.Blocks {
			switch block := block.(type) {
			case *Glossary:
				var names []string
				for _, term := range block.Terms {
					names = append(names, i18n.Plain(term.Name))
				}
				inOrder(names)
			case *Directory:
				if block.Columns == 1 {
					continue // chapters
				}
				var names []string
				for _, row := range block.Rows {
					names = append(names, i18n.Plain(row.Text))
				}
				inOrder(names)
			case *Entry:
				if block.Kind.Opens {
					inOrder(titles)
					titles = nil
				}
				titles = append(titles, i18n.Plain(block.Title))
			case *Table:
				if b.style.Name != "guide" {
					continue // comparisons
				}
				var names []string
				for _, row := range block.Rows {
					names = append(names, i18n.Plain(row.Cells[0]))
				}
				inOrder(names)
			}
		}
		inOrder(titles)
	})
	if lists < 20 {
		t.Errorf("only %d lists", lists)
	}
}

// readingsOf returns how the words of a game are read, by word.
func readingsOf(b shippedBook) map[string]string {
	readings := map[string]string{}
	for _, m := range b.game.Messages() { // topics are among them
		if r, known := b.texts.Reading(m); known {
			readings[i18n.Plain(b.texts.Text(m))] = i18n.Plain(r)
		}
	}
	return readings
}

// The marks of a guide are none of the signs that mean something else in the
// game, no symbol of its dice, no sign of a place: unless the cards have it too.
func TestKindMarksAreNoOtherSigns(t *testing.T) {
	seen := 0
	everyBook(t, func(t *testing.T, b shippedBook) {
		signs := map[string]string{} // of what the cards need, cost and belong to
		for _, s := range b.game.Sets {
			if !slices.ContainsFunc(b.game.Decks, func(d *catalog.Deck) bool { return leadsAndNames(d, s.ID) }) {
				continue
			}
			for _, item := range s.Items {
				for name, v := range item.Fields {
					if f, _ := s.Schema.Field(name); f.Type == catalog.TypeIcon {
						signs[v.Word] = s.ID + "/" + item.ID
					}
				}
			}
		}
		for _, block := range b.flow.Blocks {
			e, ok := block.(*Entry)
			if !ok || !e.Kind.Opens {
				continue
			}
			vars := map[string]any{"side": "left", "key": "", "kind": e.Kind.ID, "word": "", "tab": 0, "tabs": 1, "colour": "band", "on": "on-band", "pattern": "band-dots"}
			maps.Copy(vars, e.Vars)
			scene, ps := b.drawer.Draw("guide-entry", vars)
			noProblems(t, ps)
			for _, item := range scene.Items {
				if use, ok := item.(*layout.Use); ok && strings.HasPrefix(use.Symbol.Name, "kind-sign") {
					seen++
					for _, inner := range use.Symbol.Items {
						icon, ok := inner.(*layout.Use)
						if ok && signs[path.Base(icon.Symbol.Name)] != "" && !onCard(t, b, e.Vars["card"], icon.Symbol) {
							t.Errorf("%s looks like %s", e.Kind.ID, signs[path.Base(icon.Symbol.Name)])
						}
					}
				}
			}
		}
	})
	if seen == 0 {
		t.Error("no mark has a sign")
	}
}

// onCard reports whether a card has a sign itself.
func onCard(t *testing.T, b shippedBook, id any, sign *layout.Symbol) bool {
	t.Helper()
	d, card := b.game.Card(id.(string))
	if card == nil {
		return false
	}
	scene, ps := b.drawer.(FaceDrawer).Face(d.ID, card.ID, compose.Front)
	noProblems(t, ps)
	var shows func(items []layout.Item) bool
	shows = func(items []layout.Item) bool {
		return slices.ContainsFunc(items, func(item layout.Item) bool {
			switch it := item.(type) {
			case *layout.Group:
				return shows(it.Items)
			case *layout.Use:
				return path.Base(it.Symbol.Name) == path.Base(sign.Name) || shows(it.Symbol.Items)
			}
			return false
		})
	}
	return shows(scene.Items)
}

// leadsAndNames reports whether the cards of a deck lead to topics and name
// items of a set.
func leadsAndNames(d *catalog.Deck, set string) bool {
	return slices.ContainsFunc(d.Schema, func(f catalog.Field) bool { return f.Type == catalog.TypeTopic }) &&
		slices.ContainsFunc(d.Schema, func(f catalog.Field) bool { return f.Of == set })
}
