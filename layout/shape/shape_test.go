package shape

import (
	"os"
	"testing"
)

func openFile(t testing.TB, name string) *Font {
	t.Helper()
	data, err := os.ReadFile("../fonts/" + name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Words that are put together from pairs are those the shaper gives.
func TestPairs(t *testing.T) {
	f := openFile(t, "SourceSans3_400Regular.ttf")
	if !f.plain {
		t.Fatal("pairs are of no use")
	}
	way := Way{Lang: "de"}
	for _, word := range []string{"Vater", "Tafel", "Tal", "Vatertafel"} {
		f.Shape(word, way, func(*Word) {})
	}
	w := f.words(way)
	var plain plainWord
	if !w.fromPairs(f, []byte("Vatafel"), 'L'<<24|'a'<<16|'t'<<8|'n', &plain) {
		t.Fatal("no word from pairs that are known")
	}
	var word Word
	plain.glyphs(f, "Vatafel", &word)
	if got, want := line(&word), line(f.shape([]byte("Vatafel"), 'L'<<24|'a'<<16|'t'<<8|'n', w)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
