package compose

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

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
	functions  map[string]func(*env, []any) (any, error)
	globals    *env

	mu      sync.Mutex
	icons   map[iconKey]*layout.Symbol
	symbols map[string]*layout.Symbol
	statics map[*staticElement]*layout.Symbol
	faces   map[string]*face
}

// A face is a scene drawn once, however many pages show it.
type face struct {
	once     sync.Once
	scene    *layout.Scene
	problems source.Problems
}

// New returns a composer, or the problems of the game's theme.
func New(lib *Library, o Options) (*Composer, source.Problems) {
	t, problems := lib.theme(o.Game.Theme, o.Ink)
	if problems.HasErrors() {
		return nil, problems
	}
	c := &Composer{
		lib: lib, game: o.Game, edition: o.Edition, texts: o.Texts, lang: o.Texts.Lang(),
		typesetter: o.Typesetter, codes: o.Codes, topicURL: o.TopicURL, theme: t, art: o.Game.Art,
		functions: functions(),
		icons:     map[iconKey]*layout.Symbol{}, symbols: map[string]*layout.Symbol{},
		statics: map[*staticElement]*layout.Symbol{}, faces: map[string]*face{},
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

// Face returns one side of a card or other piece. The scene is shared: it
// must not be changed.
func (c *Composer) Face(deck, card string, side Side) (*layout.Scene, source.Problems) {
	return c.face(nil, deck, card, side)
}

// face draws a face as part of those on the stack, so that a figure that
// shows itself is found.
func (c *Composer) face(stack []string, deck, card string, side Side) (*layout.Scene, source.Problems) {
	d := c.game.Deck(deck)
	if d == nil {
		return nil, source.Problems{{Code: "internal", Message: fmt.Sprintf("there is no deck %q", deck)}}
	}
	template := d.Template
	if side == Back {
		template = d.Back
	}
	key := string(side) + "/" + deck + "/" + card
	if slices.Contains(stack, key) {
		return nil, source.Problems{{Code: "template", Message: fmt.Sprintf("card %q shows itself", card)}}
	}
	stack = append(slices.Clone(stack), key)
	c.mu.Lock()
	f := c.faces[key]
	if f == nil {
		f = &face{}
		c.faces[key] = f
	}
	c.mu.Unlock()
	f.once.Do(func() { f.scene, f.problems = c.drawFace(stack, d, card, template, side) })
	return f.scene, f.problems
}

func (c *Composer) drawFace(stack []string, d *catalog.Deck, card, template string, side Side) (*layout.Scene, source.Problems) {
	_, rec := c.game.Card(card)
	e := c.globals.inner()
	e.origin, e.label = rec.Pos, fmt.Sprintf("card %q", card)
	value := recordValue{c: c, rec: rec, schema: d.Schema, deck: d}
	e.names["card"] = value
	e.names["deck"] = deckValue{c, d}
	for _, f := range d.Schema {
		v, _ := value.part(f.Name)
		e.names[f.Name] = v
	}
	return c.drawTemplate(stack, template, e, d.ID+"/"+card+"/"+string(side), rec.Pos)
}

// Draw draws a template with plain values instead of a card.
func (c *Composer) Draw(template string, vars map[string]any) (*layout.Scene, source.Problems) {
	e := c.globals.inner()
	e.label = fmt.Sprintf("template %q", template)
	for name, v := range vars {
		e.names[name] = plain(v)
	}
	return c.drawTemplate(nil, template, e, template, source.Pos{})
}

func plain(v any) any {
	switch v := v.(type) {
	case int:
		return float64(v)
	case []string:
		list := make([]any, len(v))
		for i, s := range v {
			list[i] = s
		}
		return list
	}
	return v
}

func (c *Composer) drawTemplate(stack []string, id string, e *env, name string, pos source.Pos) (*layout.Scene, source.Problems) {
	t, problems := c.lib.template(id)
	if t == nil {
		if len(problems) == 0 {
			p := problems.Errorf(pos, "template", "there is no template %q", id)
			p.Hint = didYouMean(id, c.lib.Templates())
		}
		return nil, problems
	}
	if problems.HasErrors() {
		return nil, problems
	}
	d := &drawing{c: c, template: id, stack: stack}
	e.names["page_width"], e.names["page_height"] = t.size.W.MM(), t.size.H.MM()
	for _, el := range t.items {
		el.draw(d, e)
	}
	return &layout.Scene{Name: name, Size: t.size, Bleed: t.bleed, Items: d.items}, d.problems
}

// topic lets templates read what a card's QR code leads to.
func (c *Composer) topic(id string) any {
	t := c.game.Topics[id]
	if t == nil {
		return nil
	}
	url := ""
	if c.topicURL != nil {
		url = c.topicURL(t)
	}
	return parts{"id": t.ID, "code": t.Code, "title": c.message(t.Title), "summary": c.message(t.Summary), "url": url}
}

// faceSymbol returns a face as a symbol: trimmed, with rounded corners and a
// white edge as figures show it.
func (c *Composer) faceSymbol(d *drawing, deck, card string, side Side, edge, round layout.Length) (*layout.Symbol, layout.Size) {
	scene, problems := c.face(d.stack, deck, card, side)
	if problems.HasErrors() || scene == nil {
		d.problems = append(d.problems, problems...)
		return nil, layout.Size{}
	}
	key := fmt.Sprintf("face/%s/%s/%s/%d/%d", deck, card, side, edge, round)
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.symbols[key]; s != nil {
		return s, scene.Size
	}
	trim := layout.Rect{W: scene.Size.W, H: scene.Size.H}
	clip := layout.RectOutline(trim, round)
	s := &layout.Symbol{Name: key, Box: trim.Inset(-edge)}
	if edge > 0 {
		s.Items = append(s.Items, &layout.Path{Outline: layout.RectOutline(trim.Inset(-edge), round+edge), Fill: layout.White()})
	}
	s.Items = append(s.Items, &layout.Group{Transform: layout.Identity(), Clip: &clip, Items: scene.Items})
	c.symbols[key] = s
	return s, scene.Size
}

// A symbolDef is a drawing templates place with "use".
type symbolDef struct {
	name  string
	size  layout.Size
	args  []string
	items []element
}

func (c *Composer) symbolDef(template, name string) *symbolDef {
	if t, _ := c.lib.template(template); t != nil {
		if s := t.symbols[name]; s != nil {
			return s
		}
	}
	return c.lib.sharedSymbols()[name]
}

func (c *Composer) symbolNames(template string) []string {
	names := keys(c.lib.sharedSymbols())
	if t, _ := c.lib.template(template); t != nil {
		names = append(names, keys(t.symbols)...)
	}
	return names
}

// symbol draws a symbol with its arguments, once for equal arguments.
func (c *Composer) symbol(d *drawing, e *env, def *symbolDef, u *useElement) *layout.Symbol {
	in := c.globals.inner()
	in.origin, in.label = e.origin, e.label
	key := []string{d.template, def.name}
	for _, a := range u.args {
		v := d.value(e, a.x)
		in.names[a.name] = v
		key = append(key, a.name, stringOf(v))
	}
	for _, a := range def.args {
		if _, ok := in.names[a]; !ok {
			d.fail(u.pos, e, fmt.Errorf("symbol %q needs %q", def.name, a))
			return nil
		}
	}
	id := strings.Join(key, "|")
	c.mu.Lock()
	s := c.symbols[id]
	c.mu.Unlock()
	if s != nil {
		return s
	}
	in.names["page_width"], in.names["page_height"] = def.size.W.MM(), def.size.H.MM()
	sub := &drawing{c: c, template: d.template, stack: d.stack}
	for _, el := range def.items {
		el.draw(sub, in)
	}
	d.problems = append(d.problems, sub.problems...)
	s = &layout.Symbol{Name: strings.Join(key[1:], "/"), Box: layout.Rect{W: def.size.W, H: def.size.H}, Items: sub.items}
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.symbols[id]; old != nil {
		return old // another goroutine was first; identity decides what is stored once
	}
	c.symbols[id] = s
	return s
}
