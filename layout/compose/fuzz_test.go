package compose

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"kitpress/layout"
	"kitpress/layout/compose/theme"
)

// Whatever a pack's template says: it is drawn, or there are problems, and
// lengths stay where writers can work with them.
func FuzzTemplate(f *testing.F) {
	for _, dir := range []string{"problems", "draw", "overflow"} {
		names, _ := filepath.Glob("testdata/" + dir + "/*.txtar")
		for _, name := range names {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				f.Fatal(err)
			}
			for _, file := range archive.Files {
				if strings.HasPrefix(file.Name, "templates/tiny-card") {
					f.Add(string(file.Data))
				}
			}
		}
	}
	names, err := fs.Glob(layout.Files, "templates/*.yaml")
	if err != nil || len(names) == 0 {
		f.Fatal("no templates")
	}
	for _, name := range names {
		f.Add(string(readShipped(f, name)))
	}
	base := pack(f)
	g, texts, edition := readGame(f, base, setting{lang: "en"})
	setter, err := typesetter()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src string) {
		lib := NewLibrary(layout.Files, fstest.MapFS{"templates/tiny-card.yaml": {Data: []byte(src)}})
		c, ps := New(lib, Options{Game: g, Edition: edition, Texts: texts, Typesetter: setter, Codes: &layout.Codes{}, Ink: theme.Mono})
		if len(ps) > 0 {
			t.Fatal(ps)
		}
		s, ps := c.Face("animals", "fox", Front)
		if ps.HasErrors() {
			return
		}
		if s == nil || s.Size.W <= 0 || s.Size.H <= 0 {
			t.Fatalf("no problem and no scene for %q", src)
		}
		checkStrokes(t, s.Items)
	})
}

// checkStrokes looks for what no writer can draw.
func checkStrokes(t *testing.T, items []layout.Item) {
	t.Helper()
	for _, it := range items {
		switch it := it.(type) {
		case *layout.Group:
			checkStrokes(t, it.Items)
		case *layout.Use:
			if m := it.Transform; m.A*m.D-m.B*m.C == 0 {
				t.Errorf("%s is drawn flat: %v", it.Symbol.Name, m)
			}
		case *layout.Path:
			if it.Stroke != nil && (it.Stroke.Width <= 0 || it.Stroke.Paint == nil) || it.Stroke == nil && it.Fill == nil {
				t.Errorf("a path with stroke %v, fill %v", it.Stroke, it.Fill)
			}
		}
	}
}
