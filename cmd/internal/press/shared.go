package press

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
	"kitpress/layout/compose"
	"kitpress/layout/flow"
	"kitpress/layout/sheet"
	"kitpress/layout/svg"
)

// A shared is what all games and languages of a build use together: read
// once, safe for concurrent use.
type shared struct {
	fonts      *layout.Fonts
	typesetter *layout.Typesetter
	codes      layout.Codes
	specs      *sheet.Specs
	rulebook   func() *flow.Style // the styles of books, read when one is set
	guide      func() *flow.Style
	printer    *layout.Icon // stands beside "print at 100 %"
	shelf      *shelf       // of a shop; nil when there is one request only
}

// printerIcon is the one picture kitpress itself draws on every sheet.
const printerIcon = "printer"

// openShared reads kitpress's own files, and the fonts of the games of a
// request. Problems in the former are kitpress's fault, never the user's; tests
// keep them away.
func openShared(req *Request) (*shared, error) {
	var problems source.Problems
	s := &shared{rulebook: style("rulebook"), guide: style("guide")}
	s.specs, problems = sheet.LoadSpecs(sheet.Files, req.Catalog)
	if problems.HasErrors() {
		problems.FillExcerpts(req.Catalog)
		return nil, problems.Err()
	}
	fonts, err := req.fonts()
	if err != nil {
		return nil, err
	}
	s.fonts, err = layout.LoadFonts(layout.Files, fonts)
	if bad := new(layout.FontError); errors.As(err, &bad) {
		problems.Errorf(source.Pos{File: bad.Name}, "font", "%v", bad.Err)
		return nil, problems.Err()
	} else if err != nil {
		return nil, err
	}
	s.typesetter = layout.NewTypesetter(s.fonts, func(lang, word string) []int { return i18n.LocaleOf(lang).Hyphenate(word) })
	data, _ := layout.ShippedIcon(printerIcon, "bold")
	s.printer, err = svg.Icon(printerIcon, data)
	return s, err
}

// fonts reads the fonts games bring, in a folder fonts, and those of
// Request.Fonts.
func (r *Request) fonts() (map[string][]byte, error) {
	files := map[string][]byte{}
	read := func(fsys fs.FS, folder string) error {
		names, err := fs.Glob(fsys, folder+"*.[ot]t[fc]") // .ttf, .otf, .ttc
		for _, name := range names {
			if files[name], err = fs.ReadFile(fsys, name); err != nil {
				return err
			}
		}
		return err
	}
	if r.Fonts != nil {
		if err := read(r.Fonts, ""); err != nil {
			return nil, err
		}
	}
	if r.Catalog == nil {
		return files, nil
	}
	return files, errors.Join(read(r.Catalog, "fonts/"), read(r.Catalog, "games/*/fonts/"))
}

// A Shop is for whoever makes one request after the other: what does not change
// between them (fonts, codes and the games kitpress ships) is read once. It is
// safe for concurrent use.
type Shop struct{ shared *shared }

// OpenShop opens a shop with the fonts of the games of a catalog.
func OpenShop(games fs.FS) (*Shop, error) {
	s, err := openShared(&Request{Catalog: games})
	if err != nil {
		return nil, err
	}
	s.shelf = &shelf{read: map[string]func() readGame{}}
	return &Shop{s}, nil
}

// For returns a request that takes what the shop has; games it asks for are set
// with the fonts of the shop.
func (s *Shop) For(req Request) Request {
	req.shop = s.shared
	return req
}

// A shelf keeps games of the catalog kitpress ships, which does not change.
type shelf struct {
	mu   sync.Mutex
	read map[string]func() readGame
}

// mostRead is how many games, in languages, are kept.
const mostRead = 8

// A readGame is what reading games brought.
type readGame struct {
	games    []loaded
	problems source.Problems
	err      error
}

// games returns what read returns for a request, from the shelf if it can.
func (s *shared) games(ctx context.Context, req *Request, read func(context.Context) readGame) readGame {
	if s.shelf == nil || req.Catalog != catalog.Embedded() || ctx.Err() != nil {
		return read(ctx)
	}
	key := fmt.Sprint(req.Games, req.All, req.Langs, slices.Clone(req.Prefer), req.Paper)
	s.shelf.mu.Lock()
	get := s.shelf.read[key]
	if get == nil {
		if len(s.shelf.read) >= mostRead {
			clear(s.shelf.read)
		}
		get = sync.OnceValue(func() readGame { return read(context.WithoutCancel(ctx)) })
		s.shelf.read[key] = get
	}
	s.shelf.mu.Unlock()
	return get()
}

// style returns what reads a style of kitpress's own, once. It has no problems:
// the tests of flow see to that.
func style(name string) func() *flow.Style {
	return sync.OnceValue(func() *flow.Style {
		s, _ := flow.LoadStyle(layout.Files, name)
		return s
	})
}

// paperOf returns the id of the paper a page has the size of.
func (s *shared) paperOf(size layout.Size) string {
	for _, id := range s.specs.PaperIDs() {
		if p, _ := s.specs.Paper(id); p.Size == size || p.Size == (layout.Size{W: size.H, H: size.W}) {
			return id
		}
	}
	return "page"
}

// Templates returns the ids of the templates kitpress ships.
func Templates() []string { return compose.NewLibrary(layout.Files, nil).Templates() }

// A Shipped is something a game can use: its name and what it is.
type Shipped struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// Looks returns the templates any deck can take, in any size: what they show,
// and of which fields.
func Looks() (looks []Shipped) {
	for _, id := range Templates() {
		data, _ := fs.ReadFile(layout.Files, "templates/"+id+".yaml")
		if text := string(data); id != sponsorBack && strings.Contains(text, "\nany-size: true\n") {
			looks = append(looks, Shipped{id, aboutOf(text)})
		}
	}
	return looks
}

// Themes returns the colours a game can take.
func Themes() (themes []Shipped) {
	for _, id := range compose.NewLibrary(layout.Files, nil).Themes() {
		data, _ := fs.ReadFile(layout.Files, "themes/"+id+".yaml")
		about, _, _ := strings.Cut(aboutOf(string(data)), ". ")
		themes = append(themes, Shipped{id, about})
	}
	return themes
}

// aboutOf returns the comment a file begins with.
func aboutOf(text string) string {
	var words []string
	for line := range strings.SplitSeq(text, "\n") {
		comment, is := strings.CutPrefix(line, "#")
		if !is || comment == "" {
			break
		}
		words = append(words, strings.TrimSpace(comment))
	}
	return strings.Join(words, " ")
}

// manuals are the texts about the files of a game that are part of the program.
var manuals = map[string]struct {
	fsys fs.FS
	name string
}{
	"first-deck": {catalog.Embedded(), "games/first-deck.md"},
	"packs":      {catalog.Embedded(), "games/README.md"}, "sets": {catalog.Embedded(), "games/sets.md"}, "rules": {catalog.Embedded(), "games/rules.md"},
	"topics": {catalog.Embedded(), "topics/README.md"}, "templates": {layout.Files, "templates/README.md"}, "sheets": {sheet.Files, "specs/README.md"},
}

// Manuals returns what there are manuals about.
func Manuals() []string { return slices.Sorted(maps.Keys(manuals)) }

// Manual returns the manual about the files of a game of one kind in a language, in
// English in those kitpress does not speak, nil when there is none.
func Manual(about, lang string) []byte {
	m, ok := manuals[about]
	if !ok {
		return nil
	}
	base, _, _ := strings.Cut(lang, "-")
	text, err := fs.ReadFile(m.fsys, strings.TrimSuffix(m.name, ".md")+"."+base+".md")
	if err != nil {
		text, _ = fs.ReadFile(m.fsys, m.name) // it is embedded
	}
	return text
}

// Look returns the file of a template kitpress ships.
func Look(id string) ([]byte, error) {
	if !slices.Contains(Templates(), id) {
		return nil, Unknown("look", id, Templates())
	}
	return fs.ReadFile(layout.Files, "templates/"+id+".yaml")
}

// Sizes returns the sizes of cards, in mm.
func Sizes() (sizes []Shipped) {
	lib := compose.NewLibrary(layout.Files, nil)
	for _, name := range lib.SizeNames() {
		size, _ := lib.Size(name)
		sizes = append(sizes, Shipped{name, inMM(size)})
	}
	return sizes
}

// HasTemplate reports whether kitpress ships a template, in the size behind an @.
func HasTemplate(id string) bool { return compose.NewLibrary(layout.Files, nil).HasTemplate(id) }

// Icons returns the names of the icons kitpress ships.
func Icons() []string { return compose.NewLibrary(layout.Files, nil).Icons() }

// A Used is something of layout that a game uses.
type Used struct {
	Name string `json:"name"`
	Own  bool   `json:"own"` // it lies in the game's folder, not among kitpress's own
	For  string `json:"for"` // what it is first used for, a file and line
}

// TemplatesOf returns the templates a game uses, in the order it names them.
func TemplatesOf(g *catalog.Game, fsys fs.FS) []Used {
	return used(g.TemplateRefs(), func(name string) bool { return source.Exists(fsys, path.Join(g.Dir(), "templates", name+".yaml")) })
}

// IconsOf returns the icons the cards and texts of a game use.
func IconsOf(g *catalog.Game, fsys fs.FS) []Used {
	return used(g.IconRefs(), func(name string) bool { return source.Exists(fsys, path.Join(g.Dir(), "art", name+".svg")) })
}

func used(refs []catalog.Ref, own func(string) bool) []Used {
	list := []Used{}
	for _, r := range refs {
		if !slices.ContainsFunc(list, func(u Used) bool { return u.Name == r.Name }) {
			list = append(list, Used{r.Name, own(r.Name), r.Pos.String()})
		}
	}
	return list
}

// library returns the templates, themes and icons a game can use: its own and
// those kitpress ships.
func (s *shared) library(fsys fs.FS, g *catalog.Game, paper string) *compose.Library {
	p, _ := s.specs.Paper(paper)
	return compose.NewLibrary(layout.Files, fsys).In(g.Dir()).On(p.Size)
}

// stocks are the kinds of paper the print plan has words for, plan.paper.<id>.
var stocks = []string{"board", "card", "dice", "plain", "sticker", "token"}

// What is done with some of them: glued onto board, or folded and glued.
var (
	mounted = []string{"board", "token"}
	scored  = []string{"dice"}
)

// checkNames looks up every name in a game that belongs to layout: icons,
// templates, the theme, sheets.
func checkNames(g *catalog.Game, lib *compose.Library, specs *sheet.Specs) source.Problems {
	var used []string
	for _, r := range g.TemplateRefs() {
		used = append(used, r.Name)
	}
	problems := lib.Check(used...)
	missing := func(code, kind string, r catalog.Ref, known []string) {
		problems.Errorf(r.Pos, code, "there is no %s %q", kind, r.Name).Hint = source.DidYouMean(r.Name, known)
	}
	for _, r := range g.TemplateRefs() {
		if !lib.HasTemplate(r.Name) {
			if id, size, _ := strings.Cut(r.Name, "@"); lib.HasTemplate(id) {
				problems.Errorf(r.Pos, "template", "there is no size %q", size).Hint = "write one of " + strings.Join(lib.SizeNames(), ", ") + ", or width x height in mm: " + id + "@63x88"
				continue
			}
			missing("template", "template", r, lib.Templates())
		}
	}
	if r := g.ThemeRef(); !lib.HasTheme(r.Name) {
		missing("theme", "theme", r, lib.Themes())
	}
	for _, r := range g.SheetRefs() {
		if _, ok := specs.Spec(r.Name); !ok {
			missing("sheet", "sheet", r, specs.SpecIDs())
		}
	}
	problems = append(problems, checkTiles(g, specs)...)
	for _, r := range g.PaperRefs() {
		if !slices.Contains(stocks, r.Name) {
			missing("paper", "kind of paper", r, stocks)
		}
	}
	return append(problems, checkIcons(g, lib)...)
}

// checkTiles reports components that want what their sheet does not do: to cut
// pieces, or to print backs of pieces it cuts.
func checkTiles(g *catalog.Game, specs *sheet.Specs) source.Problems {
	var problems source.Problems
	for i := range g.Components {
		c := &g.Components[i]
		spec, ok := specs.Spec(sheetOf(c))
		switch {
		case !ok:
		case spec.Kind == sheet.Tiles && hasBacks(g, c):
			problems.Errorf(c.Pos, "sheet", "the sheet %q prints one side, and the pieces of %q have a back", spec.ID, c.ID).Hint =
				"choose another sheet, or a deck without back"
		case spec.Kind != sheet.Tiles && c.CutAt.Pos.IsValid():
			problems.Errorf(c.CutAt.Pos, "sheet", "the sheet %q does not cut pieces into tiles", spec.ID).Hint = "delete cut-at, or choose sheet: tiles"
		}
	}
	return problems
}

// checkIcons looks up each icon once, however many cards show it.
func checkIcons(g *catalog.Game, lib *compose.Library) source.Problems {
	var problems source.Problems
	var good []string
	for _, r := range g.IconRefs() {
		if slices.Contains(good, r.Name) {
			continue
		}
		if hint, err := lib.CheckIcon(g.Art, r.Name); err != nil {
			problems.Errorf(r.Pos, "icon", "%v", err).Hint = hint
			continue
		}
		good = append(good, r.Name)
	}
	return problems
}
