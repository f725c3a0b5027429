package flow

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
	"kitpress/layout/compose"
	"kitpress/layout/mirror"
)

var update = flag.Bool("update", false, "rewrite the files in testdata/golden")

var typesetter = sync.OnceValues(func() (*layout.Typesetter, error) {
	fonts, err := layout.LoadFonts(layout.Files, nil)
	if err != nil {
		return nil, err
	}
	hyphenate := func(lang, word string) []int { return i18n.LocaleOf(lang).Hyphenate(word) }
	return layout.NewTypesetter(fonts, hyphenate), nil
})

// A fakeDrawer knows every template and colour but those named missing, and
// draws them as plain rectangles.
type fakeDrawer struct {
	t       *testing.T
	missing string
	drawn   []string // templates with their vars, in order
	sizes   map[string]layout.Size
}

func (d *fakeDrawer) Draw(template string, vars map[string]any) (*layout.Scene, source.Problems) {
	d.drawn = append(d.drawn, fmt.Sprint(template, " ", vars))
	if template == d.missing {
		var ps source.Problems
		ps.Errorf(source.Pos{}, "template", "there is no template %q", template)
		return nil, ps
	}
	size, ok := d.sizes[template]
	if !ok {
		size = layout.Size{W: layout.MM(148), H: layout.MM(25)}
	}
	return picture(template, size), nil
}

func (d *fakeDrawer) Face(deck, card string, side compose.Side) (*layout.Scene, source.Problems) {
	size, ok := d.sizes[card]
	if !ok {
		size = layout.Size{W: layout.MM(124), H: layout.MM(40)}
	}
	return picture(deck+"/"+card+"/"+string(side), size), nil
}

func (d *fakeDrawer) Paint(role string) *layout.Paint {
	if role == d.missing {
		return nil
	}
	p := layout.Black()
	p.Role = role
	return p
}

func (d *fakeDrawer) Line(string) *layout.Stroke { return nil }

func (d *fakeDrawer) Mirror() *mirror.Mirror { return nil }

func (d *fakeDrawer) Typesetter() *layout.Typesetter {
	ts, err := typesetter()
	if err != nil {
		d.t.Fatal(err)
	}
	return ts
}

// picture is a scene with one rectangle, as large as the scene.
func picture(name string, size layout.Size) *layout.Scene {
	r := layout.RectOutline(layout.Rect{W: size.W, H: size.H}, 0)
	return &layout.Scene{Name: name, Size: size, Items: []layout.Item{&layout.Path{Outline: r, Fill: layout.White()}}}
}

func loadStyle(t *testing.T, name string) *Style {
	t.Helper()
	s, ps := LoadStyle(layout.Files, name)
	noProblems(t, ps)
	return s
}

func noProblems(t *testing.T, ps source.Problems) {
	t.Helper()
	for _, p := range ps {
		t.Error(p.Error())
	}
}

// dumpBook writes what is on each page: tagged groups with their element, its
// parent and their texts, pictures and decoration.
func dumpBook(b *Book) string {
	var out bytes.Buffer
	for _, p := range b.Pages {
		fmt.Fprintf(&out, "page %s %sx%s bleed %s\n", p.Label, p.Scene.Size.W, p.Scene.Size.H, p.Scene.Bleed)
		dumpItems(&out, "  ", p.Scene.Items)
	}
	for _, m := range b.Bookmarks {
		fmt.Fprintf(&out, "bookmark %d page %d y %s %s\n", m.Level, m.Page, m.Y, m.Title)
	}
	return out.String()
}

func dumpItems(out *bytes.Buffer, indent string, items []layout.Item) {
	for _, it := range items {
		switch it := it.(type) {
		case *layout.Text:
			fmt.Fprintf(out, "%stext %s,%s %s %d %q\n", indent, it.At.X, it.At.Y, it.Fill.Role, it.Face.Weight, it.Content)
		case *layout.Path:
			r := it.Outline.Bounds()
			fmt.Fprintf(out, "%spath %s,%s %sx%s\n", indent, r.X, r.Y, r.W, r.H)
		case *layout.Link:
			fmt.Fprintf(out, "%slink %s,%s %sx%s %s\n", indent, it.Rect.X, it.Rect.Y, it.Rect.W, it.Rect.H, it.Anchor)
		case *layout.Anchor:
			fmt.Fprintf(out, "%sanchor %s %s\n", indent, it.At.Y, it.Name)
		case *layout.Group:
			head := "group"
			if it.Tag != nil {
				head = strings.TrimSpace(fmt.Sprintf("%s %d<%d %s", it.Tag.Role, it.Tag.ID, it.Tag.Under, it.Tag.Alt))
			}
			if m := it.Transform; !m.IsIdentity() {
				head += fmt.Sprintf(" at %s,%s scale %.3f", layout.Length(m.E), layout.Length(m.F), m.A)
			}
			fmt.Fprintf(out, "%s%s\n", indent, head)
			dumpItems(out, indent+"  ", it.Items)
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	gl, wl := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range gl {
		if i >= len(wl) || gl[i] != wl[i] {
			w := "(end)"
			if i < len(wl) {
				w = wl[i]
			}
			t.Fatalf("%s:%d differs (rewrite with -update)\ngot  %s\nwant %s", file, i+1, gl[i], w)
		}
	}
	t.Fatalf("%s is longer than what was made (rewrite with -update)", file)
}
