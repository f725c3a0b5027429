package own

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"kitpress/catalog/form"
	"kitpress/cmd/internal/kit/schemas"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/studio/yamledit"
)

// Decks are the games in one folder.
type Decks struct {
	shelf.Shelf

	mu   sync.Mutex
	open map[*shelf.Pack]*Pack
}

// newDecks returns the games in a folder, which is made with the first of them.
func newDecks(dir string) *Decks {
	return &Decks{Shelf: shelf.Shelf{Dir: dir, Main: "game.yaml", Usual: "deck", Beside: schemas.Files()}, open: map[*shelf.Pack]*Pack{}}
}

// A Pack is a deck that is open, and what was drawn of it.
type Pack struct {
	*shelf.Pack

	mu     sync.Mutex
	state  *state // of now, or of a moment before
	good   *state // the last one whose cards could be drawn
	checks checks
}

// Pack opens a deck.
func (d *Decks) Pack(id string) (*Pack, error) { return d.keep(d.Shelf.Pack(id)) }

// New makes a deck of files, as a draft.
func (d *Decks) New(name string, files func(id string) (tree.Files, error)) (*Pack, error) {
	return d.keep(d.Shelf.New(name, files))
}

func (d *Decks) keep(p *shelf.Pack, err error) (*Pack, error) {
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open[p] == nil {
		d.open[p] = &Pack{Pack: p}
	}
	return d.open[p], nil
}

// read returns the deck as it is now.
func (p *Pack) read(presses *presses) *state {
	p.mu.Lock()
	defer p.mu.Unlock()
	if files, n := p.Now(); p.state == nil || p.state.n != n {
		p.state = compose(presses, files, n, press.DefaultInk, &p.checks)
		if len(p.state.locals) > 0 {
			p.good = p.state
		}
	}
	return p.state
}

// lastGood returns the last state whose cards could be drawn, nil for none.
func (p *Pack) lastGood() *state {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.good
}

// saveAs makes another deck of what there is now.
func (p *Pack) saveAs(name string) (*shelf.Pack, error) {
	return p.SaveAs(name, func(files tree.Files, id string) error {
		for key, text := range map[string]string{"id": id, "name": name} {
			data, err := yamledit.SetKey(files["game.yaml"], "game.yaml", text, key)
			if err != nil {
				return err
			}
			files["game.yaml"] = data
		}
		return nil
	})
}

// pictureEndings and fontEndings are those of files that can be given to a deck.
var (
	pictureEndings = []string{".png", ".jpg", ".jpeg", ".webp", ".svg"}
	fontEndings    = []string{".ttf"}
)

// placeOf returns where a file that was given to a deck belongs, "" when it
// cannot be of use.
func placeOf(name string) string {
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	ext := strings.ToLower(path.Ext(base))
	if !storable(base) {
		return ""
	}
	switch {
	case slices.Contains(pictureEndings, ext):
		return "art/" + base
	case slices.Contains(fontEndings, ext):
		return "fonts/" + base
	}
	return ""
}

// storable reports whether every system can store a file of that name, and shows
// it.
func storable(name string) bool {
	return fs.ValidPath(name) && !strings.ContainsAny(name, `\:*?"<>|`) && !strings.ContainsFunc(name, unicode.IsControl) &&
		!slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
			return strings.HasPrefix(part, ".") || strings.TrimRight(part, " .") != part || form.IsDevice(part)
		})
}

// put gives a file to the deck, and returns where it lies: a picture into art,
// a font into fonts.
func (p *Pack) put(name string, data []byte) (string, error) {
	place := placeOf(name)
	if place == "" {
		return "", errPicture
	}
	return place, p.Change("", func(f tree.Files) error {
		f[place] = data
		return nil
	})
}

// tidyName makes a name of a file of what somebody called it.
func tidyName(name string) string {
	ext := path.Ext(name)
	stem := form.IDFrom(strings.TrimSuffix(name, ext))
	if stem == "" {
		stem = "cards"
	}
	return stem + strings.ToLower(ext)
}
