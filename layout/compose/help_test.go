package compose

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
	"kitpress/layout/compose/theme"
)

var update = flag.Bool("update", false, "rewrite the expected parts of testdata")

// typesetter is shared by all tests, as it is by a whole build.
var typesetter = sync.OnceValues(func() (*layout.Typesetter, error) {
	fonts, err := layout.LoadFonts(layout.Files, nil)
	if err != nil {
		return nil, err
	}
	return layout.NewTypesetter(fonts, func(lang, word string) []int { return i18n.LocaleOf(lang).Hyphenate(word) }), nil
})

// pack returns the game tiny with the templates and pictures of testdata/pack,
// and files laid over it: names and contents take turns.
func pack(t testing.TB, files ...string) fstest.MapFS {
	t.Helper()
	all := fstest.MapFS{}
	for _, from := range []fs.FS{catalogtest.Tiny(), os.DirFS("testdata/pack")} {
		err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(from, name)
			all[name] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := 0; i+1 < len(files); i += 2 {
		all[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return all
}

// card is pack with another template for all cards.
func card(t testing.TB, draw string, files ...string) fstest.MapFS {
	t.Helper()
	return pack(t, append(files, "templates/tiny-card.yaml", "format: 1\nsize: [63, 88]\ndraw:\n"+draw)...)
}

// A setting is what a composer is made with.
type setting struct {
	game    string // "" is the only one
	lang    string
	edition string // "" is the one of the language
	ink     theme.Mode
	url     string // what every topic leads to
}

// readGame returns the game of a pack and its texts, which have no problems.
func readGame(t testing.TB, fsys fs.FS, s setting) (*catalog.Game, *i18n.Texts, *catalog.Edition) {
	t.Helper()
	g, ps := load.Game(fsys, s.game)
	if ps.HasErrors() {
		t.Fatal(ps.Err())
	}
	texts, ps := i18n.Load(fsys, g, s.lang)
	if ps.HasErrors() {
		t.Fatal(ps.Err())
	}
	edition := g.EditionFor(s.lang)
	if s.edition != "" {
		edition = g.Edition(s.edition)
	}
	return g, texts.With(g.ParamsFor(edition)), edition
}

func (s setting) compose(t testing.TB, fsys fs.FS, lib *Library) (*Composer, source.Problems) {
	t.Helper()
	if s.lang == "" {
		s.lang = "en"
	}
	if s.ink == "" {
		s.ink = theme.Full
	}
	g, texts, edition := readGame(t, fsys, s)
	setter, err := typesetter()
	if err != nil {
		t.Fatal(err)
	}
	return New(lib, Options{Game: g, Edition: edition, Texts: texts, Typesetter: setter, Codes: &layout.Codes{}, Ink: s.ink,
		TopicURL: func(*catalog.Topic) string { return s.url }})
}

// composer returns a composer for a pack whose theme has no problems.
func composer(t testing.TB, fsys fs.FS, s setting) *Composer {
	t.Helper()
	c, ps := s.compose(t, fsys, NewLibrary(layout.Files, fsys))
	if ps.HasErrors() {
		t.Fatal(ps.Err())
	}
	return c
}

// draw returns the front of the fox, without problems.
func draw(t testing.TB, c *Composer) *layout.Scene {
	t.Helper()
	s, ps := c.Face("animals", "fox", Front)
	if len(ps) > 0 {
		t.Fatalf("problems:\n%s", printed(ps))
	}
	return s
}

// everyFace calls do with every side of every card.
func everyFace(g *catalog.Game, do func(deck, card string, side Side)) {
	for _, d := range g.Decks {
		for _, rec := range d.Cards {
			do(d.ID, rec.ID, Front)
			if d.Back != "" {
				do(d.ID, rec.ID, Back)
			}
		}
	}
}

// problemsOf does with a pack what a build does: it checks the files, then
// draws every face in every ink mode. A problem found twice counts once, as
// does one place of a template or theme.
func problemsOf(t testing.TB, fsys fs.FS, s setting) source.Problems {
	t.Helper()
	lib := NewLibrary(layout.Files, fsys)
	found := lib.Check()
	if found.HasErrors() {
		found.FillExcerpts(fsys)
		return found
	}
	add := func(more source.Problems) {
		for _, p := range more {
			known := func(q source.Problem) bool {
				return p == q || p.Pos == q.Pos && p.Code == q.Code && path.Dir(p.Pos.File) != "."
			}
			if !slices.ContainsFunc(found, known) {
				found.Add(p)
			}
		}
	}
	for _, s.ink = range theme.Modes() {
		c, ps := s.compose(t, fsys, lib)
		add(ps)
		if c == nil {
			continue
		}
		everyFace(c.game, func(deck, card string, side Side) {
			_, ps := c.Face(deck, card, side)
			add(ps)
		})
	}
	found.FillExcerpts(fsys)
	return found
}

func printed(ps source.Problems) string {
	var b strings.Builder
	ps.Print(&b, 0)
	return strings.TrimRight(b.String(), "\n")
}

// dump writes a scene and, once each, the symbols it places.
func dump(t testing.TB, s *layout.Scene) string {
	t.Helper()
	var b strings.Builder
	seen := map[*layout.Symbol]bool{}
	var symbols []*layout.Symbol
	var find func(items []layout.Item)
	find = func(items []layout.Item) {
		for _, it := range items {
			switch it := it.(type) {
			case *layout.Group:
				find(it.Items)
			case *layout.Use:
				if !seen[it.Symbol] {
					seen[it.Symbol] = true
					symbols = append(symbols, it.Symbol)
				}
			}
		}
	}
	write := func(s *layout.Scene) {
		find(s.Items)
		if err := layout.Dump(&b, s); err != nil {
			t.Fatal(err)
		}
	}
	write(s)
	for i := 0; i < len(symbols); i++ {
		write(&layout.Scene{Name: fmt.Sprintf("of symbol %d, %s", i+1, symbols[i].Name), Size: symbols[i].Box.Size(), Items: symbols[i].Items})
	}
	return b.String()
}

// wantFile is the section of an archive a test compares with.
const wantFile = "want"

// archives runs a test for every archive of a folder: got is compared with
// the section "want", the other sections are files.
func archives(t *testing.T, dir string, least int, got func(t *testing.T, what string, files []string) string) {
	names, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(names) < least {
		t.Fatalf("%d archives in %s, want at least %d: %v", len(names), dir, least, err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var files []string
			want := -1
			for i, f := range archive.Files {
				if f.Name == wantFile {
					want = i
					continue
				}
				files = append(files, f.Name, string(f.Data))
			}
			if want < 0 {
				want = len(archive.Files)
				archive.Files = append(archive.Files, txtar.File{Name: wantFile})
			}
			text := got(t, string(archive.Comment), files) + "\n"
			if *update {
				archive.Files[want].Data = []byte(text)
				if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(archive.Files[want].Data); text != want {
				t.Errorf("%s\n(rewrite with -update)", difference(want, text))
			}
		})
	}
}

// difference shows the lines that two texts do not share.
func difference(want, got string) string {
	var b strings.Builder
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	in := func(lines []string) map[string]bool {
		return maps.Collect(func(yield func(string, bool) bool) {
			for _, l := range lines {
				if !yield(l, true) {
					return
				}
			}
		})
	}
	inW, inG := in(w), in(g)
	for _, l := range w {
		if !inG[l] {
			fmt.Fprintf(&b, "want %s\n", l)
		}
	}
	for _, l := range g {
		if !inW[l] {
			fmt.Fprintf(&b, "got  %s\n", l)
		}
	}
	if b.Len() == 0 {
		return "the same lines in another order"
	}
	return b.String()
}
