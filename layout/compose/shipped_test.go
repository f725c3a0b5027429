package compose

import (
	"io/fs"
	"maps"
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
	"kitpress/layout/compose/expr"
	"kitpress/layout/compose/theme"
)

// Every template and theme kitpress ships can be read, used by a game or not.
func TestShippedFilesAreRight(t *testing.T) {
	libs := []*Library{NewLibrary(layout.Files, layout.Files)}
	ids, err := load.Games(catalog.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range ids {
		libs = append(libs, libraryOf(t, game))
	}
	for _, lib := range libs {
		for _, p := range lib.Check() {
			t.Error(p.Pos, p.Message)
		}
		if len(lib.Templates()) < 10 || len(lib.Themes()) < 1 {
			t.Error("templates or themes are missing")
		}
	}
}

// libraryOf returns the library of a shipped game: its own looks, then those
// all games share.
func libraryOf(t testing.TB, game string) *Library {
	t.Helper()
	own, err := fs.Sub(catalog.Embedded(), "games/"+game)
	if err != nil {
		t.Fatal(err)
	}
	return NewLibrary(layout.Files, own)
}

// allThemes returns every theme there is, shipped for all or a game's own, and
// the library it is found in.
func allThemes(t *testing.T) map[string]*Library {
	t.Helper()
	lib := NewLibrary(layout.Files, nil)
	themes := map[string]*Library{}
	for _, id := range lib.Themes() {
		themes[id] = lib
	}
	ids, err := load.Games(catalog.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range ids {
		own := libraryOf(t, game)
		for _, id := range own.Themes() {
			if themes[id] == nil {
				themes[id] = own
			}
		}
	}
	return themes
}

// shippedGames calls do with a composer for every shipped game, edition and
// ink mode, in the language the game is written in.
func shippedGames(t *testing.T, url string, do func(t *testing.T, c *Composer)) {
	ids, err := load.Games(catalog.Embedded())
	if err != nil || len(ids) == 0 {
		t.Fatalf("no games: %v", err)
	}
	setter, err := typesetter()
	if err != nil {
		t.Fatal(err)
	}
	codes := &layout.Codes{}
	for _, id := range ids {
		lib := libraryOf(t, id)
		g, ps := load.Game(catalog.Embedded(), id)
		if ps.HasErrors() {
			t.Fatal(ps.Err())
		}
		texts, ps := i18n.Load(catalog.Embedded(), g, g.Source)
		if ps.HasErrors() {
			t.Fatal(ps.Err())
		}
		for i := range g.Editions {
			e := &g.Editions[i]
			for j, ink := range theme.Modes() {
				if os.Getenv("KITPRESS_LONG") == "" && j != i%len(theme.Modes()) {
					continue
				}
				t.Run(path.Join(id, e.ID, string(ink)), func(t *testing.T) {
					c, ps := New(lib, Options{Game: g, Edition: e, Texts: texts.With(g.ParamsFor(e)), Typesetter: setter, Codes: codes, Ink: ink,
						TopicURL: func(topic *catalog.Topic) string {
							if url != "" {
								return url
							}
							return topic.References[g.Source]
						}})
					if len(ps) > 0 {
						t.Fatal(printed(ps))
					}
					do(t, c)
				})
			}
		}
	}
}

// Every piece and page of every shipped game can be drawn, with the short
// addresses of a web site and with the public references of its topics. No
// word is missing, and nothing reaches further than the bleed.
func TestShippedGamesCanBeDrawn(t *testing.T) {
	for _, url := range []string{"HTTPS://EXAMPLE.ORG/C/7F3K-Q", ""} {
		shippedGames(t, url, func(t *testing.T, c *Composer) {
			check := func(s *layout.Scene, ps source.Problems) {
				if len(ps) > 0 {
					t.Error(printed(ps))
				}
				if s != nil {
					checkScene(t, s)
				}
			}
			everyFace(c.game, func(deck, card string, side Side) { check(c.Face(deck, card, side)) })
			for i := range c.game.Components {
				if k := &c.game.Components[i]; k.Kind == catalog.KindPage && k.Template != "" {
					check(c.Page(k, ""))
				}
			}
		})
	}
}

func checkScene(t *testing.T, s *layout.Scene) {
	t.Helper()
	room := layout.Rect{W: s.Size.W, H: s.Size.H}.Inset(-s.Bleed)
	if len(s.Items) == 0 {
		t.Errorf("%s: nothing is drawn", s.Name)
	}
	var look func(items []layout.Item, m layout.Matrix, clipped bool)
	look = func(items []layout.Item, m layout.Matrix, clipped bool) {
		for _, it := range items {
			switch it := it.(type) {
			case *layout.Group:
				look(it.Items, it.Transform.Then(m), clipped || it.Clip != nil)
			case *layout.Use:
				look(it.Symbol.Items, it.Transform.Then(m), clipped)
			case *layout.Text:
				if strings.ContainsAny(it.Content, "‹›{}") {
					t.Errorf("%s: text %q", s.Name, it.Content)
				}
				box := m.Bounds(layout.Rect{X: it.At.X, Y: it.At.Y, W: it.Width})
				if !clipped && !room.Contains(box) {
					t.Errorf("%s: text %q at %v leaves the piece", s.Name, it.Content, box)
				}
			}
		}
	}
	look(s.Items, layout.Identity(), false)
}

// The templates for any game can be drawn with the theme of a new game, with
// and without what a card may leave out.
func TestTemplatesForAnyGame(t *testing.T) {
	fsys := pack(t, "cards.yaml", simpleDeck(6, "simple-card"))
	if ps := problemsOf(t, fsys, setting{url: "https://example.org/C/7F3K-Q"}); len(ps) > 0 {
		t.Error(printed(ps))
	}
}

// role is a colour a template names outright.
type role struct {
	name string
	pos  source.Pos
}

// rolesOf lists the colours that elements name, whatever card is drawn.
func rolesOf(items []element) []role {
	var out []role
	add := func(words ...word) {
		for _, w := range words {
			if x, ok := w.x.(expr.Literal); ok && expr.StringOf(x.Value) != "" && x.Value != "none" {
				out = append(out, role{expr.StringOf(x.Value), w.pos})
			}
		}
	}
	for _, el := range items {
		switch el := el.(type) {
		case *staticElement:
			out = append(out, rolesOf(el.items)...)
		case *groupElement:
			out = append(out, rolesOf(el.items)...)
		case *shapeElement:
			add(el.fill, el.stroke)
		case *iconElement:
			add(el.fill, el.soft, el.ground, el.rim)
		case *qrElement:
			add(el.ground)
		case *textElement:
			for _, list := range append(slices.Collect(maps.Values(el.lang)), el.variants) {
				for _, a := range list {
					add(a.fill)
				}
			}
		}
	}
	return out
}

// Every colour a template names is in the themes it is used with: those of
// the games whose cards it draws, with the templates and themes of their own;
// for the parts of rulebooks every theme; for the others that of a new game.
func TestThemesHaveTheColoursOfTheirTemplates(t *testing.T) {
	ids, err := load.Games(catalog.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, id := range ids {
		g, _ := load.Game(catalog.Embedded(), id)
		lib := libraryOf(t, id)
		for _, r := range g.TemplateRefs() {
			used[r.Name] = true
			checkRoles(t, lib, r.Name, g.Theme)
		}
		for _, name := range lib.Templates() {
			if strings.HasPrefix(name, "rulebook-") && !strings.HasPrefix(name, "rulebook-cover") {
				checkRoles(t, lib, name, g.Theme)
			}
		}
	}
	lib := NewLibrary(layout.Files, nil)
	for _, id := range lib.Templates() {
		switch {
		case used[id]:
		case strings.HasPrefix(id, "rulebook-"):
			for _, name := range lib.Themes() {
				checkRoles(t, lib, id, name)
			}
		default:
			checkRoles(t, lib, id, "plain")
		}
	}
}

// checkRoles reports colours a template names and a theme does not have.
func checkRoles(t *testing.T, lib *Library, id, name string) {
	t.Helper()
	tpl, _ := lib.template(id)
	list := rolesOf(tpl.items)
	for _, def := range tpl.symbols {
		list = append(list, rolesOf(def.items)...)
	}
	for _, mode := range theme.Modes() {
		theme, _ := lib.theme(name, source.Pos{}, mode)
		for _, r := range list {
			exact := strings.HasPrefix(id, "calibration-") && strings.HasPrefix(r.name, "#") // greys to compare a print with
			if theme.Roles[r.name] == nil && !exact {
				t.Errorf("%v: the theme %s has no colour %q", r.pos, name, r.name)
			}
		}
	}
}

// Texts can be read on their grounds, in every ink mode: at least 4.5:1, what
// WCAG 2 asks of small text.
func TestContrast(t *testing.T) {
	pairs := map[string][][2]string{
		"cyber-survival": {{"on-threat", "head-threat"}, {"on-power", "head-power"}, {"on-admin", "head-admin"}, {"on-panel", "panel"}, {"accent-panel", "panel"},
			{"ink", "paper"}, {"on-band", "band"}, {"on-badge", "badge"}, {"on-field-out", "field-out"}, {"on-tag-power", "tag-power"}, {"ink", "example-head"}, {"ink", "example-ground"}},
		"cyber-siege": {{"on-attack", "head-attack"}, {"on-defence", "head-defence"}, {"on-set", "head-set"}, {"on-admin", "head-admin"}, {"on-point", "head-point"},
			{"on-attack", "mini-attack"}, {"on-defence", "mini-defence"}, {"on-set", "mini-set"}, {"on-attack", "flag-attack"}, {"on-defence", "flag-defence"},
			{"in-flag-admin", "flag-admin"}, {"in-effect", "effect"}, {"in-coin", "coin"}, {"on-pill", "pill"}, {"number-attack", "foot-set"}, {"number-defence", "foot-set"},
			{"back-red-name", "back-red"}, {"back-set-name", "back-set"}, {"back-point-name", "back-point"}, {"on-panel", "panel"}, {"accent-panel", "panel"}, {"ink", "paper"},
			{"on-band", "band"}, {"on-badge", "badge"}, {"on-person", "person"}, {"ink", "example-head"}, {"ink", "example-ground"}, {"ink", "figure-ground"}, {"cover-title", "cover-sky"}},
		"online": {{"on-access", "head-access"}, {"on-category", "head-category"}, {"on-block", "head-block"}, {"on-power", "head-power"},
			{"ink", "paper"}, {"on-band", "band"}, {"on-badge", "badge"}},
		"attacker-placement": {{"on-head-attack", "head-attack"}, {"on-head-security", "head-security"}, {"on-head-vulnerability", "head-vulnerability"},
			{"on-head-event", "head-event"}, {"on-panel", "panel"}, {"ink", "paper"}, {"on-band", "band"}, {"on-badge", "badge"}},
		"plain": {{"on-head", "head"}, {"on-panel", "panel"}, {"accent-panel", "panel"}, {"ink", "paper"}, {"on-band", "band"}, {"on-badge", "badge"}, {"ink", "ground"},
			{"ink", "soft"}, {"mute", "paper"}, {"mute", "soft"}, {"ink", "disc"}, {"in-head-disc", "head-disc"}, {"ink", "callout"}, {"on-turn-ground", "turn-ground"},
			{"main", "paper"}, {"icon-ink", "icon-soft"}},
	}
	for id, lib := range allThemes(t) {
		if len(pairs[id]) == 0 && slices.Contains(NewLibrary(layout.Files, nil).Themes(), id) {
			pairs[id] = pairs["plain"] // its own colours are mixed alike
		}
		if len(pairs[id]) == 0 {
			t.Errorf("the theme %s has no pairs to look at", id)
		}
		for _, mode := range theme.Modes() {
			theme, ps := lib.theme(id, source.Pos{}, mode)
			if len(ps) > 0 {
				t.Fatal(printed(ps))
			}
			for _, pair := range pairs[id] {
				text, ground := theme.Roles[pair[0]], theme.Roles[pair[1]]
				if text == nil || ground == nil {
					t.Errorf("%s: no colour %s or %s", id, pair[0], pair[1])
					continue
				}
				if c := layout.Contrast(text.Paint.RGB, ground.Paint.RGB); c < 4.5 {
					t.Errorf("%s, %s: %s on %s has a contrast of %.1f", id, mode, pair[0], pair[1], c)
				}
			}
		}
	}
	if c := layout.Contrast([3]uint8{}, [3]uint8{255, 255, 255}); math.Abs(c-21) > 1e-9 {
		t.Errorf("black on white is %g", c)
	}
}

// What prints alike in grey is not told apart by it: the grey a theme states
// is that of its colour, and mono prints nothing but grey.
func TestGreys(t *testing.T) {
	for id, lib := range allThemes(t) {
		mono, _ := lib.theme(id, source.Pos{}, theme.Mono)
		full, _ := lib.theme(id, source.Pos{}, theme.Full)
		for name, in := range mono.Roles {
			if p := in.Paint; p.RGB[0] != p.RGB[1] || p.RGB[1] != p.RGB[2] || p.CMYK != [4]uint8{0, 0, 0, p.Grey} {
				t.Errorf("%s: %s is no grey in mono: %s, %v", id, name, p.Hex(), p.CMYK)
			}
		}
		for name, in := range full.Roles {
			looks := layout.PaintOf(in.Paint.RGB).Grey
			if off := math.Abs(float64(in.Paint.Grey) - float64(looks)); off > 4 {
				t.Errorf("%s: %s is grey %d, its colour looks like %d", id, name, in.Paint.Grey, looks)
			}
		}
	}
}

// Every icon kitpress ships is a picture, and every style has the same ones.
func TestShippedIcons(t *testing.T) {
	lib := NewLibrary(layout.Files, nil)
	for _, style := range layout.IconStyles() {
		for _, name := range layout.IconNames() {
			if _, err := lib.icon(nil, name, style); err != nil {
				t.Errorf("%s %s: %v", name, style, err)
			}
		}
	}
}
