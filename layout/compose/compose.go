package compose

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
	"kitpress/layout/compose/expr"
	"kitpress/layout/compose/theme"
	"kitpress/layout/mirror"
)

// A Side is the front or the back of a piece.
type Side string

// The sides.
const (
	Front Side = "front"
	Back  Side = "back"
)

// Vars are plain values a template is drawn with: string, int, bool, float64,
// a page, a list of strings or of values, or a map of them.
type Vars map[string]any

// Options say what a Composer draws with.
type Options struct {
	Game       *catalog.Game
	Edition    *catalog.Edition
	Texts      *i18n.Texts // bound to the edition's params
	Typesetter *layout.Typesetter
	Codes      *layout.Codes
	Ink        theme.Mode
	// TopicURL returns what a topic's QR code leads to, "" for no code.
	TopicURL func(t *catalog.Topic) string
}

// A Composer draws the pieces of one game in one language and ink mode. It is
// safe for concurrent use.
type Composer struct {
	lib        *Library
	game       *catalog.Game
	edition    *catalog.Edition
	texts      *i18n.Texts
	lang       string
	typesetter *layout.Typesetter
	codes      *layout.Codes
	topicURL   func(*catalog.Topic) string
	theme      *theme.Theme
	art        fs.FS
	grey       bool                    // raster pictures lose their colours
	mono       bool                    // and so do those of SVG that are not the theme's
	lines      map[*layout.Stroke]bool // that the theme draws around areas in the ink mode
	globals    *expr.Env               // what every template can read; never written to
	options    Options
	plain      *Composer // draws the same without the sponsor, if there is one
	sponsor    any       // what templates can read of it; nil for none

	faces   cache[string, *face]
	symbols cache[symbolKey, *drawn]
	statics cache[staticKey, *drawn]
	pieces  cache[pieceKey, *layout.Symbol]
	icons   cache[iconKey, *layout.Symbol]
	hex     cache[string, *theme.Role]
	painted cache[artKey, *layout.Symbol]
	shown   cache[shownKey, *layout.Symbol]
	dense   cache[string, int] // by template
	sizes   cache[string, map[string]layout.Length]
	mirror  *mirror.Mirror // nil for a language that runs from the left

	inspections sync.Pool // of *inspection: lent to one face after the other
}

// New returns a composer, or the problems of the game's theme and of the
// symbols all templates share.
func New(lib *Library, o Options) (*Composer, source.Problems) {
	ref := o.Game.ThemeRef()
	t, problems := lib.theme(o.Game.Theme, ref.Pos, o.Ink)
	_, more := lib.sharedSymbols()
	problems = append(problems, more...)
	for _, role := range catalog.FontRoles() {
		if font, own := o.Game.Fonts[role], o.Typesetter.Fonts().Own(); font.Name != "" && !slices.Contains(own, font.Name) {
			problems.Errorf(font.Pos, theme.Code, "the game brings no font %q", font.Name).Hint = cmp.Or(source.DidYouMean(font.Name, own), "put its file into the folder fonts")
		}
	}
	if problems.HasErrors() {
		return nil, problems
	}
	c := &Composer{
		lib: lib, game: o.Game, edition: o.Edition, texts: o.Texts, lang: o.Texts.Lang(),
		typesetter: o.Typesetter, codes: o.Codes, topicURL: o.TopicURL, theme: t, art: o.Game.Art, grey: o.Ink != theme.Full, mono: o.Ink == theme.Mono, lines: t.Lines(),
	}
	c.options, c.plain = o, c
	if i18n.LocaleOf(c.lang).RTL {
		c.mirror = mirror.New()
	}
	c.globals = expr.New(c, map[string]any{
		"game": gameValue{c}, "params": c.params(), "score": c.score(), "lang": c.lang, "ink": string(o.Ink), "edition": o.Edition.ID,
		sponsorName: nil,
	})
	return c, nil
}

// Texts returns the texts the composer draws with.
func (c *Composer) Texts() *i18n.Texts { return c.texts }

// Typesetter returns the typesetter the composer draws with.
func (c *Composer) Typesetter() *layout.Typesetter { return c.typesetter }

// Size returns the size of what a template draws, zero when there is none.
func (c *Composer) Size(template string) layout.Size {
	if t, _ := c.lib.template(template); t != nil {
		return t.size
	}
	return layout.Size{}
}

// Paint returns the theme's colour for a role, nil when there is none.
func (c *Composer) Paint(role string) *layout.Paint {
	if in := c.theme.Roles[role]; in != nil {
		return in.Paint
	}
	return nil
}

// Line returns the outline the ink mode gives a role, nil for none.
func (c *Composer) Line(role string) *layout.Stroke {
	if in := c.theme.Roles[role]; in != nil {
		return in.Line
	}
	return nil
}

// Page draws the template of a component. It is told of the component's decks
// and how many cards they have together, and of the letter of its set, "" for none.
func (c *Composer) Page(of *catalog.Component, letter string) (*layout.Scene, source.Problems) {
	total, decks := 0, []any{}
	for _, id := range of.Decks {
		d := c.game.Deck(id)
		if d.Kind() == "cards" {
			total += d.Count()
		}
		decks = append(decks, deckValue{c, d})
	}
	return c.Draw(of.Template, map[string]any{"cards": total, "decks": decks, "letter": letter})
}

// Draw draws a template with plain values instead of a card.
func (c *Composer) Draw(template string, vars map[string]any) (*layout.Scene, source.Problems) {
	e := c.globals.Inner()
	e.Label = fmt.Sprintf("template %q", template)
	for name, v := range vars {
		e.Names[name] = plain(v)
	}
	trail, _ := (*trail)(nil).enter("template/"+template, e.Label, source.Pos{})
	f := c.draw(trail, template, e, template, nil, nil)
	if c != c.plain && !f.sponsored {
		return c.plain.Draw(template, vars)
	}
	return f.scene, f.problems
}

// plain turns a value of Go into one of expressions.
func plain(v any) any {
	switch v := v.(type) {
	case int:
		return float64(v)
	case []string:
		return listOf(v, func(s string) any { return s })
	case []any:
		return listOf(v, plain)
	case map[string]any:
		of := expr.Parts{}
		for name, value := range v {
			of[name] = plain(value)
		}
		return of
	}
	return v
}

// A face is a scene drawn once, however many pages show it.
type face struct {
	scene    *layout.Scene // nil when there is no template to draw it with
	problems source.Problems
	steps    int
	copied   bool // it asked which copy it is

	sponsored bool // it asked for the sponsor
}

// draw draws a template. ground is what lies below it: nil when that is not
// known, as of a strip that is laid on a page. sizes returns the largest sizes
// of texts that are alike on all pieces of a deck, nil where there is one piece
// alone.
func (c *Composer) draw(trail *trail, id string, e *expr.Env, name string, ground *layout.Paint, sizes func() map[string]layout.Length) *face {
	t, problems := c.lib.template(id)
	switch {
	case problems.HasErrors():
		return &face{problems: problems}
	case t == nil:
		err := source.UnknownName("template", id, c.lib.Templates())
		problems.Errorf(e.Origin, codeTemplate, "%v", err).Hint = source.HintOf(err)
		return &face{problems: problems}
	}
	t.name(e)
	var place *sponsorPlace
	if _, own := e.Names[sponsorName]; c.sponsor != nil && !own {
		place = &sponsorPlace{of: c.sponsor}
		e.Names[sponsorName] = place
	}
	once := func(a *alike) *drawing {
		d := &drawing{c: c, template: id, trail: trail, mirrored: c.mirror != nil && t.mirrored(e), page: t.bleed > 0, alike: a}
		d.all(t.items, e)
		return d
	}
	d := once(&alike{})
	if found := d.alike.found; found != nil { // again, in the sizes all have
		if sizes != nil {
			found = sizes()
		}
		d = once(&alike{largest: found})
	}
	scene := &layout.Scene{Name: name, Size: t.size, Bleed: t.bleed, Items: openAtEdge(c.lines, d.items, layout.Rect{W: t.size.W, H: t.size.H}, t.bleed)}
	if !d.problems.HasErrors() {
		d.problems = append(d.problems, legible(c, scene, ground, id, e.Origin, e.Label)...)
	}
	if d.mirrored {
		scene = c.mirror.Scene(scene)
	}
	return &face{scene: scene, problems: d.problems, steps: d.steps, sponsored: place != nil && place.asked}
}

// openAtEdge takes the ink mode's lines away where areas run out into the bleed.
// What has none is a part of a page: it may draw past its size.
func openAtEdge(lines map[*layout.Stroke]bool, items []layout.Item, trim layout.Rect, bleed layout.Length) []layout.Item {
	if bleed == 0 {
		return items
	}
	return layout.OpenAtEdge(items, lines, layout.Identity(), trim)
}

// name gives names to what every template can read of itself.
func (t *template) name(e *expr.Env) {
	for _, name := range t.without {
		if _, ok := e.Names[name]; !ok {
			e.Names[name] = nil
		}
	}
	e.Names["page_width"], e.Names["page_height"] = t.size.W.MM(), t.size.H.MM()
}

// mirrored reports whether what a template draws is mirrored where a language
// runs from the right, as it says itself or the deck it is drawn for.
func (t *template) mirrored(e *expr.Env) bool {
	v, _ := e.Lookup("deck")
	if of, ok := v.(deckValue); ok && of.d.Mirror != nil {
		return *of.d.Mirror
	}
	return t.mirror
}

// Mirror returns what mirrors the composer's pages, nil for languages that run
// from the left.
func (c *Composer) Mirror() *mirror.Mirror { return c.mirror }

// The codes of the problems this package finds, besides those of catalog/source.
const (
	codeTemplate = "template" // drawing a template went wrong
	codeOverflow = "overflow" // a text does not go into its slot
	codeGlyph    = "glyph"    // no font has a character
	codeQR       = "qr"
	codeInternal = "internal" // asked for what no catalog holds
)

// A trail is what is being drawn inside what, from the inside: faces and
// symbols. It finds what shows itself.
type trail struct {
	outer *trail
	key   string
	name  string     // in problems: `card "fox"`
	pos   source.Pos // of the element that places it; zero for the outermost
}

// enter returns the trail with one more step, or the problem that the step
// leads back into itself. The problem is the same wherever in the circle the
// drawing began.
func (t *trail) enter(key, name string, pos source.Pos) (*trail, *source.Problem) {
	next := &trail{t, key, name, pos}
	for s := t; s != nil; s = s.outer {
		if s.key == key {
			p := next.circle()
			return nil, &p
		}
	}
	return next, nil
}

// circle describes the way from t outwards to the same key.
func (t *trail) circle() source.Problem {
	first, by := t, t.outer
	for s := t.outer; s.key != t.key; s = s.outer {
		if s.key < first.key {
			first, by = s, s.outer
		}
	}
	p := source.Problem{Pos: first.pos, Code: codeTemplate, Message: first.name + " shows itself"}
	if by.key != first.key {
		p.Message += fmt.Sprintf(", inside %s", by.name)
	}
	return p
}

// A cache holds what is drawn once. It is safe for concurrent use; the zero
// cache is empty.
type cache[K comparable, V any] struct {
	mu sync.Mutex
	m  map[K]V
}

func (c *cache[K, V]) get(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.m[key]
	return v, ok
}

// put stores a value and returns it, or the one another goroutine stored
// before: identity decides what a file holds once.
func (c *cache[K, V]) put(key K, v V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.m[key]; ok {
		return old
	}
	if c.m == nil {
		c.m = map[K]V{}
	}
	c.m[key] = v
	return v
}
