package compose

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/layout"
)

// A pack's templates and themes stand beside those shipped, and before them.
func TestLibraryLists(t *testing.T) {
	own := fstest.MapFS{
		"templates/mine.yaml": {}, "templates/simple-card.yaml": {}, "templates/symbols.yaml": {}, "templates/flows/x.yaml": {}, "templates/readme.txt": {},
		"themes/mine.yaml": {},
	}
	shipped, both := NewLibrary(layout.Files, nil), NewLibrary(layout.Files, own)
	if got := shipped.Templates(); !slices.IsSorted(got) || !slices.Contains(got, "simple-card") || slices.Contains(got, "symbols") || slices.Contains(got, "mine") {
		t.Errorf("shipped templates %v", got)
	}
	if got := both.Templates(); len(got) != len(shipped.Templates())+1 || !slices.Contains(got, "mine") {
		t.Errorf("templates with a pack %v", got)
	}
	if got := both.Themes(); len(got) != len(shipped.Themes())+1 || !slices.Contains(got, "mine") || !slices.Contains(got, "plain") {
		t.Errorf("themes with a pack %v", got)
	}
	for name, want := range map[string]bool{"mine": true, "simple-card": true, "simple": false, "symbols": false, "": false, "../themes/plain": false, "flows/rulebook": false} {
		if both.HasTemplate(name) != want {
			t.Errorf("HasTemplate(%q) is %v", name, !want)
		}
	}
	for name, want := range map[string]bool{"mine": true, "plain": true, "plane": false} {
		if both.HasTheme(name) != want {
			t.Errorf("HasTheme(%q) is %v", name, !want)
		}
	}
	if shipped.HasTheme("mine") {
		t.Error("a theme of nobody's")
	}
}

// Check reports the files of the pack, used or not, each problem once.
func TestCheck(t *testing.T) {
	own := fstest.MapFS{
		"templates/unused.yaml":  {Data: []byte("format: 1\nsize: [1]\ndraw: []\n")},
		"themes/unused.yaml":     {Data: []byte("format: 1\nid: unused\ncolours:\n  a: {is: b}\n")},
		"templates/symbols.yaml": {Data: []byte("format: 3\n")},
	}
	lib := NewLibrary(layout.Files, own)
	for range 2 { // the second time from memory
		got := printed(lib.Check())
		for _, want := range []string{"templates/unused.yaml:2:7", "themes/unused.yaml:4:11", "templates/symbols.yaml:1:9"} {
			if strings.Count(got, want) != 1 {
				t.Errorf("%s is reported %d times in\n%s", want, strings.Count(got, want), got)
			}
		}
	}
	if ps := NewLibrary(layout.Files, nil).Check(); len(ps) > 0 {
		t.Error(printed(ps))
	}
}

// Without the symbols all templates share nothing is drawn.
func TestBrokenSymbolsStopTheComposer(t *testing.T) {
	fsys := pack(t, "templates/symbols.yaml", "format: 3\n")
	if c, ps := (setting{}).compose(t, fsys, NewLibrary(layout.Files, fsys)); c != nil || !ps.HasErrors() {
		t.Errorf("%v, %v", c, ps)
	}
}

func TestCheckIcon(t *testing.T) {
	art := fstest.MapFS{"mine.svg": {Data: []byte(`<svg viewBox="0 0 1 1"><circle r="1"/></svg>`)}, "broken.svg": {Data: []byte(`<svg viewBox="0 0 1 1"><text>a</text></svg>`)}}
	lib := NewLibrary(layout.Files, nil)
	for _, c := range []struct{ name, want, hint string }{
		{"tree", "", ""}, {"mine", "", ""},
		{"tre", `there is no icon "tre"`, `did you mean "tree"?`},
		{"broken", "art/broken.svg:1:", ""},
		{"../fill/tree", `there is no icon "../fill/tree"`, "write the name without folder and ending: tree"},
		{"", `there is no icon ""`, "kitpress list icons names them; one of your own is a file art/<name>.svg"},
	} {
		hint, err := lib.CheckIcon(art, c.name)
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) || hint != c.hint {
			t.Errorf("%q: %v, hint %q", c.name, err, hint)
		}
	}
}
