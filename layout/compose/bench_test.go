package compose

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"kitpress/catalog"
	"kitpress/layout"
	"kitpress/layout/compose/theme"
)

// deck is a game of n cards with the template for any game.
func deck(t testing.TB, n int) fstest.MapFS {
	return pack(t, "cards.yaml", simpleDeck(n, "simple-card"))
}

// BenchmarkCards draws 112 simple cards, the deck of perf.md, from templates
// that are read already: 6 ms are allowed.
func BenchmarkCards(b *testing.B) {
	fsys := deck(b, 112)
	lib := NewLibrary(layout.Files, fsys)
	drawAll(b, lib, fsys, setting{lang: "en", url: "https://example.org/C/7F3K-Q"}, "animals")
}

// BenchmarkThreats draws the two large decks of a shipped game.
func BenchmarkThreats(b *testing.B) {
	drawAll(b, libraryOf(b, "cyber-survival"), catalog.Embedded(), setting{game: "cyber-survival", lang: "de", url: "https://example.org/C/7F3K-Q"}, "threats", "power-ups")
}

// drawAll draws decks with a composer of its own each time.
func drawAll(b *testing.B, lib *Library, fsys fs.FS, s setting, decks ...string) {
	s.ink = theme.Full
	g, texts, edition := readGame(b, fsys, s)
	setter, err := typesetter()
	if err != nil {
		b.Fatal(err)
	}
	codes := &layout.Codes{}
	b.ReportAllocs()
	cards := 0
	for b.Loop() {
		c, ps := New(lib, Options{Game: g, Edition: edition, Texts: texts, Typesetter: setter, Codes: codes, Ink: s.ink,
			TopicURL: func(*catalog.Topic) string { return s.url }})
		if len(ps) > 0 {
			b.Fatal(printed(ps))
		}
		for _, id := range decks {
			for _, rec := range g.Deck(id).Cards {
				if _, ps := c.Face(id, rec.ID, Front); len(ps) > 0 {
					b.Fatal(printed(ps))
				}
				cards++
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(cards), "ns/card")
}

// BenchmarkReadTemplate reads and compiles the template of a card.
func BenchmarkReadTemplate(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if t, ps := NewLibrary(layout.Files, nil).template("simple-card"); t == nil || len(ps) > 0 {
			b.Fatal(printed(ps))
		}
	}
}
