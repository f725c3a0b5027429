package compose

import (
	"fmt"
	"io/fs"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
)

// A Side is the front or the back of a piece.
type Side string

// The sides.
const (
	Front Side = "front"
	Back  Side = "back"
)

// Vars are plain values a template is drawn with: string, int, bool, float64
// or a list of strings.
type Vars map[string]any

// Options say what a Composer draws with.
type Options struct {
	Game       *catalog.Game
	Edition    *catalog.Edition
	Texts      *i18n.Texts // bound to the edition's params
	Typesetter *layout.Typesetter
	Codes      *layout.Codes
	Ink        Ink
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
	theme      *theme
	art        fs.FS
	grey       bool // raster pictures lose their colours
	mono       bool // and so do those of SVG that are not the theme's
	globals    *env // what every template can read; never written to

	faces   cache[string, *face]
	symbols cache[symbolKey, *drawn]
	statics cache[*staticElement, *drawn]
	pieces  cache[pieceKey, *layout.Symbol]
	icons   cache[iconKey, *layout.Symbol]
	painted cache[artKey, *layout.Symbol]
	shown   cache[shownKey, *layout.Symbol]
	dense   cache[string, int] // by template
}

// New returns a composer, or the problems of the game's theme and of the
// symbols all templates share.
func New(lib *Library, o Options) (*Composer, source.Problems) {
	ref := o.Game.ThemeRef()
	t, problems := lib.theme(o.Game.Theme, ref.Pos, o.Ink)
	_, more := lib.sharedSymbols()
	if problems = append(problems, more...); problems.HasErrors() {
		return nil, problems
	}
	c := &Composer{
		lib: lib, game: o.Game, edition: o.Edition, texts: o.Texts, lang: o.Texts.Lang(),
		typesetter: o.Typesetter, codes: o.Codes, topicURL: o.TopicURL, theme: t, art: o.Game.Art, grey: o.Ink != InkFull, mono: o.Ink == InkMono,
	}
	c.globals = &env{c: c, names: map[string]any{
		"game": gameValue{c}, "params": c.params(), "score": c.score(), "lang": c.lang, "ink": string(o.Ink), "edition": o.Edition.ID,
	}}
	return c, nil
}

// Texts returns the texts the composer draws with.
func (c *Composer) Texts() *i18n.Texts { return c.texts }

// Typesetter returns the typesetter the composer draws with.
func (c *Composer) Typesetter() *layout.Typesetter { return c.typesetter }

// Paint returns the theme's colour for a role, nil when there is none.
func (c *Composer) Paint(role string) *layout.Paint {
	if in := c.theme.inks[role]; in != nil {
		return in.paint
	}
	return nil
}

// Line returns the outline the ink mode gives a role, nil for none.
func (c *Composer) Line(role string) *layout.Stroke {
	if in := c.theme.inks[role]; in != nil {
		return in.line
	}
	return nil
}

// Draw draws a template with plain values instead of a card.
func (c *Composer) Draw(template string, vars map[string]any) (*layout.Scene, source.Problems) {
	e := c.globals.inner()
	e.label = fmt.Sprintf("template %q", template)
	for name, v := range vars {
		e.names[name] = plain(v)
	}
	trail, _ := (*trail)(nil).enter("template/"+template, e.label, source.Pos{})
	f := c.draw(trail, template, e, template, nil)
	return f.scene, f.problems
}

// plain turns a value of Go into one of expressions.
func plain(v any) any {
	switch v := v.(type) {
	case int:
		return float64(v)
	case []string:
		return listOf(v, func(s string) any { return s })
	}
	return v
}

// A face is a scene drawn once, however many pages show it.
type face struct {
	scene    *layout.Scene // nil when there is no template to draw it with
	problems source.Problems
	steps    int
	copied   bool // it asked which copy it is
}

// draw draws a template. ground is what lies below it: nil when that is not
// known, as of a strip that is laid on a page.
func (c *Composer) draw(trail *trail, id string, e *env, name string, ground *layout.Paint) *face {
	t, problems := c.lib.template(id)
	switch {
	case problems.HasErrors():
		return &face{problems: problems}
	case t == nil:
		err := unknownName("template", id, c.lib.Templates())
		problems.Errorf(e.origin, codeTemplate, "%v", err).Hint = hintOf(err)
		return &face{problems: problems}
	}
	d := &drawing{c: c, template: id, trail: trail}
	e.names["page_width"], e.names["page_height"] = t.size.W.MM(), t.size.H.MM()
	d.all(t.items, e)
	scene := &layout.Scene{Name: name, Size: t.size, Bleed: t.bleed, Items: d.items}
	if !d.problems.HasErrors() {
		d.problems = append(d.problems, legible(scene, ground, id, e.origin, e.label)...)
	}
	return &face{scene: scene, problems: d.problems, steps: d.steps}
}
