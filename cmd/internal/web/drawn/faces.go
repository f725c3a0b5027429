// Package drawn draws the pieces of games for screens: faces of cards and other
// pieces as SVG, the same that are printed.
//
// In go a catalog and the name of a face, out comes a small file. A face is
// drawn when it is first asked for, and once: composing one takes milliseconds,
// but a class asks for the same at the same time. What can be asked for is
// what the catalog has, so memory has an end. The package must not know
// matches, devices or HTTP.
package drawn

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
	"kitpress/layout"
	"kitpress/output/svg"
)

// Faces are the faces of the games of a catalog. It is safe for use by several
// goroutines.
type Faces struct {
	catalog fs.FS
	shop    *press.Shop
	mu      sync.Mutex
	marks   map[string]string
	games   map[gameKey]func() (*press.Localization, error)
	files   map[Name]func() ([]byte, error)
}

type gameKey struct{ game, edition, lang string }

// A Name says which face: a card of a game in an edition ("" where it has
// none) and a language, or the back of it.
type Name struct {
	Game, Edition, Lang, Card string
	Back                      bool
	Small                     bool // to be seen, not read: without small letters
}

// NewFaces returns the faces of a catalog.
func NewFaces(catalog fs.FS, shop *press.Shop) *Faces {
	return &Faces{
		catalog: catalog, shop: shop, marks: map[string]string{},
		games: map[gameKey]func() (*press.Localization, error){}, files: map[Name]func() ([]byte, error){},
	}
}

// Mark returns what belongs into the addresses of the faces of a game, so that
// a browser may keep them for good: it changes whenever they may look
// different.
func (f *Faces) Mark(game string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if m, ok := f.marks[game]; ok {
		return m
	}
	sum := sha256.New()
	fmt.Fprintln(sum, press.Tool)
	for _, from := range []struct {
		files fs.FS
		dir   string
	}{{layout.Files, "templates"}, {layout.Files, "themes"}, {f.catalog, "games/" + game}} {
		// what cannot be read changes nothing: drawing it says why
		_ = fs.WalkDir(from.files, from.dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(from.files, name)
			fmt.Fprintln(sum, name, len(data))
			sum.Write(data)
			return err
		})
	}
	m := hex.EncodeToString(sum.Sum(nil)[:6])
	f.marks[game] = m
	return m
}

// Packed returns a face as an SVG file packed by gzip; nil when there is no such
// face.
func (f *Faces) Packed(n Name) ([]byte, error) {
	draw, err := f.find(n)
	if err != nil || draw == nil {
		return nil, err
	}
	return draw()
}

// find returns what draws a face, nil when the catalog has none of that name.
func (f *Faces) find(n Name) (func() ([]byte, error), error) {
	l, err := f.localization(gameKey{n.Game, n.Edition, n.Lang})
	if err != nil || l == nil {
		return nil, err
	}
	deck, card := l.Game.Card(n.Card)
	if card == nil || n.Back && deck.Back == "" {
		return nil, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.files[n] == nil {
		f.files[n] = sync.OnceValues(func() ([]byte, error) { return draw(l, deck, n) })
	}
	return f.files[n], nil
}

// localization returns a game in a language, nil when there is none.
func (f *Faces) localization(key gameKey) (*press.Localization, error) {
	games, err := load.Games(f.catalog)
	if err != nil || !slices.Contains(games, key.game) || !slices.Contains(i18n.Languages(), key.lang) {
		return nil, err
	}
	f.mu.Lock()
	open := f.games[key]
	if open == nil {
		open = sync.OnceValues(func() (*press.Localization, error) { return f.open(key) })
		f.games[key] = open
	}
	f.mu.Unlock()
	return open()
}

func (f *Faces) open(key gameKey) (*press.Localization, error) {
	list, _, err := press.Localise(context.Background(), f.shop.For(press.Request{
		Catalog: f.catalog, Games: []string{key.game}, Langs: []string{key.lang}, Edition: key.edition,
	}))
	if missing := new(press.UsageError); errors.As(err, &missing) || err == nil && key.edition != "" && list[0].Game.Edition(key.edition) == nil {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return list[0], nil
}

// draw composes a face and writes it.
func draw(l *press.Localization, deck *catalog.Deck, n Name) ([]byte, error) {
	scenes, problems := l.Faces(deck, n.Card, n.Back)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // no error: the level is one of gzip's
	scene := scenes[len(scenes)-1]
	if n.Small {
		scene = sketch(scene)
	}
	if err := svg.Write(z, scene, svg.Options{Lang: l.Lang}); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}
