package pages

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/layout/compose"
	"kitpress/output/site"
)

// A Look is what pages need to look like a game: its colours and the pictures
// of what is in it.
type Look struct {
	Game    string
	Accent  site.Colour            // the band of the game
	Colours map[string]site.Colour // of items that have one, by their ids
	Icons   map[string]*site.Icon  // of items and cards that have one, by their ids
}

// LookOf returns the look of a game of a catalog.
func LookOf(fsys fs.FS, game string) (*Look, error) {
	g, problems := load.Game(fsys, game)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	lib := compose.NewLibrary(layout.Files, fsys).In(g.Dir())
	look := &Look{Game: g.ID, Colours: map[string]site.Colour{}, Icons: map[string]*site.Icon{}}
	if rgb, ok := lib.Colour(g.Theme, "band"); ok {
		look.Accent = rgb
	}
	m := &siteMaker{l: &press.Localization{Game: g, Library: lib}, icons: map[drawn]*site.Icon{}}
	add := func(r *catalog.Record) error {
		if rgb, ok := lib.Colour(g.Theme, r.Fields["colour"].Word); ok {
			look.Colours[r.ID] = rgb
		}
		f := r.Fields["icon"]
		if f.Type != catalog.TypeIcon || f.Word == "" {
			return nil
		}
		icon, err := m.icon(g.Art, f.Word, smallPicture)
		if err != nil {
			return err
		}
		look.Icons[r.ID] = icon
		return nil
	}
	for _, s := range g.Sets {
		for _, item := range s.Items {
			if err := add(item); err != nil {
				return nil, err
			}
		}
	}
	for _, d := range g.Decks {
		for _, card := range d.Cards {
			if err := add(card); err != nil {
				return nil, err
			}
		}
	}
	return look, nil
}

// Style writes the colours as a style sheet: --band and --on-band for whatever
// has the id of the game as its data-game, --own and --on-own for whatever has the id of an item as its data-look.
func (l *Look) Style() string {
	var b strings.Builder
	ground, on := site.Readable(l.Accent)
	fmt.Fprintf(&b, "[data-game=%q]{--band:%s;--on-band:%s}\n", l.Game, ground, on)
	for _, id := range slices.Sorted(maps.Keys(l.Colours)) {
		ground, on := site.Readable(l.Colours[id])
		fmt.Fprintf(&b, "[data-look=%q]{--own:%s;--on-own:%s}\n", id, ground, on)
	}
	return b.String()
}

// Sprite writes the pictures as one SVG of symbols, by the ids of their items
// and cards.
func (l *Look) Sprite() string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg">`)
	for _, id := range slices.Sorted(maps.Keys(l.Icons)) {
		icon := l.Icons[id]
		fmt.Fprintf(&b, "\n<symbol id=%q viewBox=%q>", id, icon.Box)
		for _, s := range icon.Shapes {
			if s.Soft {
				fmt.Fprintf(&b, `<path opacity=".2" d=%q/>`, s.Path)
				continue
			}
			fmt.Fprintf(&b, `<path d=%q/>`, s.Path)
		}
		b.WriteString("</symbol>")
	}
	b.WriteString("\n</svg>\n")
	return b.String()
}
