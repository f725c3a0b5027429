package compose

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose/expr"
	"kitpress/layout/compose/theme"
)

// A drawing collects the items of one scene or symbol and the problems met on
// the way.
type drawing struct {
	c        *Composer
	items    []layout.Item
	problems source.Problems
	template string // whose own symbols can be used; "" inside a shared symbol
	trail    *trail // what is being drawn inside what
	shared   bool   // the items are placed by several cards and come from none of them
	mirrored bool   // what is drawn is mirrored when it is done
	page     bool   // a page with bleed: no figure, which may be drawn smaller
	alike    *alike // texts that are set in one size; nil in a symbol
	steps    int
	fails    int           // how often fail was called
	full     bool          // more was to be drawn than may be
	low      layout.Length // lower edge of the lowest text so far
	merge    *layout.Path  // the shape that equal ones join; nil before the first and after anything else
	merging  bool
	line     *layout.Path // the line the ink mode gave what was drawn last; nil after anything else
}

// An element is one compiled entry of a template's draw list.
type element interface {
	draw(d *drawing, e *expr.Env)
	place() source.Pos
}

// base is what all elements share.
type base struct {
	pos  source.Pos
	cond expr.Expr // nil: always
}

// place returns where the element stands in its template.
func (b base) place() source.Pos { return b.pos }

// shown reports whether the element's condition holds.
func (b base) shown(d *drawing, e *expr.Env) bool {
	if b.cond == nil {
		return true
	}
	v, err := b.cond.Eval(e)
	if err != nil {
		d.fail(b.pos, e, err)
		return false
	}
	return expr.Truth(v)
}

// maxSteps bounds how much one face may draw, all it shows included:
// templates come from users, and loops multiply.
const maxSteps = 200_000

// maxProblems is how many problems of one face are looked for: a loop may find
// the same fault with other words in each of its rounds.
const maxProblems = 200

// step counts one element or one round of a loop and reports whether there is
// room for it.
func (d *drawing) step(pos source.Pos, e *expr.Env) bool {
	if len(d.problems) >= maxProblems {
		return false
	}
	if d.steps++; d.steps <= maxSteps {
		return true
	}
	if !d.full { // a piece shown in another counts all its steps at once
		d.full = true
		d.fail(pos, e, fmt.Errorf("more than %d things are drawn", maxSteps))
	}
	return false
}

// all draws elements in order.
func (d *drawing) all(items []element, e *expr.Env) {
	for _, el := range items {
		if !d.step(el.place(), e) {
			return
		}
		el.draw(d, e)
	}
}

// origin returns the catalog line an item comes from.
func (d *drawing) origin(e *expr.Env) source.Pos {
	if d.shared {
		return source.Pos{}
	}
	return e.Origin
}

// fail records a problem of the template itself. What is being drawn is named
// so that a mistake that only one card triggers can be found; e is nil when
// every card triggers it.
func (d *drawing) fail(pos source.Pos, e *expr.Env, err error) {
	d.fails++
	if slices.ContainsFunc(d.problems, func(p source.Problem) bool { return p.Pos == pos && p.Code == codeTemplate }) {
		return // one report per place is enough
	}
	msg := err.Error()
	if e != nil && e.Label != "" {
		msg = e.Label + ": " + msg
	}
	d.problems.Errorf(pos, codeTemplate, "%s", msg).Hint = source.HintOf(err)
}

// adopt takes over the problems of something that is shown, each once: what is
// shown a thousand times is wrong in one way.
func (d *drawing) adopt(problems source.Problems) {
	for _, p := range problems {
		if len(d.problems) >= maxProblems {
			return
		}
		if !slices.Contains(d.problems, p) {
			d.problems = append(d.problems, p)
		}
	}
}

// problem records something wrong with the card being drawn, not with the
// template.
func (d *drawing) problem(e *expr.Env, code, format string, args ...any) *source.Problem {
	msg := fmt.Sprintf(format, args...)
	if e.Label != "" {
		msg = e.Label + ": " + msg
	}
	return d.problems.Errorf(e.Origin, code, "%s", msg)
}

// add places items. Shapes that follow do not join those before.
func (d *drawing) add(items ...layout.Item) {
	d.items = append(d.items, items...)
	d.merge, d.line = nil, nil
}

// addPattern places a group that is clipped. What it draws lies on the area
// drawn before it, so the line the ink mode gives that area comes after it: a
// pattern drawn over a line leaves dashes of it, and dashes say "fold here".
func (d *drawing) addPattern(group *layout.Group) {
	line := d.line
	if line == nil {
		d.add(group)
		return
	}
	if line.Fill == nil { // it was moved already
		d.items = d.items[:len(d.items)-1]
	} else {
		area := line
		line = &layout.Path{Origin: area.Origin, Outline: area.Outline, Stroke: area.Stroke}
		area.Stroke = nil
	}
	d.add(group, line)
	d.line = line
}

// fill draws an outline in an ink, with the line the ink mode gives it, or
// with the element's own stroke.
func (d *drawing) fill(origin source.Pos, o layout.Outline, fill *theme.Role, stroke *layout.Stroke) {
	p := &layout.Path{Origin: origin, Outline: o, Stroke: stroke}
	if fill != nil {
		p.Fill = fill.Paint
		if stroke == nil {
			p.Stroke = fill.Line
		}
	}
	if p.Fill == nil && p.Stroke == nil || len(o.Points) == 0 {
		return
	}
	if !d.merging {
		d.add(p)
		if fill != nil && stroke == nil && fill.Line != nil {
			d.line = p
		}
		return
	}
	if m := d.merge; m != nil && m.Fill == p.Fill && sameStroke(m.Stroke, p.Stroke) {
		m.Outline.Append(o)
		return
	}
	p.Outline = layout.Outline{Verbs: slices.Clone(o.Verbs), Points: slices.Clone(o.Points)}
	d.add(p)
	d.merge = p
}

func sameStroke(a, b *layout.Stroke) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Paint == b.Paint && a.Width == b.Width && a.Round == b.Round && slices.Equal(a.Dash, b.Dash)
}

// A num is an expression for a number and where it stands.
type num struct {
	x   expr.Expr
	pos source.Pos
}

// set reports whether the template gives the number.
func (n num) set() bool { return n.x != nil }

// blame is what word.blame is.
func (n num) blame(e *expr.Env) *expr.Env { return word(n).blame(e) }

func (d *drawing) float(e *expr.Env, n num) float64 {
	switch x := n.x.(type) {
	case nil:
		return 0
	case expr.Literal:
		if f, ok := x.Value.(float64); ok {
			return f
		}
	}
	v, err := n.x.Eval(e)
	if err == nil {
		var f float64
		if f, err = expr.NumberOf(v); err == nil {
			return f
		}
	}
	d.fail(n.pos, n.blame(e), err)
	return 0
}

// maxLength bounds every length in a template, mm.
const maxLength = 10_000

// mm evaluates a length given in millimetres.
func (d *drawing) mm(e *expr.Env, n num) layout.Length {
	f := d.float(e, n)
	if math.Abs(f) > maxLength {
		d.fail(n.pos, n.blame(e), fmt.Errorf("%g mm is too far: lengths go up to %d mm", f, maxLength))
		return 0
	}
	return layout.MM(f)
}

// between evaluates a number that has limits; what is not set is 0.
func (d *drawing) between(e *expr.Env, n num, what string, lo, hi float64) float64 {
	f := d.float(e, n)
	if n.set() && (f < lo || f > hi) {
		d.fail(n.pos, n.blame(e), fmt.Errorf("want a %s from %g to %g, found %g", what, lo, hi, f))
		return 0
	}
	return f
}

func (d *drawing) point(e *expr.Env, p [2]num) layout.Point {
	return layout.Point{X: d.mm(e, p[0]), Y: d.mm(e, p[1])}
}

// A word is a text, possibly with expressions in braces.
type word struct {
	x   expr.Expr
	pos source.Pos
}

func (w word) set() bool { return w.x != nil }

// blame returns what a problem with the word is to be reported for: the card
// being drawn, or nothing when the word is the same for every card.
func (w word) blame(e *expr.Env) *expr.Env {
	if expr.IsConstant(w.x) {
		return nil
	}
	return e
}

func (d *drawing) value(e *expr.Env, w word) any {
	if w.x == nil {
		return nil
	}
	v, err := w.x.Eval(e)
	if err != nil {
		d.fail(w.pos, e, err)
		return nil
	}
	return v
}

func (d *drawing) word(e *expr.Env, w word) string { return expr.StringOf(d.value(e, w)) }

// oneOf evaluates a word out of a list; the first stands for none.
func (d *drawing) oneOf(e *expr.Env, w word, what string, known []string) string {
	s := d.word(e, w)
	if s == "" {
		return known[0]
	}
	if !slices.Contains(known, s) {
		d.fail(w.pos, w.blame(e), source.UnknownName(what, s, known))
		return known[0]
	}
	return s
}

// paint resolves a colour role; "" and "none" are no colour.
func (d *drawing) paint(e *expr.Env, w word) *theme.Role {
	role := d.word(e, w)
	if role == "" || role == "none" {
		return nil
	}
	if role[0] == '#' {
		if rgb, err := layout.ParseHex(role); err == nil {
			return d.c.colour(role, rgb)
		}
	}
	p, ok := d.c.theme.Roles[role]
	if !ok {
		if p = d.ofDeck(role); p == nil {
			d.fail(w.pos, w.blame(e), d.unknownColour(role))
		}
	}
	return p
}

// ofDeck returns the colour of the band for one of a deck to which the theme
// gives none of its own, as the guide does, or nil.
func (d *drawing) ofDeck(role string) *theme.Role {
	for _, of := range [...]struct{ prefix, other string }{{"kind-", "band"}, {"on-kind-", "on-band"}, {"pattern-kind-", "band-dots"}} {
		if id, ok := strings.CutPrefix(role, of.prefix); ok && d.c.game.Deck(id) != nil {
			return d.c.theme.Roles[of.other]
		}
	}
	return nil
}

// colour returns a colour that is written where it is used: a grey in mono.
func (c *Composer) colour(hex string, rgb [3]uint8) *theme.Role {
	if r, ok := c.hex.get(hex); ok {
		return r
	}
	r := &theme.Role{Paint: layout.PaintOf(rgb)}
	if c.mono {
		r.Paint = greyPaint(r.Paint)
	}
	return c.hex.put(hex, r)
}

// unknownColour says that the theme has no such role, and what to do.
func (d *drawing) unknownColour(role string) error {
	id := d.c.game.Theme
	err := source.Hinted{Message: fmt.Sprintf("there is no colour %q", role)}
	where := themeFile(id)
	if !d.c.lib.own().has(where) {
		where = fmt.Sprintf("a copy of the theme %s in themes/ of the game", id)
	}
	switch near := source.Suggest(role, d.c.theme.Names()); {
	case near != "":
		err.Hint = fmt.Sprintf("did you mean %q?", near)
	case strings.HasPrefix(role, "#"):
		err.Hint = "a colour is # and six digits, or the name of one of the theme"
	default:
		err.Hint = fmt.Sprintf("the theme %s has none of that name: add it to %s", id, where)
	}
	return err
}
