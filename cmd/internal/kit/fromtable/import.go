package fromtable

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/kit/schemas"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
)

// The looks that are chosen from.
const (
	lookPicture  = "picture-card"
	lookText     = "text-card"
	lookHero     = "hero-card"
	lookQuestion = "question-and-answer"
	lookFlash    = "flash-card"
	lookQuest    = "quest-card"
)

// Options are what is asked for beside the table.
type Options struct {
	Name string    // of the game, "" for that of the table
	Lang string    // of the table, where it does not say
	Look string    // a template, "" for one that fits
	As   string    // what the file is: "" for a table, or AsCornucopia
	Size string    // of the cards, as behind the @ of a template; "" for 63 x 88
	Date time.Time // of the game

	DryRun bool // Import says what it would write, and writes nothing
}

// Made is what Import wrote.
type Made struct {
	Files []string // relative to the folder
	Said  []string // what was guessed
	Cards int
}

// codePicture is the code of a picture a table names that is not there.
const codePicture = "picture-missing"

// Import makes a game in the folder dir, which must not exist or be empty, out
// of the table called name. Pictures are looked for beside the table. What is
// wrong in the table is a *source.DataError.
func Import(name, dir string, o Options) (*Made, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	id := form.IDFrom(filepath.Base(abs))
	if id != filepath.Base(abs) {
		return nil, &press.UsageError{Message: fmt.Sprintf("%q cannot be the id of a game: small letters without accents, digits and hyphens only", filepath.Base(abs)),
			Hint: "try -o " + filepath.Join(filepath.Dir(dir), id)}
	}
	entries, err := os.ReadDir(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("cannot write a game into %s: %w", dir, publish.Plain(err))
	case len(entries) > 0:
		return nil, &press.UsageError{Message: dir + " is not empty", Hint: "choose another folder with -o"}
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, publish.Plain(err))
	}
	files, made, err := Files(id, filepath.Base(name), data, os.DirFS(filepath.Dir(name)), o)
	if err != nil {
		return nil, err
	}
	if o.DryRun {
		made.Files = slices.Sorted(maps.Keys(files))
		return made, nil
	}
	return made, write(abs, files, made)
}

// Files makes the files of a game called id out of a table of that name, and
// writes nothing. Pictures the table names are taken from beside; nil leaves
// them to whoever puts them into the folder art later, and cells that do not fit
// their column to whoever puts them right.
func Files(id, name string, data []byte, beside fs.FS, o Options) (tree.Files, *Made, error) {
	if err := o.check(); err != nil {
		return nil, nil, err
	}
	if o.Name == "" {
		o.Name = strings.TrimSuffix(name, path.Ext(name))
	}
	im := &importer{o: o, id: id, table: name, beside: beside, files: tree.Files{}}
	read := im.read
	if o.As == AsCornucopia {
		read = im.readCornucopia
	}
	if err := read(data); err != nil {
		return nil, nil, err
	}
	im.files["game.yaml"] = gameYAML(im.o, im.id, im.rights, im.langs, im.decks)
	im.files["cards.yaml"] = cardsYAML(im.decks)
	g, ps := load.Game(im.files, "")
	if err := ps.Err(); err != nil && (beside != nil || g == nil || len(g.Decks) == 0) {
		return nil, nil, err
	}
	maps.Copy(im.files, im.locales(g))
	return im.files, &im.made, nil
}

// check looks whether there is such a look.
func (o *Options) check() error {
	if o.As != "" && o.As != AsCornucopia {
		return press.Unknown("--as", o.As, []string{AsCornucopia})
	}
	look := o.Look
	if look == "" {
		look = lookText
	}
	if !press.HasTemplate(look) {
		return &press.UsageError{Message: fmt.Sprintf("there is no look %q", look), Hint: source.DidYouMean(look, press.Templates())}
	}
	if o.Size != "" && !press.HasTemplate(look+"@"+o.Size) {
		return &press.UsageError{Message: fmt.Sprintf("there is no size %q", o.Size), Hint: "kitpress list sizes names them; or write width x height in mm: 63x88"}
	}
	return nil
}

// An importer makes the files of a game.
type importer struct {
	o      Options
	id     string
	table  string // name of the file
	beside fs.FS  // where it lies; nil: pictures come later
	files  tree.Files
	decks  []deck
	langs  []string
	rights string
	made   Made
	ps     source.Problems
}

// read makes a deck of each sheet that has cards.
func (im *importer) read(data []byte) error {
	sheets, ps := spreadsheet.Read(im.table, data)
	if err := ps.Err(); err != nil {
		return err
	}
	if im.o.Look != lookDie {
		im.files[im.table] = data
	}
	icons := press.Icons()
	im.langs = []string{im.o.Lang}
	for _, s := range sheets {
		columns, rows := columnsOf(s)
		if s.Hidden || rows == 0 {
			continue
		}
		if found := s.Found(); found != "" {
			im.made.Said = append(im.made.Said, im.table+" was read as "+found)
		}
		g := guesser{columns: columns, rows: rows, mended: im.beside == nil, source: im.o.Lang, isIcon: func(name string) bool { return slices.Contains(icons, name) }}
		g.guess()
		if g.unsaid != "" {
			return &press.UsageError{Message: fmt.Sprintf("the column %q is in %s; which language is the rest of %s in", g.unsaid, im.o.Lang, im.table), Hint: "say it with --lang"}
		}
		if im.o.Look == lookDie {
			im.addDie(s, &g, len(sheets) > 1)
			continue
		}
		im.addDeck(s, &g, len(sheets) > 1)
		im.pictures(s, columns)
	}
	if len(im.decks) == 0 && len(im.ps) == 0 {
		im.ps.Errorf(source.Pos{File: im.table}, spreadsheet.CodeEmpty, "there is no card in it").Hint = "the first row names the columns, each other row is a card"
	}
	return im.ps.Err()
}

func (im *importer) addDeck(s spreadsheet.Sheet, g *guesser, several bool) {
	d := deck{name: im.o.Name, from: quoted(im.table), look: im.look(g), size: im.o.Size, columns: g.columns}
	if several {
		d.name, d.from = s.Name, fmt.Sprintf("{file: %s, sheet: %s}", quoted(im.table), quoted(s.Name))
	}
	if d.id = form.IDFrom(d.name); d.id == "" || slices.ContainsFunc(im.decks, func(o deck) bool { return o.id == d.id }) {
		d.id = fmt.Sprintf("deck-%d", len(im.decks)+1)
	}
	im.langs[0] = g.source
	for _, lang := range g.langs {
		if !slices.Contains(im.langs, lang) {
			im.langs = append(im.langs, lang)
		}
	}
	im.made.Said = append(im.made.Said, g.said...)
	im.made.Said = append(im.made.Said, fmt.Sprintf("%d cards look like %s; others: kitpress list looks", g.rows, d.look))
	im.made.Cards += g.rows
	im.decks = append(im.decks, d)
}

// look chooses a template by the fields there are.
func (im *importer) look(g *guesser) string {
	has := func(field string) bool { return g.reached[field] }
	switch {
	case im.o.Look != "":
		return im.o.Look
	case has(fieldQuestion) && has(fieldAnswer):
		return lookQuestion
	case has(fieldGoal) || has(fieldReward):
		return lookQuest
	case has(counted[1]):
		return lookHero
	case has(fieldPicture) || has(fieldIcon):
		return lookPicture
	}
	return lookText
}

// pictures takes the pictures a table names into art/.
func (im *importer) pictures(s spreadsheet.Sheet, columns []*column) {
	for _, c := range columns {
		if c.field != fieldPicture || im.beside == nil {
			continue
		}
		for i, value := range c.values {
			name := path.Clean(strings.ReplaceAll(value, `\`, "/"))
			at := s.Pos(c.rows[i], c.at)
			if !fs.ValidPath(name) || !isPicture(name) {
				im.ps.Errorf(at, codePicture, "%q is no picture beside the table", value).Hint = "write the name of a PNG, JPEG or SVG file"
				continue
			}
			if im.files["art/"+name] != nil {
				continue
			}
			data, err := fs.ReadFile(im.beside, name)
			if err != nil {
				im.ps.Errorf(at, codePicture, "there is no picture %s beside %s", name, im.table).Hint = "put it there, or empty the cell"
				continue
			}
			im.files["art/"+name] = data
		}
	}
}

// write writes the folder beside the place it is to have, and puts it there.
func write(dir string, files tree.Files, made *Made) error {
	stage := filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+".kitpress-new")
	if err := os.RemoveAll(stage); err != nil {
		return err
	}
	defer os.RemoveAll(stage)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := publish.ReplaceFile(filepath.Join(stage, filepath.FromSlash(name)), files[name]); err != nil {
			return err
		}
		made.Files = append(made.Files, name)
	}
	if err := schemas.Write(stage); err != nil {
		return err
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot write a game into %s: %w", dir, publish.Plain(err))
	}
	if err := os.Rename(stage, dir); err != nil {
		return fmt.Errorf("cannot write a game into %s: %w", dir, publish.Plain(err))
	}
	return nil
}

// locales writes the texts that stand in no table: names, which are taken as
// they are until somebody translates them.
func (im *importer) locales(g *catalog.Game) tree.Files {
	files := tree.Files{}
	for _, lang := range im.langs[1:] {
		have := map[string]catalog.Translation{}
		for _, m := range i18n.Held(g, lang, nil) {
			if !strings.HasPrefix(m.ID, "card.") {
				have[m.ID] = catalog.Translation{Text: m.Text, Of: catalog.Hash(m.Text)}
			}
		}
		var b bytes.Buffer
		b.WriteString(schemas.Line("locale", "../"))
		i18n.WriteTemplate(&b, g, lang, have)
		files["locales/"+lang+".yaml"] = b.Bytes()
	}
	return files
}
