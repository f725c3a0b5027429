package own

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/output/svg"
)

// A state is a deck as its files are at one moment, read and ready to be drawn.
type state struct {
	n        int
	files    tree.Files
	game     *catalog.Game // nil when it cannot be read
	locals   []*press.Localization
	problems source.Problems // but for those of faces
	fails    string          // what is wrong with no file

	mu    sync.Mutex
	drawn map[face][]byte
	found func() source.Problems // of all faces
}

// A face is one side of a card in a language.
type face struct {
	Deck, Card, Lang string
	Back             bool
}

// presses open shops for decks: those with the same fonts share one.
type presses struct {
	mu    sync.Mutex
	shops map[[sha256.Size]byte]*press.Shop
}

// mostShops is how many are kept.
const mostShops = 3

// shop returns what sets the texts of a deck.
func (p *presses) shop(files tree.Files) (*press.Shop, error) {
	sum := sha256.New()
	own := tree.Files{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name == "sheets.yaml" || path.Dir(name) == "fonts" {
			own[name] = files[name]
			fmt.Fprintln(sum, name, len(files[name]))
			sum.Write(files[name])
		}
	}
	key := [sha256.Size]byte(sum.Sum(nil))
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.shops[key]; s != nil {
		return s, nil
	}
	s, err := press.OpenShop(own)
	if err != nil {
		return nil, err
	}
	if p.shops == nil || len(p.shops) >= mostShops {
		p.shops = map[[sha256.Size]byte]*press.Shop{}
	}
	p.shops[key] = s
	return s, nil
}

// read returns the deck as it is now.
func (p *Pack) read(presses *presses) *state {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == nil {
		p.state = compose(presses, p.now, p.n, press.DefaultInk)
		if len(p.state.locals) > 0 {
			p.good = p.state
		}
	}
	return p.state
}

// compose reads a deck. Where cells of a table keep it from being drawn, it is
// drawn without them.
func compose(presses *presses, files tree.Files, n int, ink string) *state {
	s := &state{n: n, files: files, drawn: map[face][]byte{}}
	s.found = sync.OnceValue(s.check)
	shop, err := presses.shop(files)
	if err != nil {
		s.wrong(err)
		return s
	}
	draw := func(files tree.Files) ([]*press.Localization, source.Problems, error) {
		return press.Localise(context.Background(), shop.For(press.Request{Catalog: files, Langs: []string{press.LangAll}, Draft: true, Ink: ink}))
	}
	locals, warnings, err := draw(files)
	s.problems = append(s.problems, warnings...)
	for range 3 { // what is emptied may show what else is wrong
		if err == nil {
			break
		}
		bad := s.wrong(err)
		if files = without(files, bad); files == nil {
			break
		}
		locals, _, err = draw(files)
	}
	if err == nil {
		s.locals, s.game = locals, locals[0].Game
	} else if s.game, _ = load.Game(s.files, ""); s.game != nil && len(s.game.Decks) == 0 {
		s.game = nil
	}
	s.problems = press.DedupeProblems(s.problems)
	s.problems.FillExcerpts(s.files)
	return s
}

// wrong notes what keeps a deck from being drawn.
func (s *state) wrong(err error) source.Problems {
	var data *source.DataError
	if errors.As(err, &data) {
		s.problems = append(s.problems, data.Problems...)
		return data.Problems
	}
	s.fails = err.Error()
	return nil
}

// without empties the cells of tables that errors are in; nil when that helps
// nothing.
func without(files tree.Files, problems source.Problems) tree.Files {
	next, emptied := files.Clone(), false
	for _, p := range problems {
		if p.Severity != source.Error || p.Pos.Cell == "" || p.Pos.Col == 0 {
			continue
		}
		t, err := readTable(next, p.Pos.File)
		if err != nil || p.Pos.Line <= t.head+1 || t.cell(p.Pos.Line-1, p.Pos.Col-1) == "" {
			continue
		}
		t.set(p.Pos.Line-1, p.Pos.Col-1, "")
		if t.write(next) != nil {
			continue
		}
		emptied = true
	}
	if !emptied {
		return nil
	}
	return next
}

// check looks at every face, and returns what is wrong with them.
func (s *state) check() source.Problems {
	var problems source.Problems
	for _, l := range s.locals {
		problems = append(problems, l.Letters()...)
		for _, d := range l.Game.Decks {
			list := make([]source.Problems, len(d.Cards))
			_ = press.Together(context.Background(), len(d.Cards), func(i int) error { // it ends early for no error
				_, list[i] = l.Faces(d, d.Cards[i].ID, true)
				return nil
			})
			problems = append(problems, slices.Concat(list...)...)
		}
	}
	problems = press.DedupeProblems(problems)
	problems.FillExcerpts(s.files)
	return problems
}

// all returns what is wrong, errors first, each thing once.
func (s *state) all() source.Problems {
	list := press.DedupeProblems(slices.Concat(s.problems, s.found()))
	list = slices.DeleteFunc(list, func(p source.Problem) bool { return p.Code == spreadsheet.CodeNotKnown })
	slices.SortStableFunc(list, func(a, b source.Problem) int {
		return cmp.Or(cmp.Compare(a.Severity, b.Severity), a.Pos.Compare(b.Pos))
	})
	return list
}

// local returns the deck in a language, the one it is written in when it has
// not that; nil when it cannot be drawn.
func (s *state) local(lang string) *press.Localization {
	for _, l := range s.locals {
		if l.Lang == lang {
			return l
		}
	}
	if len(s.locals) == 0 {
		return nil
	}
	return s.locals[0]
}

// picture draws a face as SVG, nil when there is none.
func (s *state) picture(f face) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if data, ok := s.drawn[f]; ok {
		return data, nil
	}
	scene := s.scene(f)
	if scene == nil {
		return nil, nil
	}
	var b bytes.Buffer
	if err := svg.Write(&b, scene, svg.Options{Lang: f.Lang}); err != nil {
		return nil, err
	}
	if len(s.drawn) > 300 {
		clear(s.drawn)
	}
	s.drawn[f] = b.Bytes()
	return b.Bytes(), nil
}

func (s *state) scene(f face) *layout.Scene {
	l := s.local(f.Lang)
	if l == nil {
		return nil
	}
	deck := l.Game.Deck(f.Deck)
	if deck == nil || !slices.ContainsFunc(deck.Cards, func(c *catalog.Record) bool { return c.ID == f.Card }) {
		return nil
	}
	scenes, _ := l.Faces(deck, f.Card, f.Back)
	switch {
	case f.Back && len(scenes) > 1:
		return scenes[1]
	case !f.Back && len(scenes) > 0:
		return scenes[0]
	}
	return nil
}

// A table is one of a deck: CSV, which can be changed, or a workbook.
type table struct {
	name  string
	sheet spreadsheet.Sheet
	head  int
	more  int // sheets beside it
}

// readTable reads a table of a deck.
func readTable(files fs.ReadFileFS, name string) (*table, error) {
	data, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	sheets, ps := spreadsheet.Read(name, data)
	if len(sheets) == 0 {
		return nil, cmp.Or(ps.Err(), error(ErrNone))
	}
	t := &table{name: name, more: len(sheets) - 1, sheet: sheets[0]}
	for _, s := range sheets {
		if !s.Hidden && len(s.Rows) > 0 {
			t.sheet = s
			break
		}
	}
	t.head = max(0, slices.IndexFunc(t.sheet.Rows, func(row []string) bool { return !load.CommentRow(row) }))
	return t, nil
}

// editable reports whether the table can be written again without losing what
// only a spreadsheet program knows.
func (t *table) editable() bool { return strings.ToLower(path.Ext(t.name)) != ".xlsx" }

func (t *table) cell(row, col int) string { return t.sheet.Cell(row, col) }

// width returns how many columns there are.
func (t *table) width() (n int) {
	for _, row := range t.sheet.Rows {
		n = max(n, len(row))
	}
	return n
}

// set changes a cell, and makes the table as large as it takes.
func (t *table) set(row, col int, text string) {
	t.sheet.Rows = slices.Clone(t.sheet.Rows)
	for len(t.sheet.Rows) <= row {
		t.sheet.Rows = append(t.sheet.Rows, nil)
	}
	cells := slices.Clone(t.sheet.Rows[row])
	for len(cells) <= col {
		cells = append(cells, "")
	}
	cells[col] = text
	t.sheet.Rows[row] = cells
}

// write puts the table into the files.
func (t *table) write(files tree.Files) error {
	if !t.editable() {
		return errByHand
	}
	separator := t.sheet.Separator
	if separator == 0 {
		separator = ','
	}
	width := t.width()
	rows := make([][]string, len(t.sheet.Rows))
	for i, row := range t.sheet.Rows { // as wide as the widest: a row of nothing is a row
		rows[i] = append(slices.Clone(row), make([]string, width-len(row))...)
	}
	var b bytes.Buffer
	if strings.ToLower(path.Ext(t.name)) == ".tsv" {
		for _, row := range rows {
			for i, cell := range row {
				if row[i] = cell; strings.ContainsAny(cell, "\"\t\r\n") {
					row[i] = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
				}
			}
			b.WriteString(strings.Join(row, "\t") + "\n")
		}
	} else if err := spreadsheet.WriteCSV(&b, rows, separator); err != nil {
		return err
	}
	files[t.name] = b.Bytes()
	return nil
}
