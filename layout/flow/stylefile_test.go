package flow

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose"
	"kitpress/layout/compose/theme"
)

func TestShippedStyles(t *testing.T) {
	files, err := fs.Glob(layout.Files, "templates/flows/*.yaml")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d styles, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(file, "templates/flows/"), ".yaml")
		s := loadStyle(t, name)
		for _, lang := range []string{"en", "ja", "ja-JP"} {
			in := s.in(lang)
			for _, text := range in.allTexts() {
				if text.style.Lead < text.style.Size || text.style.Paint == "" || text.style.Baseline <= 0 {
					t.Errorf("%s, %s: %s is %+v", name, lang, text.name, *text.style)
				}
				if floor := layout.Pt(7); text.style.Size < floor {
					t.Errorf("%s, %s: %s is smaller than 7 pt", name, lang, text.name)
				}
			}
		}
		if body, ja := s.in("de-CH").Texts.Body, s.in("ja-JP").Texts.Body; body == ja || body != s.Texts.Body {
			t.Errorf("%s: Japanese is set like German", name)
		}
	}
}

func TestBrokenStyles(t *testing.T) {
	good, err := fs.ReadFile(layout.Files, "templates/flows/rulebook.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"format", "format: 1", "format: 2", "format"},
		{"unknown key", "gutter:", "guter:", `unknown key "guter"`},
		{"unknown text", "\n  caption:", "\n  captoin:", `unknown key "captoin"`},
		{"mode", "mode: page", "mode: pages", `unknown mode "pages"`},
		{"size", "size: 9.5", "size: 950", "from 1 to 200"},
		{"no room", "left: 12, right: 12", "left: 80, right: 80", "no room"},
		{"language", "body: {size: 9, lead: 13.5", "body: {size: 9, led: 14", `unknown key "led"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(string(good), c.old, c.new, 1)
			if text == string(good) {
				t.Fatalf("the style has no %q", c.old)
			}
			s, ps := LoadStyle(fstest.MapFS{"templates/flows/rulebook.yaml": {Data: []byte(text)}}, "rulebook")
			if s != nil || !strings.Contains(fmtProblems(ps), c.want) {
				t.Errorf("got %v, want %q", ps, c.want)
			}
		})
	}
	if s, ps := LoadStyle(fstest.MapFS{}, "rulebook"); s != nil || !ps.HasErrors() {
		t.Error("a missing style is no problem")
	}
}

func fmtProblems(ps source.Problems) string {
	var b strings.Builder
	for _, p := range ps {
		b.WriteString(p.Error() + "\n")
	}
	return b.String()
}

// Every colour a shipped style names is in every shipped theme, and every
// template it names exists.
func TestShippedStylesNameWhatIsThere(t *testing.T) {
	lib := compose.NewLibrary(layout.Files, nil)
	g, texts := tiny(t, "en")
	setter, err := typesetter()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range lib.Themes() {
		g.Theme = id
		c, ps := compose.New(lib, compose.Options{Game: g, Edition: g.Edition("long"), Texts: texts, Typesetter: setter, Codes: &layout.Codes{}, Ink: theme.Full})
		noProblems(t, ps)
		for _, name := range []string{"rulebook", "handout"} {
			s := loadStyle(t, name)
			roles := []string{s.Mark.Paint, s.Table.Paint, s.Table.HeadPaint, s.Box.Paint}
			for _, text := range s.allTexts() {
				roles = append(roles, text.style.Paint)
			}
			for _, role := range roles {
				if c.Paint(role) == nil {
					t.Errorf("theme %q has no colour %q, which the style %q needs", id, role, name)
				}
			}
			for _, template := range []string{s.Band.Template, s.Foot.Template, s.Cover} {
				if template != "" && !lib.HasTemplate(template) {
					t.Errorf("style %q names a template %q that is not there", name, template)
				}
			}
		}
	}
}
