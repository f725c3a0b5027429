package compose

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose/theme"
)

// A Library finds templates, themes and icons: first in a pack, then among
// those kitpress ships. Files are read when first needed. It is safe for
// concurrent use.
type Library struct {
	shipped fs.FS
	pack    fs.FS       // may be nil; holds the templates and themes folders
	dir     string      // of the pack in its file system
	paper   layout.Size // what pages that fill the paper are as large as

	sizes func() map[string]layout.Size // of cards, by name

	mu        sync.Mutex
	icons     map[iconFile]*layout.Icon
	pictures  map[pictureKey]func() (picture, error)
	templates map[string]*loadedTemplate
	themes    map[string]*loadedTheme
	shared    [2]*loadedSymbols // of the folders
	hints     int               // suggestions made for names there are no icons of
}

type iconFile struct{ style, name string }

type loadedTemplate struct {
	t        *template
	problems source.Problems
}

type loadedTheme struct {
	specs    theme.Specs
	problems source.Problems
}

type loadedSymbols struct {
	defs     map[string]*symbolDef
	problems source.Problems
}

// NewLibrary returns a library over kitpress's own files (layout.Files) and a
// pack, which may be nil. Pages that fill the paper are A4; see On.
func NewLibrary(shipped, pack fs.FS) *Library {
	l := &Library{
		shipped: shipped, pack: pack, dir: ".", paper: layout.Size{W: layout.MM(210), H: layout.MM(297)},
		icons: map[iconFile]*layout.Icon{}, pictures: map[pictureKey]func() (picture, error){}, templates: map[string]*loadedTemplate{}, themes: map[string]*loadedTheme{},
	}
	l.sizes = sync.OnceValue(func() map[string]layout.Size {
		sizes, _ := readSizes(shipped)
		return sizes
	})
	return l
}

// On says which paper the pages that fill it are as large as, before anything
// is drawn.
func (l *Library) On(paper layout.Size) *Library {
	l.paper = paper
	return l
}

// symbolsFile holds the symbols all templates share; it is no template.
const symbolsFile = "symbols"

// isTemplate reports whether an id can be that of a template: what lies in
// folders of templates is something else.
func isTemplate(id string) bool { return id != symbolsFile && !strings.Contains(id, "/") }

func templateFile(id string) string { return "templates/" + id + ".yaml" }

func themeFile(id string) string { return "themes/" + id + ".yaml" }

// In says in which folder of its file system the pack lies; problems name its
// files with it.
func (l *Library) In(dir string) *Library {
	l.dir = dir
	return l
}

// A folder is where a pack or kitpress's own files lie.
type folder struct {
	fsys fs.FS
	dir  string
}

// file returns the name of a file of the folder in its file system.
func (f folder) file(name string) string { return path.Join(f.dir, name) }

func (f folder) has(name string) bool {
	if f.fsys == nil {
		return false
	}
	_, err := fs.Stat(f.fsys, f.file(name))
	return err == nil
}

func (l *Library) own() folder { return folder{l.pack, l.dir} }

// folders lists where files are looked for, the pack first.
func (l *Library) folders() []folder {
	shipped := folder{l.shipped, "."}
	if l.pack == nil {
		return []folder{shipped}
	}
	return []folder{l.own(), shipped}
}

// open returns the folder of a data file: the pack, or else the shipped one.
func (l *Library) open(name string) (folder, bool) {
	for _, f := range l.folders() {
		if f.has(name) {
			return f, true
		}
	}
	return folder{}, false
}

// Templates lists the ids of all templates.
func (l *Library) Templates() []string { return templatesIn(l.folders()...) }

func templatesIn(folders ...folder) []string {
	return slices.DeleteFunc(idsIn("templates", folders...), func(id string) bool { return id == symbolsFile })
}

// Icons returns the names of the icons kitpress ships.
func (l *Library) Icons() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return layout.IconNames()
}

// Themes lists the ids of all themes.
func (l *Library) Themes() []string { return idsIn("themes", l.folders()...) }

// idsIn lists the YAML files of a folder, without their ending.
func idsIn(dir string, folders ...folder) []string {
	seen := map[string]bool{}
	for _, f := range folders {
		entries, err := fs.ReadDir(f.fsys, f.file(dir))
		if err != nil {
			continue // a pack need not have one
		}
		for _, e := range entries {
			if name, ok := strings.CutSuffix(e.Name(), ".yaml"); ok && !e.IsDir() {
				seen[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// HasTheme reports whether there is a theme of that id.
func (l *Library) HasTheme(id string) bool {
	_, ok := l.open(themeFile(id))
	return ok
}

// template returns a compiled template. A nil template without problems means
// that there is none of that id.
func (l *Library) template(id string) (*template, source.Problems) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.templates[id]; t != nil {
		return t.t, slices.Clip(t.problems)
	}
	base, name, sized := strings.Cut(id, "@")
	var size layout.Size
	if sized {
		if size, sized = l.Size(name); !sized {
			return nil, nil
		}
	}
	in, ok := l.open(templateFile(base))
	if !ok || !isTemplate(base) {
		return nil, nil
	}
	out := &loadedTemplate{}
	out.t = readTemplate(in.fsys, in.file(templateFile(base)), l.paper, size, &out.problems)
	l.templates[id] = out
	return out.t, slices.Clip(out.problems)
}

// sharedSymbols returns the symbols of templates/symbols.yaml of the first of
// the folders: the pack's.
func (l *Library) sharedSymbols() (map[string]*symbolDef, source.Problems) { return l.symbolsIn(0) }

// sharedSymbol returns a symbol all templates share, nil for none: a pack's own
// one replaces one that is shipped.
func (l *Library) sharedSymbol(name string) *symbolDef {
	for i := range l.folders() {
		if defs, _ := l.symbolsIn(i); defs[name] != nil {
			return defs[name]
		}
	}
	return nil
}

func (l *Library) symbolsIn(i int) (map[string]*symbolDef, source.Problems) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shared[i] == nil {
		l.shared[i] = &loadedSymbols{}
		f := l.folders()[i]
		if name := templateFile(symbolsFile); f.has(name) {
			l.shared[i].defs = readSymbols(f.fsys, f.file(name), &l.shared[i].problems)
		}
	}
	return l.shared[i].defs, slices.Clip(l.shared[i].problems)
}

// theme returns a theme for an ink mode; pos is where its name is written.
func (l *Library) theme(id string, pos source.Pos, mode theme.Mode) (*theme.Theme, source.Problems) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lt := l.themes[id]
	if lt == nil {
		lt = &loadedTheme{}
		if lt.specs = l.readTheme(id, pos, nil, &lt.problems); lt.specs == nil {
			return nil, lt.problems
		}
		l.themes[id] = lt
	}
	problems := slices.Clone(lt.problems)
	return lt.specs.Resolve(mode, &problems), problems
}

// readTheme reads a theme and those it extends, to which inner belong; nil when
// there is none of that id. All of them extend the shipped theme Base, a pack's
// own one of that name too.
func (l *Library) readTheme(id string, pos source.Pos, inner []string, ps *source.Problems) theme.Specs {
	in, ok := l.open(themeFile(id))
	own := l.own().has(themeFile(id))
	if slices.Contains(inner, id) { // a pack's own theme extends the one of its name
		in = folder{l.shipped, "."}
		own, ok = false, in.has(themeFile(id)) && inner[len(inner)-1] == id
	}
	if !ok {
		err := source.UnknownName("theme", id, slices.DeleteFunc(l.Themes(), func(t string) bool { return slices.Contains(inner, t) }))
		ps.Errorf(pos, theme.Code, "%v", err).Hint = source.HintOf(err)
		return nil
	}
	specs, extends := theme.Read(in.fsys, in.file(themeFile(id)), id, ps)
	next, at := theme.Base, source.Pos{}
	if extends.Exists() {
		next, at = extends.Text(), extends.Pos()
	} else if id == theme.Base && !own || !(folder{l.shipped, "."}).has(themeFile(theme.Base)) {
		return specs
	}
	specs.Complete(l.readTheme(next, at, append(inner, id), ps))
	return specs
}

// Check reads every template, symbol and theme of the pack and returns what is
// wrong with them. Those kitpress ships are right: its tests see to that.
func (l *Library) Check(used ...string) source.Problems {
	_, problems := l.sharedSymbols()
	if l.pack == nil {
		return problems
	}
	for _, id := range templatesIn(l.own()) {
		_, more := l.template(id)
		problems = append(problems, more...)
	}
	for _, id := range idsIn("themes", l.own()) {
		for _, mode := range theme.Modes() {
			_, more := l.theme(id, source.Pos{}, mode)
			for _, p := range more {
				if !slices.Contains(problems, p) {
					problems.Add(p)
				}
			}
		}
	}
	l.unseen(&problems, used)
	return problems
}

// CheckIcon says what is wrong with an icon a card names: not there, or not a
// picture. What may help, if anything, comes with it.
func (l *Library) CheckIcon(art fs.FS, name string) (hint string, err error) {
	for _, style := range layout.IconStyles() {
		if _, err := l.icon(art, name, style); err == nil {
			return "", nil
		} else if !errors.Is(err, errNoIcon) {
			return "", err // the file is there but broken
		}
	}
	err = l.noIcon(art, name)
	return source.HintOf(err), err
}

// Colour returns the sRGB colour of a role of a theme in full ink, for those
// who draw nothing and want to look alike.
func (l *Library) Colour(id, role string) (rgb [3]uint8, ok bool) {
	t, _ := l.theme(id, source.Pos{}, theme.Full)
	if t == nil || t.Roles[role] == nil || t.Roles[role].Paint == nil {
		return rgb, false
	}
	return t.Roles[role].Paint.RGB, true
}

// Picture returns an icon as it stands alone, in the first of some styles that
// it comes in; without styles as it is drawn by default.
func (l *Library) Picture(art fs.FS, name string, styles ...string) (*layout.Icon, error) {
	var err error
	for _, style := range append(styles, layout.IconStyles()...) {
		var icon *layout.Icon
		if icon, err = l.icon(art, name, style); err == nil {
			return icon, nil
		}
	}
	return nil, err
}
