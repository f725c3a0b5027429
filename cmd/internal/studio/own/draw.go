package own

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/output"
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

	mu     sync.Mutex
	scenes map[face]*layout.Scene
	drawn  map[face][]byte
	checks *checks

	begun sync.Once
	done  chan struct{}   // closed when all faces were looked at
	found source.Problems // of all faces, once they were
}

// checks keep what is wrong with cards that have not changed: looking at all of
// them at every key would take too long.
type checks struct {
	mu   sync.Mutex
	last map[string]source.Problems
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

// compose reads a deck. Where cells of a table keep it from being drawn, it is
// drawn without them.
func compose(presses *presses, files tree.Files, n int, ink string, c *checks) *state {
	s := &state{n: n, files: files, scenes: map[face]*layout.Scene{}, drawn: map[face][]byte{}, checks: c, done: make(chan struct{})}
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

// check looks at every face that has changed, and returns what is wrong with
// all of them.
func (s *state) check() source.Problems {
	s.checks.mu.Lock()
	defer s.checks.mu.Unlock()
	var problems source.Problems
	next := map[string]source.Problems{}
	around := s.around()
	for _, l := range s.locals {
		problems = append(problems, l.Letters()...)
		for _, d := range l.Game.Decks {
			keys := s.keys(around+l.Lang, d)
			list := make([]source.Problems, len(d.Cards))
			_ = press.Together(context.Background(), len(d.Cards), func(i int) error { // it ends early for no error
				known, ok := s.checks.last[keys[i]]
				if list[i] = known; !ok {
					_, list[i] = l.Faces(d, d.Cards[i].ID, true)
				}
				return nil
			})
			for i, key := range keys {
				next[key] = list[i]
				problems = append(problems, list[i]...)
			}
		}
	}
	s.checks.last = next
	problems = press.DedupeProblems(problems)
	problems.FillExcerpts(s.files)
	return problems
}

// around tells what cards look like apart: all files but tables and pictures.
func (s *state) around() string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		if ext := path.Ext(name); path.Dir(name) != "art" && !slices.Contains(spreadsheet.Extensions(), ext) {
			fmt.Fprintln(sum, name, len(s.files[name]))
			sum.Write(s.files[name])
		}
	}
	return string(sum.Sum(nil))
}

// keys tells the cards of a deck apart by all that is drawn on them: what stands
// around, their row, and the pictures it names, whose bytes never change.
func (s *state) keys(around string, d *catalog.Deck) []string {
	list := make([]string, len(d.Cards))
	t, err := readTable(s.files, tableOf(s.files, d))
	for i, c := range d.Cards {
		key := []string{around, d.ID, c.ID, c.Pos.String(), fmt.Sprint(len(d.Cards))}
		if err == nil && c.Pos.Line <= len(t.sheet.Rows) {
			key = append(key, t.sheet.Rows[t.head]...)
			for _, cell := range t.sheet.Rows[c.Pos.Line-1] {
				key = append(key, cell)
				if data := s.files["art/"+strings.TrimSpace(cell)]; data != nil {
					key = append(key, fmt.Sprintf("%p %d", data, len(data)))
				}
			}
		}
		list[i] = strings.Join(key, "\x00")
	}
	return list
}

// patience is how long a page waits until all faces were looked at.
const patience = 150 * time.Millisecond

// all returns what is wrong, errors first, each thing once, and whether all
// faces were looked at: that goes on when it takes long.
func (s *state) all(wait time.Duration) (list source.Problems, complete bool) {
	s.begun.Do(func() {
		go func() {
			s.found = s.check()
			close(s.done)
		}()
	})
	late := time.NewTimer(wait)
	defer late.Stop()
	list = s.problems
	select {
	case <-s.done:
		list, complete = slices.Concat(s.problems, s.found), true
	case <-late.C:
	}
	list = slices.DeleteFunc(press.DedupeProblems(list), func(p source.Problem) bool { return p.Code == spreadsheet.CodeNotKnown })
	slices.SortStableFunc(list, func(a, b source.Problem) int {
		return cmp.Or(cmp.Compare(a.Severity, b.Severity), a.Pos.Compare(b.Pos))
	})
	return list, complete
}

// local returns the deck in one of its languages, the one it is written in when
// that cannot be read; nil when it cannot be drawn.
func (s *state) local(lang string) *press.Localization {
	for _, l := range s.locals {
		if l.Lang == lang {
			return l
		}
	}
	if len(s.locals) == 0 || !slices.Contains(s.locals[0].Game.Languages, lang) {
		return nil
	}
	return s.locals[0]
}

// tooLarge is how long a picture of a card is as SVG before it is sent as PNG: a
// photograph in it would be sent again at every key.
const tooLarge = 200 << 10

// sharp is enough for a card on a screen, in pixels an inch; small for one among
// many.
const (
	sharp = 160
	small = 64
)

// picture draws a face as SVG, or as PNG when that is shorter or it is to be
// small; nil when there is none.
func (s *state) picture(f face, little bool) ([]byte, error) {
	scene := s.scene(f)
	s.mu.Lock()
	defer s.mu.Unlock()
	if data, ok := s.drawn[f]; ok || scene == nil {
		return data, nil
	}
	var b bytes.Buffer
	err := svg.Write(&b, scene, svg.Options{Lang: f.Lang})
	if err == nil && (b.Len() > tooLarge || little) {
		dpi := float64(sharp)
		if little {
			dpi = small
		}
		b.Reset()
		err = output.PNG(dpi).WritePage(&b, &layout.Document{Lang: f.Lang, Pages: []layout.Page{{Scene: scene}}}, 0)
	}
	if err != nil {
		return nil, err
	}
	if len(s.drawn) > 300 {
		clear(s.drawn)
	}
	s.drawn[f] = b.Bytes()
	return b.Bytes(), nil
}

// scene composes a face, nil when there is none.
func (s *state) scene(f face) *layout.Scene {
	s.mu.Lock()
	defer s.mu.Unlock()
	if scene, ok := s.scenes[f]; ok {
		return scene
	}
	l := s.local(f.Lang)
	if l == nil {
		return nil
	}
	deck := l.Game.Deck(f.Deck)
	if deck == nil || !slices.ContainsFunc(deck.Cards, func(c *catalog.Record) bool { return c.ID == f.Card }) {
		return nil
	}
	scenes, _ := l.Faces(deck, f.Card, f.Back)
	at := 0
	if f.Back {
		at = 1
	}
	if len(s.scenes) > 300 {
		clear(s.scenes)
	}
	if at < len(scenes) {
		s.scenes[f] = scenes[at]
	}
	return s.scenes[f]
}
