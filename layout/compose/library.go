package compose

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"
	"sync"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// A Library finds templates, themes and icons: first in a pack, then among
// those kitpress ships. Files are read when first needed. It is safe for
// concurrent use.
type Library struct {
	shipped fs.FS
	pack    fs.FS // may be nil; its templates, themes and art folders

	mu        sync.Mutex
	icons     map[string]*layout.Icon
	templates map[string]*loaded
	themes    map[string]*loadedTheme
	shared    map[string]*symbolDef
	sharedErr source.Problems
	names     []string
}

type loaded struct {
	t        *template
	problems source.Problems
}

type loadedTheme struct {
	specs    map[string]*roleSpec
	problems source.Problems
}

// NewLibrary returns a library over kitpress's own files (layout.Files) and a
// pack, which may be nil.
func NewLibrary(shipped, pack fs.FS) *Library {
	return &Library{
		shipped: shipped, pack: pack,
		icons: map[string]*layout.Icon{}, templates: map[string]*loaded{}, themes: map[string]*loadedTheme{},
	}
}

// open returns a data file of the pack, or else the shipped one of that name.
func (l *Library) open(name string) (fs.FS, bool) {
	for _, fsys := range []fs.FS{l.pack, l.shipped} {
		if fsys == nil {
			continue
		}
		if _, err := fs.Stat(fsys, name); err == nil {
			return fsys, true
		}
	}
	return nil, false
}

// Templates lists the ids of all templates.
func (l *Library) Templates() []string {
	var ids []string
	for _, id := range l.list("templates") {
		if id != "symbols" {
			ids = append(ids, id)
		}
	}
	return ids
}

// Themes lists the ids of all themes.
func (l *Library) Themes() []string { return l.list("themes") }

// HasTemplate reports whether there is a template of that id.
func (l *Library) HasTemplate(id string) bool {
	_, ok := l.open("templates/" + id + ".yaml")
	return ok && id != "symbols"
}

// HasTheme reports whether there is a theme of that id.
func (l *Library) HasTheme(id string) bool {
	_, ok := l.open("themes/" + id + ".yaml")
	return ok
}

// CheckIcon says what is wrong with an icon a card names: not there, or not a
// picture. The hint, if any, follows in the second result.
func (l *Library) CheckIcon(art fs.FS, name string) (error, string) {
	var err error
	for _, style := range []string{"fill", "bold", "duotone"} {
		if _, err = l.icon(art, name, style); err == nil {
			return nil, ""
		}
		var h hinted
		if !errors.As(err, &h) {
			return err, "" // the file is there but broken
		}
	}
	var h hinted
	errors.As(err, &h)
	return err, h.hint
}

func (l *Library) list(dir string) []string {
	seen := map[string]bool{}
	for _, fsys := range []fs.FS{l.pack, l.shipped} {
		if fsys == nil {
			continue
		}
		entries, err := fs.ReadDir(fsys, dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if name, ok := strings.CutSuffix(e.Name(), ".yaml"); ok && !e.IsDir() {
				seen[name] = true
			}
		}
	}
	return keys(seen)
}

// iconNames lists the shipped icons; the caller holds no lock on files.
func (l *Library) iconNames() []string {
	if l.names != nil {
		return l.names
	}
	for _, style := range []string{"fill", "bold", "duotone"} {
		entries, err := fs.ReadDir(l.shipped, "icons/"+style)
		if err != nil {
			continue
		}
		for _, e := range entries {
			l.names = append(l.names, strings.TrimSuffix(e.Name(), "-"+style+".svg"))
		}
	}
	sort.Strings(l.names)
	return l.names
}

// template returns a compiled template. A nil template without problems means
// that there is none of that id.
func (l *Library) template(id string) (*template, source.Problems) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.templates[id]; t != nil {
		return t.t, t.problems
	}
	name := "templates/" + id + ".yaml"
	fsys, ok := l.open(name)
	if !ok || path.Base(name) == "symbols.yaml" {
		return nil, nil
	}
	out := &loaded{}
	out.t = readTemplate(fsys, name, &out.problems)
	l.templates[id] = out
	return out.t, out.problems
}

// sharedSymbols returns the symbols of templates/symbols.yaml, a pack's own
// ones replacing those shipped.
func (l *Library) sharedSymbols() map[string]*symbolDef {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shared != nil {
		return l.shared
	}
	l.shared = map[string]*symbolDef{}
	for _, fsys := range []fs.FS{l.shipped, l.pack} {
		if fsys == nil {
			continue
		}
		if _, err := fs.Stat(fsys, "templates/symbols.yaml"); err != nil {
			continue
		}
		for name, def := range readSymbols(fsys, "templates/symbols.yaml", &l.sharedErr) {
			l.shared[name] = def
		}
	}
	return l.shared
}

// Check reads every template and theme of the pack, used or not, and returns
// what is wrong with them. Those kitpress ships are right: the tests say so.
func (l *Library) Check() source.Problems {
	l.sharedSymbols()
	problems := append(source.Problems{}, l.sharedErr...)
	own := &Library{shipped: l.pack}
	for _, id := range own.Templates() {
		_, p := l.template(id)
		problems = append(problems, p...)
	}
	for _, id := range own.Themes() {
		_, p := l.theme(id, InkFull)
		problems = append(problems, p...)
	}
	return problems
}

// theme returns a theme for an ink mode.
func (l *Library) theme(id string, mode Ink) (*theme, source.Problems) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lt := l.themes[id]
	if lt == nil {
		name := "themes/" + id + ".yaml"
		fsys, ok := l.open(name)
		if !ok {
			return nil, source.Problems{{Code: "theme", Message: fmt.Sprintf("there is no theme %q", id), Hint: didYouMean(id, l.Themes())}}
		}
		lt = &loadedTheme{}
		lt.specs = readTheme(fsys, name, &lt.problems)
		l.themes[id] = lt
	}
	problems := append(source.Problems{}, lt.problems...)
	return resolveTheme(id, lt.specs, mode, &problems), problems
}

// A hinted error carries what may help.
type hinted struct{ msg, hint string }

func (h hinted) Error() string { return h.msg }

func unknownName(kind, name string, known []string) error {
	return hinted{fmt.Sprintf("there is no %s %q", kind, name), didYouMean(name, known)}
}

func didYouMean(name string, known []string) string { return source.DidYouMean(name, known) }
