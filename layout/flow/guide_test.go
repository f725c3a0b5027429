package flow

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/load"
	"kitpress/i18n"
	"kitpress/layout"
)

// guideOf returns a game with its explanations and the flow of its guide.
func guideOf(t *testing.T, fsys fs.FS, id, lang string) (*catalog.Game, *i18n.Texts, *Flow) {
	t.Helper()
	g, ps := load.Game(fsys, id, load.WithExplanations(nil))
	noProblems(t, ps)
	texts, ps := i18n.Load(fsys, g, lang)
	noProblems(t, ps)
	edition := g.EditionFor(lang)
	if edition == nil {
		edition = &catalog.Edition{}
	}
	c := &catalog.Component{ID: "threat-guide", Name: g.Name}
	if i := slices.IndexFunc(g.Components, func(c catalog.Component) bool { return c.Kind == catalog.KindGuide }); i >= 0 {
		c = &g.Components[i]
	}
	f, ps := FromTopics(g, c, edition, texts, &fakeDrawer{t: t}, "CC BY-SA 4.0")
	noProblems(t, ps)
	return g, texts, f
}

// bookOf sets a guide and checks what holds for every one.
func bookOf(t *testing.T, f *Flow) *Book {
	t.Helper()
	style := loadStyle(t, "guide")
	book, ps := f.Pages(style, &fakeDrawer{t: t})
	noProblems(t, ps)
	checkBook(t, book, style)
	checkLinks(t, book)
	return book
}

// The whole guide of the fixture, as an outline and on its pages.
func TestFromTopics(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		_, _, f := guideOf(t, catalogtest.Keepsakes(), "keepsakes", lang)
		golden(t, "guide-"+lang+".txt", printFlow(f))
		golden(t, "guide-"+lang+"-pages.txt", dumpBook(bookOf(t, f)))
	}
}

// Each topic the game names has one entry; one that only another topic leads to
// has none, and links to it are plain words.
func TestGuideHasEveryNamedTopicOnce(t *testing.T) {
	_, _, f := guideOf(t, catalogtest.Tiny(), "tiny", "en")
	if got := entries(f); !slices.Equal(got, []string{"7F3K-R"}) {
		t.Errorf("entries %v", got)
	}
	if all := printFlow(f); strings.Contains(all, "topic-owls") || strings.Contains(all, "[→\u2060owl") {
		t.Errorf("a link to a topic that has no entry:\n%s", all)
	}
	for _, id := range []string{"cyber-survival", "cyber-siege", "attacker-placement", "online"} {
		g, ps := load.Game(catalog.Embedded(), id)
		noProblems(t, ps)
		texts, ps := i18n.Load(catalog.Embedded(), g, "en")
		noProblems(t, ps)
		f, ps := FromTopics(g, &catalog.Component{Name: g.Name}, &catalog.Edition{}, texts, &fakeDrawer{t: t}, "CC BY-SA 4.0")
		noProblems(t, ps)
		got := entries(f)
		var want []string
		for _, topic := range g.Topics {
			want = append(want, topic.Code)
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) || len(want) < 10 {
			t.Errorf("%s: entries %v, want %v", id, got, want)
		}
	}
}

func entries(f *Flow) []string {
	var keys []string
	for _, b := range f.Blocks {
		if e, ok := b.(*Entry); ok {
			keys = append(keys, e.Key)
		}
	}
	return keys
}

// A guide says of cards what the game wants told.
func TestGuideFacts(t *testing.T) {
	g, texts, _ := guideOf(t, catalogtest.Tiny(), "tiny", "en")
	g.Decks[0].Cards[2].Fields["friend"] = catalog.Value{Type: catalog.TypeCards, List: []string{"fox", "owl", "fox"}}
	c := &catalog.Component{Name: g.Name}
	for _, field := range strings.Fields("lesson suits points friend weight hints") {
		f := catalog.Fact{Field: field}
		if field != "lesson" {
			f.Label = catalog.Msg{ID: "x", Text: strings.ToUpper(field)}
		}
		c.Facts = append(c.Facts, f)
	}
	f, ps := FromTopics(g, c, g.EditionFor("en"), texts, &fakeDrawer{t: t}, "CC BY-SA 4.0")
	noProblems(t, ps)
	all := printFlow(f)
	for _, want := range []string{
		"Clever fox (Animal) · The fox hides for 3 rounds. It fears the Wise owl. · SUITS: Sun · POINTS: Sun\u00a02 · WEIGHT: 8.",
		"**Wise owl** (Animal) · The owl sees in the dark. · SUITS: Moon · POINTS: Moon\u00a03 · FRIEND: Clever fox ·",
		"**Quiet cat** (Animal) · The cat comes and goes as it likes. · SUITS: Sun, Moon · POINTS: Sun\u00a01, Moon\u00a01 · FRIEND: 2\u00a0×\u00a0Clever fox, Wise owl\n",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in\n%s", want, all)
		}
	}
}

// No word of an explanation is lost between catalog and paper, however it is
// broken into lines and pages. What the page of another topic is called may
// follow in brackets.
func TestGuideLosesNoWord(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		g, texts, f := guideOf(t, catalogtest.Keepsakes(), "keepsakes", lang)
		all := squeezed(spoken(bookOf(t, f)))
		for _, topic := range g.Topics {
			for _, m := range topic.Messages() {
				var plain strings.Builder
				for _, s := range catalog.Links(texts.Text(m)) {
					plain.WriteString(regexp.QuoteMeta(squeezed(s.Text)))
					if s.Topic != "" {
						plain.WriteString(`(\([^)]*\))?`)
					}
				}
				if !regexp.MustCompile(plain.String()).MatchString(all) {
					t.Errorf("%s: %s is not on the pages: %s", lang, m.ID, plain.String())
				}
			}
		}
	}
}

// spoken returns what somebody hears who has the pages read out.
func spoken(b *Book) string {
	var out strings.Builder
	var walk func(items []layout.Item)
	walk = func(items []layout.Item) {
		for _, it := range items {
			switch it := it.(type) {
			case *layout.Text:
				out.WriteString(it.Content)
			case *layout.Group:
				if it.Tag != nil {
					out.WriteString(it.Tag.Alt) // a picture is heard
				}
				if it.Tag == nil || it.Tag.Role != "Artifact" {
					walk(it.Items)
				}
			}
		}
	}
	for _, p := range b.Pages {
		walk(p.Scene.Items)
	}
	return out.String()
}

// squeezed leaves out what line breaking adds, and the arrows of links.
func squeezed(s string) string {
	return strings.Map(func(r rune) rune {
		if vanishes(r) || r == '→' {
			return -1
		}
		return r
	}, s)
}

// checkLinks checks that every link leads somewhere, and that a number that
// is a link is that of the page it leads to.
func checkLinks(t *testing.T, book *Book) {
	t.Helper()
	pages := map[string]int{}
	each(book, func(page int, items []layout.Item) {
		for _, it := range items {
			if a, ok := it.(*layout.Anchor); ok {
				if pages[a.Name] > 0 {
					t.Errorf("the anchor %s is there twice", a.Name)
				}
				pages[a.Name] = page
			}
		}
	})
	numbers := 0
	each(book, func(page int, items []layout.Item) {
		for _, it := range items {
			l, ok := it.(*layout.Link)
			if !ok || l.URL != "" {
				continue
			}
			words := under(l, items)
			if pages[l.Anchor] == 0 || words == "" {
				t.Errorf("page %d: the link %q leads to nothing: %q", page, words, l.Anchor)
			}
			if n, err := strconv.Atoi(words); err == nil {
				if numbers++; n != pages[l.Anchor] {
					t.Errorf("page %d says that %s is on page %d, it is on %d", page, l.Anchor, n, pages[l.Anchor])
				}
			}
		}
	})
	if numbers == 0 {
		t.Error("no page number is a link")
	}
}

// each calls visit for every list of items of each page, page numbers from 1.
func each(book *Book, visit func(page int, items []layout.Item)) {
	var walk func(page int, items []layout.Item)
	walk = func(page int, items []layout.Item) {
		visit(page, items)
		for _, it := range items {
			if g, ok := it.(*layout.Group); ok {
				walk(page, g.Items)
			}
		}
	}
	for i, p := range book.Pages {
		walk(i+1, p.Scene.Items)
	}
}

// under returns the words a link lies on.
func under(l *layout.Link, items []layout.Item) string {
	var out strings.Builder
	for _, it := range items {
		x, ok := it.(*layout.Text)
		if !ok || x.At.Y < l.Rect.Y || x.At.Y > l.Rect.Bottom() {
			continue
		}
		at := x.Carets()
		for i, r := range x.Content {
			if mid := x.At.X + (at[i]+at[i+utf8.RuneLen(r)])/2; mid > l.Rect.X && mid < l.Rect.X+l.Rect.W {
				out.WriteRune(r)
			}
		}
	}
	return strings.TrimSpace(strings.ReplaceAll(out.String(), "\u00AD", ""))
}

// longGuide has n entries that lead to each other, each of some length.
func longGuide(n, sentences int) *Flow {
	f := &Flow{Title: "Long", Lang: "de", Cover: &Cover{Vars: map[string]any{}}}
	index := &Table{Columns: []Column{{}, {}}}
	f.Blocks = append(f.Blocks, &Heading{Level: 1, Text: "Verzeichnis", Anchor: "index"}, index)
	for i := range n {
		anchor := fmt.Sprintf("entry-%d", i)
		index.Rows = append(index.Rows, Row{Cells: []string{link(anchor, "#"+anchor), link("", "#"+anchor)}})
		next := fmt.Sprintf("#entry-%d", (i+1)%n)
		text := strings.Repeat("Donaudampfschifffahrtsgesellschaften fahren **immer noch** weiter. ", sentences+i%7)
		f.Blocks = append(f.Blocks, &Entry{
			Anchor: anchor, Key: fmt.Sprintf("K%03d", i), Title: "Ein Eintrag", Lead: "Ein Satz.",
			Kind: Kind{ID: "words", Word: "Wort", Group: "Wörter", Tabs: 1, Opens: i == 0},
			Frames: []Frame{
				{Look: lookPlain, Title: "Was ist das?", Blocks: []Block{&Paragraph{Text: text}}},
				{Look: lookNote, Title: "Zum Beispiel dies und das und jenes", Blocks: []Block{&Paragraph{Text: "Kurz."}}},
				{Look: lookNotice, Title: "Woran du es erkennst", Blocks: []Block{&List{Items: []Paragraph{{Text: "Mehr bei " + link("→\u2060Dampfschifffahrt", next) + ", Seite " + link("", next)}}}}},
				{Look: lookRespond, Title: "Was tun?", Blocks: []Block{&Paragraph{Text: text}}},
			},
			Notes: []Paragraph{{Text: "Siehe auch: Seite " + link("", next)}},
		})
	}
	return f
}

// Page numbers of one, two and three digits come out right.
func TestManyPages(t *testing.T) {
	if book := bookOf(t, longGuide(120, 6)); len(book.Pages) < 100 {
		t.Errorf("%d pages are too few to try three digits", len(book.Pages))
	}
}

// Printed addresses are those a reader can type.
func TestPrintedAddress(t *testing.T) {
	for address, want := range map[string]string{
		"https://en.wikipedia.org/wiki/Phishing":                                          "en.wikipedia.org/wiki/Phishing",
		"https://fr.wikipedia.org/wiki/Hame%C3%A7onnage":                                  "fr.wikipedia.org/wiki/Hameçonnage",
		"https://ja.wikipedia.org/wiki/%E6%9A%97%E5%8F%B7":                                "ja.wikipedia.org/wiki/暗号",
		"https://www.example.org/":                                                        "example.org",
		"https://example.org/%FF":                                                         "example.org/%FF",
		"https://example.org/a%2Ab":                                                       "example.org",
		"https://example.org/a-very-long-path/that/nobody/would/like/to/type/on-a-phone/": "example.org",
	} {
		if got := printedAddress(address); got != want {
			t.Errorf("%s is printed as %s, want %s", address, got, want)
		}
	}
}
