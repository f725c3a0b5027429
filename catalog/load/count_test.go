package load

import (
	"bytes"
	"io/fs"
	"testing"
	"testing/fstest"

	"kitpress/catalog/catalogtest"
)

// A param that counts follows the cards, copies included.
func TestParamsCount(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{"game.yaml", "cards.yaml", "board.yaml", "figures.yaml", "rules.yaml"} {
		data, err := fs.ReadFile(catalogtest.Tiny(), name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	game := files["game.yaml"]
	game.Data = bytes.Replace(game.Data, []byte("params: {"), []byte("params: {cards: {count: animals}, kinds: {count: suits}, "), 1)
	l, _ := Game(files, "")
	if l == nil {
		t.Fatal("the game does not load")
	}
	if got, want := l.Params["cards"].Number, l.Deck("animals").Count(); got != want || want < 3 {
		t.Errorf("the cards are %d, want %d", got, want)
	}
	if got, want := l.Params["kinds"].Number, len(l.Set("suits").Items); got != want {
		t.Errorf("the suits are %d, want %d", got, want)
	}
}
