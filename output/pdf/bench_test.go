package pdf_test

import (
	"io"
	"testing"

	"kitpress/layout"
	"kitpress/output/outputtest"
	"kitpress/output/pdf"
)

// BenchmarkDeck writes the deck every speed figure of the project is about:
// 112 cards on 26 pages.
func BenchmarkDeck(b *testing.B) {
	fonts, err := outputtest.LoadFonts()
	if err != nil {
		b.Fatal(err)
	}
	for _, lang := range []string{"de", "ja"} {
		b.Run(lang, func(b *testing.B) {
			doc, err := outputtest.Deck(fonts, lang, 112)
			if err != nil {
				b.Fatal(err)
			}
			benchmarkWrite(b, doc)
		})
	}
}

// BenchmarkDeck1000 shows that time and memory grow with the number of cards.
func BenchmarkDeck1000(b *testing.B) {
	fonts, err := outputtest.LoadFonts()
	if err != nil {
		b.Fatal(err)
	}
	doc, err := outputtest.Deck(fonts, "de", 1000)
	if err != nil {
		b.Fatal(err)
	}
	benchmarkWrite(b, doc)
}

func benchmarkWrite(b *testing.B, doc *layout.Document) {
	b.ReportAllocs()
	var size counter
	for b.Loop() {
		size = 0
		if err := new(pdf.Writer).Write(&size, doc); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(size)/1024, "KiB")
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

var _ io.Writer = new(counter)
