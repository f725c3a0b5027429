package drawn

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"io"
	"os"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/cmd/internal/press"
)

// most is how large a packed face may be, in bytes: a phone loads several.
const (
	most      = 30 << 10
	mostSmall = 12 << 10
)

func unpacked(t *testing.T, data []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func newFaces(t *testing.T) *Faces {
	shop, err := press.OpenShop(catalog.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	return NewFaces(catalog.Embedded(), shop)
}

func TestFacesOfEveryCardAreSmallPictures(t *testing.T) {
	faces := newFaces(t)
	games, err := load.Games(catalog.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range games {
		g, problems := load.Game(catalog.Embedded(), id)
		if problems.HasErrors() {
			t.Fatal(problems.Err())
		}
		langs := g.Languages
		if os.Getenv("KITPRESS_LONG") == "" {
			langs = []string{"ja"}
		}
		for _, lang := range langs {
			for _, deck := range g.Decks {
				if deck.Kind() != "cards" {
					continue
				}
				for i, card := range deck.Cards {
					if os.Getenv("KITPRESS_LONG") == "" && i%3 > 0 {
						continue
					}
					check(t, faces, Name{Game: id, Lang: lang, Card: card.ID})
					check(t, faces, Name{Game: id, Lang: lang, Card: card.ID, Small: true})
				}
				if deck.Back != "" {
					check(t, faces, Name{Game: id, Lang: lang, Card: deck.Cards[0].ID, Back: true})
				}
			}
		}
	}
}

// check draws a face.
func check(t *testing.T, faces *Faces, n Name) {
	t.Helper()
	data, err := faces.Packed(n)
	if err != nil || data == nil {
		t.Errorf("%+v: %v", n, err)
		return
	}
	if len(data) > most || n.Small && len(data) > mostSmall {
		t.Errorf("%+v: %d bytes", n, len(data))
	}
	var svg struct{ XMLName xml.Name }
	if err := xml.Unmarshal(unpacked(t, data), &svg); err != nil || svg.XMLName.Local != "svg" {
		t.Errorf("%+v: %v, %v", n, svg.XMLName, err)
	}
}

func TestWhatIsNotThereIsNotDrawn(t *testing.T) {
	faces := newFaces(t)
	there := Name{Game: "cyber-survival", Edition: "german", Lang: "de", Card: "phishing"}
	if data, err := faces.Packed(there); err != nil || data == nil {
		t.Fatal(err)
	}
	for _, n := range []Name{
		{Game: "chess", Lang: "de", Card: "phishing"},
		{Game: "../cyber-survival", Lang: "de", Card: "phishing"},
		{Game: there.Game, Edition: "french", Lang: "de", Card: "phishing"},
		{Game: there.Game, Lang: "xx", Card: "phishing"},
		{Game: there.Game, Lang: "de", Card: "queen"},
		{Game: there.Game, Lang: "de", Card: "die", Back: true},
	} {
		if data, err := faces.Packed(n); data != nil || err != nil {
			t.Errorf("%+v: %d bytes, %v", n, len(data), err)
		}
	}
	if len(faces.files) != 1 {
		t.Errorf("%d faces are kept, not 1", len(faces.files))
	}
}

func TestAMarkIsTheSameForTheSameLooks(t *testing.T) {
	a, b := newFaces(t), newFaces(t)
	if a.Mark("online") != b.Mark("online") || a.Mark("online") == a.Mark("cyber-siege") {
		t.Error(a.Mark("online"), b.Mark("online"), a.Mark("cyber-siege"))
	}
}
