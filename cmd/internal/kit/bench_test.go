package kit

import (
	"path/filepath"
	"testing"

	"kitpress/catalog"
	"kitpress/cmd/internal/kit/kittest"
	"kitpress/cmd/internal/press"
	"kitpress/layout/sheet"
)

// The benchmarks build kits again and again inside one process, which is what
// a profile needs. What a user waits for is measured in cmd/kitpress.
//
//	go test -run '^$' -bench Deck1000 -cpuprofile cpu.out ./cmd/internal/kit

func BenchmarkDeck112(b *testing.B)   { benchDeck(b, "en", 112) }
func BenchmarkDeck112ja(b *testing.B) { benchDeck(b, "ja", 112) }

func BenchmarkDeck1000(b *testing.B)   { benchDeck(b, "en", 1000) }
func BenchmarkDeck1000ar(b *testing.B) { benchDeck(b, "ar", 1000) }

// BenchmarkKit builds the kit of a shipped game in one language, BenchmarkKitAll
// in all of them.
func BenchmarkKit(b *testing.B) {
	benchBuild(b, press.Request{Games: []string{"cyber-survival"}, Langs: []string{"en"}})
}

func BenchmarkKitAll(b *testing.B) {
	benchBuild(b, press.Request{Games: []string{"cyber-survival"}, Langs: []string{press.LangAll}})
}

// BenchmarkAllGames is every shipped game in every language.
func BenchmarkAllGames(b *testing.B) {
	benchBuild(b, press.Request{All: true, Langs: []string{press.LangAll}})
}

func benchDeck(b *testing.B, lang string, cards int) {
	dir := filepath.Join(b.TempDir(), "deck")
	if err := kittest.WriteDeck(dir, lang, cards); err != nil {
		b.Fatal(err)
	}
	pack, closer, err := catalog.OpenPack(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer closer.Close()
	benchBuild(b, press.Request{Catalog: pack, Sides: string(sheet.DuplexLong), Only: []string{kittest.DeckComponent}})
}

func benchBuild(b *testing.B, req press.Request) {
	req.Out = filepath.Join(b.TempDir(), "kit")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Build(b.Context(), req, press.Plan, nil); err != nil {
			b.Fatal(err)
		}
	}
}
